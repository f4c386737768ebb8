"""Watchdog's events become settled sets of changed paths.

Files are reported when they have been quiet for a while (see `core.settling`). Lock and temporary files are never
reported, so that saving in an office program ends as one change of one document. Where events can be lost (an
overflow) or cannot be had at all (watch limits, network folders), the whole folder is reported instead, and its state
says so. A watched folder that was renamed is followed; one that went away, or whose disk was unmounted, is missing
until it is back.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import warnings
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileAttribEvent,
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
from core.settling import Settling
from core.volumes import mounts_now
from core.watched_folder import WatchedFolder, has_watches_left

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from watchdog.observers.api import BaseObserver, ObservedWatch

    from core.root_places import KnownRoot

TICK_SECONDS = 0.2
"""How often pending paths are looked at."""

LOOK_SECONDS = 1.0
"""How often it is looked whether the watched folders stand where they stood."""

POLL_SECONDS = 300.0
"""How often a folder that cannot be watched is reported as a whole."""

_WANTED: list[type[FileSystemEvent]] = [
    FileAttribEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
]

_TELLS_CLOSING = sys.platform == "linux"
"""Whether the system tells when a writer closes a file."""


class WatchState(StrEnum):
    """How a folder is kept current.

    POLLING: looked at now and then as a whole, because it lies on another machine. LIMITED: the same, because the
    system has no watches left for it.
    """

    WATCHING = "watching"
    POLLING = "polling"
    LIMITED = "limited"
    MISSING = "missing"


class Cause(StrEnum):
    """Why something is to be looked at again."""

    EVENTS = "events"
    START = "start"
    LOST = "lost"
    POLLED = "polled"
    RESUMED = "resumed"
    CAME_BACK = "came_back"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True)
class Changed:
    """What to look at again.

    Attributes:
        folders: the watched folders in which something changed.
        paths: changed, new, moved or deleted paths; empty when whole folders must be looked at.
        cause: why; LOST: the system dropped events, which the user is told.
        moves: (old, new) of files and folders that were renamed; both are among `paths`, or old ones came earlier.
        unsettled: paths that are still being written, to be left as they are.
        moved_roots: (old, new) of watched folders that were renamed; the new ones are in `folders`.
    """

    folders: frozenset[str]
    paths: frozenset[str] = frozenset()
    cause: Cause = Cause.EVENTS
    moves: tuple[tuple[str, str], ...] = ()
    unsettled: frozenset[str] = frozenset()
    moved_roots: tuple[tuple[str, str], ...] = ()

    @property
    def is_reconciling(self) -> bool:
        """Whether the folders are to be compared with the disk as a whole."""
        return self.cause is not Cause.EVENTS


class Watch:
    """Watches folders until it is closed; `on_change` and `on_states` are called from a thread of its own."""

    def __init__(
        self,
        on_change: Callable[[Changed], None],
        *,
        on_states: Callable[[Mapping[str, WatchState]], None] = lambda _: None,
        settle_seconds: float = 1.0,
        poll_seconds: float = POLL_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make a watch that does nothing before `start`.

        Args:
            on_change: hears what settled.
            on_states: hears how every folder is kept current, whenever that changes by itself.
        """
        self._on_change = on_change
        self._on_states = on_states
        self._poll = poll_seconds
        self._clock = clock
        self._settling = Settling(settle_seconds, clock)
        self._lock = threading.RLock()
        self._folders: dict[str, WatchedFolder] = {}
        self._known: dict[str, KnownRoot] = {}
        self._states: dict[str, WatchState] = {}
        self._watches: dict[str, ObservedWatch] = {}
        self._lost = threading.Event()
        self._resumed = threading.Event()
        self._ended = threading.Event()
        self._paused = threading.Event()
        self._polled = self._looked = clock()
        # watchdog warns of a folder that is made anew while it is taken in; what is in it is looked at all the same
        warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)
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
            self._resumed.set()

    def set_folders(
        self, folders: Iterable[str], known: Mapping[str, KnownRoot] | None = None
    ) -> Mapping[str, WatchState]:
        """Watch exactly these folders, and return how each is kept current.

        Args:
            known: what the library knows of them, so that one whose disk is not connected is missing from the start.
        """
        wanted = dict.fromkeys(map(os.path.abspath, folders))
        with self._lock:
            for folder in [folder for folder in self._states if folder not in wanted]:
                self._unwatch(folder)
            self._known = dict(known or {})
            for folder in wanted:
                if not self._is_as_wanted(folder):
                    self._unwatch(folder)
                    self._states[folder] = self._watch(folder)
            return dict(self._states)

    def _is_as_wanted(self, folder: str) -> bool:
        """Return whether a folder is watched rightly, or went while it was watched and is not back."""
        state, known = self._states.get(folder), self._known.get(folder)
        if state is WatchState.MISSING:
            return known is None and not self._folders[folder].is_there()
        return state is WatchState.WATCHING and WatchedFolder.at(folder, known).is_there()

    def _watch(self, folder: str) -> WatchState:
        self._folders[folder] = WatchedFolder.at(folder, self._known.get(folder))
        if not self._folders[folder].is_there():
            return WatchState.MISSING
        if mounts_now().of(os.path.realpath(folder)).is_network:
            return WatchState.POLLING
        try:
            watch = self._observer.schedule(_Handler(self._settling), folder, recursive=True, event_filter=_WANTED)
        except OSError:
            # No watches left, or a file system without events: the folder is looked at from time to time.
            return WatchState.LIMITED
        if not has_watches_left():
            # Folders below it may be without a watch, which nobody tells.
            self._observer.unschedule(watch)
            return WatchState.LIMITED
        self._watches[folder] = watch
        return WatchState.WATCHING

    def _unwatch(self, folder: str) -> None:
        self._states.pop(folder, None)
        self._folders.pop(folder, None)
        watch = self._watches.pop(folder, None)
        if watch is not None:
            try:
                self._observer.unschedule(watch)
            except (KeyError, OSError):
                # Its emitter ended by itself when the folder went.
                return

    def _run(self) -> None:
        while not self._ended.wait(TICK_SECONDS):
            if self._paused.is_set():
                continue
            for changed in (self._moved_or_back(), self._reconciling(), self._settled()):
                if changed is not None and not self._ended.is_set():
                    self._on_change(changed)

    def _moved_or_back(self) -> Changed | None:
        """Return the folders that came back or were renamed, and tell the states that changed."""
        now = self._clock()
        if now - self._looked < LOOK_SECONDS:
            return None
        self._looked = now
        with self._lock:
            before = dict(self._states)
            moved = [self._look(folder, known) for folder, known in list(self._folders.items())]
            after = dict(self._states)
        if after != before:
            self._on_states(after)
        roots = tuple(pair for pair in moved if pair is not None)
        if roots:
            return Changed(frozenset(new for _, new in roots), cause=Cause.RENAMED, moved_roots=roots)
        back = {folder for folder, state in after.items() if before.get(folder) is WatchState.MISSING is not state}
        return Changed(frozenset(back), cause=Cause.CAME_BACK) if back else None

    def _look(self, folder: str, known: WatchedFolder) -> tuple[str, str] | None:
        """Bring the state of one folder up to date; return where it was and is, when it was renamed."""
        is_there, was_missing = known.is_there(), self._states[folder] is WatchState.MISSING
        if is_there and known.is_the_same():
            if was_missing:
                self._states[folder] = self._watch(folder)
            return None
        if was_missing and not is_there:
            return None
        place = None if is_there else known.new_place()
        self._unwatch(folder)
        if place is not None and place not in self._states:
            self._states[place] = self._watch(place)
            return folder, place
        self._folders[folder] = known
        self._states[folder] = WatchState.MISSING
        if is_there:
            self._states[folder] = self._watch(folder)
            if not was_missing:
                self._lost.set()
        return None

    def _reconciling(self) -> Changed | None:
        """Return whole folders when events were lost, or when it is time for those without events."""
        with self._lock:
            states = dict(self._states)
        if self._resumed.is_set() or self._lost.is_set():
            cause = Cause.LOST if self._lost.is_set() else Cause.RESUMED
            self._lost.clear()
            self._resumed.clear()
            self._settling.clear()
            there = frozenset(folder for folder, state in states.items() if state is not WatchState.MISSING)
            return Changed(there, cause=cause) if there else None
        if self._clock() - self._polled < self._poll:
            return None
        self._polled = self._clock()
        by_hand = (WatchState.POLLING, WatchState.LIMITED)
        polled = frozenset(folder for folder, state in states.items() if state in by_hand)
        return Changed(polled, cause=Cause.POLLED) if polled else None

    def _settled(self) -> Changed | None:
        """Return the paths that are quiet."""
        settled = self._settling.take()
        if settled is None:
            return None
        with self._lock:
            watched = list(self._states)
        folders = frozenset(folder for folder in watched if any(_is_in(path, folder) for path in settled.paths))
        if not folders:
            return None
        return Changed(folders, settled.paths, moves=settled.moves, unsettled=settled.unsettled)


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


class _Handler(FileSystemEventHandler):
    """Hands the paths of events on, and does no more: watchdog's queue must stay short."""

    def __init__(self, settling: Settling) -> None:
        super().__init__()
        self._settling = settling

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.is_synthetic:
            # A folder that came or moved is looked at with all that is in it.
            return
        old, new = os.fsdecode(event.src_path), os.fsdecode(event.dest_path or "")
        is_passing = [not path or passing_reason(os.path.basename(path) or path) is not None for path in (old, new)]
        if is_passing == [False, False]:
            self._settling.hear_move(old, new)
            return
        is_written = None
        if isinstance(event, FileClosedEvent | FileDeletedEvent):
            is_written = False
        elif isinstance(event, FileModifiedEvent) and _TELLS_CLOSING:
            is_written = True
        for path, is_left_out in zip((old, new), is_passing, strict=True):
            if not is_left_out:
                self._settling.hear(path, is_written=is_written)


class _OverflowListener(logging.Handler):
    """Notices when watchdog says that events were lost, or that it failed; it tells nobody else."""

    def __init__(self, lost: threading.Event) -> None:
        super().__init__(logging.WARNING)
        self._lost = lost

    def emit(self, record: logging.LogRecord) -> None:
        if "overflow" in record.getMessage().lower() or record.levelno >= logging.ERROR:
            self._lost.set()
