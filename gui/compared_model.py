"""The rows of a comparison as an item model: lines side by side, and folds that open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gui.comparison import Fold, Row, shown_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gui.words import Words

Index = QModelIndex | QPersistentModelIndex

ROW_ROLE = Qt.ItemDataRole.UserRole
"""The `Row` or `Fold`."""

BATCH = 1000
"""Rows are handed to the view in portions: it measures each one."""

SPOKEN = 200
"""Characters of each side that a screen reader is given of a row."""


class ComparedModel(QAbstractListModel):
    """Rows and folds in order; grows as it is scrolled."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._rows: list[Row | Fold] = []
        self._shown = 0

    def set_rows(self, rows: Sequence[Row | Fold]) -> None:
        """Show these rows instead of the ones before."""
        self.beginResetModel()
        self._rows = list(rows)
        self._shown = min(len(self._rows), BATCH)
        self.endResetModel()

    def retranslate(self) -> None:
        """Say the folds again in the current language."""
        if self._shown:
            self.dataChanged.emit(self.index(0), self.index(self._shown - 1))

    def unfold(self, row: int) -> None:
        """Show the lines of a fold in its place."""
        fold = self._rows[row]
        if not isinstance(fold, Fold):
            return
        self.beginRemoveRows(QModelIndex(), row, row)
        del self._rows[row]
        self._shown -= 1
        self.endRemoveRows()
        lines = fold.rows[:BATCH]
        new: list[Row | Fold] = list(lines)
        if len(fold.rows) > BATCH:
            new.append(Fold(fold.rows[BATCH:], is_rest=fold.is_rest))
        self.beginInsertRows(QModelIndex(), row, row + len(new) - 1)
        self._rows[row:row] = new
        self._shown += len(new)
        self.endInsertRows()

    def unfold_all(self) -> None:
        """Show the lines of every fold."""
        rows = (row.rows if isinstance(row, Fold) else (row,) for row in self._rows)
        self.set_rows([line for lines in rows for line in lines])

    def row_of(self, difference: int) -> int | None:
        """Return the row in which a difference begins, and make sure that the view has it; None if it is in none."""
        for place, row in enumerate(self._rows):
            if isinstance(row, Row) and difference in row.differences:
                while place >= self._shown:
                    self.fetchMore(QModelIndex())
                return place
        return None

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self._shown

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._shown < len(self._rows)

    def fetchMore(self, parent: Index) -> None:
        if self.canFetchMore(parent):
            end = min(self._shown + BATCH, len(self._rows))
            self.beginInsertRows(QModelIndex(), self._shown, end - 1)
            self._shown = end
            self.endInsertRows()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.fold_text(row) if isinstance(row, Fold) else self._spoken(row)
        return None

    def fold_text(self, fold: Fold) -> str:
        """Return what a fold says."""
        n = len(fold.rows)
        if fold.is_rest:
            return self._words.count("{n} more line", "{n} more lines", n)
        return self._words.count("{n} line the same", "{n} lines the same", n)

    def _spoken(self, row: Row) -> str:
        text = shown_from(row, SPOKEN)
        return text if row.is_same else self._words.say("Differs: {text}", text=text)
