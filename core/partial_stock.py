"""WALK and DIGEST for a few paths: what changed is known by its digest, or compared with files that have none.

A scan reads as little as it can of as many files; here a few files are read whole, and nearly none beside them.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.digest import file_digests
from core.documents import Document
from core.opening import system_path
from core.stock import Memory, is_unchanged, root_ids, store_stock, tell_apart
from core.walk import is_there, walk_paths

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from core.documents import Digests
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
    digests = _recognise(stock, memory, index, reporter)
    peers = _add_peers(stock, memory, index)
    try:
        tell_apart(stock, settings, index, reporter, is_digested=True)
        _keep_digests(digests, stock, index)
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


def _recognise(stock: Stock, memory: Memory, index: Index, reporter: Reporter) -> dict[str, Digests]:
    """Give changed files the contents whose digests they have; return the digests of the others.

    What could not be read, or changed meanwhile, has none: its own comparison, or its next change, will tell.
    """
    digests = {}
    for path, document in stock.documents.items():
        if path in memory.unchanged or not document.size:
            continue
        try:
            found = file_digests(path, reporter)
            status = os.lstat(system_path(path))
        except OSError:
            continue
        stock.opened += 1
        if (status.st_size, status.st_mtime_ns, status.st_ctime_ns) != (
            document.size,
            document.mtime_ns,
            document.ctime_ns,
        ):
            continue
        content = index.content_by_blake3(found.blake3 or "", document.size)
        if content is None:
            digests[path] = found
        else:
            stock.contents[path] = content
    return digests


def _keep_digests(digests: dict[str, Digests], stock: Stock, index: Index) -> None:
    """Store the digests of new contents, so that the next file is told apart from them without a look."""
    contents = {stock.contents[path]: found for path, found in digests.items() if stock.contents.get(path, 0) > 0}
    with index.transaction():
        for row in index.contents(list(contents)).values():
            found = contents[row.id]
            if row.blake3 is None and found.blake3 is not None and found.md5 is not None:
                index.set_digests(row.id, found.blake3, found.md5)


def _add_peers(stock: Stock, memory: Memory, index: Index) -> set[str]:
    """Add the files elsewhere without digests that have the size of an unknown one: their bytes may be the same."""
    sizes = {
        document.size
        for path, document in stock.documents.items()
        if document.size and path not in memory.unchanged and path not in stock.contents
    }
    roots = {row.id: row.path for row in index.roots() if is_there(row.path)}
    missing = frozenset(memory.missing)
    peers = set()
    for root, row in index.undigested_files(sizes):
        if root in roots and row.path not in stock.documents and row.path not in missing:
            peers.add(row.path)
            stock.documents[row.path] = _document(row, roots[root])
            memory.unchanged[row.path] = row.content
            if row.content is not None:
                stock.contents[row.path] = row.content
    return peers


def _document(row: FileRow, root: str) -> Document:
    return Document(row.path, root, row.size, row.mtime_ns, row.ctime_ns)
