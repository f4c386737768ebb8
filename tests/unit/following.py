"""A watched folder followed in the test's own thread: what the disk did, as the index and the events have it."""

from __future__ import annotations

import os
import queue
import time
from typing import TYPE_CHECKING, Any

from core.live import Fate, FileEvent, refresh
from core.progress import NullReporter
from core.settings import Settings
from core.watch import Cause, Changed, Watch, WatchState
from core.workers import InProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from core.library import Library

PATIENCE_SECONDS = 30.0
SETTLE_SECONDS = 0.3


class CountingRunner(InProcess):
    """Reads in this process, and remembers what it read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def map(self, function: Callable[[Any], Any], items: Iterable[Any], **more: Any) -> Iterator[tuple[Any, Any]]:
        """See Runner.map."""
        for item in items:
            if hasattr(item, "keep_text"):
                self.read.append(os.path.basename(item.path))
            yield from super().map(function, [item], **more)


class Followed:
    """A folder, its watch, and a library that is brought up to date by what the watch reports.

    Attributes:
        events: of all files, in the order in which they were told.
        changes: what the watch reported.
        states: as the watch told them by itself.
    """

    def __init__(self, folder: Path, library: Library) -> None:
        self.folder = folder
        self.library = library
        self.runner = CountingRunner()
        self.events: list[FileEvent] = []
        self.changes: list[Changed] = []
        self.moved_roots: list[tuple[str, str]] = []
        self.states: dict[str, WatchState] = {}
        self._news: queue.SimpleQueue[Changed] = queue.SimpleQueue()
        self.watch = Watch(
            self._news.put, on_states=self._take_states, settle_seconds=SETTLE_SECONDS, poll_seconds=3600
        )
        self.watch.start()
        self.watch.set_folders([os.fspath(folder)])
        self.take(Changed(frozenset([os.fspath(folder)]), cause=Cause.START))

    def _take_states(self, states: Mapping[str, WatchState]) -> None:
        self.states = dict(states)

    def take(self, changed: Changed) -> None:
        """Bring the library up to date with one change."""
        self.changes.append(changed)
        done = refresh(changed, Settings(), self.library, self.runner, NullReporter())
        self.events += done.events
        self.moved_roots += done.moved_roots

    def until(self, is_done: Callable[[], bool]) -> None:
        """Follow until something holds, and a moment longer, in which nothing may come that undoes it."""
        end = time.monotonic() + PATIENCE_SECONDS
        quiet = 0
        while not is_done() or quiet < 4:
            assert time.monotonic() < end, f"{[(event.fate.value, event.path) for event in self.events]}"
            try:
                self.take(self._news.get(timeout=0.25))
                quiet = 0
            except queue.Empty:
                quiet += 1

    def until_same(self) -> None:
        """Follow until the index has exactly the lasting files that are on the disk, with sizes and times."""
        self.until(lambda: self.rows() == self.on_disk())

    def rows(self) -> dict[str, tuple[int, int]]:
        """Return size and time of the files that the index knows, by their paths in the folder."""
        found = self.library.index.files_under(os.fspath(self.folder))
        return {os.path.relpath(row.path, self.folder): (row.size, row.mtime_ns) for row in found}

    def on_disk(self) -> dict[str, tuple[int, int]]:
        """Return size and time of the lasting files on the disk."""
        found = {}
        for path in self.folder.rglob("*"):
            if path.is_file() and not path.name.startswith(("~", ".")) and path.suffix != ".tmp":
                status = path.stat()
                found[os.path.relpath(path, self.folder)] = (status.st_size, status.st_mtime_ns)
        return found

    def told(self, fate: Fate) -> list[str]:
        """Return the names of the files with this fate."""
        return [os.path.basename(event.path) for event in self.events if event.fate is fate]
