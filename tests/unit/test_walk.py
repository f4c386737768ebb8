"""The walk: what it finds, what it passes over, and that nothing breaks it."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from core import walk as walk_module
from core.progress import NullReporter
from core.settings import Settings
from core.volumes import Mount, Mounts
from core.walk import SkipReason
from tests.unit.walking import paths, reasons, walked, write

if TYPE_CHECKING:
    pass

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="POSIX names, links or modes")


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
