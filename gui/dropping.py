"""What is dropped on the window: paths of files and folders, names of any bytes kept."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

_SCHEME = b"file://"


def dropped_paths(mime: QMimeData) -> list[str]:
    """Return the local paths that are dragged; empty when it is something else.

    Elsewhere than on Windows they are read from the raw list, because a name that is no UTF-8 does not survive a QUrl.
    """
    if sys.platform == "win32" or not mime.hasFormat("text/uri-list"):
        paths = (url.toLocalFile() for url in mime.urls() if url.isLocalFile())
        return [os.path.normpath(path) for path in paths if path]
    lines = bytes(mime.data("text/uri-list").data()).split()
    found = []
    for line in lines:
        if line.startswith(_SCHEME):
            _host, slash, rest = line.removeprefix(_SCHEME).partition(b"/")
            if slash:
                found.append(os.path.normpath(os.fsdecode(unquote_to_bytes(b"/" + rest))))
    return found
