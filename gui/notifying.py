"""One notification of the desktop: by the tray icon where there is one, else by the notification service itself."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QProcess

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QSystemTrayIcon

SHOWN_MS = 10_000


def notify_command(title: str, text: str) -> list[str] | None:
    """Return the command that shows a notification on a Linux desktop; None where it has none of the usual ones."""
    if shutil.which("notify-send"):
        return ["notify-send", "--app-name=Neartwin", "--icon=neartwin", "--", title, text]
    if shutil.which("gdbus"):
        quoted = [_variant(value) for value in ("Neartwin", "neartwin", title, text)]
        name, icon, summary, body = quoted
        return [
            *("gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications"),
            *("--object-path", "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.Notify"),
            *(name, "0", icon, summary, body, "[]", "{}", str(SHOWN_MS)),
        ]
    return None


def _variant(text: str) -> str:
    """Return a text as gdbus reads it, quoted so that it can only be one."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"


class Notifier:
    """Shows notifications; where the desktop cannot, the window's own bar has to do."""

    def __init__(self, run: Callable[[list[str]], bool] | None = None) -> None:
        """Take what starts a command without waiting for it and says whether it began; by default a process."""
        self._run = run or _start

    def tell(self, title: str, text: str, tray: QSystemTrayIcon | None) -> bool:
        """Show a notification; return whether somebody took it."""
        if tray is not None and tray.isVisible() and tray.supportsMessages():
            tray.showMessage(title, text, tray.icon(), SHOWN_MS)
            return True
        command = notify_command(title, text) if sys.platform not in ("win32", "darwin") else None
        if command is None:
            return False
        return self._run(command)


def _start(command: list[str]) -> bool:
    return QProcess.startDetached(command[0], command[1:])[0]
