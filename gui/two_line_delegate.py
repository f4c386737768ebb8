"""Rows of two lines: a name, and under it in quieter letters where it lies or what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui import tokens

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect

    from gui.theme import Theme

SECOND_LINE_ROLE = Qt.ItemDataRole.UserRole + 1
"""The second line of a cell: str; none for a cell of one line."""

COLOUR_ROLE = Qt.ItemDataRole.UserRole + 2
"""The name of the palette's colour in which the first line is written: str; none for the usual one."""

SENTENCE_ROLE = Qt.ItemDataRole.UserRole + 4
"""Whether the second line is a sentence, cut at its end; names and paths are shortened in the middle: bool."""

STRONG_ROLE = Qt.ItemDataRole.UserRole + 3
"""Whether the row is a heading: bool."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a cell; `colour` names a colour of the palette."""

    text: str
    size: int
    colour: str
    is_strong: bool = False
    is_sentence: bool = False


class TwoLineDelegate(QStyledItemDelegate):
    """Paints one or two lines, shortened in the middle, with a hair line above the row."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(self._theme.px(80), self._theme.px(tokens.ROW_HEIGHT))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        painter.save()
        self._paint_ground(painter, option, index)
        gap = self._theme.px(tokens.GAP_2)
        place = option.rect.adjusted(gap * 2 if index.column() == 0 else gap, 0, -gap, 0)
        align = Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole) or Qt.AlignmentFlag.AlignLeft)
        second = index.data(SECOND_LINE_ROLE)
        first = _Line(
            str(index.data(Qt.ItemDataRole.DisplayRole) or ""),
            tokens.BODY if index.column() == 0 or second is not None else tokens.SECONDARY,
            index.data(COLOUR_ROLE) or "text",
            bool(index.data(STRONG_ROLE)),
        )
        if second is None:
            self._paint_line(painter, place, align, first)
        else:
            quiet = _Line(str(second), tokens.SECONDARY, "mute", is_sentence=bool(index.data(SENTENCE_ROLE)))
            half = place.height() // 2
            upper, lower = (
                place.adjusted(0, self._theme.px(4), 0, -half),
                place.adjusted(0, half, 0, -self._theme.px(5)),
            )
            self._paint_line(painter, upper, align, first)
            self._paint_line(painter, lower, align, quiet)
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        name = "panel"
        if option.state & QStyle.StateFlag.State_Selected:
            name = "sel"
        elif index.data(STRONG_ROLE):
            name = "bg"
        elif option.state & QStyle.StateFlag.State_MouseOver:
            name = "hover"
        painter.fillRect(option.rect, self._theme.colour(name))
        painter.setPen(self._theme.colour("line"))
        painter.drawLine(option.rect.topLeft(), option.rect.topRight())
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self._theme.colour("accent"), self._theme.px(2)))
            painter.drawRect(option.rect.adjusted(1, 2, -2, -2))

    def _paint_line(self, painter: QPainter, place: QRect, align: Qt.AlignmentFlag, line: _Line) -> None:
        painter.setFont(self._theme.font(line.size, is_strong=line.is_strong))
        painter.setPen(self._theme.colour(line.colour))
        mode = Qt.TextElideMode.ElideRight if line.is_sentence else Qt.TextElideMode.ElideMiddle
        text = " ".join(line.text.splitlines())
        shown = painter.fontMetrics().elidedText(text, mode, place.width())
        painter.drawText(place, align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
