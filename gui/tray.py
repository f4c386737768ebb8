"""The icon in the tray, where the desktop has one; nothing hides there where it has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from gui.icons import application_icon

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.actions import Actions
    from gui.words import Words

LOOK_MS = 5000
LOOKS = 24
"""A tray may come some seconds after the programs that start with the desktop: it is looked for two minutes."""


class Tray(QObject):
    """Shows the icon while it is wanted and there is a tray.

    Attributes:
        opened: the window is wanted.
        message_clicked: a notification was clicked.
        came, went: there is a visible icon now, or none any more.
    """

    opened = Signal()
    message_clicked = Signal()
    came = Signal()
    went = Signal()

    def __init__(
        self,
        words: Words,
        actions: Actions,
        parent: QObject | None = None,
        *,
        has_tray: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        """Make a tray icon that is not shown yet; `has_tray` says whether the desktop has a place for it."""
        super().__init__(parent)
        self._words = words
        self._has_tray = has_tray
        self._looks = 0
        self._is_wanted = False
        self._menu = QMenu()
        self._open = self._menu.addAction("")
        self._open.triggered.connect(self.opened)
        self._menu.addSeparator()
        actions.fill(self._menu, "check_files", "check_clipboard", "", "scan", "pause", "", "quit")
        self._icon = QSystemTrayIcon(application_icon(), self)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._take_click)
        self._icon.messageClicked.connect(self.message_clicked)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        words.changed.connect(self.retranslate)
        self.retranslate()

    @property
    def icon(self) -> QSystemTrayIcon | None:
        """The icon; None while none is shown."""
        return self._icon if self._icon.isVisible() else None

    def want(self, *, is_wanted: bool) -> None:
        """Show the icon, as soon as there is a place for it, or take it away."""
        self._is_wanted = is_wanted
        self._looks = 0
        self._look()

    def set_note(self, note: str) -> None:
        """Say something beside the program's name when the pointer is on the icon."""
        name = self._words.say("Neartwin")
        self._icon.setToolTip(f"{name}\n{note}" if note else name)

    def retranslate(self) -> None:
        """Say everything in the current language."""
        self._open.setText(self._words.say("Open Neartwin"))
        self.set_note("")

    def close(self) -> None:
        """Take the icon away for good."""
        self._timer.stop()
        self._icon.hide()
        self._menu.deleteLater()

    def _look(self) -> None:
        """See whether there is a tray by now."""
        self._looks += 1
        was_there = self._icon.isVisible()
        self._icon.setVisible(self._is_wanted and self._has_tray())
        if self._icon.isVisible() != was_there:
            (self.went if was_there else self.came).emit()
        if self._is_wanted and not self._icon.isVisible() and self._looks < LOOKS:
            self._timer.start()
        else:
            self._timer.stop()

    def _take_click(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.opened.emit()
