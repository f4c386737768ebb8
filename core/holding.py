"""Where files go that are moved instead of trashed: dated holding folders and folders that people choose."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.trash import volume_top

if TYPE_CHECKING:
    from core.documents import Document

HOLDING_NAME = "Neartwin-holding"
"""The folder on each volume that keeps what its trash cannot; scans pass it over."""


class HoldingFolders:
    """Finds the holding folder for a file (`Surroundings.holding_folder`): on its volume, dated, writable.

    On the home volume it lies in the home folder; elsewhere at the top of the volume, or, where the user may not
    write there, in the uppermost folder above the file where they may.
    """

    def __init__(self, date: str, home: str | None = None) -> None:
        self._date = date
        self._home = home or os.path.expanduser("~")
        self._bases: dict[str, str | None] = {}

    def __call__(self, path: str) -> str | None:
        """Return the holding folder of today for `path`; None where no place on its volume can be written."""
        folder = os.path.dirname(path)
        if folder not in self._bases:
            self._bases[folder] = self._base(folder)
        base = self._bases[folder]
        return None if base is None else os.path.join(base, HOLDING_NAME, self._date)

    def _base(self, folder: str) -> str | None:
        try:
            device = os.stat(folder).st_dev
            if os.stat(self._home).st_dev == device and os.access(self._home, os.W_OK):
                return self._home
            top = volume_top(os.path.join(folder, "name"))
        except OSError:
            return None
        return next((place for place in _from_top(top, os.path.realpath(folder)) if os.access(place, os.W_OK)), None)


def _from_top(top: str, folder: str) -> list[str]:
    places = [folder]
    while places[-1] not in (top, os.path.dirname(places[-1])):
        places.append(os.path.dirname(places[-1]))
    return places[::-1]


def place_below(destination: str, document: Document) -> str:
    """Return where a file goes below `destination` with the structure of its folders kept.

    Below the scanned folder's own name; a file outside of its root keeps its whole path.
    """
    root = document.root.rstrip(os.sep) or os.sep
    if document.path.startswith(root if root == os.sep else root + os.sep):
        inside = os.path.join(os.path.basename(root), os.path.relpath(document.path, root))
    else:
        inside = os.path.splitdrive(document.path)[1].lstrip("\\/")
    return os.path.join(destination, inside)
