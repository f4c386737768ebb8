"""From folders to documents: what is there, what is passed over and why, what could not be looked at.

Symbolic links are never followed, whatever they lead to; a chosen root may be one. A folder reached by two paths
(overlapping roots, a bind mount, another letter case) is walked once. Nothing is opened but folders.
"""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from core.documents import Document, Skipped
from core.entries import listed, named
from core.errors import Problem, ProblemKind
from core.filters import PASSING_ENDS, PASSING_HEADS, Filter, SkipReason
from core.opening import system_path
from core.places import passed_over
from core.progress import Phase
from core.volumes import Mounts, as_listed, mounts_now

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from core.entries import Entry
    from core.progress import Reporter
    from core.settings import Settings

__all__ = ["Facts", "SkipReason", "Walk", "is_there", "problem_of", "walk", "walk_paths"]

PLACEHOLDER_SIZE = 64 * 1024
"""Linux: a file of this size or more without a block on the disk is a placeholder of a cloud service. (Small files
may lie in the inode, or be all zeros.)"""

_WINDOWS_RECALL = 0x1000 | 0x40000 | 0x400000
"""FILE_ATTRIBUTE_OFFLINE, _RECALL_ON_OPEN, _RECALL_ON_DATA_ACCESS: opening the file would fetch it."""

_MACOS_DATALESS = 0x40000000
"""SF_DATALESS of stat.h: the data is with the cloud service."""

_WINDOWS_HIDDEN, _MACOS_HIDDEN = 0x2, 0x8000

_MAY_BE_SPECIAL = sys.platform in ("win32", "darwin")
"""Whether files of any size may be hidden, or in the cloud, by a flag of theirs."""

_LINK_TAGS = frozenset((0xA0000003, 0xA000000C))
"""Windows: reparse tags of junctions and symbolic links. (Cloud folders have tags too, and are no links.)"""


Facts = tuple[str, str, int, int, int, int, int, int]
"""What a walk tells of a file: the values of a `Document`, in its order. A walk finds hundreds of thousands, and most
of them are needed no further."""


@dataclass(frozen=True)
class Walk:
    """What a walk saw.

    Attributes:
        files: the files to look at, in the order in which they were met; each path once.
        skipped: passed over on purpose; a folder stands for all that is in it.
        problems: files and folders that could not be looked at.
        offline: roots that are not there (any more); nothing of them is in `files`.
        unlisted: what could not be looked at: files, and folders with all below them. It is not gone.
        folders: how many folders were listed.
    """

    files: list[Facts] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    offline: list[str] = field(default_factory=list)
    unlisted: list[str] = field(default_factory=list)
    folders: int = 0

    @cached_property
    def documents(self) -> list[Document]:
        """The files as documents."""
        return [Document(*facts) for facts in self.files]


def walk(roots: Sequence[str], settings: Settings, reporter: Reporter, mounts: Mounts | None = None) -> Walk:
    """Return the files under `roots`, each path once, with the innermost root that holds it.

    Raises:
        Cancelled: when the user asked to stop.
    """
    walker = _Walker(settings, reporter, mounts or mounts_now())
    places = {os.path.abspath(root): None for root in roots}
    for root in sorted(places, key=lambda place: (-place.count(os.sep), place)):
        walker.root(root)
    return walker.result()


def walk_paths(
    paths: Collection[str], roots: Sequence[str], settings: Settings, reporter: Reporter, mounts: Mounts | None = None
) -> Walk:
    """Return the files that a walk of `roots` finds at `paths`, each of which is a file, a folder, or gone.

    What a walk would not reach (below a hidden or left-out folder, behind a link) is not reached here either.

    Args:
        roots: those that hold the paths; a path outside all of them is not looked at.

    Raises:
        Cancelled: when the user asked to stop.
    """
    walker = _Walker(settings, reporter, mounts or mounts_now())
    walker.paths(paths, sorted(map(os.path.abspath, roots), key=lambda place: -place.count(os.sep)))
    return walker.result()


def is_there(root: str) -> bool:
    """Return whether the folder `root` can be reached."""
    try:
        return stat.S_ISDIR(os.stat(system_path(root)).st_mode)
    except (OSError, ValueError):
        return False


class _Walker:
    """One walk over all roots: what was seen so far, and the questions asked of each entry."""

    def __init__(self, settings: Settings, reporter: Reporter, mounts: Mounts) -> None:
        self._filter = Filter(settings)
        self._asks_every_name = not self._filter.takes_all_plain
        self._doubtful_size = 0 if _MAY_BE_SPECIAL or not self._filter.takes_all_sizes else PLACEHOLDER_SIZE
        self._reporter = reporter
        self._mounts = mounts
        self._traits: dict[int, _Traits] = {}
        self._usual_device: int | None = None
        self._seen: dict[tuple[int, int] | str, str] = {}
        self._found: list[Facts] = []
        self._keep = self._found.append
        self._skipped: list[Skipped] = []
        self._problems: list[Problem] = []
        self._offline: list[str] = []
        self._unlisted: list[str] = []
        self._folders = 0
        self._entered: dict[str, bool] = {}
        # Where no number tells folders apart: the root at hand, and how the folders above it spell its names.
        self._root = self._root_as_listed = ""

    def result(self) -> Walk:
        return Walk(self._found, self._skipped, self._problems, self._offline, self._unlisted, self._folders)

    def root(self, root: str) -> None:
        """Walk one root; when it is not there, or goes away meanwhile, it is offline and nothing of it is kept."""
        kept: tuple[list[Any], ...] = (self._found, self._skipped, self._problems, self._unlisted)
        lengths = [len(entries) for entries in kept]
        try:
            status = os.stat(system_path(root))
        except OSError as error:
            self._lose_root(root, error)
            return
        if not self._traits_of(status.st_dev, root).has_stable_inodes:
            self._root, self._root_as_listed = root, as_listed(root)
        if self._is_new_folder(root, status):
            self._below(root, [root])
        if not is_there(root):
            for entries, length in zip(kept, lengths, strict=True):
                del entries[length:]
            self._offline.append(root)

    def _lose_root(self, root: str, error: OSError) -> None:
        if isinstance(error, PermissionError):
            self._fail(root, error)
            self._unlisted.append(root)
        else:
            self._offline.append(root)

    def paths(self, paths: Collection[str], roots: Sequence[str]) -> None:
        """Walk some paths only; the first of `roots` that holds one is its root."""
        done: set[str] = set()
        for path in sorted(paths, key=len):
            root = next((root for root in roots if _is_in(path, root)), None)
            above = None if root is None else self._folders_above(path, root)
            if root is None or above is None or not done.isdisjoint(above):
                continue
            if path == root:
                self.root(root)
                done.add(path)
                continue
            stack: list[str] = []
            self._list(os.path.dirname(path), root, iter(named(path)), stack)
            done.update(stack)
            self._below(root, stack)

    def _folders_above(self, path: str, root: str) -> list[str] | None:
        """Return the folders from `root` down to the one that `path` is in; None when a walk does not enter one."""
        folders = [root]
        for name in path[len(root) :].lstrip(os.sep).split(os.sep)[:-1]:
            folder = folders[-1].rstrip(os.sep) + os.sep + name
            if folder not in self._entered:
                self._entered[folder] = self._is_entered(name, folder, root)
            if not self._entered[folder]:
                return None
            folders.append(folder)
        return folders

    def _is_entered(self, name: str, folder: str, root: str) -> bool:
        try:
            status = os.lstat(system_path(folder))
        except OSError:
            return False
        return stat.S_ISDIR(status.st_mode) and self._folder_reason(name, folder, root, status) is None

    def _below(self, root: str, stack: list[str]) -> None:
        while stack:
            folder = stack.pop()
            self._folders += 1
            self._reporter.advance(Phase.WALK, len(self._found))
            try:
                with listed(folder) as entries:
                    self._list(folder, root, entries, stack)
            except OSError as error:
                self._fail(folder, error)
                self._unlisted.append(folder)

    def _list(self, folder: str, root: str, entries: Iterator[Entry], stack: list[str]) -> None:
        prefix = folder if folder.endswith(os.sep) else folder + os.sep
        keep, asks_every_name = self._keep, self._asks_every_name
        usual_device, doubtful_size = self._usual_device, self._doubtful_size
        for entry in entries:
            name = entry.name
            path = prefix + name
            try:
                if entry.is_file(follow_symlinks=False):
                    if asks_every_name or name[0] in PASSING_HEADS or name[-2:] in PASSING_ENDS:
                        reason = self._filter.of_file(name, path, root)
                        if reason is not None:
                            self._skip(path, reason)
                            continue
                    # What is asked of every file is no function of its own: calling it took a fifth longer.
                    found = entry.stat(follow_symlinks=False)
                    size, device = found.st_size, found.st_dev
                    if device != usual_device or size >= doubtful_size:
                        self._look_closer(found, path, root)
                        usual_device = self._usual_device
                        continue
                    times = found.st_mtime_ns, found.st_ctime_ns
                    keep((path, root, size, *times, device, found.st_ino, found.st_nlink or 1))
                elif entry.is_symlink():
                    self._skip(path, _link_reason(path))
                elif entry.is_dir(follow_symlinks=False):
                    self._enter(entry, path, root, stack)
                else:
                    self._skip(path, SkipReason.SPECIAL)
            except FileNotFoundError:
                # Gone since the folder was listed: as if it had never been there.
                continue
            except OSError as error:
                self._fail(path, error)
                self._unlisted.append(path)

    def _enter(self, entry: Entry, path: str, root: str, stack: list[str]) -> None:
        status = entry.stat(follow_symlinks=False)
        reason = self._folder_reason(entry.name, path, root, status)
        if reason is not None:
            self._skip(path, reason)
        elif self._is_new_folder(path, status):
            stack.append(path)

    def _folder_reason(self, name: str, path: str, root: str, status: os.stat_result) -> SkipReason | None:
        reason = passed_over(name, path) or self._filter.of_folder(name, path, root)
        if reason is None and not self._filter.is_hidden_wanted and _is_flagged_hidden(status):
            reason = SkipReason.HIDDEN
        if reason is None and getattr(status, "st_reparse_tag", 0) in _LINK_TAGS:
            reason = SkipReason.LINK
        if reason is None and self._traits_of(status.st_dev, path).is_pseudo:
            reason = SkipReason.SYSTEM_FOLDER
        return reason

    def _look_closer(self, status: os.stat_result, path: str, root: str) -> None:
        """Keep or pass over a file that may be a placeholder, hidden by a flag, too small, or on an odd volume."""
        traits = self._traits_of(status.st_dev, path)
        reason = self._reason(status, traits)
        if reason is not None:
            self._skip(path, reason)
            return
        inode = status.st_ino if traits.has_stable_inodes else 0
        times = status.st_mtime_ns, status.st_ctime_ns
        self._keep((path, root, status.st_size, *times, traits.device, inode, status.st_nlink or 1))

    def _reason(self, status: os.stat_result, traits: _Traits) -> SkipReason | None:
        if is_placeholder(status, reports_blocks=traits.reports_blocks):
            return SkipReason.CLOUD_ONLY
        if not self._filter.is_hidden_wanted and _is_flagged_hidden(status):
            return SkipReason.HIDDEN
        return self._filter.of_size(status.st_size)

    def _is_new_folder(self, path: str, status: os.stat_result) -> bool:
        """Return whether a folder was not walked yet, and remember it."""
        traits = self._traits_of(status.st_dev, path)
        has_identity = status.st_ino != 0 and traits.has_stable_inodes
        key: tuple[int, int] | str = (traits.device, status.st_ino)
        if not has_identity:
            key = self._root_as_listed + path[len(self._root) :] if path.startswith(self._root) else path
        before = self._seen.setdefault(key, path)
        if before is path:
            return True
        if before != path:
            self._skip(path, SkipReason.SAME_FOLDER)
        return False

    def _traits_of(self, device: int, path: str) -> _Traits:
        traits = self._traits.get(device)
        if traits is None:
            mount = self._mounts.of(os.path.realpath(path))
            alias = self._mounts.device_of_share(mount, device)
            traits = _Traits(alias, mount.is_pseudo, mount.has_stable_inodes, mount.reports_blocks)
            self._traits[device] = traits
            if traits == _Traits(device, False, True, True):
                self._usual_device = device
        return traits

    def _skip(self, path: str, reason: SkipReason) -> None:
        self._skipped.append(Skipped(path, reason))

    def _fail(self, path: str, error: OSError) -> None:
        self._problems.append(problem_of(path, error))


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


@dataclass(frozen=True, slots=True)
class _Traits:
    """What a device is good for; `device` is one number for one share that is mounted twice."""

    device: int
    is_pseudo: bool
    has_stable_inodes: bool
    reports_blocks: bool


def problem_of(path: str, error: OSError) -> Problem:
    """Return the trouble with one file that `error` tells."""
    is_denied = isinstance(error, PermissionError)
    detail = error.strerror or str(error) or type(error).__name__
    return Problem(path, ProblemKind.DENIED if is_denied else ProblemKind.UNREADABLE, detail)


def _link_reason(path: str) -> SkipReason:
    try:
        os.stat(system_path(path))
    except FileNotFoundError:
        return SkipReason.DANGLING_LINK
    except OSError:
        # A loop, or a target that may not be looked at: a link all the same.
        return SkipReason.LINK
    return SkipReason.LINK


def is_placeholder(status: os.stat_result, *, reports_blocks: bool = True) -> bool:
    """Return whether a file's content is elsewhere, so that opening it would download it."""
    if sys.platform == "win32":
        return bool(status.st_file_attributes & _WINDOWS_RECALL)
    if sys.platform == "darwin" and status.st_flags & _MACOS_DATALESS:
        return True
    return status.st_blocks == 0 and status.st_size >= PLACEHOLDER_SIZE and reports_blocks


def _is_flagged_hidden(status: os.stat_result) -> bool:
    if sys.platform == "win32":
        return bool(status.st_file_attributes & _WINDOWS_HIDDEN)
    return sys.platform == "darwin" and bool(status.st_flags & _MACOS_HIDDEN)
