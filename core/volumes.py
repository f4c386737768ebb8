"""On which volume a path lies, whether it is there, and where a volume went that is mounted elsewhere now.

A root of the library is a volume's identity and a path within it: the same volume under another mount point or
drive letter is the same root; another volume at the old place, or an empty mount point, is not.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from core.filters import names
from core.opening import system_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_PSEUDO = names(
    "proc sysfs devtmpfs devpts cgroup cgroup2 securityfs debugfs tracefs pstore bpf configfs fusectl mqueue hugetlbfs"
    " binfmt_misc efivarfs autofs rpc_pipefs nsfs selinuxfs devfs fdescfs"
)
"""File systems whose files are no data; reading some of them never ends."""

_NETWORK = names("unc nfs nfs4 cifs smb3 smbfs afpfs webdav davfs 9p afs ncpfs ceph glusterfs")

_UNSTABLE = names("vfat msdos exfat fuse 9p smbfs afpfs webdav davfs ncpfs")
"""File systems that make inode numbers up as they go (FAT has no hard links, so folding nothing loses nothing)."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A file system at its place.

    Attributes:
        point: the folder at which it is mounted.
        within: the folder of the file system that stands there ("/" but for bind mounts and subvolumes).
        kind: the file system's type ("ext4", "fuse.sshfs").
        source: device or share.
    """

    point: str
    within: str
    kind: str
    source: str

    @property
    def is_pseudo(self) -> bool:
        """Whether its files are made by the kernel."""
        return self.kind in _PSEUDO

    @property
    def is_network(self) -> bool:
        """Whether the files are on another machine."""
        return self.kind in _NETWORK or self.kind.startswith("fuse.")

    @property
    def has_stable_inodes(self) -> bool:
        """Whether two paths with one inode number are one file."""
        return self.kind not in _UNSTABLE and not self.kind.startswith("fuse.")

    @property
    def reports_blocks(self) -> bool:
        """Whether a file without blocks is really without data on the disk."""
        return not self.kind.startswith("fuse.") and self.kind != "9p"


class State(StrEnum):
    """Whether the place of a root is still what the library knows."""

    READY = "ready"
    MISSING = "missing"
    OTHER_VOLUME = "other_volume"
    EMPTY_MOUNT_POINT = "empty_mount_point"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a folder lies, told so that it is found again under another mount point or drive letter.

    Attributes:
        volume: name of the volume that stays when it is mounted elsewhere; "" where it has none.
        within: path inside the volume, with the system's separators.
    """

    volume: str
    within: str


class Mounts:
    """The mounted file systems as they were at one moment."""

    def __init__(self, mounts: Iterable[Mount], identify: Callable[[Mount], str] = lambda _: "") -> None:
        """Make a table of `mounts`, a later one hiding an earlier one at the same place.

        Args:
            identify: asks the system for the name of a volume that stays, "" where it has none; asked once each.
        """
        self._by_point = {mount.point: mount for mount in mounts}
        self._identify = identify
        self._identities: dict[Mount, str] = {}

    def __iter__(self) -> Iterator[Mount]:
        return iter(self._by_point.values())

    def of(self, path: str) -> Mount:
        """Return the file system on which `path` (absolute, links resolved) lies."""
        folder = path
        while True:
            mount = self._by_point.get(folder)
            if mount is not None:
                return mount
            above = os.path.dirname(folder)
            if above == folder:
                return Mount(folder, os.sep, "unc" if folder.startswith("\\\\") else "", folder)
            folder = above

    def device_of_share(self, mount: Mount, device: int) -> int:
        """Return one number for a share of another machine that is mounted more than once; else `device`.

        The numbers are made up below zero, where no device is.
        """
        if not mount.is_network or not mount.has_stable_inodes:
            return device
        share = (mount.kind, mount.source, mount.within)
        twins = [place for place, one in enumerate(self) if (one.kind, one.source, one.within) == share]
        return -1 - twins[0] if len(twins) > 1 else device

    def identity(self, mount: Mount) -> str:
        """Return the name of the volume that stays when it is mounted elsewhere; "" where there is none."""
        if mount.is_network:
            return f"{mount.kind}:{mount.source}"
        if mount not in self._identities:
            self._identities[mount] = self._identify(mount)
        return self._identities[mount]


def place_of(path: str, mounts: Mounts) -> Place:
    """Return on which volume `path` lies, and where in it."""
    real = os.path.realpath(path)
    mount = mounts.of(real)
    within = os.path.normpath(os.path.join(mount.within, os.path.relpath(real, mount.point)))
    return Place(mounts.identity(mount), within)


def state_of(path: str, known: Place, mounts: Mounts, *, has_files: bool) -> State:
    """Return whether the folder at `path` is the one that the library knows.

    An empty folder on a volume without identity, of which the library knows files, is taken for a mount point whose
    volume is away: only the user can tell.

    Args:
        known: where the folder lay when the library last saw it.
        has_files: whether the library knows files in it.
    """
    try:
        with os.scandir(system_path(path)) as entries:
            is_empty = next(entries, None) is None
    except PermissionError:
        # It is there; the walk will say that it may not be listed.
        is_empty = False
    except OSError:
        return State.MISSING
    now = place_of(path, mounts)
    if known.volume and now.volume and known.volume != now.volume:
        return State.EMPTY_MOUNT_POINT if is_empty else State.OTHER_VOLUME
    if is_empty and has_files and not (known.volume and now.volume):
        return State.EMPTY_MOUNT_POINT
    return State.READY


def as_listed(path: str) -> str:
    """Return `path` (absolute) with every name as its folder lists it.

    Many volumes take names in any letter case and Unicode form; so two paths of one folder become the same.
    """
    drive, within = os.path.splitdrive(path)
    place = drive + os.sep
    for name in filter(None, within.split(os.sep)):
        place = os.path.join(place, _listed_name(place, name))
    return place


def _listed_name(folder: str, name: str) -> str:
    try:
        listed = os.listdir(system_path(folder))
    except OSError:
        return name
    if name in listed:
        return name
    wanted = unicodedata.normalize("NFC", name).casefold()
    return next((one for one in listed if unicodedata.normalize("NFC", one).casefold() == wanted), name)


def paths_of(place: Place, mounts: Mounts) -> list[str]:
    """Return the paths at which `place` can be reached now, those that exist."""
    if not place.volume:
        return []
    found = []
    for mount in mounts:
        if mounts.identity(mount) == place.volume and _is_below(place.within, mount.within):
            path = os.path.normpath(os.path.join(mount.point, os.path.relpath(place.within, mount.within)))
            if os.path.isdir(system_path(path)):
                found.append(path)
    return found


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def mounts_now() -> Mounts:
    """Return the file systems that are mounted now."""
    if sys.platform == "linux":
        try:
            with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as lines:
                mounts = [_mount(line) for line in lines]
        except OSError:
            return Mounts(())
        disks = _disk_identities()
        return Mounts(mounts, lambda mount: disks.get(mount.source, ""))
    import psutil  # noqa: PLC0415 - Linux says more by itself, and sooner

    parts = psutil.disk_partitions(all=True)
    found = (Mount(part.mountpoint, os.sep, part.fstype.lower(), part.device) for part in parts)
    return Mounts(found, _serial_number if sys.platform == "win32" else _uuid_by_diskutil)


def _serial_number(mount: Mount) -> str:
    """Return the identity of a Windows volume: the serial number that formatting gave it."""
    try:
        return f"serial:{os.stat(mount.point).st_dev:x}"
    except OSError:
        return ""


def _uuid_by_diskutil(mount: Mount) -> str:
    """Return the identity of a macOS volume."""
    import plistlib  # noqa: PLC0415 - macOS only
    import subprocess  # noqa: PLC0415 - macOS only

    try:
        told = subprocess.run(
            ["/usr/sbin/diskutil", "info", "-plist", mount.point], capture_output=True, check=True, timeout=10
        )
        return f"uuid:{plistlib.loads(told.stdout)['VolumeUUID']}"
    except (OSError, subprocess.SubprocessError, plistlib.InvalidFileException, KeyError):
        return ""


_ESCAPED = re.compile(r"\\([0-7]{3})")


def _mount(line: str) -> Mount:
    """Return the mount that a line of mountinfo tells (proc_pid_mountinfo(5))."""
    before, _, after = line.partition(" - ")
    _, _, _, within, point = before.split(" ")[:5]
    kind, source = after.split(" ")[:2]
    return Mount(_plain(point), _plain(within), kind, _plain(source))


def _plain(escaped: str) -> str:
    """Undo the escapes of blanks, tabs, line feeds and backslashes."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 8)), escaped)


def _disk_identities(folder: str = "/dev/disk/by-uuid") -> dict[str, str]:
    """Return the identity of each disk by its device name, as udev knows them.

    A device name alone is none: the next stick gets the name of the last.
    """
    try:
        with os.scandir(folder) as entries:
            return {os.path.realpath(entry.path): f"uuid:{entry.name}" for entry in entries}
    except OSError:
        return {}
