"""`neartwin library ...`: what the library holds, whether it is whole, and everything that can be done with it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from core import care, exchange, libraries
from core.command_guard import DONE, WITH_PROBLEMS, WrongCallError
from core.command_line_output import write_json
from core.console import ConsoleReporter, line, stop_on_signal
from core.library import open_library
from core.wording import Wording, system_language

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.library import Library

LibraryFolder = Annotated[str | None, Parameter(help="The library's folder; by default your own library.")]

library_app = App(name="library", help="Look after the library: its size, its health, backups, what it forgets.")
library_app.command("core.merging_command:merge")
library_app.command("core.merging_command:lacks")


class _Speaker:
    """Says the catalogue's sentences on standard output."""

    def __init__(self) -> None:
        self._wording = Wording(system_language())

    def say(self, sentence: str, **values: object) -> None:
        line(sys.stdout, self._wording.say(sentence, **values))


def _require_names(*folders: str) -> None:
    """Take no empty name for the folder that the terminal is in: it comes from a variable that is not set."""
    if not all(folders):
        raise WrongCallError("A folder needs a name.")


def _on_library(folder: str | None, work: Callable[[Library, ConsoleReporter], int]) -> int:
    wording = Wording(system_language())
    with (
        open_library(folder) as library,
        ConsoleReporter(wording, sys.stderr) as reporter,
        stop_on_signal(reporter),
    ):
        return work(library, reporter)


@library_app.default
def info(*, library: LibraryFolder = None, json: bool = False) -> int:
    """Tell what the library stores, and where.

    Args:
        json: as one JSON object.
    """

    def work(opened: Library, _reporter: ConsoleReporter) -> int:
        held = care.holdings(opened)
        facts = {
            "folder": held.folder,
            "size": held.size,
            "files": held.files,
            "documents": held.documents,
            "texts": held.texts,
            "kept_texts": held.kept_texts,
            "spare": held.spare_bytes,
            "roots": [{"path": root.path, "state": root.state} for root in opened.index.roots()],
        }
        if json:
            write_json(sys.stdout, facts)
            return DONE
        _Speaker().say(
            "{folder}: {files} files, {documents} documents, {texts} texts ({kept} stored word by word), {size} bytes.",
            folder=held.folder,
            files=held.files,
            documents=held.documents,
            texts=held.texts,
            kept=held.kept_texts,
            size=held.size,
        )
        for root in opened.index.roots():
            line(sys.stdout, f"  {root.path}")
        return DONE

    return _on_library(library, work)


@library_app.command
def verify(*, library: LibraryFolder = None) -> int:
    """Check every page and reference of the library's databases."""

    def work(opened: Library, reporter: ConsoleReporter) -> int:
        found = care.examine(opened, reporter)
        for fault in (*found.index_faults, *found.decisions_faults):
            line(sys.stdout, fault)
        if found.is_whole:
            _Speaker().say("The library is whole.")
        return DONE if found.is_whole else WITH_PROBLEMS

    return _on_library(library, work)


@library_app.command
def compact(*, library: LibraryFolder = None) -> int:
    """Drop what no file has any more, and give its space back."""

    def work(opened: Library, reporter: ConsoleReporter) -> int:
        _Speaker().say("{size} bytes are free again.", size=care.compact(opened, reporter))
        return DONE

    return _on_library(library, work)


@library_app.command
def forget(*folders: str, library: LibraryFolder = None) -> int:
    """Forget FOLDERS: their files, and the texts known only from them, which are erased from the disk.

    Args:
        folders: folders whose files the library shall know no more; no file is touched.
    """
    if not folders:
        raise WrongCallError("Name at least one folder to forget.")
    _require_names(*folders)

    def work(opened: Library, reporter: ConsoleReporter) -> int:
        for folder in map(os.path.abspath, folders):
            done = care.forget_folder(opened, folder, reporter)
            _Speaker().say("{folder}: {files} files and {texts} texts are forgotten.", folder=folder, files=done.files,
                 texts=done.texts)  # fmt: skip
        return DONE

    return _on_library(library, work)


@library_app.command
def forget_texts(*, library: LibraryFolder = None) -> int:
    """Erase the stored texts; fingerprints stay, and comparisons read the files again."""

    def work(opened: Library, reporter: ConsoleReporter) -> int:
        _Speaker().say("{size} bytes are free again.", size=care.forget_texts(opened, reporter))
        return DONE

    return _on_library(library, work)


@library_app.command
def backup(target: str, *, library: LibraryFolder = None) -> int:
    """Copy decisions and journal to the file TARGET."""

    def work(opened: Library, _reporter: ConsoleReporter) -> int:
        care.back_up_decisions(opened, target)
        return DONE

    return _on_library(library, work)


@library_app.command
def export(target: str, *, library: LibraryFolder = None, without_texts: bool = False) -> int:
    """Write the whole library to the file TARGET.

    Args:
        without_texts: leave the stored texts out.
    """

    def work(opened: Library, reporter: ConsoleReporter) -> int:
        exchange.export_library(opened, target, reporter, with_texts=not without_texts)
        return DONE

    return _on_library(library, work)


@library_app.command(name="import")
def import_(source: str, folder: str) -> int:
    """Make a library in the empty FOLDER from the exported one in the file SOURCE."""
    _require_names(folder)
    wording = Wording(system_language())
    with ConsoleReporter(wording, sys.stderr) as reporter, stop_on_signal(reporter):
        exchange.import_library(source, os.path.abspath(folder), reporter)
    return DONE


@library_app.command
def import_decisions(source: str, *, library: LibraryFolder = None) -> int:
    """Add the decisions in SOURCE, a backup or an exported library, to the library's own."""

    def work(opened: Library, _reporter: ConsoleReporter) -> int:
        taken = exchange.import_decisions(opened, source)
        total = taken.settled + taken.marks + taken.statuses + taken.folders + taken.rules
        _Speaker().say("{n} decisions were taken over.", n=total)
        return DONE

    return _on_library(library, work)


@library_app.command(name="list")
def list_(*, json: bool = False) -> int:
    """Name the known libraries; a star marks the one that is used."""
    for place in libraries.libraries():
        if json:
            write_json(
                sys.stdout,
                {
                    "folder": place.folder,
                    "there": place.is_there,
                    "shared": place.is_shared,
                    "current": place.is_current,
                },
            )
        else:
            line(sys.stdout, f"{'*' if place.is_current else ' '} {place.folder}")
    return DONE


@library_app.command
def choose(folder: str) -> int:
    """Use the library in FOLDER from now on when none is named."""
    _require_names(folder)
    libraries.choose_library(folder)
    return DONE


@library_app.command
def portable(*, library: LibraryFolder = None) -> int:
    """Copy the library to a data folder beside the program, which then uses that one wherever it is carried."""

    def work(opened: Library, reporter: ConsoleReporter) -> int:
        line(sys.stdout, libraries.make_portable(opened, reporter))
        return DONE

    return _on_library(library, work)


@library_app.command
def erase(*, yes: bool = False) -> int:
    """Erase all data of Neartwin on this computer: libraries, backups, snapshots, lists. No document is touched.

    Args:
        yes: really do it; without it the places are only named.
    """
    if not yes:
        for place in libraries.data_places():
            line(sys.stdout, place)
        _Speaker().say("Nothing was erased yet. Say --yes to erase all this.")
        return WITH_PROBLEMS
    done = libraries.erase_everything()
    for path, reason in done.left:
        line(sys.stdout, f"{path}: {reason}")
    return WITH_PROBLEMS if done.left else DONE
