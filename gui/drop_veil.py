"""What lies over the pages while files are dragged over the window: says what dropping them there does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from gui import tokens

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from gui.theme import Theme

STRENGTH = 0.92
"""How much of what lies below is covered."""


class DropVeil(QWidget):
    """Covers `host` while it is shown; drags and clicks go through it."""

    def __init__(self, theme: Theme, host: QWidget) -> None:
        super().__init__(host)
        self._theme = theme
        self._sentence = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        host.installEventFilter(self)
        self.hide()

    def spread(self, sentence: str) -> None:
        """Come out with a sentence."""
        self._sentence = sentence
        self.setAccessibleName(sentence)
        self._cover()
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
        return super().eventFilter(watched, event)

    def _cover(self) -> None:
        host = self.parentWidget()
        if host is not None:
            self.setGeometry(host.rect())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(STRENGTH)
        painter.fillRect(self.rect(), theme.colour("bg"))
        painter.setOpacity(1)
        pen = QPen(theme.colour("accent"), 1.5)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.setBrush(theme.colour("accent_soft"))
        margin, radius = theme.px(tokens.GAP_4), theme.px(tokens.RADIUS_CARD)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(margin, margin, -margin, -margin), radius, radius)
        painter.setPen(theme.colour("text"))
        painter.setFont(theme.font(tokens.TITLE, is_strong=True))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._sentence)
