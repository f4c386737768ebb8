"""What the pages have in common: a head with title, one sentence and actions, and what an empty page says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from gui import tokens
from gui.elided_label import ElidedLabel
from gui.flow_layout import FlowLayout

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from gui.theme import Theme


class PageHead(QWidget):
    """Title, a sentence under it, and a row of actions on the right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("ground", "panel")
        self.setProperty("edge", "bottom")
        self._title = QLabel()
        self._title.setProperty("tone", "title")
        self._note = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._note.setProperty("tone", "mute")
        lines = QVBoxLayout()
        lines.setSpacing(theme.px(2))
        lines.addWidget(self._title)
        lines.addWidget(self._note)
        self._box = QWidget()
        self._actions = FlowLayout(self._box, theme.px(tokens.GAP_2))
        layout = self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        gap = theme.px(tokens.GAP_4)
        layout.setContentsMargins(gap, theme.px(tokens.GAP_2), gap, theme.px(tokens.GAP_2))
        layout.setSpacing(theme.px(tokens.GAP_2))
        layout.addLayout(lines, 1)
        layout.addWidget(self._box)
        self.setMinimumHeight(theme.px(tokens.BAR_HEIGHT))

    def set_texts(self, title: str, note: str) -> None:
        """Show a title and the sentence under it; no sentence, no line."""
        self._title.setText(title)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.setAccessibleName(title)

    def add_action(self, widget: QWidget) -> None:
        """Put a control at the right end."""
        self._actions.addWidget(widget)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make room anew when an action comes, goes, or says something longer."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            QTimer.singleShot(0, self, self._share_room)
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            QTimer.singleShot(0, self, self._share_room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """Put the actions beside the title, or below it where they leave it no room."""
        need, margins = self._actions.line_width(), self._row.contentsMargins()
        room = self.width() - margins.left() - margins.right() - self._row.spacing() - self._title.sizeHint().width()
        is_below = need > room
        directions = QBoxLayout.Direction
        self._row.setDirection(directions.TopToBottom if is_below else directions.LeftToRight)
        self._box.setMinimumWidth(0 if is_below else need)


class EmptyNote(QWidget):
    """What a page without rows says: one line, one sentence, and at most one button."""

    def __init__(self, theme: Theme, button: QPushButton | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel()
        self._title.setProperty("tone", "title")
        self._text = QLabel()
        self._text.setProperty("tone", "mute")
        self._text.setWordWrap(True)
        self._text.setMinimumWidth(theme.px(220))
        self._text.setMaximumWidth(theme.px(420))
        layout = QVBoxLayout(self)
        layout.setSpacing(theme.px(tokens.GAP_2))
        layout.addStretch(2)
        for label in (self._title, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self._text, 4)
        line.addStretch(1)
        layout.addWidget(self._title)
        layout.addLayout(line)
        if button is not None:
            layout.addSpacing(theme.px(tokens.GAP_2))
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    def set_texts(self, title: str, text: str) -> None:
        """Show the line and the sentence."""
        self._title.setText(title)
        self._text.setText(text)


class FilledOrEmpty(QWidget):
    """A view, or the note that stands in for it while it has no rows."""

    def __init__(self, filled: QWidget, empty: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QStackedLayout(self)
        self._layout.addWidget(empty)
        self._layout.addWidget(filled)

    def set_filled(self, *, is_filled: bool) -> None:
        """Show the view, or the note."""
        self._layout.setCurrentIndex(1 if is_filled else 0)

    @property
    def is_filled(self) -> bool:
        """Whether the view is shown."""
        return self._layout.currentIndex() == 1
