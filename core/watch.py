"""Watchdog's events become settled sets of changed paths.

Files are reported when they have been quiet for a while: size and time stand still and the file can be opened. Lock
and temporary files are never reported, so that saving in an office program ends as one change of one document. Where
events can be lost (an overflow) or cannot be had at all (watch limits, network folders), the whole folder is
reported instead, and its state says so.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

from core.filters import passing_reason
from core.opening import open_to_read, system_path
from core.volumes import mounts_now

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from watchdog.observers.api import BaseObserver, ObservedWatch

TICK_SECONDS = 0.2
"""How often pending paths are looked at."""

POLL_SECONDS = 300.0
"""How often a folder that cannot be watched is reported as a whole."""

LONGEST_WAIT_SECONDS = 10.0
"""A path that never becomes quiet is not waited for any longer when others are ready."""

_WANTED: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileClosedEvent,
    FileDeletedEvent,
    FileMovedEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
]


class WatchState(StrEnum):
    """How a folder is kept current."""

    WATCHING = "watching"
    POLLING = "polling"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Changed:
    """What to look at again.

    Attributes:
        folders: the watched folders in which something changed.
        paths: changed, new, moved or deleted paths; empty when whole folders must be looked at.
        is_reconciling: events were lost or cannot be had: the folders are to be compared with the disk.
    """

    folders: frozenset[str]
    paths: frozenset[str]
    is_reconciling: bool = False


@dataclass(slots=True)
class _Pending:
    """A path that changed: when it was last heard of, and how it looked then."""

    heard: float
    since: float
    stamp: tuple[int, int] | None = None


class Watch:
    """Watches folders until it is closed; `on_change` is called from a thread of its own."""

    def __init__(
        self,
        on_change: Callable[[Changed], None],
        *,
        settle_seconds: float = 1.0,
        poll_seconds: float = POLL_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._on_change = on_change
        self._settle = settle_seconds
        self._poll = poll_seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._pending: dict[str, _Pending] = {}
        self._states: dict[str, WatchState] = {}
        self._watches: dict[str, ObservedWatch] = {}
        self._lost = threading.Event()
        self._ended = threading.Event()
        self._paused = threading.Event()
        self._due = clock() + poll_seconds
        self._observer: BaseObserver = Observer()
        self._listener = _OverflowListener(self._lost)
        logging.getLogger("watchdog").addHandler(self._listener)
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._observer.start()
        self._thread.start()

    def close(self) -> None:
        """End watching; nothing is reported afterwards."""
        self._ended.set()
        logging.getLogger("watchdog").removeHandler(self._listener)
        if self._thread.is_alive():
            self._observer.stop()
            self._observer.join()
            self._thread.join()

    def pause(self, *, is_paused: bool) -> None:
        """Stop reporting for a while; on going on, all folders are reported as a whole."""
        if is_paused:
            self._paused.set()
        elif self._paused.is_set():
            self._paused.clear()
            self._lost.set()

    def set_folders(self, folders: Iterable[str]) -> Mapping[str, WatchState]:
        """Watch exactly these folders, and return how each is kept current."""
        wanted = dict.fromkeys(map(os.path.abspath, folders))
        mounts = mounts_now()
        for folder in [folder for folder in self._states if folder not in wanted]:
            self._unwatch(folder)
        for folder in wanted:
            if self._states.get(folder) is not WatchState.WATCHING:
                is_network = mounts.of(os.path.realpath(folder)).is_network
                self._states[folder] = WatchState.POLLING if is_network else self._watch(folder)
        return dict(self._states)

    def _watch(self, folder: str) -> WatchState:
        if not os.path.isdir(folder):
            return WatchState.MISSING
        try:
            self._watches[folder] = self._observer.schedule(
                _Handler(self._hear), folder, recursive=True, event_filter=_WANTED
            )
        except OSError:
            # No watches left, or a file system without events: the folder is looked at from time to time.
            return WatchState.POLLING
        return WatchState.WATCHING

    def _unwatch(self, folder: str) -> None:
        del self._states[folder]
        watch = self._watches.pop(folder, None)
        if watch is not None:
            self._observer.unschedule(watch)

    def _hear(self, path: str) -> None:
        """Note that something happened to `path`; called by watchdog's threads."""
        if passing_reason(os.path.basename(path) or path) is not None:
            return
        now = self._clock()
        with self._lock:
            pending = self._pending.setdefault(path, _Pending(now, now))
            pending.heard = now

    def _run(self) -> None:
        while not self._ended.wait(TICK_SECONDS):
            if self._paused.is_set():
                continue
            changed = self._reconciling() or self._settled()
            if changed is not None and not self._ended.is_set():
                self._on_change(changed)

    def _reconciling(self) -> Changed | None:
        """Return whole folders when events were lost, or when it is time for those without events."""
        if self._lost.is_set():
            self._lost.clear()
            with self._lock:
                self._pending.clear()
            return Changed(frozenset(self._states), frozenset(), is_reconciling=True)
        if self._clock() < self._due:
            return None
        self._due = self._clock() + self._poll
        polled = frozenset(folder for folder, state in self._states.items() if state is not WatchState.WATCHING)
        return Changed(polled, frozenset(), is_reconciling=True) if polled else None

    def _settled(self) -> Changed | None:
        """Return the paths that are quiet, as soon as all are or the others have been waited for long enough."""
        now = self._clock()
        with self._lock:
            pending = list(self._pending.items())
        if not pending:
            return None
        quiet = [path for path, one in pending if now - one.heard >= self._settle and _is_still(path, one)]
        longest = max(now - one.since for _, one in pending)
        if not quiet or (len(quiet) < len(pending) and longest < LONGEST_WAIT_SECONDS):
            return None
        with self._lock:
            for path in quiet:
                self._pending.pop(path, None)
        folders = frozenset(folder for folder in self._states if any(_is_in(path, folder) for path in quiet))
        return Changed(folders, frozenset(quiet))


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


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


class _Handler(FileSystemEventHandler):
    """Hands the paths of events on, and does no more: watchdog's queue must stay short."""

    def __init__(self, hear: Callable[[str], None]) -> None:
        super().__init__()
        self._hear = hear

    def on_any_event(self, event: FileSystemEvent) -> None:
        self._hear(os.fsdecode(event.src_path))
        if event.dest_path:
            self._hear(os.fsdecode(event.dest_path))


class _OverflowListener(logging.Handler):
    """Notices when watchdog says that events were lost; it tells nobody else."""

    def __init__(self, lost: threading.Event) -> None:
        super().__init__(logging.WARNING)
        self._lost = lost

    def emit(self, record: logging.LogRecord) -> None:
        if "overflow" in record.getMessage().lower():
            self._lost.set()
