"""The commands `plan` (a dry run), `dispose` (a list that somebody ticked) and `undo`. Erasing is for the window only.

A list is never acted on as it stands: the folders are scanned again, the plan is made anew over all that is ticked,
and a file whose content is another one than the list says is left out.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from core.actions import Action
from core.command_guard import DONE, WITH_PROBLEMS, WrongCallError
from core.command_line_output import writing
from core.console import ConsoleReporter, line, stop_on_signal
from core.errors import KnownError
from core.output_file import text_output
from core.scan_command import named_folders
from core.settings import Settings
from core.wording import Wording, system_language

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from core.actions import Failure, Plan
    from core.documents import DuplicateGroup
    from core.library import Library
    from core.linked import LinkFinder
    from core.surroundings import Guard

Way = Literal["trash", "holding", "folder"]
To = Annotated[Way, Parameter(help="Where files go: trash, holding (a dated folder on their volume) or folder.")]
LibraryFolder = Annotated[str | None, Parameter(help="The library's folder; by default your own library.")]
File = Annotated[str | None, Parameter(help="Write the list there.")]
Json = Annotated[str | None, Parameter(help="Write it there; - is standard output.", allow_leading_hyphen=True)]

_ACTIONS = {"trash": Action.TRASH, "holding": Action.HOLD, "folder": Action.MOVE}


def plan(
    *folders: str,
    rule: Literal["surplus", "newest", "oldest", "largest", "shortest_path"] = "surplus",
    same_text: Annotated[bool, Parameter(negative="")] = False,
    to: To = "trash",
    folder: str | None = None,
    csv: File = None,
    json: Json = None,
    library: LibraryFolder = None,
) -> int:
    """Show what a rule would dispose of in FOLDERS, and touch nothing: a dry run.

    Args:
        folders: folders to scan.
        rule: which copy of identical files stays: the proposed one, the newest, the oldest, ...
        same_text: mark the surplus of the same text too.
        folder: with --to folder: where files would be moved to.
    """
    from core.rules import Rule, RuleKind, Untouchable, apply_rule  # noqa: PLC0415 - --help loads nothing
    from core.surroundings import cloud_only  # noqa: PLC0415
    from core.volumes import mounts_now  # noqa: PLC0415

    wording = Wording(system_language())
    with _looked_at(folders, library, wording) as desk:
        untouchable = Untouchable(desk.guard, cloud_only(mounts_now()), desk.links.document_for)
        wanted = Rule(RuleKind(rule), same_text=same_text)
        effect = apply_rule(wanted, desk.groups, untouchable=untouchable, now_ns=time.time_ns())
        made = desk.plan([mark.path for mark in effect.marks], (), to, folder)
    _write(made, csv, json)
    if json != "-":
        _print_plan(made, wording)
    return DONE


def dispose_list(
    listed: str,
    /,
    *folders: str,
    to: To = "trash",
    folder: str | None = None,
    yes: Annotated[bool, Parameter(negative="")] = False,
    summary_agreed: Annotated[bool, Parameter(negative="")] = False,
    library: LibraryFolder = None,
) -> int:
    """Dispose of what is ticked in LISTED, which `plan --csv` or the window wrote; without --yes only say so.

    Args:
        listed: the list; its column "tick" says which files are meant.
        folders: folders to scan, so that everything is checked against what is there now.
        folder: with --to folder: where the files are moved to.
        yes: carry it out.
        summary_agreed: also where it is a large clean-up, or half of a folder.
    """
    from core.plan_file import changed_since, open_list  # noqa: PLC0415 - --help loads nothing

    wording = Wording(system_language())
    ticked = open_list(listed)
    with _looked_at(folders, library, wording) as desk:
        made = desk.plan(ticked.marked, ticked.confirmed, to, folder)
        changed: set[str] = set()
        while found := changed_since(ticked, made):  # what is left out may let another one go that stayed for it
            changed.update(found)
            marked, confirmed = ([one for one in of if one not in changed] for of in (ticked.marked, ticked.confirmed))
            made = desk.plan(marked, confirmed, to, folder)
        for path in sorted(changed):
            line(sys.stdout, f"{path}\n    {wording.say('It is not the file that was ticked, so it stays.')}")
        _print_plan(made, wording)
        if not yes or not made.items:
            return WITH_PROBLEMS if changed or made.refused else DONE
        if made.needs_second_consent and not summary_agreed:
            raise KnownError(
                "This is a large clean-up, or takes half of a folder or more. Look at the list above, then add"
                " --summary-agreed."
            )
        problems = desk.carry_out(made)
    _print_failures(problems, wording)
    return WITH_PROBLEMS if problems or changed or made.refused else DONE


def undo(*, act: int | None = None, library: LibraryFolder = None) -> int:
    """Bring back the files of the last clean-up.

    Args:
        act: the number of another clean-up, as in the exported journal.
    """
    from core.journal import act_rows, recover  # noqa: PLC0415 - --help loads nothing
    from core.journal import undo as bring_back  # noqa: PLC0415
    from core.library import open_library  # noqa: PLC0415

    wording = Wording(system_language())
    with (
        open_library(library) as opened,
        ConsoleReporter(wording, sys.stderr) as reporter,
        stop_on_signal(reporter),
        opened.writing(reporter),
    ):
        if act is not None and not opened.decisions.journal.search(act=act, limit=1):
            raise WrongCallError(f"There is no clean-up {act}. The exported journal has the number of each.")
        recover(opened.decisions)
        restored = bring_back(opened.decisions, act_rows(opened.decisions, act), reporter)
    for _, path in restored.done:
        line(sys.stdout, path)
    line(sys.stdout, wording.count("{n} file is back", "{n} files are back", len(restored.done)))
    _print_failures(restored.problems, wording)
    return WITH_PROBLEMS if restored.problems or not restored.is_complete else DONE


@dataclass(frozen=True, slots=True)
class _Desk:
    """A library, the groups in some folders now, and what is to be known of their files."""

    library: Library
    groups: Sequence[DuplicateGroup]
    guard: Guard
    links: LinkFinder
    reporter: ConsoleReporter

    def plan(self, marked: Sequence[str], confirmed: Collection[str], to: Way, folder: str | None) -> Plan:
        from core.plan import plan_disposals  # noqa: PLC0415 - --help loads nothing
        from core.surroundings import count_files, look_around  # noqa: PLC0415

        if (folder is None) is (to == "folder") or folder == "":
            raise WrongCallError("--to folder and --folder FOLDER belong together.")
        going = frozenset(marked)
        return plan_disposals(
            self.groups,
            marked,
            action=_ACTIONS[to],
            is_protected=self.guard,
            confirmed_losses=confirmed,
            destination=None if folder is None else os.path.abspath(folder),
            surroundings=look_around(
                time.strftime("%Y-%m-%d"),
                linked_from=lambda path: self.links.document_for(path, going),
                folder_files=count_files(map(os.path.dirname, marked)),
            ),
        )

    def carry_out(self, made: Plan) -> Sequence[Failure]:
        """Do it; return what was left alone."""
        from core.disposal import dispose  # noqa: PLC0415 - --help loads nothing
        from core.journal import recover  # noqa: PLC0415
        from core.trash import FreedesktopTrash  # noqa: PLC0415

        trash = FreedesktopTrash() if sys.platform.startswith("linux") else None
        with self.library.writing(self.reporter):
            recover(self.library.decisions)
            outcome = dispose(made, trash, self.library.decisions, self.reporter, is_protected=self.guard)
        wording = Wording(system_language())
        line(
            sys.stdout,
            wording.count(
                "{n} file moved; the journal brings it back",
                "{n} files moved; the journal brings them back",
                len(outcome.done),
            ),
        )
        return outcome.problems


@contextmanager
def _looked_at(folders: Sequence[str], library: str | None, wording: Wording) -> Iterator[_Desk]:
    """Scan folders and learn all that a plan asks."""
    from core.library import open_library  # noqa: PLC0415 - --help loads nothing
    from core.linked import LinkFinder  # noqa: PLC0415
    from core.scan import scan  # noqa: PLC0415
    from core.surroundings import Guard  # noqa: PLC0415
    from core.workers import Workers  # noqa: PLC0415

    settings, roots = Settings(), named_folders(folders)
    workers = Workers(settings.worker_count, settings.worker_seconds, settings.worker_memory)
    try:
        with (
            open_library(library) as opened,
            ConsoleReporter(wording, sys.stderr) as reporter,
            stop_on_signal(reporter),
        ):
            result = scan(roots, settings, opened, workers, reporter)
            if not result.is_complete:
                raise KnownError("The folders could not be looked at in full, so nothing was planned.")
            links = LinkFinder()
            rows = (row for root in roots for row in opened.index.files_under(root))
            links.look_at(links.unknown((row.path, row.size, row.mtime_ns) for row in rows))
            yield _Desk(opened, result.groups, Guard(opened.decisions, settings), links, reporter)
    finally:
        workers.close()


def _write(made: Plan, csv_to: str | None, json_to: str | None) -> None:
    from core.plan_file import write_csv, write_json  # noqa: PLC0415 - --help loads nothing

    if json_to is not None:
        with writing(json_to) as file:
            write_json(made, file)
    if csv_to is not None:
        with text_output(csv_to, "utf-8-sig", errors="surrogateescape") as file:
            write_csv(made, file)


def _print_plan(made: Plan, wording: Wording) -> None:
    for item in made.items:
        kept = wording.say("goes; {keeper} stays", keeper=item.keeper) if item.keeper else wording.say("goes")
        line(sys.stdout, f"{item.path}\n    {kept}")
    for refused in made.refused:
        line(sys.stdout, f"{refused.path}\n    {wording.say('stays: {why}', why=wording.say(refused.message))}")
    for warned in made.warnings:
        values = {
            name: wording.size(int(str(value))) if name == "size" else value
            for name, value in dict(warned.values).items()
        }
        about = f"{warned.subject}: " if warned.subject else ""
        line(sys.stdout, about + wording.say(warned.message, **values))
    line(
        sys.stdout,
        wording.count(
            "{n} file would go, {size}.", "{n} files would go, {size}.", len(made.items),
            size=wording.size(sum(item.document.size for item in made.items)),
        ),
    )  # fmt: skip


def _print_failures(problems: Sequence[Failure], wording: Wording) -> None:
    for problem in problems:
        line(sys.stdout, f"{problem.path}\n    {wording.say(problem.message, **problem.values)}")
