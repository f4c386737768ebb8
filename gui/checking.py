"""Has the library these files already? From the drop zone to the sheet with the verdicts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from gui import file_acts
from gui.check_sheet import CheckSheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.check import Verdict
    from core.check_table import CheckTable
    from core.library import Library
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
        self._asked: Progress | None = None
        self._table: CheckTable | None = None
        self.sheet = CheckSheet(words, theme, window.pages_room)
        window.side.check_asked.connect(self.check)
        window.empty.files_dropped.connect(self.check)
        window.actions_["check_files"].triggered.connect(lambda: self.check([]))
        self.sheet.compare_wanted.connect(self._compare)
        self.sheet.folder_wanted.connect(file_acts.show_in_folder)

    def check(self, paths: Sequence[str]) -> None:
        """Look for files in the library; an empty list lets the user choose them first."""
        if not paths:
            paths, _ = QFileDialog.getOpenFileNames(self._window, self._words.say("Check files against the library"))
        chosen = [os.path.abspath(path) for path in paths]
        if not chosen:
            return
        if self._asked is not None:
            self._asked.stop()
        self.sheet.show_waiting(len(chosen))
        self._asked = self._session.ask(lambda library: self._answer(library, chosen), self._show, self._refuse)

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

    def _refuse(self, error: Exception) -> None:
        from core.errors import KnownError  # noqa: PLC0415 - beside its only use

        self.sheet.show_verdicts([])
        if isinstance(error, KnownError):
            self._session.refused.emit(error)

    def _compare(self, one: str, other: str) -> None:
        self.sheet.leave()
        self._window.show_review()
        self._looking.compare(one, other)
