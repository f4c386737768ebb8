"""`neartwin library merge` and `neartwin library lacks`: two libraries, no server."""

from __future__ import annotations

import os
import sys
from typing import Annotated

from cyclopts import Parameter

from core.command_guard import DONE, WITH_PROBLEMS
from core.command_line_output import write_json
from core.console import ConsoleReporter, line, stop_on_signal
from core.library import open_library
from core.merging import Absence, lacking, other_library
from core.merging import merge as merge_libraries
from core.wording import Wording, system_language

LibraryFolder = Annotated[str | None, Parameter(help="The library's folder; by default your own library.")]


def merge(source: str, *, library: LibraryFolder = None) -> int:
    """Take the library in the folder SOURCE into the library: files, texts, fingerprints, decisions and journal.

    SOURCE stays as it is; doing it again adds nothing. The next scan compares the texts of both with each other.

    Args:
        source: folder of another library.
    """
    wording = Wording(system_language())
    with open_library(library) as own, ConsoleReporter(wording, sys.stderr) as reporter, stop_on_signal(reporter):
        merged = merge_libraries(own, source, reporter)
    taken = merged.decisions
    decisions = taken.settled + taken.marks + taken.statuses + taken.folders + taken.rules
    line(
        sys.stdout,
        wording.say(
            "Taken over: {files} files, {texts} texts, {decisions} decisions, {journal} rows of the journal.",
            files=wording.number(merged.brought.files),
            texts=wording.number(merged.brought.texts),
            decisions=wording.number(decisions),
            journal=wording.number(merged.journal),
        ),
    )
    return DONE


def lacks(archive: str, *, folder: str | None = None, library: LibraryFolder = None, json: bool = False) -> int:
    """Name the files of the library that ARCHIVE, the folder of another library, lacks.

    Args:
        archive: folder of another library.
        folder: only the files in this folder.
        json: one JSON object a line.
    """
    wording = Wording(system_language())
    is_sure = True
    with (
        open_library(library) as own,
        other_library(own, archive) as there,
        ConsoleReporter(wording, sys.stderr) as reporter,
        stop_on_signal(reporter),
    ):
        found = lacking(own, there, reporter, None if folder is None else os.path.abspath(folder))
    notes = {
        Absence.ABSENT: "",
        Absence.TEXT_THERE: wording.say("its text is there in another file"),
        Absence.UNDECIDED: wording.say("could not be read to be compared"),
    }
    for one in found:
        is_sure = is_sure and one.absence is not Absence.UNDECIDED
        if json:
            write_json(sys.stdout, {"path": one.path, "size": one.size, "absence": one.absence.value})
        else:
            line(sys.stdout, f"{one.path}  {notes[one.absence]}".rstrip())
    if not found and not json:
        line(sys.stdout, wording.say("Nothing is lacking there."))
    return DONE if is_sure else WITH_PROBLEMS
