"""Cards of the overview: one figure with its name, or a titled picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gui import tokens

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from gui.theme import Theme


class FigureCard(QAbstractButton):
    """A figure, what it counts, and a note; a click opens its rows where there are any."""

    def __init__(self, theme: Theme, colour: str = "text", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._colour = colour
        self._lines = ("", "", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.set_open(is_open=False)
        theme.changed.connect(self.updateGeometry)

    def set_texts(self, figure: str, name: str, note: str) -> None:
        """Show a figure, what it is called, and what it is part of."""
        self._lines = (name, figure, note)
        self.setAccessibleName(f"{name}: {figure} {note}")
        self.setToolTip(f"{name}: {figure} {note}")
        self.updateGeometry()
        self.update()

    def set_open(self, *, is_open: bool) -> None:
        """Say whether a click opens something."""
        self.setEnabled(is_open)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_open else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_open else Qt.CursorShape.ArrowCursor)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(150), self._theme.px(80))

    def minimumSizeHint(self) -> QSize:
        wide = max(QFontMetrics(self._theme.font(tokens.SECONDARY)).horizontalAdvance(line) for line in self._lines)
        return QSize(min(wide + self._theme.px(2 * tokens.GAP_3), self._theme.px(150)), self._theme.px(80))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, radius = self._theme, self._theme.px(tokens.RADIUS_CARD)
        is_hot = self.isEnabled() and self.underMouse()
        painter.setPen(QPen(theme.colour("edge" if is_hot else "line"), 1))
        painter.setBrush(theme.colour("panel"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)
        left = theme.px(tokens.GAP_3)
        place = self.rect().adjusted(left, theme.px(tokens.GAP_2), -left, -theme.px(tokens.GAP_2))
        name, figure, note = self._lines
        third = place.height() // 3
        for line, size, colour, row in (
            (name, tokens.SECONDARY, "mute", 0),
            (figure, tokens.TITLE, self._colour, 1),
            (note, tokens.CAPTION, "mute", 2),
        ):
            painter.setFont(theme.font(size, is_strong=row == 1))
            painter.setPen(theme.colour(colour))
            shown = painter.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, place.width())
            box = QRect(place.left(), place.top() + row * third, place.width(), third)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)


class ChartCard(QFrame):
    """A titled card around a picture."""

    def __init__(self, theme: Theme, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "card")
        self._title = QLabel()
        self._title.setProperty("tone", "strong")
        layout = QVBoxLayout(self)
        gap = theme.px(tokens.GAP_3)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(theme.px(tokens.GAP_2))
        layout.addWidget(self._title)
        layout.addWidget(body, 1)

    def set_title(self, title: str) -> None:
        """Say what the picture shows."""
        self._title.setText(title)
        self.setAccessibleName(title)
