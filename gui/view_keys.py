"""Ctrl and a digit go to a view, in the order of the side bar."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut

from gui.side_bar import View

if TYPE_CHECKING:
    from gui.main_window import MainWindow


DIGITS = "1234567890"
"""As they stand on a keyboard; a view beyond the tenth has none."""


class ViewKeys(QObject):
    """Gives each view of a window its digit."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        for digit, view in zip(DIGITS, View, strict=False):
            shortcut = QShortcut(QKeySequence(f"Ctrl+{digit}"), window)
            shortcut.activated.connect(partial(window.side.view_chosen.emit, view))
