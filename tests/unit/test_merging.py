"""Two libraries become one, and one tells what the other lacks."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from core.actions import Action
from core.decisions import Mark
from core.documents import Relation
from core.errors import KnownError
from core.exchange import import_decisions
from core.journal_table import JournalRow, State
from core.library import open_library
from core.merging import Absence, lacking, merge
from core.progress import NullReporter
from core.scan import scan
from core.settings import Settings
from core.workers import InProcess

if TYPE_CHECKING:
    from pathlib import Path

    from core.documents import ScanResult
    from core.library import Library


def unclosed(folder: Path, target: Path) -> Path:
    """Return a library as a kill leaves it: what was decided last stands in the log only."""
    with open_library(str(folder)) as library:
        library.decisions.mark([Mark("/some/file.txt")])
        shutil.copytree(folder, target)
    assert (target / "decisions.db-wal").stat().st_size
    return target


def test_what_was_decided_last_before_a_kill_is_taken_over(tmp_path: Path) -> None:
    other = unclosed(tmp_path / "other", tmp_path / "killed")
    backup = unclosed(tmp_path / "third", tmp_path / "backup")
    with open_library(str(tmp_path / "own")) as own, open_library(str(tmp_path / "empty")) as empty:
        assert merge(own, str(other), NullReporter()).decisions.marks == 1
        assert import_decisions(empty, str(backup / "decisions.db")).marks == 1
        assert list(own.decisions.marks()) == list(empty.decisions.marks()) == ["/some/file.txt"]


def text(seed: int, changed: int = 0) -> str:
    """Return 200 words; with other words in `changed` places."""
    choice = random.Random(seed)
    words = [f"word{choice.randrange(2000)}" for _ in range(200)]
    for place in range(changed):
        words[place * 7] = f"other{place}"
    return " ".join(words)


def scanned(library: Library, folder: Path) -> ScanResult:
    """Scan a folder into a library."""
    return scan([str(folder)], Settings(), library, InProcess(), NullReporter())


def journal_row(path: str, act: int = 1, planned_ns: int = 5) -> JournalRow:
    """Return a row of a file that went to the trash."""
    return JournalRow(
        act=act,
        action=Action.TRASH,
        state=State.DONE,
        path=path,
        aside=path + ".aside",
        destination=None,
        keeper=None,
        relation=Relation.IDENTICAL,
        is_loss=False,
        size=3,
        mtime_ns=1,
        mode=0,
        blake3=None,
        keeper_blake3=None,
        failing=None,
        restored=None,
        detail="",
        planned_ns=planned_ns,
        closed_ns=6,
    )


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    """Return the folders of two libraries that know a folder each; "shared" is in both."""
    for name, seeds in (("disk", (1, 2, 3)), ("archive", (3, 4))):
        (tmp_path / name).mkdir()
        for seed in seeds:
            (tmp_path / name / f"{seed}.txt").write_text(text(seed))
        with open_library(str(tmp_path / f"lib-{name}")) as library:
            scanned(library, tmp_path / name)
    return tmp_path / "lib-disk", tmp_path / "lib-archive"


def test_a_merged_library_knows_each_content_and_text_once(two: tuple[Path, Path], tmp_path: Path) -> None:
    disk, archive = two
    with open_library(str(archive)) as library:
        done = merge(library, str(disk), NullReporter())

        assert (done.brought.files, done.brought.contents, done.brought.texts) == (3, 2, 2)
        assert library.index.file_count() == 5
        assert library.index.texts.text_count() == 4
        result = scanned(library, tmp_path / "archive")
        assert result.is_complete
    with closing(sqlite3.connect(archive / "index.db")) as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("SELECT count(*), count(DISTINCT blake3) FROM content").fetchone() == (4, 4)


def test_after_a_merge_the_next_scan_finds_what_lies_across_both(tmp_path: Path) -> None:
    for name, changed in (("one", 0), ("other", 5)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(text(9, changed))
        with open_library(str(tmp_path / f"lib-{name}")) as library:
            scanned(library, tmp_path / name)
    with open_library(str(tmp_path / "lib-one")) as library:
        merge(library, str(tmp_path / "lib-other"), NullReporter())
        result = scan(
            [str(tmp_path / "one"), str(tmp_path / "other")], Settings(), library, InProcess(), NullReporter()
        )

    assert [group.kind for group in result.groups] == [Relation.SIMILAR]


def test_merging_twice_adds_nothing(two: tuple[Path, Path]) -> None:
    disk, archive = two
    with open_library(str(disk)) as library:
        library.decisions.journal.open([journal_row("/gone.txt")])
        library.decisions.mark([Mark(str(disk / "x"))])
        library.decisions.settle_pairs([("a", "b")])
    with open_library(str(archive)) as library:
        library.decisions.journal.open([journal_row("/mine.txt")])
        first = merge(library, str(disk), NullReporter())
        again = merge(library, str(disk), NullReporter())
        acts = library.decisions.journal.acts()

    assert (first.journal, first.decisions.marks, first.decisions.settled) == (1, 1, 1)
    assert again.brought == (0, 0, 0, 0)
    assert (again.journal, again.decisions.marks, again.decisions.settled) == (0, 0, 0)
    assert len(acts) == 2


def test_of_a_file_that_both_know_the_later_scan_is_believed(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    file = tmp_path / "docs" / "a.txt"
    for name, seed in (("early", 1), ("late", 2)):
        file.write_text(text(seed))
        with open_library(str(tmp_path / name)) as library:
            scanned(library, tmp_path / "docs")
    with open_library(str(tmp_path / "early")) as library:
        merge(library, str(tmp_path / "late"), NullReporter())
        row = library.index.file(str(file))
        assert row is not None
        assert row.size == file.stat().st_size
        assert library.index.texts.text_count() == 1
        assert library.whole_text(str(file)) == text(2)


def test_a_library_is_not_merged_into_itself(two: tuple[Path, Path]) -> None:
    with open_library(str(two[0])) as library, pytest.raises(KnownError, match="this very library"):
        merge(library, str(two[0]), NullReporter())


def test_a_folder_without_a_library_is_told(two: tuple[Path, Path], tmp_path: Path) -> None:
    with open_library(str(two[0])) as library, pytest.raises(KnownError, match="no library"):
        merge(library, str(tmp_path), NullReporter())


def test_what_the_archive_lacks_is_named(two: tuple[Path, Path], tmp_path: Path) -> None:
    with open_library(str(two[0])) as disk, open_library(str(two[1])) as archive:
        found = lacking(disk, archive, NullReporter())

    assert [(one.path, one.absence) for one in found] == [
        (str(tmp_path / "disk" / "1.txt"), Absence.ABSENT),
        (str(tmp_path / "disk" / "2.txt"), Absence.ABSENT),
    ]


def test_a_text_that_is_there_in_other_bytes_is_told_apart(tmp_path: Path) -> None:
    for name, end in (("disk", "\r\n"), ("archive", "\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_bytes((text(5) + end).encode())
        with open_library(str(tmp_path / f"lib-{name}")) as library:
            scanned(library, tmp_path / name)
    with open_library(str(tmp_path / "lib-disk")) as disk, open_library(str(tmp_path / "lib-archive")) as archive:
        assert [one.absence for one in lacking(disk, archive, NullReporter())] == [Absence.TEXT_THERE]


def test_files_without_digests_are_read_to_be_compared(tmp_path: Path) -> None:
    for name, byte in (("disk", b"a"), ("archive", b"a")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "same.bin").write_bytes(byte * 5000)
        (tmp_path / name / "other.bin").write_bytes(name[:1].encode() * 6000)
        with open_library(str(tmp_path / f"lib-{name}")) as library:
            scanned(library, tmp_path / name)
    (tmp_path / "archive" / "other.bin").unlink()
    with open_library(str(tmp_path / "lib-disk")) as disk, open_library(str(tmp_path / "lib-archive")) as archive:
        found = lacking(disk, archive, NullReporter())

    assert [(one.path, one.absence) for one in found] == [(str(tmp_path / "disk" / "other.bin"), Absence.UNDECIDED)]
