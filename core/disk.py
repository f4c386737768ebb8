"""What disposal does to the disk, each step a method: a test puts its faults before and after any of them.

No step overwrites: a rename onto a name that is taken fails. No step follows a symbolic link.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import stat
import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from blake3 import blake3

from core.opening import open_to_read, system_path

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Callable

BLOCK = 1024 * 1024
"""Bytes read at a time; between two blocks the user may stop."""

_AT_FDCWD = -100
_RENAME_NOREPLACE = 1
_RENAME_EXCL = 4


def go_on() -> None:
    """Never stop."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A file as it was read: its status from the open descriptor, and the digest of its bytes."""

    status: os.stat_result
    blake3: str


class Disk:
    """The disk itself."""

    def look(self, path: str) -> os.stat_result:
        """Return the status of the regular file `path`.

        Raises:
            OSError: when it is not there; EINVAL when it is no regular file (any more).
        """
        status = os.lstat(system_path(path))
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "no regular file", path)
        return status

    def is_there(self, path: str) -> bool:
        """Return whether the name exists, be it a dangling link.

        Raises:
            OSError: when that cannot be found out: an answer of "no" would be a guess.
        """
        try:
            os.lstat(system_path(path))
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True

    def read(self, path: str, pulse: Callable[[], None] = go_on) -> Seen:
        """Read the whole file and return its status and digest."""
        hasher = blake3()
        descriptor = open_to_read(path)
        try:
            _refuse_locked(descriptor, path)
            while block := os.read(descriptor, BLOCK):
                hasher.update(block)
                pulse()
            return Seen(os.fstat(descriptor), hasher.hexdigest())
        finally:
            os.close(descriptor)

    def compare(
        self, a: str, b: str, pulse: Callable[[], None] = go_on
    ) -> tuple[os.stat_result, os.stat_result] | None:
        """Compare two files byte for byte; return their status where all bytes are equal, else None."""
        one = open_to_read(a)
        try:
            other = open_to_read(b)
            try:
                while block := os.read(one, BLOCK):
                    if block != _read_exactly(other, len(block)):
                        return None
                    pulse()
                return None if os.read(other, 1) else (os.fstat(one), os.fstat(other))
            finally:
                os.close(other)
        finally:
            os.close(one)

    def rename(self, source: str, target: str) -> None:
        """Rename within one volume; never onto a name that is taken.

        Raises:
            FileExistsError: when the target is there.
            OSError: EXDEV when it is on another volume.
        """
        exclusive = _exclusive_rename()
        if exclusive is None or not exclusive(system_path(source), system_path(target)):
            if self.is_there(target):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)
            os.rename(system_path(source), system_path(target))

    def copy(self, source: str, target: str, pulse: Callable[[], None] = go_on) -> Seen:
        """Copy a file to a new name with its dates and mode, down to the platter; return what was read back."""
        reading = open_to_read(source)
        try:
            writing = os.open(system_path(target), _NEW, 0o600)
            try:
                while block := os.read(reading, BLOCK):
                    _write(writing, block)
                    pulse()
                os.fsync(writing)
            finally:
                os.close(writing)
        finally:
            os.close(reading)
        shutil.copystat(system_path(source), system_path(target), follow_symlinks=False)
        return self.read(target, pulse)

    def set_times(self, path: str, mtime_ns: int, mode: int) -> None:
        """Give a file its date and, unless `mode` is 0 for unknown, its permission bits."""
        os.utime(system_path(path), ns=(mtime_ns, mtime_ns))
        if mode:
            os.chmod(system_path(path), stat.S_IMODE(mode))

    def unlink(self, path: str) -> None:
        """Remove a name. The only step that can erase."""
        os.unlink(system_path(path))

    def hard_link(self, source: str, target: str) -> None:
        """Give a file a second name."""
        os.link(system_path(source), system_path(target), follow_symlinks=False)

    def symbolic_link(self, source: str, target: str) -> None:
        """Make a link that leads to `source`."""
        os.symlink(system_path(source), system_path(target))

    def hold_folder(self, path: str) -> int | None:
        """Take hold of the folder of `path`, so that it is found when it is moved meanwhile (Linux; else None)."""
        if not sys.platform.startswith("linux"):
            return None
        return os.open(system_path(os.path.dirname(path)), os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)

    def let_go(self, folder: int | None) -> None:
        """End what `hold_folder` began."""
        if folder is not None:
            os.close(folder)

    def place_now(self, path: str, folder: int | None) -> str:
        """Return the path by now of what was at `path` when its folder was taken hold of."""
        if folder is None:
            return path
        above, name = os.path.split(path)
        try:
            if os.path.samestat(os.stat(system_path(above)), os.fstat(folder)):
                return path
        except OSError:
            pass  # the folder has no name there any more
        return os.path.join(os.readlink(f"/proc/self/fd/{folder}"), name)

    def make_folders(self, path: str) -> None:
        """Make a folder and those above it where they are missing."""
        os.makedirs(system_path(path), exist_ok=True)

    def remove_empty_folder(self, path: str) -> None:
        """Remove a folder that holds nothing.

        Raises:
            OSError: when it holds something.
        """
        os.rmdir(system_path(path))

    def free_name(self, path: str, taken: Callable[[str], bool] = lambda _: False) -> str:
        """Return `path`, or "name (1).suffix", "name (2).suffix" … where it is there or `taken`."""
        folder, name = os.path.split(path)
        stem, suffix = os.path.splitext(name)
        number = 0
        candidate = path
        while taken(candidate) or self.is_there(candidate):
            number += 1
            candidate = os.path.join(folder, f"{stem} ({number}){suffix}")
        return candidate


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def _read_exactly(descriptor: int, length: int) -> bytes:
    block = os.read(descriptor, length)
    while len(block) < length and (more := os.read(descriptor, length - len(block))):
        block += more
    return block


def _write(descriptor: int, block: bytes) -> None:
    view = memoryview(block)
    while view:
        view = view[os.write(descriptor, view) :]


def _refuse_locked(descriptor: int, path: str) -> None:
    """Raise BlockingIOError when another program holds the file locked (on Windows opening fails by itself)."""
    if sys.platform != "win32":
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BlockingIOError(errno.EWOULDBLOCK, "locked by another program", path) from error
        except OSError:
            return  # no such locks on this file system
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@cache
def _exclusive_rename() -> Callable[[str, str], bool] | None:
    """Return the system's rename that refuses to overwrite: it returns False where the volume does not have it."""
    if sys.platform == "win32":
        return _windows_rename
    library = ctypes.CDLL(None, use_errno=True)
    if hasattr(library, "renameat2"):
        call, before, flag = library.renameat2, _AT_FDCWD, _RENAME_NOREPLACE
        call.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
        return lambda source, target: _done(
            call(before, os.fsencode(source), before, os.fsencode(target), flag), source, target
        )
    if hasattr(library, "renamex_np"):
        swift = library.renamex_np
        swift.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint)
        return lambda source, target: _done(
            swift(os.fsencode(source), os.fsencode(target), _RENAME_EXCL), source, target
        )
    return None


def _windows_rename(source: str, target: str) -> bool:
    os.rename(source, target)  # refuses to overwrite by itself
    return True


def _done(result: int, source: str, target: str) -> bool:
    if result == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP):
        return False
    raise OSError(number, os.strerror(number), source, None, target)
