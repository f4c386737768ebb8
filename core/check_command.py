"""The command `check`: files in, verdicts out, and a report as JSON, a table or a page."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from core.check import check, checks_json
from core.check_report import CheckFacts, write_check_csv, write_check_html
from core.command_guard import DONE, WITH_PROBLEMS, WrongCallError
from core.command_line_output import require_places, write_json, writing
from core.console import ConsoleReporter, stop_on_signal
from core.library import open_library
from core.settings import Settings
from core.team_settings import load as team_settings
from core.wording import Wording, system_language
from core.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.verdicts import Verdict


def own_place(file: str) -> str:
    """Return the file that is meant: a link that somebody names stands for the file that it leads to."""
    if not file:
        raise WrongCallError("A file needs a name.")
    return os.path.realpath(file) if os.path.islink(file) else os.path.abspath(file)


def check_and_report(
    files: Sequence[str],
    *,
    library: str | None = None,
    json: str | None = None,
    csv: str | None = None,
    html: str | None = None,
    team: bool = True,
) -> int:
    """Check the files, write the reports that are asked for, and return the exit status."""
    if not files:
        raise WrongCallError("Name at least one file to check.")
    require_places(json, csv, html)
    wording = Wording(system_language())
    settings = Settings()
    workers = Workers(1, settings.worker_seconds, settings.worker_memory)
    try:
        with (
            open_library(library) as opened,
            ConsoleReporter(wording, sys.stderr) as reporter,
            stop_on_signal(reporter),
        ):
            folder = opened.folder
            verdicts = check(
                [own_place(file) for file in files],
                settings,
                opened,
                workers,
                reporter,
                team=team_settings(folder) if team else None,
            )
    finally:
        workers.close()
    documents = max((verdict.of for verdict in verdicts), default=0)
    facts = CheckFacts(time.time_ns(), folder or "", documents, settings.similarity)
    _report(verdicts, facts, wording, json=json, csv=csv, html=html)
    return WITH_PROBLEMS if any(verdict.kind == "undecided" for verdict in verdicts) else DONE


def _report(
    verdicts: Sequence[Verdict],
    facts: CheckFacts,
    wording: Wording,
    *,
    json: str | None,
    csv: str | None,
    html: str | None,
) -> None:
    if json is not None:
        with writing(json) as file:
            write_json(file, checks_json(verdicts, wording))
    if csv is not None:
        with writing(csv) as file:
            write_check_csv(verdicts, facts, file, wording)
    if html is not None:
        with writing(html) as file:
            write_check_html(verdicts, facts, file, wording)
    if json is csv is html is None:
        from core.summary import print_verdicts  # noqa: PLC0415 - a report needs none

        print_verdicts(verdicts, sys.stdout, wording)
