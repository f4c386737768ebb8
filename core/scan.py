"""The pipeline of a scan, stage by stage, from cheap to dear. It only reads the disk and writes the index."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from core.documents import Counts, DuplicateGroup, ScanResult
from core.errors import Problem
from core.progress import Cancelled
from core.protection import Protection
from core.recall import remember
from core.results import Scope, fold_contents, fold_texts, identical_groups, same_text_groups
from core.stock import Stock, take_stock
from core.tally import tally_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.documents import Match, Shortfall
    from core.library import Library
    from core.progress import Reporter
    from core.settings import Settings
    from core.tally import Tally
    from core.workers import Runner


def scan(roots: Sequence[str], settings: Settings, library: Library, workers: Runner, reporter: Reporter) -> ScanResult:
    """Find identical, same-text, similar and contained files under `roots`.

    A stop ends the stage at hand and keeps what is known: the result is then not complete, and the next scan
    goes on from the index.

    Args:
        roots: absolute paths of folders.
        reporter: hears of progress, and of identical groups before any text is read.

    Raises:
        KnownError: when the library is open to be read only.
    """
    places = tuple(dict.fromkeys(os.path.abspath(root) for root in roots))
    try:
        with library.writing(reporter):
            return _scan(places, settings, library, workers, reporter)
    except Cancelled:
        # Stopped while another process wrote: nothing was looked at yet.
        return ScanResult(is_complete=False, roots=places, counts=Counts())


def _scan(
    places: tuple[str, ...], settings: Settings, library: Library, workers: Runner, reporter: Reporter
) -> ScanResult:
    stock = Stock()
    capped: tuple[Shortfall, ...] = ()
    is_complete = True
    protection = Protection.of(library.decisions, settings)
    try:
        take_stock(stock, places, settings, library.index, reporter, decisions=library.decisions)
        if not settings.exact_only:
            scope = _scope(stock, settings, library, protection)
            reporter.found(identical_groups(scope, fold_contents(scope)))
            capped = read_and_compare(stock, settings, library, workers, reporter)
    except Cancelled:
        is_complete = False
    result = result_of(places, stock, settings, library, protection)
    if is_complete and stock.tally is not None:
        remember(stock, library.index, stock.tally)
    if settings.exact_only:
        reporter.found(result.groups)
    return replace(result, is_complete=is_complete and not stock.offline, capped=capped)


def read_and_compare(
    stock: Stock, settings: Settings, library: Library, workers: Runner, reporter: Reporter
) -> tuple[Shortfall, ...]:
    """Run EXTRACT and COMPARE, and return which crowds were cut short."""
    from core.intake import reading_tasks, take_in  # noqa: PLC0415 - finding identical files needs no reader of texts

    tasks = reading_tasks(stock, settings, library.index)
    if tasks:
        workers.start()
    from core.near import compare_texts  # noqa: PLC0415 - as above; while the workers start

    take_in(tasks, stock, library.index, workers, reporter)
    return compare_texts(settings, library.index, workers, reporter)


def _scope(stock: Stock, settings: Settings, library: Library, protection: Protection) -> Scope:
    """Return what identical groups are made of."""
    index = library.index
    times = Counter(stock.contents.values())
    shared = [content for content, files in times.items() if files > 1]
    contents: Mapping[str, int] = stock.contents
    if settings.exact_only:
        contents = {path: content for path, content in contents.items() if times[content] > 1}
    return Scope(
        documents=stock.documents,
        contents=contents,
        settings=settings,
        is_protected=protection.covers,
        settled=protection.settled,
        rows=index.contents(shared),
    )


def result_of(
    roots: tuple[str, ...], stock: Stock, settings: Settings, library: Library, protection: Protection
) -> ScanResult:
    """Run GROUP over everything that is known of the files in `stock`."""
    scope = _scope(stock, settings, library, protection)
    folds = fold_contents(scope)
    tally = stock.tally or tally_of(stock.documents, stock.contents, folds)
    stock.tally = tally
    matches: list[Match] = []
    problems = _one_a_path(stock.problems)
    figures: Sequence[float] = ()
    compared = 0
    if settings.exact_only:
        groups: list[DuplicateGroup] = identical_groups(scope, folds)
    else:
        from core.intake import reading_problems  # noqa: PLC0415 - finding identical files needs none of this
        from core.near_results import near_groups, similarities  # noqa: PLC0415
        from core.text_scope import with_texts  # noqa: PLC0415

        scope = with_texts(scope, library.index)
        texts = fold_texts(scope, folds)
        near, matches = near_groups(scope, texts)
        figures = similarities(scope, texts)
        groups = identical_groups(scope, folds) + same_text_groups(scope, texts) + near
        with_text = {content for content, reading in scope.readings.items() if reading.text is not None}
        compared = sum(1 for content in scope.contents.values() if content in with_text)
        problems = _one_a_path([*problems, *reading_problems(scope.contents.items(), scope.readings)])
    return ScanResult(
        is_complete=True,
        roots=roots,
        counts=_counts(stock, tally, compared),
        groups=tuple(groups),
        matches=tuple(matches),
        folders=tally.folders,
        names=tally.names,
        skipped=tuple(sorted(stock.skipped, key=lambda one: one.path)),
        problems=tuple(sorted(problems, key=lambda one: one.path)),
        similarities=figures,
    )


def _one_a_path(problems: Sequence[Problem]) -> list[Problem]:
    first: dict[str, Problem] = {}
    for problem in problems:
        first.setdefault(problem.path, problem)
    return list(first.values())


def _counts(stock: Stock, tally: Tally, compared: int) -> Counts:
    return Counts(
        files=tally.files,
        size=tally.size,
        documents=tally.documents,
        text_compared=compared,
        bytes_only=tally.files - compared,
        opened=stock.opened,
        skipped=dict(sorted(Counter(skipped.reason for skipped in stock.skipped).items())),
    )
