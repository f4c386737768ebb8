"""The program's own line icons, coloured by the theme.

The drawings in resources/icons use `currentColor`; an icon is drawn at every size and pixel ratio that is asked for.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from resources import resource_path

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QColor

APPLICATION_SIZES = (16, 24, 32, 48, 64, 128, 256)


class _LineIcon(QIconEngine):
    """Draws one svg in one colour; paler where the control is disabled."""

    def __init__(self, drawing: str, colour: QColor) -> None:
        super().__init__()
        self._drawing = drawing
        self._colour = colour
        self._renderer = QSvgRenderer(QByteArray(drawing.replace("currentColor", colour.name()).encode()))

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:  # noqa: ARG002 - Qt's signature
        painter.save()
        if mode is QIcon.Mode.Disabled:
            painter.setOpacity(0.45)
        self._renderer.render(painter, QRectF(rect))
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, pixmap.rect(), mode, state)
        painter.end()
        return pixmap

    def clone(self) -> QIconEngine:
        return _LineIcon(self._drawing, self._colour)


def icon(name: str, colour: QColor) -> QIcon:
    """Return the line icon resources/icons/`name`.svg in `colour`."""
    return QIcon(_LineIcon(resource_path("icons", f"{name}.svg").read_text(encoding="utf-8"), colour))


def application_icon() -> QIcon:
    """Return the icon of the program, in all the sizes a desktop asks for."""
    made = QIcon()
    for size in APPLICATION_SIZES:
        made.addFile(str(resource_path("icons", "application", f"neartwin-{size}.png")), QSize(size, size))
    return made


def draw_application_icon(folder: str) -> None:
    """Make the PNG files of the application icon from its svg in `folder`."""
    renderer = QSvgRenderer(f"{folder}/neartwin.svg")
    for size in APPLICATION_SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        image.save(f"{folder}/neartwin-{size}.png")


if __name__ == "__main__":
    draw_application_icon(sys.argv[1])
