"""The stages WALK and DIGEST against the index: which files are there, and which have equal bytes."""

from __future__ import annotations

import os
import stat
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.documents import Document
from core.errors import Problem, ProblemKind
from core.extract import is_document
from core.index import FileRow
from core.opening import system_path
from core.progress import Cancelled, Phase
from core.recall import recall, signature
from core.root_places import note_missing, settle_roots
from core.volumes import mounts_now, place_of
from core.walk import problem_of, walk

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from core.decisions import Decisions
    from core.documents import Skipped
    from core.index import ContentRow, Index
    from core.progress import Reporter
    from core.settings import Settings
    from core.tally import Tally
    from core.volumes import Mounts


@dataclass(slots=True)
class Stock:
    """What is known of the files of a scan; filled stage by stage, so that a stop keeps what is there.

    Attributes:
        documents: by path.
        contents: id of the content of each path, where one is known; below zero for this scan only, where equal
            files could not be told apart from all that the index has.
        opened: how many files were opened.
        walked: signature of the walk, where all that it saw is known; "" otherwise.
        tally: what the index remembers of all files, where nothing changed; `documents` are then only those that share
            their bytes with others.
    """

    documents: dict[str, Document] = field(default_factory=dict)
    contents: dict[str, int] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    offline: list[str] = field(default_factory=list)
    opened: int = 0
    walked: str = ""
    tally: Tally | None = None


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
    note_missing(roots, index, mounts)
    stock.problems += away
    stock.offline += [problem.path for problem in away]
    seen = walk([root for root in roots if root not in stock.offline], settings, reporter, mounts)
    stock.skipped += seen.skipped
    walked = "" if stock.offline else signature(roots, seen)
    if settings.exact_only and recall(stock, index, seen, walked):
        return
    stock.documents.update((document.path, document) for document in seen.documents)
    stock.problems += seen.problems
    stock.offline += seen.offline
    stock.problems += [Problem(root, ProblemKind.OFFLINE, "the folder is not there") for root in seen.offline]
    memory = _remember(stock, index, [root for root in roots if root not in stock.offline])
    try:
        tell_apart(stock, settings, index, reporter)
    finally:
        with index.transaction():
            store_stock(stock, memory, seen.unlisted, index, root_ids(roots, stock, index, mounts))
    is_all_known = not stock.problems and min(stock.contents.values(), default=0) >= 0
    stock.walked = walked if is_all_known else ""
    if not is_all_known:
        index.set_walk("")


@dataclass(frozen=True, slots=True)
class Memory:
    """What the index knows of the places of a scan.

    Attributes:
        unchanged: paths that are as the index remembers them, with the content that it knows or None.
        missing: paths that the walk did not see.
    """

    unchanged: dict[str, int | None]
    missing: list[str]


def _remember(stock: Stock, index: Index, roots: Iterable[str]) -> Memory:
    """Compare the index with the walk, and fill in the contents of the files that are as it remembers them."""
    memory = Memory({}, [])
    documents = stock.documents
    for root in roots:
        for row in index.files_under(root):
            path = row.path
            document = documents.get(path)
            if document is None:
                memory.missing.append(path)
            elif is_unchanged(document, row):
                memory.unchanged[path] = row.content
    stock.contents.update((path, known) for path, known in memory.unchanged.items() if known is not None)
    return memory


def is_unchanged(document: Document, row: FileRow) -> bool:
    """Return whether a file is the one that the index remembers: size and both times agree."""
    return document.mtime_ns == row[2] and document.ctime_ns == row[3] and document.size == row[1]


def tell_apart(
    stock: Stock, settings: Settings, index: Index, reporter: Reporter, *, is_digested: bool = False
) -> None:
    """Find out which documents have equal bytes, and give each that needs one its content.

    Args:
        is_digested: the documents have none of the contents whose digests the index knows: these need no look.

    Raises:
        Cancelled: when the user asked to stop.
    """
    from core.digest import KnownContent, identical  # noqa: PLC0415 - a scan that finds all as it was compares nothing

    def of_sizes(sizes: Collection[int]) -> Iterator[KnownContent]:
        for content, row in index.contents_of_sizes(sizes, is_undigested=is_digested):
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
            paths = [path for path in one.paths if path in stock.documents]  # others went away with their root
            if one.contents:
                content = one.contents[0]
                for other in one.contents[1:]:
                    index.merge_content(other, content)
            elif not paths:
                continue
            elif one.is_told_apart:
                content = fresh + len(sizes)
                sizes.append((content, stock.documents[paths[0]].size))
            elif settings.exact_only:
                provisional -= 1
                content = provisional
            else:
                continue
            stock.contents.update((path, content) for path in paths)
        index.add_contents(sizes)
    if not told.is_complete:
        raise Cancelled
    if not settings.exact_only:
        _place_documents(stock, index, reporter, is_digested=is_digested)


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


def _place_documents(stock: Stock, index: Index, reporter: Reporter, *, is_digested: bool) -> None:
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
    for content, row in index.contents_of_sizes({document.size for document in lonely}, is_undigested=is_digested):
        candidates.setdefault(content.size, []).append((content, row))
    with index.transaction():
        fresh = index.next_content()
        sizes: list[tuple[int, int]] = []
        for number, document in enumerate(lonely):
            if number % 64 == 0:
                reporter.advance(Phase.DIGEST, number, len(lonely))
            found = None
            if document.size in candidates:
                found = _recognised(stock, document, candidates[document.size], index, reporter)
            if found is None:
                found = fresh + len(sizes)
                sizes.append((found, document.size))
            stock.contents[document.path] = found
        index.add_contents(sizes)


def _recognised(
    stock: Stock,
    document: Document,
    candidates: Iterable[tuple[ContentRow, FileRow | None]],
    index: Index,
    reporter: Reporter,
) -> int | None:
    """Return the known content that this file has, proved by its BLAKE3 or against a file that still has it."""
    from core.digest import equal_bytes, file_digests  # noqa: PLC0415 - as above

    stock.opened += 1
    try:
        blake3 = file_digests(document.path, reporter).blake3
        for content, _ in candidates:
            if content.blake3 is not None:
                if content.blake3 == blake3:
                    return content.id
                continue
            witness = _witness(content.id, document.path, index)
            if witness is not None and equal_bytes(document.path, witness):
                return content.id
    except OSError as error:
        stock.problems.append(problem_of(document.path, error))
    return None


def _witness(content: int, path: str, index: Index) -> str | None:
    """Return a file other than `path` that is as it was when it had this content: one that changed proves nothing."""
    for other in index.paths_of_content(content):
        row = index.file(other)
        if row is None or other == path:
            continue
        try:
            status = os.lstat(system_path(other))
        except OSError:
            continue
        if (status.st_size, status.st_mtime_ns, status.st_ctime_ns) == (row.size, row.mtime_ns, row.ctime_ns):
            return other
    return None


def store_stock(stock: Stock, memory: Memory, unlisted: Sequence[str], index: Index, ids: dict[str, int]) -> None:
    """Bring the index's files in line with the disk; what could not be looked at is left as it was."""
    changed: dict[int, list[FileRow]] = {}
    contents = stock.contents
    paths = [path for path in stock.documents if path not in memory.unchanged]
    paths += [path for path, content in memory.unchanged.items() if contents.get(path) != content]
    for path in sorted(paths):
        document = stock.documents.get(path)
        if document is not None:
            content = contents.get(path)
            is_kept = content is not None and content > 0
            row = FileRow(path, document.size, document.mtime_ns, document.ctime_ns, content if is_kept else None)
            changed.setdefault(ids[document.root], []).append(row)
    kept = tuple(place.rstrip(os.sep) + os.sep for place in (*unlisted, *stock.offline))
    untold = set(unlisted)
    missing = [path for path in memory.missing if path not in untold and not path.startswith(kept)]
    with index.transaction():
        for root, rows in changed.items():
            index.store_files(root, rows)
        gone = [path for path in missing if is_gone(path)]
        if gone:
            index.drop_files(gone)


def is_gone(path: str) -> bool:
    """Return whether there is no file at `path` any more; one that this scan only passed over is still there."""
    try:
        return not stat.S_ISREG(os.lstat(system_path(path)).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False


def root_ids(roots: Sequence[str], stock: Stock, index: Index, mounts: Mounts) -> dict[str, int]:
    """Return the id of each root; a folder inside a root that the index has already counts as that root.

    A folder that is not there and that the index never knew is not taken in: it would be away for ever.
    """
    known = index.roots()
    ids: dict[str, int] = {}
    for root in roots:
        outer = [row for row in known if root == row.path or root.startswith(row.path.rstrip(os.sep) + os.sep)]
        if outer:
            ids[root] = min(outer, key=lambda row: len(row.path)).id
        elif root in stock.offline:
            continue
        else:
            place = place_of(root, mounts)
            ids[root] = index.root(root, place.volume, place.within)
        if root in stock.offline:
            index.set_root_state(ids[root], "offline")
        elif any(row.path == root for row in known) or not outer:
            index.set_root_state(ids[root], "ready", time.time_ns())
    return ids
