"""Paints a row of a comparison: both sides wrapped to their columns, what differs on a ground of its colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui import tokens
from gui.compared_model import ROW_ROLE
from gui.comparison import Fold, Mark, Row, Span

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex
    from PySide6.QtGui import QTextLine

    from gui.theme import Theme

LEADING = 1.5
"""Height of a line, in heights of the letters."""

_BLANKS = dict.fromkeys(map(ord, "\t\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), " ")

LONGEST = 20_000
"""Characters of one line that are set; a longer one (a text without breaks) is cut, with a mark."""


class ComparedDelegate(QStyledItemDelegate):
    """Knows how high each row is at the current width, and remembers it."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._width = 0
        self._heights: dict[int, tuple[Row, int]] = {}
        self.current: int | None = None
        self.is_single = False
        theme.changed.connect(self.forget)

    def set_width(self, width: int) -> None:
        """Take the width of the view."""
        if width != self._width:
            self._width = width
            self.forget()

    def forget(self) -> None:
        """Measure every row anew."""
        self._heights.clear()

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        row = index.data(ROW_ROLE)
        if isinstance(row, Fold):
            return QSize(self._width, self._theme.px(tokens.GAP_8 + tokens.GAP_2))
        known = self._heights.get(id(row))
        if known is None or known[0] is not row:
            heights = [_height(self._layout(side, self._column_width())) for side in self._sides(row)]
            known = (row, round(max(heights)) + self._theme.px(6))
            self._heights[id(row)] = known
        return QSize(self._width, known[1])

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row, rect = index.data(ROW_ROLE), option.rect
        painter.fillRect(rect, self._theme.colour("bg"))
        if isinstance(row, Fold):
            self._paint_fold(painter, rect, index.data(), is_hot=bool(option.state & QStyle.StateFlag.State_MouseOver))
        else:
            self._paint_sides(painter, rect, row)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self._theme.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(4, 1, -4, -1), tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        painter.restore()

    def _sides(self, row: Row) -> tuple[tuple[Span, ...], ...]:
        return (row.left,) if self.is_single else (row.left, row.right)

    def _column_width(self) -> float:
        columns = 1 if self.is_single else 2
        return max(self._width / columns - 2 * self._theme.px(tokens.GAP_4), 40.0)

    def _paint_sides(self, painter: QPainter, rect: QRect, row: Row) -> None:
        gap = self._theme.px(tokens.GAP_4)
        for column, side in enumerate(self._sides(row)):
            left = rect.left() + column * self._width / 2 + gap
            place = QPointF(left, rect.top() + self._theme.px(3))
            layout = self._layout(side, self._column_width())
            self._paint_grounds(painter, layout, place, side, is_left=column == 0)
            painter.setPen(self._theme.colour("text"))
            layout.draw(painter, place)
        if not self.is_single:
            middle = rect.left() + self._width // 2
            painter.setPen(self._theme.colour("line"))
            painter.drawLine(middle, rect.top(), middle, rect.bottom() + 1)

    def _paint_grounds(
        self, painter: QPainter, layout: QTextLayout, place: QPointF, side: tuple[Span, ...], *, is_left: bool
    ) -> None:
        """Paint what lies behind the stretches that differ; the current one has an edge."""
        at = 0
        for span in side:
            end = at + _units(span.text)
            if span.difference is not None:
                is_current = span.difference == self.current
                painter.setPen(QPen(self._theme.colour("accent"), 1.5) if is_current else Qt.PenStyle.NoPen)
                painter.setBrush(self._theme.colour(_ground(span.mark, is_left=is_left)))
                for box in _boxes(layout, at, end):
                    painter.drawRoundedRect(box.translated(place), 3, 3)
            at = end

    def _paint_fold(self, painter: QPainter, rect: QRect, text: str, *, is_hot: bool) -> None:
        gap = self._theme.px(tokens.GAP_4)
        inner = rect.adjusted(gap, self._theme.px(6), -gap, -self._theme.px(6))
        if is_hot:
            painter.fillRect(inner, self._theme.colour("hover"))
        painter.setPen(QPen(self._theme.colour("edge"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(inner.topLeft(), inner.topRight())
        painter.drawLine(inner.bottomLeft(), inner.bottomRight())
        painter.setFont(self._theme.font(tokens.SECONDARY))
        painter.setPen(self._theme.colour("faint"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignCenter, text)

    def _layout(self, side: tuple[Span, ...], width: float) -> QTextLayout:
        text = "".join(span.text for span in side)
        shown = _paintable(text[:LONGEST]) + ("…" if len(text) > LONGEST else "")
        layout = QTextLayout(shown, self._theme.font(tokens.BODY))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(_formats(side))
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            slack = line.height() * (LEADING - 1)
            line.setPosition(QPointF(0, y + slack / 2))
            y += line.height() + slack
        layout.endLayout()
        return layout


def _height(layout: QTextLayout) -> float:
    count = layout.lineCount()
    if not count:
        return 0.0
    last = layout.lineAt(count - 1)
    return last.y() + last.height() + last.height() * (LEADING - 1) / 2


def _formats(side: tuple[Span, ...]) -> list[QTextLayout.FormatRange]:
    """Return the bold stretches: numbers and other critical words, told apart by more than their ground."""
    ranges, at = [], 0
    for span in side:
        if span.mark is Mark.CRITICAL:
            found = QTextLayout.FormatRange()
            found.start, found.length = at, _units(span.text)
            form = QTextCharFormat()
            form.setFontWeight(QFont.Weight.DemiBold)
            found.format = form
            ranges.append(found)
        at += _units(span.text)
    return ranges


def _ground(mark: Mark, *, is_left: bool) -> str:
    if mark is Mark.CRITICAL:
        return "num"
    if mark is Mark.MOVED:
        return "contained_soft"
    return "deleted" if is_left else "ins"


def _boxes(layout: QTextLayout, start: int, end: int) -> list[QRectF]:
    """Return where the characters from `start` to `end` stand, one box a line."""
    boxes = []
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        first, last = max(start, line.textStart()), min(end, line.textStart() + line.textLength())
        if first < last:
            left, right = _x(line, first), _x(line, last)
            box = QRectF(min(left, right) - 1, line.y() - 1, abs(right - left) + 2, line.height() + 2)
            boxes.append(box)
    return boxes


def _x(line: QTextLine, position: int) -> float:
    found: Any = line.cursorToX(position)
    return float(found[0] if isinstance(found, tuple) else found)


def _units(text: str) -> int:
    """Return the length of a text as Qt counts it: characters beyond the first plane count twice."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _paintable(text: str) -> str:
    """Return text of the same length without characters that would break the line."""
    return text.encode("utf-8", "replace").decode().translate(_BLANKS)
