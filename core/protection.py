"""What a scan leaves alone: protected places and what people declared "not duplicates"."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core import places
from core.decisions import FolderRole
from core.selection import is_within

if TYPE_CHECKING:
    from core.decisions import Decisions, Settlement
    from core.settings import Settings


class Protection:
    """Answers for one scan whether a file is out of reach of every rule."""

    def __init__(self, folders: tuple[str, ...], released: tuple[str, ...], settled: Settlement) -> None:
        self.settled = settled
        self._folders = tuple(os.path.realpath(folder) for folder in folders)
        self._released = tuple(os.path.realpath(folder) for folder in released)
        self._answers: dict[str, bool] = {}
        self._reals: dict[str, str] = {}

    @classmethod
    def of(cls, decisions: Decisions, settings: Settings) -> Protection:
        """Return the protection that decisions and settings ask for."""
        folders = decisions.folders(FolderRole.PROTECTED) + decisions.folders(FolderRole.REFERENCE)
        return cls(
            folders=(*folders, *settings.reference_folders),
            released=tuple(decisions.folders(FolderRole.RELEASED)),
            settled=decisions.settlement(),
        )

    def covers(self, path: str) -> bool:
        """Return whether the file's real place lies in a protected folder, or in one protected by its kind."""
        folder = path[: path.rfind(os.sep) + 1]
        if folder not in self._answers:
            self._answers[folder] = self._covers_folder(self._real(folder))
        return self._answers[folder]

    def _real(self, folder: str) -> str:
        """Return the real place of a folder: each folder is asked once, not again for every one below it."""
        if os.name != "posix":
            return os.path.realpath(folder)
        place = folder.rstrip("/") or "/"
        below: list[str] = []
        while place not in self._reals:
            above, _, name = place.rpartition("/")
            if not above or os.path.islink(place):
                self._reals[place] = os.path.realpath(place)
            else:
                below.append(name)
                place = above
        real = self._reals[place]
        for name in reversed(below):
            place, real = f"{place}/{name}", f"{real.rstrip('/')}/{name}"
            self._reals[place] = real
        return real

    def _covers_folder(self, folder: str) -> bool:
        if any(is_within(place, folder) for place in self._folders):
            return True
        return places.chat_program(folder) is not None and not any(is_within(place, folder) for place in self._released)

    def identities(self) -> set[tuple[int, int]]:
        """Return the protected folders that are there by volume and number, for whoever reaches them otherwise."""
        found = set()
        for folder in self._folders:
            try:
                status = os.stat(folder)
            except OSError:
                continue
            found.add((status.st_dev, status.st_ino))
        return found
