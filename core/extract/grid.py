"""Which cells of a table are filled: a tick in the third cell does not say what one in the second says. Pure.

The text of a table reads row by row and cannot show empty cells. So rows with a gap, or that begin later than the
table, are told to the inventory by their filled cells. Cells of texts are counted, whatever columns they lie over:
programs divide those anew. Sheets know columns, and where the whole of one stands does not count.
"""

from __future__ import annotations


class Grid:
    """The filled cells of the rows of one table or sheet."""

    def __init__(self, *, is_sheet: bool = False) -> None:
        self._rows: list[list[int]] = []
        self._column = 0
        self._is_sheet = is_sheet

    def row(self) -> None:
        """Begin a row."""
        self._rows.append([])
        self._column = 0

    def cell(self, is_filled: bool) -> None:
        """Add a cell behind those that the row has."""
        if is_filled:
            self.fill(self._column)
        else:
            self.skip(1)

    def fill(self, column: int, count: int = 1) -> None:
        """Note that `count` cells from `column` on are filled."""
        if not self._rows:
            self.row()
        self._rows[-1] += range(column, column + count)
        self._column = column + count

    def skip(self, count: int) -> None:
        """Pass over so many empty cells."""
        self._column += count

    @property
    def column(self) -> int:
        """The next cell of the row."""
        return self._column

    def repeat(self, times: int) -> None:
        """Say that the last row stands so often."""
        if self._rows:
            self._rows += [self._rows[-1]] * (times - 1)

    def shape(self) -> str:
        """Return the filled cells of each row with a gap, "" where there is none."""
        rows = [row for row in self._rows if row]
        first = min((row[0] for row in rows), default=0) if self._is_sheet else 0
        rows = [row for row in rows if row[0] != first or row[-1] - first != len(row) - 1]
        return ";".join(",".join(str(column - first) for column in row) for row in rows)
