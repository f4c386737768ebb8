"""The interpreter made fit for a window: neither other threads nor the collector of cycles may hold it for long.

A full collection walks every object there is, and all threads wait: 0.1 s with the values of 5,000 files, seconds
with those of 300,000. So it never starts by itself. The values of a result hold no cycles (they go when the last
reference goes) and are taken out of its way; what is left is small, and is collected while nothing else happens.
"""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

SWITCH_SECONDS = 0.0001
"""How long another thread may keep the interpreter while the GUI thread waits for it: a fiftieth of the usual time.
One change of the layout asks for it 200 times: at 0.5 ms that was a pause of 0.1 s while a rule marked."""

YOUNG, MIDDLE, NEVER = 2_000, 10, 1_000_000_000
"""Allocations before a collection of the youngest objects, of these before one of the next, of these before all."""

IDLE_MS = 60_000
"""How often cycles among the objects of the window itself are looked for."""


def make_fit(parent: QObject) -> None:
    """Tune this process for a window; the timer lives as long as `parent`."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    timer = QTimer(parent)
    timer.setInterval(IDLE_MS)
    timer.timeout.connect(gc.collect)
    timer.start()


def set_values_apart() -> None:
    """Take all that lives now out of the collector's way: called when a result is complete."""
    gc.freeze()
