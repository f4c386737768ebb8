"""Opening files so that reading leaves no trace, cannot hang and works with names of any bytes and length."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_READ = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
"""A name that became a link or a pipe since the walk must neither lead elsewhere nor block for ever."""

_NO_TRACE = getattr(os, "O_NOATIME", 0)
"""Linux: do not touch the access time. Allowed to the owner of the file only."""

_PIECE = 3000
"""Bytes of a path handed to one system call when the whole is longer than the system takes (4,096 on Linux)."""


def system_path(path: str) -> str:
    """Return `path` as the system must be told it: on Windows with the prefix that lifts the limit of 260
    characters and keeps spaces and dots at the end of a name."""
    if sys.platform != "win32" or path.startswith("\\\\?\\") or not os.path.isabs(path):
        return path
    if path.startswith("\\\\"):
        return "\\\\?\\UNC\\" + path[2:]
    return "\\\\?\\" + path


def open_to_read(path: str) -> int:
    """Open the regular file `path` and return its descriptor, without changing its access time where allowed.

    Raises:
        OSError: also when it is no regular file (any more).
    """
    return open_with_status(path)[0]


def open_with_status(path: str) -> tuple[int, os.stat_result]:
    """Open the regular file `path` as `open_to_read` does.

    Returns:
        Its descriptor, and what the system says of the file that was opened.

    Raises:
        OSError: also when it is no regular file (any more).
    """
    descriptor = _open(path, _READ)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "no regular file", path)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor, status


@contextmanager
def open_file(path: str) -> Iterator[int]:
    """Open a regular file to read, as `open_to_read` does, and close it afterwards."""
    descriptor = open_to_read(path)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def open_folder(path: str) -> int:
    """Open the folder `path`, of any length, for `os.scandir` (POSIX only)."""
    return _open(path, _READ & ~getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_DIRECTORY", 0))


def _open(path: str, flags: int) -> int:
    name = system_path(path)
    try:
        return os.open(name, flags | _NO_TRACE)
    except PermissionError as error:
        if error.errno != errno.EPERM or not _NO_TRACE:
            raise
        return os.open(name, flags)
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG or os.open not in os.supports_dir_fd:
            raise
        return _open_in_pieces(path, flags)


def _open_in_pieces(path: str, flags: int) -> int:
    """Open a path longer than one system call takes, folder by folder."""
    names = os.fsencode(path).split(b"/")
    folder = os.open(b"/", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    piece: list[bytes] = []
    try:
        for name in filter(None, names[:-1]):
            if piece and sum(map(len, piece)) + len(piece) + len(name) > _PIECE:
                folder = _descend(folder, b"/".join(piece))
                piece = []
            piece.append(name)
        if piece:
            folder = _descend(folder, b"/".join(piece))
        return os.open(names[-1], flags, dir_fd=folder)
    finally:
        os.close(folder)


def _descend(folder: int, names: bytes) -> int:
    inner = os.open(names, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=folder)
    os.close(folder)
    return inner


def read_at(descriptor: int, length: int, offset: int) -> bytes:
    """Read `length` bytes from `offset`; fewer only where the file ends."""
    block = _pread(descriptor, length, offset)
    while len(block) < length:
        more = _pread(descriptor, length - len(block), offset + len(block))
        if not more:
            break
        block += more
    return block


def read_block(descriptor: int, buffer: bytearray, length: int, offset: int) -> int:
    """Read into `buffer` from `offset` and return how many bytes came; fewer than `length` only where the file ends.

    Memory that is used again costs a quarter less time than new memory for each block.
    """
    if _preadv is None:
        block = read_at(descriptor, len(buffer), offset)
        buffer[: len(block)] = block
        return len(block)
    count = _preadv(descriptor, [buffer], offset)
    if 0 < count < length:
        rest = read_at(descriptor, length - count, offset + count)
        buffer[count : count + len(rest)] = rest
        count += len(rest)
    return count


def _seek_and_read(descriptor: int, length: int, offset: int) -> bytes:
    os.lseek(descriptor, offset, os.SEEK_SET)
    return os.read(descriptor, length)


_pread: Callable[[int, int, int], bytes] = getattr(os, "pread", _seek_and_read)
_preadv: Callable[[int, list[bytearray], int], int] | None = getattr(os, "preadv", None)
