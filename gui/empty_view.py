"""What a newcomer sees: a drawing, one sentence, two buttons, and what happens to their files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui import tokens
from gui.dropping import dropped_paths

if TYPE_CHECKING:
    from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPaintEvent, QResizeEvent

    from gui.theme import Theme
    from gui.words import Words


STEP_WIDTH = 220

DRAWN_FROM = 500
"""Height from which there is room for the drawing."""


class Drawing(QWidget):
    """Two sheets of paper with the same lines, one behind the other."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        theme.changed.connect(self.update)
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(220), self._theme.px(150))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = self._theme.scale
        painter.scale(scale, scale)
        self._sheet(painter, 112, 12, "line", "bg", is_front=False)
        self._sheet(painter, 42, 26, "edge", "panel", is_front=True)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent_soft"))
        painter.drawEllipse(QRectF(86, 54, 48, 48))
        painter.setPen(QPen(self._theme.colour("accent"), 3, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(101, 73, 119, 73)
        painter.drawLine(101, 83, 119, 83)

    def _sheet(self, painter: QPainter, left: int, top: int, edge: str, ground: str, *, is_front: bool) -> None:
        painter.setPen(QPen(self._theme.colour(edge), 1.5))
        painter.setBrush(self._theme.colour(ground))
        painter.drawRoundedRect(QRectF(left, top, 66, 92), 6, 6)
        painter.setPen(QPen(self._theme.colour("edge" if is_front else "line"), 3, c=Qt.PenCapStyle.RoundCap))
        for place, length in enumerate((30, 42, 42, 36, 42, 20)):
            y = top + 16 + place * 12
            painter.drawLine(left + 12, y, left + 12 + length, y)


class EmptyView(QFrame):
    """The window without folders.

    Attributes:
        add_asked, samples_asked: a button was pressed.
        folders_dropped: paths of folders.
        files_dropped: paths of files: they are checked, not added.
    """

    add_asked = Signal()
    samples_asked = Signal()
    folders_dropped = Signal(object)
    files_dropped = Signal(object)

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._theme = theme
        self._is_over = False
        self._sentence = QLabel()
        self._steps = [QLabel() for _ in range(3)]
        self._lines = [QLabel() for _ in range(3)]
        self._add, self._samples = QPushButton(), QPushButton()
        self.setProperty("ground", "base")
        self._drawing = Drawing(theme)
        self.setAcceptDrops(True)
        self._lay_out()
        self._add.clicked.connect(self.add_asked)
        self._samples.clicked.connect(self.samples_asked)
        words.changed.connect(self.retranslate)
        self.retranslate()

    def _lay_out(self) -> None:
        px = self._theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(tokens.GAP_6), px(tokens.GAP_6), px(tokens.GAP_6), px(tokens.GAP_6))
        column.setSpacing(px(tokens.GAP_2))
        middle = Qt.AlignmentFlag.AlignHCenter
        self._sentence.setProperty("tone", "title")
        self._add.setProperty("role", "primary")
        column.addStretch(2)
        column.addWidget(self._drawing, 0, middle)
        column.addSpacing(px(tokens.GAP_4))
        for label in (self._sentence, *self._lines):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
        column.addWidget(self._sentence)
        column.addSpacing(px(tokens.GAP_4))
        row = QHBoxLayout()
        row.setSpacing(px(tokens.GAP_3))
        row.addStretch(1)
        row.addWidget(self._add)
        row.addWidget(self._samples)
        row.addStretch(1)
        column.addLayout(row)
        column.addSpacing(px(tokens.GAP_6))
        column.addLayout(self._tour())
        column.addSpacing(px(tokens.GAP_4))
        for label in self._lines:
            label.setProperty("tone", "mute")
            column.addWidget(label)
        column.addStretch(3)

    def _tour(self) -> QHBoxLayout:
        """Return what comes next, in three steps side by side."""
        row = QHBoxLayout()
        row.setSpacing(self._theme.px(tokens.GAP_3))
        row.addStretch(1)
        for label in self._steps:
            label.setProperty("ground", "card")
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setMargin(self._theme.px(tokens.GAP_3))
            label.setFixedWidth(self._theme.px(STEP_WIDTH))
            row.addWidget(label)
        row.addStretch(1)
        return row

    def retranslate(self) -> None:
        """Say everything in the current language."""
        words = self._words
        self._sentence.setText(words.say("Drop folders here to find documents you have twice"))
        self._add.setText(words.say("Add folder…"))
        self._samples.setText(words.say("Try it with samples"))
        steps = (
            (words.say("Add a folder"), words.say("It is scanned at once; nothing in it is changed.")),
            (words.say("Look at what is alike"), words.say("Two documents side by side, every difference on top.")),
            (words.say("Mark what may go"), words.say("You see the whole list before anything moves to the trash.")),
        )
        for number, (label, (title, text)) in enumerate(zip(self._steps, steps, strict=True), 1):
            label.setText(f"<b>{number}&nbsp; {title}</b><br>{text}")
        lines = (
            words.say("Your files are read, and nothing else."),
            words.say("Nothing is sent anywhere unless you turn it on."),
            words.say("Nothing is deleted without asking, and the trash keeps it."),
        )
        for label, line in zip(self._lines, lines, strict=True):
            label.setText(line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._drawing.setVisible(event.size().height() >= self._theme.px(DRAWN_FROM))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()
            self._set_over(is_over=True)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._set_over(is_over=False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._set_over(is_over=False)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        paths = dropped_paths(event.mimeData())
        folders = [path for path in paths if os.path.isdir(path)]
        if folders:
            self.folders_dropped.emit(folders)
        elif paths:
            self.files_dropped.emit(paths)

    def _set_over(self, *, is_over: bool) -> None:
        self._is_over = is_over
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._is_over:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("accent"), 2))
            margin = self._theme.px(tokens.GAP_3)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(margin, margin, -margin, -margin), 8, 8)
