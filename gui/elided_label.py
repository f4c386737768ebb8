"""A label that shortens a long name or path in its middle, and shows the whole on hover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLabel, QSizePolicy

from gui.phrases import display

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget


class ElidedLabel(QLabel):
    """Shows one line of text, never wider than its place; a screen reader hears all of it."""

    def __init__(
        self, text: str = "", parent: QWidget | None = None, *, mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle
    ) -> None:
        super().__init__(parent)
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show `text`, what cannot be painted as a mark."""
        super().setText(display(text))
        self.setAccessibleName(self.text())
        self._offer_whole()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance("…") * 3, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 2, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._offer_whole()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        place = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), self._mode, place.width())
        self.style().drawItemText(
            painter, place, int(self.alignment()), self.palette(), self.isEnabled(), shown, self.foregroundRole()
        )

    def _offer_whole(self) -> None:
        is_cut = self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()
        self.setToolTip(self.text() if is_cut else "")
