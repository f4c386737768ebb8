"""Rows of values as a table model: a page says what its columns are called and what stands in a cell."""

from __future__ import annotations

import os
from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gui.phrases import display
from gui.two_line_delegate import COLOUR_ROLE, SECOND_LINE_ROLE, SENTENCE_ROLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gui.words import Words

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex

VALUE_ROLE = Qt.ItemDataRole.UserRole
"""The value of a row, through any column."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell.

    Attributes:
        second: the second line; "" for none.
        colour: name of the palette's colour of the first line.
        is_number: stands at the right.
        is_sentence: the second line is cut at its end; names and paths are shortened in the middle.
    """

    text: str
    second: str = ""
    colour: str = "text"
    is_number: bool = False
    is_sentence: bool = False


def file_cell(path: str) -> Cell:
    """Return the cell of a file: its name, and under it its folder."""
    folder, name = os.path.split(path)
    return Cell(display(name or path), display(folder))


class RowModel(QAbstractTableModel, Generic[T]):
    """A table of values; subclasses give `titles` and `cell`."""

    COLUMNS = 1

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self._rows: list[T] = []

    @abstractmethod
    def titles(self) -> Sequence[str]:
        """Return the heads of the columns in the current language."""

    @abstractmethod
    def cell(self, value: T, column: int) -> Cell:
        """Return what stands in a cell in the current language."""

    def set_rows(self, rows: Sequence[T]) -> None:
        """Show these rows instead of the ones before."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def rows(self) -> list[T]:
        """Return what is shown, from top to bottom."""
        return list(self._rows)

    def retranslate(self) -> None:
        """Say everything again in the current language."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.COLUMNS - 1)
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, self.COLUMNS - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self.COLUMNS

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.COLUMNS:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self.titles()[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and self._rows and self.cell(self._rows[0], section).is_number:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        value = self._rows[index.row()]
        if role == VALUE_ROLE:
            return value
        cell = self.cell(value, index.column())
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{cell.text}\n{cell.second}" if cell.second else cell.text
        return {
            int(Qt.ItemDataRole.DisplayRole): cell.text,
            int(Qt.ItemDataRole.TextAlignmentRole): int(Qt.AlignmentFlag.AlignRight) if cell.is_number else None,
            SECOND_LINE_ROLE: cell.second or None,
            COLOUR_ROLE: cell.colour,
            SENTENCE_ROLE: cell.is_sentence,
        }.get(role)
