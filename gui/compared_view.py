"""The view of a comparison: one list for both sides, so they scroll together and stay level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QListView, QWidget

from gui import tokens
from gui.compared_delegate import ComparedDelegate
from gui.compared_model import ROW_ROLE, ComparedModel
from gui.comparison import Fold, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent

    from gui.theme import Theme
    from gui.words import Words

SETTLE_MS = 60
"""While the width changes, rows are measured again once it has been still for this long."""


class ComparedView(QListView):
    """Rows of two documents; folds open by a click or Enter, Ctrl+C copies the chosen rows."""

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows = ComparedModel(words, self)
        self._delegate = ComparedDelegate(theme, self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self._measure)
        self.setModel(self._rows)
        self.setItemDelegate(self._delegate)
        self.setProperty("ground", "base")
        self.setViewportMargins(0, theme.px(tokens.GAP_1), 0, theme.px(tokens.GAP_1))
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.activated.connect(self._unfold)
        self.verticalScrollBar().valueChanged.connect(self._come_to)
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)
        copy.activated.connect(self.copy_chosen)
        theme.changed.connect(self._measure)

    def show_rows(self, rows: Sequence[Row | Fold], *, is_single: bool) -> None:
        """Show these rows; `is_single` sets the left side over the whole width."""
        self._delegate.is_single = is_single
        self._delegate.current = None
        self._delegate.forget()
        self._delegate.set_width(self.viewport().width())
        self._rows.set_rows(rows)
        self.scrollToTop()

    def show_difference(self, number: int) -> bool:
        """Bring a difference into view and mark it as the current one; return whether it is in the text."""
        self._delegate.current = number
        row = self._rows.row_of(number)
        if row is not None:
            self.scrollTo(self._rows.index(row), QListView.ScrollHint.PositionAtCenter)
        self.viewport().update()
        return row is not None

    def unfold_all(self) -> None:
        """Open every fold."""
        self._rows.unfold_all()

    def retranslate(self) -> None:
        """Say the folds in the current language."""
        self._rows.retranslate()

    def copy_chosen(self) -> None:
        """Put the chosen rows on the clipboard, the sides separated by a tab."""
        lines = []
        for index in sorted(self.selectedIndexes(), key=lambda one: one.row()):
            row = index.data(ROW_ROLE)
            for line in row.rows if isinstance(row, Fold) else (row,):
                sides = (line.left,) if self._delegate.is_single else (line.left, line.right)
                lines.append("\t".join("".join(span.text for span in side) for side in sides))
        QGuiApplication.clipboard().setText("\n".join(lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._timer.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._delegate.is_single:
            painter = QPainter(self.viewport())
            painter.setPen(self._theme.colour("line"))
            middle = self.viewport().width() // 2
            painter.drawLine(middle, 0, middle, self.viewport().height())
            painter.end()
        super().paintEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and isinstance(index.data(ROW_ROLE), Fold):
            self._unfold(index)

    def _unfold(self, index: QModelIndex) -> None:
        if isinstance(index.data(ROW_ROLE), Fold):
            row = index.row()
            self._rows.unfold(row)
            self.setCurrentIndex(self._rows.index(row))

    def _come_to(self, value: int) -> None:
        """Get the rows before the first one when the view comes to it, and stay where it was."""
        if value == self.verticalScrollBar().minimum() and (more := self._rows.fetch_earlier()):
            self.scrollTo(self._rows.index(more), QListView.ScrollHint.PositionAtTop)

    def _measure(self) -> None:
        self._delegate.set_width(self.viewport().width())
        self._delegate.forget()
        self.scheduleDelayedItemsLayout()
