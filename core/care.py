"""Care for an open library: what it holds, whether it is whole, backups, compaction, forgetting a folder.

Which libraries there are stands in `core.libraries`, export and import in `core.exchange`, the read-only snapshot of a
shared library in `core.snapshot`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.library import DECISIONS_NAME, INDEX_NAME

if TYPE_CHECKING:
    from core.library import Library
    from core.progress import Reporter

BACKUPS_NAME = "backups"
"""The folder inside a library that keeps copies of its decisions."""

KEPT_BACKUPS = 10
"""Of the copies that the library makes by itself, so many of the newest stay."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a library stores, and where.

    Attributes:
        folder: where it lies; None in memory.
        index_bytes, decisions_bytes: on the disk, logs included.
        backup_bytes: of the copies of its decisions that it keeps.
        files: files known; documents: files of which a text was read or tried; texts: distinct texts.
        kept_texts: how many of the texts are stored word by word (the setting may keep none).
        spare_bytes: what `compact` would give back at least.
    """

    folder: str | None
    index_bytes: int
    decisions_bytes: int
    backup_bytes: int
    files: int
    documents: int
    texts: int
    kept_texts: int
    spare_bytes: int

    @property
    def size(self) -> int:
        """All bytes on the disk."""
        return self.index_bytes + self.decisions_bytes + self.backup_bytes


@dataclass(frozen=True, slots=True)
class Examination:
    """What an integrity check found.

    Attributes:
        index_faults, decisions_faults: what SQLite says of damaged pages and rows, in English; empty when whole.
    """

    index_faults: tuple[str, ...]
    decisions_faults: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.index_faults and not self.decisions_faults


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What forgetting a folder erased.

    Attributes:
        files: of how many files the library knows nothing any more.
        texts: how many stored texts went, since no other folder has them.
        freed_bytes: how much smaller the library is on the disk.
    """

    files: int
    texts: int
    freed_bytes: int


def holdings(library: Library, backups: str | None = None) -> Holdings:
    """Return what the library stores; a question for the reading thread, cheap at any size.

    Args:
        backups: the folder with copies of the decisions; by default the library's own.
    """
    raise NotImplementedError


def examine(library: Library, reporter: Reporter) -> Examination:
    """Check every page, index and reference of both databases. Reads only; a minute for gigabytes.

    Raises:
        Cancelled: when the user asked to stop.
    """
    raise NotImplementedError


def back_up_decisions(library: Library, target: str) -> None:
    """Copy decisions and journal, as they are at this moment, to the file `target`, whole or not at all.

    Raises:
        KnownError: when it cannot be written there.
    """
    raise NotImplementedError


def back_up_daily(library: Library) -> str | None:
    """Keep a copy of the decisions inside the library, at most one a day, the newest KEPT_BACKUPS of them.

    Returns:
        The copy's path; None when today's is there already or nothing was decided yet.
    """
    raise NotImplementedError


def backups(library: Library) -> list[str]:
    """Return the copies of the decisions that the library keeps, the newest first."""
    raise NotImplementedError


def compact(library: Library) -> int:
    """Drop what no file has any more, and give the space back; return the bytes gained.

    On the writing thread, with no scan at work.
    """
    raise NotImplementedError


def forget_folder(library: Library, folder: str) -> Forgotten:
    """Forget a folder: its files, marks on them, and all texts and fingerprints known only through them.

    Afterwards neither database nor log holds a word of those texts. The journal and what was settled stay.
    `folder` may be a root or a folder inside one. On the writing thread, with no scan at work.
    """
    raise NotImplementedError


def size_on_disk(path: str) -> int:
    """Return the bytes of a database with its logs; 0 for what is not there."""
    total = 0
    for suffix in ("", "-wal", "-shm"):
        try:
            total += os.stat(path + suffix).st_size
        except OSError:
            continue
    return total


def database_paths(folder: str) -> tuple[str, str]:
    """Return the paths of index and decisions of the library in `folder`."""
    return os.path.join(folder, INDEX_NAME), os.path.join(folder, DECISIONS_NAME)
