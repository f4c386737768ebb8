"""A chip that names an active filter and takes it off when it is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gui.theme import Theme

WIDEST = 160
"""Of the text of a chip."""


class FilterChip(QPushButton):
    """Shown while it has something to name."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("role", "filter")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the list
        self.hide()

    def show_filter(self, name: str, hint: str) -> None:
        """Name a filter, in full in the hint; "" is none."""
        short = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, self._theme.px(WIDEST))
        self.setText(f"{short}  ×")
        self.setToolTip(hint)
        self.setAccessibleName(hint)
        self.setVisible(bool(name))
