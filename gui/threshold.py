"""The similarity threshold: a slider over a histogram of the library's pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QMouseEvent, QPaintEvent

    from gui.theme import Theme
    from gui.words import Words

LOWEST, HIGHEST = 50, 100
"""Per cent: what `Settings.similarity` allows."""

BIN_WIDTH = 2
"""Per cent of similarity a bar stands for."""

BAR_WIDTH, GAP, HEIGHT, LEAST = 5, 1, 30, 3


class ThresholdSlider(QAbstractSlider):
    """Bars of pairs by similarity; those at or above the value are coloured. Arrow keys and the mouse move it."""

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._theme = theme
        self._bars = [0] * ((HIGHEST - LOWEST) // BIN_WIDTH)
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setRange(LOWEST, HIGHEST)
        self.setSingleStep(1)
        self.setPageStep(5)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.valueChanged.connect(self.update)
        words.changed.connect(self.retranslate)
        theme.changed.connect(self.updateGeometry)
        self.retranslate()

    def retranslate(self) -> None:
        """Name the slider."""
        self.setAccessibleName(self._words.say("Similarity from which on documents are listed"))
        self.setToolTip(self._words.say("Pairs of documents by similarity; drag to list more or fewer"))

    def show_bars(self, bars: Sequence[int]) -> None:
        """Show how many pairs there are in each bar, from LOWEST up."""
        self._bars = list(bars)
        self.update()

    def sizeHint(self) -> QSize:
        px = self._theme.px
        return QSize(len(self._bars) * px(BAR_WIDTH + GAP), px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        px = self._theme.px
        most = max(self._bars) or 1
        for place, pairs in enumerate(self._bars):
            share = (pairs / most) ** 0.5 if pairs else 0.0
            height = px(LEAST) + share * (self.height() - px(LEAST))
            left = place * px(BAR_WIDTH + GAP)
            is_listed = LOWEST + (place + 1) * BIN_WIDTH > self.value()
            painter.setBrush(self._theme.colour("similar" if is_listed else "edge"))
            painter.setOpacity(1.0 if is_listed else 0.45)
            painter.drawRoundedRect(QRectF(left, self.height() - height, px(BAR_WIDTH), height), 1, 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self._value_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setValue(self._value_at(event.position().x()))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def _value_at(self, x: float) -> int:
        return round(LOWEST + x / self._theme.px(BAR_WIDTH + GAP) * BIN_WIDTH)
