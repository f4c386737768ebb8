"""Paths that changed and are waited for until they are quiet: a file that is still being written is not read.

A path is quiet when nothing was heard of it for a while, its size and time stand still, whoever wrote it has closed it
(where the system tells), and it can be opened. What is gone is quiet.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.opening import open_to_read, system_path

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_WAIT_SECONDS = 3.0
"""Paths that are quiet wait so long for others that are not, so that what belongs together comes together."""

LONGEST_OPEN_SECONDS = 20.0
"""A file that its writer never closes (a log) is taken as it is after so long without a change."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Paths that are quiet.

    Attributes:
        moves: (old, new) of files and folders that were renamed, the new one among `paths`.
        unsettled: paths that are not quiet yet.
    """

    paths: frozenset[str]
    moves: tuple[tuple[str, str], ...]
    unsettled: frozenset[str]


@dataclass(slots=True)
class _Pending:
    """A path that changed.

    Attributes:
        heard: when it was last heard of; since: when first.
        is_written: it was written to and not closed since.
        stamp: size and time at the last look.
    """

    heard: float
    since: float
    is_written: bool = False
    stamp: tuple[int, int] | None = None


class Settling:
    """Hears of changes from any thread, and gives back what is quiet."""

    def __init__(self, settle_seconds: float, clock: Callable[[], float]) -> None:
        self._settle = settle_seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._pending: dict[str, _Pending] = {}
        self._origins: dict[str, str] = {}

    def hear(self, path: str, *, is_written: bool | None = None) -> None:
        """Note that something happened to `path`.

        Args:
            is_written: True when it was written to, False when its writer closed it; None leaves that as it is.
        """
        now = self._clock()
        with self._lock:
            pending = self._pending.setdefault(path, _Pending(now, now))
            pending.heard = now
            if is_written is not None:
                pending.is_written = is_written

    def hear_move(self, old: str, new: str) -> None:
        """Note that what was at `old` is at `new` now."""
        with self._lock:
            before = self._pending.get(old)
            is_written = before.is_written if before is not None else None
        self.hear(old, is_written=False)
        self.hear(new, is_written=is_written)
        with self._lock:
            origin = self._origins.pop(old, old)
            self._origins.pop(new, None)
            if origin != new:
                self._origins[new] = origin

    def clear(self) -> None:
        """Forget what was heard: whole folders are looked at instead."""
        with self._lock:
            self._pending.clear()
            self._origins.clear()

    def take(self) -> Settled | None:
        """Return what is quiet, as soon as all is or has waited for the others long enough; None until then."""
        now = self._clock()
        with self._lock:
            pending = dict(self._pending)
            origins = dict(self._origins)
        quiet = {path: one for path, one in pending.items() if self._is_quiet(path, one, now)}
        for new, old in origins.items():
            if new in pending and new not in quiet:
                quiet.pop(old, None)
        if not quiet:
            return None
        longest = max(now - one.heard for one in quiet.values())
        if len(quiet) < len(pending) and longest < self._settle + LONGEST_WAIT_SECONDS:
            return None
        return self._taken(quiet)

    def _taken(self, quiet: dict[str, _Pending]) -> Settled:
        with self._lock:
            paths = {path for path, one in quiet.items() if self._pending.get(path) is one}
            for path in paths:
                del self._pending[path]
            moves = tuple((self._origins.pop(new), new) for new in list(self._origins) if new in paths)
            return Settled(frozenset(paths), moves, frozenset(self._pending))

    def _is_quiet(self, path: str, pending: _Pending, now: float) -> bool:
        silence = now - pending.heard
        if pending.stamp is None and silence >= self._settle / 2:
            _is_still(path, pending)
        if silence < self._settle or (pending.is_written and silence < LONGEST_OPEN_SECONDS):
            return False
        return _is_still(path, pending)


def _is_still(path: str, pending: _Pending) -> bool:
    """Return whether a file stands as it stood at the last look and can be opened; what is gone is still."""
    try:
        status = os.stat(system_path(path), follow_symlinks=False)
    except OSError:
        return True
    stamp = (status.st_size, status.st_mtime_ns)
    is_same = pending.stamp == stamp
    pending.stamp = stamp
    if not is_same or not os.path.isfile(path):
        return is_same
    try:
        os.close(open_to_read(path))
    except PermissionError:
        return os.name != "nt"
    except OSError:
        return True
    return True
