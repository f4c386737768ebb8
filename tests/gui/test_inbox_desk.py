"""A watched folder as an inbox: new files are audited, listed, told of once, and followed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from core.decisions import ReviewStatus, StatusRow
from gui.application import Application
from gui.inbox_desk import InboxDesk, audited_sentence
from gui.side_bar import View
from gui.words import Words
from tests.gui.running import LINES, WAIT_MS, scanned

NEW = "\n".join(f"收到的第{n}份材料，内容与已有文档无关，流水号{n * 91}。" for n in range(30))

OLD = "\n".join(f"往年归档第{n * 7}件，经办人签字后存入柜中，编号{n * 53}。" for n in range(40))


@pytest.fixture
def inbox(docs: Path) -> Path:
    folder = docs.parent / "收件箱"
    folder.mkdir()
    (folder / "旧的.txt").write_text(OLD, encoding="utf-8")
    return folder


@pytest.fixture
def application(start: Callable[..., Application], qtbot: QtBot, docs: Path, inbox: Path) -> Application:
    made = start(docs, inbox)
    scanned(made, qtbot)
    qtbot.waitUntil(lambda: all(state.status == "watched" for state in made.session.folders), timeout=WAIT_MS)
    return made


def desk(application: Application) -> InboxDesk:
    return application._page_desk.inbox


def rows(application: Application) -> dict[str, StatusRow]:
    return {Path(row.path).name: row for row in desk(application).page._model._all}


def make_inbox(application: Application, qtbot: QtBot, inbox: Path, *, audits_present: bool) -> None:
    desk(application).set_inbox(str(inbox), is_inbox=True, audits_present=audits_present)
    qtbot.waitUntil(lambda: str(inbox) in application.session.list.inboxes, timeout=WAIT_MS)


def test_new_files_are_accepted_or_rejected_and_told_of_once(
    application: Application, qtbot: QtBot, docs: Path, inbox: Path
) -> None:
    make_inbox(application, qtbot, inbox, audits_present=False)
    with qtbot.waitSignal(desk(application).audited, timeout=WAIT_MS) as told:
        (inbox / "副本.txt").write_text("\n".join(LINES), encoding="utf-8")
        (inbox / "新的.txt").write_text(NEW, encoding="utf-8")

    assert told.args == [Counter({ReviewStatus.REJECTED: 1, ReviewStatus.ACCEPTED: 1})]
    found = rows(application)
    assert found["副本.txt"].status is ReviewStatus.REJECTED
    assert found["副本.txt"].repeats is not None
    assert Path(found["副本.txt"].repeats).parent == docs
    assert found["新的.txt"].status is ReviewStatus.ACCEPTED
    assert found["旧的.txt"].verdict == ""
    assert "2 new files: 1 accepted, 1 rejected" in application.window.bar._note


def test_files_that_are_there_can_be_audited_too(application: Application, qtbot: QtBot, inbox: Path) -> None:
    make_inbox(application, qtbot, inbox, audits_present=True)

    qtbot.waitUntil(lambda: rows(application).get("旧的.txt") is not None, timeout=WAIT_MS)
    assert rows(application)["旧的.txt"].verdict == "unique"


def test_what_the_user_decides_survives_a_rename(application: Application, qtbot: QtBot, inbox: Path) -> None:
    make_inbox(application, qtbot, inbox, audits_present=True)
    qtbot.waitUntil(lambda: "旧的.txt" in rows(application), timeout=WAIT_MS)
    desk(application).page.status_wanted.emit([rows(application)["旧的.txt"]], ReviewStatus.REJECTED)
    qtbot.waitUntil(lambda: rows(application)["旧的.txt"].status is ReviewStatus.REJECTED, timeout=WAIT_MS)

    (inbox / "旧的.txt").rename(inbox / "改名.txt")

    qtbot.waitUntil(lambda: "改名.txt" in rows(application) or _look(application), timeout=WAIT_MS)
    assert rows(application)["改名.txt"].status is ReviewStatus.REJECTED
    assert "旧的.txt" not in rows(application)


def _look(application: Application) -> bool:
    desk(application).show_rows()
    return False


def test_files_are_moved_with_their_status_and_nothing_is_overwritten(
    application: Application, qtbot: QtBot, docs: Path, inbox: Path
) -> None:
    make_inbox(application, qtbot, inbox, audits_present=True)
    qtbot.waitUntil(lambda: "旧的.txt" in rows(application), timeout=WAIT_MS)
    (docs / "旧的.txt").write_text("another", encoding="utf-8")

    desk(application).move([str(inbox / "旧的.txt")], str(docs))

    qtbot.waitUntil(lambda: "旧的 (1).txt" in rows(application), timeout=WAIT_MS)
    assert (docs / "旧的.txt").read_text(encoding="utf-8") == "another"
    assert rows(application)["旧的 (1).txt"].status is ReviewStatus.ACCEPTED


def test_making_an_inbox_asks_what_becomes_of_the_files_in_it(
    application: Application, qtbot: QtBot, inbox: Path
) -> None:
    desk(application).ask_inbox(str(inbox))
    box = application.window.findChild(QMessageBox)
    assert box is not None
    assert "No file is moved or deleted." in box.informativeText()
    [later] = [button for button in box.buttons() if "from now on" in button.text()]
    later.click()

    qtbot.waitUntil(lambda: rows(application).get("旧的.txt") is not None, timeout=WAIT_MS)
    assert rows(application)["旧的.txt"].status is ReviewStatus.ACCEPTED
    assert any(state.is_inbox for state in application.session.folders)

    desk(application).ask_inbox(str(inbox))
    qtbot.waitUntil(lambda: not application.session.list.inboxes, timeout=WAIT_MS)


def test_the_side_bar_counts_the_files_that_wait(application: Application, qtbot: QtBot, inbox: Path) -> None:
    make_inbox(application, qtbot, inbox, audits_present=False)
    (inbox / "一行.txt").write_text("一行字", encoding="utf-8")

    item = application.window.side._items[View.INBOX]
    qtbot.waitUntil(lambda: item.accessibleName() == "Inbox, 1", timeout=WAIT_MS)


def test_counts_are_said_without_the_empty_ones(words: Words) -> None:
    assert audited_sentence(words, Counter({ReviewStatus.UNREVIEWED: 1})) == "1 new file: 1 waits for you"
