"""The walk: what it finds, what it passes over, and that nothing breaks it."""

from __future__ import annotations

import errno
import os
import socket
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
from core.volumes import Mount, Mounts
from core.walk import SkipReason, Walk, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="POSIX names, links or modes")


def walked(*roots: Path, mounts: Mounts | None = None, **choices: Any) -> Walk:
    return walk([str(root) for root in roots], Settings(**choices), NullReporter(), mounts or Mounts(()))


def paths(seen: Walk) -> list[str]:
    return sorted(document.path for document in seen.documents)


def reasons(seen: Walk, below: Path) -> dict[str, str]:
    return {os.path.relpath(skipped.path, below): skipped.reason for skipped in seen.skipped}


def write(path: Path, content: bytes = b"content") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def test_every_file_below_a_root_is_a_document_with_what_the_system_says_of_it(tmp_path: Path) -> None:
    file = write(tmp_path / "a" / "b" / "report.docx", b"12345")
    status = file.stat()

    (document,) = walked(tmp_path).documents

    assert (document.path, document.root, document.size) == (str(file), str(tmp_path), 5)
    assert (document.mtime_ns, document.ctime_ns) == (status.st_mtime_ns, status.st_ctime_ns)
    if sys.platform != "win32":
        assert (document.device, document.inode, document.links) == (status.st_dev, status.st_ino, 1)


def test_small_and_empty_files_are_not_left_out_by_default(tmp_path: Path) -> None:
    files = [write(tmp_path / "empty", b""), write(tmp_path / "tiny.txt", b"x")]

    assert paths(walked(tmp_path)) == sorted(map(str, files))


@posix_only
def test_links_are_no_members_a_loop_ends_and_a_dangling_link_is_counted(tmp_path: Path) -> None:
    file = write(tmp_path / "folder" / "a.txt")
    (tmp_path / "to a file").symlink_to(file)
    (tmp_path / "folder" / "loop").symlink_to(tmp_path)
    (tmp_path / "itself").symlink_to(tmp_path / "itself")
    (tmp_path / "dangling").symlink_to(tmp_path / "gone")

    seen = walked(tmp_path)

    assert paths(seen) == [str(file)]
    assert reasons(seen, tmp_path) == {
        "to a file": SkipReason.LINK,
        "folder/loop": SkipReason.LINK,
        "itself": SkipReason.LINK,
        "dangling": SkipReason.DANGLING_LINK,
    }
    assert seen.problems == []


@posix_only
def test_a_root_that_is_a_link_is_walked(tmp_path: Path) -> None:
    write(tmp_path / "real" / "a.txt")
    (tmp_path / "link").symlink_to(tmp_path / "real")

    assert paths(walked(tmp_path / "link")) == [str(tmp_path / "link" / "a.txt")]


@posix_only
def test_a_folder_reached_through_two_roots_is_walked_once(tmp_path: Path) -> None:
    write(tmp_path / "real" / "a.txt")
    (tmp_path / "link").symlink_to(tmp_path / "real")

    seen = walked(tmp_path / "link", tmp_path / "real")

    assert len(seen.documents) == 1
    assert list(reasons(seen, tmp_path).values()) == [SkipReason.SAME_FOLDER]


def test_overlapping_roots_give_each_path_once_with_the_innermost_root(tmp_path: Path) -> None:
    outer, inner = write(tmp_path / "a.txt"), write(tmp_path / "in" / "b.txt")

    seen = walked(tmp_path, tmp_path / "in", tmp_path)

    assert {document.path: document.root for document in seen.documents} == {
        str(outer): str(tmp_path),
        str(inner): str(tmp_path / "in"),
    }
    assert seen.skipped == []


def test_a_chosen_root_is_walked_even_when_it_is_hidden(tmp_path: Path) -> None:
    file = write(tmp_path / ".hidden" / "a.txt")

    assert paths(walked(tmp_path / ".hidden", tmp_path)) == [str(file)]


def test_lock_temporary_and_desktop_files_are_passed_over_with_their_reason(tmp_path: Path) -> None:
    expected = {
        "~$report.docx": SkipReason.OFFICE_LOCK,
        ".~lock.report.odt#": SkipReason.OFFICE_LOCK,
        "~WRL0001.tmp": SkipReason.TEMPORARY,
        "film.mp4.crdownload": SkipReason.TEMPORARY,
        "Thumbs.db": SkipReason.SYSTEM_FILE,
        ".secret": SkipReason.HIDDEN,
    }
    for name in expected:
        write(tmp_path / name)
    kept = write(tmp_path / "report~1.docx")

    seen = walked(tmp_path)

    assert reasons(seen, tmp_path) == expected
    assert paths(seen) == [str(kept)]


def test_packages_and_trash_are_one_thing_that_is_not_entered(tmp_path: Path) -> None:
    for folder in ("Photos.photoslibrary", "notes.rtfd", "$RECYCLE.BIN", ".Trash-1000"):
        write(tmp_path / folder / "inside.txt")

    seen = walked(tmp_path, hidden=True)

    assert seen.documents == []
    assert reasons(seen, tmp_path) == {
        "Photos.photoslibrary": SkipReason.PACKAGE,
        "notes.rtfd": SkipReason.PACKAGE,
        "$RECYCLE.BIN": SkipReason.TRASH,
        ".Trash-1000": SkipReason.TRASH,
    }


@posix_only
def test_system_folders_are_passed_over_unless_they_are_the_chosen_root() -> None:
    seen = walk_module.passed_over("usr", "/usr")
    assert seen == (SkipReason.SYSTEM_FOLDER if sys.platform != "win32" else None)
    assert walk_module.passed_over("usr", "/home/me/usr") is None


@posix_only
def test_pipes_and_sockets_are_special_and_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        seen = walked(tmp_path)

    assert reasons(seen, tmp_path) == {"pipe": SkipReason.SPECIAL, "socket": SkipReason.SPECIAL}


@posix_only
def test_a_cloud_placeholder_is_listed_and_not_a_document(tmp_path: Path) -> None:
    with open(tmp_path / "in the cloud.docx", "wb") as file:
        file.truncate(walk_module.PLACEHOLDER_SIZE)
    with open(tmp_path / "small hole", "wb") as file:
        file.truncate(walk_module.PLACEHOLDER_SIZE - 1)

    seen = walked(tmp_path)

    assert reasons(seen, tmp_path) == {"in the cloud.docx": SkipReason.CLOUD_ONLY}
    assert paths(seen) == [str(tmp_path / "small hole")]


@posix_only
def test_a_file_system_that_counts_no_blocks_has_no_placeholders(tmp_path: Path) -> None:
    with open(tmp_path / "file.docx", "wb") as file:
        file.truncate(walk_module.PLACEHOLDER_SIZE)

    seen = walked(tmp_path, mounts=Mounts([Mount("/", "/", "fuse.sshfs", "host:")]))

    assert paths(seen) == [str(tmp_path / "file.docx")]
    assert [document.inode for document in seen.documents] == [0]


@posix_only
def test_one_share_mounted_twice_is_one_device(tmp_path: Path) -> None:
    write(tmp_path / "one" / "a.txt")
    mounts = Mounts([Mount(str(tmp_path / name), "/", "nfs4", "server:/share") for name in ("one", "two")])

    (document,) = walked(tmp_path / "one", mounts=mounts).documents

    assert document.device < 0


def test_what_the_kernel_makes_up_is_not_walked(tmp_path: Path) -> None:
    write(tmp_path / "proc" / "1" / "environ")
    real = walk_module._Walker._traits_of

    def traits_of(self: Any, device: int, path: str) -> Any:
        traits = real(self, device, path)
        return walk_module._Traits(traits.device, True, True, True) if path.endswith("proc") else traits

    walker = walk_module._Walker(Settings(), NullReporter(), Mounts(()))
    walker._traits_of = traits_of.__get__(walker)  # type: ignore[method-assign] - stands for a device that cannot be mounted here
    walker.root(str(tmp_path))

    assert [skipped.reason for skipped in walker.result().skipped] == [SkipReason.SYSTEM_FOLDER]


NAMES = [
    b"caf\xe9 in latin-1.txt",
    "emoji 🐼.txt".encode(),
    b"trailing space ",
    b"trailing dot.",
    "right to left \u202e txt.exe".encode(),
    b"line\nfeed.txt",
    "NFC caf\u00e9".encode(),
    "NFD cafe\u0301".encode(),
    b"%d %s {name} #hash 'single' \"double\" \\back.txt",
    b"-rf",
    "长".encode() * 80,
]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux takes names of any bytes")
def test_names_of_any_bytes_are_found_as_they_are(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path)
    for name in NAMES:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(b"x")

    found = {os.path.basename(os.fsencode(path)) for path in paths(walked(tmp_path))}

    assert found == set(NAMES)


@posix_only
def test_a_path_longer_than_the_system_takes_is_walked(tmp_path: Path) -> None:
    name = "n" * 200
    folder = os.open(tmp_path, os.O_RDONLY)
    for _ in range(25):
        os.mkdir(name, dir_fd=folder)
        inner = os.open(name, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(os.open("deep.txt", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
    os.close(folder)

    (path,) = paths(walked(tmp_path))

    assert len(os.fsencode(path)) > 5000
    assert os.path.basename(path) == "deep.txt"


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
    monkeypatch.setattr(walk_module, "_entries", troubled(lambda path: error if path == bad else None))

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
    monkeypatch.setattr(walk_module, "_entries", troubled(lambda path: denied if path == closed else None))

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
    monkeypatch.setattr(walk_module, "_entries", troubled(lambda path: error if path == str(gone) else None))

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

    monkeypatch.setattr(walk_module, "_entries", troubled(pull_out))

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
