"""What a scan leaves alone: protected places and what people declared "not duplicates"."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core import places
from core.decisions import FolderRole
from core.selection import is_within

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.decisions import Decisions
    from core.settings import Settings


@dataclass(frozen=True, slots=True)
class SettledPairs:
    """What people said is no duplicate.

    Attributes:
        copies: BLAKE3 of a content to how many identical files of it are wanted.
        same_text: pairs (smaller, larger) of BLAKE3 digests of contents with one text.
        near: pairs (smaller, larger) of canonical digests, in hex.
    """

    copies: Mapping[str, int] = field(default_factory=dict)
    same_text: frozenset[tuple[str, str]] = frozenset()
    near: frozenset[tuple[str, str]] = frozenset()


class Protection:
    """Answers for one scan whether a file is out of reach of every rule."""

    def __init__(self, folders: tuple[str, ...], released: tuple[str, ...], settled: SettledPairs) -> None:
        self.settled = settled
        self._folders = tuple(os.path.realpath(folder) for folder in folders)
        self._released = tuple(os.path.realpath(folder) for folder in released)
        self._answers: dict[str, bool] = {}

    @classmethod
    def of(cls, decisions: Decisions, settings: Settings) -> Protection:
        """Return the protection that decisions and settings ask for."""
        folders = decisions.folders(FolderRole.PROTECTED) + decisions.folders(FolderRole.REFERENCE)
        return cls(
            folders=(*folders, *settings.reference_folders),
            released=tuple(decisions.folders(FolderRole.RELEASED)),
            settled=SettledPairs(
                copies=decisions.settled_copies(),
                same_text=decisions.settled_pairs("same_text"),
                near=decisions.settled_pairs("near"),
            ),
        )

    def covers(self, path: str) -> bool:
        """Return whether the file's real place lies in a protected folder, or in one protected by its kind."""
        folder = os.path.dirname(path)
        if folder not in self._answers:
            self._answers[folder] = self._covers_folder(os.path.realpath(folder))
        return self._answers[folder]

    def _covers_folder(self, folder: str) -> bool:
        if any(is_within(place, folder) for place in self._folders):
            return True
        return places.is_chat_store(folder) and not any(is_within(place, folder) for place in self._released)
