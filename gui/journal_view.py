"""The page of the journal: what was moved, when and where to; brings files back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget

from gui.journal_model import JournalModel, is_undoable
from gui.page import EmptyNote, FilledOrEmpty, PageHead
from gui.row_model import VALUE_ROLE
from gui.row_table import RowTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPoint

    from core.journal_table import JournalRow
    from gui.theme import Theme
    from gui.words import Words

SEARCH_AFTER_MS = 250
"""A search starts when nothing was typed for this long."""


class JournalView(QWidget):
    """Rows of the journal.

    Attributes:
        search_wanted: show the rows that have this text: str; `show_rows` answers.
        undo_wanted: bring these files back: list of row ids.
        undo_act_wanted: bring back all of one clean-up: its number.
        export_wanted: write what is shown to a file: list of `JournalRow`.
        folder_wanted: show a file in its folder: path.
    """

    search_wanted = Signal(str)
    undo_wanted = Signal(object)
    undo_act_wanted = Signal(int)
    export_wanted = Signal(object)
    folder_wanted = Signal(object)

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._model = JournalModel(words, self)
        self._head = PageHead(theme)
        self._search = QLineEdit()
        self._search.setClearButtonEnabled(True)
        self._search.setMinimumWidth(theme.px(180))
        self._timer = QTimer(self, singleShot=True, interval=SEARCH_AFTER_MS)
        self._export, self._undo_act, self._undo = QPushButton(), QPushButton(), QPushButton()
        for control in (self._search, self._export, self._undo_act, self._undo):
            self._head.add_action(control)
        self._table = RowTable(theme, self._model)
        self._table.set_columns((0, 0, 190, 130, 84))
        self._empty = EmptyNote(theme)
        self._body = FilledOrEmpty(self._table, self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._body, 1)
        self._connect()
        words.changed.connect(self.retranslate)
        self.retranslate()

    @property
    def needle(self) -> str:
        """What is searched for."""
        return self._search.text().strip()

    def show_rows(self, rows: Sequence[JournalRow]) -> None:
        """List these rows."""
        self._model.set_rows(rows)
        self._body.set_filled(is_filled=bool(rows))
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        n = len(self._model.rows())
        self._head.set_texts(say("Journal"), self._words.count("{n} file", "{n} files", n) if n else "")
        self._search.setPlaceholderText(say("Search names and folders"))
        self._search.setToolTip(say("Search names and folders"))
        self._search.setAccessibleName(say("Search the journal"))
        self._export.setText(say("Export…"))
        if self._search.text():
            self._empty.set_texts(
                say("Nothing in the journal has these words"), say("Search for another name or folder.")
            )
        else:
            self._empty.set_texts(
                say("Nothing was moved yet"),
                say("Every file that Neartwin moves to the trash is written down here and can be brought back."),
            )
        self._table.setAccessibleName(say("Journal of moved files"))
        self._copy.setText(say("Copy path"))
        self._model.retranslate()
        self._follow_selection()

    def _connect(self) -> None:
        self._copy = QAction(self)
        self._copy.setShortcut(QKeySequence.StandardKey.Copy)
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._copy.triggered.connect(self._copy_paths)
        self._table.addAction(self._copy)
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._table.customContextMenuRequested.connect(self._show_menu)
        self._table.selectionModel().selectionChanged.connect(self._follow_selection)
        self._search.textChanged.connect(self._timer.start)
        self._search.returnPressed.connect(self._ask_search)
        self._timer.timeout.connect(self._ask_search)
        self._undo.clicked.connect(self._ask_undo)
        self._undo_act.clicked.connect(self._ask_undo_act)
        self._export.clicked.connect(lambda: self.export_wanted.emit(self._model.rows()))

    def _chosen(self) -> list[JournalRow]:
        return list(self._table.chosen(VALUE_ROLE))

    def _act(self) -> int | None:
        """Return the clean-up of the chosen row, else the last one that can be undone."""
        rows = self._chosen() or self._model.rows()
        return next((row.act for row in rows if is_undoable(row)), None)

    def _follow_selection(self) -> None:
        n = sum(map(is_undoable, self._chosen()))
        say = self._words.say
        self._undo.setText(
            self._words.count("Bring back {n} file", "Bring back {n} files", n) if n else say("Bring back")
        )
        self._undo.setEnabled(n > 0)
        self._undo_act.setText(say("Undo this clean-up") if self._chosen() else say("Undo the last clean-up"))
        self._undo_act.setEnabled(self._act() is not None)
        self._export.setEnabled(self._body.is_filled)

    def _ask_search(self) -> None:
        self._timer.stop()
        self.search_wanted.emit(self.needle)

    def _ask_undo(self) -> None:
        self.undo_wanted.emit([row.id for row in self._chosen() if is_undoable(row)])

    def _ask_undo_act(self) -> None:
        act = self._act()
        if act is not None:
            self.undo_act_wanted.emit(act)

    def _copy_paths(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(row.path for row in self._chosen()))

    def _show_menu(self, place: QPoint) -> None:
        rows = self._chosen()
        if not rows:
            return
        menu = QMenu(self)
        for text, do, is_possible in (
            (self._undo.text(), self._ask_undo, self._undo.isEnabled()),
            (self._words.say("Undo this clean-up"), self._ask_undo_act, self._undo_act.isEnabled()),
            (self._words.say("Show the kept file"), lambda: self._show_keeper(rows[0]), rows[0].keeper is not None),
        ):
            action = menu.addAction(text)
            action.triggered.connect(do)
            action.setEnabled(is_possible)
        menu.addAction(self._copy)
        menu.popup(self._table.viewport().mapToGlobal(place))

    def _show_keeper(self, row: JournalRow) -> None:
        if row.keeper is not None:
            self.folder_wanted.emit(row.keeper)
