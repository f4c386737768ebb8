"""Has the library these files already? From the drop zone to the sheet with the verdicts."""

from __future__ import annotations

import io
import os
import time
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from core.errors import KnownError
from core.output_file import output_file
from gui import file_acts
from gui.check_sheet import CheckSheet
from gui.passage_dialog import PassageDialog
from gui.phrases import display
from gui.saving import choose_to_save
from gui.side_bar import RELATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.check import Verdict
    from core.check_table import CheckTable
    from core.library import Library
    from core.side_by_side import SideBySide
    from core.submissions import Submission
    from gui.jobs import Progress
    from gui.looking import Looking
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.team_desk import TeamDesk
    from gui.theme import Theme
    from gui.words import Words


class Checking(QObject):
    """Checks files that are dropped or chosen; nothing is indexed or moved by it."""

    def __init__(
        self, words: Words, theme: Theme, window: MainWindow, session: Session, *, looking: Looking, team: TeamDesk
    ) -> None:
        super().__init__(window)
        self._words = words
        self._window = window
        self._session = session
        self._looking = looking
        self._team = team
        self._theme = theme
        self._scratch: TemporaryDirectory[str] | None = None
        self._asked: Progress | None = None
        self._unplaced = ""
        self._table: CheckTable | None = None
        self.sheet = CheckSheet(words, theme, window.pages_room)
        window.side.check_asked.connect(self.check)
        window.empty.files_dropped.connect(self.check)
        window.files_dropped.connect(self.check)
        window.actions_["check_files"].triggered.connect(lambda: self.check([]))
        window.actions_["check_clipboard"].triggered.connect(self.check_clipboard)
        window.closing.connect(self._forget_clipboard)
        self.sheet.compare_wanted.connect(self._compare)
        self.sheet.passages_wanted.connect(self.show_passages)
        self.sheet.report_wanted.connect(self._ask_report)
        self.sheet.folder_wanted.connect(file_acts.show_in_folder)
        self.sheet.closed.connect(self._return_keys)
        looking.pane.back_wanted.connect(self._come_back)

    def check(self, paths: Sequence[str]) -> None:
        """Look for files in the library; an empty list lets the user choose them first."""
        if not paths:
            paths, _ = QFileDialog.getOpenFileNames(self._window, self._words.say("Check files against the library"))
        chosen = [os.path.abspath(path) for path in paths]
        if not chosen:
            return
        self._ask(chosen)

    def _ask(self, chosen: Sequence[str], unplaced: str = "") -> None:
        self._unplaced = unplaced
        self._looking.pane.withdraw_back()
        if self._asked is not None:
            self._asked.stop()
        self.sheet.show_waiting(len(chosen), unplaced)
        self._asked = self._session.ask(lambda library: self._answer(library, chosen), self._show, self._refuse)

    def check_clipboard(self) -> None:
        """Look for the text on the clipboard; it is kept in a file of its own only until the next such check."""
        text = QGuiApplication.clipboard().text()
        if not text.strip():
            self._window.bar.show_note(self._words.say("There is no text on the clipboard"))
            return
        self._forget_clipboard()
        self._scratch = TemporaryDirectory(prefix="neartwin-")
        name = self._words.say("Text from the clipboard")
        path = os.path.join(self._scratch.name, f"{name}.txt")
        with open(path, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        self._ask([path], unplaced=path)

    def _forget_clipboard(self) -> None:
        if self._scratch is not None:
            self._scratch.cleanup()
            self._scratch = None

    def _show(self, answered: tuple[list[Verdict], dict[str, Submission]]) -> None:
        """Show what the library says, then ask the team."""
        self.sheet.show_verdicts(answered[0])
        self._team.ask(*answered, self.sheet.add_team)

    def _answer(self, library: Library, paths: Sequence[str]) -> tuple[list[Verdict], dict[str, Submission]]:
        """Check; runs on the reading thread with its own worker, so that it answers while a scan runs."""
        from core.check import check  # noqa: PLC0415 - beside its only use
        from core.check_table import CheckTable  # noqa: PLC0415
        from core.progress import NullReporter  # noqa: PLC0415

        self._table = self._table or CheckTable()
        workers = self._session.reading_workers()
        heard: dict[str, Submission] = {}
        return check(
            paths, self._session.settings, library, workers, NullReporter(), table=self._table, heard=heard
        ), heard

    # what is done with the answer

    def show_passages(self, one: str, other: str) -> None:
        """Show the passages of two files side by side."""
        session = self._session

        def question(library: Library) -> SideBySide | None:
            from core.side_by_side import SideTask, read_side_by_side  # noqa: PLC0415 - beside its only use
            from core.workers import WorkerFailure  # noqa: PLC0415

            task = SideTask(one, other, (library.whole_text(one), library.whole_text(other)))
            for _, outcome in session.reading_workers().map(read_side_by_side, [task]):
                return None if isinstance(outcome, WorkerFailure) else outcome
            return None

        session.ask(question, lambda found: self._open_passages(one, other, found))

    def _open_passages(self, one: str, other: str, found: SideBySide | None) -> None:
        if found is None:
            self._window.bar.show_note(self._words.say("Reading the text took too long"))
            return
        first, second = (os.path.basename(path) if path == self._unplaced else path for path in (one, other))
        dialog = PassageDialog(self._words, self._theme, (first, second), found, self._window)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask_report(self, verdicts: Sequence[Verdict]) -> None:
        title, kinds = self._words.say("Save the report"), "HTML (*.html);;CSV (*.csv)"
        path, _ = choose_to_save(self._window, self._session.store, title, "neartwin-check.html", kinds)
        if path:
            self.save_report(verdicts, path)

    def save_report(self, verdicts: Sequence[Verdict], path: str) -> None:
        """Write a report on these verdicts: a table where the name ends in .csv, else a page."""
        from core.check_report import CheckFacts, write_check_csv, write_check_html  # noqa: PLC0415

        facts = CheckFacts(
            checked_ns=time.time_ns(),
            library=self._session.library_folder,
            documents=max((verdict.of for verdict in verdicts), default=0),
            similarity=self._session.settings.similarity,
        )
        verdicts = [
            replace(verdict, path=os.path.basename(verdict.path)) if verdict.path == self._unplaced else verdict
            for verdict in verdicts
        ]
        is_table = path.lower().endswith(".csv")
        memory = io.StringIO(newline="")
        (write_check_csv if is_table else write_check_html)(verdicts, facts, memory, self._words.wording)
        try:
            with output_file(path) as file:
                file.write(memory.getvalue().encode("utf-8", "replace"))
        except OSError as error:
            self._session.refuse(
                KnownError("{path} cannot be written: {reason}", path=path, reason=error.strerror or "")
            )
        else:
            self._window.bar.show_note(self._words.say("The report is saved in {path}", path=display(path)))

    def _return_keys(self) -> None:
        """Give the keys back to the list where it is what is left in view."""
        if self._window.view in RELATIONS:
            self._window.review.take_focus()

    def _come_back(self) -> None:
        self._looking.pane.withdraw_back()
        self.sheet.come_back()

    def _refuse(self, error: Exception) -> None:
        self.sheet.show_verdicts([])
        self._session.refuse(error)

    def _compare(self, one: str, other: str) -> None:
        self.sheet.leave()
        self._window.show_review()
        self._looking.compare(one, other, self._unplaced)
        self._looking.pane.offer_back()
