"""New files of an inbox, and a team on a real server that has one of them, or is away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.decisions import ReviewStatus, StatusRow
from core.library import open_library
from core.progress import NullReporter
from core.scan import scan
from core.settings import Settings
from core.team import publish
from core.team_settings import Place, Share, save, team_settings
from core.workers import InProcess
from gui.application import Application
from gui.inbox_model import Column, InboxModel
from gui.words import Words
from tests.gui.running import WAIT_MS, scanned
from tests.unit.servers import RedisServer, free_port, needs_redis

HERS = "\n".join(f"同事归档的第{n}份材料，由第{n * 7}号办公室保存，流水号{n * 91}。" for n in range(40))
ALSO_HERS = "\n".join(f"她的另一份卷宗第{n}页，编号{n * 37}，存在第{n * 11}号柜子的抽屉里。" for n in range(40))
NOBODYS = "\n".join(f"今天收到的第{n}封来信，谈第{n * 3}个问题，页码{n * 53}。" for n in range(40))


@pytest.fixture
def inbox(docs: Path) -> Path:
    folder = docs.parent / "收件箱"
    folder.mkdir()
    return folder


def colleague(folder: Path, place: Place) -> None:
    """Publish a library that has HERS and ALSO_HERS."""
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "hers.txt").write_text(HERS, encoding="utf-8")
    (folder / "docs" / "also hers.txt").write_text(ALSO_HERS, encoding="utf-8")
    shares = (Share(str(folder / "docs"), "Legal"),)
    with open_library(str(folder / "library")) as library:
        scan([str(folder / "docs")], Settings(), library, InProcess(), NullReporter())
        publish(library, team_settings(place, "office", desk_name="Anna", shares=shares), Settings())


def joined(start: Callable[..., Application], qtbot: QtBot, place: Place, *folders: Path) -> Application:
    application = start(*folders)
    Path(application.session.library_folder).mkdir(parents=True, exist_ok=True)
    save(application.session.library_folder, team_settings(place, "office"))
    scanned(application, qtbot)
    desk = application._page_desk.inbox
    desk.set_inbox(str(folders[-1]), is_inbox=True, audits_present=False)
    qtbot.waitUntil(lambda: str(folders[-1]) in application.session.list.inboxes, timeout=WAIT_MS)
    return application


def row(application: Application, name: str) -> StatusRow | None:
    rows = application._page_desk.inbox.page._model._all
    return next((one for one in rows if Path(one.path).name == name), None)


def is_row(application: Application, name: str, verdict: str) -> bool:
    found = row(application, name)
    return found is not None and found.verdict == verdict


@needs_redis
def test_a_new_file_that_a_colleague_has_waits_and_says_who(
    qtbot: QtBot, start: Callable[..., Application], server: RedisServer, docs: Path, inbox: Path
) -> None:
    colleague(docs.parent / "anna", server.place)
    application = joined(start, qtbot, server.place, docs, inbox)
    (inbox / "hers.txt").write_text(HERS, encoding="utf-8")
    (inbox / "nobodys.txt").write_text(NOBODYS, encoding="utf-8")

    qtbot.waitUntil(lambda: is_row(application, "hers.txt", "team_identical"), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: is_row(application, "nobodys.txt", "unique"), timeout=WAIT_MS)
    hers, nobodys = row(application, "hers.txt"), row(application, "nobodys.txt")
    assert hers is not None
    assert nobodys is not None
    assert (hers.status, nobodys.status) == (ReviewStatus.UNREVIEWED, ReviewStatus.ACCEPTED)
    cell = application._page_desk.inbox.page._model.cell(hers, Column.VERDICT)
    assert (cell.text, cell.second) == ("Team: identical", "Anna (Legal)")
    qtbot.waitUntil(lambda: "1 waits for you" in application.window.bar._note, timeout=WAIT_MS)
    assert "2 new files: 1 accepted, 1 waits for you" in application.window.bar._note


@needs_redis
def test_a_server_that_is_away_is_told_of_and_the_library_decides(
    qtbot: QtBot, start: Callable[..., Application], docs: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = joined(start, qtbot, Place("127.0.0.1", free_port()), docs, inbox)
    notes: list[str] = []
    show = application.window.bar.show_note
    monkeypatch.setattr(application.window.bar, "show_note", lambda note: notes.append(note) or show(note))
    (inbox / "nobodys.txt").write_text(NOBODYS, encoding="utf-8")

    qtbot.waitUntil(lambda: any("could not be asked about new files" in note for note in notes), timeout=WAIT_MS)
    found = row(application, "nobodys.txt")
    assert found is not None
    assert found.status is ReviewStatus.ACCEPTED


@pytest.fixture
def away(docs: Path) -> Iterator[RedisServer]:
    """A server that a colleague published to and that is down now; what it has is on its disk."""
    running = RedisServer(docs.parent / "redis", "--appendonly", "yes", "--appendfsync", "always")
    colleague(docs.parent / "anna", running.place)
    running.kill()
    yield running
    running.kill()


@needs_redis
def test_files_that_came_while_the_server_was_away_are_asked_about_when_it_is_back(
    qtbot: QtBot, start: Callable[..., Application], docs: Path, inbox: Path, away: RedisServer
) -> None:
    application = joined(start, qtbot, away.place, docs, inbox)
    (inbox / "hers.txt").write_text(HERS + "改", encoding="utf-8")
    (inbox / "decided.txt").write_text(ALSO_HERS, encoding="utf-8")
    (inbox / "nobodys.txt").write_text(NOBODYS, encoding="utf-8")
    for name in ("hers.txt", "decided.txt", "nobodys.txt"):
        qtbot.waitUntil(lambda name=name: row(application, name) is not None, timeout=WAIT_MS)
    desk = application._page_desk.inbox
    qtbot.waitUntil(lambda: "could not be asked" in desk._team._trouble, timeout=WAIT_MS)
    decided = row(application, "decided.txt")
    assert decided is not None
    assert decided.is_unasked
    desk._decide([decided], ReviewStatus.ACCEPTED)
    qtbot.waitUntil(lambda: not row(application, "decided.txt").is_unasked, timeout=WAIT_MS)
    assert application._team._again.isActive()

    away.start()
    application._team._again.setInterval(1)
    application._team._again.start()

    qtbot.waitUntil(lambda: is_row(application, "hers.txt", "team_close"), timeout=WAIT_MS)
    hers, nobodys = row(application, "hers.txt"), row(application, "nobodys.txt")
    assert (hers.status, hers.is_unasked) == (ReviewStatus.UNREVIEWED, False)
    qtbot.waitUntil(lambda: not row(application, "nobodys.txt").is_unasked, timeout=WAIT_MS)
    assert nobodys.status is ReviewStatus.ACCEPTED
    assert row(application, "decided.txt").status is ReviewStatus.ACCEPTED
    assert row(application, "decided.txt").verdict == "unique"


@needs_redis
def test_files_not_asked_about_are_asked_about_after_a_restart(
    qtbot: QtBot, start: Callable[..., Application], docs: Path, inbox: Path, away: RedisServer
) -> None:
    """They stand in the library: the program that asks is not the one that could not."""
    application = joined(start, qtbot, away.place, docs, inbox)
    (inbox / "hers.txt").write_text(HERS, encoding="utf-8")
    qtbot.waitUntil(lambda: is_row(application, "hers.txt", "unique"), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: "could not be asked" in application._page_desk.inbox._team._trouble, timeout=WAIT_MS)
    assert application.window.close()
    away.start()

    again = start(docs, inbox)
    scanned(again, qtbot)

    qtbot.waitUntil(lambda: is_row(again, "hers.txt", "team_identical"), timeout=WAIT_MS)
    assert row(again, "hers.txt").status is ReviewStatus.UNREVIEWED


def test_a_close_one_is_never_called_more_than_close(qtbot: QtBot, words: Words) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    close = StatusRow("a", "/in/a.txt", ReviewStatus.UNREVIEWED, "team_close", figure=0.9449, holder='["", 3, ""]')
    cell = InboxModel(words, host).cell(close, Column.VERDICT)

    assert cell.text == "Team: close by fingerprint, about 94%, not verified"
    assert cell.second == "Library 3 of your team"
