"""The stages WALK and DIGEST against the index: which files are there, and which have equal bytes."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.digest import KnownContent, equal_bytes, file_digests, identical
from core.documents import Document
from core.errors import Problem, ProblemKind
from core.extract import is_document
from core.index import FileRow
from core.opening import system_path
from core.progress import Cancelled, Phase
from core.root_places import settle_roots
from core.volumes import mounts_now, place_of
from core.walk import problem_of, walk

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from core.decisions import Decisions
    from core.documents import Skipped
    from core.index import ContentRow, Index
    from core.progress import Reporter
    from core.settings import Settings
    from core.volumes import Mounts


@dataclass(slots=True)
class Stock:
    """What is known of the files of a scan; filled stage by stage, so that a stop keeps what is there.

    Attributes:
        documents: by path.
        contents: id of the content of each path, where one is known; below zero for this scan only, where equal
            files could not be told apart from all that the index has.
        opened: how many files were opened.
    """

    documents: dict[str, Document] = field(default_factory=dict)
    contents: dict[str, int] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    offline: list[str] = field(default_factory=list)
    opened: int = 0


def take_stock(
    stock: Stock,
    roots: Sequence[str],
    settings: Settings,
    index: Index,
    reporter: Reporter,
    *,
    decisions: Decisions | None = None,
    mounts: Mounts | None = None,
) -> None:
    """Fill `stock` with the files under `roots` and their contents, and bring the index up to date.

    Args:
        decisions: follow a root whose volume is mounted elsewhere now.
        mounts: by default those of this moment.

    Raises:
        Cancelled: when the user asked to stop; what was found until then is in `stock` and in the index.
    """
    mounts = mounts or mounts_now()
    away = settle_roots(roots, index, mounts, decisions)
    stock.problems += away
    stock.offline += [problem.path for problem in away]
    seen = walk([root for root in roots if root not in stock.offline], settings, reporter, mounts)
    stock.documents.update((document.path, document) for document in seen.documents)
    stock.skipped += seen.skipped
    stock.problems += seen.problems
    stock.offline += seen.offline
    stock.problems += [Problem(root, ProblemKind.OFFLINE, "the folder is not there") for root in seen.offline]
    stored = _stored(index, [root for root in roots if root not in stock.offline])
    stock.contents.update(_known(stock.documents, stored))
    try:
        _tell_apart(stock, settings, index, reporter)
    finally:
        with index.transaction():
            _store(stock, stored, seen.unlisted, index, _root_ids(roots, stock, index, mounts))


def _stored(index: Index, roots: Iterable[str]) -> dict[str, FileRow]:
    return {row.path: row for root in roots for row in index.files_under(root)}


def _known(documents: dict[str, Document], stored: dict[str, FileRow]) -> Iterator[tuple[str, int]]:
    """Yield the content of every file that is as the index remembers it."""
    for path, document in documents.items():
        row = stored.get(path)
        if row is not None and row.content is not None and is_unchanged(document, row):
            yield path, row.content


def is_unchanged(document: Document, row: FileRow) -> bool:
    """Return whether a file is the one that the index remembers: size and both times agree."""
    return (document.size, document.mtime_ns, document.ctime_ns) == (row.size, row.mtime_ns, row.ctime_ns)


def _tell_apart(stock: Stock, settings: Settings, index: Index, reporter: Reporter) -> None:
    def of_sizes(sizes: Collection[int]) -> Iterator[KnownContent]:
        for content, row in index.contents_of_sizes(sizes):
            is_seen = row is not None and row.path in stock.documents
            guest = _elsewhere(content.id, stock, index) if is_seen else row
            if guest is not None:
                yield KnownContent(content.id, content.size, _document(guest))

    told = identical(stock.documents.values(), reporter, known=stock.contents, of_sizes=of_sizes)
    stock.opened += told.opened
    stock.documents.update((document.path, document) for document in told.identified)
    stock.problems += told.problems
    _lose_roots(stock, told.offline)
    with index.transaction():
        fresh = index.next_content()
        provisional = 0
        sizes: list[tuple[int, int]] = []
        for one in told.classes:
            if one.contents:
                content = one.contents[0]
                for other in one.contents[1:]:
                    index.merge_content(other, content)
            elif one.is_told_apart:
                content = fresh + len(sizes)
                sizes.append((content, stock.documents[one.paths[0]].size))
            elif settings.exact_only:
                provisional -= 1
                content = provisional
            else:
                continue
            stock.contents.update((path, content) for path in one.paths)
        index.add_contents(sizes)
    if not told.is_complete:
        raise Cancelled
    if not settings.exact_only:
        _place_documents(stock, index, reporter)


def _elsewhere(content: int, stock: Stock, index: Index) -> FileRow | None:
    """Return a file with a content that this scan did not see; None when the last of them has changed."""
    paths = (path for path in index.paths_of_content(content) if path not in stock.documents)
    return next((row for path in paths if (row := index.file(path)) is not None), None)


def _lose_roots(stock: Stock, roots: Collection[str]) -> None:
    """Take out what lies under roots that went away meanwhile: it is offline, neither gone nor to be shown."""
    stock.offline += roots
    stock.problems += [Problem(root, ProblemKind.OFFLINE, "the folder went away meanwhile") for root in roots]
    for path in [path for path, document in stock.documents.items() if document.root in roots]:
        del stock.documents[path]
        stock.contents.pop(path, None)


def _document(row: FileRow) -> Document:
    return Document(row.path, "", row.size, row.mtime_ns, row.ctime_ns)


def _place_documents(stock: Stock, index: Index, reporter: Reporter) -> None:
    """Give a content to every document that is alone with its size.

    One that the library may know from another place (it was moved, or its original is in another root) is compared
    with the contents of its size first, so that its text is not read again.
    """
    unread = {problem.path for problem in stock.problems}
    lonely = [
        document
        for path, document in stock.documents.items()
        if path not in stock.contents and document.size and is_document(path) and path not in unread
    ]
    candidates: dict[int, list[tuple[ContentRow, FileRow | None]]] = {}
    for content, row in index.contents_of_sizes({document.size for document in lonely}):
        candidates.setdefault(content.size, []).append((content, row))
    with index.transaction():
        fresh = index.next_content()
        sizes: list[tuple[int, int]] = []
        for number, document in enumerate(lonely):
            if number % 64 == 0:
                reporter.advance(Phase.DIGEST, number, len(lonely))
            found = None
            if document.size in candidates:
                found = _recognised(stock, document, candidates[document.size], reporter)
            if found is None:
                found = fresh + len(sizes)
                sizes.append((found, document.size))
            stock.contents[document.path] = found
        index.add_contents(sizes)


def _recognised(
    stock: Stock, document: Document, candidates: Iterable[tuple[ContentRow, FileRow | None]], reporter: Reporter
) -> int | None:
    """Return the known content that this file has, proved by its BLAKE3 or against a file that has it."""
    stock.opened += 1
    try:
        blake3 = file_digests(document.path, reporter).blake3
        for content, row in candidates:
            if content.blake3 is not None:
                if content.blake3 == blake3:
                    return content.id
            elif row is not None and equal_bytes(document.path, row.path):
                return content.id
    except OSError as error:
        stock.problems.append(problem_of(document.path, error))
    return None


def _store(
    stock: Stock, stored: dict[str, FileRow], unlisted: Sequence[str], index: Index, ids: dict[str, int]
) -> None:
    """Bring the index's files in line with the disk; what could not be looked at is left as it was."""
    changed: dict[int, list[FileRow]] = {}
    for path, document in stock.documents.items():
        content = stock.contents.get(path)
        if content is not None and content < 0:
            content = None
        row = stored.get(path)
        if row is None or row.content != content or not is_unchanged(document, row):
            new = FileRow(path, document.size, document.mtime_ns, document.ctime_ns, content)
            changed.setdefault(ids[document.root], []).append(new)
    kept = tuple(place.rstrip(os.sep) + os.sep for place in (*unlisted, *stock.offline))
    untold = set(unlisted)
    missing = [
        path for path in stored if path not in stock.documents and path not in untold and not path.startswith(kept)
    ]
    with index.transaction():
        for root, rows in changed.items():
            index.store_files(root, rows)
        index.drop_files(path for path in missing if not os.path.lexists(system_path(path)))


def _root_ids(roots: Sequence[str], stock: Stock, index: Index, mounts: Mounts) -> dict[str, int]:
    """Return the id of each root; a folder inside a root that the index has already counts as that root."""
    known = index.roots()
    ids: dict[str, int] = {}
    for root in roots:
        outer = [row for row in known if root == row.path or root.startswith(row.path.rstrip(os.sep) + os.sep)]
        if outer:
            ids[root] = min(outer, key=lambda row: len(row.path)).id
        else:
            place = place_of(root, mounts)
            ids[root] = index.root(root, place.volume, place.within)
        if root in stock.offline:
            index.set_root_state(ids[root], "offline")
        elif any(row.path == root for row in known) or not outer:
            index.set_root_state(ids[root], "ready", time.time_ns())
    return ids
