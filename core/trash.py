"""The trash: what disposal asks of it, which volumes have one, and the freedesktop trash in pure Python.

Source: The FreeDesktop.org Trash specification 1.0. Files are only ever renamed into a trash, never copied: a trash
on another volume is none.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from typing import TYPE_CHECKING
from urllib.parse import quote

from core.actions import Caution
from core.disk import Disk

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.volumes import Mounts

    Trash = Callable[[str], str | None]
    """Moves a file to the trash of the system and returns its place there (None where the system does not tell).

    Raises OSError when it could not. `QFile.moveToTrash` in the window, `FreedesktopTrash` on the command line.
    """

_LONGEST_NAME = 255 - len(".trashinfo")
"""Bytes of a name in the trash, for its record bears a longer one."""


class FreedesktopTrash:
    """Moves files to the trash of their volume, as desktops on Linux do."""

    def __init__(self, disk: Disk | None = None) -> None:
        self._disk = disk or Disk()
        self._folders: dict[int, tuple[str, str]] = {}
        self._devices: dict[str, int] = {}
        self._numbers: dict[str, int] = {}

    def __call__(self, path: str) -> str:
        """Move `path` to the trash; return its place there.

        Raises:
            OSError: when it could not; then nothing has changed.
        """
        folder, top = self._folder_for(path)
        place, record = self._record(folder, path, top)
        try:
            self._disk.rename(path, place)
        except BaseException:
            if not os.path.lexists(place):
                os.unlink(record)
            raise
        return place

    def _folder_for(self, path: str) -> tuple[str, str]:
        """Return the trash folder for `path` and the folder to which its records are relative ("" for absolute)."""
        above = os.path.dirname(path)
        if above not in self._devices:
            self._devices[above] = os.stat(above).st_dev
        device = self._devices[above]
        if device not in self._folders:
            folder, top = trash_folder(path)
            for inner in ("files", "info"):
                os.makedirs(os.path.join(folder, inner), mode=0o700, exist_ok=True)
            if os.lstat(folder).st_dev != device:
                raise OSError(errno.EXDEV, "no trash on this volume", path)
            self._folders[device] = folder, top
        return self._folders[device]

    def _record(self, folder: str, path: str, top: str) -> tuple[str, str]:
        """Write the record of `path` under a name that is free; return the place for the file and the record."""
        original = os.path.relpath(path, top) if top else path
        deleted = time.strftime("%Y-%m-%dT%H:%M:%S")
        text = f"[Trash Info]\nPath={quote(os.fsencode(original))}\nDeletionDate={deleted}\n".encode()
        name = _fitting(os.path.basename(path))
        while True:
            chosen = self._numbered(name)
            record = os.path.join(folder, "info", chosen + ".trashinfo")
            place = os.path.join(folder, "files", chosen)
            try:
                descriptor = os.open(record, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                continue
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(text)
            except BaseException:
                os.unlink(record)
                raise
            if not os.path.lexists(place):
                return place, record
            os.unlink(record)

    def _numbered(self, name: str) -> str:
        """Return `name`, at its next calls "stem.2.suffix", "stem.3.suffix" …"""
        number = self._numbers[name] = self._numbers.get(name, 0) + 1
        if number == 1:
            return name
        stem, suffix = os.path.splitext(name)
        return f"{stem}.{number}{suffix}"


def _fitting(name: str) -> str:
    """Return `name` cut so that its record's name fits, its suffix kept."""
    if len(os.fsencode(name)) <= _LONGEST_NAME - 8:
        return name
    stem, suffix = os.path.splitext(name)
    if len(os.fsencode(suffix)) > 40:
        stem, suffix = name, ""
    room = _LONGEST_NAME - 8 - len(os.fsencode(suffix))
    return os.fsdecode(os.fsencode(stem)[:room]) + suffix


def home_trash() -> str:
    """Return the trash folder of the user's data directory."""
    data = os.environ.get("XDG_DATA_HOME", "")
    return os.path.join(data if os.path.isabs(data) else os.path.expanduser("~/.local/share"), "Trash")


def volume_top(path: str) -> str:
    """Return the uppermost folder of the volume that holds the folder of `path`."""
    folder = os.path.dirname(os.path.realpath(path))
    device = os.stat(folder).st_dev
    while (above := os.path.dirname(folder)) != folder and os.stat(above).st_dev == device:
        folder = above
    return folder


def trash_folder(path: str) -> tuple[str, str]:
    """Return which folder is the trash for `path`, and its volume's top ("" for the home trash); it may not exist."""
    home = home_trash()
    if _device(home) == os.stat(os.path.dirname(path)).st_dev:
        return home, ""
    top = volume_top(path)
    shared = os.path.join(top, ".Trash")
    user = os.getuid() if hasattr(os, "getuid") else 0
    if _is_shared_trash(shared):
        return os.path.join(shared, str(user)), top
    return os.path.join(top, f".Trash-{user}"), top


def trash_folders(path: str) -> list[tuple[str, str]]:
    """Return all folders where files of the volume of `path` may have been put, with their tops."""
    found = [(home_trash(), "")]
    try:
        top = volume_top(path)
    except OSError:
        return found
    user = os.getuid() if hasattr(os, "getuid") else 0
    return [*found, (os.path.join(top, ".Trash", str(user)), top), (os.path.join(top, f".Trash-{user}"), top)]


def _device(path: str) -> int:
    """Return the volume on which `path` is, or would be made."""
    while True:
        try:
            return os.stat(path).st_dev
        except FileNotFoundError:
            path = os.path.dirname(path)


def _is_shared_trash(folder: str) -> bool:
    """Whether an administrator's `.Trash` may be used: a real folder with the sticky bit."""
    try:
        mode = os.lstat(folder).st_mode
    except OSError:
        return False
    return stat.S_ISDIR(mode) and bool(mode & stat.S_ISVTX)


class FreedesktopVolumes:
    """Tells beforehand whether a file's volume has a trash (`Surroundings.trash_trouble`)."""

    def __init__(self, mounts: Mounts) -> None:
        self._mounts = mounts
        self._known: dict[str, Caution | None] = {}

    def __call__(self, path: str, _size: int) -> Caution | None:
        """Return why the file cannot go to a trash, or None. The size does not matter: trashed files stay in place."""
        folder = os.path.dirname(path)
        if folder not in self._known:
            self._known[folder] = self._trouble(folder)
        return self._known[folder]

    def _trouble(self, folder: str) -> Caution | None:
        try:
            if self._mounts.of(os.path.realpath(folder)).is_network:
                return Caution.NO_TRASH
            trash, _ = trash_folder(os.path.join(folder, "name"))
            while not os.path.lexists(trash):
                trash = os.path.dirname(trash)
            return None if os.access(trash, os.W_OK | os.X_OK) else Caution.NO_TRASH
        except OSError:
            return Caution.NO_TRASH
