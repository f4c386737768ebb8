"""Tells of newer versions, where the user turned that on; opens no connection otherwise."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from core.errors import KnownError
from gui.jobs import Jobs
from gui.update_note import UpdateNote

if TYPE_CHECKING:
    from gui.main_window import MainWindow
    from gui.preferences import Preferences
    from gui.session import Session
    from gui.settings_store import SettingsStore
    from gui.words import Words

DAY_SECONDS = 24 * 3600
LOOK_MS = 3600_000
"""How often a window that stays open looks whether a day has passed."""


class Updating(QObject):
    """Asks at most once a day for the newest version, off the window's thread, and says in one line that there is one.

    That it could not be asked is told in the dialog About only.
    """

    def __init__(self, words: Words, store: SettingsStore, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._words, self._store, self._window, self._session = words, store, window, session
        self._feed = ""
        self._jobs: Jobs | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        session.opened.connect(self._begin)
        window.closing.connect(self.close)

    def close(self) -> None:
        """Wait for nothing: an answer that is still out is dropped."""
        self._timer.stop()
        if self._jobs is not None:
            self._jobs.close(0.0)

    def take_preferences(self, preferences: Preferences) -> None:
        """Do as the user chose now."""
        if preferences.is_asking_for_versions:
            self._timer.start()
            self.look()
        else:
            self._timer.stop()

    def look(self) -> None:
        """Ask, where that is wanted and a day has passed; what was asked before is not asked again that day."""
        now, note = time.time(), self._store.update_note
        if not self._store.preferences.is_asking_for_versions or 0 <= now - note.asked < DAY_SECONDS:
            return
        self._store.update_note = replace(note, asked=now)
        if self._jobs is None:
            self._jobs = Jobs()  # no child of ours: its thread may outlive the window by the time-out
            self._jobs.crashed.connect(self._session.crashed)
        self._jobs.read(self._ask, self._take, self._fail)

    def _begin(self) -> None:
        self.take_preferences(self._store.preferences)
        if self._store.preferences.is_asking_for_versions:
            self._tell()

    def _ask(self) -> str:
        """Ask; runs on a thread of its own."""
        from core.newer import FEED, newest_version  # noqa: PLC0415 - loads what speaks to the network

        return newest_version(self._feed or FEED)

    def _take(self, version: str) -> None:
        self._store.update_note = replace(self._store.update_note, newest=version, trouble="")
        self._tell()

    def _fail(self, error: Exception) -> None:
        if isinstance(error, KnownError):
            self._store.update_note = replace(self._store.update_note, trouble=self._words.error(error))

    def _tell(self) -> None:
        sentence = newer_sentence(self._words, self._store.update_note)
        if sentence:
            self._window.bar.show_note(sentence)


def this_version() -> str:
    """Return the version of this program; "" where it is not installed."""
    from importlib import metadata  # noqa: PLC0415 - slow to load, and the first painting needs none

    try:
        return metadata.version("neartwin")
    except metadata.PackageNotFoundError:
        return ""


def newer_sentence(words: Words, note: UpdateNote) -> str:
    """Return that a newer version exists, and where; "" where none is known."""
    if not note.newest:
        return ""
    from core.newer import PAGE, is_newer  # noqa: PLC0415 - loads what speaks to the network

    if not is_newer(note.newest, this_version()):
        return ""
    return words.say("Neartwin {version} is there: {page}", version=note.newest, page=PAGE)


def about_sentence(words: Words, note: UpdateNote, *, is_asking: bool) -> str:
    """Return what the dialog About says of newer versions."""
    if not is_asking:
        return words.say("Whether there is a newer version is not asked; the settings can turn that on.")
    if note.trouble:
        day = words.time(int(note.asked * 1e9))
        return words.say("Asked for a newer version on {date}: {trouble}", date=day, trouble=note.trouble)
    if not note.newest:
        return words.say("It has not been asked yet whether there is a newer version.")
    day = words.time(int(note.asked * 1e9))
    return newer_sentence(words, note) or words.say("There was no newer version on {date}.", date=day)
