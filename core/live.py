"""A watched library: settled sets of paths become index states. Only what changed is walked, read and compared.

moves      a file or folder that was renamed keeps its rows: nothing of it is opened
partial    the other paths: looked at, compared with the files of their sizes, read where their bytes are new
whole      folders whose events were lost, or cannot be had, are compared with the disk (a reconciliation)
followed   what went from one path and came at another with the same bytes takes marks and status along
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from core.intake import reading_problems
from core.moves import move_roots, move_rows, place_rows
from core.partial_stock import take_partial_stock
from core.root_places import settle_roots
from core.scan import read_and_compare
from core.stock import Stock, take_stock
from core.volumes import mounts_now

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from core.errors import Problem
    from core.index import FileRow, Index
    from core.library import Library
    from core.progress import Reporter
    from core.settings import Settings
    from core.watch import Changed
    from core.workers import Runner

ORPHANS: Final = 1000
"""Contents without a file that stay in the index at least: a branch that comes back is not read again."""

ORPHANS_PER_FILE: Final = 0.1
"""So many more for each file, while single changes are followed: the index stays as large as what it tells of."""


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
        KnownError: when the library is open to be read only.
        Cancelled: when the user asked to stop; what was stored stays, and the next reconciliation goes on.
    """
    with library.writing(reporter):
        move_roots(changed.moved_roots, library)
        stock = Stock()
        if changed.is_reconciling:
            places = sorted(changed.folders)
            before = _rows(library.index, places)
            moved: dict[str, str] = {}
            take_stock(stock, places, settings, library.index, reporter, decisions=library.decisions)
        else:
            roots = _ready_roots(changed, stock, library)
            places = sorted(path for path in changed.paths if any(_is_in(path, root) for root in roots))
            before = _rows(library.index, places)
            moved = _take_paths(changed, places, roots, stock, settings=settings, library=library, reporter=reporter)
        if not settings.exact_only:
            read_and_compare(stock, settings, library, workers, reporter)
        events = tuple(_events(before, _rows(library.index, places), moved))
        library.decisions.move_paths(
            (event.before, event.path) for event in events if event.before and event.path not in moved
        )
        problems = (*stock.problems, *_reading_problems(events, library.index))
        if events:
            _prune(library.index, is_reconciling=changed.is_reconciling)
    reconciled = tuple(root for root in places if root not in stock.offline) if changed.is_reconciling else ()
    return Refreshed(events, problems, changed.moved_roots, reconciled)


def _prune(index: Index, *, is_reconciling: bool) -> None:
    """Drop contents that no file has any more, once there are many."""
    spared = ORPHANS if is_reconciling else ORPHANS + index.file_count() * ORPHANS_PER_FILE
    if index.orphan_count() > spared:
        index.prune()


def _ready_roots(changed: Changed, stock: Stock, library: Library) -> list[str]:
    """Return the folders that are there; what is away is a problem, and nothing of it is taken for deleted."""
    roots = sorted(changed.folders)
    away = settle_roots(roots, library.index, mounts_now(), library.decisions)
    stock.problems += away
    stock.offline += [problem.path for problem in away]
    return [root for root in roots if root not in stock.offline]


def _take_paths(
    changed: Changed,
    paths: list[str],
    roots: list[str],
    stock: Stock,
    *,
    settings: Settings,
    library: Library,
    reporter: Reporter,
) -> dict[str, str]:
    """Take stock of single paths; return where moved files were, by their new paths."""
    mounts = mounts_now()
    inside = frozenset(paths)
    moves = [pair for pair in changed.moves if pair[1] in inside]
    moved = move_rows(moves, place_rows(roots, library.index, mounts), settings, library)
    take_partial_stock(
        stock,
        paths,
        roots,
        settings,
        library.index,
        reporter=reporter,
        mounts=mounts,
        unsettled=changed.unsettled,
    )
    return moved


def _rows(index: Index, places: Iterable[str]) -> dict[str, FileRow]:
    """Return the stored files at these paths and below them."""
    found: dict[str, FileRow] = {}
    for place in places:
        row = index.file(place)
        if row is not None:
            found[place] = row
        else:
            found.update((one.path, one) for one in index.files_under(place))
    return found


def _events(
    before: Mapping[str, FileRow], after: Mapping[str, FileRow], moved: Mapping[str, str]
) -> Iterator[FileEvent]:
    """Yield what became of each file; one that went and one that came with its content are one that moved."""
    gone = {path: row for path, row in before.items() if path not in after}
    origins = dict(moved)
    left = {path: row for path, row in gone.items() if path not in set(moved.values())}
    by_content = {row.content: path for path, row in sorted(left.items(), reverse=True) if row.content is not None}
    for path in sorted(after.keys() - before.keys() - moved.keys()):
        content = after[path].content
        origin = None if content is None else by_content.pop(content, None)
        if origin is not None:
            origins[path] = origin
    away = set(origins.values())
    events = [FileEvent(Fate.REMOVED, path) for path in left if path not in away]
    for path, row in after.items():
        known = before.get(path)
        if path in origins:
            events.append(FileEvent(Fate.MOVED, path, origins[path], size=row.size))
        elif known is None or _stamp(known) != _stamp(row):
            events.append(FileEvent(Fate.INDEXED, path, is_new=known is None, size=row.size))
    yield from sorted(events, key=lambda event: event.path)


def _stamp(row: FileRow) -> tuple[int, int, int | None]:
    return row.size, row.mtime_ns, row.content


def _reading_problems(events: Iterable[FileEvent], index: Index) -> Iterator[Problem]:
    """Yield what was the matter with the texts of files that are new or changed."""
    fresh = [event.path for event in events if event.fate is Fate.INDEXED]
    rows = [row for row in map(index.file, fresh) if row is not None]
    contents = [(row.path, row.content) for row in rows if row.content is not None]
    readings = {row.content: row for row in index.texts.readings([content for _, content in contents])}
    known = ((path, content) for path, content in contents if content in readings)
    yield from reading_problems(known, readings)


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
