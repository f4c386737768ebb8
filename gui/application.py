"""The composition root of the window: makes the parts, gives each what it needs, and starts the event loop."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from core.autostart import autostart, command_of_this_program, set_autostart
from core.errors import KnownError
from core.library import default_folder
from core.wording import Wording, system_language
from gui import phrases
from gui.checking import Checking
from gui.crash_dialog import CrashDialog
from gui.desk import Desk
from gui.disposing import Disposing
from gui.excluding import Excluding
from gui.exporting import Exporting
from gui.first_paint import tell_first_paint
from gui.focus_ring import FocusRing
from gui.interpreter import make_fit
from gui.journal_view import JournalView
from gui.looking import Looking
from gui.main_window import MainWindow
from gui.page_desk import PageDesk
from gui.presence import Presence
from gui.protecting import Protecting
from gui.qt_words import QtWords
from gui.rule_desk import RuleDesk
from gui.session import Session
from gui.sets_desk import SetsDesk
from gui.settings_desk import SettingsDesk
from gui.settings_store import SettingsStore, default_path
from gui.settling import Settling
from gui.side_bar import View
from gui.single_instance import Listener, first_or_told, server_name
from gui.team_desk import TeamDesk
from gui.theme import Theme
from gui.updating import Updating
from gui.view_keys import ViewKeys
from gui.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from gui.start import Start


class Application(QObject):
    """Everything that lives as long as the window.

    Attributes:
        window: the main window.
        session: the library behind it.
    """

    def __init__(self, qt: QApplication, store: SettingsStore, library_folder: str | None = None) -> None:
        super().__init__(qt)
        make_fit(self)
        self._qt = qt
        self._store = store
        self._crash: CrashDialog | None = None
        self._erases_at_end = False
        preferences = store.preferences
        self.words = Words(preferences.language or system_language(), self)
        self.theme = Theme(qt, self.words.language, preferences.mode, preferences.scale)
        self.theme.set_calm(is_calm=preferences.is_calm)
        QtWords(qt, self.words, self)
        self.session = Session(store, library_folder, self)
        self.window = self._make_window()
        self.words.changed.connect(lambda: self.theme.set_language(self.words.language))

    def _make_window(self) -> MainWindow:
        words, theme, session = self.words, self.theme, self.session
        looking = Looking(words, theme, session, self)
        page_desk = self._page_desk = PageDesk(words, theme, session, self)
        journal = JournalView(words, theme)
        window = MainWindow(words, theme, self._store, looking.pane, {**page_desk.pages, View.JOURNAL: journal})
        FocusRing(self._qt, window, theme)
        looking.wire(window)
        page_desk.wire(window, looking)
        self._desk = Desk(words, window, session)
        Disposing(words, theme, window, session, journal).compare_wanted.connect(looking.compare)
        team = self._team = TeamDesk(words, theme, window, session)
        self._checking = Checking(words, theme, window, session, looking=looking, team=team)
        settling = Settling(words, theme, window, session)
        SetsDesk(words, theme, window, session, looking=looking, settling=settling)
        Protecting(words, theme, window, session)
        ViewKeys(window)
        Exporting(words, window, session)
        RuleDesk(words, theme, self._store, window, session)
        Excluding(words, self._store, window, session)
        page_desk.inbox.set_team(team)
        settings = self._settings = SettingsDesk(words, theme, self._store, window, session)
        self._presence = Presence(words, window, session, self._store.preferences)
        settings.preferred.connect(self._presence.take_preferences)
        self._updating = Updating(words, self._store, window, session)
        settings.preferred.connect(self._updating.take_preferences)
        settings.team_wanted.connect(team.open)
        settings.library.erase_agreed.connect(self._erase_at_end)
        self._desk.forget_wanted.connect(settings.library.forget_folder)
        page_desk.inbox.audited.connect(self._presence.tell_audited)
        session.crashed.connect(self.report_bug)
        return window

    def start(self, folders: Sequence[str] = (), checked: Sequence[str] = (), *, is_background: bool = False) -> None:
        """Show the window, then open the library; folders are put on the list, the others are checked."""
        if is_background:
            self._presence.start_hidden()
        else:
            self.window.show()
        if folders:
            self.session.opened.connect(lambda: self._desk.add_folders(folders))
        if checked:
            self.session.opened.connect(lambda: self._checking.check(checked))
        QTimer.singleShot(0, self.session.start)

    def come_forward(self, start: Start) -> None:
        """Show the window on top and do what a later start was asked for; say which library this is."""
        if start.is_background:
            return
        self._presence.come_forward()
        folder = phrases.display(self.session.library_folder)
        self.window.bar.show_note(
            self.words.say("Neartwin is open already, with the library in {folder}", folder=folder)
        )
        self._desk.add_folders([folder for folder in start.folders if os.path.isdir(folder)])
        if start.checked:
            self._checking.check(start.checked)

    @property
    def erases_at_end(self) -> bool:
        """Whether all data of Neartwin shall be erased when the window is closed."""
        return self._erases_at_end

    def _erase_at_end(self) -> None:
        self._erases_at_end = True
        self.window.quit()

    def report_bug(self, story: str) -> None:
        """Show one dialog about a bug; the next ones go to standard error while it is open."""
        sys.stderr.write(story)
        if self._crash is not None:
            return
        folders = [os.path.expanduser("~"), *(state.path for state in self.session.folders)]
        self._crash = CrashDialog(self.words, self.theme, story, folders, self.window)
        self._crash.quit_wanted.connect(self.window.quit)
        self._crash.finished.connect(self._forget_crash)
        self._crash.open()

    def _forget_crash(self) -> None:
        if self._crash is not None:
            self._crash.deleteLater()
            self._crash = None


def run(start: Start) -> int:
    """Open the window and return the exit status when it is closed."""
    QApplication.setApplicationName("neartwin")
    QApplication.setApplicationDisplayName("Neartwin")
    QApplication.setDesktopFileName("neartwin")
    qt = QApplication(sys.argv[:1])
    library = start.library or default_folder()
    name = server_name(library)
    lock, told = first_or_told(name, start)
    if told is not None:
        sentence = Wording(system_language()).say(
            "Neartwin is open already, with the library in {folder}", folder=phrases.display(told)
        )
        sys.stderr.write(sentence + "\n")
        return 0
    application = Application(qt, SettingsStore(), library)

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        application.report_bug("".join(traceback.format_exception(kind, error, trace)))

    sys.excepthook = hook
    listener = Listener(name, library, application)
    listener.called.connect(application.come_forward)
    tell_first_paint(application.window)
    application.start(start.folders, start.checked, is_background=start.is_background)
    status = qt.exec()
    if application.erases_at_end:
        erase_all(application.words)
    lock.unlock()
    return status


def erase_all(words: Words) -> None:
    """Erase all data of Neartwin, now that its library is closed, and tell what could not be erased."""
    from core.libraries import erase_everything  # noqa: PLC0415 - seldom in a program's life

    entry = autostart(command_of_this_program())
    with suppress(KnownError):
        set_autostart(entry, on=False)
    outcome = erase_everything([default_path()])
    if outcome.left:
        left = "\n".join(f"{phrases.display(path)}: {reason}" for path, reason in outcome.left)
        QMessageBox.warning(
            None, words.say("Erase all Neartwin data"), words.say("This could not be erased:") + "\n" + left
        )
