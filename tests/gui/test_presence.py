"""The program while nobody looks at it: tray, one notification a burst, pauses, start with the desktop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from core.autostart import FileEntry, autostart
from core.decisions import ReviewStatus
from gui.application import Application
from gui.notifying import Notifier, notify_command
from gui.preferences import Preferences
from gui.presence import Presence
from gui.side_items import FolderStatus
from gui.tray import Tray
from tests.gui.running import WAIT_MS, scanned

IN_TRAY = Preferences(mode="light", is_kept_in_tray=True)


class Heard(Notifier):
    """Keeps what it was to show."""

    def __init__(self) -> None:
        super().__init__(lambda _command: True)
        self.told: list[str] = []

    def tell(self, title: str, text: str, tray: QSystemTrayIcon | None) -> bool:
        self.told.append(text)
        return True


class World:
    """A window on a desktop whose tray, battery and autostart folder are the test's."""

    def __init__(self, application: Application, folder: Path) -> None:
        self.application, self.window, self.session = application, application.window, application.session
        self.has_tray = True
        self.is_on_battery = False
        self.notifier = Heard()
        self.entry = autostart(["neartwin"], "linux", str(folder))
        self.window.removeEventFilter(application._presence)

    def presence(self, preferences: Preferences) -> Presence:
        self.tray = Tray(self.application.words, self.window.actions_, self.application, has_tray=lambda: self.has_tray)
        return Presence(
            self.application.words,
            self.window,
            self.session,
            preferences,
            tray=self.tray,
            notifier=self.notifier,
            entry=self.entry,
            is_on_battery=lambda: self.is_on_battery,
        )


@pytest.fixture
def world(start: Callable[..., Application], qtbot: QtBot, docs: Path, tmp_path: Path) -> Iterator[World]:
    application = start(docs)
    scanned(application, qtbot)
    made = World(application, tmp_path / "autostart")
    yield made
    made.window.quit()
    QApplication.setQuitOnLastWindowClosed(True)


def test_where_the_desktop_has_no_tray_nothing_hides(world: World) -> None:
    world.has_tray = False
    presence = world.presence(IN_TRAY)
    assert world.tray.icon is None

    presence.start_hidden()
    assert world.window.isVisible()
    assert world.window.isMinimized()


def test_closing_leaves_the_program_in_the_tray_and_says_so_once(world: World) -> None:
    presence = world.presence(IN_TRAY)
    for _ in range(2):
        world.window.close()
        assert not world.window.isVisible()
        presence.come_forward()
        assert world.window.isVisible()

    assert world.notifier.told == ["Neartwin goes on in the tray. Its menu there ends it."]


def test_without_the_choice_closing_ends_the_program(world: World, qtbot: QtBot) -> None:
    world.presence(Preferences(mode="light"))
    with qtbot.waitSignal(world.window.closing, timeout=WAIT_MS):
        world.window.close()


def test_quit_ends_it_whatever_was_chosen(world: World, qtbot: QtBot) -> None:
    world.presence(IN_TRAY)
    with qtbot.waitSignal(world.window.closing, timeout=WAIT_MS):
        world.window.actions_["quit"].trigger()


def test_a_hidden_window_comes_back_when_the_tray_goes(world: World) -> None:
    world.presence(IN_TRAY)
    world.window.close()
    assert not world.window.isVisible()

    world.has_tray = False
    world.tray._look()

    assert world.window.isVisible()


def test_a_tray_that_comes_later_takes_the_minimised_window(world: World) -> None:
    world.has_tray = False
    presence = world.presence(IN_TRAY)
    presence.start_hidden()

    world.has_tray = True
    world.tray._look()

    assert not world.window.isVisible()


def test_a_burst_is_one_notification_with_counts(world: World) -> None:
    presence = world.presence(Preferences(mode="light"))

    presence.tell_audited(Counter({ReviewStatus.ACCEPTED: 40, ReviewStatus.REJECTED: 2}))
    assert world.notifier.told == ["42 new files: 40 accepted, 2 rejected"]

    presence.take_preferences(Preferences(mode="light", is_notifying=False))
    presence.tell_audited(Counter({ReviewStatus.ACCEPTED: 1}))
    assert len(world.notifier.told) == 1


def statuses(world: World) -> set[FolderStatus]:
    return {state.status for state in world.session.folders}


def test_a_pause_is_shown_and_what_changed_meanwhile_is_found_afterwards(
    world: World, qtbot: QtBot, docs: Path
) -> None:
    world.presence(Preferences(mode="light"))
    qtbot.waitUntil(lambda: statuses(world) == {FolderStatus.WATCHED}, timeout=WAIT_MS)

    world.window.actions_["pause"].setChecked(True)
    assert statuses(world) == {FolderStatus.PAUSED}
    assert world.window.bar._note == "Watching is paused"
    (docs / "另一份.txt").write_bytes((docs / "合同.txt").read_bytes())
    qtbot.wait(900)
    assert max(state.files or 0 for state in world.session.folders) == 3

    world.window.actions_["pause"].setChecked(False)
    qtbot.waitUntil(lambda: max(state.files or 0 for state in world.session.folders) == 4, timeout=WAIT_MS)
    assert statuses(world) == {FolderStatus.WATCHED}


def test_on_battery_watching_rests_if_the_user_wants_that(world: World, qtbot: QtBot) -> None:
    world.is_on_battery = True
    presence = world.presence(Preferences(mode="light"))
    presence._look_at_power()
    qtbot.wait(100)
    assert not presence.is_paused

    presence.take_preferences(Preferences(mode="light", is_resting_on_battery=True))
    qtbot.waitUntil(lambda: presence.is_paused, timeout=WAIT_MS)
    assert statuses(world) == {FolderStatus.PAUSED}

    world.is_on_battery = False
    presence._look_at_power()
    qtbot.waitUntil(lambda: not presence.is_paused, timeout=WAIT_MS)


def test_the_setting_makes_and_removes_the_entry_of_the_desktop(world: World) -> None:
    presence = world.presence(Preferences(mode="light"))
    presence.take_preferences(Preferences(mode="light", is_started_with_desktop=True))
    assert world.entry.is_on()

    presence.take_preferences(Preferences(mode="light"))
    assert not world.entry.is_on()


def test_lost_events_are_said_in_the_window(world: World) -> None:
    world.presence(Preferences(mode="light"))
    world.session.following.lost.emit(["/资料/合同"])

    assert world.window.bar._note == "The system lost events, so 合同 is compared with the disk as a whole"


def test_a_notification_without_a_tray_is_a_command_that_nobody_s_text_can_break(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gui.notifying.shutil.which", lambda name: name == "gdbus" or None)
    command = notify_command("收件箱", "it's\n'); rm")
    assert command is not None
    assert command[-6:-3] == ["'neartwin'", "'收件箱'", "'it\\'s\\n\\'); rm'"]

    monkeypatch.setattr("gui.notifying.shutil.which", lambda _name: None)
    assert notify_command("a", "b") is None
    assert not Notifier().tell("a", "b", None)


def test_starting_with_the_desktop_names_the_library_that_was_named(world: World, tmp_path: Path) -> None:
    presence = Presence(world.application.words, world.window, world.session, Preferences())

    assert isinstance(presence._entry, FileEntry)
    assert f'"--library" "{tmp_path}/library"'.encode() in presence._entry._content
