"""The versions of a document in the order in which they were written, each with what it adds to the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.versions import Step
from gui import tokens
from gui.phrases import display
from gui.row_model import VALUE_ROLE, Cell, RowModel, file_cell
from gui.row_table import RowTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gui.theme import Theme
    from gui.words import Words


class VersionModel(RowModel[Step]):
    """One row a version."""

    COLUMNS = 3

    def titles(self) -> tuple[str, ...]:
        say = self.words.say
        return say("Version"), say("Written"), say("Beside the one before")

    def cell(self, value: Step, column: int) -> Cell:
        words = self.words
        if column == 0:
            return file_cell(value.path)
        if column == 1:
            source = words.say("by the document itself") if value.is_inner else words.say("by the file's date")
            return Cell(words.time(value.date_ns), source, "mute")
        if value.before is None:
            return Cell(words.say("The first one"), colour="mute")
        if not value.added and not value.removed:
            return Cell(words.say("The same words"), colour="mute")
        added = self._pieces(value.added, value.added_more)
        removed = self._pieces(value.removed, value.removed_more)
        return Cell(
            words.say("adds {pieces}", pieces=added) if added else words.say("adds nothing"),
            words.say("without {pieces}", pieces=removed) if removed else "",
            is_sentence=True,
        )

    def _pieces(self, pieces: Sequence[str], more: int) -> str:
        words = self.words
        shown = words.name("between the parts of a list", ", ").join(
            words.say("“{piece}”", piece=display(piece)) for piece in pieces
        )
        return words.count("{pieces} and {n} more", "{pieces} and {n} more", more, pieces=shown) if more else shown


class VersionsDialog(QDialog):
    """Lists versions.

    Attributes:
        compare_wanted: compare a version with the one before: two paths.
    """

    compare_wanted = Signal(str, str)

    def __init__(self, words: Words, theme: Theme, steps: Sequence[Step], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._count = words, len(steps)
        self.model = VersionModel(words, self)
        self.model.set_rows(steps)
        self._table = RowTable(theme, self.model)
        self._table.set_columns((0, 150, 0))
        self._title, self._note = QLabel(), QLabel()
        self._title.setProperty("tone", "title")
        self._note.setProperty("tone", "mute")
        self._note.setWordWrap(True)
        self._compare, self._close = QPushButton(), QPushButton()
        buttons = QHBoxLayout()
        for button in (self._compare, self._close):
            button.setAutoDefault(False)
        buttons.addWidget(self._compare)
        buttons.addStretch(1)
        buttons.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(theme.px(tokens.GAP_4),) * 4)
        layout.setSpacing(theme.px(tokens.GAP_3))
        for widget in (self._title, self._note):
            layout.addWidget(widget)
        layout.addWidget(self._table, 1)
        layout.addLayout(buttons)
        self.resize(theme.px(860), theme.px(460))
        self._table.selectionModel().currentChanged.connect(lambda _now, _before: self._follow())
        self._compare.clicked.connect(self._ask)
        self._close.clicked.connect(self.reject)
        words.changed.connect(self.retranslate)
        self.retranslate()
        self._table.choose(self._count - 1)

    def retranslate(self) -> None:
        """Say everything in the current language."""
        words = self._words
        self.setWindowTitle(words.say("Versions"))
        self._title.setText(words.count("{n} version, oldest first", "{n} versions, oldest first", self._count))
        self._note.setText(
            words.say("A document's own date counts; the date of a file is set anew by copies, downloads and backups.")
        )
        self._table.setAccessibleName(words.say("Versions"))
        self._compare.setText(words.say("Compare with the one before"))
        self._close.setText(words.say("Close"))
        self.model.retranslate()

    def _follow(self) -> None:
        chosen = self._chosen()
        self._compare.setEnabled(chosen is not None and chosen.before is not None)

    def _chosen(self) -> Step | None:
        index = self._table.selectionModel().currentIndex()
        return index.data(VALUE_ROLE) if index.isValid() else None

    def _ask(self) -> None:
        chosen = self._chosen()
        if chosen is not None and chosen.before is not None:
            self.compare_wanted.emit(chosen.path, chosen.before)
            self.accept()
