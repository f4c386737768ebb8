"""All differences of two documents as chips, the critical ones first; a click shows one in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gui import tokens
from gui.comparison import Difference, Mark, Objects
from gui.phrases import display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from gui.theme import Theme
    from gui.words import Words

Index = QModelIndex | QPersistentModelIndex
Piece = tuple[str, str]
"""A stretch of a chip: its text, and how it is set ("plain", "old", "new")."""

PIECES_ROLE = Qt.ItemDataRole.UserRole
LONGEST = 24
"""Characters of each side on a chip; the whole is in the tool tip."""

BATCH = 150
"""So many chips are measured at a time: thousands would hold the window."""

REVEAL_MS = 30

PADDING = 24
"""What a chip is wider than its text."""

LINES = 5
"""So many lines of chips are in view; the rest is scrolled to."""


class DifferenceModel(QAbstractListModel):
    """What differs beside the text, then the differences of the text."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._items: list[Objects | Difference] = []
        self._objects = 0

    def set_differences(self, objects: Sequence[Objects], differences: Sequence[Difference]) -> None:
        """Show these instead of the ones before."""
        self.beginResetModel()
        self._items = [*objects, *differences]
        self._objects = len(objects)
        self.endResetModel()

    def number(self, row: int) -> int | None:
        """Return the number of the difference in a row; None for what differs beside the text."""
        return row - self._objects if row >= self._objects else None

    def row(self, number: int) -> int:
        """Return the row of a difference."""
        return number + self._objects

    def retranslate(self) -> None:
        """Say everything again in the current language."""
        if self._items:
            self.dataChanged.emit(self.index(0), self.index(len(self._items) - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        item = self._items[index.row()]
        if role == PIECES_ROLE:
            return _pieces(self._words, item)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return whole_sentence(self._words, item)
        return None


def whole_sentence(words: Words, item: Objects | Difference) -> str:
    """Return a difference in words, whole."""
    if isinstance(item, Objects):
        return _objects_text(words, item)
    left, right = display(item.left.strip()), display(item.right.strip())
    if item.mark is Mark.MOVED:
        if (numbers := _new_number(left, right)) is not None:
            return words.say("Moved ({old} → {new}): {text}", old=numbers[0] or "—", new=numbers[1] or "—", text=left)
        return words.say("Moved: {text}", text=left)
    if not left:
        return words.say("Added: {text}", text=right)
    if not right:
        return words.say("Removed: {text}", text=left)
    changed = words.say("{old} became {new}", old=left, new=right)
    context = display(f"{item.before.strip()} … {item.after.strip()}".strip(" …"))
    return words.say("{change} ({context})", change=changed, context=context) if context else changed


def _objects_text(words: Words, item: Objects) -> str:
    if item.kind == "order":
        return words.say("Pictures, objects or links follow in another order")
    kinds = {
        "picture": words.say("Pictures"),
        "formula": words.say("Formulas"),
        "object": words.say("Embedded objects"),
        "media": words.say("Sound or video"),
        "chart": words.say("Charts"),
        "signature": words.say("Signatures"),
        "macro": words.say("Macros"),
        "link": words.say("Addresses of links"),
        "insertion": words.say("Tracked insertions"),
        "struck": words.say("Struck-out words"),
        "cells": words.say("Filled cells of tables"),
    }
    return words.say(
        "{kind} differ: {left} only left, {right} only right",
        kind=kinds.get(item.kind, item.kind),
        left=words.number(item.only_left),
        right=words.number(item.only_right),
    )


def _new_number(old: str, new: str) -> tuple[str, str] | None:
    from core.moved_lines import new_number  # noqa: PLC0415 - loads numpy, and the window is painted before

    return new_number(old, new)


def _pieces(words: Words, item: Objects | Difference) -> list[Piece]:
    if isinstance(item, Objects):
        return [(_objects_text(words, item), "plain")]
    left, right = _short(item.left), _short(item.right)
    if item.mark is Mark.MOVED:
        if (numbers := _new_number(left, right)) is None:
            return [(words.say("moved: "), "plain"), (left, "plain")]
        old, new = numbers
        body = left.removeprefix(old).lstrip()
        pieces = [(words.say("moved: "), "plain"), (old, "old"), (" → ", "plain"), (new, "new"), (f" {body}", "plain")]
        return [piece for piece in pieces if piece[0]]
    if not left:
        return [(words.say("added: "), "plain"), (right, "new")]
    if not right:
        return [(words.say("removed: "), "plain"), (left, "old")]
    before = item.before if item.before.strip() and len(item.left) <= 12 else ""
    after = item.after if item.after.strip() and len(item.right) <= 12 else ""
    pieces = [(before, "plain"), (left, "old"), (" → ", "plain"), (right, "new"), (after, "plain")]
    return [piece for piece in pieces if piece[0]]


def fitted(pieces: Sequence[Piece], metrics: QFontMetrics, room: int) -> list[Piece]:
    """Return the pieces of a chip so that they fit: the longest are shortened, all to one length, with a "…"."""
    widths = [metrics.horizontalAdvance(text) for text, _ in pieces]
    left, cap = room, room
    for place, width in enumerate(sorted(widths)):
        share = max(left // (len(widths) - place), 0)
        if width > share:
            cap = share
            break
        left -= width
    return [
        (text if width <= cap else metrics.elidedText(text, Qt.TextElideMode.ElideRight, cap), how)
        for (text, how), width in zip(pieces, widths, strict=True)
    ]


def _short(text: str) -> str:
    flat = display(" ".join(text.split()))
    return flat if len(flat) <= LONGEST else flat[: LONGEST - 1] + "…"


class _ChipDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        metrics = QFontMetrics(self._theme.font(tokens.SECONDARY))
        wide = sum(metrics.horizontalAdvance(text) for text, _ in index.data(PIECES_ROLE))
        most = self._view.viewport().width()
        return QSize(min(wide + self._theme.px(PADDING), most), self._theme.px(27))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, px = self._theme, self._theme.px
        chip = QRectF(option.rect).adjusted(0.5, 0.5, -px(6) - 0.5, -px(6) - 0.5)
        is_current = bool(option.state & QStyle.StateFlag.State_Selected)
        edge = "accent" if is_current else "edge" if option.state & QStyle.StateFlag.State_MouseOver else "line"
        painter.setPen(QPen(theme.colour(edge), 2 if option.state & QStyle.StateFlag.State_HasFocus else 1))
        painter.setBrush(theme.colour("accent_soft" if is_current else "bg"))
        painter.drawRoundedRect(chip, tokens.RADIUS_BUTTON, tokens.RADIUS_BUTTON)
        x = chip.left() + px(tokens.GAP_2)
        painter.setClipRect(chip.adjusted(0, 0, -px(tokens.GAP_1), 0))
        metrics = QFontMetrics(theme.font(tokens.SECONDARY))
        for text, how in fitted(index.data(PIECES_ROLE), metrics, option.rect.width() - px(PADDING)):
            font = QFont(theme.font(tokens.SECONDARY))
            font.setStrikeOut(how == "old")
            painter.setFont(font)
            painter.setPen(theme.colour({"old": "danger", "new": "identical"}.get(how, "text")))
            wide = QFontMetrics(font).horizontalAdvance(text)
            place = QRectF(x, chip.top(), wide + 2, chip.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
            x += wide
        painter.restore()


class DifferenceList(QListView):
    """The chips, as many lines as fit; one of them is the current one.

    Attributes:
        chosen: the number of a difference that was clicked or reached by keys.
    """

    chosen = Signal(int)

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._items = DifferenceModel(words, self)
        self.setModel(self._items)
        self.setItemDelegate(_ChipDelegate(theme, self))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(BATCH)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.selectionModel().currentChanged.connect(self._tell)
        theme.changed.connect(self.doItemsLayout)

    def show_differences(self, objects: Sequence[Objects], differences: Sequence[Difference]) -> None:
        """List these."""
        self._items.set_differences(objects, differences)
        self._fit()

    def choose(self, number: int) -> None:
        """Make a difference the current one."""
        self.setCurrentIndex(self._items.index(self._items.row(number)))
        self._reveal()

    def _reveal(self) -> None:
        """Bring the current chip into view, if need be once it has been measured."""
        if not self.visualRect(self.currentIndex()).isEmpty():
            self.scrollTo(self.currentIndex())
        elif self.isVisible() and self.currentIndex().isValid():
            QTimer.singleShot(REVEAL_MS, self, self._reveal)

    def retranslate(self) -> None:
        """Say everything in the current language."""
        self._items.retranslate()
        self.doItemsLayout()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Be as high as the chips need, up to LINES lines."""
        line = self._theme.px(27)
        self.doItemsLayout()
        needed = self.contentsSize().height() if self._items.rowCount() else 0
        wanted = min(max(needed, line if needed else 0), LINES * line + line // 2)
        if wanted != self.height():
            self.setFixedHeight(wanted)

    def _tell(self, current: QModelIndex) -> None:
        number = self._items.number(current.row()) if current.isValid() else None
        if number is not None:
            self.chosen.emit(number)
