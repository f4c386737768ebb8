"""Which files Windows would put into its recycle bin, known before the act.

The bin takes files of fixed drives; for each volume it may be switched off (`NukeOnDelete`) or smaller than a file
(`MaxCapacity`, MB), and then a "deleted" file is erased at once.
Source: the registry below `Explorer\\BitBucket\\Volume\\{GUID}` and Win32 `GetDriveTypeW`.
"""

from __future__ import annotations

import ctypes
import os
import sys
from dataclasses import dataclass

from core.actions import Caution

FIXED, REMOTE = 3, 4
"""DRIVE_FIXED and DRIVE_REMOTE."""

_KEY = r"Software\Microsoft\Windows\CurrentVersion\Explorer\BitBucket\Volume"


@dataclass(frozen=True, slots=True)
class Bin:
    """The recycle bin of one volume.

    Attributes:
        drive_type: as `GetDriveTypeW` says.
        is_off: files are erased at once.
        capacity: bytes of the largest file that it takes; None where the registry does not say.
    """

    drive_type: int
    is_off: bool = False
    capacity: int | None = None

    def trouble(self, size: int) -> Caution | None:
        """Return why a file of `size` bytes cannot go here, or None."""
        if self.drive_type != FIXED:
            return Caution.NO_TRASH
        if self.is_off:
            return Caution.TRASH_OFF
        return Caution.TOO_LARGE_FOR_TRASH if self.capacity is not None and size > self.capacity else None


class WindowsVolumes:
    """Tells beforehand whether a file's volume has a bin (`Surroundings.trash_trouble`)."""

    def __init__(self) -> None:
        self._bins: dict[str, Bin] = {}

    def __call__(self, path: str, size: int) -> Caution | None:
        """Return why the file would not go to the bin, or None."""
        return self._bin(path).trouble(size)

    def is_remote(self, path: str) -> bool:
        """Return whether `path` is on another machine's disk."""
        return self._bin(path).drive_type == REMOTE

    def _bin(self, path: str) -> Bin:
        drive = os.path.splitdrive(path)[0] + "\\"
        if drive not in self._bins:
            self._bins[drive] = Bin(REMOTE) if drive.startswith("\\\\") else bin_of(drive)
        return self._bins[drive]


def bin_of(drive: str) -> Bin:
    """Return the bin of a drive ("C:\\"), as this user has set it."""
    if sys.platform != "win32":
        return Bin(FIXED)
    import winreg  # noqa: PLC0415 -- there is no such module elsewhere

    drive_type = ctypes.windll.kernel32.GetDriveTypeW(drive)
    name = ctypes.create_unicode_buffer(64)
    if not ctypes.windll.kernel32.GetVolumeNameForVolumeMountPointW(drive, name, len(name)):
        return Bin(drive_type)
    volume = name.value[name.value.index("{") : name.value.index("}") + 1]
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, f"{_KEY}\\{volume}") as key:
            is_off = bool(winreg.QueryValueEx(key, "NukeOnDelete")[0])
            capacity = int(winreg.QueryValueEx(key, "MaxCapacity")[0]) * 1024 * 1024
    except OSError:
        return Bin(drive_type)
    return Bin(drive_type, is_off, capacity)
