"""Key caps with what each key does: the bar under the comparison and the sheet of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui import tokens
from gui.flow_layout import FlowLayout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from gui.theme import Theme

Hint = tuple[tuple[str, ...], str]
"""The keys that do the same or belong together, and what they do."""


SLACK = 3
"""What words may be wider than measured: their start lies on half a pixel, and letters lean out."""


class KeyHint(QWidget):
    """One hint: caps, then words."""

    def __init__(self, theme: Theme, keys: tuple[str, ...], text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self._text = text
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{' '.join(keys)}: {text}" if text else " ".join(keys))

    def sizeHint(self) -> QSize:
        caps = sum(self._cap_width(key) for key in self._keys) + self._theme.px(2) * (len(self._keys) - 1)
        words = QFontMetrics(self._theme.font(tokens.SECONDARY)).horizontalAdvance(self._text)
        return QSize(caps + (words + self._theme.px(6) + SLACK if self._text else 0), self._theme.px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x = 0.5
        height = self._theme.px(17)
        top = (self.height() - height) / 2 + 0.5
        radius = self._theme.px(tokens.RADIUS_CONTROL)
        for key in self._keys:
            cap = QRectF(x, top, self._cap_width(key) - 1, height - 1)
            painter.setPen(QPen(self._theme.colour("edge"), 1))
            painter.setBrush(self._theme.colour("panel"))
            painter.drawRoundedRect(cap, radius, radius)
            painter.drawLine(
                QPointF(cap.left() + radius, cap.bottom() - 1), QPointF(cap.right() - radius, cap.bottom() - 1)
            )
            painter.setPen(self._theme.colour("text"))
            painter.setFont(self._theme.font(tokens.CAPTION))
            painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, key)
            x += self._cap_width(key) + self._theme.px(2)
        painter.setPen(self._theme.colour("mute"))
        painter.setFont(self._theme.font(tokens.SECONDARY))
        place = QRectF(x + self._theme.px(4), 0, self.width(), self.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._text)

    def _cap_width(self, key: str) -> int:
        words = QFontMetrics(self._theme.font(tokens.CAPTION)).horizontalAdvance(key)
        return max(words + self._theme.px(10), self._theme.px(19))


class KeyBar(QWidget):
    """Hints side by side, in as many lines as they need."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("ground", "base")
        self.setProperty("edge", "top")
        self._flow = FlowLayout(self, theme.px(14))
        gap = theme.px(tokens.GAP_4)
        self._flow.setContentsMargins(gap, theme.px(tokens.GAP_2), gap, theme.px(tokens.GAP_2))
        theme.changed.connect(self.update)

    def set_hints(self, hints: Sequence[Hint]) -> None:
        """Show these hints instead of the ones before."""
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for keys, text in hints:
            self._flow.addWidget(KeyHint(self._theme, keys, text, self))
        self._flow.invalidate()
        self.updateGeometry()
