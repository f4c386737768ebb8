"""Keeps the folders on the list current while the window is open: the disk's events, brought to the GUI thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.library import Library
    from core.root_places import KnownRoot
    from core.watch import Watch, WatchState

    Ask = Callable[[Callable[[Library], dict[str, KnownRoot]], Callable[[dict[str, KnownRoot]], None]], object]


class Watching(QObject):
    """Watches folders. Everything that may take long (loading watchdog, large trees) happens on a thread of its own.

    Attributes:
        changed: something in these folders changed: a `core.watch.Changed`; may be emitted from any thread.
        watched: how each folder is kept current: `WatchState` by path; may be emitted from any thread.
    """

    changed = Signal(object)
    watched = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="watching")
        self._watch: Watch | None = None
        self._folders: tuple[str, ...] = ()
        self._known: Mapping[str, KnownRoot] = {}
        self._is_paused = False
        self._is_closed = False

    def follow(self, folders: Sequence[str], settle_seconds: float, ask: Ask) -> None:
        """Watch exactly these folders; one of which the library knows that its disk is away is missing.

        Args:
            ask: answers a question about the library and hands the answer on, on this thread.
        """
        wanted = tuple(folders)

        def question(library: Library) -> dict[str, KnownRoot]:
            from core.root_places import known_roots  # noqa: PLC0415 - the window shows before the database is loaded

            return known_roots(wanted, library.index)

        ask(question, lambda known: self._watch_now(wanted, known, settle_seconds))

    def _watch_now(self, wanted: tuple[str, ...], known: Mapping[str, KnownRoot], settle_seconds: float) -> None:
        if (wanted, known) != (self._folders, self._known) and not self._is_closed:
            self._folders, self._known = wanted, known
            self._thread.submit(self._follow, wanted, known, settle_seconds)

    def pause(self, *, is_paused: bool) -> None:
        """Stop watching for a while; on going on, what was missed is looked for."""
        if is_paused != self._is_paused and not self._is_closed:
            self._is_paused = is_paused
            self._thread.submit(self._pause, is_paused=is_paused)

    def close(self) -> None:
        """Stop watching and wait for it."""
        if not self._is_closed:
            self._is_closed = True
            self._thread.submit(self._end)
            self._thread.shutdown()

    def _follow(self, folders: tuple[str, ...], known: Mapping[str, KnownRoot], settle_seconds: float) -> None:
        from core.watch import Watch  # noqa: PLC0415 - loading watchdog must not delay the window

        if self._watch is None:
            self._watch = Watch(self._hear, on_states=self._tell_states, settle_seconds=settle_seconds)
            self._watch.pause(is_paused=self._is_paused)
            self._watch.start()
        self._tell_states(self._watch.set_folders(folders, known))

    def _pause(self, *, is_paused: bool) -> None:
        if self._watch is not None:
            self._watch.pause(is_paused=is_paused)

    def _tell_states(self, states: Mapping[str, WatchState]) -> None:
        if not self._is_closed:
            self.watched.emit(dict(states))

    def _hear(self, changed: object) -> None:
        if not self._is_closed:
            self.changed.emit(changed)

    def _end(self) -> None:
        if self._watch is not None:
            self._watch.close()
