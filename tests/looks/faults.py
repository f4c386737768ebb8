"""What can be wrong with the looks of a widget: clipped text, boxes, faint colours, foreign words, unnamed controls.

Every check looks at what is painted or measured, and returns sentences; an empty list is a good widget.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QFont, QFontMetrics, QHelpEvent, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollBar,
    QSplitter,
    QTabBar,
    QToolButton,
    QToolTip,
    QWidget,
)

from gui.elided_label import ElidedLabel
from gui.focus_ring import FocusRing
from gui.tokens import contrast
from tests.looks.painted import PaintedText, painted_texts
from tests.looks.speech import foreign_words
from tests.looks.tree import named, sentence_of, text_of, visible

TEXT_CONTRAST, CONTROL_CONTRAST = 4.5, 3.0
"""WCAG 2.1, 1.4.3 and 1.4.11."""

SLACK = 1.2
"""Pixels of ink that may be cut: hinting moves glyphs by one."""

EDGE = 6
"""Pixels from the ground into a field: its edge, and no letter of it."""

CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractSlider, QAbstractItemView, QPlainTextEdit)
INNER = frozenset({"qt_spinbox_lineedit", "qt_tableview_cornerbutton"})


@dataclass(frozen=True, slots=True)
class Text:
    """A painted text that nothing covers, with the widget that painted it."""

    painted: PaintedText
    by: QWidget


@dataclass(frozen=True, slots=True)
class Looked:
    """A widget as it was looked at.

    Attributes:
        texts: what it paints.
        pixels: what it shows, a row of 0xrrggbb each; `scale` of them make one of the widget's pixels.
    """

    widget: QWidget
    texts: list[Text]
    pixels: NDArray[np.uint32]
    scale: float


def look(widget: QWidget) -> tuple[Looked, QImage]:
    """Return what a widget paints and shows, and the picture."""
    picture = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(picture.constBits(), np.uint32).reshape(picture.height(), picture.bytesPerLine() // 4)
    pixels = raw[:, : picture.width()] & 0xFFFFFF
    return Looked(widget, list(_uncovered(widget)), pixels, picture.devicePixelRatio()), picture


def _uncovered(root: QWidget) -> Iterator[Text]:
    for painted in painted_texts(root):
        seen = (painted.whole if painted.ink.isEmpty() else painted.ink).intersected(painted.clip)
        if seen.isEmpty():
            continue
        widget: QWidget | None = _topmost(root, seen.center().toPoint())
        while widget is not None and widget.mapTo(root, QPoint(0, 0)) != painted.origin:
            widget = widget.parentWidget() if widget is not root else None
        if widget is not None:
            yield Text(painted, widget)


def _topmost(widget: QWidget, at: QPoint) -> QWidget:
    """Return the innermost widget at a place; `childAt` passes over what takes no mouse."""
    for child in reversed(widget.children()):
        if not isinstance(child, QWidget) or isinstance(child, FocusRing) or child.isHidden() or child.isWindow():
            continue
        if child.geometry().contains(at):
            return _topmost(child, at - child.pos())
    return widget


def faults(looked: Looked, language: str, data: frozenset[str]) -> list[str]:
    """Return all that is wrong."""
    return [
        *clipped_texts(looked),
        *clipped_controls(looked.widget),
        *clipped_fields(looked.widget),
        *covered_controls(looked.widget),
        *overfull_splitters(looked.widget),
        *missing_glyphs(looked),
        *faint_texts(looked),
        *faint_controls(looked),
        *untranslated(looked, language, data),
        *unnamed(looked.widget),
    ]


# clipped


def clipped_texts(looked: Looked) -> list[str]:
    """Return texts whose ink is cut, where no scrolling shows the rest, or that are shortened without the whole."""
    found = []
    for text in looked.texts:
        painted, ink, clip = text.painted, text.painted.ink, text.painted.clip
        across = max(clip.left() - ink.left(), ink.right() - clip.right())
        down = max(clip.top() - ink.top(), ink.bottom() - clip.bottom())
        if across > SLACK and not _scrolls(text.by, Qt.Orientation.Horizontal):
            found.append(f"clipped: {painted.text!r} by {across:.0f} pixels across in {named(text.by)}")
        elif down > SLACK and not _scrolls(text.by, Qt.Orientation.Vertical):
            found.append(f"clipped: {painted.text!r} by {down:.0f} pixels down in {named(text.by)}")
        elif _is_shortened(text) and not _offers_whole(looked.widget, text):
            found.append(f"shortened without the whole on hover: {painted.text!r} in {named(text.by)}")
    return found


def _is_shortened(text: Text) -> bool:
    """Does it have dots that its sentence has not?"""
    shown, by = _squeezed(text.painted.text), text.by
    if "…" not in shown or shown == "…":
        return False
    is_said = shown in _squeezed(sentence_of(by)) and not isinstance(by, ElidedLabel)
    return not is_said and not (isinstance(by.parent(), QAbstractItemView) and _is_in_cell(by.parent(), text))


def _is_in_cell(view: QObject | None, text: Text) -> bool:
    """Does the cell of a list have these dots in its own text?"""
    if not isinstance(view, QAbstractItemView):
        return False
    at = text.painted.ink.center().toPoint() - text.painted.origin
    said = view.indexAt(at).data()
    return isinstance(said, str) and _squeezed(text.painted.text) in _squeezed(said)


def _squeezed(text: str) -> str:
    """Return a text without its spaces: pieces of one line are painted without those between them."""
    return "".join(text.split())


def _scrolls(widget: QWidget, orientation: Qt.Orientation) -> bool:
    """Can the user bring the rest of it to light? Texts that are edited scroll by their cursor."""
    while widget is not None:
        if isinstance(widget, QTabBar) and widget.usesScrollButtons():
            return True
        if isinstance(widget, QLineEdit) and orientation is Qt.Orientation.Horizontal and widget.text():
            return True
        if isinstance(widget, QAbstractScrollArea):
            bar = widget.verticalScrollBar() if orientation is Qt.Orientation.Vertical else widget.horizontalScrollBar()
            if bar.maximum() > bar.minimum():
                return True
        widget = widget.parentWidget()
    return False


def _offers_whole(root: QWidget, text: Text) -> bool:
    """Does a tool tip come up there?"""
    inner = text.by.mapFrom(root, text.painted.ink.intersected(text.painted.clip).center().toPoint())
    asked = QHelpEvent(QEvent.Type.ToolTip, inner, text.by.mapToGlobal(inner))
    is_told = QApplication.sendEvent(text.by, asked) and asked.isAccepted()
    QToolTip.hideText()
    return is_told


def clipped_controls(root: QWidget) -> list[str]:
    """Return labels and controls that have less room than their text needs."""
    found = []
    for label in visible(root, QLabel):
        if isinstance(label, ElidedLabel) or not label.text():
            continue
        if label.wordWrap():
            need = label.heightForWidth(label.width())
            if label.height() < need:
                found.append(f"too low: {label.text()!r}, {label.height()} of {need}")
            if label.width() < label.minimumSizeHint().width():
                found.append(f"too narrow for its longest word: {label.text()!r}")
        elif label.width() < label.minimumSizeHint().width() or label.height() < label.minimumSizeHint().height():
            need, size = label.minimumSizeHint(), label.size()
            found.append(f"too small: {label.text()!r}, {size.toTuple()} of {need.toTuple()}")
    for button in visible(root, QAbstractButton):
        need = button.minimumSizeHint() - QSize(1, 1)  # scaled widths are rounded
        if button.text() and (button.width() < need.width() or button.height() < need.height()):
            found.append(f"too small: {button.text()!r}, {button.size().toTuple()} of {need.toTuple()}")
    return found


def clipped_fields(root: QWidget) -> list[str]:
    """Return fields whose hint does not fit, and tabs whose name does not."""
    found = []
    for field in visible(root, QLineEdit):
        need = field.fontMetrics().horizontalAdvance(field.placeholderText())
        if not field.text() and need > field.width() - 12 and not field.toolTip():
            found.append(f"too narrow: {field.placeholderText()!r}, {field.width()} of {need}")
    for tabs in visible(root, QTabBar):
        for tab in range(tabs.count()):
            if tabs.isTabVisible(tab) and tabs.tabRect(tab).width() < tabs.fontMetrics().horizontalAdvance(
                tabs.tabText(tab)
            ):
                found.append(f"too narrow: tab {tabs.tabText(tab)!r}")
    return found


def covered_controls(root: QWidget) -> list[str]:
    """Return texts and controls that stand outside their parent, or upon one another."""
    found = []
    for widget in (*visible(root, QLabel), *visible(root, QAbstractButton)):
        parent = widget.parentWidget()
        if widget.isWindow() or parent is None or not text_of(widget):
            continue
        rest = QRect(0, 0, parent.width(), parent.height())
        if not rest.adjusted(-2, -2, 2, 2).contains(widget.geometry()) and not _is_in_viewport(widget):
            found.append(
                f"outside its parent: {named(widget)} {widget.geometry().getRect()} in {parent.size().toTuple()}"
            )
        for other in parent.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if other is not widget and other.isVisible() and isinstance(other, QLabel | QAbstractButton | QLineEdit):
                shared = widget.geometry().intersected(other.geometry())
                if shared.width() > 2 and shared.height() > 2 and text_of(other) and id(other) < id(widget):
                    found.append(f"upon one another: {named(widget)} and {named(other)}")
    return found


def overfull_splitters(root: QWidget) -> list[str]:
    """Return splitters with less room than their parts need: one part then covers the other."""
    found = []
    for splitter in visible(root, QSplitter):
        places = [one.geometry() for one in map(splitter.widget, range(splitter.count())) if one.isVisible()]
        if any(one.intersects(next_one) for one, next_one in pairwise(places)):
            found.append(f"upon one another: the parts of {named(splitter)}")
    return found


def _is_in_viewport(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    return parent is not None and isinstance(parent.parentWidget(), QAbstractScrollArea)


# glyphs


@cache
def _metrics(families: tuple[str, ...]) -> QFontMetrics:
    font = QFont()
    font.setFamilies(list(families))
    return QFontMetrics(font)


def missing_glyphs(looked: Looked) -> list[str]:
    """Return texts with a character that no font has: it is painted as a box."""
    found = []
    for text in looked.texts:
        painted = text.painted
        metrics = _metrics(tuple(painted.font.families()))
        boxes = [char for char in painted.text if not char.isspace() and not metrics.inFontUcs4(ord(char))]
        if boxes:
            found.append(f"no glyph for {''.join(boxes)!r} in {painted.text!r}")
    return found


# colours


def faint_texts(looked: Looked) -> list[str]:
    """Return texts whose colour is too near to the ground around them; what is disabled needs no contrast."""
    found = []
    for text in looked.texts:
        painted = text.painted
        crop = _crop(looked, painted.ink.intersected(painted.clip).adjusted(-1.5, -1.5, 1.5, 1.5))
        if min(crop.shape) < 4 or not text.by.isEnabled():
            continue
        behind = crop[crop != painted.colour.rgb() & 0xFFFFFF]  # a selection may end where the letters do: look within
        ratio = contrast(painted.colour.name(), f"#{_commonest(behind if behind.size else crop):06x}")
        if ratio < TEXT_CONTRAST:
            found.append(f"contrast {ratio:.2f}: {painted.text!r} in {painted.colour.name()}")
    return found


def _crop(looked: Looked, place: QRectF) -> NDArray[np.uint32]:
    scale = looked.scale
    top, bottom = int(place.top() * scale), int(np.ceil(place.bottom() * scale))
    left, right = int(place.left() * scale), int(np.ceil(place.right() * scale))
    return looked.pixels[max(top, 0) : bottom, max(left, 0) : right]


def _commonest(crop: NDArray[np.uint32]) -> int:
    values, counts = np.unique(crop, return_counts=True)
    return int(values[counts.argmax()])


def faint_controls(looked: Looked) -> list[str]:
    """Return controls whose edge, or whose picture where they have no text, is too near to the ground."""
    found = []
    for control in visible(looked.widget, QWidget):
        place = _edged_part(control)
        if place is None or not control.isEnabled() or control.visibleRegion().isEmpty():
            continue
        shown = control.visibleRegion().boundingRect()
        if not shown.contains(place):
            continue
        corner = control.mapTo(looked.widget, place.topLeft())
        if not _is_own(_topmost(looked.widget, corner + QPoint(place.width() // 2, place.height() // 2)), control):
            continue
        ratio = _edge_contrast(
            looked,
            QRectF(QRect(corner, place.size())),
            is_field=isinstance(control, QLineEdit | QComboBox | QAbstractSpinBox),
        )
        if ratio < CONTROL_CONTRAST:
            found.append(f"contrast {ratio:.2f}: the edge or sign of {named(control)}")
    return found


def _edged_part(control: QWidget) -> QRect | None:
    """Return what must stand out from the ground: the field, the box to tick, the sign of a button without text."""
    is_inner = isinstance(control, QLineEdit) and isinstance(control.parentWidget(), QAbstractSpinBox | QComboBox)
    if is_inner or isinstance(control, QScrollBar) or control.objectName() in INNER:
        return None
    whole = control.rect()
    if isinstance(control, QCheckBox | QRadioButton):
        side = control.fontMetrics().height()
        return QRect(0, (whole.height() - side) // 2, side, side)
    if isinstance(control, QToolButton | QPushButton) and control.property("role"):
        return None if control.text() else whole.adjusted(4, 4, -4, -4)
    has_edge = isinstance(
        control, QPushButton | QToolButton | QLineEdit | QComboBox | QAbstractSpinBox | QAbstractSlider
    )
    return whole if has_edge else None


def _is_own(widget: QWidget | None, control: QWidget) -> bool:
    while widget is not None and widget is not control:
        widget = widget.parentWidget()
    return widget is control


def _edge_contrast(looked: Looked, place: QRectF, *, is_field: bool) -> float:
    """Return the best contrast to the ground at the left edge of a field, or anywhere in another control."""
    crop = _crop(looked, place.adjusted(-3, 0, 3, 0))
    if not crop.size:
        return 21.0
    ground = f"#{int(crop[crop.shape[0] // 2, 0]):06x}"
    if is_field:
        width = int(EDGE * looked.scale)
        crop = crop[:, :width]
    return max(contrast(ground, f"#{int(value):06x}") for value in np.unique(crop)[:4000])


# words and names


def untranslated(looked: Looked, language: str, data: frozenset[str]) -> list[str]:
    """Return painted texts with a word of another language that is no name."""
    found = []
    for text in looked.texts:
        foreign = foreign_words(text.painted.text, language, data)
        if foreign:
            found.append(f"not translated: {' '.join(foreign)!r} in {text.painted.text!r} of {named(text.by)}")
    return found


def unnamed(root: QWidget) -> list[str]:
    """Return controls that can have the keyboard and of which a screen reader would hear no name."""
    found = []
    for kind in CONTROLS:
        for control in visible(root, kind):
            if control.objectName() in INNER or control.focusPolicy() is Qt.FocusPolicy.NoFocus:
                continue
            heard = QAccessible.queryAccessibleInterface(control)
            if heard is None or not heard.text(QAccessible.Text.Name).strip():
                found.append(f"no name for a screen reader: {named(control)}")
    return found
