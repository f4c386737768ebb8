"""The folders on the list, and how each is doing: scanned, watched, looked at now and then, away, an inbox."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.errors import ProblemKind
from gui.side_items import FolderState, FolderStatus

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.watch import WatchState
    from gui.shown import Shown

_KEPT = {
    "watching": FolderStatus.WATCHED,
    "polling": FolderStatus.POLLED,
    "limited": FolderStatus.LIMITED,
    "missing": FolderStatus.OFFLINE,
}
"""How a folder that is kept current is shown, by `core.watch.WatchState`."""


class FolderList(QObject):
    """Holds the states of the folders.

    Attributes:
        changed: list of `FolderState`.
    """

    changed = Signal(object)

    def __init__(self, paths: Iterable[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._states = {path: FolderState(path) for path in paths}
        self._watched: dict[str, FolderStatus] = {}
        self._inboxes: frozenset[str] = frozenset()
        self._offline: frozenset[str] = frozenset()
        self._is_paused = False
        self._is_scanning = False
        self._is_known = self._is_shared = False

    def __bool__(self) -> bool:
        return bool(self._states)

    @property
    def states(self) -> list[FolderState]:
        """The folders in their order."""
        return list(self._states.values())

    @property
    def paths(self) -> list[str]:
        """Their paths in their order."""
        return list(self._states)

    @property
    def inboxes(self) -> frozenset[str]:
        """The folders whose new files are audited."""
        return self._inboxes

    def add(self, paths: Sequence[str]) -> list[str]:
        """Put folders on the list; return those that were new."""
        places = [os.path.abspath(path) for path in paths]
        new = [path for path in dict.fromkeys(places) if path not in self._states and os.path.isdir(path)]
        for path in new:
            self._states[path] = FolderState(path, is_inbox=path in self._inboxes)
        return new

    def take_all(self, paths: Iterable[str]) -> None:
        """Show the folders of a library that is another's instead of the user's own."""
        self._states = {path: FolderState(path, FolderStatus.SHARED) for path in paths}
        self._is_shared = True
        self._tell()

    def remove(self, path: str) -> bool:
        """Take a folder off the list; return whether it was there."""
        return self._states.pop(path, None) is not None

    def follow(self, moved: Iterable[tuple[str, str]]) -> None:
        """Let folders that were renamed on the disk stay on the list under their new paths."""
        places = dict(moved)
        states = {places.get(path, path): state for path, state in self._states.items()}
        self._states = {path: replace(state, path=path) for path, state in states.items()}
        self._inboxes = frozenset(places.get(path, path) for path in self._inboxes)
        self._tell()

    def set_inboxes(self, paths: Iterable[str]) -> None:
        """Show which folders are inboxes."""
        self._inboxes = frozenset(paths)
        self._states = {path: replace(state, is_inbox=path in self._inboxes) for path, state in self._states.items()}
        self._tell()

    def set_scanning(self, share: float | None = None) -> None:
        """Show that all are being scanned, and how far that is; nothing is told when that is no news."""
        self._is_scanning = True
        if any((state.status, state.share) != (FolderStatus.SCANNING, share) for state in self._states.values()):
            self._states = {
                path: replace(state, status=FolderStatus.SCANNING, share=share) for path, state in self._states.items()
            }
            self._tell()

    def set_watched(self, states: Mapping[str, WatchState]) -> None:
        """Show how each folder is kept current, as soon as no scan runs."""
        self._watched = {path: _KEPT[state.value] for path, state in states.items()}
        self._show_kept()

    def set_paused(self, *, is_paused: bool) -> None:
        """Show whether watching pauses, as soon as no scan runs."""
        self._is_paused = is_paused
        self._show_kept()

    def show(self, shown: Shown) -> None:
        """Show how many files the folders of a result hold, and which are away."""
        problems = shown.result.problems
        self._offline = frozenset(problem.path for problem in problems if problem.kind is ProblemKind.OFFLINE)
        for path, state in self._states.items():
            self._states[path] = replace(state, files=shown.files.get(path, state.files))
        self.end_scanning()

    def end_scanning(self) -> None:
        """Show how every folder is kept current, now that no scan runs."""
        self._is_scanning, self._is_known = False, True
        self._show_kept()

    def _show_kept(self) -> None:
        if self._is_scanning or not self._is_known:
            return
        for path, state in self._states.items():
            self._states[path] = replace(state, status=self._kept(path), share=None)
        self._tell()

    def _kept(self, path: str) -> FolderStatus:
        if self._is_shared:
            return FolderStatus.SHARED
        if path in self._offline:
            return FolderStatus.OFFLINE
        if self._is_paused:
            return FolderStatus.PAUSED
        return self._watched.get(path, FolderStatus.SCANNED)

    def _tell(self) -> None:
        self.changed.emit(self.states)
