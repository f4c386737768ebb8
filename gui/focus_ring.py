"""A ring around the control that has the keyboard: 2 pixels of accent, 2 pixels away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QComboBox, QMenu, QTabBar, QWidget
from shiboken6 import isValid

from gui import tokens

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QApplication

    from gui.theme import Theme

DISTANCE, THICKNESS = 2, 2

_MOVING = frozenset((QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide))


class FocusRing(QWidget):
    """Lies over a window and follows its focus while it moves by keys."""

    def __init__(self, application: QApplication, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._theme = theme
        self._target: QWidget | None = None
        self._is_by_keys = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        application.focusChanged.connect(self._follow)
        window.winId()
        if (handle := window.windowHandle()) is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind is QEvent.Type.KeyPress:
            self._is_by_keys = True
        elif kind is QEvent.Type.MouseButtonPress:
            self._is_by_keys = False
            self.hide()
        elif watched is self._target and kind in _MOVING:
            self._place()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("accent"), THICKNESS))
        radius = tokens.RADIUS_BUTTON + DISTANCE
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)

    def _follow(self, _old: QWidget | None, now: QWidget | None) -> None:
        if self._target is not None and isValid(self._target):
            self._target.removeEventFilter(self)
            self._target.destroyed.disconnect(self._forget)
        self._target = now if now is not None and now.window() is self.window() and _wants_ring(now) else None
        if self._target is not None:
            self._target.installEventFilter(self)
            self._target.destroyed.connect(self._forget)
        self._place()

    def _forget(self) -> None:
        self._target = None
        self.hide()

    def _place(self) -> None:
        target = self._target
        if target is None or not self._is_by_keys or not target.isVisible():
            self.hide()
            return
        reach = DISTANCE + THICKNESS
        corner = target.mapTo(self.window(), QPoint(0, 0))
        self.setGeometry(QRect(corner, target.size()).adjusted(-reach, -reach, reach, reach))
        self.raise_()
        self.show()


def _wants_ring(widget: QWidget) -> bool:
    """Lists and texts show their focus inside themselves."""
    return not isinstance(widget, QAbstractScrollArea | QMenu | QTabBar | QComboBox)
