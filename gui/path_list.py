"""A list of paths, or of sentences about them: long ones are shortened in the middle, the whole is in the hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gui.theme import Theme

ROW = 24
"""How high a row is."""


class PathList(QListWidget):
    """Shows texts, each on one line that is as wide as the list."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("role", "paths")

    def add_texts(self, texts: Iterable[str]) -> None:
        """Put texts at the end."""
        for text in texts:
            item = QListWidgetItem(text, self)
            item.setToolTip(text)
            item.setSizeHint(QSize(0, self._theme.px(ROW)))  # no wider than the list, or the text would be cut
