"""The journal as a table model: what went where and when."""

from __future__ import annotations

import os
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.actions import SENTENCES, Action
from core.journal_table import JournalRow, State
from gui.phrases import display
from gui.two_line_delegate import COLOUR_ROLE, SECOND_LINE_ROLE, SENTENCE_ROLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gui.words import Words

ROW_ROLE = Qt.ItemDataRole.UserRole
"""The `JournalRow` of a row."""

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """What stands in the columns."""

    FILE = 0
    ACTION = 1
    KEEPER = 2
    TIME = 3
    SIZE = 4


def is_undoable(row: JournalRow) -> bool:
    """Return whether an undo can be asked for: it went, and not for good."""
    return row.state is State.DONE and row.action is not Action.DELETE


def action_words(words: Words, action: Action) -> str:
    """Return what was done, in the past tense."""
    return {
        Action.TRASH: words.say("Moved to the trash"),
        Action.HOLD: words.say("Moved to the holding folder"),
        Action.MOVE: words.say("Moved"),
        Action.HARD_LINK: words.say("Replaced by a hard link"),
        Action.SYMLINK: words.say("Replaced by a link"),
        Action.DELETE: words.say("Erased for good"),
    }[action]


def state_words(words: Words, row: JournalRow) -> tuple[str, str]:
    """Return what became of a file: a few words, and more about it."""
    if row.state is State.UNDONE:
        return words.say("Brought back"), display(row.restored or row.path)
    if row.state is State.FAILED and row.failing is not None:
        place = display(row.restored or row.aside or "")
        keeper = display(os.path.basename(row.keeper or ""))
        return words.say("Left alone"), words.say(SENTENCES[row.failing], keeper=keeper, place=place)
    if row.state in (State.PLANNED, State.BEGUN, State.RESTORING):
        return words.say("Not finished"), words.say("Neartwin looks at the next start what became of it.")
    return action_words(words, row.action), display(row.destination or "")


class JournalModel(QAbstractTableModel):
    """Rows of the journal, the newest first."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._rows: list[JournalRow] = []

    def set_rows(self, rows: Sequence[JournalRow]) -> None:
        """Show these rows instead of the ones before."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def rows(self) -> list[JournalRow]:
        """Return what is shown."""
        return list(self._rows)

    def retranslate(self) -> None:
        """Say everything again in the current language."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(Column) - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section == Column.SIZE:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        say = self._words.say
        return (say("File"), say("What happened"), say("Kept instead"), say("When"), say("Size"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], Column(index.column())
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight) if column is Column.SIZE else None
        if role == COLOUR_ROLE:
            return _colour(row, column)
        if role == SENTENCE_ROLE:
            return column is Column.ACTION and row.state is not State.DONE and row.state is not State.UNDONE
        return self._text_data(row, column, role)

    def _text_data(self, row: JournalRow, column: Column, role: int) -> str | None:
        first, second = self._texts(row, column)
        if role == Qt.ItemDataRole.DisplayRole:
            return first
        if role == SECOND_LINE_ROLE:
            return second or None
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{first}\n{second}" if second else first
        return None

    def _texts(self, row: JournalRow, column: Column) -> tuple[str, str]:
        if column is Column.FILE:
            return _name_and_folder(row.path)
        if column is Column.ACTION:
            return state_words(self._words, row)
        if column is Column.KEEPER:
            if row.keeper is None:
                return self._words.say("Nothing like it"), self._words.say("you confirmed this by name")
            return _name_and_folder(row.keeper)
        if column is Column.TIME:
            return self._words.time(row.closed_ns or row.planned_ns), ""
        return self._words.size(row.size), ""


def _name_and_folder(path: str) -> tuple[str, str]:
    folder, name = os.path.split(path)
    return display(name), display(folder)


def _colour(row: JournalRow, column: Column) -> str:
    if column is Column.ACTION:
        if row.state is State.UNDONE:
            return "keep"
        return "danger" if row.action is Action.DELETE and row.state is State.DONE else "text"
    return "mute" if column in (Column.TIME, Column.SIZE) else "text"
