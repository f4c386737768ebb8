"""Identical files when reading fails, is stopped or must leave no trace; and questions about one or two files."""

from __future__ import annotations

import errno
import hashlib
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from blake3 import blake3

from core import comparison, digest, opening
from core.comparison import BLOCK
from core.digest import equal_bytes, file_digests, identical
from core.errors import ProblemKind
from core.progress import Cancelled, NullReporter, Phase
from tests.unit.files import document, names, told, write

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="links or modes of POSIX")

# Trouble


class Trouble:
    """Files whose opening or reading fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opening: dict[str, OSError] = {}
        self.reading: dict[str, OSError] = {}
        self._paths: dict[int, str] = {}
        real_open, real_pread, real_preadv = opening.os.open, opening._pread, opening._preadv

        def open_(path: Any, *arguments: Any, **more: Any) -> int:
            if path in self.opening:
                raise self.opening[path]
            descriptor = real_open(path, *arguments, **more)
            self._paths[descriptor] = path
            return descriptor

        def pread(descriptor: int, *arguments: Any) -> Any:
            if self._paths.get(descriptor) in self.reading:
                raise self.reading[self._paths[descriptor]]
            return real_pread(descriptor, *arguments)

        def preadv(descriptor: int, *arguments: Any) -> Any:
            if self._paths.get(descriptor) in self.reading:
                raise self.reading[self._paths[descriptor]]
            assert real_preadv is not None
            return real_preadv(descriptor, *arguments)

        monkeypatch.setattr(opening.os, "open", open_)
        monkeypatch.setattr(opening, "_pread", pread)
        if real_preadv is not None:
            monkeypatch.setattr(opening, "_preadv", preadv)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO, errno.ENAMETOOLONG, errno.ESTALE])
@pytest.mark.parametrize("act", ["opening", "reading"])
def test_a_failed_read_is_one_problem_and_makes_nothing_equal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str, number: int
) -> None:
    files = write(tmp_path, dict.fromkeys("abcd", b"same"))
    trouble = Trouble(monkeypatch)
    getattr(trouble, act).update({files[place].path: OSError(number, os.strerror(number)) for place in (0, 2)})

    found = told(files)

    assert names(found) == [["b", "d"]]
    assert sorted(problem.path for problem in found.problems) == [files[0].path, files[2].path]
    kind = ProblemKind.DENIED if number == errno.EACCES else ProblemKind.UNREADABLE
    assert {problem.kind for problem in found.problems} == {kind}
    assert all(one.is_told_apart for one in found.classes)


def test_two_files_that_vanished_are_not_equal(tmp_path: Path) -> None:
    files = write(tmp_path, {"a": b"same", "b": b"same"})
    for file in files:
        os.unlink(file.path)

    found = told(files)

    assert found.classes == []
    assert {problem.kind for problem in found.problems} == {ProblemKind.CHANGED}


@pytest.mark.parametrize("content", [b"long", b"longer", b"s"])
def test_a_file_that_changed_since_the_walk_is_equal_to_nothing(tmp_path: Path, content: bytes) -> None:
    files = write(tmp_path, {"a": b"same", "b": b"same", "c": b"same"})
    (tmp_path / "b").write_bytes(content)
    os.utime(tmp_path / "b", ns=(1, 1))

    found = told(files)

    assert names(found) == [["a", "c"]]
    assert [(problem.path, problem.kind) for problem in found.problems] == [(files[1].path, ProblemKind.CHANGED)]


@pytest.mark.parametrize("size", [4, 400_000])
def test_a_file_that_is_written_to_while_it_is_compared_is_equal_to_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    files = write(tmp_path, dict.fromkeys("abc", b"s" * size))
    agree, block = comparison.Buffers.agree, comparison._OpenFile.block

    def agree_and_touch(self: comparison.Buffers, *arguments: Any) -> bool:
        answer = agree(self, *arguments)
        os.utime(tmp_path / "b", ns=(1, 1))
        return answer

    def block_and_touch(self: comparison._OpenFile, *arguments: Any) -> bytes:
        answer = block(self, *arguments)
        if self.name.path.endswith("c"):
            os.utime(tmp_path / "b", ns=(1, 1))
        return answer

    monkeypatch.setattr(comparison.Buffers, "agree", agree_and_touch)
    monkeypatch.setattr(comparison._OpenFile, "block", block_and_touch)

    found = told(files)

    assert names(found) == [["a", "c"]]
    assert [(problem.path, problem.kind) for problem in found.problems] == [(files[1].path, ProblemKind.CHANGED)]


@posix_only
def test_a_name_that_became_a_link_or_a_pipe_is_not_followed(tmp_path: Path) -> None:
    files = write(tmp_path, dict.fromkeys("abcd", b"same"))
    for file in files:
        os.utime(file.path, ns=(1, 1))
    files = [document(tmp_path / name) for name in "abcd"]
    os.unlink(tmp_path / "a")
    (tmp_path / "a").symlink_to(tmp_path / "b")
    os.unlink(tmp_path / "c")
    os.mkfifo(tmp_path / "c")

    found = told(files)

    assert names(found) == [["b", "d"]]
    assert len(found.problems) == 2


@posix_only
def test_another_name_of_the_file_is_read_when_the_first_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write(tmp_path, {"a": b"same", "copy": b"same"})
    os.link(tmp_path / "a", tmp_path / "second name")
    trouble = Trouble(monkeypatch)
    trouble.opening[files[0].path] = PermissionError(errno.EACCES, "Permission denied")

    found = told([*files, document(tmp_path / "second name")])

    assert names(found) == [["a", "copy", "second name"]]
    assert [problem.path for problem in found.problems] == [files[0].path]


def test_a_root_that_goes_away_while_files_are_compared_is_offline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick, disk = tmp_path / "stick", tmp_path / "disk"
    stick.mkdir()
    disk.mkdir()
    files = [*write(stick, {"a": b"same"}), *write(disk, {"b": b"same", "c": b"same"})]
    stick.rename(tmp_path / "pulled out")

    found = told(files)

    assert found.offline == [str(stick)]
    assert found.problems == []
    assert names(found) == [["b", "c"]]


# Stop


class StopAfter(NullReporter):
    """Stops at a moment; tells how long it took to be heard."""

    def __init__(self, seconds: float) -> None:
        self._from = time.monotonic() + seconds

    def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
        if time.monotonic() > self._from:
            raise Cancelled


@posix_only
def test_a_stop_inside_two_files_of_4_gigabytes_is_heard_within_a_second(tmp_path: Path) -> None:
    for name in "ab":
        with open(tmp_path / name, "wb") as file:
            file.truncate(4 * 1024**3)
    small = write(tmp_path, {"c": b"same", "d": b"same"})
    files = [*small, *(document(tmp_path / name) for name in "ab")]

    start = time.monotonic()
    found = identical(files, StopAfter(0.2))

    assert time.monotonic() - start < 1.2
    assert not found.is_complete
    assert names(found) == [["c", "d"]]


def test_what_was_told_before_a_stop_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest, "THREADS", 1)
    files = write(tmp_path, {f"{size} {name}": b"x" * size for size in range(1, 9) for name in "ab"})

    class StopAtHalf(NullReporter):
        def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
            if total is not None and done > total // 2:
                raise Cancelled

    found = identical(files, StopAtHalf())

    assert not found.is_complete
    assert 0 < len(found.classes) < 8


def test_progress_ends_with_all_bytes_done(tmp_path: Path) -> None:
    files = write(tmp_path, {f"{size} {name}": b"x" * size for size in (5, BLOCK + 5) for name in "abc"})
    seen: list[tuple[int, int | None]] = []
    lock = threading.Lock()

    class Listener(NullReporter):
        def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
            with lock:
                seen.append((done, total))

    identical(files, Listener())

    assert seen[-1] == (3 * (BLOCK + 10), 3 * (BLOCK + 10))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


# Traces


@posix_only
def test_comparing_changes_no_time_and_no_mode(tmp_path: Path) -> None:
    files = write(tmp_path, {"a": b"same" * 100_000, "b": b"same" * 100_000})
    os.chmod(tmp_path / "a", 0o400)
    for file in files:
        os.utime(file.path, ns=(1_000, 2_000_000_000))
    files = [document(tmp_path / name) for name in "ab"]
    before = [os.stat(file.path) for file in files]

    assert names(told(files)) == [["a", "b"]]

    after = [os.stat(file.path) for file in files]
    if sys.platform == "linux":
        assert [status.st_atime_ns for status in after] == [status.st_atime_ns for status in before]
    assert [(s.st_mode, s.st_mtime_ns, s.st_ctime_ns) for s in after] == [
        (s.st_mode, s.st_mtime_ns, s.st_ctime_ns) for s in before
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the flag")
def test_a_file_of_another_owner_is_read_without_the_flag_that_only_owners_may_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"text")
    real = os.open

    def owned_by_another(path: Any, flags: int, *arguments: Any, **more: Any) -> int:
        if flags & os.O_NOATIME:
            raise PermissionError(errno.EPERM, "Operation not permitted")
        return real(path, flags, *arguments, **more)

    monkeypatch.setattr(opening.os, "open", owned_by_another)

    with opening.open_file(str(tmp_path / "a")) as descriptor:
        assert opening.read_at(descriptor, 10, 0) == b"text"


@posix_only
def test_a_path_longer_than_the_system_takes_is_read(tmp_path: Path) -> None:
    name = "n" * 200
    folder, path = os.open(tmp_path, os.O_RDONLY), str(tmp_path)
    for _ in range(25):
        os.mkdir(name, dir_fd=folder)
        inner = os.open(name, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder, path = inner, f"{path}/{name}"
    file = os.open("deep", os.O_CREAT | os.O_WRONLY, dir_fd=folder)
    os.write(file, b"deep text")
    os.close(file)
    os.close(folder)

    with opening.open_file(f"{path}/deep") as descriptor:
        assert opening.read_at(descriptor, 100, 0) == b"deep text"


# One or two files


def test_equal_bytes_compares_every_byte_now(tmp_path: Path) -> None:
    content = os.urandom(2 * BLOCK + 7)
    write(tmp_path, {"a": content, "b": content, "c": content[:-1] + b"!", "d": content[:-1], "e": b"", "f": b""})

    def equal(a: str, b: str) -> bool:
        return equal_bytes(str(tmp_path / a), str(tmp_path / b))

    assert [equal("a", other) for other in "bcd"] == [True, False, False]
    assert equal("e", "f")
    with pytest.raises(FileNotFoundError):
        equal("a", "gone")


@pytest.mark.parametrize("size", [0, 1, BLOCK, 3 * 1024 * 1024 + 1])
def test_digests_are_those_of_the_whole_file(tmp_path: Path, size: int) -> None:
    content = os.urandom(size)
    write(tmp_path, {"a": content})

    found = file_digests(str(tmp_path / "a"))

    assert found.md5 == hashlib.md5(content).hexdigest()
    assert found.blake3 == blake3(content).hexdigest()


def test_digests_of_a_large_file_can_be_stopped(tmp_path: Path) -> None:
    with open(tmp_path / "a", "wb") as file:
        file.truncate(4 * 1024**3)

    start = time.monotonic()
    with pytest.raises(Cancelled):
        file_digests(str(tmp_path / "a"), StopAfter(0.1))
    assert time.monotonic() - start < 1.1
