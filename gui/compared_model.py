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

BATCH = 100
"""Rows are handed to the view in portions: it measures each one, in about a third of a millisecond."""

SPOKEN = 200
"""Characters of each side that a screen reader is given of a row."""


class ComparedModel(QAbstractListModel):
    """Rows and folds in order, of which the view has a stretch; it grows at both ends as it is scrolled."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._rows: list[Row | Fold] = []
        self._first = self._end = 0
        self._places: dict[int, int] = {}

    def set_rows(self, rows: Sequence[Row | Fold]) -> None:
        """Show these rows instead of the ones before."""
        self.beginResetModel()
        self._rows = list(rows)
        self._first, self._end = 0, min(len(self._rows), BATCH)
        self._places.clear()
        self.endResetModel()

    def retranslate(self) -> None:
        """Say the folds again in the current language."""
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    def unfold(self, row: int) -> None:
        """Show the lines of a fold in its place, as many as are handed over at once."""
        place = self._first + row
        fold = self._rows[place]
        if not isinstance(fold, Fold):
            return
        self._places.clear()
        self.beginRemoveRows(QModelIndex(), row, row)
        del self._rows[place]
        self._end -= 1
        self.endRemoveRows()
        new: list[Row | Fold] = list(fold.rows[:BATCH])
        if len(fold.rows) > BATCH:
            new.append(Fold(fold.rows[BATCH:], is_rest=fold.is_rest))
        self.beginInsertRows(QModelIndex(), row, row + len(new) - 1)
        self._rows[place:place] = new
        self._end += len(new)
        self.endInsertRows()

    def unfold_all(self) -> None:
        """Show the lines of every fold."""
        rows = (row.rows if isinstance(row, Fold) else (row,) for row in self._rows)
        self.set_rows([line for lines in rows for line in lines])

    def row_of(self, difference: int) -> int | None:
        """Return the row in which a difference begins, and make sure that the view has it; None if it is in none."""
        if not self._places:
            for place, row in enumerate(self._rows):
                for number in row.differences if isinstance(row, Row) else ():
                    self._places.setdefault(number, place)
        at = self._places.get(difference)
        if at is not None and not self._first <= at < self._end:
            self.beginResetModel()
            self._first, self._end = max(at - BATCH // 2, 0), min(at + BATCH // 2, len(self._rows))
            self.endResetModel()
        return None if at is None else at - self._first

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self._end - self._first

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._end < len(self._rows)

    def fetchMore(self, parent: Index) -> None:
        if self.canFetchMore(parent):
            more = min(BATCH, len(self._rows) - self._end)
            self.beginInsertRows(QModelIndex(), self.rowCount(), self.rowCount() + more - 1)
            self._end += more
            self.endInsertRows()

    def fetch_earlier(self) -> int:
        """Hand over rows before the first one; return how many."""
        more = min(BATCH, self._first)
        if more:
            self.beginInsertRows(QModelIndex(), 0, more - 1)
            self._first -= more
            self.endInsertRows()
        return more

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[self._first + index.row()]
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
