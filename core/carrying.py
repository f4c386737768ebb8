"""Moving a file so that it is never in no place: by a rename, else by a copy that is proved before the source goes."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from core.actions import Failing
from core.disk import Disk, go_on
from core.opening import system_path
from core.trash_listing import record_of

if TYPE_CHECKING:
    from collections.abc import Callable

_NAMES = {
    Failing.GONE: ("ENOENT", "ENOTDIR"),
    Failing.DENIED: ("EACCES", "EPERM", "EROFS"),
    Failing.IN_USE: ("EBUSY", "ETXTBSY", "EAGAIN"),
    Failing.NO_SPACE: ("ENOSPC", "EDQUOT", "EFBIG"),
    Failing.OFFLINE: ("ENODEV", "ENXIO", "ESTALE", "ENOTCONN", "EHOSTDOWN"),
    Failing.CHANGED: ("EINVAL", "ELOOP"),
}
_MEANINGS = {
    getattr(errno, name): failing for failing, names in _NAMES.items() for name in names if hasattr(errno, name)
}
"""What the numbers mean; no system has all of them."""

_WINDOWS_IN_USE = (32, 33)
"""ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION."""


class Left(Exception):  # noqa: N818 -- no error: the decision to leave one file alone
    """A file is left alone; `place` is where it stands if not at its path."""

    def __init__(self, failing: Failing, place: str | None = None, cause: str = "") -> None:
        super().__init__(failing.value)
        self.failing = failing
        self.place = place
        self.cause = cause


def failing_of(error: OSError) -> Failing:
    """Return what an error of the system means for the file it befell."""
    if getattr(error, "winerror", None) in _WINDOWS_IN_USE:
        return Failing.IN_USE
    return _MEANINGS.get(error.errno or 0, Failing.UNREADABLE)


def part_name(target: str, aside: str) -> str:
    """Return the name beside `target` under which a copy grows; `aside` makes it one of its own."""
    return os.path.join(os.path.dirname(target), os.path.basename(aside) + ".part")


def carry(disk: Disk, source: str, target: str, part: str, pulse: Callable[[], None] = go_on) -> None:
    """Move `source` to the free name `target`, over volumes too.

    Args:
        part: a name on the target's volume for the copy while it is not proved.

    Raises:
        FileExistsError: when the target is there.
        OSError: when it could not; then the source is where it was.
    """
    try:
        disk.rename(source, target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _carry_over(disk, source, target, part, pulse)


def _carry_over(disk: Disk, source: str, target: str, part: str, pulse: Callable[[], None]) -> None:
    try:
        copied = disk.copy(source, part, pulse)
        if disk.read(source, pulse).blake3 != copied.blake3:
            raise OSError(errno.EIO, "the copy differs from its source", source)
        disk.rename(part, target)
    except BaseException:
        if disk.is_there(part):
            disk.unlink(part)
        raise
    disk.unlink(source)


def put_back(disk: Disk, aside: str, path: str) -> None:
    """Give a file set aside its name again.

    Raises:
        Left: when another file has the name now; it says where the file stands.
        OSError: when the system refuses.
    """
    try:
        disk.rename(aside, path)
    except FileExistsError:
        place = disk.free_name(path)
        disk.rename(aside, place)
        raise Left(Failing.OTHER_FILE_IN_PLACE, place) from None


def fetch(disk: Disk, place: str, target: str, part: str, pulse: Callable[[], None] = go_on) -> None:
    """Bring a file back from the trash or a holding folder to the free name `target`, and remove its record."""
    disk.make_folders(os.path.dirname(target))
    carry(disk, place, target, part, pulse)
    forget_record(disk, place)


def bring_back(disk: Disk, place: str, path: str, aside: str) -> str:
    """Bring a file back from `place` to `path`, or a free name beside it; return where it is now."""
    while True:
        target = disk.free_name(path)
        try:
            fetch(disk, place, target, part_name(target, aside))
        except FileExistsError:
            continue  # somebody was quicker: the next name
        return target


def forget_record(disk: Disk, place: str) -> None:
    """Remove the trash's record of a file that left it."""
    record = record_of(place)
    if record is not None and disk.is_there(record):
        disk.unlink(record)


def is_link_to(path: str, keeper: str | None) -> bool:
    """Return whether `path` is no file of its own, but our link to `keeper` or a second name of it."""
    if keeper is None:
        return False
    try:
        return os.readlink(path) == system_path(keeper) if os.path.islink(path) else os.path.samefile(path, keeper)
    except OSError:
        return False
