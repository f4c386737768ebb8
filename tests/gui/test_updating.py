"""Newer versions: asked once a day where the user wants it, and never otherwise."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from gui.application import Application
from gui.update_note import UpdateNote
from gui.updating import about_sentence
from gui.words import Words
from tests.gui.running import WAIT_MS
from tests.unit.servers import free_port
from tests.unit.test_newer import feed

NOW = 1_700_000_000.0


@pytest.fixture
def application(start: Callable[..., Application], qtbot: QtBot) -> Application:
    made = start()
    qtbot.waitUntil(lambda: made.session._library is not None, timeout=WAIT_MS)
    return made


def turn(application: Application, *, on: bool) -> None:
    preferences = replace(application._store.preferences, is_asking_for_versions=on)
    application._settings.take_preferences(preferences)


def note(application: Application) -> UpdateNote:
    return application._store.update_note


def test_nothing_is_asked_by_itself_nor_when_it_is_turned_off(application: Application, qtbot: QtBot) -> None:
    with feed("v99.0") as (address, asked):
        application._updating._feed = address
        application._updating.look()
        turn(application, on=False)
        qtbot.wait(200)

    assert asked == []
    assert note(application) == UpdateNote()
    assert application._updating._jobs is None
    assert not application._updating._timer.isActive()


def test_a_newer_version_is_asked_for_once_a_day_and_told_in_one_line(application: Application, qtbot: QtBot) -> None:
    with feed("v99.0") as (address, asked):
        application._updating._feed = address
        turn(application, on=True)
        qtbot.waitUntil(lambda: "Neartwin 99.0 is there" in application.window.bar._note, timeout=WAIT_MS)
        application._updating.look()
        qtbot.wait(200)
        assert len(asked) == 1

        application._store.update_note = replace(note(application), asked=time.time() - 25 * 3600)
        application._updating.look()
        qtbot.waitUntil(lambda: len(asked) == 2, timeout=WAIT_MS)
        qtbot.waitUntil(lambda: not application._updating._jobs._reading, timeout=WAIT_MS)


def test_a_failure_says_nothing_and_is_told_in_the_dialog_about(application: Application, qtbot: QtBot) -> None:
    application._updating._feed = f"http://127.0.0.1:{free_port()}/"
    application.window.bar.show_note("")
    turn(application, on=True)
    qtbot.waitUntil(lambda: note(application).trouble != "", timeout=WAIT_MS)

    assert application.window.bar._note == ""
    told = about_sentence(application.words, note(application), is_asking=True)
    assert "could not be read" in told


def test_the_dialog_about_says_what_is_known(words: Words) -> None:
    assert "not asked" in about_sentence(words, UpdateNote(NOW, "99.0"), is_asking=False)
    assert "not been asked yet" in about_sentence(words, UpdateNote(), is_asking=True)
    assert "99.0 is there" in about_sentence(words, UpdateNote(NOW, "99.0"), is_asking=True)
    assert "no newer version" in about_sentence(words, UpdateNote(NOW, "0.0.1"), is_asking=True)


def test_a_note_that_somebody_spoilt_is_no_trouble(application: Application) -> None:
    application._store._ini.setValue("updates/note", '{"asked": "x", "newest": 7, "trouble": ""}')
    assert note(application) == UpdateNote()
