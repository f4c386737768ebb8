"""The command line: `scan`, `check`, `text`, `watch`, `records`, `plan`, `dispose`, `undo`. JSON by contract.

Exit status: see `core.command_guard`. Plain calls of `scan` do without this module: see `core.plain_call`.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, CycloptsError, Parameter

from core.command_guard import DONE, WITH_PROBLEMS, WrongCallError, guarded, print_error
from core.command_line_output import write_json
from core.console import line
from core.scan_command import named_folders, scan_and_report
from core.settings import Settings
from core.wording import Wording, system_language

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    return guarded(lambda: _called(arguments))


def _called(arguments: Sequence[str]) -> object:
    try:
        return app(list(arguments), exit_on_error=False, print_error=False)
    except CycloptsError as error:
        raise WrongCallError(_one_line(error)) from error


def _one_line(error: CycloptsError) -> str:
    text = " ".join(str(error).split())
    return text if text.endswith((".", "!", "?")) else text + "."


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
    dask: str | None = None,
    dask_map: tuple[str, ...] = (),
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
        dask: address of a Dask scheduler, like tcp://HOST:8786, whose workers read the files.
        dask_map: LOCAL=REMOTE, where the workers have a folder; may be given several times.
    """
    return scan_and_report(
        folders,
        library=library,
        json=json,
        csv=csv,
        html=html,
        similarity=similarity,
        hamming=hamming,
        method=method,
        exact_only=exact_only,
        kinds=kinds,
        include=include,
        exclude=exclude,
        hidden=hidden,
        dask=dask,
        dask_map=dask_map,
    )


def _require(values: Sequence[str], sentence: str) -> None:
    if not values:
        raise WrongCallError(sentence)


@app.command
def check(
    *files: str,
    library: LibraryFolder = None,
    json: Destination = None,
    csv: Destination = None,
    html: Destination = None,
    team: bool = True,
) -> int:
    """Has the library these FILES already, and if not, has the team?

    Args:
        files: files or folders to look up; nothing is stored of them.
        team: ask the team index too, where the library is in a team; only fingerprints are sent.
    """
    from core.check_command import check_and_report  # noqa: PLC0415

    return check_and_report(files, library=library, json=json, csv=csv, html=html, team=team)


@app.command
def text(*files: str, json: bool = False) -> int:
    """Show what text is read from FILES.

    Args:
        files: files to read.
        json: one JSON object a line.
    """
    from core.check_command import own_place  # noqa: PLC0415
    from core.extract.reading import Status  # noqa: PLC0415
    from core.reading_text import SENTENCES, read_texts  # noqa: PLC0415
    from core.workers import Workers  # noqa: PLC0415

    _require(files, "Name at least one file to read.")
    settings = Settings()
    workers = Workers(settings.worker_count, settings.worker_seconds, settings.worker_memory)
    wording = Wording(system_language())
    worst = DONE
    try:
        for named, one in zip(files, read_texts([own_place(file) for file in files], workers), strict=True):
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


app.command(
    "core.records_command:records",
    help="Write the lines of FILES without repetitions: of each the first stays, in order.",
)
app.command(
    "core.plan_command:plan", help="Show what a rule would dispose of in FOLDERS, and touch nothing: a dry run."
)
app.command(
    "core.plan_command:dispose_list",
    name="dispose",
    help="Dispose of what is ticked in LISTED, which `plan --csv` or the window wrote; without --yes only say so.",
)
app.command("core.plan_command:undo", help="Bring back the files of the last clean-up.")
app.command(
    "core.library_command:library_app",
    name="library",
    help="Look after the library: its size, its health, backups, what it forgets.",
)
app.command(
    "core.team_command:team_app",
    name="team",
    help="Share fingerprints of folders with a team on a Redis or Valkey server, and ask it. Texts never leave.",
)


@app.command
def watch(*folders: str, library: LibraryFolder = None, json: bool = False) -> int:
    """Keep the library current for FOLDERS, and print what happens until stopped.

    Args:
        folders: folders to watch.
        json: one JSON object a line.
    """
    from core.watch_command import watch_folders  # noqa: PLC0415

    _require(folders, "Name at least one folder to watch.")
    # As a scan by the command line: pairs below the threshold are told nowhere, and not looked for.
    settings = replace(Settings(), floor=Settings().similarity)
    return watch_folders(named_folders(folders), settings, library, as_json=json)
