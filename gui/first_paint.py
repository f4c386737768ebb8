"""Tells when the window was painted first, for `tests/benchmarks/start_up.py`; does nothing in daily use."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

VARIABLE = "NEARTWIN_TELL_FIRST_PAINT"


class _FirstPaint(QObject):
    """Prints one line at the end of the first painting: processor seconds of this process."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask to be woken once the painting that begins here is through: all in the window is painted in one go."""
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), Qt.EventPriority.HighEventPriority.value)
        return False

    def event(self, event: QEvent) -> bool:
        """Tell."""
        if event.type() is not QEvent.Type.User:
            return super().event(event)
        sys.stdout.write(f"{time.process_time():.4f}\n")
        sys.stdout.flush()
        return True


def tell_first_paint(window: QWidget) -> None:
    """Print a line when the window has been painted, where the environment asks for it."""
    if os.environ.get(VARIABLE):
        _FirstPaint(window)
