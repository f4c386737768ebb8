"""When the window was painted first: what it needs nothing of is made afterwards, and `tests/benchmarks/start_up.py`
is told."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QWidget

VARIABLE = "NEARTWIN_TELL_FIRST_PAINT"

LONGEST_MS = 1000
"""A window that is covered, or on another desktop, is not painted; after so long the rest is made all the same."""

_USED = frozenset(
    (
        QEvent.Type.MouseButtonPress,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.KeyPress,
        QEvent.Type.DragEnter,
        QEvent.Type.Close,
    )
)
"""What a user does to a window."""


class FirstPaint(QObject):
    """Watches a window until it has been painted.

    Attributes:
        done: the first painting is through.
    """

    done = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.installEventFilter(self)
        if os.environ.get(VARIABLE):
            self.done.connect(_tell)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask to be woken once the painting that begins here is through: all in the window is painted in one go."""
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), Qt.EventPriority.HighEventPriority.value)
        return False

    def event(self, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.User:
            return super().event(event)
        self.done.emit()
        return True


def _tell() -> None:
    """Print one line: processor seconds of this process."""
    sys.stdout.write(f"{time.process_time():.4f}\n")
    sys.stdout.flush()


class Rest(QObject):
    """Makes, part by part after the first painting, what that needs nothing of; the window answers in between.

    What the user does meanwhile finds all of it there: the parts that are missing are made before.

    Attributes:
        made: all is there.
    """

    made = Signal()

    def __init__(self, window: QWidget, parts: Iterator[None]) -> None:
        """Take a generator that makes one part a step."""
        super().__init__(window)
        self._window, self._parts = window, parts
        self._is_made = False
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._step)

    def begin(self) -> None:
        """Begin when the window, shown just now, has been painted."""
        if (handle := self._window.windowHandle()) is not None:
            handle.installEventFilter(self)
        FirstPaint(self._window).done.connect(self._go_on)
        QTimer.singleShot(LONGEST_MS, self, self._go_on)

    def finish(self) -> None:
        """Make all that is missing, now."""
        while not self._is_made:
            self._step()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _USED:
            self.finish()
        return False

    def _go_on(self) -> None:
        if not self._is_made:
            self._timer.start()

    def _step(self) -> None:
        if self._is_made or next(self._parts, self) is not self:
            return
        self._is_made = True
        self._timer.stop()
        if (handle := self._window.windowHandle()) is not None:
            handle.removeEventFilter(self)
        self.made.emit()
