"""The page of new files: what each repeats, to accept, reject, compare or move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QPushButton, QVBoxLayout, QWidget

from core.decisions import ReviewStatus
from gui.inbox_model import InboxModel, status_words
from gui.key_caps import KeyBar
from gui.page import EmptyNote, FilledOrEmpty, PageHead
from gui.row_model import VALUE_ROLE
from gui.row_table import RowTable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.decisions import StatusRow
    from gui.theme import Theme
    from gui.words import Words


class InboxView(QWidget):
    """New files of the watched folders.

    Attributes:
        status_wanted: these files were accepted or rejected, or wait again: list of `StatusRow`, `ReviewStatus`.
        compare_wanted: compare a file with the one it repeats: two paths.
        move_wanted: move these files: list of paths.
        folder_wanted: show a file in its folder: path.
    """

    status_wanted = Signal(object, object)
    compare_wanted = Signal(object, object)
    move_wanted = Signal(object)
    folder_wanted = Signal(object)

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._model = InboxModel(words, self)
        self._head = PageHead(theme)
        self._filter = QComboBox()
        self._filter.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._compare, self._move = QPushButton(), QPushButton()
        self._reject, self._accept = QPushButton(), QPushButton()
        for control in (self._filter, self._compare, self._move, self._reject, self._accept):
            self._head.add_action(control)
        self._table = RowTable(theme, self._model)
        self._table.set_columns((0, 0, 110, 130))
        self._empty = EmptyNote(theme)
        self._body = FilledOrEmpty(self._table, self._empty)
        self._keys = KeyBar(theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget, stretch in ((self._head, 0), (self._body, 1), (self._keys, 0)):
            layout.addWidget(widget, stretch)
        self._connect()
        words.changed.connect(self.retranslate)
        self.retranslate()

    def show_rows(self, rows: Sequence[StatusRow]) -> None:
        """List these files; the chosen row stays where it was."""
        row = self._table.currentIndex().row()
        self._model.set_rows(rows)
        self._choose(row)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        waiting = self._model.waiting()
        note = self._words.count("{n} file waits for you.", "{n} files wait for you.", waiting) if waiting else ""
        self._head.set_texts(say("Inbox"), note)
        self._filter.setAccessibleName(say("Which files to show"))
        self._fill_filter()
        for button, text in (
            (self._compare, say("Compare")),
            (self._move, say("Move…")),
            (self._reject, say("Reject")),
            (self._accept, say("Accept")),
        ):
            button.setText(text)
        self._empty.set_texts(
            say("Nothing here"),
            say(
                "Click a folder on the left and make it an inbox: each new file in it is checked, and listed here "
                "with what it repeats."
            ),
        )
        self._table.setAccessibleName(say("New files"))
        self._keys.set_hints(
            [
                (("A",), say("accept")),
                (("R",), say("reject")),
                ((self._words.name("key", "Enter"),), say("compare")),
                (("F",), say("show in folder")),
            ]
        )
        self._model.retranslate()
        self._follow_selection()

    def _connect(self) -> None:
        self._filter.currentIndexChanged.connect(self._take_filter)
        self._table.selectionModel().selectionChanged.connect(self._follow_selection)
        self._table.activated.connect(self._ask_compare)
        self._accept.clicked.connect(self._ask_accept)
        self._reject.clicked.connect(self._ask_reject)
        self._compare.clicked.connect(self._ask_compare)
        self._move.clicked.connect(lambda: self.move_wanted.emit([row.path for row in self._chosen()]))
        keys: tuple[tuple[Qt.Key, Callable[[], None]], ...] = (
            (Qt.Key.Key_A, self._ask_accept),
            (Qt.Key.Key_R, self._ask_reject),
            (Qt.Key.Key_F, self._ask_folder),
        )
        for key, do in keys:
            shortcut = QShortcut(QKeySequence(key), self._table, context=Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(do)

    def _fill_filter(self) -> None:
        self._filter.blockSignals(True)
        chosen = self._filter.currentData()
        self._filter.clear()
        self._filter.addItem(self._words.say("All files"), None)
        for status in ReviewStatus:
            self._filter.addItem(status_words(self._words, status), status.value)
        self._filter.setCurrentIndex(max(self._filter.findData(chosen), 0))
        self._filter.blockSignals(False)

    def _take_filter(self) -> None:
        chosen = self._filter.currentData()
        self._model.set_status(None if chosen is None else ReviewStatus(chosen))
        self._choose(0)
        self._follow_selection()

    def _choose(self, row: int) -> None:
        self._body.set_filled(is_filled=self._model.rowCount() > 0)
        if self._model.rowCount():
            self._table.choose(min(max(row, 0), self._model.rowCount() - 1))

    def _chosen(self) -> list[StatusRow]:
        return list(self._table.chosen(VALUE_ROLE))

    def _follow_selection(self) -> None:
        rows = self._chosen()
        self._accept.setEnabled(any(row.status is not ReviewStatus.ACCEPTED for row in rows))
        self._reject.setEnabled(any(row.status is not ReviewStatus.REJECTED for row in rows))
        self._move.setEnabled(bool(rows))
        self._compare.setEnabled(len(rows) == 1 and rows[0].repeats is not None)

    def _ask_accept(self) -> None:
        self._ask_status(ReviewStatus.ACCEPTED)

    def _ask_reject(self) -> None:
        self._ask_status(ReviewStatus.REJECTED)

    def _ask_status(self, status: ReviewStatus) -> None:
        rows = [row for row in self._chosen() if row.status is not status]
        if rows:
            self.status_wanted.emit(rows, status)

    def _ask_compare(self) -> None:
        rows = self._chosen()
        if len(rows) == 1 and rows[0].repeats is not None:
            self.compare_wanted.emit(rows[0].path, rows[0].repeats)

    def _ask_folder(self) -> None:
        for row in self._chosen()[:1]:
            self.folder_wanted.emit(row.path)
