"""What the team has of new files: asked when the library has nothing like them, again once a lost server answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.audit_team import Unasked
    from core.decisions import StatusRow
    from core.library import Library
    from core.submissions import Submission
    from core.verdicts import Verdict
    from gui.session import Session
    from gui.team_desk import TeamDesk
    from gui.words import Words


class InboxTeam(QObject):
    """Asks, and lets what the team has wait for the user.

    Attributes:
        waiting: rows that wait now, and the rows of all files asked about as they were before; two lists.
        troubled: why the team cannot be asked, once.
    """

    waiting = Signal(list, list)
    troubled = Signal(str)

    def __init__(self, words: Words, session: Session, team: TeamDesk, parent: QObject) -> None:
        super().__init__(parent)
        self._words, self._session, self._team = words, session, team
        self._trouble = ""
        team.reached.connect(self.ask_again)

    def ask(self, rows: Sequence[StatusRow], verdicts: Sequence[Verdict], heard: Mapping[str, Submission]) -> None:
        """Ask about files that were audited just now; what cannot be asked is asked again later."""
        self._team.ask(verdicts, heard, lambda told: self._take(told, rows, lambda: None))

    def ask_again(self) -> None:
        """Ask about files that came while the server was away, in this run of the program or an earlier one."""
        self._session.ask(_unasked, self._ask_unasked)

    def _ask_unasked(self, found: Unasked | None) -> None:
        if found is not None and found.rows:
            go_on = (lambda: None) if found.is_all else self.ask_again
            self._team.ask(found.verdicts, found.submissions, lambda told: self._take(told, found.rows, go_on))

    def _take(self, verdicts: Sequence[Verdict], rows: Sequence[StatusRow], go_on: Callable[[], None]) -> None:
        """Let what the team has wait for the user; a team that cannot be asked is told of once."""
        from core.audit_team import NOT_ASKED, take_answers, trouble_of  # noqa: PLC0415 - most are in no team

        trouble = trouble_of(verdicts)
        sentence = "" if trouble is None else f"{self._words.say(NOT_ASKED)} {self._words.error(trouble)}"
        if sentence and sentence != self._trouble:
            self.troubled.emit(sentence)
        self._trouble = sentence

        def taken(changed: list[StatusRow]) -> None:
            if changed:
                self.waiting.emit(changed, list(rows))
            if trouble is None:
                go_on()

        self._session.ask(lambda library: take_answers(verdicts, rows, library), taken)


def is_in_team(library: Library) -> bool:
    """Return whether a library is in a team."""
    from core.team_settings import load  # noqa: PLC0415 - off the window's thread

    try:
        return load(library.folder) is not None
    except KnownError:
        # It is in one, whose settings cannot be read now; who asks the team says so.
        return True


def _unasked(library: Library) -> Unasked | None:
    if not is_in_team(library):
        return None
    from core.audit_team import unasked  # noqa: PLC0415 - most libraries are in no team

    return unasked(library)
