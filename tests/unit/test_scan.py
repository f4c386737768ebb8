"""The pipeline from folders to groups."""

from __future__ import annotations

import os
import shutil
import unicodedata
from typing import TYPE_CHECKING

import pytest

from core.documents import Relation
from core.errors import ProblemKind
from core.progress import Cancelled, Phase
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from core.documents import DuplicateGroup, ScanResult
    from core.library import Library

    Scan = Callable[..., ScanResult]


def of_kind(result: ScanResult, kind: Relation) -> list[DuplicateGroup]:
    return [group for group in result.groups if group.kind is kind]


def names(group: DuplicateGroup) -> set[str]:
    return {os.path.basename(member.path) for member in group.members}


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


class Recorder:
    """Keeps what a scan reports, and stops it at a phase when told to."""

    def __init__(self, stop_at: Phase | None = None, after: int = 0) -> None:
        self.early: list[DuplicateGroup] = []
        self.phases: list[Phase] = []
        self._stop_at = stop_at
        self._after = after

    def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
        if not self.phases or self.phases[-1] is not phase:
            self.phases.append(phase)
        if phase is self._stop_at and done >= self._after:
            raise Cancelled

    def found(self, groups: Sequence[DuplicateGroup]) -> None:
        self.early += groups


def test_every_kind_of_likeness_is_found_and_nothing_is_listed_twice(tmp_path: Path, scan_folder: Scan) -> None:
    base = made_texts.text(60)
    write(tmp_path / "a.txt", base)
    write(tmp_path / "a copy.txt", base)
    write(tmp_path / "a utf16.txt", base.encode("utf-16"))
    write(tmp_path / "a edited.txt", made_texts.edited(base, 0.05))
    write(tmp_path / "a and more.txt", base + made_texts.text(60, seed=7))
    write(tmp_path / "other.txt", made_texts.text(60, seed=9))

    result = scan_folder(tmp_path)

    [identical] = of_kind(result, Relation.IDENTICAL)
    assert names(identical) == {"a.txt", "a copy.txt"}
    [same] = of_kind(result, Relation.SAME_TEXT)
    assert len(same.members) == 2
    assert "a utf16.txt" in names(same)
    [similar] = of_kind(result, Relation.SIMILAR)
    assert "a edited.txt" in names(similar)
    assert len(similar.members) == 2
    assert sum(len(member.copies) for member in similar.members) == 2
    [contained] = of_kind(result, Relation.CONTAINED)
    assert contained.keeper.path.endswith("a and more.txt")
    assert all("other.txt" not in names(group) for group in result.groups)


def test_identical_files_are_told_before_any_text_is_read(tmp_path: Path, scan_folder: Scan) -> None:
    write(tmp_path / "a.txt", made_texts.text())
    write(tmp_path / "b.txt", made_texts.text())
    reporter = Recorder(stop_at=Phase.EXTRACT)

    result = scan_folder(tmp_path, reporter=reporter)

    assert [names(group) for group in reporter.early] == [{"a.txt", "b.txt"}]
    assert not result.is_complete
    assert [names(group) for group in result.groups] == [{"a.txt", "b.txt"}]


def test_a_stopped_scan_goes_on_where_it_was(tmp_path: Path, scan_folder: Scan) -> None:
    for number in range(6):
        write(tmp_path / f"{number}.txt", made_texts.text(seed=number))
    stopped = scan_folder(tmp_path, reporter=Recorder(stop_at=Phase.EXTRACT, after=4))
    resumed = scan_folder(tmp_path)

    assert not stopped.is_complete
    assert stopped.counts.text_compared == 4
    assert resumed.is_complete
    assert resumed.counts.text_compared == 6
    assert resumed.counts.opened == 2


def test_a_second_scan_of_an_unchanged_folder_opens_no_file(tmp_path: Path, scan_folder: Scan) -> None:
    base = made_texts.text()
    for name in ("a.txt", "b.txt"):
        write(tmp_path / name, base)
    write(tmp_path / "c.txt", made_texts.edited(base, 0.05))
    write(tmp_path / "picture.png", b"\x89PNG" + bytes(100))

    first = scan_folder(tmp_path)
    second = scan_folder(tmp_path)

    assert first.counts.opened > 0
    assert second.counts.opened == 0
    assert second.groups == first.groups
    assert second.matches == first.matches


def test_a_moved_file_keeps_its_text_without_being_read_as_a_document_again(
    tmp_path: Path, scan_folder: Scan, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "old" / "a.txt", made_texts.text())
    scan_folder(tmp_path)
    shutil.move(tmp_path / "old", tmp_path / "new")
    monkeypatch.setattr("core.intake.analyse", lambda task: pytest.fail(f"{task.path} was read again"))

    result = scan_folder(tmp_path)

    assert result.counts.text_compared == 1
    assert library.index.file(os.fspath(tmp_path / "old" / "a.txt")) is None


def test_a_changed_file_leaves_its_group(tmp_path: Path, scan_folder: Scan) -> None:
    write(tmp_path / "a.txt", made_texts.text())
    copy = write(tmp_path / "b.txt", made_texts.text())
    assert scan_folder(tmp_path).groups

    write(copy, made_texts.text(seed=5))

    assert not scan_folder(tmp_path).groups


def test_scanning_part_by_part_gives_what_scanning_all_at_once_gives(tmp_path: Path, scan_folder: Scan) -> None:
    base = made_texts.text(60)
    for number in range(4):
        write(tmp_path / "one" / f"{number}.txt", made_texts.edited(base, 0.04, seed=number))
        write(tmp_path / "two" / f"{number}.txt", made_texts.edited(base, 0.05, seed=50 + number))
    scan_folder(tmp_path / "one")
    scan_folder(tmp_path / "two")
    in_parts = scan_folder(tmp_path / "one", tmp_path / "two")
    from core.library import memory_library
    from core.progress import NullReporter
    from core.scan import scan
    from core.settings import Settings
    from core.workers import InProcess

    with memory_library() as fresh:
        roots = [os.fspath(tmp_path / "one"), os.fspath(tmp_path / "two")]
        at_once = scan(roots, Settings(floor=0.5), fresh, InProcess(), NullReporter())

    assert {frozenset((m.a, m.b)): m.similarity for m in in_parts.matches} == {
        frozenset((m.a, m.b)): m.similarity for m in at_once.matches
    }
    assert [names(group) for group in in_parts.groups] == [names(group) for group in at_once.groups]


def test_a_scan_of_one_folder_reports_nothing_of_the_others(tmp_path: Path, scan_folder: Scan) -> None:
    write(tmp_path / "one" / "a.txt", made_texts.text())
    write(tmp_path / "two" / "a.txt", made_texts.text())
    scan_folder(tmp_path / "two")

    result = scan_folder(tmp_path / "one")

    assert not result.groups
    assert result.counts.files == 1


def test_empty_files_are_nobody_s_copies(tmp_path: Path, scan_folder: Scan) -> None:
    for number in range(300):
        write(tmp_path / f"{number}.txt", b"")

    result = scan_folder(tmp_path)

    assert not result.groups
    assert result.counts.files == 300


def test_documents_without_text_are_listed_and_make_no_group(tmp_path: Path, scan_folder: Scan) -> None:
    for number in range(20):
        write(tmp_path / f"{number}.txt", " \n" * (number + 1))

    result = scan_folder(tmp_path)

    assert not result.groups
    assert {problem.kind for problem in result.problems} == {ProblemKind.NO_TEXT}
    assert len(result.problems) == 20


def test_a_file_that_cannot_be_read_is_a_problem_and_equal_to_nothing(
    tmp_path: Path, scan_folder: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    import core.opening

    for number in range(4):
        write(tmp_path / f"{number}.txt", made_texts.text())
    truly = core.opening._open

    def refuse(path: str, flags: int) -> int:
        if path.endswith(("1.txt", "2.txt")):
            raise PermissionError(13, "Permission denied", path)
        return truly(path, flags)

    monkeypatch.setattr(core.opening, "_open", refuse)

    result = scan_folder(tmp_path)

    assert sorted(os.path.basename(problem.path) for problem in result.problems) == ["1.txt", "2.txt"]
    assert {problem.kind for problem in result.problems} == {ProblemKind.DENIED}
    assert [names(group) for group in result.groups] == [{"0.txt", "3.txt"}]


def test_a_root_that_is_away_is_offline_and_keeps_its_rows(tmp_path: Path, scan_folder: Scan, library: Library) -> None:
    write(tmp_path / "disk" / "a.txt", made_texts.text())
    write(tmp_path / "here" / "b.txt", made_texts.text())
    scan_folder(tmp_path / "disk", tmp_path / "here")
    (tmp_path / "disk").rename(tmp_path / "unplugged")

    result = scan_folder(tmp_path / "disk", tmp_path / "here")

    assert [problem.kind for problem in result.problems] == [ProblemKind.OFFLINE]
    assert not result.is_complete
    assert result.counts.files == 1
    assert library.index.file(os.fspath(tmp_path / "disk" / "a.txt")) is not None


def test_a_scan_changes_nothing_on_the_disk(tmp_path: Path, scan_folder: Scan) -> None:
    write(tmp_path / "a.txt", made_texts.text())
    write(tmp_path / "b.txt", made_texts.text())
    write(tmp_path / "sub" / "c.txt", made_texts.text(seed=3))
    stamps = {path: os.stat(path) for path in [tmp_path, *tmp_path.rglob("*")]}

    scan_folder(tmp_path)

    assert {path: os.stat(path) for path in [tmp_path, *tmp_path.rglob("*")]} == stamps


def test_names_of_any_bytes_are_scanned_and_grouped(tmp_path: Path, scan_folder: Scan) -> None:
    folder = os.fsencode(tmp_path)
    awkward = [b"\xff\xfe.txt", "表情😀.txt".encode(), b"blank .txt ", b"new\nline.txt", b"%d#'\".txt"]
    awkward += [unicodedata.normalize(form, "é.txt").encode() for form in ("NFC", "NFD")]
    for name in awkward:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(made_texts.text().encode())

    [group] = scan_folder(tmp_path).groups

    assert {os.fsencode(os.path.basename(member.path)) for member in group.members} == set(awkward)


def test_one_digit_changed_is_not_a_hundred_per_cent(tmp_path: Path, scan_folder: Scan) -> None:
    base = made_texts.text(60)
    number = base.index("第") + 1
    other = base[:number] + ("8" if base[number] == "7" else "7") + base[number + 1 :]
    write(tmp_path / "a.txt", base)
    write(tmp_path / "b.txt", other)

    [group] = scan_folder(tmp_path).groups

    assert group.kind is Relation.SIMILAR
    assert 0.99 < group.members[1].similarity < 1.0
    assert group.members[1].changes is not None
    assert group.members[1].changes.only_numbers


@pytest.mark.parametrize(
    ("one", "other"),
    [("≥", "≤"), ("∪", "∩"), ("√", "×"), ("☑", "☐"), ("¥", "$"), ("%", "‰"), ("x²", "x2"), ("①", "1")],
)
def test_texts_that_differ_in_a_symbol_are_not_the_same_text(
    tmp_path: Path, scan_folder: Scan, one: str, other: str
) -> None:
    base = made_texts.text(40)
    write(tmp_path / "a.txt", f"{base}结论：a {one} b")
    write(tmp_path / "b.txt", f"{base}结论：a {other} b")

    result = scan_folder(tmp_path)

    assert not of_kind(result, Relation.SAME_TEXT)
    [group] = of_kind(result, Relation.SIMILAR)
    assert group.members[1].similarity < 1.0


def test_drifting_versions_do_not_chain(tmp_path: Path, scan_folder: Scan) -> None:
    version = made_texts.text(100)
    for number in range(10):
        write(tmp_path / f"v{number}.txt", version)
        version = made_texts.edited(version, 0.08, seed=number)

    result = scan_folder(tmp_path)

    figures = {frozenset((match.a, match.b)): match.similarity for match in result.matches}
    for group in of_kind(result, Relation.SIMILAR):
        for member in group.members[1:]:
            assert figures[frozenset((group.keeper.path, member.path))] >= 0.9
        assert not {"v0.txt", "v9.txt"} <= names(group)
    assert {name for group in result.groups for name in names(group)} == {f"v{number}.txt" for number in range(10)}


def test_settled_groups_stay_away_until_something_new_joins(
    tmp_path: Path, scan_folder: Scan, library: Library
) -> None:
    base = made_texts.text()
    write(tmp_path / "a.txt", base)
    write(tmp_path / "b.txt", base)
    [group] = scan_folder(tmp_path).groups
    library.decisions.settle_whole(Relation.IDENTICAL, group.key, 2)

    (tmp_path / "b.txt").rename(tmp_path / "renamed.txt")
    assert not scan_folder(tmp_path).groups

    write(tmp_path / "third.txt", base)
    assert len(scan_folder(tmp_path).groups) == 1


def test_the_figures_of_pairs_below_the_threshold_are_known_too(tmp_path: Path, scan_folder: Scan) -> None:
    base = made_texts.text(60)
    write(tmp_path / "a.txt", base)
    write(tmp_path / "b.txt", made_texts.edited(base, 0.2))

    result = scan_folder(tmp_path, similarity=0.95)

    assert not of_kind(result, Relation.SIMILAR)
    [figure] = result.similarities
    assert 0.5 < figure < 0.95
