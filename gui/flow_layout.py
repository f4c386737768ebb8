"""A layout that sets its items in lines, as words are set on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items at their own size from left to right, a new line where one is full; no item is wider than the line.

    Hidden items take no room. Items of one line stand on one middle; those added after `end_begins` at its right end.
    """

    def __init__(self, parent: QWidget | None = None, spacing: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._end: int | None = None
        self._heights: dict[int, int] = {}
        self._least: QSize | None = None
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def end_begins(self) -> None:
        """Let the items that are added from now on stand at the right end of their line."""
        self._end = len(self._items)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        """Answer from memory while no item changed: the layouts around ask hundreds of times."""
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), is_trial=True)
        return self._heights[width]

    def invalidate(self) -> None:
        self._heights.clear()
        self._least = None
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, is_trial=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        if self._least is None:
            self._least = self._least_size()
        return self._least

    def _least_size(self) -> QSize:
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(QSize(item.minimumSize().width(), item.sizeHint().height()))
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def line_width(self) -> int:
        """Return how wide a single line of all items would be."""
        widths = [item.sizeHint().width() for item in self._shown()]
        margins = self.contentsMargins()
        return sum(widths) + self.spacing() * max(len(widths) - 1, 0) + margins.left() + margins.right()

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, whole: QRect, *, is_trial: bool) -> int:
        rect = whole.marginsRemoved(self.contentsMargins())
        y = rect.y()
        lines = self._lines(rect.width())
        for line in lines:
            height = max(size.height() for _, size in line)
            if not is_trial:
                self._place(line, QRect(rect.x(), y, rect.width(), height))
            y += height + self.spacing()
        return y - (self.spacing() if lines else 0) + self.contentsMargins().bottom() - whole.y()

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        used = 0
        ends = self._ends()
        together = sum(item.sizeHint().width() + self.spacing() for item in ends) - self.spacing()
        for item in self._shown():
            size = item.sizeHint().boundedTo(QSize(max(width, 1), 1 << 20))
            least = together if ends and item is ends[0] and together <= width else size.width()
            if not lines or used + least > width:
                lines.append([])
                used = 0
            lines[-1].append((item, size))
            used += size.width() + self.spacing()
        return lines

    def _ends(self) -> list[QLayoutItem]:
        """Return the items that stand at the right end; they go to a new line together."""
        return [] if self._end is None else [item for item in self._items[self._end :] if not item.isEmpty()]

    def _place(self, line: list[tuple[QLayoutItem, QSize]], place: QRect) -> None:
        end = self._ends()
        free = place.width() - sum(size.width() for _, size in line) - self.spacing() * (len(line) - 1)
        x = place.x()
        for item, size in line:
            if item in end:
                x, free = x + free, 0
            top = place.y() + (place.height() - size.height()) // 2
            item.setGeometry(QRect(QPoint(x, top), size))
            x += size.width() + self.spacing()
