"""What is shown of a watched library: the result of its folders from the index alone, and what a new file repeats."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from core.documents import Document, Relation
from core.near import stored_shortfalls
from core.opening import system_path
from core.protection import Protection
from core.reach import Reach
from core.root_places import away
from core.scan import result_of
from core.stock import Stock
from core.volumes import mounts_now

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from core.documents import ScanResult
    from core.index import FileRow, Index
    from core.library import Library
    from core.settings import Settings


def result_now(
    roots: Sequence[str],
    settings: Settings,
    library: Library,
    before: ScanResult | None = None,
    *,
    is_on_this_computer: bool = True,
) -> ScanResult:
    """Return what a scan of `roots` would find, from the index alone.

    Only files that share their content are looked at on the disk, for hard links count nothing.

    Args:
        before: the last result of these roots: what it passed over, and its problems with files that the index has
            not taken in since, stay. Which roots are away is looked for anew.
        is_on_this_computer: whether the files are expected to be there, so that those of a root that is away are not
            shown; those of a shared library may lie on another's.
    """
    index = library.index
    places = tuple(dict.fromkeys(os.path.abspath(root) for root in roots))
    stock = Stock()
    troubles = away(places, index, mounts_now()) if is_on_this_computer else []
    rows = list(_files(places, {problem.path for problem in troubles}, settings, index))
    files_of = Counter(row.content for _, row in rows if row.content is not None)
    for root, row in rows:
        document = Document(row.path, root, row.size, row.mtime_ns, row.ctime_ns)
        is_shared = row.content is not None and files_of[row.content] > 1
        stock.documents[row.path] = _as_on_disk(document) if is_shared else document
        if row.content is not None:
            stock.contents[row.path] = row.content
    stock.problems += troubles
    if before is not None:
        stock.skipped += [one for one in before.skipped if one.path not in stock.documents]
        stock.problems += [
            one
            for one in before.problems
            if one.path not in stock.documents and one.path not in places and os.path.lexists(system_path(one.path))
        ]
    protection = Protection.of(library.decisions, settings)
    result = result_of(places, stock, settings, library, protection)
    is_complete = before is None or before.is_complete
    return replace(result, is_complete=is_complete, capped=() if settings.exact_only else stored_shortfalls(index))


def _files(
    roots: Sequence[str], lost: Collection[str], settings: Settings, index: Index
) -> Iterator[tuple[str, FileRow]]:
    """Yield the files that a walk of these roots would take in, each with the innermost root that holds it.

    Args:
        lost: those of the roots that are away; nothing of them is shown.
    """
    reach = Reach(settings)
    seen: set[str] = set()
    for root in sorted(roots, key=lambda place: -place.count(os.sep)):
        for row in index.files_under(root):
            if row.path not in seen and reach.takes(row.path, root, row.size):
                seen.add(row.path)
                if root not in lost:
                    yield root, row


def _as_on_disk(document: Document) -> Document:
    """Return a document with its identity, without which hard links would look like copies."""
    try:
        status = os.lstat(system_path(document.path))
    except OSError:
        # Gone since; the next settled changes will say so.
        return document
    return replace(document, device=status.st_dev, inode=status.st_ino, links=status.st_nlink or 1)


def repeats(library: Library, path: str, settings: Settings) -> list[tuple[Relation, str, float]]:
    """Return what an indexed file repeats: relation, path, similarity; the strongest first, each path once."""
    index = library.index
    row = index.file(path)
    if row is None or row.content is None or not row.size:
        return []
    found: dict[str, tuple[Relation, str, float]] = {}
    for relation, text_path, similarity in _alike(index, row.content, settings):
        if text_path != path:
            found.setdefault(text_path, (relation, text_path, similarity))
    return list(found.values())


def _alike(index: Index, content: int, settings: Settings) -> Iterator[tuple[Relation, str, float]]:
    for path in index.paths_of_content(content):
        yield Relation.IDENTICAL, path, 1.0
    reading = next(iter(index.texts.readings([content])), None)
    if reading is None or reading.text is None:
        return
    for other in index.texts.contents_of_text(reading.text):
        for path in index.paths_of_content(other):
            yield Relation.SAME_TEXT, path, 1.0
    for text, kind, similarity in index.texts.partners(reading.text, settings.similarity, settings.contained):
        relation = Relation.SIMILAR if similarity >= settings.similarity else Relation(kind)
        for other in index.texts.contents_of_text(text):
            for path in index.paths_of_content(other):
                yield relation, path, similarity
