"""WALK and DIGEST for a few paths: they are compared with all files of their sizes that the index knows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.documents import Document
from core.stock import Memory, is_unchanged, root_ids, store_stock, tell_apart
from core.walk import is_there, walk_paths

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from core.index import FileRow, Index
    from core.progress import Reporter
    from core.settings import Settings
    from core.stock import Stock
    from core.volumes import Mounts


def take_partial_stock(
    stock: Stock,
    paths: Collection[str],
    roots: Sequence[str],
    settings: Settings,
    index: Index,
    *,
    reporter: Reporter,
    mounts: Mounts,
    unsettled: Collection[str] = (),
) -> None:
    """Fill `stock` with what stands at `paths` now, and bring the index up to date with it.

    Args:
        paths: files and folders that changed, came or went; a folder stands for all below it.
        roots: the folders that hold the paths, all of them there.
        unsettled: files that are still being written: they are left as the index has them.

    Beside what stands at `paths`, `stock` then holds the files elsewhere that have their sizes.

    Raises:
        Cancelled: when the user asked to stop; what was found until then is in the index.
    """
    seen = walk_paths(paths, roots, settings, reporter, mounts)
    waiting = frozenset(unsettled)
    stock.skipped += seen.skipped
    stock.problems += seen.problems
    stock.documents.update((one.path, one) for one in seen.documents if one.path not in waiting)
    memory = Memory({}, list(_missing(stock, paths, waiting, index)))
    for path, document in stock.documents.items():
        row = index.file(path)
        if row is not None and is_unchanged(document, row):
            memory.unchanged[path] = row.content
    stock.contents.update((path, known) for path, known in memory.unchanged.items() if known is not None)
    peers = _add_peers(stock, memory, index)
    try:
        tell_apart(stock, settings, index, reporter)
    finally:
        stock.problems[:] = [problem for problem in stock.problems if problem.path not in peers]
        ids = {row.path: row.id for row in index.roots()} | root_ids(roots, stock, index, mounts)
        with index.transaction():
            store_stock(stock, memory, seen.unlisted, index, ids)


def _missing(stock: Stock, paths: Collection[str], unsettled: Collection[str], index: Index) -> Iterator[str]:
    """Yield the files that the index knows at these paths, or below them, and that the walk did not find."""
    for path in paths:
        if path in stock.documents:
            continue
        rows = [index.file(path)] if os.path.isfile(path) else [index.file(path), *index.files_under(path)]
        for row in rows:
            if row is not None and row.path not in stock.documents and row.path not in unsettled:
                yield row.path


def _add_peers(stock: Stock, memory: Memory, index: Index) -> set[str]:
    """Add the files elsewhere that have the size of a changed one: their bytes may be the same."""
    sizes = {
        document.size for path, document in stock.documents.items() if document.size and path not in memory.unchanged
    }
    roots = {row.id: row.path for row in index.roots() if is_there(row.path)}
    missing = frozenset(memory.missing)
    peers = set()
    for root, row in index.files_of_sizes(sizes):
        if root in roots and row.path not in stock.documents and row.path not in missing:
            peers.add(row.path)
            stock.documents[row.path] = _document(row, roots[root])
            memory.unchanged[row.path] = row.content
            if row.content is not None:
                stock.contents[row.path] = row.content
    return peers


def _document(row: FileRow, root: str) -> Document:
    return Document(row.path, root, row.size, row.mtime_ns, row.ctime_ns)
