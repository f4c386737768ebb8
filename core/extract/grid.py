"""Which cells of a table are filled: a tick in the third column does not say what one in the second says. Pure.

The text of a table reads row by row and cannot show empty cells. So a table in which a row has gaps, or begins later
than others, is told to the inventory by the columns that are filled; where the whole table stands does not count.
"""

from __future__ import annotations


class Grid:
    """The filled columns of the rows of one table or sheet."""

    def __init__(self) -> None:
        self._rows: list[list[int]] = []
        self._column = 0

    def row(self) -> None:
        """Begin a row."""
        self._rows.append([])
        self._column = 0

    def cell(self, is_filled: bool, span: int = 1) -> None:
        """Add a cell over `span` columns behind those that the row has."""
        if is_filled:
            self.fill(self._column, min(span, 1000))
        self._column += span

    def fill(self, column: int, count: int = 1) -> None:
        """Note that `count` columns from `column` on are filled."""
        if not self._rows:
            self.row()
        self._rows[-1].append(column)
        self._rows[-1].extend(range(column + 1, column + count) if count > 1 else ())

    def repeat(self, times: int) -> None:
        """Say that the last row stands so often."""
        if self._rows:
            self._rows.extend([self._rows[-1]] * (times - 1))

    def shape(self) -> str:
        """Return the filled columns of each row, "" where no row has a gap."""
        rows = [row for row in self._rows if row]
        first = min((row[0] for row in rows), default=0)
        if all(row[0] == first and row[-1] - first == len(row) - 1 for row in rows):
            return ""
        return ";".join(",".join(str(column - first) for column in row) for row in rows)
