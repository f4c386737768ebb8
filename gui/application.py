"""The composition root of the window: makes the parts, gives each what it needs, and starts the event loop."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from core.errors import KnownError
from core.library_choice import current_folder
from core.wording import Wording, system_language
from gui import phrases
from gui.desk import Desk
from gui.first_paint import Rest
from gui.focus_ring import FocusRing
from gui.interpreter import make_fit
from gui.looking import Looking
from gui.main_window import MainWindow
from gui.page_desk import PageDesk
from gui.qt_words import QtWords
from gui.session import Session
from gui.settings_store import SettingsStore, default_path
from gui.side_bar import RELATIONS, View
from gui.single_instance import Listener, first_or_told, server_name
from gui.theme import Theme
from gui.view_keys import ViewKeys
from gui.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from gui.crash_dialog import CrashDialog
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
        self._rest = Rest(self.window, self._make_rest())
        self._opening = QTimer(self, singleShot=True, interval=0)
        self._opening.timeout.connect(self.session.start)
        self.window.closing.connect(self._opening.stop)
        self.words.changed.connect(lambda: self.theme.set_language(self.words.language))

    def _make_window(self) -> MainWindow:
        """Make what the first painting shows."""
        words, theme, session = self.words, self.theme, self.session
        looking = self._looking = Looking(words, theme, session, self)
        window = MainWindow(words, theme, self._store, looking.pane)
        FocusRing(self._qt, window, theme)
        ViewKeys(window)
        looking.wire(window)
        self._page_desk = PageDesk(words, theme, session, window, looking)
        window.show_pages(self._page_desk.page)
        self._desk = Desk(words, window, session)
        session.crashed.connect(self.report_bug)
        return window

    def _make_rest(self) -> Iterator[None]:
        """Make the other pages and desks, a part a step; none takes longer than 50 ms on a usual computer."""
        for view in View:
            if view not in RELATIONS:
                self.window.add_page(view)
                yield
        yield from self._make_desks_of_files()
        yield from self._make_desks_of_program()

    def _make_desks_of_files(self) -> Iterator[None]:
        words, theme, session, window, looking = self.words, self.theme, self.session, self.window, self._looking
        from gui.disposing import Disposing  # noqa: PLC0415 - the first painting needs none, nor of the next ones

        disposing = Disposing(words, theme, window, session, self._page_desk.journal)
        disposing.compare_wanted.connect(looking.compare)
        yield
        from gui.team_desk import TeamDesk  # noqa: PLC0415 - as above

        team = self._team = TeamDesk(words, theme, window, session)
        yield
        from gui.checking import Checking  # noqa: PLC0415 - as above

        self._checking = Checking(words, theme, window, session, looking=looking, team=team)
        yield
        from gui.settling import Settling  # noqa: PLC0415 - as above

        settling = Settling(words, theme, window, session)
        yield
        from gui.sets_desk import SetsDesk  # noqa: PLC0415 - as above

        SetsDesk(words, theme, window, session, looking=looking, settling=settling)
        yield
        from gui.protecting import Protecting  # noqa: PLC0415 - as above

        Protecting(words, theme, window, session)
        yield
        from gui.exporting import Exporting  # noqa: PLC0415 - as above

        Exporting(words, window, session)
        yield
        from gui.rule_desk import RuleDesk  # noqa: PLC0415 - as above

        RuleDesk(words, theme, self._store, window, session)
        yield
        from gui.excluding import Excluding  # noqa: PLC0415 - as above

        Excluding(words, self._store, window, session)
        self._page_desk.inbox.set_team(team)
        yield

    def _make_desks_of_program(self) -> Iterator[None]:
        words, session, window = self.words, self.session, self.window
        from gui.settings_desk import SettingsDesk  # noqa: PLC0415 - as above

        settings = self._settings = SettingsDesk(words, self.theme, self._store, window, session)
        yield
        from gui.presence import Presence  # noqa: PLC0415 - as above

        self._presence = Presence(words, window, session, self._store.preferences)
        settings.preferred.connect(self._presence.take_preferences)
        yield
        from gui.updating import Updating  # noqa: PLC0415 - as above

        self._updating = Updating(words, self._store, window, session)
        settings.preferred.connect(self._updating.take_preferences)
        settings.team_wanted.connect(self._team.open)
        settings.library.erase_agreed.connect(self._erase_at_end)
        self._desk.forget_wanted.connect(settings.library.forget_folder)
        self._page_desk.inbox.audited.connect(self._presence.tell_audited)

    def start(self, folders: Sequence[str] = (), checked: Sequence[str] = (), *, is_background: bool = False) -> None:
        """Show the window, make the rest and open the library; folders are put on the list, the others are checked."""
        self._rest.made.connect(lambda: self._open_library(folders, checked))
        if is_background:
            self._rest.finish()
            self._presence.start_hidden()
        else:
            self.window.show()
            self._rest.begin()

    def _open_library(self, folders: Sequence[str], checked: Sequence[str]) -> None:
        if folders:
            self.session.opened.connect(lambda: self._desk.add_folders(folders))
        if checked:
            self.session.opened.connect(lambda: self._checking.check(checked))
        self._opening.start()

    def finish(self) -> None:
        """Make at once what is otherwise made after the first painting; call it after `start` if at all."""
        self._rest.finish()

    def come_forward(self, start: Start) -> None:
        """Show the window on top and do what a later start was asked for; say which library this is."""
        if start.is_background:
            return
        self.finish()
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
        from gui.crash_dialog import CrashDialog  # noqa: PLC0415 - seldom in a program's life

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
    library = start.library or current_folder()
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
    application.start(start.folders, start.checked, is_background=start.is_background)
    status = qt.exec()
    if application.erases_at_end:
        erase_all(application.words)
    lock.unlock()
    return status


def erase_all(words: Words) -> None:
    """Erase all data of Neartwin, now that its library is closed, and tell what could not be erased."""
    from core.autostart import autostart, command_of_this_program, set_autostart  # noqa: PLC0415 - as below
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
