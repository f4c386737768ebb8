"""On which volume a path lies, whether it is there, and where a volume went that is mounted elsewhere now.

A root of the library is a volume's identity and a path within it: the same volume under another mount point or
drive letter is the same root; another volume at the old place, or an empty mount point, is not.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from core.filters import names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_PSEUDO = names(
    "proc sysfs devtmpfs devpts cgroup cgroup2 securityfs debugfs tracefs pstore bpf configfs fusectl mqueue hugetlbfs"
    " binfmt_misc efivarfs autofs rpc_pipefs nsfs selinuxfs devfs fdescfs"
)
"""File systems whose files are no data; reading some of them never ends."""

_NETWORK = names("nfs nfs4 cifs smb3 smbfs afpfs webdav davfs 9p afs ncpfs ceph glusterfs")

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
    """Whether a root can be scanned."""

    READY = "ready"
    MOVED = "moved"
    OFFLINE = "offline"
    OTHER_VOLUME = "other_volume"
    EMPTY_MOUNT_POINT = "empty_mount_point"


@dataclass(frozen=True, slots=True)
class Volume:
    """What a root is made of.

    Attributes:
        identity: name of the volume that stays when it is mounted elsewhere; "" where it has none.
        within: path inside the volume, with "/" between names.
    """

    identity: str
    within: str


@dataclass(frozen=True, slots=True)
class Located:
    """Where a root of the library stands now.

    Attributes:
        path: the root's path now (another than before when `state` is MOVED).
    """

    path: str
    state: State


class Mounts:
    """The mounted file systems as they were at one moment."""

    def __init__(self, mounts: Sequence[Mount], identities: Mapping[str, str]) -> None:
        self._by_point = {mount.point: mount for mount in mounts}
        self._identities = identities

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
                return Mount(folder, "/", "", "")
            folder = above

    def device_of_share(self, mount: Mount, device: int) -> int:
        """Return one number for a share of another machine that is mounted more than once; else `device`.

        The numbers are made up below zero, where no device is.
        """
        if not mount.is_network or mount.kind.startswith("fuse."):
            return device
        twins = [one for one in self if (one.kind, one.source, one.within) == (mount.kind, mount.source, mount.within)]
        return -1 - list(self).index(twins[0]) if len(twins) > 1 else device

    def identity(self, mount: Mount) -> str:
        """Return the name of the volume that stays when it is mounted elsewhere; "" where there is none."""
        if mount.source in self._identities:
            return self._identities[mount.source]
        if mount.is_network:
            return f"{mount.kind}:{mount.source}"
        return f"device:{mount.source}" if mount.source.startswith("/dev/") else ""


def mounts_now() -> Mounts:
    """Return the file systems that are mounted now; empty where the system does not tell (then `of` knows nothing)."""
    try:
        with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as lines:
            mounts = [_mount(line) for line in lines]
    except OSError:
        return Mounts((), {})
    return Mounts(mounts, _disk_identities())


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
    """Return the identity of each disk by its device name, as udev knows them."""
    try:
        with os.scandir(folder) as entries:
            return {os.path.realpath(entry.path): f"uuid:{entry.name}" for entry in entries}
    except OSError:
        return {}
