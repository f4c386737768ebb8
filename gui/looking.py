"""Which two documents the comparison shows: those of the current row, of two chosen rows, or of a check."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QTimer

from gui import file_acts, phrases
from gui.compare_pane import ComparePane
from gui.compare_source import Comparer, side_of
from gui.comparison import Side

if TYPE_CHECKING:
    from core.documents import Member, Relation
    from gui.group_model import Row
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.theme import Theme
    from gui.words import Words

LOOK_AFTER_MS = 120
"""How long a row must stay the current one before its comparison is made."""


class Looking(QObject):
    """Feeds the comparison; made before the window, wired to it afterwards."""

    def __init__(self, words: Words, theme: Theme, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._relations: dict[frozenset[str], Relation] = {}
        self._row: Row | None = None
        self.comparer = Comparer(session, lambda one, other: self._relations.get(frozenset((one, other))))
        self.pane = ComparePane(words, theme, self.comparer)
        self.pane.open_wanted.connect(file_acts.open_file)
        self.pane.folder_wanted.connect(file_acts.show_in_folder)
        self._timer = QTimer(self, singleShot=True, interval=LOOK_AFTER_MS)
        self._timer.timeout.connect(self._look)

    def wire(self, window: MainWindow) -> None:
        """Follow the list of a window."""
        self._window = window
        view = window.review.view
        view.row_changed.connect(self._take_row)
        view.open_asked.connect(self._take_now)
        window.actions_["compare"].triggered.connect(self._compare_chosen)
        window.actions_["next_difference"].triggered.connect(lambda: self.pane.step(1))
        window.actions_["previous_difference"].triggered.connect(lambda: self.pane.step(-1))
        self._session.opened.connect(self.comparer.warm)

    def compare(self, one: str, other: str, unplaced: str = "") -> None:
        """Compare any two files: they stay in the pane until another row is chosen, and no key acts on a row.

        Args:
            unplaced: a file whose folder means nothing to the user.
        """
        self._window.review.view.setCurrentIndex(QModelIndex())
        self._compare_now(one, other, unplaced)

    def _compare_now(self, one: str, other: str, unplaced: str = "") -> None:
        self._timer.stop()
        self._row = None
        self._relations = {}
        left, right = (side_of(path, "" if path == unplaced else _folder(path)) for path in (one, other))
        self.pane.show_pair(left, right)

    def _take_row(self, row: Row | None) -> None:
        self._row = row
        self._timer.start()

    def _take_now(self, row: Row) -> None:
        self._timer.stop()
        paths = self._window.review.view.selected_paths()
        if len(paths) == 2:
            self._compare_now(*paths)
            self.pane.setFocus()
            return
        self._row = row
        self._look()
        self.pane.setFocus()

    def _look(self) -> None:
        row = self._row
        if row is None:
            self.pane.show_pair(None, None)
            return
        keeper = row.group.keeper
        member = row.member if row.member is not None and not row.member.is_keeper else row.group.members[1]
        self._show(member, keeper, row.group.kind)

    def _compare_chosen(self) -> None:
        current = self._window.review.view.current
        if current is not None:
            self._take_now(current)

    def _show(self, member: Member, keeper: Member, kind: Relation) -> None:
        """Show the reference on the left, so that "added" means here what it means in its row: more than that has."""
        self._relations = {frozenset((member.path, keeper.path)): kind}
        self.pane.show_pair(_side(keeper), _side(member))


def _side(member: Member) -> Side:
    document = member.document
    folder = phrases.folder_text(document.path, document.root)
    return Side(document.path, folder, document.size, document.mtime_ns, member.digests.md5)


def _folder(path: str) -> str:
    return phrases.display(os.path.dirname(path))
