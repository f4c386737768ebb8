"""Words in the texts: which listed documents hold what was typed into the filter."""

from __future__ import annotations

import itertools
import threading
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.packed_groups import paths_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.documents import DuplicateGroup
    from core.library import Library
    from gui.session import Session

LEAST_LETTERS = 2

MOST_SECONDS = 20.0
"""A search that takes longer shows what it has found until then."""


class TextSearch(QObject):
    """Searches the stored texts of the groups on the reading thread; a new search ends the one before.

    Attributes:
        found: (needle, frozenset of paths).
    """

    found = Signal(str, object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._over = threading.Event()

    def start(self, needle: str) -> None:
        """Search for all words of `needle`; nothing is told for a needle too short to mean anything."""
        self._over.set()
        over = self._over = threading.Event()
        words = needle.casefold().split()
        last = self._session.last
        if last is None or len(needle) < LEAST_LETTERS or not words:
            return
        groups = last.table.groups
        self._session.ask(
            lambda library: search(library, groups, words, over), lambda paths: self._tell(needle, paths, over)
        )

    def _tell(self, needle: str, paths: frozenset[str], over: threading.Event) -> None:
        if not over.is_set():
            self.found.emit(needle, paths)


def search(
    library: Library, groups: Sequence[DuplicateGroup], words: Sequence[str], over: threading.Event
) -> frozenset[str]:
    """Return the paths of members whose text holds all words; runs on the reading thread."""
    deadline = time.monotonic() + MOST_SECONDS
    known: dict[str, bool] = {}
    for path in itertools.chain.from_iterable(paths_of(groups)):
        if over.is_set() or time.monotonic() > deadline:
            break
        if path not in known:
            text = (library.whole_text(path) or "").casefold()
            known[path] = bool(text) and all(word in text for word in words)
    return frozenset(path for path, is_found in known.items() if is_found)
