"""Identical files: from documents to classes of equal bytes, cheap questions first.

Size; one path a file identity; what the library knows; head and tail; then the whole, block by block in lock step,
so that equality rests on every byte and on no hash. (A class of more than `comparison.MANY` files is hashed with
BLAKE3: so many files cannot be open at once.) A file whose size occurs once is never opened, nor one whose content
is known unless a new file has its size. A failed read is a Problem and makes nothing equal.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from core.comparison import BLOCK, MANY, Account, Buffers, Outcome, Unit, split
from core.documents import Digests, Document
from core.opening import open_file, read_at, system_path
from core.progress import Cancelled, Phase
from core.walk import is_there

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from core.errors import Problem
    from core.progress import Reporter

Task = list[list[Unit]]
"""Groups of units of one size that a thread compares before it asks for more."""

THREADS = 2
"""Readers at work: a second one helps where the disk must be waited for, a third no more (measured)."""

TASK_FILES = 128
TASK_BYTES = 32 * 1024 * 1024
"""A task for a thread holds about so much: one task a file would cost more than the reading."""

_DIGEST_BLOCK = 1024 * 1024

_is_asked_for = sys.platform == "win32"
"""Whether the identity of a file costs a question of its own, which is put only to files that share their size."""


@dataclass(frozen=True, slots=True)
class KnownContent:
    """A content of the library, and one file that had it when the library last saw it.

    Attributes:
        id: the content's id.
        size: bytes.
    """

    id: int
    size: int
    file: Document


@dataclass(frozen=True, slots=True)
class ContentClass:
    """Files of a scan with equal bytes.

    Attributes:
        paths: in order; a file that differs from all others of its size is a class of one path.
        contents: ids of the library's contents that these bytes are; more than one are to be merged.
        is_told_apart: it was compared with every known content of its size. When it was not (no file with such a
            content could be read), no new id may be stored for it: the library takes two ids of one size for
            different bytes.
    """

    paths: tuple[str, ...]
    contents: tuple[int, ...]
    is_told_apart: bool


@dataclass(frozen=True, slots=True)
class Digested:
    """What the search for identical files told.

    Attributes:
        classes: of every size that more than one document has and of which not all was known. Documents that are
            in no class keep the content that was known; what has none is alone with its size, empty, or unread.
        problems: each path once.
        offline: roots that went away meanwhile; their documents are in no class and no problem.
        opened: how many files were opened.
        is_complete: False when the user asked to stop: then some sizes were not looked at.
        identified: documents whose file identity had to be asked for (on Windows a walk does not know it).
    """

    classes: list[ContentClass]
    problems: list[Problem]
    offline: list[str]
    opened: int
    is_complete: bool
    identified: list[Document]


def identical(
    documents: Iterable[Document],
    reporter: Reporter,
    *,
    known: Mapping[str, int] | None = None,
    of_sizes: Callable[[Collection[int]], Iterable[KnownContent]] = lambda _: (),
) -> Digested:
    """Sort documents into classes of equal bytes.

    Args:
        documents: of a walk. Empty files are left out: they are a kind of their own, and nobody's copies.
        known: the library's content of paths that are unchanged since it stored them. Two contents of one size
            in the library are different bytes.
        of_sizes: called once with all sizes at which new files must be told apart; gives the library's contents
            of these sizes. Those that no document of the scan has are compared through a file elsewhere.

    Returns:
        Also when the user asked to stop: what was known by then, and is not complete.
    """
    groups = list(_open_questions(documents, known or {}))
    identified = [name for units in groups for unit in units for name in unit.names if _is_asked_for]
    classes = [_only_class(units[0]) for units in groups if len(units) == 1]
    groups = _with_guests([units for units in groups if len(units) > 1], of_sizes)
    account = Account(reporter, sum(units[0].size * len(units) for units in groups))
    outcomes, is_complete = _compared(groups, account)
    classes += [one for outcome in outcomes for one in _classes(outcome)]
    offline = _lost_roots(groups, account.problems)
    return Digested(
        classes=classes,
        problems=[problem for problem in account.problems if not _is_under(problem.path, offline)],
        offline=offline,
        opened=account.opened,
        is_complete=is_complete,
        identified=identified,
    )


def _open_questions(documents: Iterable[Document], known: Mapping[str, int]) -> Iterator[list[Unit]]:
    """Yield the units of each size that two documents or more have, not all of them known."""
    size = attrgetter("size")
    for length, found in groupby(sorted(documents, key=size), size):
        group = list(found)
        if length and len(group) > 1 and not all(document.path in known for document in group):
            yield _fold(_identified(group), known)


def _identified(documents: list[Document]) -> list[Document]:
    """Return documents with their file identity, which a walk on Windows does not get for nothing."""
    if not _is_asked_for:
        return documents
    found = []
    for document in documents:
        try:
            status = os.stat(system_path(document.path))
        except OSError:
            # Opening it will say what is the matter.
            found.append(document)
            continue
        found.append(
            replace(document, device=status.st_dev, inode=status.st_ino, links=status.st_nlink)
            if status.st_size == document.size
            else document
        )
    return found


def _fold(documents: Sequence[Document], known: Mapping[str, int]) -> list[Unit]:
    """Fold documents of one size: names of one file, and files of one known content, need one reading."""
    files: dict[object, list[Document]] = {}
    for document in documents:
        has_identity = document.inode != 0
        key: object = (document.device, document.inode, document.mtime_ns) if has_identity else document.path
        files.setdefault(key, []).append(document)
    if not any(document.path in known for document in documents):
        return [Unit(tuple(names)) for names in files.values()]
    units: dict[object, Unit] = {}
    for identity, names in files.items():
        contents = tuple(dict.fromkeys(known[name.path] for name in names if name.path in known))
        place = contents or identity
        before = units[place].names if place in units else ()
        units[place] = Unit((*before, *names), contents)
    return list(units.values())


def _with_guests(
    groups: Sequence[list[Unit]], of_sizes: Callable[[Collection[int]], Iterable[KnownContent]]
) -> list[list[Unit]]:
    """Add the library's contents that no document of the scan has, so that new ones are told apart from them."""
    sizes = {units[0].size: units for units in groups}
    present = {content for units in groups for unit in units for content in unit.contents}
    for content in of_sizes(sizes.keys()) if sizes else ():
        if content.id not in present:
            sizes[content.size].append(Unit((content.file,), (content.id,), is_guest=True))
    return list(sizes.values())


def _only_class(unit: Unit) -> ContentClass:
    return ContentClass(tuple(sorted(name.path for name in unit.names)), unit.contents, is_told_apart=True)


def _classes(outcome: Outcome) -> Iterator[ContentClass]:
    is_told_apart = not any(unit.contents for unit in outcome.unread)
    for units in outcome.classes:
        if len(units) == 1 and len(units[0].names) == 1 and not units[0].is_guest:
            yield ContentClass((units[0].names[0].path,), units[0].contents, is_told_apart)
            continue
        paths = tuple(sorted(name.path for unit in units if not unit.is_guest for name in unit.names))
        contents = tuple(sorted({content for unit in units for content in unit.contents}))
        if paths:
            yield ContentClass(paths, contents, is_told_apart)


def _compared(groups: Sequence[list[Unit]], account: Account) -> tuple[list[Outcome], bool]:
    """Compare all groups on a few threads, and return what was told and whether that is all.

    The first thread that is stopped, or fails, stops the others; what they had finished stays.
    """
    outcomes: list[Outcome] = []
    maximum_open = _maximum_open()
    with ThreadPoolExecutor(THREADS, "digest") as pool:
        left = deque(_tasks(groups))
        tasks = [pool.submit(_compare, take, left, account, maximum_open, outcomes) for take in _both_ends(left)]
        try:
            for task in as_completed(tasks):
                task.result()
        except BaseException as error:
            account.stop()
            pool.shutdown(cancel_futures=True)
            if not isinstance(error, Cancelled):
                raise
            return outcomes, False
    return outcomes, True


def _both_ends(tasks: deque[Task]) -> Iterator[Callable[[], Task]]:
    """Yield for each thread how it takes its next task.

    The tasks come in the order of sizes: one thread begins with the smallest, where the interpreter is busy between
    short reads, the other with the largest, where long reads leave the interpreter to the first.
    """
    for number in range(THREADS):
        yield tasks.pop if number % 2 else tasks.popleft


def _compare(
    take: Callable[[], Task], left: deque[Task], account: Account, maximum_open: int, outcomes: list[Outcome]
) -> None:
    buffers = Buffers()
    while left:
        try:
            task = take()
        except IndexError:  # another thread took the last one
            return
        for units in task:
            outcomes.append(split(units, account, maximum_open, buffers))


def _tasks(groups: Iterable[list[Unit]]) -> Iterator[Task]:
    """Gather groups into tasks of a useful length."""
    task: Task = []
    files = size = 0
    for units in groups:
        task.append(units)
        files += len(units)
        size += units[0].size * len(units)
        if files >= TASK_FILES or size >= TASK_BYTES:
            yield task
            task, files, size = [], 0, 0
    if task:
        yield task


def _maximum_open() -> int:
    """Return how many files a thread may hold open: never more than the system lets us."""
    if sys.platform == "win32":
        return MANY
    import resource  # noqa: PLC0415  # POSIX only

    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MANY if allowed == resource.RLIM_INFINITY else max(2, min(MANY, (allowed - 64) // THREADS))


def _lost_roots(groups: Iterable[list[Unit]], problems: Iterable[Problem]) -> list[str]:
    """Return the roots of unreadable documents that are not there any more."""
    failed = {problem.path for problem in problems}
    if not failed:
        return []
    units = (unit for group in groups for unit in group if not unit.is_guest)
    roots = {name.root for unit in units for name in unit.names if name.path in failed}
    return sorted(root for root in roots if not is_there(root))


def _is_under(path: str, roots: Iterable[str]) -> bool:
    return any(path == root or path.startswith(root.rstrip(os.sep) + os.sep) for root in roots)


def equal_bytes(a: str, b: str, reporter: Reporter | None = None) -> bool:
    """Return whether the files `a` and `b` hold the same bytes now, compared block by block.

    Raises:
        OSError: when one cannot be read.
        Cancelled: when the user asked to stop.
    """
    with open_file(a) as one, open_file(b) as other:
        size = os.fstat(one).st_size
        if size != os.fstat(other).st_size:
            return False
        for offset in range(0, size + 1, BLOCK):
            block = read_at(one, BLOCK, offset)
            if block != read_at(other, BLOCK, offset):
                return False
            if reporter is not None:
                reporter.advance(Phase.DIGEST, offset + len(block), size)
    return True


def file_digests(path: str, reporter: Reporter | None = None) -> Digests:
    """Return MD5 and BLAKE3 of the file, read once from beginning to end.

    Raises:
        OSError: when it cannot be read; nothing is ever invented.
        Cancelled: when the user asked to stop.
    """
    from blake3 import blake3  # noqa: PLC0415  # a search for identical files seldom needs it

    md5, strong = hashlib.md5(usedforsecurity=False), blake3()
    with open_file(path) as file:
        offset = 0
        while block := read_at(file, _DIGEST_BLOCK, offset):
            md5.update(block)
            strong.update(block)
            offset += len(block)
            if reporter is not None:
                reporter.advance(Phase.DIGEST, offset)
    return Digests(md5.hexdigest(), strong.hexdigest())
