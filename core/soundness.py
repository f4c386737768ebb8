"""Whether an index must be checked page by page when it is opened: not when it is just as it was closed.

The note of a closed index stands in decisions.db: size, time and when it was last checked. An end without a close, a
file cut short, another program's hand: each makes the note untrue, or leaves a log beside the file. What changes bytes
without changing the time (a failing disk) is found by the next check, a day later at most, or when SQLite meets it.
"""

from __future__ import annotations

import os
import time

DAY_SECONDS = 24 * 60 * 60


def note_of(path: str, checked: float) -> str:
    """Return what to remember of the closed index at `path`, which was last checked `checked` seconds after the epoch.

    Returns:
        "" when it is open still, or not there: then there is nothing to trust.
    """
    try:
        status = os.stat(path)
    except OSError:
        return ""
    return "" if os.path.exists(path + "-wal") else f"{status.st_size} {status.st_mtime_ns} {int(checked)}"


def checked_at(path: str, note: str, now: float | None = None) -> float | None:
    """Return when the index at `path` was last checked; None when it must be checked now."""
    size, _, rest = note.partition(" ")
    checked = rest.partition(" ")[2]
    if not (size and checked.isdecimal()) or note_of(path, int(checked)) != note:
        return None
    age = (time.time() if now is None else now) - int(checked)
    return float(checked) if 0 <= age <= DAY_SECONDS else None
