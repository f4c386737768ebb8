"""The EXTRACT stage: contents whose text is not known yet are read in workers and stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.analysis import Analysis, Task, analyse, limits_of, word_choice
from core.errors import Problem, ProblemKind
from core.extract import extractor_version, is_document
from core.extract.reading import Status
from core.progress import Phase
from core.reading_text import FAILURES
from core.text_index import ReadingRow
from core.workers import WorkerFailure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.documents import Document
    from core.extract.reading import Item
    from core.index import Index
    from core.progress import Reporter
    from core.settings import Settings
    from core.stock import Stock
    from core.workers import Runner

BATCH = 100
"""Analyses in one transaction: one a row costs 7 times as much (measured)."""

UNKEPT = (Status.TIMEOUT.value, Status.UNREADABLE.value)
"""Outcomes that may be another next time: such a file is read again by the next scan."""

_PROBLEMS = {
    Status.NO_TEXT: ProblemKind.NO_TEXT,
    Status.ENCRYPTED: ProblemKind.ENCRYPTED,
    Status.DAMAGED: ProblemKind.DAMAGED,
    Status.NOT_AS_NAMED: ProblemKind.NOT_AS_NAMED,
    Status.UNSUPPORTED: ProblemKind.UNSUPPORTED,
    Status.TOO_LARGE: ProblemKind.TOO_LARGE,
    Status.TIMEOUT: ProblemKind.TIMEOUT,
    Status.UNREADABLE: ProblemKind.UNREADABLE,
}


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A content to read, through the first of its documents."""

    content: int
    document: Document


def reading_tasks(stock: Stock, settings: Settings, index: Index) -> list[Task]:
    """Return the task of every document content that the index does not know by its present extractor."""
    choice, limits = word_choice(settings), limits_of(settings)
    return [
        Task(
            content=one.content,
            path=one.document.path,
            size=one.document.size,
            mtime_ns=one.document.mtime_ns,
            limits=limits,
            words=choice,
            keep_text=settings.keep_texts,
        )
        for one in _wanted(stock, settings, index)
    ]


def take_in(tasks: Sequence[Task], stock: Stock, index: Index, workers: Runner, reporter: Reporter) -> None:
    """Read what the tasks name, and store it.

    Raises:
        Cancelled: when the user asked to stop; what was read until then is stored.
    """
    done = 0
    reporter.advance(Phase.EXTRACT, done, len(tasks))
    if not tasks:
        return

    def poll() -> None:
        reporter.advance(Phase.EXTRACT, done, len(tasks))

    batch: list[tuple[Task, Analysis | WorkerFailure]] = []
    try:
        for pair in workers.map(analyse, tasks, poll=poll):
            batch.append(pair)
            done += 1
            stock.opened += 1
            if len(batch) >= BATCH:
                _store(batch, stock, index)
                batch = []
    finally:
        _store(batch, stock, index)


def _wanted(stock: Stock, settings: Settings, index: Index) -> Iterator[_Wanted]:
    """Yield the contents to read, the large ones first: so no worker is left alone with the largest at the end."""
    by_content: dict[int, Document] = {}
    for path, content in sorted(stock.contents.items()):
        if content not in by_content and is_document(path):
            document = stock.documents[path]
            if document.size <= settings.maximum_file:
                by_content[content] = document
            else:
                stock.problems.append(Problem(path, ProblemKind.TOO_LARGE, "larger than the setting allows"))
    maker = word_choice(settings).maker()
    current = {
        row.content
        for row in index.texts.readings(list(by_content))
        if row.status not in UNKEPT and row.extractor == f"{extractor_version(row.form)} {maker}"
    }
    missing = [content for content in by_content if content not in current]
    for content in sorted(missing, key=lambda number: -by_content[number].size):
        yield _Wanted(content, by_content[content])


def _store(batch: Sequence[tuple[Task, Analysis | WorkerFailure]], stock: Stock, index: Index) -> None:
    if not batch:
        return
    with index.transaction():
        for task, outcome in batch:
            if isinstance(outcome, WorkerFailure):
                _store_failure(task, outcome, index)
            elif outcome.trouble is not None:
                stock.problems.append(Problem(task.path, outcome.trouble, outcome.detail))
                _forget(task, stock)
            else:
                _store_analysis(task, outcome, stock, index)


def _forget(task: Task, stock: Stock) -> None:
    """Take a file that could not be read out of its content: what cannot be read is equal to nothing."""
    stock.contents.pop(task.path, None)


def _store_failure(task: Task, failure: WorkerFailure, index: Index) -> None:
    index.texts.store_reading(
        ReadingRow(
            content=task.content,
            extractor=f"{extractor_version('')} {task.words.maker()}",
            status=FAILURES[failure.kind].value,
            detail=failure.detail,
            form="",
            encoding=None,
            modified=None,
            inventory="",
            text=None,
        )
    )


def _store_analysis(task: Task, analysis: Analysis, stock: Stock, index: Index) -> None:
    content = task.content
    reading, digests = analysis.reading, analysis.digests
    if reading is None or digests.blake3 is None or digests.md5 is None:
        raise ValueError("an analysis without trouble has a reading and digests")
    twin = index.content_by_blake3(digests.blake3, task.size)
    if twin is not None and twin != content:
        index.merge_content(content, twin)
        for path, number in stock.contents.items():
            if number == content:
                stock.contents[path] = twin
        content = twin
    else:
        index.set_digests(content, digests.blake3, digests.md5)
    text = None if analysis.text is None else index.texts.store_text(analysis.text)
    index.texts.store_reading(
        ReadingRow(
            content=content,
            extractor=f"{analysis.extractor} {task.words.maker()}",
            status=reading.status.value,
            detail=reading.detail,
            form=reading.format,
            encoding=reading.encoding,
            modified=reading.modified,
            inventory=inventory_line(reading.inventory),
            text=text,
        )
    )


def inventory_line(items: Iterable[Item]) -> str:
    """Return an inventory as one line: sorted "kind:digest" words."""
    return " ".join(sorted(f"{item.kind}:{item.digest}" for item in items))


def reading_problems(documents: Iterable[tuple[str, int]], readings: Mapping[int, ReadingRow]) -> Iterator[Problem]:
    """Yield for every document whose text could not be had what was the matter with it."""
    for path, content in documents:
        row = readings.get(content)
        if row is None or row.status == Status.OK.value or (row.text and row.status == Status.NOT_AS_NAMED.value):
            continue
        yield Problem(path, _PROBLEMS[Status(row.status)], row.detail)
