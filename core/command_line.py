"""The command line: `scan`, `check`, `text`, `watch`, `records`. JSON by contract, sentences for people.

Exit status: 0 done, 1 done but some files had problems or stayed undecided, 2 wrong call, 3 not done.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, CycloptsError, Parameter

from core.command_line_output import write_json, writing
from core.console import ConsoleReporter, line, stop_on_signal
from core.errors import KnownError
from core.progress import Cancelled
from core.settings import Settings
from core.wording import Wording, system_language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.documents import ScanResult

DONE, WITH_PROBLEMS, WRONG_CALL, NOT_DONE = 0, 1, 2, 3

SELDOM = (100_000, 50, 100)
"""How seldom a scan looks for cycles: it makes hundreds of thousands of lasting values, and looking through all of them
again and again takes a fifth of its time."""

Destination = Annotated[str | None, Parameter(help="Write there; - is standard output.", allow_leading_hyphen=True)]
LibraryFolder = Annotated[str | None, Parameter(help="The library's folder; by default your own library.")]


def program_version() -> str:
    """Return the version of the installed program."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - slow, and seldom asked for

    try:
        return version("neartwin")
    except PackageNotFoundError:
        return "0 (not installed)"


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status."""
    wording = Wording(system_language())
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        outcome = app(list(arguments), exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except CycloptsError as error:
        print_error(wording.say("{error} Try neartwin --help.", error=_one_line(error)))
        return WRONG_CALL
    except KnownError as error:
        print_error(wording.error(error))
        return NOT_DONE
    except (Cancelled, KeyboardInterrupt):
        print_error(wording.say("Stopped."))
        return NOT_DONE
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.ENOSPC, errno.EDQUOT):
            raise
        if error.errno != errno.EPIPE:  # else the reader of our output went away: nobody is left to tell
            print_error(wording.say("The disk is full. Free some space and run this again."))
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - stays open until the process ends
        return NOT_DONE
    return outcome if isinstance(outcome, int) else DONE


def _one_line(error: CycloptsError) -> str:
    text = " ".join(str(error).split())
    return text if text.endswith((".", "!", "?")) else text + "."


def print_error(sentence: str) -> None:
    """Tell the person at the terminal."""
    line(sys.stderr, f"neartwin: {sentence}")


app = App(
    name="neartwin",
    help="Finds copies and near copies among the documents in your folders. Without a command it opens the window.",
    version=program_version,
    result_action="return_value",
)


@app.command
def scan(
    *folders: str,
    similarity: float = 0.90,
    hamming: int = 3,
    method: Literal["verified", "simhash"] = "verified",
    exact_only: bool = False,
    library: LibraryFolder = None,
    json: Destination = None,
    csv: Destination = None,
    html: Destination = None,
    kinds: Annotated[tuple[str, ...], Parameter(help="Kinds of file: documents, pictures, audio, video, archives.")] = (
        "everything",
    ),
    include: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    hidden: bool = False,
) -> int:
    """Find identical, same-text, similar and contained files in FOLDERS, and report.

    Args:
        folders: folders to scan.
        similarity: from which similarity on texts are listed, 0.5 to 1.
        hamming: SimHash bits that may differ, with --method simhash.
        method: verified (the texts decide) or simhash (the classic plain verdict).
        exact_only: find identical files only; no text is read.
        include: look only at names that match these patterns.
        exclude: leave out names that match these patterns.
        hidden: look at hidden files too.
    """
    _require(folders, "Name at least one folder to scan.")
    gc.set_threshold(*SELDOM)
    settings = _settings(
        similarity=similarity,
        floor=similarity,
        hamming=hamming,
        method=method,
        exact_only=exact_only,
        kinds=kinds,
        include=include,
        exclude=exclude,
        hidden=hidden,
    )
    roots = _folders(folders)
    missing = [root for root in roots if not os.path.isdir(root)]
    result = _scan_folders(roots, settings, library)
    _report(result, json, csv, html)
    return WITH_PROBLEMS if result.problems or missing or not result.is_complete else DONE


def _require(values: Sequence[str], sentence: str) -> None:
    if not values:
        raise CycloptsError(msg=sentence)


def _folders(folders: Sequence[str]) -> list[str]:
    """Return the folders as absolute paths; one that is not there may be on a disk that is away."""
    for folder in folders:
        _require(folder, "A folder needs a name.")
        if os.path.exists(folder) and not os.path.isdir(folder):
            raise CycloptsError(msg=f"{folder} is no folder. Name the folder that it is in.")
    return [os.path.abspath(folder) for folder in folders]


def _settings(**values: Any) -> Settings:
    try:
        return replace(Settings(), **values)
    except ValueError as error:
        raise CycloptsError(msg=str(error)) from error


def _scan_folders(folders: Sequence[str], settings: Settings, library: str | None) -> ScanResult:
    from core.library import open_library  # noqa: PLC0415 - --help and --version open nothing
    from core.scan import scan as scan_roots  # noqa: PLC0415
    from core.workers import Workers  # noqa: PLC0415

    wording = Wording(system_language())
    workers = Workers(settings.worker_count, settings.worker_seconds, settings.worker_memory)
    try:
        with (
            open_library(library) as opened,
            ConsoleReporter(wording, sys.stderr) as reporter,
            stop_on_signal(reporter),
        ):
            return scan_roots(folders, settings, opened, workers, reporter)
    finally:
        workers.close()


def _report(result: ScanResult, json_to: str | None, csv_to: str | None, html_to: str | None) -> None:
    from core import report  # noqa: PLC0415

    wording = Wording(system_language())
    if json_to is not None:
        with writing(json_to) as file:
            write_json(file, report.scan_json(result, wording))
    if csv_to is not None:
        with writing(csv_to) as file:
            report.write_csv(result, file, wording)
    if html_to is not None:
        from core.html_report import write_html  # noqa: PLC0415

        with writing(html_to) as file:
            write_html(result, file, wording)
    if json_to is csv_to is html_to is None:
        from core.summary import print_summary  # noqa: PLC0415

        print_summary(result, sys.stdout, wording)


def _own_place(file: str) -> str:
    """Return the file that is meant: a link that somebody names stands for the file that it leads to."""
    return os.path.realpath(file) if os.path.islink(file) else os.path.abspath(file)


@app.command
def check(*files: str, library: LibraryFolder = None, json: Destination = None) -> int:
    """Has the library these FILES already?

    Args:
        files: files or folders to look up; nothing is stored of them.
    """
    from core.check import check as check_files  # noqa: PLC0415
    from core.check import checks_json  # noqa: PLC0415
    from core.library import open_library  # noqa: PLC0415
    from core.summary import print_verdicts  # noqa: PLC0415
    from core.workers import Workers  # noqa: PLC0415

    _require(files, "Name at least one file to check.")
    wording = Wording(system_language())
    settings = Settings()
    workers = Workers(1, settings.worker_seconds, settings.worker_memory)
    try:
        with (
            open_library(library) as opened,
            ConsoleReporter(wording, sys.stderr) as reporter,
            stop_on_signal(reporter),
        ):
            verdicts = check_files([_own_place(file) for file in files], settings, opened, workers, reporter)
    finally:
        workers.close()
    if json is None:
        print_verdicts(verdicts, sys.stdout, wording)
    else:
        with writing(json) as file:
            write_json(file, checks_json(verdicts, wording))
    return WITH_PROBLEMS if any(verdict.kind == "undecided" for verdict in verdicts) else DONE


@app.command
def text(*files: str, json: bool = False) -> int:
    """Show what text is read from FILES.

    Args:
        files: files to read.
        json: one JSON object a line.
    """
    from core.extract.reading import Status  # noqa: PLC0415
    from core.reading_text import SENTENCES, read_texts  # noqa: PLC0415
    from core.workers import Workers  # noqa: PLC0415

    _require(files, "Name at least one file to read.")
    settings = Settings()
    workers = Workers(settings.worker_count, settings.worker_seconds, settings.worker_memory)
    wording = Wording(system_language())
    worst = DONE
    try:
        for named, one in zip(files, read_texts([_own_place(file) for file in files], workers), strict=True):
            reading = one.reading
            if reading.status is not Status.OK:
                worst = WITH_PROBLEMS
            if json:
                row = {
                    "path": named,
                    "status": reading.status.value,
                    "format": reading.format,
                    "text": reading.text,
                    "encoding": reading.encoding,
                    "seconds": round(one.seconds, 4),
                    "detail": reading.detail,
                }
                write_json(sys.stdout, row)
            elif reading.text:
                line(sys.stdout, reading.text)
            else:
                said = wording.say(SENTENCES[Status.NO_TEXT if reading.status is Status.OK else reading.status])
                print_error(f"{named}: {said}" + (f" ({reading.detail})" if reading.detail else ""))
    finally:
        workers.close()
    return worst


app.command("core.records_command:records")


@app.command
def watch(*folders: str, library: LibraryFolder = None, json: bool = False) -> int:
    """Keep the library current for FOLDERS, and print what happens until stopped.

    Args:
        folders: folders to watch.
        json: one JSON object a line.
    """
    from core.watch_command import watch_folders  # noqa: PLC0415

    _require(folders, "Name at least one folder to watch.")
    return watch_folders(_folders(folders), Settings(), library, as_json=json)
