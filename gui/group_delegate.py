"""Paints the rows of the list: headers of groups across all columns, members in two lines with what is said of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from core.documents import Relation
from gui import phrases, tokens
from gui.group_model import GroupModel, Row
from gui.group_table import Column

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel, QObject
    from PySide6.QtGui import QColor

    from core.documents import DuplicateGroup, Member
    from gui.group_view import GroupView
    from gui.phrases import Badge
    from gui.theme import Theme
    from gui.words import Words

Index = QModelIndex | QPersistentModelIndex

BOX = 16
"""Side of a check box."""

SLACK = 3
"""What a text may be wider than measured: widths are rounded, and a made-up bold face is not measured at all."""

LEAST_BADGE = 56
"""A remark that would be cut shorter than this is left to the tool tip."""

NAME_SHARE = 60
"""Per cent of its room that a name has at least before the last remark is shortened for it."""

TAIL = 4
"""Characters at the end of a stem that a shortened name keeps."""

HEAD = 2
"""Characters with the "…" that are before them at least; in less room the end of the stem goes too."""

BAR_WIDTH, BAR_THICKNESS, FIGURE_WIDTH = 44, 6, 36

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def shortened(metrics: QFontMetrics, name: str, room: int) -> str:
    """Return a file name that fits, with the end of its stem, where "(1)", "副本" and "v2" stand."""
    if metrics.horizontalAdvance(name) <= room:
        return name
    stem, suffix = os.path.splitext(name)
    tail = stem[-TAIL:] + suffix
    head = metrics.elidedText(stem[:-TAIL], Qt.TextElideMode.ElideRight, room - metrics.horizontalAdvance(tail))
    if len(head) < HEAD:
        return metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
    return head + tail


class GroupDelegate(QStyledItemDelegate):
    """Draws what `GroupModel` holds; ticks a box on a click."""

    def __init__(self, words: Words, theme: Theme, view: GroupView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._theme = theme
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002  # Qt's signature
        return QSize(option.rect.width(), self._theme.px(tokens.ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, GroupModel)
        row = model.row_at(index.row())
        painter.save()
        painter.setClipRect(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, option, index, row)
        if row.member is None:
            self._header(painter, index, row, model)
        else:
            self._cell(painter, option.rect, Column(index.column()), row.group, row.member)
        self._ring(painter, index)
        painter.restore()

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        if event.type() is QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            state = model.data(index, Qt.ItemDataRole.CheckStateRole)
            is_left = event.button() is Qt.MouseButton.LeftButton
            if state is not None and is_left and event.position().x() < option.rect.x() + self._px(40):
                new = Qt.CheckState.Unchecked if state is Qt.CheckState.Checked else Qt.CheckState.Checked
                return model.setData(index, new, Qt.ItemDataRole.CheckStateRole)
        return False

    # ground, ring

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, row: Row) -> None:
        if option.state & QStyle.StateFlag.State_Selected:
            ground = "sel"
        elif self._view.hovered_row == index.row():
            ground = "hover"
        else:
            ground = "bg" if row.member is None else "panel"
        painter.fillRect(option.rect, self._theme.colour(ground))
        painter.fillRect(QRect(option.rect.topLeft(), QSize(option.rect.width(), 1)), self._theme.colour("line"))

    def _ring(self, painter: QPainter, index: Index) -> None:
        if not self._view.shows_ring or self._view.currentIndex().row() != index.row():
            return
        painter.setPen(QPen(self._theme.colour("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = tokens.RADIUS_CONTROL
        painter.drawRoundedRect(QRectF(self._view.row_rect(index.row())).adjusted(3, 4, -3, -3), radius, radius)

    # the header of a group

    def _header(self, painter: QPainter, index: Index, row: Row, model: GroupModel) -> None:
        whole = self._view.row_rect(index.row()).adjusted(self._px(tokens.GAP_4), 1, -self._px(tokens.GAP_4), 0)
        self._chevron(painter, whole, is_open=model.is_open(row.place))
        left = whole.left() + self._px(18)
        left += self._tag(painter, left, whole, row.group.kind)
        left += self._px(10)
        summary = phrases.group_summary(self._words, row.group)
        painter.setFont(self._theme.font())
        metrics = QFontMetrics(painter.font())
        room = whole.right() - left - metrics.horizontalAdvance(summary) - self._px(tokens.GAP_4)
        painter.setPen(self._theme.colour("text"))
        title = metrics.elidedText(phrases.group_title(row.group), Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRect(left, whole.top(), room, whole.height()), _LEFT, title)
        painter.setPen(self._theme.colour("mute"))
        painter.drawText(whole, _RIGHT, summary)

    def _chevron(self, painter: QPainter, whole: QRect, *, is_open: bool) -> None:
        step, middle = self._px(4), QPointF(whole.left() + self._px(5), whole.center().y() + 1)
        path = QPainterPath()
        if is_open:
            path.moveTo(middle + QPointF(-step, -step / 2))
            path.lineTo(middle + QPointF(0, step / 2))
            path.lineTo(middle + QPointF(step, -step / 2))
        else:
            path.moveTo(middle + QPointF(-step / 2, -step))
            path.lineTo(middle + QPointF(step / 2, 0))
            path.lineTo(middle + QPointF(-step / 2, step))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.colour("mute"), 1.4))
        painter.drawPath(path)

    def _tag(self, painter: QPainter, left: int, whole: QRect, kind: Relation) -> int:
        """Draw the tag of a kind and return its width."""
        text = phrases.kind_tag(self._words, kind)
        strong, soft = self._theme.kind_colours(kind)
        painter.setFont(self._theme.font(tokens.CAPTION, is_strong=True))
        metrics = QFontMetrics(painter.font())
        height = metrics.height() + self._px(4)
        width = metrics.horizontalAdvance(text) + 2 * self._px(tokens.GAP_2)
        place = QRect(left, whole.center().y() - height // 2 + 1, width, height)
        self._pill(painter, place, text, strong, soft)
        return width

    def _pill(self, painter: QPainter, place: QRect, text: str, strong: QColor, soft: QColor) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(soft)
        painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
        painter.setPen(strong)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    # a member

    def _cell(self, painter: QPainter, place: QRect, column: Column, group: DuplicateGroup, member: Member) -> None:
        if column is Column.NAME:
            mark = self._view.marks.get(member.path)
            self._box(painter, place, member, is_marked=mark is not None)
            self._name(painter, place, group, member, phrases.mark_reason(self._words, mark, group))
        elif column is Column.SIMILARITY:
            self._likeness(painter, place, group.kind, member)
        else:
            text = self._words.size(member.document.size)
            if column is Column.DATE:
                text = self._words.date(member.document.mtime_ns)
            self._figure(painter, place, text)

    def _box(self, painter: QPainter, place: QRect, member: Member, *, is_marked: bool) -> None:
        side = self._px(BOX)
        box = QRectF(place.left() + self._px(tokens.GAP_4), place.center().y() - side / 2 + 1, side, side)
        inner = box.adjusted(0.75, 0.75, -0.75, -0.75)
        painter.setPen(QPen(self._theme.colour("accent" if is_marked else "edge"), 1.5))
        painter.setBrush(self._theme.colour("accent" if is_marked else "panel"))
        if member.is_protected:
            painter.setPen(QPen(self._theme.colour("line"), 1.5))
            painter.setBrush(self._theme.colour("bg"))
        painter.drawRoundedRect(inner, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        if not is_marked:
            return
        painter.setPen(QPen(self._theme.colour("on_accent"), 1.6, c=Qt.PenCapStyle.RoundCap))
        x, y, unit = box.left(), box.top(), side / 16
        painter.drawLine(QPointF(x + 4.6 * unit, y + 8.3 * unit), QPointF(x + 7 * unit, y + 10.7 * unit))
        painter.drawLine(QPointF(x + 7 * unit, y + 10.7 * unit), QPointF(x + 11.4 * unit, y + 5.5 * unit))

    def _name(self, painter: QPainter, place: QRect, group: DuplicateGroup, member: Member, why: str) -> None:
        theme = self._theme
        left = place.left() + self._px(tokens.GAP_4 + 28 + tokens.GAP_2)
        room = place.right() - left
        name_font, folder_font = theme.font(), theme.font(tokens.SECONDARY)
        first, second = QFontMetrics(name_font), QFontMetrics(folder_font)
        top = place.top() + (place.height() - first.height() - second.height() - 1) // 2 + 1
        name = phrases.display(os.path.basename(member.path))
        badges = phrases.badges(self._words, group.kind, member, why, group.keeper)
        name_room = self._make_room(first.horizontalAdvance(name), badges, room)
        name = shortened(first, name, name_room)
        painter.setFont(name_font)
        painter.setPen(theme.colour("text"))
        painter.drawText(QRect(left, top, room, first.height()), _LEFT, name)
        at = left + first.horizontalAdvance(name)
        for badge in badges:
            at = self._badge(painter, badge, QRect(at, top, place.right() - at, first.height()))
        painter.setFont(folder_font)
        painter.setPen(theme.colour("mute"))
        folder = phrases.folder_text(member.path, member.document.root)
        folder = second.elidedText(folder, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRect(left, top + first.height() + 1, room, second.height()), _LEFT, folder)

    def _make_room(self, wanted: int, badges: list[Badge], room: int) -> int:
        """Return the room of a name that wants so much; the least important badges go where the name needs theirs.

        Of the badges that are left the last one may be shortened; none is left that would not be drawn.
        """
        metrics = QFontMetrics(self._theme.font(tokens.CAPTION, is_strong=True))
        widths = [self._badge_width(metrics, badge) for badge in badges]
        needed, least = min(wanted, room * NAME_SHARE // 100), self._px(LEAST_BADGE + tokens.GAP_2)
        while badges and sum(widths[:-1]) + min(widths[-1], least) + needed > room:
            badges.pop()
            widths.pop()
        return max(room - sum(widths), needed)

    def _badge_width(self, metrics: QFontMetrics, badge: Badge) -> int:
        padding = 2 * self._px(6) if badge.tone == "chip" else 0
        return metrics.horizontalAdvance(badge.text) + SLACK + self._px(tokens.GAP_2) + padding

    def _badge(self, painter: QPainter, badge: Badge, room: QRect) -> int:
        """Draw a badge as far as there is room, and return where it ends."""
        theme = self._theme
        painter.setFont(theme.font(tokens.CAPTION, is_strong=badge.tone == "keep"))
        metrics = QFontMetrics(painter.font())
        left = room.left() + self._px(tokens.GAP_2)
        padding = self._px(6) if badge.tone == "chip" else 0
        whole = metrics.horizontalAdvance(badge.text) + SLACK + 2 * padding
        width = min(whole, room.right() - left)
        if width < min(whole, self._px(LEAST_BADGE)):
            return room.right()
        text = metrics.elidedText(badge.text, Qt.TextElideMode.ElideRight, width - 2 * padding)
        if badge.tone == "chip":
            height = metrics.height() + 1
            place = QRect(left, room.center().y() - height // 2 + 1, width, height)
            self._pill(painter, place, text, theme.colour("identical"), theme.colour("identical_soft"))
        else:
            painter.setPen(theme.colour("keep" if badge.tone == "keep" else "mute"))
            painter.drawText(QRect(left, room.top() + 1, width, room.height()), _LEFT, text)
        return left + width

    def _likeness(self, painter: QPainter, place: QRect, kind: Relation, member: Member) -> None:
        right = place.adjusted(0, 0, -self._px(tokens.GAP_4), 0)
        self._figure(painter, right, phrases.likeness_text(self._words, kind, member))
        if member.is_keeper or kind in (Relation.IDENTICAL, Relation.SAME_TEXT):
            return
        width, thickness = self._px(BAR_WIDTH), self._px(BAR_THICKNESS)
        left = right.right() - self._px(FIGURE_WIDTH) - width
        bar = QRectF(left, place.center().y() - thickness / 2 + 1, width, thickness)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("line"))
        painter.drawRoundedRect(bar, thickness / 2, thickness / 2)
        bar.setWidth(width * phrases.likeness(kind, member))
        painter.setBrush(self._theme.kind_colours(kind)[0])
        painter.drawRoundedRect(bar, thickness / 2, thickness / 2)

    def _figure(self, painter: QPainter, place: QRect, text: str) -> None:
        painter.setFont(self._theme.font(tokens.SECONDARY))
        painter.setPen(self._theme.colour("mute"))
        painter.drawText(place.adjusted(0, 1, 0, 0), _RIGHT, text)

    def _px(self, length: int) -> int:
        return self._theme.px(length)
