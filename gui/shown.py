"""A result made ready to be shown: made, narrowed and regrouped off the GUI thread."""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.documents import Relation
from core.packed_groups import of_kinds, paths_of
from gui.group_table import GroupTable
from gui.interpreter import set_values_apart
from gui.overview_figures import summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.documents import DuplicateGroup, ScanResult
    from core.library import Library
    from core.settings import Settings
    from gui.jobs import Progress
    from gui.overview_figures import Overview


MOST_FOLDERS = 20
"""So many folders are offered to rules beside the ones on the list."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the window shows of a scan.

    Attributes:
        files: how many files the library knows under each folder.
        seconds: how long the scan took.
        folders: those with most members of groups, the first ones of all.
        overview: the figures of all groups: counted while they are there as values.
    """

    result: ScanResult
    table: GroupTable
    files: dict[str, int]
    overview: Overview
    seconds: float = 0.0
    folders: tuple[str, ...] = ()


def made_ready(result: ScanResult, files: dict[str, int] | None = None, seconds: float = 0.0) -> Shown:
    """Return a result with all that showing it needs; takes about a second for 100,000 groups."""
    folders = Counter(os.path.dirname(path) for paths in paths_of(result.groups) for path in paths)
    most = tuple(folder for folder, _ in folders.most_common(MOST_FOLDERS))
    table = GroupTable(result.groups, result.matches)
    overview = summarise(result)
    result = replace(result, groups=table.groups)
    shown = Shown(result, table, files or {}, overview, seconds, most)
    set_values_apart()
    return shown


def scan_to_show(roots: Sequence[str], settings: Settings, library: Library, progress: Progress) -> Shown:
    """Scan and make the result ready; runs on the writing thread."""
    from core.scan import scan  # noqa: PLC0415 - loads what reads texts
    from core.workers import Workers  # noqa: PLC0415

    started = time.monotonic()
    workers = Workers(settings.worker_count, settings.worker_seconds, settings.worker_memory)
    try:
        result = scan(roots, settings, library, workers, progress)
    finally:
        workers.close()
    files = {root: library.index.file_count(root) for root in roots}
    return made_ready(result, files, time.monotonic() - started)


def shared_to_show(library: Library, settings: Settings) -> Shown:
    """Return what a library that is another's knows of its folders, which may be out of reach here."""
    from core.live_result import result_now  # noqa: PLC0415 - loads what reads texts
    from core.root_places import outermost  # noqa: PLC0415 - the window shows before the database is loaded

    roots = outermost([row.path for row in library.index.roots()])
    result = result_now(roots, settings, library, is_on_this_computer=False)
    files = {root: library.index.file_count(root) for root in roots}
    return made_ready(result, files)


def early_table(groups: Sequence[DuplicateGroup], last: Shown | None) -> GroupTable:
    """Return identical groups of a scan that goes on, beside what the last one knew of the other kinds."""
    older = last.result.groups if last else ()
    others = of_kinds(older, Relation.SAME_TEXT, Relation.SIMILAR, Relation.CONTAINED)
    return GroupTable([*groups, *others], last.result.matches if last else ())


def regrouped(shown: Shown, settings: Settings, library: Library) -> Shown:
    """Return the same scan with its near groups made anew; runs on the reading thread."""
    from core.regroup import regroup  # noqa: PLC0415 - loads what reads texts

    result = regroup(shown.result, settings, library)
    return made_ready(result, shown.files, shown.seconds)


def without(shown: Shown, gone: frozenset[str]) -> Shown:
    """Return the same result less files that are no longer there."""
    return made_ready(replace(shown.result, groups=shown.table.left_without(gone)), shown.files, shown.seconds)
