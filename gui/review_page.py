"""The review desk: the bar with filters, the list of groups, the comparison beside or under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QSplitter, QVBoxLayout, QWidget

from core.documents import Relation
from gui import tokens
from gui.filter_bar import FilterBar
from gui.group_model import GroupModel
from gui.group_table import GroupTable, Wanted
from gui.group_view import GroupView
from gui.page import EmptyNote, FilledOrEmpty

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from gui.theme import Theme
    from gui.words import Words


LEAST_LIST, LEAST_PANE = 100, 108
"""Heights that fit one above the other into the least window with letters of twice the usual size."""


class ReviewPage(QWidget):
    """Shows the groups of one kind, and a pane for the comparison."""

    def __init__(self, words: Words, theme: Theme, rules: QMenu, pane: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._theme = theme
        self._pane = pane
        self._relation = Relation.IDENTICAL
        self._is_scanning = self._wants_focus = False
        self.model = GroupModel(words, self)
        self.view = GroupView(words, theme, self.model)
        self.bar = FilterBar(words, theme, rules)
        self._clear = QPushButton()
        self._note = EmptyNote(theme, self._clear)
        self._list = FilledOrEmpty(self.view, self._note)
        self.splitter = QSplitter()
        self._lay_out()
        self.bar.families_changed.connect(lambda families: self.narrow(families=families))
        self.bar.span_changed.connect(lambda since, before: self.narrow(since_ns=since, before_ns=before))
        self.bar.folder_changed.connect(lambda folder: self.narrow(folder=folder))
        self.bar.range_changed.connect(lambda least, most: self.narrow(least=least, most=most))
        self.bar.cleared.connect(lambda: self.model.set_wanted(Wanted(self.model.wanted.kinds)))
        self._clear.clicked.connect(self.bar.clear)
        self.bar.list_wanted.connect(self._go_to_list)
        self.model.modelReset.connect(self._say_empty)
        words.changed.connect(self.retranslate)
        self.retranslate()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self._list)
        self.splitter.addWidget(self._pane)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setSizes([self._theme.px(644), self._theme.px(tokens.PANE_WIDTH)])
        self._list.setMinimumSize(QSize(self._theme.px(360), self._theme.px(LEAST_LIST)))
        self._pane.setMinimumSize(QSize(self._theme.px(280), self._theme.px(LEAST_PANE)))
        column.addWidget(self.bar)
        column.addWidget(self.splitter, 1)

    def retranslate(self) -> None:
        """Say what an empty list means."""
        self._say_empty()

    def show_kind(self, relation: Relation) -> None:
        """Show the groups of one kind of likeness."""
        self._relation = relation
        self.bar.show_for(relation)
        least, most = self.bar.range
        self.narrow(kinds=frozenset({relation}), least=least, most=most)
        self._say_empty()

    def take_focus(self) -> None:
        """Let the keys work on the list; while it is empty, as soon as it is not."""
        self._wants_focus = not self._list.is_filled
        if self._list.is_filled:
            self.view.setFocus()

    def _go_to_list(self) -> None:
        """Let the keys work on what was found, from the first row on where none is the current one."""
        if self._list.is_filled:
            self.view.setFocus(Qt.FocusReason.TabFocusReason)

    def narrow(self, **changed: object) -> None:
        """Show other groups: fields of `Wanted` by name."""
        now = self.model.wanted
        values = {name: changed.get(name, getattr(now, name)) for name in Wanted.__slots__}
        self.model.set_wanted(Wanted(**values))  # type: ignore[arg-type]  # the names are those of the fields

    def show_table(self, table: GroupTable) -> None:
        """Show another result."""
        self.model.set_table(table)

    def set_scanning(self, *, is_scanning: bool) -> None:
        """Say why the list is empty while a scan runs."""
        self._is_scanning = is_scanning
        self._say_empty()

    def set_stacked(self, *, is_stacked: bool) -> None:
        """Put the comparison under the list, or beside it."""
        wanted = Qt.Orientation.Vertical if is_stacked else Qt.Orientation.Horizontal
        if self.splitter.orientation() is not wanted:
            self.splitter.setOrientation(wanted)
            self.splitter.setSizes([3, 2] if not is_stacked else [2, 3])

    def _say_empty(self) -> None:
        words = self._words
        self._list.set_filled(is_filled=self.model.rowCount() > 0)
        if self._wants_focus and self._list.is_filled:
            self._wants_focus = False
            if not isinstance(self.window().focusWidget(), QLineEdit):
                self.view.setFocus()
        is_narrow = self.model.wanted.is_narrow
        self._clear.setText(words.say("Clear the filter"))
        self._clear.setVisible(is_narrow)
        if is_narrow:
            self._note.set_texts(words.say("Nothing matches the filter"), words.say("Clear it to see all groups."))
        elif self._is_scanning:
            self._note.set_texts(
                words.say("Still looking"), words.say("Groups appear here as soon as they are certain.")
            )
        else:
            self._note.set_texts(_nothing(words, self._relation), "")


def _nothing(words: Words, relation: Relation) -> str:
    return {
        Relation.IDENTICAL: words.say("No two files are identical"),
        Relation.SAME_TEXT: words.say("No two documents have the same text"),
        Relation.SIMILAR: words.say("No two documents are this similar"),
        Relation.CONTAINED: words.say("No document stands inside another"),
    }[relation]
