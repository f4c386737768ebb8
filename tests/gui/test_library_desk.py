"""Care for the library from the window: what is stored is said, kept safe, carried away, forgotten, erased."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from core.care import BACKUPS_NAME, Examination
from core.libraries import libraries
from core.library import open_library
from core.library_choice import chosen_folders
from gui.application import Application, erase_all
from gui.desk import Desk, care_sentence
from gui.library_desk import LibraryDesk
from gui.library_section import ACTIONS, LibraryFacts, LibrarySection
from gui.settings_dialog import Chosen, SettingsDialog
from gui.words import Words
from tests.gui.running import LINES, WAIT_MS, scanned


@pytest.fixture
def application(start: Callable[..., Application], qtbot: QtBot, docs: Path) -> Application:
    made = start(docs)
    scanned(made, qtbot)
    return made


def desk(application: Application) -> LibraryDesk:
    return application._settings.library


def note(application: Application) -> str:
    return application.window.bar._note


def stored(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in (folder / "library").iterdir() if path.is_file())


def box(application: Application) -> QMessageBox:
    [found] = [one for one in application.window.findChildren(QMessageBox) if one.isVisible()]
    return found


def press(shown: QMessageBox, text: str) -> None:
    [button] = [button for button in shown.buttons() if button.text() == text]
    button.click()


def test_a_line_in_the_window_says_what_is_stored_and_where(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    line = application.window.side.library
    qtbot.waitUntil(lambda: line.accessibleName().endswith(", with texts"), timeout=WAIT_MS)

    assert line.isVisible()
    assert line.accessibleName().startswith("Library: 3 files, ")
    said, place = line.text().split("\n")
    assert said.startswith("Library: 3 files")
    assert place.endswith("library")
    assert str(tmp_path / "library") in line.toolTip()
    assert "texts of your documents" in line.toolTip()


def test_keeping_no_texts_erases_the_stored_ones(application: Application, qtbot: QtBot, tmp_path: Path) -> None:
    application._settings._save(
        Chosen(replace(application.session.settings, keep_texts=False), application._store.preferences)
    )

    line = application.window.side.library
    qtbot.waitUntil(lambda: line.accessibleName().endswith(", without texts"), timeout=WAIT_MS)


def test_forgetting_a_folder_erases_what_is_known_of_it(
    application: Application, qtbot: QtBot, docs: Path, tmp_path: Path
) -> None:
    assert os.fsencode(docs) in stored(tmp_path)
    application._desk.remove_folder(str(docs))
    press(box(application), "Take off and forget")

    qtbot.waitUntil(lambda: "erased from the library" in note(application), timeout=WAIT_MS)
    assert os.fsencode(docs / "合同.txt") not in stored(tmp_path)
    assert (docs / "合同.txt").read_text(encoding="utf-8") == "\n".join(LINES)


def test_taking_a_folder_off_the_list_forgets_nothing(
    application: Application, qtbot: QtBot, docs: Path, tmp_path: Path
) -> None:
    application._desk.remove_folder(str(docs))
    press(box(application), "Take off the list")

    qtbot.waitUntil(lambda: not application.session.folders, timeout=WAIT_MS)
    assert os.fsencode(docs) in stored(tmp_path)


def test_the_library_is_checked_and_made_smaller(application: Application, qtbot: QtBot) -> None:
    facts = LibraryFacts("")
    desk(application).tend("check", facts)
    qtbot.waitUntil(lambda: note(application) == "The library is in order", timeout=WAIT_MS)

    desk(application).tend("compact", facts)
    qtbot.waitUntil(lambda: "small" in note(application), timeout=WAIT_MS)


def test_what_became_of_an_action_stands_in_the_dialog_that_asked_for_it(
    application: Application, qtbot: QtBot
) -> None:
    application._settings.open_settings("library")
    qtbot.waitUntil(lambda: bool(application.window.findChildren(SettingsDialog)), timeout=WAIT_MS)
    [dialog] = application.window.findChildren(SettingsDialog)
    section = dialog.findChild(LibrarySection)
    assert section is not None
    assert not section._outcome.isVisible()

    section.wanted.emit("check")
    qtbot.waitUntil(section._outcome.isVisible, timeout=WAIT_MS)

    assert section._outcome.text() == "The library is in order"
    dialog.reject()


def test_a_damaged_library_is_told_with_the_way_out(application: Application) -> None:
    desk(application)._tell_examined(Examination((), ("row 7 missing from index",)))

    assert "Import a backup" in box(application).text()
    assert "row 7" in box(application).informativeText()


def test_decisions_are_backed_up_and_brought_back(
    application: Application, qtbot: QtBot, docs: Path, tmp_path: Path
) -> None:
    copy = docs / "合同 - 副本.txt"
    application.session.marking.by_hand([str(copy)], is_marked=True)
    desk(application).back_up(str(tmp_path / "kept.db"))
    qtbot.waitUntil(lambda: "backed up" in note(application), timeout=WAIT_MS)
    with sqlite3.connect(tmp_path / "kept.db") as database:
        assert database.execute("SELECT count(*) FROM mark").fetchone() == (1,)
    database.close()

    application.session.marking.clear()
    desk(application).import_decisions(str(tmp_path / "kept.db"))
    qtbot.waitUntil(lambda: list(application.session.marking.marks) == [str(copy)], timeout=WAIT_MS)


def test_a_library_goes_into_one_file_and_comes_out_as_another(
    application: Application, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "chosen"))
    desk(application).export(str(tmp_path / "whole.neartwin"), with_texts=True)
    qtbot.waitUntil(lambda: "exported" in note(application), timeout=WAIT_MS)

    other = str(tmp_path / "other")
    desk(application).import_whole(str(tmp_path / "whole.neartwin"), other)
    qtbot.waitUntil(lambda: bool(application.window.findChildren(QMessageBox)), timeout=WAIT_MS)
    assert other in box(application).text()
    assert [place.is_current for place in libraries() if place.folder == other] == [False]
    press(box(application), "Keep the present one")
    assert chosen_folders()[0] != other


def test_a_library_that_was_imported_is_used_from_the_next_start_on_once_it_is_chosen(
    application: Application, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "chosen"))
    monkeypatch.delenv("NEARTWIN_LIBRARY", raising=False)
    other = str(tmp_path / "other")
    open_library(other).close()

    desk(application)._offer_imported(other)
    press(box(application), "Use it from the next start on")
    qtbot.waitUntil(lambda: chosen_folders()[:1] == [other], timeout=WAIT_MS)
    desk(application)._show_libraries(libraries())

    menu = application.window.findChildren(QMenu)[-1]
    shown = {
        action.text(): (action.isChecked(), action.isEnabled()) for action in menu.actions() if action.isCheckable()
    }
    assert [state for text, state in shown.items() if "from the next start on" in text] == [(False, False)]
    menu.close()


def test_erasing_everything_asks_for_the_decisions_too_and_leaves_the_documents(
    application: Application, qtbot: QtBot, docs: Path, tmp_path: Path
) -> None:
    desk(application).tend("erase", LibraryFacts(""))
    shown = box(application)
    [erase] = [button for button in shown.buttons() if button.text() == "Erase all data"]
    assert not erase.isEnabled()
    assert shown.defaultButton().text() == "Keep everything"
    assert str(tmp_path / "library") in shown.detailedText()

    agree = shown.checkBox()
    assert agree is not None
    agree.setChecked(True)
    with qtbot.waitSignal(application.window.closing, timeout=WAIT_MS):
        erase.click()
    assert application.erases_at_end
    erase_all(application.words)

    assert not (tmp_path / "library").exists()
    assert not (tmp_path / "config" / "neartwin.ini").exists()
    assert sorted(path.name for path in docs.iterdir()) == ["合同 - 副本.txt", "合同 2025.txt", "合同.txt"]


def test_every_button_of_the_section_does_something(application: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.library_desk.QFileDialog.getSaveFileName", lambda *_args: ("", ""))
    monkeypatch.setattr("gui.library_desk.QFileDialog.getOpenFileName", lambda *_args: ("", ""))
    monkeypatch.setattr("gui.library_desk.file_acts.open_file", lambda _path: True)
    for act in ACTIONS:
        desk(application).tend(act, LibraryFacts("/nowhere"))

    asked = [one.windowTitle() for one in application.window.findChildren(QMessageBox)]
    assert asked == ["Export the library", "Portable", "Erase all Neartwin data"]


def test_a_folder_on_another_machine_is_asked_about(words: Words, monkeypatch: pytest.MonkeyPatch) -> None:
    class Share:
        is_network = True

        def of(self, _path: str) -> Share:
            return self

    monkeypatch.setattr("gui.desk.mounts_now", Share)
    assert "another machine" in (care_sentence(words, "/资料") or "")
    assert Desk.forget_wanted is not None


def test_what_was_decided_is_copied_inside_the_library_once_a_day(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    copies = tmp_path / "library" / BACKUPS_NAME
    qtbot.waitUntil(lambda: copies.is_dir() and any(copies.glob("decisions-*.db")), timeout=WAIT_MS)
