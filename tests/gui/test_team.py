"""The team index in the window: its dialog, its test, publishing after a scan, and what the sheet of checks says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.team_answers import TeamAnswer
from core.team_check import TeamIndex, TeamMatch
from core.team_server import AWAY, Server, TeamError
from core.team_settings import Place, Share, place_of, save, team_settings
from core.verdicts import Verdict
from gui.application import Application
from gui.team_dialog import START, TeamDialog
from gui.theme import Theme
from gui.verdict_words import team_text
from gui.words import Words
from tests.gui.running import WAIT_MS, scanned
from tests.unit.servers import RedisServer, free_port, needs_redis

SETTINGS = team_settings(
    place_of("rediss://anna:geheim@office:6380"), "法务", desk_name="Anna", shares=(Share("/docs/a", "Legal"),)
)


@pytest.fixture
def dialog(qtbot: QtBot, words: Words, theme: Theme) -> TeamDialog:
    made = TeamDialog(words, theme, SETTINGS, folders=["/docs/a", "/docs/b"], ask_file=lambda: "/own.crt")
    qtbot.addWidget(made)
    made.show()
    return made


def texts(dialog: TeamDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def test_what_is_shown_is_what_was_stored_and_comes_back(dialog: TeamDialog) -> None:
    assert dialog.chosen() == SETTINGS
    tick, _, label = dialog._shares["/docs/b"]
    tick.setChecked(True)
    label.setText(" Contracts ")
    dialog._browse.click()

    chosen = dialog.chosen()
    assert chosen.shares == (Share("/docs/a", "Legal"), Share("/docs/b", "Contracts"))
    assert chosen.place.ca_file == "/own.crt"
    assert chosen.desk == SETTINGS.desk


def test_the_password_is_not_shown_and_one_command_that_starts_a_server_is(dialog: TeamDialog) -> None:
    assert dialog._fields["password"].displayText() != "geheim"
    assert START in texts(dialog)


def test_a_wrong_address_is_told_and_nothing_is_saved(qtbot: QtBot, dialog: TeamDialog) -> None:
    dialog._fields["address"].setText("http://office")
    with qtbot.assertNotEmitted(dialog.saved):
        qtbot.mouseClick(dialog._save, Qt.MouseButton.LeftButton)

    assert dialog.isVisible()
    assert "names no server" in texts(dialog)


def test_a_name_that_cannot_be_a_team_is_told(qtbot: QtBot, dialog: TeamDialog) -> None:
    dialog._fields["team"].setText("a{b")
    with qtbot.assertNotEmitted(dialog.test_wanted):
        qtbot.mouseClick(dialog._test, Qt.MouseButton.LeftButton)

    assert "name of a team" in texts(dialog)


def test_the_language_can_change_while_it_is_filled_in(dialog: TeamDialog, words: Words) -> None:
    dialog._fields["team"].setText("新团队")
    words.set_language("zh_CN")

    assert dialog.windowTitle() == "团队索引"
    assert dialog.chosen().team == "新团队"


@needs_redis
def test_the_button_tells_how_the_server_is(
    qtbot: QtBot, start: Callable[..., Application], server: RedisServer
) -> None:
    application = start()
    desk = application._team
    for place, said in ((server.place, "Redis"), (Place("127.0.0.1", free_port()), "cannot be reached")):
        shown = TeamDialog(
            application.words, application.theme, team_settings(place, "office"), folders=[], ask_file=lambda: ""
        )
        qtbot.addWidget(shown)
        shown.test_wanted.connect(lambda chosen, shown=shown: desk._test(shown, chosen))
        shown.show()
        qtbot.mouseClick(shown._test, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda shown=shown, said=said: said in texts(shown), timeout=WAIT_MS)


@needs_redis
def test_a_scan_is_published_and_a_server_that_is_away_is_tried_again(
    qtbot: QtBot, start: Callable[..., Application], server: RedisServer, tmp_path: Path
) -> None:
    application = start()
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.txt").write_text(" ".join(f"word{number}" for number in range(200)))
    library = application.session.library_folder
    Path(library).mkdir(parents=True, exist_ok=True)
    save(library, team_settings(server.place, "office", desk_name="Anna", shares=(Share(str(folder), ""),)))
    server.kill()
    states: list[tuple[str, bool]] = []
    application._team.state_changed.connect(lambda sentence, is_well: states.append((sentence, is_well)))
    qtbot.waitUntil(lambda: application.session._library is not None, timeout=WAIT_MS)
    application.session.add_folders([str(folder)])
    scanned(application, qtbot)
    qtbot.waitUntil(lambda: bool(states), timeout=WAIT_MS)
    assert "cannot be reached" in states[0][0]
    assert application._team._again.isActive()

    server.start()
    application._team.publish()
    qtbot.waitUntil(lambda: states[-1][1], timeout=WAIT_MS)
    with Server(server.place, "office") as opened:
        [desk] = TeamIndex(opened).desks.values()
    assert desk.name == "Anna"
    assert "1 files and 1 texts" in states[-1][0]


def test_the_sheet_says_who_has_it_and_never_more_than_close(words: Words) -> None:
    match = TeamMatch("close", 0.9449, 2, "Anna", 1, "Legal", 2048, 1_700_000_000)
    verdict = Verdict("/new.docx", "unique", "", False, 9, 9, team=TeamAnswer((match,)))
    shown = team_text(words, verdict)

    assert shown.startswith("Team: Anna (Legal) has a document that is close by fingerprint, about 94%, not verified.")
    assert "imilar" not in shown


def test_the_sheet_says_why_the_team_was_not_asked(words: Words) -> None:
    trouble = TeamError(AWAY, place="office:6379")
    verdict = Verdict("/new.docx", "unique", "", False, 9, 9, team=TeamAnswer(trouble=trouble))

    assert "office:6379 cannot be reached" in team_text(words, verdict)
