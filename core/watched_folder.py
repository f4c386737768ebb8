"""Where a watched folder stands: at its place, renamed beside it, or nowhere; whether the system has watches left."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import dataclass

from core.opening import system_path

_NEVER = (0, 0)


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A folder as it stood when its watch began.

    Attributes:
        identity: device and inode; zeros where it was not there, or the system tells none.
    """

    path: str
    identity: tuple[int, int]

    @classmethod
    def at(cls, path: str) -> WatchedFolder:
        """Return the folder at `path` as it stands now."""
        return cls(path, _identity(path))

    def is_there(self) -> bool:
        """Return whether a folder stands at the path now, be it this one or another."""
        return os.path.isdir(system_path(self.path))

    def stands(self) -> bool:
        """Return whether this very folder stands at its path, or any where it was not there before."""
        now = _identity(self.path)
        return self.is_there() and self.identity in (now, _NEVER)

    def new_place(self) -> str | None:
        """Return where the folder is when it was renamed within the folder that it was in; None elsewhere."""
        above = os.path.dirname(self.path)
        if self.identity == _NEVER:
            return None
        try:
            with os.scandir(system_path(above)) as entries:
                for entry in entries:
                    if entry.inode() == self.identity[1] and entry.is_dir(follow_symlinks=False):
                        path = os.path.join(above, entry.name)
                        if _identity(path) == self.identity:
                            return path
        except OSError:
            # The folder above went too.
            return None
        return None


def _identity(path: str) -> tuple[int, int]:
    try:
        status = os.stat(system_path(path))
    except OSError:
        return _NEVER
    return (status.st_dev, status.st_ino) if stat.S_ISDIR(status.st_mode) else _NEVER


def has_watches_left() -> bool:
    """Return whether the system gives another watch: where it does not, folders may be without one.

    watchdog leaves out, without a word, the folders for which it got no watch. Only Linux counts watches by folders.
    """
    if sys.platform != "linux":
        return True
    from watchdog.observers.inotify_c import (  # noqa: PLC0415 - Linux only
        inotify_add_watch,
        inotify_init,
    )

    descriptor = inotify_init()
    if descriptor < 0:
        return False
    try:
        return inotify_add_watch(descriptor, b"/", 0x200) >= 0  # IN_DELETE
    finally:
        os.close(descriptor)
