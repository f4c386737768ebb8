"""The head of one document in a comparison: its name, where and when, and what can be done with it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from gui import tokens
from gui.elided_label import ElidedLabel
from gui.icons import icon
from gui.phrases import display

if TYPE_CHECKING:
    from gui.comparison import Side
    from gui.theme import Theme
    from gui.words import Words


class DocumentHead(QFrame):
    """Name, place, date and size of a document.

    Attributes:
        open_wanted: open it in its program: path.
        folder_wanted: show it in its folder: path.
    """

    open_wanted = Signal(object)
    folder_wanted = Signal(object)

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme = words, theme
        self._side: Side | None = None
        self.setProperty("ground", "base")
        self._name, self._facts = ElidedLabel(), ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._facts.setProperty("tone", "caption")
        self._more = QToolButton()
        self._more.setProperty("role", "quiet")
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._open, self._show, self._copy = (self._menu.addAction("") for _ in range(3))
        self._more.setMenu(self._menu)
        lines = QVBoxLayout()
        lines.setSpacing(theme.px(2))
        lines.addWidget(self._name)
        lines.addWidget(self._facts)
        layout = QHBoxLayout(self)
        gap = theme.px(tokens.GAP_4)
        layout.setContentsMargins(gap, theme.px(tokens.GAP_2), theme.px(tokens.GAP_1), theme.px(tokens.GAP_2))
        layout.setSpacing(theme.px(tokens.GAP_1))
        layout.addLayout(lines, 1)
        layout.addWidget(self._more, 0, Qt.AlignmentFlag.AlignTop)
        self._open.triggered.connect(self.ask_open)
        self._show.triggered.connect(self.ask_folder)
        self._copy.triggered.connect(self.copy_path)
        theme.changed.connect(self._take_theme)
        self._take_theme()

    def show_side(self, side: Side | None) -> None:
        """Show a document."""
        self._side = side
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say, side = self._words.say, self._side
        self._open.setText(say("Open"))
        self._show.setText(say("Show in folder"))
        self._copy.setText(say("Copy path"))
        self._more.setVisible(side is not None)
        if side is None:
            self._name.setText("")
            self._facts.setText("")
            return
        name = os.path.basename(side.path)
        self._more.setAccessibleName(say("What to do with {file}", file=display(name)))
        self._name.setText(name)
        is_known = bool(side.mtime_ns or side.size)
        known = (self._words.date(side.mtime_ns), self._words.size(side.size)) if is_known else ()
        facts = (side.folder, *known)
        self._facts.setText(" · ".join(fact for fact in facts if fact))
        self._facts.setToolTip(display(side.path))
        self.setAccessibleName(f"{self._name.text()}, {self._facts.text()}")

    def ask_open(self) -> None:
        """Ask for the document to be opened in its program."""
        if self._side is not None:
            self.open_wanted.emit(self._side.path)

    def ask_folder(self) -> None:
        """Ask for the document to be shown in its folder."""
        if self._side is not None:
            self.folder_wanted.emit(self._side.path)

    def copy_path(self) -> None:
        """Put the path on the clipboard."""
        if self._side is not None:
            QGuiApplication.clipboard().setText(display(self._side.path))

    def _take_theme(self) -> None:
        self._more.setIcon(icon("more", self._theme.colour("mute")))
        self._more.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))
