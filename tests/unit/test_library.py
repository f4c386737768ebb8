"""The library's two files: opened, refused, set aside, forgotten."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from core.decisions import Mark
from core.errors import KnownError
from core.index import FileRow, Index
from core.library import DECISIONS_NAME, INDEX_NAME, open_library
from core.progress import NullReporter
from core.scan import scan
from core.settings import Settings
from core.workers import InProcess
from tests.unit import made_texts

if TYPE_CHECKING:
    from pathlib import Path


def test_a_library_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    with open_library(os.fspath(tmp_path / "library")):
        modes = [stat.S_IMODE((tmp_path / "library" / name).stat().st_mode) for name in (INDEX_NAME, DECISIONS_NAME)]

    assert modes == [0o600, 0o600]


def test_a_damaged_index_is_set_aside_and_the_decisions_are_kept(tmp_path: Path) -> None:
    """S7: a library file cut short."""
    folder = os.fspath(tmp_path)
    with open_library(folder) as library:
        library.decisions.mark([Mark("/some/file.txt")])
        root = library.index.root("/some", "", "/some")
        library.index.store_files(root, [FileRow(f"/some/{n}.txt", 1, 1, 1, None) for n in range(2000)])
    index = tmp_path / INDEX_NAME
    whole = index.read_bytes()
    index.write_bytes(whole[: len(whole) // 2])

    with open_library(folder) as library:
        assert library.set_aside is not None
        assert os.path.exists(library.set_aside)
        assert library.index.file_count() == 0
        assert list(library.decisions.marks()) == ["/some/file.txt"]


def test_an_index_that_is_as_it_was_closed_is_not_checked_again_for_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks: list[Index] = []
    monkeypatch.setattr(Index, "is_whole", lambda index: not checks.append(index))  # type: ignore[func-returns-value]  # it is None
    folder, index = os.fspath(tmp_path), tmp_path / INDEX_NAME
    for _ in range(3):
        with open_library(folder) as library:
            library.index.root("/some", "", "/some")
    assert len(checks) == 1

    os.utime(index, ns=(1, index.stat().st_mtime_ns + 1))
    open_library(folder).close()
    assert len(checks) == 2

    with open_library(folder) as library:
        assert library.checked is not None
        library.checked -= 25 * 60 * 60
    open_library(folder).close()
    assert len(checks) == 3


def test_an_index_that_was_not_closed_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = os.fspath(tmp_path)
    open_library(folder).close()
    checks: list[Index] = []
    monkeypatch.setattr(Index, "is_whole", lambda index: not checks.append(index))  # type: ignore[func-returns-value]  # it is None

    with open_library(folder) as killed:
        killed.index.root("/some", "", "/some")
        with open_library(folder):
            assert len(checks) == 1


def test_damage_that_leaves_size_and_time_alone_is_looked_for_once_it_was_met(tmp_path: Path) -> None:
    folder, index = os.fspath(tmp_path), tmp_path / INDEX_NAME
    with open_library(folder) as library:
        root = library.index.root("/some", "", "/some")
        library.index.store_files(root, [FileRow(f"/some/{n}.txt", 1, 1, 1, None) for n in range(2000)])
    times = index.stat().st_mtime_ns
    whole = bytearray(index.read_bytes())
    middle = len(whole) // 2
    whole[middle:] = b"\xff" * (len(whole) - middle)
    index.write_bytes(whole)
    os.utime(index, ns=(times, times))

    with pytest.raises(sqlite3.DatabaseError), open_library(folder) as library:
        library.index.file_count()

    with open_library(folder) as library:
        assert library.set_aside is not None


@pytest.mark.parametrize("version", [-3, 0])
def test_an_index_with_tables_of_no_version_is_set_aside(tmp_path: Path, version: int) -> None:
    open_library(os.fspath(tmp_path)).close()
    with closing(sqlite3.connect(tmp_path / INDEX_NAME)) as index:
        index.execute(f"PRAGMA user_version = {version}")

    with open_library(os.fspath(tmp_path)) as library:
        assert library.set_aside is not None
        assert library.index.file_count() == 0


def test_decisions_that_lost_all_their_bytes_are_not_taken_for_new_ones(tmp_path: Path) -> None:
    open_library(os.fspath(tmp_path)).close()
    (tmp_path / DECISIONS_NAME).write_bytes(b"")

    with pytest.raises(KnownError, match="put a backup in its place"):
        open_library(os.fspath(tmp_path))
    with open_library(os.fspath(tmp_path)) as library:
        assert not library.decisions.marks()


def test_a_library_that_was_killed_before_its_first_table_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / DECISIONS_NAME).write_bytes(b"")

    with open_library(os.fspath(tmp_path)) as library:
        assert not library.decisions.marks()
    assert not list(tmp_path.glob("*.damaged-*"))


def test_an_index_that_is_no_database_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / INDEX_NAME).write_bytes(b"this is no database at all" * 100)

    with open_library(os.fspath(tmp_path)) as library:
        assert library.set_aside is not None
        assert library.index.is_whole()


@pytest.mark.parametrize("name", [INDEX_NAME, DECISIONS_NAME])
def test_a_library_of_a_newer_version_is_refused_and_untouched(tmp_path: Path, name: str) -> None:
    """S7."""
    with open_library(os.fspath(tmp_path)):
        pass
    with sqlite3.connect(tmp_path / name) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    before = (tmp_path / name).read_bytes()

    with pytest.raises(KnownError, match="newer version"):
        open_library(os.fspath(tmp_path))

    assert (tmp_path / name).read_bytes() == before


def test_a_place_that_is_no_folder_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(KnownError, match="cannot be opened"):
        open_library(os.fspath(tmp_path / "file"))


def test_a_forgotten_folder_leaves_no_trace_of_its_texts(tmp_path: Path) -> None:
    """S11."""
    phrase = "the quick brown phrase that nobody may find again"
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "secret.txt").write_text((phrase + "\n") * 3 + made_texts.text())
    place = tmp_path / "library"
    with open_library(os.fspath(place)) as library:
        scan([os.fspath(folder)], Settings(), library, InProcess(), NullReporter())
        [root] = library.index.roots()
        text = library.whole_text(os.fspath(folder / "secret.txt"))
        digest = next(iter(library.index.texts.table_rows()))[1]

        library.index.forget_root(root.id)

        left = b"".join(path.read_bytes() for path in place.iterdir() if path.name.startswith(INDEX_NAME))
        assert text is not None
        assert phrase in text
        assert digest not in left
        assert b"secret.txt" not in left
        assert library.index.texts.text_count() == 0


def test_two_connections_can_work_on_one_library(tmp_path: Path) -> None:
    folder = os.fspath(tmp_path)
    with open_library(folder) as one, open_library(folder) as other:
        root = one.index.root("/some", "", "/some")
        one.index.store_files(root, [FileRow("/some/a", 1, 1, 1, None)])

        assert other.index.file("/some/a") is not None
        other.decisions.mark([Mark("/some/a")])
        assert list(one.decisions.marks()) == ["/some/a"]
