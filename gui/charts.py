"""The pictures of the overview: tiles, bars and a histogram. Every tile, bar and step is a button with a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gui import tokens
from gui.phrases import display
from gui.treemap import squarify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent

    from gui.theme import Theme


@dataclass(frozen=True, slots=True)
class Slice:
    """One part of a chart.

    Attributes:
        key: what a click tells.
        value: its size.
        figure: the size as people read it.
        hint: the whole in words, for the tool tip and screen readers.
    """

    key: str
    label: str
    value: float
    figure: str
    hint: str


class _Part(QAbstractButton):
    """A part of a chart that can be clicked and has a ring when it has the keyboard."""

    def __init__(self, theme: Theme, part: Slice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.part = part
        self.setAccessibleName(part.hint)
        self.setToolTip(display(part.hint))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Return as well as Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paint_ring(self, painter: QPainter) -> None:
        """Show that this part has the keyboard."""
        if self.hasFocus():
            painter.setPen(QPen(self.theme.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = self.theme.px(tokens.RADIUS_CONTROL)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)


class _Tile(_Part):
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strong, soft = self.theme.colour("identical"), self.theme.colour("identical_soft")
        place = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(strong if self.underMouse() else soft, 1))
        painter.setBrush(soft)
        radius = self.theme.px(tokens.RADIUS_CONTROL)
        painter.drawRoundedRect(place, radius, radius)
        inner = self.rect().adjusted(self.theme.px(8), self.theme.px(6), -self.theme.px(6), -self.theme.px(4))
        if inner.width() > self.theme.px(28) and inner.height() > self.theme.px(14):
            self._paint_words(painter, inner)
        self.paint_ring(painter)

    def _paint_words(self, painter: QPainter, inner: QRect) -> None:
        painter.setFont(self.theme.font(tokens.SECONDARY))
        painter.setPen(self.theme.colour("identical"))
        line = painter.fontMetrics().height()
        name = painter.fontMetrics().elidedText(self.part.label, Qt.TextElideMode.ElideMiddle, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, name)
        if inner.height() > 2 * line:
            figure = painter.fontMetrics().elidedText(self.part.figure, Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner.adjusted(0, line, 0, 0), Qt.AlignmentFlag.AlignLeft, figure)


class Treemap(QWidget):
    """Tiles whose areas stand for sizes.

    Attributes:
        chosen: the key of a tile that was clicked.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tiles: list[_Tile] = []
        self.setMinimumHeight(theme.px(180))
        theme.changed.connect(self.update)

    def set_slices(self, slices: Sequence[Slice]) -> None:
        """Show these parts, the largest first."""
        _drop(self._tiles)
        self._tiles = [_Tile(self._theme, part, self) for part in slices if part.value > 0]
        for tile in self._tiles:
            tile.clicked.connect(lambda _=False, tile=tile: self.chosen.emit(tile.part.key))
            tile.show()
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        rects = squarify([tile.part.value for tile in self._tiles], self.width(), self.height())
        for tile, rect in zip(self._tiles, rects, strict=True):
            left, top = round(rect.x), round(rect.y)
            tile.setGeometry(left, top, round(rect.x + rect.width) - left, round(rect.y + rect.height) - top)


class _Bar(_Part):
    def __init__(self, theme: Theme, part: Slice, share: float) -> None:
        super().__init__(theme, part)
        self._share = share
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._longest = part.label

    def set_longest(self, label: str) -> None:
        """Leave room for the longest of all labels, so that the bars begin in one line."""
        self._longest = label

    def label_width(self) -> int:
        """Return how wide the column of the labels is: never more than half of the whole."""
        metrics = QFontMetrics(self.theme.font(tokens.SECONDARY))
        wanted = metrics.horizontalAdvance(self._longest) + self.theme.px(16)
        return min(max(wanted, self.theme.px(96)), self.width() // 2)

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(200), self.theme.px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self.theme
        if self.underMouse():
            painter.fillRect(self.rect(), theme.colour("hover"))
        painter.setFont(theme.font(tokens.SECONDARY))
        painter.setPen(theme.colour("text"))
        label, figure = self.label_width(), theme.px(78)
        middle = Qt.AlignmentFlag.AlignVCenter
        name = painter.fontMetrics().elidedText(self.part.label, Qt.TextElideMode.ElideRight, label - theme.px(8))
        painter.drawText(QRect(theme.px(4), 0, label, self.height()), middle | Qt.AlignmentFlag.AlignLeft, name)
        painter.setPen(theme.colour("mute"))
        right = QRect(self.width() - figure - theme.px(4), 0, figure, self.height())
        painter.drawText(right, middle | Qt.AlignmentFlag.AlignRight, self.part.figure)
        thick = theme.px(6)
        track = QRectF(label, (self.height() - thick) / 2, max(self.width() - label - figure - theme.px(8), 0), thick)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("line"))
        painter.drawRoundedRect(track, thick / 2, thick / 2)
        track.setWidth(max(track.width() * self._share, thick))
        painter.setBrush(theme.colour("identical"))
        painter.drawRoundedRect(track, thick / 2, thick / 2)
        self.paint_ring(painter)


class Bars(QWidget):
    """One bar a part, the longest on top.

    Attributes:
        chosen: the key of a bar that was clicked.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bars: list[_Bar] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addStretch(1)
        theme.changed.connect(self.update)

    def set_slices(self, slices: Sequence[Slice]) -> None:
        """Show these parts."""
        _drop(self._bars)
        most = max((part.value for part in slices), default=0) or 1
        self._bars = [_Bar(self._theme, part, part.value / most) for part in slices]
        longest = max((part.label for part in slices), key=len, default="")
        for place, bar in enumerate(self._bars):
            self._layout.insertWidget(place, bar)
            bar.set_longest(longest)
            bar.clicked.connect(lambda _=False, bar=bar: self.chosen.emit(bar.part.key))


class _Step(_Part):
    def __init__(self, theme: Theme, part: Slice, share: float, *, is_in: bool) -> None:
        super().__init__(theme, part)
        self._share = share
        self._is_in = is_in
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if part.value else Qt.FocusPolicy.NoFocus)
        self.setEnabled(part.value > 0)

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(6), self.theme.px(96))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.underMouse() and self.isEnabled():
            painter.fillRect(self.rect(), self.theme.colour("hover"))
        high = max(round((self.height() - 2) * self._share), 2)
        colour = self.theme.colour("similar" if self._is_in and self.part.value else "edge")
        if not self.part.value:
            colour = self.theme.colour("line")
        painter.fillRect(1, self.height() - high, max(self.width() - 2, 1), high, colour)
        self.paint_ring(painter)


class Histogram(QWidget):
    """Pairs by similarity; the steps from the threshold on are in colour.

    Heights go by the square root, as over the slider: few pairs are seen beside the many of a form.

    Attributes:
        chosen: the key of a step that was clicked.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps: list[_Step] = []
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(1)
        self.setMinimumHeight(theme.px(96))
        theme.changed.connect(self.update)

    def set_slices(self, slices: Sequence[Slice], first_in: int) -> None:
        """Show these steps; from number `first_in` on they lie at or above the threshold."""
        _drop(self._steps)
        most = max((part.value for part in slices), default=0) or 1
        self._steps = [
            _Step(self._theme, part, (part.value / most) ** 0.5, is_in=place >= first_in)
            for place, part in enumerate(slices)
        ]
        for step in self._steps:
            self._layout.addWidget(step)
            step.clicked.connect(lambda _=False, step=step: self.chosen.emit(step.part.key))


def _drop(parts: Sequence[QWidget]) -> None:
    for part in parts:
        part.hide()
        part.deleteLater()
