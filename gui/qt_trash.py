"""The trash of the desktop, as Qt reaches it."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QFile

from core.trash import FreedesktopTrash


def move_to_trash(path: str) -> str | None:
    """Move one file to the trash of the system and return its place there; None where the system does not tell.

    A name that is no Unicode does not survive a QString: on Linux it takes the way of the command line.

    Raises:
        OSError: when it could not; then nothing has changed.
    """
    if sys.platform.startswith("linux"):
        os.makedirs(os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"), mode=0o700, exist_ok=True)
        if not _is_unicode(path):
            return FreedesktopTrash()(path)
    file = QFile(path)
    if not file.moveToTrash():
        raise OSError(file.errorString())
    place = file.fileName()
    return place if place and place != path else None


def _is_unicode(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
