"""The command `scan`: folders and options in, a report out. Loads nothing that identical files can do without."""

from __future__ import annotations

import gc
import os
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core.command_guard import DONE, WITH_PROBLEMS, WrongCallError
from core.command_line_output import require_places, write_json, writing
from core.console import ConsoleReporter, stop_on_signal
from core.settings import Settings
from core.wording import Wording, system_language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.documents import ScanResult
    from core.library import Library
    from core.workers import Runner

SELDOM = (100_000, 50, 100)
"""How seldom a scan looks for cycles: it makes hundreds of thousands of lasting values, and looking through all of them
again and again takes a fifth of its time."""

NEVER = (10_000_000, 50, 100)
"""As good as never: what finds identical files makes no cycles."""


def scan_and_report(
    folders: Sequence[str],
    *,
    library: str | None = None,
    json: str | None = None,
    csv: str | None = None,
    html: str | None = None,
    similarity: float = 0.90,
    dask: str | None = None,
    dask_map: Sequence[str] = (),
    **options: Any,
) -> int:
    """Scan `folders`, write the reports that are asked for, and return the exit status.

    Args:
        similarity: from which similarity on texts are listed; weaker pairs are not looked for.
        dask: address of a Dask scheduler whose workers read the files; None for processes of this machine.
        dask_map: LOCAL=REMOTE for each folder that the workers have elsewhere.
        options: other values of `Settings` by their names.
    """
    gc.set_threshold(*(NEVER if options.get("exact_only") else SELDOM))
    try:
        settings = replace(Settings(), similarity=similarity, floor=similarity, **options)
    except ValueError as error:
        raise WrongCallError(f"{error}.") from error
    roots = named_folders(folders)
    require_places(json, csv, html)
    missing = [root for root in roots if not os.path.isdir(root)]
    workers = _workers(settings) if dask is None else _cluster(settings, dask, dask_map, roots)
    result = _scan_folders(roots, settings, library, workers, Reports(json, csv, html))
    return WITH_PROBLEMS if result.problems or missing or not result.is_complete else DONE


def named_folders(folders: Sequence[str]) -> list[str]:
    """Return the folders as absolute paths; one that is not there may be on a disk that is away."""
    if not folders:
        raise WrongCallError("Name at least one folder to scan.")
    for folder in folders:
        if not folder:
            raise WrongCallError("A folder needs a name.")
        if os.path.exists(folder) and not os.path.isdir(folder):
            raise WrongCallError(f"{folder} is no folder. Name the folder that it is in.")
    return [os.path.abspath(folder) for folder in folders]


def _workers(settings: Settings) -> Runner:
    from core.workers import Workers  # noqa: PLC0415 - mistakes of a call load nothing

    return Workers(settings.worker_count, settings.worker_seconds, settings.worker_memory)


def _cluster(settings: Settings, address: str, maps: Sequence[str], roots: Sequence[str]) -> Runner:
    from core.cluster import Cluster, path_map  # noqa: PLC0415 - for those who have a cluster

    cluster = Cluster(address, [path_map(one) for one in maps], settings.worker_seconds)
    try:
        cluster.require_folders(roots)
    except BaseException:
        cluster.close()
        raise
    return cluster


@dataclass(frozen=True, slots=True)
class Reports:
    """Where the reports go; None for those that are not asked for."""

    json: str | None
    csv: str | None
    html: str | None


def _scan_folders(
    folders: Sequence[str], settings: Settings, library: str | None, workers: Runner, reports: Reports
) -> ScanResult:
    """Scan and report; the library stays open for the texts that a page compares, but is not locked then."""
    from core.library import open_library  # noqa: PLC0415 - --help and --version open nothing
    from core.scan import scan as scan_roots  # noqa: PLC0415

    wording = Wording(system_language())
    with open_library(library) as opened:
        try:
            with ConsoleReporter(wording, sys.stderr) as reporter, stop_on_signal(reporter):
                result = scan_roots(folders, settings, opened, workers, reporter)
        finally:
            workers.close()
        _report(result, settings, opened, reports)
    return result


def _report(result: ScanResult, settings: Settings, library: Library, reports: Reports) -> None:
    from core import report  # noqa: PLC0415

    wording = Wording(system_language())
    if reports.json is not None:
        with writing(reports.json) as file:
            write_json(file, report.scan_json(result, wording))
    if reports.csv is not None:
        with writing(reports.csv) as file:
            report.write_csv(result, file, wording)
    if reports.html is not None:
        _report_page(result, settings, library, wording, reports.html)
    if reports.json is reports.csv is reports.html is None:
        from core.summary import print_summary  # noqa: PLC0415

        print_summary(result, sys.stdout, wording)


def _report_page(result: ScanResult, settings: Settings, library: Library, wording: Wording, place: str) -> None:
    """Write the page with the differences; texts that the library does not keep are read again, on this machine."""
    from core.html_report import write_html  # noqa: PLC0415

    workers = _workers(replace(settings, worker_count=1))

    def text_of(path: str) -> str | None:
        from core.reading_text import text_now  # noqa: PLC0415 - loads what reads texts; identical files need none

        return text_now(library, path, lambda: workers)

    try:
        with writing(place) as file:
            write_html(result, file, wording, text_of)
    finally:
        workers.close()
