"""How the program is there while nobody looks at it: tray, notifications, pauses, start with the desktop."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from core.autostart import autostart, command_of_this_program, set_autostart
from core.errors import KnownError
from gui import phrases
from gui.inbox_desk import audited_sentence
from gui.notifying import Notifier
from gui.side_bar import View
from gui.tray import Tray

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Sequence

    from core.autostart import Autostart
    from core.decisions import ReviewStatus
    from gui.main_window import MainWindow
    from gui.preferences import Preferences
    from gui.session import Session
    from gui.words import Words

LOOK_AT_POWER_MS = 30_000


class Presence(QObject):
    """Keeps the program at work while its window is closed, if the user wants that and can see that it is."""

    def __init__(
        self,
        words: Words,
        window: MainWindow,
        session: Session,
        preferences: Preferences,
        *,
        tray: Tray | None = None,
        notifier: Notifier | None = None,
        entry: Autostart | None = None,
        is_on_battery: Callable[[], bool] | None = None,
    ) -> None:
        """Take the parts of the desktop; by default the ones of this computer."""
        super().__init__(window)
        self._words, self._window, self._session = words, window, session
        self._preferences = preferences
        self._tray = tray or Tray(words, window.actions_, self)
        self._notifier = notifier or Notifier()
        self._entry = entry or autostart(command_of_this_program(session.named_library))
        self._asks_power = is_on_battery or _is_on_battery
        self._is_on_battery = False
        self._has_told_of_tray = False
        self._power = QTimer(self, interval=LOOK_AT_POWER_MS)
        self._power.timeout.connect(self._look_at_power)
        self._tray.opened.connect(self.come_forward)
        self._tray.message_clicked.connect(self._open_inbox)
        self._tray.went.connect(self._show_if_hidden)
        window.actions_["pause"].toggled.connect(lambda _on: self._follow_pause())
        window.closing.connect(self._tray.close)
        window.installEventFilter(self)
        session.following.lost.connect(self._tell_lost)
        words.changed.connect(self._say_note)
        self._take(preferences)

    def take_preferences(self, preferences: Preferences) -> None:
        """Do as the user chose now."""
        is_other_start = preferences.is_started_with_desktop != self._preferences.is_started_with_desktop
        self._take(preferences)
        if is_other_start:
            try:
                set_autostart(self._entry, on=preferences.is_started_with_desktop)
            except KnownError as error:
                self._session.refuse(error)

    def _take(self, preferences: Preferences) -> None:
        self._preferences = preferences
        self._tray.want(is_wanted=preferences.is_tray_shown)
        if preferences.is_resting_on_battery:
            self._power.start()
            self._look_at_power()
        else:
            self._power.stop()
            self._take_power(is_on_battery=False)

    # window and tray

    def start_hidden(self) -> None:
        """Begin without a window where the tray shows that the program is there; else minimised."""
        if self._tray.icon is None:
            self._window.showMinimized()
            self._tray.came.connect(self._hide_minimised)
        else:
            self._hide()

    def come_forward(self) -> None:
        """Show the window on top."""
        QApplication.setQuitOnLastWindowClosed(True)
        window = self._window
        if window.isMinimized() or not window.isVisible():
            window.showNormal() if not window.isMaximized() else window.showMaximized()
        window.raise_()
        window.activateWindow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the program in the tray when its window is closed, if the user chose that."""
        is_closing = watched is self._window and event.type() is QEvent.Type.Close
        if not is_closing or self._window.is_quitting or not self._preferences.is_kept_in_tray:
            return False
        if self._tray.icon is None:
            return False
        event.ignore()
        self._hide()
        if not self._has_told_of_tray:
            self._has_told_of_tray = True
            say = self._words.say
            self._notifier.tell(
                say("Neartwin"), say("Neartwin goes on in the tray. Its menu there ends it."), self._tray.icon
            )
        return True

    def _hide(self) -> None:
        QApplication.setQuitOnLastWindowClosed(False)
        self._window.hide()

    def _hide_minimised(self) -> None:
        if self._window.isMinimized():
            self._hide()

    def _show_if_hidden(self) -> None:
        """Come back when the tray went: nobody could find the program any more."""
        if not self._window.isVisible() and not self._window.is_quitting:
            self.come_forward()

    # pauses

    @property
    def is_paused(self) -> bool:
        """Whether watching pauses, by hand or on battery."""
        return self._is_on_battery or self._window.actions_["pause"].isChecked()

    def _look_at_power(self) -> None:
        asks = self._asks_power
        self._session.jobs.read(asks, lambda on: self._take_power(is_on_battery=on))

    def _take_power(self, *, is_on_battery: bool) -> None:
        is_resting = is_on_battery and self._preferences.is_resting_on_battery
        if is_resting != self._is_on_battery:
            self._is_on_battery = is_resting
            self._follow_pause()

    def _follow_pause(self) -> None:
        self._session.watching.pause(is_paused=self.is_paused)
        self._session.list.set_paused(is_paused=self.is_paused)
        self._say_note()

    def _say_note(self) -> None:
        say = self._words.say
        note = ""
        if self._is_on_battery:
            note = say("Watching rests while the computer runs on its battery")
        elif self.is_paused:
            note = say("Watching is paused")
        self._tray.set_note(note)
        if note:
            self._window.bar.show_note(note)

    # what is told

    def tell_audited(self, counts: Counter[ReviewStatus]) -> None:
        """Tell once what became of a burst of new files."""
        if self._preferences.is_notifying:
            self._notifier.tell(self._words.say("Inbox"), audited_sentence(self._words, counts), self._tray.icon)

    def _open_inbox(self) -> None:
        self.come_forward()
        self._window.show_view(View.INBOX)

    def _tell_lost(self, folders: Sequence[str]) -> None:
        names = [phrases.display(os.path.basename(folder) or folder) for folder in folders]
        comma = self._words.name("between the parts of a list", ", ")
        self._window.bar.show_note(
            self._words.say(
                "The system lost events, so {folders} is compared with the disk as a whole", folders=comma.join(names)
            )
        )


def _is_on_battery() -> bool:
    from core.power import is_on_battery  # noqa: PLC0415 - beside its only use

    return is_on_battery()
