"""From folders to documents: what is there, what is passed over and why, what could not be looked at.

Symbolic links are never followed, whatever they lead to; a chosen root may be one. A folder reached by two paths
(overlapping roots, a bind mount, another letter case) is walked once. Nothing is opened but folders.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from core.documents import Document, Skipped
from core.errors import Problem, ProblemKind
from core.filters import PASSING_ENDS, PASSING_HEADS, Filter, SkipReason
from core.opening import open_folder, system_path
from core.places import passed_over
from core.progress import Phase
from core.volumes import Mounts, mounts_now

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.progress import Reporter
    from core.settings import Settings

__all__ = ["Facts", "SkipReason", "Walk", "is_there", "problem_of", "walk"]

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
        if self._is_new_folder(root, status):
            self._below(root)
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

    def _below(self, root: str) -> None:
        stack = [root]
        while stack:
            folder = stack.pop()
            self._folders += 1
            self._reporter.advance(Phase.WALK, len(self._found))
            try:
                with _entries(folder) as entries:
                    self._list(folder, root, entries, stack)
            except OSError as error:
                self._fail(folder, error)
                self._unlisted.append(folder)

    def _list(self, folder: str, root: str, entries: Iterator[os.DirEntry[str]], stack: list[str]) -> None:
        prefix = folder if folder.endswith(os.sep) else folder + os.sep
        for entry in entries:
            path = prefix + entry.name
            try:
                if entry.is_file(follow_symlinks=False):
                    self._look_at(entry, path, root)
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

    def _enter(self, entry: os.DirEntry[str], path: str, root: str, stack: list[str]) -> None:
        reason = passed_over(entry.name, path) or self._filter.of_folder(entry.name, path, root)
        status = entry.stat(follow_symlinks=False)
        if reason is None and not self._filter.is_hidden_wanted and _is_flagged_hidden(status):
            reason = SkipReason.HIDDEN
        if reason is None and getattr(status, "st_reparse_tag", 0) in _LINK_TAGS:
            reason = SkipReason.LINK
        if reason is None and self._traits_of(status.st_dev, path).is_pseudo:
            reason = SkipReason.SYSTEM_FOLDER
        if reason is not None:
            self._skip(path, reason)
        elif self._is_new_folder(path, status):
            stack.append(path)

    def _look_at(self, entry: os.DirEntry[str], path: str, root: str) -> None:
        name = entry.name
        if self._asks_every_name or name[0] in PASSING_HEADS or name[-2:] in PASSING_ENDS:
            reason = self._filter.of_file(name, path, root)
            if reason is not None:
                self._skip(path, reason)
                return
        status = entry.stat(follow_symlinks=False)
        device, inode, size = status.st_dev, status.st_ino, status.st_size
        if device != self._usual_device or size >= self._doubtful_size:
            traits = self._traits_of(device, path)
            reason = self._reason(status, traits)
            if reason is not None:
                self._skip(path, reason)
                return
            device = traits.device
            inode = inode if traits.has_stable_inodes else 0
        self._keep((path, root, size, status.st_mtime_ns, status.st_ctime_ns, device, inode, status.st_nlink or 1))

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
        key = (traits.device, status.st_ino) if has_identity else path
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


@contextmanager
def _entries(folder: str) -> Iterator[Iterator[os.DirEntry[str]]]:
    """Yield the entries of a folder whose path may be of any length.

    Through an open folder, each entry is looked up by its name alone: a sixth less time than by its whole path.
    """
    if os.scandir not in os.supports_fd:
        with os.scandir(system_path(folder)) as found:
            yield found
        return
    descriptor = open_folder(folder)
    try:
        with os.scandir(descriptor) as found:
            yield found
    finally:
        os.close(descriptor)


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
