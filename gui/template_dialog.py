"""Documents of one form as a table: a row a document, a column for each place where they differ."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QHeaderView, QLabel, QPushButton, QTableView, QVBoxLayout, QWidget

from gui import tokens
from gui.phrases import display

if TYPE_CHECKING:
    from core.template_table import TemplateTable
    from gui.theme import Theme
    from gui.words import Words

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Form:
    """The documents of a form, in the order of the rows of its table; those without a text are left out."""

    paths: tuple[str, ...]
    table: TemplateTable
    left_out: int = 0


class TemplateModel(QAbstractTableModel):
    """Names in the first column, then the values."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._form: Form | None = None
        self._order: list[int] = []

    def set_form(self, form: Form) -> None:
        """Show a form."""
        self.beginResetModel()
        self._form = form
        self._order = list(range(len(form.paths)))
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the documents by what stands in a column; -1 is the order of the group."""
        if self._form is None:
            return
        self.layoutAboutToBeChanged.emit()
        self._order = list(range(len(self._form.paths)))
        if column >= 0:
            is_descending = order is Qt.SortOrder.DescendingOrder
            self._order.sort(key=lambda place: self._value(place, column).casefold(), reverse=is_descending)
        self.layoutChanged.emit()

    def _value(self, place: int, column: int) -> str:
        assert self._form is not None
        if column == 0:
            return display(os.path.basename(self._form.paths[place]))
        return self._form.table.rows[place][column - 1]

    def title(self, column: int) -> str:
        """Return the head of a column in the current language."""
        if column == 0 or self._form is None:
            return self._words.say("Document")
        return self._form.table.titles[column - 1] or self._words.say("Place {n}", n=self._words.number(column))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if self._form is None or (parent is not None and parent.isValid()) else len(self._form.paths)

    def columnCount(self, parent: Index | None = None) -> int:
        if self._form is None or (parent is not None and parent.isValid()):
            return 0
        return 1 + len(self._form.table.titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._form is None:
            return None
        place = self._order[index.row()]
        if index.column() == 0 and role == Qt.ItemDataRole.ToolTipRole:
            return display(self._form.paths[place])
        is_text = role in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
        )
        return self._value(place, index.column()) if is_text else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        is_text = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        return self.title(section) if orientation == Qt.Orientation.Horizontal and is_text else None


class TemplateDialog(QDialog):
    """Shows a form.

    Attributes:
        export_wanted: write the table to a file.
        settle_wanted: declare all of them "not duplicates".
    """

    export_wanted = Signal()
    settle_wanted = Signal()

    def __init__(self, words: Words, theme: Theme, form: Form, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._form = words, form
        self.model = TemplateModel(words, self)
        self.model.set_form(form)
        self._title, self._note = QLabel(), QLabel()
        self._title.setProperty("tone", "title")
        self._note.setProperty("tone", "mute")
        self._note.setWordWrap(True)
        self._table = QTableView()
        self._table.setModel(self.model)
        self._table.setProperty("role", "values")
        self._table.setShowGrid(True)
        self._table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._table.setSortingEnabled(True)
        self._table.setWordWrap(False)
        self._table.verticalHeader().hide()
        self._table.verticalHeader().setDefaultSectionSize(theme.px(32))
        header = self._table.horizontalHeader()
        header.setDefaultSectionSize(theme.px(150))
        header.setMinimumSectionSize(theme.px(60))
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.resizeSection(0, theme.px(240))
        header.setTextElideMode(Qt.TextElideMode.ElideLeft)
        self._export, self._settle, self._close = QPushButton(), QPushButton(), QPushButton()
        buttons = QHBoxLayout()
        for button in (self._export, self._settle, self._close):
            button.setAutoDefault(False)
        buttons.addWidget(self._export)
        buttons.addWidget(self._settle)
        buttons.addStretch(1)
        buttons.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(theme.px(tokens.GAP_4),) * 4)
        layout.setSpacing(theme.px(tokens.GAP_3))
        for widget in (self._title, self._note):
            layout.addWidget(widget)
        layout.addWidget(self._table, 1)
        layout.addLayout(buttons)
        self.resize(theme.px(860), theme.px(520))
        self._export.clicked.connect(self.export_wanted)
        self._settle.clicked.connect(self._agree)
        self._close.clicked.connect(self.reject)
        words.changed.connect(self.retranslate)
        self.retranslate()

    def _agree(self) -> None:
        self.settle_wanted.emit()
        self.accept()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        words, form = self._words, self._form
        documents, places = len(form.paths), form.table.places
        self.setWindowTitle(words.say("Documents as a table"))
        self._title.setText(words.count("{n} document beside each other", "{n} documents beside each other", documents))
        said = [words.count("They differ in {n} place.", "They differ in {n} places.", places)]
        if places > (shown := len(form.table.titles)):
            said.append(
                words.count(
                    "Only the first {n} is shown: this is hardly one form.",
                    "Only the first {n} are shown: this is hardly one form.",
                    shown,
                )
            )
        if form.left_out:
            said.append(
                words.count("{n} without a text is left out.", "{n} without a text are left out.", form.left_out)
            )
        self._note.setText(" ".join(said))
        self._table.setAccessibleName(words.say("Documents as a table"))
        self._export.setText(words.say("Export as CSV…"))
        self._settle.setText(words.say("All are wanted: not duplicates"))
        self._close.setText(words.say("Close"))
        self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.model.columnCount() - 1)
