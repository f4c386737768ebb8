"""What people say is no duplicate is kept by its text, so that it stays said after a rename."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.documents import Relation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.documents import DuplicateGroup
    from core.library import Library
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.words import Words

_WHOLE = (Relation.IDENTICAL, Relation.SAME_TEXT)


class Settling(QObject):
    """Carries out the action "Not duplicates" on the chosen rows."""

    def __init__(self, words: Words, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._words = words
        self._window = window
        self._session = session
        window.actions_["settle"].triggered.connect(self.settle)

    def settle(self) -> None:
        """Declare the chosen members and their reference, or the whole current group, "not duplicates"."""
        current = self._window.review.view.current
        if current is None:
            return
        group = current.group
        chosen = set(self._window.review.view.selected_paths())
        paths = [member.path for member in group.members[1:] if member.path in chosen]
        if current.member is None or current.member.is_keeper or not paths:
            paths = [member.path for member in group.members[1:]]
        self._session.ask(lambda library: store(library, group, paths), lambda _: self._tell())

    def _tell(self) -> None:
        self._window.bar.show_note(self._words.say("Kept as not duplicates, also after a rename"))
        self._session.scan()


def store(library: Library, group: DuplicateGroup, paths: Sequence[str]) -> None:
    """Write it down: an identical or same-text group as a whole, near duplicates by pairs of texts.

    Decisions have a lock of their own, so this may run on the reading thread while a scan writes the index.
    """
    decisions = library.decisions
    if group.kind in _WHOLE:
        decisions.settle_whole(group.kind, group.key, len(group.members))
        return
    digests = {path: _digest(library, path) for path in (group.keeper.path, *paths)}
    reference = digests[group.keeper.path]
    if len(paths) == len(group.members) - 1:
        decisions.settle_set([digest for digest in digests.values() if digest], group.kind)
    else:
        pairs = [(reference, digests[path]) for path in paths]
        decisions.settle_pairs([pair for pair in pairs if all(pair)], group.kind)


def _digest(library: Library, path: str) -> str:
    """Return the digest of the text of a file as hex; "" where the library knows none."""
    text = library.index.texts.text_of_path(os.fsencode(path))
    return "" if text is None else library.index.texts.facts([text])[text][0].hex()
