"""The inbox at work: new files are audited a few at a time, listed, decided on by the user, and told of in one go."""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox

from core.decisions import FolderRole, ReviewStatus
from core.errors import msgid
from gui import file_acts, phrases
from gui.inbox_team import InboxTeam, is_in_team
from gui.inbox_view import InboxView
from gui.side_bar import View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.audit import Audited
    from core.check_table import CheckTable
    from core.decisions import StatusRow
    from core.errors import Problem
    from core.library import Library
    from core.submissions import Submission
    from gui.jobs import Progress
    from gui.looking import Looking
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.team_desk import TeamDesk
    from gui.theme import Theme
    from gui.words import Words

PORTION = 16
"""So many files are audited in one question; other questions come between."""

QUIET_MS = 2000
"""How long nothing must arrive before the counts are told."""

LONGEST_SECONDS = 60.0
"""In a stream that never ends the counts are told after this long."""

MOST_NAMED = 12


class InboxDesk(QObject):
    """Audits, and feeds the page.

    Attributes:
        audited: a burst of new files has been audited: `Counter` of `ReviewStatus`.
    """

    audited = Signal(object)

    def __init__(self, words: Words, theme: Theme, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._session = session
        self._table: CheckTable | None = None
        self._pending: list[str] = []
        self._asked: Progress | None = None
        self._is_due = False
        self._counts: Counter[ReviewStatus] = Counter()
        self._since = 0.0
        self._team: InboxTeam | None = None
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self._tell)
        self.page = InboxView(words, theme)

    def wire(self, window: MainWindow, looking: Looking) -> None:
        """Connect the page with the window that shows it."""
        self._window, self._looking = window, looking
        session = self._session
        session.opened.connect(self._open)
        session.shown.connect(lambda _shown: self.look())
        window.view_changed.connect(lambda view: self.show_rows() if view is View.INBOX else None)
        window.side.inbox_asked.connect(self.ask_inbox)
        self.page.status_wanted.connect(self._decide)
        self.page.compare_wanted.connect(self._compare)
        self.page.move_wanted.connect(self._move)
        self.page.folder_wanted.connect(file_acts.show_in_folder)

    def set_team(self, team: TeamDesk) -> None:
        """Ask this team about what the library has nothing like."""
        self._team = InboxTeam(self._words, self._session, team, self)
        self._team.waiting.connect(self._take_waiting)
        self._team.troubled.connect(self._say)

    # which folders are inboxes

    def _open(self) -> None:
        self._session.ask(lambda library: library.decisions.folders(FolderRole.INBOX), self._session.list.set_inboxes)
        self.show_rows()

    def ask_inbox(self, path: str) -> None:
        """Make a folder an inbox, after asking what becomes of the files in it; or make it an ordinary one again."""
        if path in self._session.list.inboxes:
            self.set_inbox(path, is_inbox=False, audits_present=False)
            return
        words = self._words
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(words.say("Make this folder an inbox"))
        box.setText(
            words.say("Check each new file in {folder}?", folder=phrases.display(os.path.basename(path) or path))
        )
        box.setInformativeText(
            words.say(
                "Each new file is compared with your library and listed as accepted, rejected or waiting, as you chose"
                " in the settings. No file is moved or deleted."
            )
        )
        later = box.addButton(words.say("Only files from now on"), QMessageBox.ButtonRole.AcceptRole)
        present = box.addButton(words.say("Files that are there, too"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(words.say("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(later)
        box.buttonClicked.connect(
            lambda button: (
                self.set_inbox(path, is_inbox=True, audits_present=button is present)
                if button in (later, present)
                else None
            )
        )
        box.open()

    def set_inbox(self, path: str, *, is_inbox: bool, audits_present: bool) -> None:
        """Make a folder an inbox or an ordinary one; without `audits_present` what is there counts as accepted."""

        def work(library: Library) -> list[str]:
            from core.audit import accept_what_is_there  # noqa: PLC0415 - loads what reads texts

            folders = [folder for folder in library.decisions.folders(FolderRole.INBOX) if folder != path]
            if is_inbox:
                folders.append(path)
                if not audits_present:
                    accept_what_is_there(library, path)
            library.decisions.set_folders(FolderRole.INBOX, folders)
            return folders

        def take(folders: list[str]) -> None:
            self._session.list.set_inboxes(folders)
            self.show_rows()
            self.look()

        self._session.ask(work, take)

    # audits

    def look(self) -> None:
        """Audit what is new; while an audit runs, look once more after it."""
        if not self._session.list.inboxes or self._session.is_read_only:
            return
        if self._asked is not None:
            self._is_due = True
            return
        self._asked = self._session.ask(_arrivals, self._take_arrivals, self._give_up)

    def _take_arrivals(self, paths: list[str]) -> None:
        self._pending = paths
        if not paths:
            self.show_rows()  # files may have been renamed, moved or deleted
        self._go_on()

    def _go_on(self) -> None:
        """Audit the next few files."""
        if not self._pending:
            self._asked = None
            if self._is_due:
                self._is_due = False
                self.look()
            return
        portion, pending = self._pending[:PORTION], tuple(self._pending)
        self._pending = self._pending[PORTION:]
        self._asked = self._session.ask(
            lambda library: self._audit(library, portion, pending),
            lambda done: self._take_audited(*done),
            self._give_up,
        )

    def _audit(
        self, library: Library, portion: Sequence[str], pending: Sequence[str]
    ) -> tuple[Audited, dict[str, Submission]]:
        """Audit; runs on the reading thread."""
        from core.audit import audit  # noqa: PLC0415 - loads what reads texts
        from core.check_table import CheckTable  # noqa: PLC0415
        from core.progress import NullReporter  # noqa: PLC0415

        self._table = self._table or CheckTable()
        heard: dict[str, Submission] = {}
        audited = audit(
            portion,
            pending,
            library,
            self._session.reading_workers(),
            NullReporter(),
            settings=self._session.settings,
            table=self._table,
            heard=heard,
            is_in_team=is_in_team(library),
        )
        return audited, heard

    def _take_audited(self, audited: Audited, heard: Mapping[str, Submission]) -> None:
        if audited.rows:
            if not self._counts:
                self._since = time.monotonic()
            self._counts += audited.counts
            self.show_rows()
            if time.monotonic() - self._since < LONGEST_SECONDS or not self._quiet.isActive():
                self._quiet.start()
            if audited.unknown and self._team is not None:
                self._team.ask(audited.rows, audited.unknown, heard)
        self._go_on()

    def _say(self, sentence: str) -> None:
        self._window.bar.show_note(sentence)

    def _take_waiting(self, rows: list[StatusRow], asked: list[StatusRow]) -> None:
        """Count files that wait since the team has them; those of a burst that is not told yet as what they are now."""
        before = {row.path: row.status for row in asked}
        untold = self._counts - Counter(before[row.path] for row in rows)
        self._counts = untold + Counter(row.status for row in rows)
        self._quiet.start()
        self.show_rows()

    def _give_up(self, error: Exception) -> None:
        self._pending, self._asked = [], None
        self._session.refuse(error)

    def _tell(self) -> None:
        counts, self._counts = self._counts, Counter()
        if counts:
            self._window.bar.show_note(audited_sentence(self._words, counts))
            self.audited.emit(counts)

    # the page

    def show_rows(self) -> None:
        """List the new files with what was decided about them."""
        self._session.ask(_listed, self._show)

    def _show(self, rows: list[StatusRow]) -> None:
        self.page.show_rows(rows)
        self._window.side.set_counts({View.INBOX: sum(row.status is ReviewStatus.UNREVIEWED for row in rows)})

    def _decide(self, rows: Sequence[StatusRow], status: ReviewStatus) -> None:
        def work(library: Library) -> list[StatusRow]:
            library.decisions.set_status([replace(row, status=status, decided_ns=0, is_unasked=False) for row in rows])
            return _listed(library)

        self._session.ask(work, self._show, must_run=True)

    def _compare(self, one: str, other: str) -> None:
        self._window.show_review()
        self._looking.compare(one, other)

    def _move(self, paths: Sequence[str]) -> None:
        title = self._words.say("Move to which folder?")
        folder = QFileDialog.getExistingDirectory(self._window, title)
        if folder:
            self.move(paths, os.path.abspath(folder))

    def move(self, paths: Sequence[str], folder: str) -> None:
        """Move files into a folder; their rows go along."""
        settings, roots = self._session.settings, [state.path for state in self._session.folders]

        def work(library: Library, progress: Progress) -> tuple[list[tuple[str, str]], list[Problem]]:
            from core.audit import move_files  # noqa: PLC0415 - loads what reads texts
            from core.moves import move_rows, place_rows  # noqa: PLC0415
            from core.progress import Phase  # noqa: PLC0415
            from core.surroundings import Guard  # noqa: PLC0415
            from core.volumes import mounts_now  # noqa: PLC0415

            guard = Guard(library.decisions, settings)
            moved, problems = move_files(
                paths, folder, library.decisions, lambda: progress.advance(Phase.DISPOSE, 0), is_protected=guard
            )
            move_rows(moved, place_rows(roots, library.index, mounts_now()), settings, library)
            with library.index.transaction():
                library.index.drop_files(old for old, _ in moved)  # an emptied folder alone would be taken for one away
            return moved, problems

        self._session.write(msgid("Moving files"), work, self._tell_moved)

    def _tell_moved(self, outcome: tuple[list[tuple[str, str]], list[Problem]]) -> None:
        moved, problems = outcome
        words = self._words
        self._window.bar.show_note(words.count("{n} file moved", "{n} files moved", len(moved)))
        self.show_rows()
        self._session.scan()
        if not problems:
            return
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(words.say("Some files were not moved"))
        box.setText(words.count("{n} file was left alone", "{n} files were left alone", len(problems)))
        lines = [f"{phrases.display(one.path)}: {words.wording.problem(one.kind)}" for one in problems[:MOST_NAMED]]
        box.setInformativeText("\n".join(lines))
        box.open()


def audited_sentence(words: Words, counts: Counter[ReviewStatus]) -> str:
    """Return what became of a burst of new files, in counts."""
    parts = [
        words.count("{n} accepted", "{n} accepted", counts[ReviewStatus.ACCEPTED]),
        words.count("{n} rejected", "{n} rejected", counts[ReviewStatus.REJECTED]),
        words.count("{n} waits for you", "{n} wait for you", counts[ReviewStatus.UNREVIEWED]),
    ]
    order = (ReviewStatus.ACCEPTED, ReviewStatus.REJECTED, ReviewStatus.UNREVIEWED)
    shown = [part for part, status in zip(parts, order, strict=True) if counts[status]]
    files = words.count("{n} new file", "{n} new files", counts.total())
    return words.say("{files}: {parts}", files=files, parts=words.name("between the parts of a list", ", ").join(shown))


def _arrivals(library: Library) -> list[str]:
    from core.audit import arrivals  # noqa: PLC0415 - loads what reads texts

    return arrivals(library)


def _listed(library: Library) -> list[StatusRow]:
    from core.audit import listed  # noqa: PLC0415 - loads what reads texts

    return listed(library)
