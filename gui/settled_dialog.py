"""What was declared "not duplicates", in a list from which it is taken back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.declarations import Declaration
from core.documents import Relation
from gui import tokens
from gui.page import EmptyNote, FilledOrEmpty
from gui.phrases import display, kind_tag
from gui.row_model import VALUE_ROLE, Cell, RowModel
from gui.row_table import RowTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gui.theme import Theme
    from gui.words import Words


class SettledModel(RowModel[Declaration]):
    """One row an act of declaring."""

    COLUMNS = 3

    def titles(self) -> tuple[str, ...]:
        say = self.words.say
        return say("Documents"), say("What it is about"), say("Since")

    def cell(self, value: Declaration, column: int) -> Cell:
        words = self.words
        if column == 0:
            folder = os.path.dirname(value.paths[0]) if value.paths else ""
            return Cell(_names(words, value), display(folder) or words.say("not in the library now"))
        if column == 2:
            return Cell(words.date(value.decided_ns), colour="mute", is_number=True)
        if value.is_whole:
            about = words.count("a group of {n} file", "a group of {n} files", value.documents)
        elif len(value.pairs) == 1:
            about = words.say("a pair")
        else:
            about = words.count("a set of {n} document", "a set of {n} documents", value.documents)
        kind = words.say("Similar or contained") if value.kind is Relation.SIMILAR else kind_tag(words, value.kind)
        return Cell(about, kind, "mute")


def _names(words: Words, value: Declaration) -> str:
    names = [display(os.path.basename(path)) for path in value.paths] or [display(value.note)] * bool(value.note)
    shown = words.name("between the parts of a list", ", ").join(dict.fromkeys(names))
    left = value.documents - len(names)
    if not shown:
        return words.say("Documents without a known name")
    return words.count("{names} and {n} more", "{names} and {n} more", left, names=shown) if left > 0 else shown


class SettledDialog(QDialog):
    """Lists declarations.

    Attributes:
        back_wanted: take these back: list of `Declaration`; `show_entries` takes what is left.
    """

    back_wanted = Signal(object)

    def __init__(
        self, words: Words, theme: Theme, entries: Sequence[Declaration], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._model = SettledModel(words, self)
        self._table = RowTable(theme, self._model)
        self._table.set_columns((0, 190, 96))
        self._note, self._title, self._about = EmptyNote(theme), QLabel(), QLabel()
        self._body = FilledOrEmpty(self._table, self._note)
        self._back, self._close = QPushButton(), QPushButton()
        self._title.setProperty("tone", "title")
        self._about.setProperty("tone", "mute")
        self._about.setWordWrap(True)
        buttons = QHBoxLayout()
        for button in (self._back, self._close):
            button.setAutoDefault(False)
        buttons.addWidget(self._back)
        buttons.addStretch(1)
        buttons.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(theme.px(tokens.GAP_4),) * 4)
        layout.setSpacing(theme.px(tokens.GAP_3))
        for widget in (self._title, self._about):
            layout.addWidget(widget)
        layout.addWidget(self._body, 1)
        layout.addLayout(buttons)
        self.resize(theme.px(760), theme.px(480))
        self._table.selectionModel().selectionChanged.connect(self._follow)
        self._back.clicked.connect(self._take_back)
        self._close.clicked.connect(self.accept)
        words.changed.connect(self.retranslate)
        self.show_entries(entries)
        self.retranslate()

    def show_entries(self, entries: Sequence[Declaration]) -> None:
        """List these."""
        self._model.set_rows(entries)
        self._body.set_filled(is_filled=bool(entries))
        self._follow()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        self.setWindowTitle(say("Not duplicates"))
        self._title.setText(say("Not duplicates"))
        self._about.setText(
            say("Kept by content, so it holds after a rename or a move. It ends when a document changes or one joins.")
        )
        self._table.setAccessibleName(say("Not duplicates"))
        self._note.set_texts(
            say("Nothing was declared yet"), say("Choose rows in the list and press X: they are not listed again.")
        )
        self._back.setText(say("List as duplicates again"))
        self._close.setText(say("Close"))
        self._model.retranslate()

    def _follow(self) -> None:
        self._back.setEnabled(self._table.selectionModel().hasSelection())

    def _take_back(self) -> None:
        chosen = self._table.chosen(VALUE_ROLE)
        if chosen:
            self.back_wanted.emit(chosen)
