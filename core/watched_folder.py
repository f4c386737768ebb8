"""Where a watched folder stands: at its place, renamed beside it, or nowhere; whether the system has watches left.

A folder whose disk was unmounted is nowhere, also where its empty mount point stays: `core.volumes` tells it from a
folder that was emptied, for the watch as for a scan.
"""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.opening import system_path
from core.volumes import Place, State, mounts_now, place_of, state_of

if TYPE_CHECKING:
    from core.root_places import KnownRoot
    from core.volumes import Mount

_NEVER = (0, 0)


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A folder as it stood when its watch began.

    Attributes:
        identity: device and inode; zeros where it was not there, or the system tells none.
        place: on which volume it is to lie.
        has_files: whether an empty folder would be no folder of it, but a mount point whose volume is away.
        mount: the file system on which it stood; None where it was not there, or another stood in its place.
    """

    path: str
    identity: tuple[int, int]
    place: Place
    has_files: bool
    mount: Mount | None

    @classmethod
    def at(cls, path: str, known: KnownRoot | None = None) -> WatchedFolder:
        """Return the folder at `path` as it stands now.

        Args:
            known: what the library knows of it; None: whatever stands there is the folder.
        """
        identity, mounts = _identity(path), mounts_now()
        if known is not None and state_of(path, known.place, mounts, has_files=known.has_files) is not State.READY:
            return cls(path, identity, known.place, known.has_files, None)
        if identity == _NEVER:
            return cls(path, identity, Place("", ""), has_files=False, mount=None)
        mount = mounts.of(os.path.realpath(path))
        return cls(path, identity, place_of(path, mounts), has_files=True, mount=mount)

    def is_there(self) -> bool:
        """Return whether a folder stands at the path now, be it this one or another, and not for want of its disk."""
        if not os.path.isdir(system_path(self.path)):
            return False
        if self.mount is not None and self.identity == _identity(self.path):
            return True
        mounts = mounts_now()
        if self.mount is not None and mounts.of(os.path.realpath(self.path)) == self.mount:
            return True
        return state_of(self.path, self.place, mounts, has_files=self.has_files) is State.READY

    def is_the_same(self) -> bool:
        """Return whether what stands at the path is this very folder, or any where it was not there before."""
        return self.identity in (_identity(self.path), _NEVER)

    def new_place(self) -> str | None:
        """Return where the folder is when it was renamed within the folder that it was in; None elsewhere."""
        above = os.path.dirname(self.path)
        if self.identity == _NEVER or self._is_mount_point():
            # No mount point is renamed; and the next disk may bear the numbers of the last.
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

    def _is_mount_point(self) -> bool:
        return self.mount is not None and self.mount.point == os.path.realpath(self.path)


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
