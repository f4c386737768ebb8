"""Two pictures side by side, each as large as its half of the room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from gui import tokens

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from gui.theme import Theme
    from gui.words import Words


class PicturePair(QWidget):
    """Paints both pictures at one scale, so that a smaller one looks smaller, with their size under each."""

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme = words, theme
        self._images = (QImage(), QImage())
        self.setMinimumHeight(theme.px(120))
        theme.changed.connect(self.update)

    def show_images(self, left: QImage, right: QImage) -> None:
        """Show two images; an empty one is said to be unreadable."""
        self._images = (left, right)
        self.setAccessibleName(" | ".join(self._caption(image) for image in self._images))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        gap, caption = self._theme.px(tokens.GAP_4), self._theme.px(tokens.GAP_6)
        half = self.width() // 2
        room = QSize(max(half - 2 * gap, 1), max(self.height() - 2 * gap - caption, 1))
        scale = min((self._scale(image, room) for image in self._images if not image.isNull()), default=1.0)
        for column, image in enumerate(self._images):
            place = QRect(column * half + gap, gap, room.width(), room.height())
            if not image.isNull():
                size = QSize(round(image.width() * scale), round(image.height() * scale))
                target = QRect(place.topLeft(), size)
                target.moveCenter(place.center())
                painter.drawImage(target, image)
            painter.setPen(self._theme.colour("mute"))
            painter.setFont(self._theme.font(tokens.SECONDARY))
            under = QRect(place.left(), place.bottom(), place.width(), caption)
            painter.drawText(under, Qt.AlignmentFlag.AlignCenter, self._caption(image))
        painter.setPen(self._theme.colour("line"))
        painter.drawLine(half, 0, half, self.height())

    def _scale(self, image: QImage, room: QSize) -> float:
        return min(room.width() / image.width(), room.height() / image.height(), 1.0)

    def _caption(self, image: QImage) -> str:
        if image.isNull():
            return self._words.say("This picture cannot be shown.")
        return self._words.say(
            "{width} × {height} pixels",
            width=self._words.number(image.width()),
            height=self._words.number(image.height()),
        )
