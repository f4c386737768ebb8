"""From the marks to the trash: the plan, the one dialog, the act, what came of it, and bringing files back."""

from __future__ import annotations

import csv
import os
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMessageBox

from core.errors import msgid
from gui import file_acts, phrases
from gui.journal_view import JournalView
from gui.plan_dialog import PlanDialog
from gui.side_bar import View

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.actions import Failure, Outcome, Plan, Restored
    from core.documents import DuplicateGroup
    from core.journal_table import JournalRow
    from core.library import Library
    from core.plan import Surroundings
    from core.settings import Settings
    from gui.jobs import Progress
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.theme import Theme
    from gui.words import Words

MOST_NAMED = 12
"""So many files that stayed are named one by one."""


class Disposing(QObject):
    """Asks before marked files go, carries it out, and tells; fills the journal."""

    def __init__(self, words: Words, theme: Theme, window: MainWindow, session: Session, journal: JournalView) -> None:
        super().__init__(window)
        self._words = words
        self._theme = theme
        self._window = window
        self._session = session
        self._journal = journal
        self._dialog: PlanDialog | None = None
        window.bar.trash_asked.connect(self.ask)
        window.actions_["trash"].triggered.connect(self.ask)
        window.view_changed.connect(lambda view: self.show_journal() if view is View.JOURNAL else None)
        journal.search_wanted.connect(self.show_journal)
        journal.undo_wanted.connect(self.bring_back)
        journal.undo_act_wanted.connect(self.bring_act_back)
        journal.folder_wanted.connect(file_acts.show_in_folder)
        journal.export_wanted.connect(self.export_journal)

    # before

    def ask(self) -> None:
        """Plan what happens to the marked files, and ask."""
        if self._dialog is None and self._session.marking.marks:
            self._plan((), self._open)

    def _plan(self, confirmed: Sequence[str], then: Callable[[Plan], None]) -> None:
        marked = list(self._session.marking.marks)
        last = self._session.last
        groups = last.table.groups if last else ()
        settings = self._session.settings
        self._session.ask(lambda library: make_plan(library, settings, groups, marked, confirmed), then)

    def _open(self, plan: Plan) -> None:
        dialog = PlanDialog(self._words, self._theme, plan, self._window)
        dialog.confirmed.connect(lambda paths: self._plan(paths, dialog.show_plan))
        dialog.agreed.connect(self.carry_out)
        dialog.export_wanted.connect(self._export)
        dialog.finished.connect(self._forget_dialog)
        self._dialog = dialog
        dialog.open()

    def _forget_dialog(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None

    def _export(self, plan: Plan) -> None:
        path, _ = QFileDialog.getSaveFileName(
            self._window, self._words.say("Save the list"), "neartwin-plan.csv", "CSV (*.csv)"
        )
        if path:
            with open(path, "w", encoding="utf-8-sig", newline="", errors="replace") as file:
                rows = csv.writer(file)
                rows.writerow(("path", "action", "bytes", "kept"))
                rows.writerows((item.path, item.action, item.document.size, item.keeper or "") for item in plan.items)

    # the act

    def carry_out(self, plan: Plan) -> None:
        """Do what the plan says, after the work that runs already."""
        settings = self._session.settings
        self._session.stop()

        def work(library: Library, progress: Progress) -> Outcome:
            from core.disposal import dispose  # noqa: PLC0415 - beside its only use
            from core.protection import Protection  # noqa: PLC0415
            from gui.qt_trash import move_to_trash  # noqa: PLC0415

            covers = Protection.of(library.decisions, settings).covers
            return dispose(plan, move_to_trash, library.decisions, progress, is_protected=covers)

        self._session.write(msgid("Moving files to the trash"), work, self._tell_outcome)

    def _tell_outcome(self, outcome: Outcome) -> None:
        words = self._words
        self._session.forget(frozenset(outcome.done))
        self._window.bar.show_note(
            words.count("{n} file moved; the journal brings it back",
                        "{n} files moved; the journal brings them back", len(outcome.done))
        )  # fmt: skip
        self.show_journal()
        if outcome.problems:
            self._tell_failures(
                words.count("{n} file was left alone", "{n} files were left alone", len(outcome.problems)),
                outcome.problems,
            )

    def _tell_failures(self, title: str, failures: Sequence[Failure]) -> None:
        words = self._words
        lines = [
            f"{phrases.display(failure.path)}\n{words.say(failure.message, **failure.values)}"
            for failure in failures[:MOST_NAMED]
        ]
        if len(failures) > MOST_NAMED:
            lines.append(words.count("and {n} more", "and {n} more", len(failures) - MOST_NAMED))
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Information)
        box.setWindowTitle(title)
        box.setText(title)
        box.setInformativeText("\n\n".join(lines))
        box.open()

    # the journal

    def show_journal(self, needle: str = "") -> None:
        """List the rows of the journal that have `needle` in a path."""
        self._session.ask(lambda library: library.decisions.journal.search(needle), self._journal.show_rows)

    def bring_back(self, rows: Sequence[int]) -> None:
        """Bring back the files of rows of the journal."""

        def work(library: Library, progress: Progress) -> Restored:
            from core.journal import undo  # noqa: PLC0415 - beside its only use

            return undo(library.decisions, rows, progress)

        self._session.stop()
        self._session.write(msgid("Bringing files back"), work, self._tell_restored)

    def bring_act_back(self, act: int) -> None:
        """Bring back all of one clean-up."""

        def question(library: Library) -> list[int]:
            from core.journal import act_rows  # noqa: PLC0415 - beside its only use

            return act_rows(library.decisions, act)

        self._session.ask(question, self.bring_back)

    def export_journal(self, rows: Sequence[JournalRow]) -> None:
        """Write what the journal shows to a file that a spreadsheet opens."""
        title = self._words.say("Export the journal")
        path, _ = QFileDialog.getSaveFileName(self._window, title, "neartwin-journal.csv", "CSV (*.csv)")
        if path:
            from core.journal_export import write_csv  # noqa: PLC0415 - beside its only use

            with open(path, "w", encoding="utf-8-sig", newline="", errors="replace") as file:
                write_csv(rows, file)

    def _tell_restored(self, restored: Restored) -> None:
        words = self._words
        self._window.bar.show_note(
            words.count("{n} file is back", "{n} files are back", len(restored.done)),
        )
        self.show_journal()
        self._session.scan()
        if restored.problems:
            self._tell_failures(
                words.count("{n} file could not be brought back", "{n} files could not be brought back",
                            len(restored.problems)),
                restored.problems,
            )  # fmt: skip


def make_plan(
    library: Library,
    settings: Settings,
    groups: Sequence[DuplicateGroup],
    marked: Sequence[str],
    confirmed: Sequence[str],
) -> Plan:
    """Return what would happen to the marked files; runs on the reading thread."""
    from core.plan import plan_disposals  # noqa: PLC0415 - beside its only use
    from core.protection import Protection  # noqa: PLC0415

    return plan_disposals(
        groups,
        marked,
        is_protected=Protection.of(library.decisions, settings).covers,
        confirmed_losses=confirmed,
        surroundings=surroundings(marked),
    )


def surroundings(marked: Sequence[str]) -> Surroundings:
    """Return what a plan asks about the places of the marked files on this machine."""
    from core import places  # noqa: PLC0415 - beside its only use
    from core.holding import HoldingFolders  # noqa: PLC0415
    from core.plan import Surroundings  # noqa: PLC0415
    from core.trash import FreedesktopVolumes  # noqa: PLC0415
    from core.volumes import mounts_now  # noqa: PLC0415

    mounts = mounts_now()
    is_linux = sys.platform.startswith("linux")
    return Surroundings(
        is_delicate=lambda folder: places.care_of(folder) in (places.Care.SYSTEM, places.Care.HOME, places.Care.DRIVE),
        is_on_share=lambda path: mounts.of(os.path.realpath(os.path.dirname(path))).is_network,
        trash_trouble=FreedesktopVolumes(mounts) if is_linux else lambda _path, _size: None,
        holding_folder=HoldingFolders(time.strftime("%Y-%m-%d")),
        sync_service=places.sync_service,
        folder_files=_file_counts({os.path.dirname(path) for path in marked}),
    )


def _file_counts(folders: set[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for folder in folders:
        try:
            with os.scandir(folder) as entries:
                counts[folder] = sum(entry.is_file(follow_symlinks=False) for entry in entries)
        except OSError:
            continue
    return counts
