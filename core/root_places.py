"""Where the roots of the library stand now: a volume may be away, be mounted elsewhere, or another be in its place."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import Problem, ProblemKind
from core.volumes import Place, State, paths_of, place_of, state_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.decisions import Decisions
    from core.index import Index, RootRow
    from core.volumes import Mounts

MISSING = "missing"
"""State of a root of which a scan of other folders found that its disk is there and the folder is not."""

_AWAY = {
    State.MISSING: "the folder is not there",
    State.OTHER_VOLUME: "another volume is in its place; forget the folder and add it again to scan this one",
    State.EMPTY_MOUNT_POINT: "the folder is empty, as a mount point is whose volume is away",
}


@dataclass(frozen=True, slots=True)
class KnownRoot:
    """What the library knows of a folder.

    Attributes:
        place: where it lay when the library last saw it.
        has_files: whether the library knows files in it.
    """

    place: Place
    has_files: bool


def known_roots(roots: Sequence[str], index: Index) -> dict[str, KnownRoot]:
    """Return what the library knows of these folders; those that it never saw are left out."""
    rows = index.roots()
    found = {}
    for root in roots:
        row = _row_above(root, rows)
        if row is not None:
            has_files = next(index.files_under(root), None) is not None
            within = os.path.normpath(os.path.join(row.within, os.path.relpath(root, row.path)))
            found[root] = KnownRoot(Place(row.volume, within), has_files)
    return found


def outermost(roots: Sequence[str]) -> list[str]:
    """Return these folders in their order, less those that lie in others of them."""
    return [root for root in roots if not any(_is_in(root, other) for other in roots if other != root)]


def away(roots: Sequence[str], index: Index, mounts: Mounts) -> list[Problem]:
    """Return a problem for each of `roots` where what is there is not what the library knows."""
    rows = index.roots()
    found = [_trouble(root, row, index, mounts) for root in roots if (row := _row_above(root, rows)) is not None]
    return [problem for problem in found if problem is not None]


def settle_roots(
    roots: Sequence[str], index: Index, mounts: Mounts, decisions: Decisions | None = None
) -> list[Problem]:
    """Bring the library's roots in line with where their volumes are mounted now.

    A root whose volume came back under another mount point or drive letter takes its files and decisions along, so
    that no file of it is opened again.

    Args:
        roots: the folders of a scan.

    Returns:
        A problem for each of `roots` that must not be scanned, for what is there is not what the library knows.
    """
    problems = []
    for root in roots:
        rows = index.roots()
        row = _row_above(root, rows)
        if row is None:
            _follow(root, rows, index, mounts, decisions)
            continue
        trouble = _trouble(root, row, index, mounts)
        if trouble is not None:
            problems.append(trouble)
    return problems


def _trouble(root: str, row: RootRow, index: Index, mounts: Mounts) -> Problem | None:
    """Return the problem with `root`, which lies in the library's root `row`, when that is away."""
    has_files = next(index.files_under(row.path), None) is not None
    state = state_of(row.path, Place(row.volume, row.within), mounts, has_files=has_files)
    return None if state is State.READY else Problem(root, ProblemKind.OFFLINE, _AWAY[state])


def note_missing(roots: Sequence[str], index: Index, mounts: Mounts) -> None:
    """Note which of the library's other roots are no longer on their disks, though these are there.

    They are nothing that could be connected again: a check leaves them out, and says so.

    Args:
        roots: the folders of a scan, which says by itself what is the matter with them.
    """
    for row in index.roots():
        is_named = any(_is_in(root, row.path) or _is_in(row.path, root) for root in roots)
        if is_named or row.state == MISSING or os.path.isdir(row.path):
            continue
        if place_of(row.path, mounts) == Place(row.volume, row.within):
            index.set_root_state(row.id, MISSING)


def _row_above(root: str, rows: Sequence[RootRow]) -> RootRow | None:
    """Return the library's outermost root that is `root` or holds it."""
    holding = [row for row in rows if _is_in(root, row.path)]
    return min(holding, key=lambda row: len(row.path), default=None)


def _follow(root: str, rows: Sequence[RootRow], index: Index, mounts: Mounts, decisions: Decisions | None) -> None:
    """Move the library's root to where its volume is now, when `root` shows that it is mounted elsewhere."""
    place = place_of(root, mounts)
    if not place.volume:
        return
    for row in rows:
        old = Place(row.volume, row.within)
        if row.volume != place.volume or not _is_in(place.within, row.within) or _is_still_at(row.path, old, mounts):
            continue
        for path in paths_of(old, mounts):
            if _is_in(root, path):
                index.move_root(row.id, path)
                if decisions is not None:
                    decisions.move_folder(row.path, path)
                return


def _is_still_at(path: str, place: Place, mounts: Mounts) -> bool:
    return os.path.isdir(path) and place_of(path, mounts) == place


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
