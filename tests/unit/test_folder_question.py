"""Is everything in one folder also in another, and what goes when the copies in it are handled as a whole."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.folder_question import ask_of_folders, clear_twins
from core.library import memory_library
from core.progress import NullReporter
from core.rules import SpareReason, Untouchable
from core.scan import scan
from core.settings import Settings
from core.workers import InProcess

if TYPE_CHECKING:
    from pathlib import Path

    from core.documents import ScanResult
    from core.library import Library


def scanned(library: Library, *folders: Path) -> ScanResult:
    settings = Settings(exact_only=True)
    return scan([os.fspath(folder) for folder in folders], settings, library, InProcess(), NullReporter())


def backup(tmp_path: Path) -> tuple[Path, Path]:
    """Make a folder of 100 files and its backup, in which two are others."""
    papers, copy = tmp_path / "papers", tmp_path / "backup"
    for folder in (papers, copy):
        (folder / "inner").mkdir(parents=True)
        for number in range(100):
            is_own = folder == copy and number < 2
            text = f"only here {number:03}" if is_own else f"file number {number:03}"
            (folder / "inner" / f"{number}.bin").write_text(text)
    (copy / "empty.bin").touch()
    return papers, copy


def test_of_a_backup_handled_as_a_whole_98_files_go_and_the_two_unique_ones_stay_and_are_listed(tmp_path: Path) -> None:
    papers, copy = backup(tmp_path)
    with memory_library() as library:
        result = scanned(library, papers, copy)
        answer = ask_of_folders(library.index, str(copy), str(papers))
    effect = clear_twins(answer, result.groups)

    own = [str(copy / "inner" / f"{number}.bin") for number in range(2)]
    assert (answer.files, [one.path for one in answer.lone], answer.more) == (100, own, 2)
    assert not answer.is_all_there
    assert {marking.path for marking in effect.marks} == {str(copy / "inner" / f"{n}.bin") for n in range(2, 100)}
    assert [(spared.path, spared.reason) for spared in effect.spared] == [(p, SpareReason.ONLY_THERE) for p in own]


def test_a_folder_that_is_wholly_in_the_other_is_told_so_and_not_the_other_way_round(tmp_path: Path) -> None:
    papers, copy = backup(tmp_path)
    for number in range(2):
        (copy / "inner" / f"{number}.bin").unlink()
    with memory_library() as library:
        scanned(library, papers, copy)

        assert ask_of_folders(library.index, str(copy), str(papers)).is_all_there
        assert not ask_of_folders(library.index, str(papers), str(copy)).is_all_there


def test_copies_elsewhere_than_in_the_other_folder_are_not_marked(tmp_path: Path) -> None:
    papers, copy = backup(tmp_path)
    third = tmp_path / "third"
    third.mkdir()
    (third / "x.bin").write_text("only here 000")
    with memory_library() as library:
        result = scanned(library, papers, copy, third)
        answer = ask_of_folders(library.index, str(copy), str(papers))
    effect = clear_twins(answer, result.groups)

    assert str(copy / "inner" / "0.bin") in [one.path for one in answer.lone]
    assert str(copy / "inner" / "0.bin") not in {marking.path for marking in effect.marks}
    assert len(effect.marks) == 98


def test_a_backup_inside_its_original_is_compared_with_what_lies_outside_it(tmp_path: Path) -> None:
    outer, inner = tmp_path / "papers", tmp_path / "papers" / "backup"
    inner.mkdir(parents=True)
    for folder in (outer, inner):
        (folder / "a.bin").write_text("the same")
    (inner / "twice 1.bin").write_text("only in the backup")
    (inner / "twice 2.bin").write_text("only in the backup")
    with memory_library() as library:
        result = scanned(library, outer)
        answer = ask_of_folders(library.index, str(inner), str(outer))
    effect = clear_twins(answer, result.groups)

    assert [os.path.basename(one.path) for one in answer.lone] == ["twice 1.bin", "twice 2.bin"]
    assert [marking.path for marking in effect.marks] == [str(inner / "a.bin")]


def test_what_a_rule_must_not_touch_stays(tmp_path: Path) -> None:
    papers, copy = backup(tmp_path)
    video = str(copy / "inner" / "50.bin")
    with memory_library() as library:
        result = scanned(library, papers, copy)
        answer = ask_of_folders(library.index, str(copy), str(papers))
    linked = Untouchable(linked_from=lambda path: "/papers/talk.pptx" if path == video else None)
    effect = clear_twins(answer, result.groups, untouchable=linked)

    assert video not in {marking.path for marking in effect.marks}
    assert (video, SpareReason.IN_DOCUMENT) in {(spared.path, spared.reason) for spared in effect.spared}


def test_names_of_one_file_in_both_folders_are_not_marked(tmp_path: Path) -> None:
    papers, copy = tmp_path / "papers", tmp_path / "copy"
    for folder in (papers, copy):
        folder.mkdir()
    (papers / "a.bin").write_text("one file of two names")
    os.link(papers / "a.bin", copy / "a.bin")
    with memory_library() as library:
        result = scanned(library, papers, copy)
        answer = ask_of_folders(library.index, str(copy), str(papers))

    assert not clear_twins(answer, result.groups).marks


def test_of_a_folder_that_no_scan_has_seen_nothing_is_said(tmp_path: Path) -> None:
    papers, copy = backup(tmp_path)
    with memory_library() as library:
        scanned(library, papers)

        for inner, outer in ((copy, papers), (papers, copy), (papers, papers)):
            answer = ask_of_folders(library.index, str(inner), str(outer))
            assert not answer.is_known
            assert not answer.is_all_there
