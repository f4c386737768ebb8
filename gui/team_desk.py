"""The team index in the window: its dialog, publishing after each scan and again when the server is back, asking.

Its server may be slow or away, so all this has threads of its own: nothing of the library waits for it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from core.errors import KnownError
from gui.jobs import Jobs
from gui.saving import choose_to_open

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.submissions import Submission
    from core.team import Published
    from core.team_server import Health
    from core.team_settings import TeamSettings
    from core.verdicts import Verdict
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.team_dialog import TeamDialog
    from gui.theme import Theme
    from gui.words import Words

RETRY_MS = 60_000
"""How long after a failure publishing is tried again."""


class TeamDesk(QObject):
    """Carries out what is asked of the team index.

    Attributes:
        state_changed: what to say of the last publishing: a sentence, and whether it went well.
        reached: nothing speaks against asking the team (again): publishing went well, or nothing is shared.
    """

    state_changed = Signal(str, bool)
    reached = Signal()

    def __init__(self, words: Words, theme: Theme, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._words, self._theme, self._window, self._session = words, theme, window, session
        self._jobs = Jobs(self)
        self._jobs.crashed.connect(session.crashed)
        self._trouble = ""
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(RETRY_MS)
        self._again.timeout.connect(self.publish)
        session.shown.connect(lambda _shown: self.publish())
        window.closing.connect(self.close)

    def close(self) -> bool:
        """End the threads; return whether they ended in time."""
        self._again.stop()
        return self._jobs.close()

    def open(self) -> None:
        """Show the dialog."""
        self._with_settings(self._show)

    def publish(self) -> None:
        """Bring the team index to what the library has, if the library is in a team; in the background."""
        folder, settings = self._session.library_folder, self._session.settings

        def work() -> Published | None:
            from core.library import open_library  # noqa: PLC0415 - off the window's thread
            from core.team_settings import forget, load  # noqa: PLC0415

            team = load(folder)
            if team is None or (team.is_sharing and not team.shares):
                return None
            from core.team import publish  # noqa: PLC0415 - most libraries are in no team

            with open_library(folder) as library:
                done = publish(library, team, settings)
            if not team.is_sharing:
                forget(folder, team)
            return done

        self._jobs.read(work, self._published, self._failed)

    def ask(
        self,
        verdicts: Sequence[Verdict],
        submissions: Mapping[str, Submission],
        then: Callable[[list[Verdict]], None],
    ) -> None:
        """Tell `then` the verdicts with what the team says of them; nothing where the library is in no team.

        Where the server cannot be asked, it is tried again later (`reached`).
        """
        folder, settings = self._session.library_folder, self._session.settings

        def work() -> list[Verdict] | None:
            from core.team_settings import load  # noqa: PLC0415 - off the window's thread

            team = load(folder)
            if team is None:
                return None
            from core.team_answers import with_team  # noqa: PLC0415 - most libraries are in no team

            return with_team(verdicts, submissions, team, settings)

        def tell(found: list[Verdict] | None) -> None:
            if found is None:
                return
            if any(verdict.team is not None and verdict.team.trouble is not None for verdict in found):
                self._again.start()
            then(found)

        self._jobs.read(work, tell, self._failed)

    def _with_settings(self, then: Callable[[TeamSettings | None], None]) -> None:
        folder = self._session.library_folder

        def work() -> TeamSettings | None:
            from core.team_settings import load  # noqa: PLC0415 - off the window's thread

            return load(folder)

        self._jobs.read(work, then, self._failed)

    def _show(self, settings: TeamSettings | None) -> None:
        from gui.team_dialog import TeamDialog  # noqa: PLC0415 - most libraries are in no team

        folders = [state.path for state in self._session.folders]
        dialog = TeamDialog(
            self._words, self._theme, settings, folders=folders, ask_file=self._ask_file, parent=self._window
        )
        dialog.test_wanted.connect(lambda chosen: self._test(dialog, chosen))
        dialog.saved.connect(self._save)
        dialog.leave_wanted.connect(lambda: self._leave(dialog, settings))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask_file(self) -> str:
        return choose_to_open(self._window, self._session.store, self._words.say("Certificate"))

    def _test(self, dialog: TeamDialog, chosen: TeamSettings) -> None:
        def work() -> Health:
            from core.team_server import examine  # noqa: PLC0415 - off the window's thread

            return examine(chosen.place, chosen.team)

        def tell(health: Health) -> None:
            from core.team_server import health_sentences  # noqa: PLC0415 - loaded by then

            is_well = health.can_publish and not health.may_evict
            dialog.show_state(health_sentences(health, chosen.place, self._words.wording), is_well=is_well)

        def refuse(error: Exception) -> None:
            if isinstance(error, KnownError):
                dialog.show_state([self._words.error(error)], is_well=False)

        self._jobs.read(work, tell, refuse)

    def _save(self, chosen: TeamSettings) -> None:
        folder = self._session.library_folder

        def work() -> None:
            from core.team_settings import save  # noqa: PLC0415 - off the window's thread

            save(folder, chosen)

        self._jobs.read(work, lambda _: self.publish(), self._failed)

    def _leave(self, dialog: TeamDialog, settings: TeamSettings | None) -> None:
        dialog.accept()
        if settings is not None:
            self._save(replace(settings, is_sharing=False))

    def _published(self, done: Published | None) -> None:
        self._again.stop()
        self._trouble = ""
        self.reached.emit()
        if done is None:
            return
        words = self._words
        sentence = words.say(
            "Your team can find {contents} files and {texts} texts of this library by their fingerprints.",
            contents=words.number(done.contents),
            texts=words.number(done.texts),
        )
        if done.written:
            self._window.bar.show_note(sentence)
        self.state_changed.emit(sentence, True)

    def _failed(self, error: Exception) -> None:
        """Say once what the matter is, and try again later."""
        if not isinstance(error, KnownError):
            return
        self._again.start()
        sentence = self._words.error(error)
        if sentence != self._trouble:
            self._trouble = sentence
            self._window.bar.show_note(sentence)
            self.state_changed.emit(sentence, False)
