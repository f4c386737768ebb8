"""The walk in trouble: files and folders that cannot be looked at, roots that go away, a stop."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from core import walk as walk_module
from core.errors import ProblemKind
from core.progress import Cancelled, NullReporter, Phase
from core.settings import Settings
from core.volumes import Mounts
from core.walk import walk
from tests.unit.walking import paths, walked, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="POSIX names, links or modes")


class TroubledEntry:
    """An entry whose questions end in an error of the disk."""

    def __init__(self, entry: os.DirEntry[str], error: OSError) -> None:
        self.name, self.path = entry.name, entry.path
        self._entry, self._error = entry, error

    def is_file(self, *, follow_symlinks: bool = True) -> bool:
        return self._entry.is_file(follow_symlinks=follow_symlinks)

    def is_symlink(self) -> bool:
        return self._entry.is_symlink()

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        return self._entry.is_dir(follow_symlinks=follow_symlinks)

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        raise self._error


def troubled(error_of: Callable[[str], OSError | None]) -> Any:
    """Return a scandir that fails for folders, and whose entries fail, where `error_of` says so."""

    @contextmanager
    def entries(folder: str) -> Iterator[Iterator[Any]]:
        error = error_of(folder)
        if error is not None:
            raise error
        with os.scandir(folder) as found:
            yield (TroubledEntry(entry, trouble) if (trouble := error_of(entry.path)) else entry for entry in found)

    return entries


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.EACCES, ProblemKind.DENIED),
        (errno.EIO, ProblemKind.UNREADABLE),
        (errno.ENAMETOOLONG, ProblemKind.UNREADABLE),
        (errno.ESTALE, ProblemKind.UNREADABLE),
    ],
)
def test_one_file_in_trouble_is_one_problem_and_all_others_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, kind: ProblemKind
) -> None:
    files = [write(tmp_path / f"{n}.txt") for n in range(100)]
    bad = str(files[50])
    error = OSError(number, os.strerror(number))
    monkeypatch.setattr(walk_module, "listed", troubled(lambda path: error if path == bad else None))

    seen = walked(tmp_path)

    assert [(problem.path, problem.kind) for problem in seen.problems] == [(bad, kind)]
    assert paths(seen) == sorted(str(file) for file in files if str(file) != bad)


def test_a_folder_that_cannot_be_listed_is_told_so_that_nothing_below_it_counts_as_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "closed" / "a.txt")
    file = write(tmp_path / "open" / "b.txt")
    closed = str(tmp_path / "closed")
    denied = PermissionError(errno.EACCES, "Permission denied")
    monkeypatch.setattr(walk_module, "listed", troubled(lambda path: denied if path == closed else None))

    seen = walked(tmp_path)

    assert seen.unlisted == [closed]
    assert [(problem.path, problem.kind) for problem in seen.problems] == [(closed, ProblemKind.DENIED)]
    assert paths(seen) == [str(file)]


@posix_only
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything is allowed to root")
def test_a_folder_without_permission_is_a_problem(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    try:
        seen = walked(tmp_path)
    finally:
        closed.chmod(0o700)

    assert [problem.kind for problem in seen.problems] == [ProblemKind.DENIED]


def test_a_file_that_vanishes_during_the_walk_is_no_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = write(tmp_path / "gone.txt")
    kept = write(tmp_path / "kept.txt")
    error = FileNotFoundError(errno.ENOENT, "gone")
    monkeypatch.setattr(walk_module, "listed", troubled(lambda path: error if path == str(gone) else None))

    seen = walked(tmp_path)

    assert (paths(seen), seen.problems) == ([str(kept)], [])


def test_a_root_that_is_missing_is_offline_and_the_others_are_walked(tmp_path: Path) -> None:
    file = write(tmp_path / "here" / "a.txt")

    seen = walked(tmp_path / "missing", tmp_path / "here")

    assert seen.offline == [str(tmp_path / "missing")]
    assert paths(seen) == [str(file)]
    assert seen.problems == []


def test_a_root_that_goes_away_during_the_walk_is_offline_and_nothing_of_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "stick" / "a.txt")
    write(tmp_path / "stick" / "in" / "b.txt")
    file = write(tmp_path / "disk" / "c.txt")
    stick = tmp_path / "stick"

    def pull_out(path: str) -> OSError | None:
        if path != str(stick / "in"):
            return None
        stick.rename(tmp_path / "pulled out")
        return OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(walk_module, "listed", troubled(pull_out))

    seen = walked(stick, tmp_path / "disk")

    assert seen.offline == [str(stick)]
    assert paths(seen) == [str(file)]
    assert (seen.problems, seen.unlisted, seen.skipped) == ([], [], [])


def test_the_walk_stops_when_it_is_told_to(tmp_path: Path) -> None:
    for number in range(10):
        write(tmp_path / str(number) / "a.txt")

    class Impatient(NullReporter):
        calls = 0

        def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
            self.calls += 1
            if self.calls > 3:
                raise Cancelled

    reporter = Impatient()
    with pytest.raises(Cancelled):
        walk([str(tmp_path)], Settings(), reporter, Mounts(()))
    assert reporter.calls == 4


def state_of_tree(folder: Path) -> dict[str, tuple[int, ...]]:
    found = {}
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            status = os.lstat(os.path.join(place, name))
            is_folder = stat.S_ISDIR(status.st_mode)
            atime = 0 if is_folder else status.st_atime_ns
            found[os.path.join(place, name)] = (status.st_mode, status.st_mtime_ns, status.st_ctime_ns, atime)
    return found


def test_a_walk_changes_nothing_on_the_disk(tmp_path: Path) -> None:
    for number in range(5):
        write(tmp_path / str(number) / "a.txt")
    before = state_of_tree(tmp_path)

    walked(tmp_path)

    assert state_of_tree(tmp_path) == before
