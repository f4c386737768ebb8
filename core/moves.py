"""Files and folders that were moved or renamed: their rows and decisions go along, and nothing is opened."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from core.index import FileRow
from core.opening import system_path
from core.reach import Reach
from core.stock import Stock, root_ids
from core.volumes import mounts_now, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.index import Index
    from core.library import Library
    from core.settings import Settings
    from core.volumes import Mounts

Move = tuple[str, str]
"""Old and new path."""


def move_roots(moves: Iterable[Move], library: Library) -> None:
    """Let roots that were renamed be known at their new places, with their files and decisions."""
    for old, new in moves:
        for row in library.index.roots():
            if row.path == old:
                place = place_of(new, mounts_now())
                library.index.move_root(row.id, new)
                library.index.root(new, place.volume, place.within)
        library.decisions.move_folder(old, new)


def place_rows(roots: Sequence[str], index: Index, mounts: Mounts) -> dict[str, int]:
    """Return the index's root of each of these folders, the innermost folder first."""
    ids = root_ids(roots, Stock(), index, mounts)
    return dict(sorted(ids.items(), key=lambda item: -len(item[0])))


def move_rows(moves: Iterable[Move], roots: Mapping[str, int], settings: Settings, library: Library) -> dict[str, str]:
    """Give the rows of moved files their new paths, and return the old path of each by the new one.

    A file is taken for the one that moved when its old path is free and size and time are as the index knows them;
    the others are looked at like new ones.

    Args:
        roots: ids by folder, the innermost first.
    """
    index, reach = library.index, Reach(settings)
    followed: dict[str, str] = {}
    folders: list[Move] = []
    for old, new in moves:
        if os.path.lexists(system_path(old)):
            continue
        rows: dict[int, list[FileRow]] = {}
        here: dict[str, str] = {}
        for row in _known(index, old):
            path = new + row.path[len(old) :]
            root = next((root for root in roots if _is_in(path, root)), None)
            status = _status(path)
            if root is not None and status is not None and reach.takes(path, root, row.size) and _is_same(status, row):
                moved = FileRow(path, row.size, row.mtime_ns, status.st_ctime_ns, row.content)
                rows.setdefault(roots[root], []).append(moved)
                here[path] = row.path
        with index.transaction():
            index.drop_files(here.values())
            for root_id, moved_rows in rows.items():
                index.store_files(root_id, moved_rows)
        followed.update(here)
        if os.path.isdir(system_path(new)):
            folders.append((old, new))
    for old, new in folders:
        library.decisions.move_folder(old, new)
    library.decisions.move_paths((old, new) for new, old in followed.items())
    return followed


def _known(index: Index, path: str) -> Iterator[FileRow]:
    row = index.file(path)
    if row is None:
        yield from list(index.files_under(path))
    else:
        yield row


def _status(path: str) -> os.stat_result | None:
    try:
        status = os.lstat(system_path(path))
    except OSError:
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _is_same(status: os.stat_result, row: FileRow) -> bool:
    return status.st_size == row.size and status.st_mtime_ns == row.mtime_ns


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
