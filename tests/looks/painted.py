"""What a widget paints as text: every piece with its place, its font, its colour, and what its clip let through.

The widget is rendered onto a paint device that draws nothing and writes down every text that reaches it, whether it
comes from a label, a style, or a delegate's own painter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintDevice, QPaintEngine, QPainter
from PySide6.QtWidgets import QWidget

SAME_LINE, NEXT_PIECE = 0.6, 1.6
"""Pixels within which two pieces are parts of one line: Qt cuts a line where the font or the script changes."""


@dataclass(frozen=True, slots=True)
class PaintedText:
    """A text as it was painted, in coordinates of the widget.

    Attributes:
        ink: what the glyphs cover.
        whole: from the pen's start to where the next glyph would stand, from ascent to descent.
        clip: where painting was allowed.
        origin: the corner of the widget that painted it.
    """

    text: str
    ink: QRectF
    whole: QRectF
    clip: QRectF
    font: QFont
    colour: QColor
    origin: QPoint


class _Engine(QPaintEngine):
    """Writes texts down; draws nothing."""

    def __init__(self) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.texts: list[PaintedText] = []

    # Qt's names
    def begin(self, _device: QPaintDevice) -> bool:
        self.setActive(True)
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, state: Any) -> None:
        pass

    def drawPixmap(self, *shape: Any) -> None:
        pass

    drawImage = drawPath = drawRects = drawLines = drawPolygon = drawPixmap
    drawEllipse = drawPoints = drawTiledPixmap = drawPixmap

    def drawTextItem(self, start: QPointF, item: Any) -> None:
        text = item.text()
        if not text.strip():
            return
        painter = self.painter()
        move, own = painter.deviceTransform(), painter.worldTransform()
        metrics = QFontMetricsF(item.font())
        clip = QRectF(self.systemClip().boundingRect())
        if painter.hasClipping():
            clip = clip.intersected(move.mapRect(painter.clipBoundingRect()))
        whole = QRectF(start.x(), start.y() - item.ascent(), item.width(), item.ascent() + item.descent())
        self.texts.append(
            PaintedText(
                text,
                move.mapRect(metrics.tightBoundingRect(text).translated(start)),
                move.mapRect(whole),
                clip,
                QFont(item.font()),
                QColor(painter.pen().color()),
                (QPointF(move.dx(), move.dy()) - QPointF(own.dx(), own.dy())).toPoint(),
            )
        )


class _Device(QPaintDevice):
    """As large as a widget."""

    def __init__(self, size: QSize) -> None:
        super().__init__()
        self._size = size
        self.engine = _Engine()

    def paintEngine(self) -> QPaintEngine:
        return self.engine

    def metric(self, asked: QPaintDevice.PaintDeviceMetric) -> int:
        kinds = QPaintDevice.PaintDeviceMetric
        dpi = (kinds.PdmDpiX, kinds.PdmDpiY, kinds.PdmPhysicalDpiX, kinds.PdmPhysicalDpiY)
        return {
            kinds.PdmWidth: self._size.width(),
            kinds.PdmHeight: self._size.height(),
            kinds.PdmWidthMM: self._size.width() // 4,
            kinds.PdmHeightMM: self._size.height() // 4,
            kinds.PdmNumColors: 2**24,
            kinds.PdmDepth: 32,
            kinds.PdmDevicePixelRatio: 1,
            kinds.PdmDevicePixelRatioScaled: 65536,
        }.get(asked, 96 if asked in dpi else 0)


def painted_texts(widget: QWidget) -> list[PaintedText]:
    """Return the texts of a widget and of all in it, the pieces of a line joined."""
    device = _Device(widget.size())
    painter = QPainter(device)
    widget.render(painter, QPoint(0, 0))
    painter.end()
    return _joined(_whole(device.engine.texts))


def _whole(pieces: list[PaintedText]) -> list[PaintedText]:
    """Join what was painted several times in one place, each time through another part of the clip."""
    found: dict[tuple[str, tuple[float, ...]], PaintedText] = {}
    for piece in pieces:
        key = (piece.text, piece.ink.getRect())
        known = found.get(key)
        found[key] = piece if known is None else replace(known, clip=known.clip.united(piece.clip))
    return list(found.values())


def _joined(pieces: list[PaintedText]) -> list[PaintedText]:
    lines: list[PaintedText] = []
    for piece in pieces:
        if lines and _continues(lines[-1], piece):
            last = lines[-1]
            lines[-1] = replace(
                last,
                text=last.text + piece.text,
                ink=last.ink.united(piece.ink),
                whole=last.whole.united(piece.whole),
            )
        else:
            lines.append(piece)
    return lines


def _continues(last: PaintedText, piece: PaintedText) -> bool:
    baseline = abs(last.whole.center().y() - piece.whole.center().y()) < SAME_LINE * 5
    is_next = -SAME_LINE <= piece.whole.left() - last.whole.right() < NEXT_PIECE + last.font.pixelSize() * 0.5
    return baseline and is_next and last.clip == piece.clip and last.colour == piece.colour and last.font == piece.font
