"""A watched library: settled sets of paths become index states. Only what changed is walked, read and compared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.documents import ScanResult
    from core.errors import Problem
    from core.library import Library
    from core.progress import Reporter
    from core.settings import Settings
    from core.watch import Changed
    from core.workers import Runner


class Fate(StrEnum):
    """What became of a file."""

    INDEXED = "indexed"
    MOVED = "moved"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class FileEvent:
    """What became of one file, as the index now has it.

    Attributes:
        path: where it is now; where it was, for a removed one.
        before: where a moved file was; None otherwise.
        is_new: an indexed path that the library did not know (False: its content changed).
        size: bytes; None for a removed one.
    """

    fate: Fate
    path: str
    before: str | None = None
    is_new: bool = False
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What one settled set of changes did to the index.

    Attributes:
        events: one a file, in the order of their paths.
        problems: files that could not be looked at or read, and folders that are away (kind OFFLINE).
        moved_roots: (old, new) of watched folders that were renamed and are followed to their new place.
        reconciled: folders that were compared with the disk as a whole.
    """

    events: tuple[FileEvent, ...] = ()
    problems: tuple[Problem, ...] = ()
    moved_roots: tuple[tuple[str, str], ...] = ()
    reconciled: tuple[str, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether the index is what it was, so that no result need be made anew."""
        return not self.events and not self.problems and not self.moved_roots


def refresh(changed: Changed, settings: Settings, library: Library, workers: Runner, reporter: Reporter) -> Refreshed:
    """Bring the index in line with the disk for what changed; on the writing thread.

    Whole folders (`changed.is_reconciling`) are compared with the disk; otherwise only the named paths are looked
    at. Moved and renamed files keep readings, fingerprints, marks and status.

    Raises:
        Cancelled: when the user asked to stop; what was stored stays, and the next reconciliation goes on.
    """
    raise NotImplementedError


def result_now(
    roots: Sequence[str], settings: Settings, library: Library, before: ScanResult | None = None
) -> ScanResult:
    """Return what a scan of `roots` would find, from the index alone; only members of groups are looked at on disk.

    Args:
        before: the last result of these roots: what it passed over and its problems stay, but for changed paths.
    """
    raise NotImplementedError


def repeats(library: Library, paths: Sequence[str], settings: Settings) -> dict[str, list[tuple[str, str, float]]]:
    """Return for each of these indexed files what it repeats: (relation, path, similarity), the strongest first."""
    raise NotImplementedError
