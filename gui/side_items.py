"""The items of the side bar: a view with its count, a folder with its state, the zone for checking files."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gui import phrases, tokens
from gui.dropping import dropped_paths
from gui.icons import icon

if TYPE_CHECKING:
    from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QEnterEvent, QMouseEvent, QPaintEvent

    from gui.theme import Theme
    from gui.words import Words

ITEM_HEIGHT, FOLDER_HEIGHT, DOT, ICON = 31, 47, 8, 18

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class FolderStatus(StrEnum):
    """How a folder on the list is doing.

    POLLED, LIMITED: compared with the disk now and then, for it lies on another machine, or the system has no watches
    left. PAUSED: nothing is watched at present. SHARED: others scan it, into a library that is only read here.
    """

    WAITING = "waiting"
    SCANNING = "scanning"
    SCANNED = "scanned"
    WATCHED = "watched"
    POLLED = "polled"
    LIMITED = "limited"
    PAUSED = "paused"
    OFFLINE = "offline"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class FolderState:
    """A folder as the side bar shows it.

    Attributes:
        files: how many files the library knows there; None while that is not known.
        share: how far its scan is, in [0, 1]; None while that is not known.
        is_inbox: each new file in it is audited.
    """

    path: str
    status: FolderStatus = FolderStatus.WAITING
    files: int | None = None
    share: float | None = None
    is_inbox: bool = False


class SideItem(QAbstractButton):
    """What the items have in common: a rounded ground when chosen or under the pointer, and keys."""

    def __init__(self, theme: Theme, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._height = height
        self._is_folded = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self._take_theme)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(80), self._theme.px(self._height))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(32), self._theme.px(self._height))

    def set_folded(self, *, is_folded: bool) -> None:
        """Show the icon only, or all."""
        self._is_folded = is_folded
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("accent_soft" if self.isChecked() else "hover"))
            radius = self._theme.px(tokens.RADIUS_BUTTON)
            painter.drawRoundedRect(self.rect(), radius, radius)
        self.paint_content(painter)

    def paint_content(self, painter: QPainter) -> None:
        """Draw what stands on the ground: here the name alone."""
        painter.setFont(self._theme.font())
        painter.setPen(self._theme.colour("text"))
        painter.drawText(self.rect(), _LEFT, self.text())

    def _take_theme(self) -> None:
        self.updateGeometry()
        self.update()

    def _draw_icon(self, painter: QPainter, name: str, colour: str) -> None:
        side = self._theme.px(ICON)
        place = QRect(0, 0, side, side)
        place.moveCenter(self.rect().center())
        icon(name, self._theme.colour(colour)).paint(painter, place)

    def _draw_dot(self, painter: QPainter, colour: str) -> None:
        side = self._theme.px(DOT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(colour))
        painter.drawEllipse(self._theme.px(tokens.GAP_2), round(self.height() / 2 - side / 2), side, side)


class ViewItem(SideItem):
    """One view: its dot where it is a kind of likeness, its name, its count."""

    def __init__(self, theme: Theme, icon_name: str, dot: str = "", parent: QWidget | None = None) -> None:
        super().__init__(theme, ITEM_HEIGHT, parent)
        self._icon_name = icon_name
        self._dot = dot
        self._count = ""
        self.setCheckable(True)
        self.setAutoExclusive(True)

    def event(self, event: QEvent) -> bool:
        """Offer the name where it is not shown whole."""
        if event.type() is QEvent.Type.ToolTip and not self._is_folded and not self._is_cut():
            return True
        return super().event(event)

    def set_count(self, count: str) -> None:
        """Show a number behind the name; "" for none."""
        if count != self._count:
            self._count = count
            self.update()

    def paint_content(self, painter: QPainter) -> None:
        theme = self._theme
        colour = "accent" if self.isChecked() else "text"
        if self._is_folded:
            self._draw_icon(painter, self._icon_name, "accent" if self.isChecked() else self._dot or "mute")
            return
        left = theme.px(tokens.GAP_2)
        if self._dot:
            self._draw_dot(painter, self._dot)
            left += theme.px(DOT + tokens.GAP_2)
        painter.setFont(theme.font(is_strong=self.isChecked()))
        room = self.rect().adjusted(left, 0, -theme.px(tokens.GAP_2), 0)
        painter.setPen(theme.colour("accent" if self.isChecked() else "mute"))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._count)
        painter.setPen(theme.colour(colour))
        text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self._room())
        painter.drawText(room, _LEFT, text)

    def _room(self) -> int:
        """Return how wide the name may be."""
        theme = self._theme
        used = 2 * tokens.GAP_2 + tokens.GAP_1 + (DOT + tokens.GAP_2 if self._dot else 0)
        metrics = QFontMetrics(theme.font(is_strong=self.isChecked()))
        return self.width() - theme.px(used) - metrics.horizontalAdvance(self._count)

    def _is_cut(self) -> bool:
        return QFontMetrics(self._theme.font(is_strong=self.isChecked())).horizontalAdvance(self.text()) > self._room()


class FolderItem(SideItem):
    """A folder on the list: a dot for its state, its name, what is known of it; a cross that takes it off.

    Attributes:
        remove_asked: the folder shall go from the list.
    """

    remove_asked = Signal()

    def __init__(self, words: Words, theme: Theme, state: FolderState, parent: QWidget | None = None) -> None:
        super().__init__(theme, FOLDER_HEIGHT, parent)
        self._words = words
        self._state = state
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.show_state(state)

    @property
    def state(self) -> FolderState:
        """What is shown."""
        return self._state

    def show_state(self, state: FolderState) -> None:
        """Show another state."""
        self._state = state
        name = phrases.display(state.path.rstrip("/\\").replace("\\", "/").rpartition("/")[2] or state.path)
        self.setText(name)
        self.setToolTip(f"{phrases.display(state.path)}\n{self._note()}")
        self.setAccessibleName(f"{name}, {self._note()}")
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._cross().contains(event.position().toPoint()) and event.button() is Qt.MouseButton.LeftButton:
            self.setDown(False)
            self.remove_asked.emit()
            return
        super().mouseReleaseEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def _cross(self) -> QRect:
        side = self._theme.px(tokens.GAP_4)
        corner = QPoint(self.width() - side - self._theme.px(tokens.GAP_1), round(self.height() / 2 - side / 2))
        return QRect(corner, QSize(side, side)) if not self._is_folded else QRect()

    def _note(self) -> str:
        words, state = self._words, self._state
        if state.status is FolderStatus.SCANNING:
            if state.share is None:
                return words.say("being scanned")
            return words.say("being scanned · {share}", share=words.percent(state.share))
        files = "" if state.files is None else words.count("{n} file", "{n} files", state.files)
        ending = {
            FolderStatus.WAITING: words.say("not scanned yet"),
            FolderStatus.SCANNED: "",
            FolderStatus.WATCHED: words.say("watched"),
            FolderStatus.POLLED: words.say("on another machine, looked at every few minutes"),
            FolderStatus.LIMITED: words.say("looked at every few minutes: the system has no watches left"),
            FolderStatus.PAUSED: words.say("watching paused"),
            FolderStatus.OFFLINE: words.say("offline, kept"),
            FolderStatus.SHARED: words.say("shared, only read"),
        }[state.status]
        inbox = words.say("inbox") if state.is_inbox else ""
        return " · ".join(part for part in (files, inbox, ending) if part)

    def _dot_colour(self) -> str:
        return {
            FolderStatus.WAITING: "edge",
            FolderStatus.SCANNING: "accent",
            FolderStatus.SCANNED: "identical",
            FolderStatus.WATCHED: "identical",
            FolderStatus.POLLED: "similar",
            FolderStatus.LIMITED: "similar",
            FolderStatus.PAUSED: "faint",
            FolderStatus.OFFLINE: "faint",
            FolderStatus.SHARED: "faint",
        }[self._state.status]

    def paint_content(self, painter: QPainter) -> None:
        theme = self._theme
        if self._is_folded:
            is_away = self._state.status in (FolderStatus.OFFLINE, FolderStatus.WAITING)
            self._draw_icon(painter, "folder", "faint" if is_away else self._dot_colour())
            return
        self._draw_dot(painter, self._dot_colour())
        first, second = QFontMetrics(theme.font()), QFontMetrics(theme.font(tokens.CAPTION))
        left = theme.px(tokens.GAP_2 + DOT + tokens.GAP_2)
        has_cross = self.underMouse() or self.hasFocus()
        room = self.width() - left - theme.px(tokens.GAP_6 if has_cross else tokens.GAP_2)
        top = (self.height() - first.height() - second.height()) // 2
        painter.setFont(theme.font())
        painter.setPen(theme.colour("text"))
        name = first.elidedText(self.text(), Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRect(left, top, room, first.height()), _LEFT, name)
        painter.setFont(theme.font(tokens.CAPTION))
        painter.setPen(theme.colour("mute"))
        note = second.elidedText(self._note(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, top + first.height(), room, second.height()), _LEFT, note)
        if has_cross:
            icon("close", theme.colour("mute")).paint(painter, self._cross())


class DropZone(QFrame):
    """Where files are dropped, or chosen by a click, to ask whether the library has them already.

    Attributes:
        files_dropped: paths.
        choose_asked: a click: files shall be chosen in a dialog.
    """

    files_dropped = Signal(object)
    choose_asked = Signal()

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._theme = theme
        self._is_over = False
        self._is_folded = False
        self._title, self._note = QLabel(), QLabel()
        self._title.setProperty("tone", "strong")
        self._note.setProperty("tone", "mute")
        self.setAcceptDrops(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.px(10), theme.px(14), theme.px(10), theme.px(14))
        layout.setSpacing(0)
        for label in (self._title, self._note):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            layout.addWidget(label)
        words.changed.connect(self.retranslate)
        theme.changed.connect(self.update)
        self.retranslate()

    def retranslate(self) -> None:
        """Say what the zone is for."""
        self._title.setText(self._words.say("Drop files here"))
        self._note.setText(self._words.say("Does the library have them already?"))
        self.setAccessibleName(self._words.say("Check files against the library"))
        self.setToolTip(self._words.say("Compares files with your library only; this is no plagiarism service"))

    def set_folded(self, *, is_folded: bool) -> None:
        """Show an icon only, or the words."""
        self._is_folded = is_folded
        self._title.setVisible(not is_folded)
        self._note.setVisible(not is_folded)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(32, self._theme.px(40)) if self._is_folded else super().sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self._theme.colour("accent" if self._is_over else "edge"), 1.5)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.setBrush(self._theme.colour("accent_soft") if self._is_over else Qt.BrushStyle.NoBrush)
        radius = self._theme.px(tokens.RADIUS_CARD)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)
        if self._is_folded:
            side = self._theme.px(ICON)
            place = QRect(0, 0, side, side)
            place.moveCenter(self.rect().center())
            icon("search", self._theme.colour("mute")).paint(painter, place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.choose_asked.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_paths(event.mimeData()):
            self._set_over(is_over=True)
            event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._set_over(is_over=False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._set_over(is_over=False)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.files_dropped.emit(dropped_paths(event.mimeData()))

    def _set_over(self, *, is_over: bool) -> None:
        self._is_over = is_over
        self.update()
