"""What must be known of files before they are marked or go: out of reach, linked to, in the cloud, trash or none."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from core.documents import Relation
from core.linked import LinkFinder
from core.packed_groups import paths_of
from core.selection import is_within

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from core.documents import DuplicateGroup
    from core.library import Library
    from core.linked import File
    from core.plan import Surroundings
    from core.rules import Untouchable
    from core.settings import Settings
    from core.surroundings import Guard

PORTION = 100
"""So many documents are read in one go for where they lead to, a tenth of a second; questions come between."""


class Care:
    """Answers on the reading thread, and there only; remembers where documents lead to."""

    def __init__(self) -> None:
        self._links = LinkFinder()

    def due(self, library: Library, roots: Iterable[str]) -> list[list[File]]:
        """Return the documents whose links are not known, in portions for `look_at`."""
        files = ((row.path, row.size, row.mtime_ns) for root in roots for row in library.index.files_under(root))
        unknown = self._links.unknown(files)
        return [unknown[start : start + PORTION] for start in range(0, len(unknown), PORTION)]

    def look_at(self, files: Sequence[File]) -> None:
        """Read where these documents lead to."""
        self._links.look_at(files)

    def guard(self, library: Library, settings: Settings) -> Guard:
        """Return what says whether a file is out of reach."""
        from core.surroundings import Guard  # noqa: PLC0415 - the window shows before it is loaded

        return Guard(library.decisions, settings)

    def untouchable(self, library: Library, settings: Settings, groups: Iterable[DuplicateGroup]) -> Untouchable:
        """Return what no rule marks in `groups`."""
        from core.rules import Untouchable  # noqa: PLC0415 - the window shows before it is loaded
        from core.surroundings import cloud_only  # noqa: PLC0415
        from core.volumes import mounts_now  # noqa: PLC0415

        identical = paths_of(groups, Relation.IDENTICAL, Relation.SAME_TEXT)
        self.look_beside(library, {os.path.dirname(path) for paths in identical for path in paths})
        return Untouchable(self.guard(library, settings), cloud_only(mounts_now()), self._links.document_for)

    def surroundings(self, library: Library, marked: Collection[str]) -> Surroundings:
        """Return what a plan asks about the places of the marked files."""
        from core.surroundings import count_files, look_around  # noqa: PLC0415 - the window shows before it is loaded

        folders = dict.fromkeys(map(os.path.dirname, marked))
        self.look_beside(library, folders)
        going = frozenset(marked)
        return look_around(
            time.strftime("%Y-%m-%d"),
            linked_from=lambda path: self._links.document_for(path, going),
            folder_files=count_files(folders),
        )

    def look_beside(self, library: Library, folders: Iterable[str]) -> None:
        """Read the documents right in these folders that are not known yet: those elsewhere come in the background."""
        wanted = set(folders)
        for top in _tops(wanted):
            rows = (row for row in library.index.files_under(top) if os.path.dirname(row.path) in wanted)
            self._links.look_at(self._links.unknown((row.path, row.size, row.mtime_ns) for row in rows))


def _tops(folders: Iterable[str]) -> list[str]:
    """Return the folders that lie in no other one of them."""
    tops: list[str] = []
    for folder in sorted(folders, key=lambda one: one.split(os.sep)):
        if not tops or not is_within(tops[-1], folder):
            tops.append(folder)
    return tops
