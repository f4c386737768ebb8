"""Every way in which files go, through the window, on real files: erased, held, moved, linked, a whole group."""

from __future__ import annotations

import os
import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.actions import Action, Refusal
from core.decisions import FolderRole
from core.journal_table import JournalRow, State
from core.library import Library
from gui.application import Application
from gui.plan_dialog import EraseDialog, PlanDialog, RemoveAllDialog
from gui.side_bar import View
from tests.gui.running import LINES, WAIT_MS, scanned

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into the trash of a Linux desktop")


@pytest.fixture(autouse=True)
def own_trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the tests a trash, and a home for the holding folder, of their own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return tmp_path / "data" / "Trash" / "files"


def asked(application: Application, qtbot: QtBot, action: str, kind: type[PlanDialog]) -> PlanDialog:
    """Ask for something, and return the dialog that opens."""
    application.window.actions_[action].trigger()
    qtbot.waitUntil(lambda: application.window.findChild(kind) is not None, timeout=WAIT_MS)
    dialog = application.window.findChild(kind)
    assert type(dialog) is kind
    return dialog


def planned(qtbot: QtBot, dialog: PlanDialog, *, items: int) -> None:
    """Wait until the dialog shows a plan of so many files."""
    qtbot.waitUntil(lambda: not dialog._is_waiting and len(dialog._plan.items) == items, timeout=WAIT_MS)


def journal(application: Application, qtbot: QtBot) -> list[JournalRow]:
    """Return what the journal holds."""
    found: list[list[JournalRow]] = []
    application.session.ask(lambda library: library.decisions.journal.search(), found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=WAIT_MS)
    return found[0]


def agree(application: Application, qtbot: QtBot, dialog: PlanDialog) -> None:
    """Press the button, and wait until it is done."""
    assert dialog._do.isEnabled()
    dialog._do.click()
    qtbot.waitUntil(
        lambda: not application.session.jobs.is_busy and not application.session.is_scanning, timeout=WAIT_MS
    )


def begun(start: Callable[..., Application], qtbot: QtBot, folder: Path) -> Application:
    application = start(folder)
    scanned(application, qtbot)
    return application


def test_erasing_for_good_has_a_dialog_of_its_own_and_wants_the_tick(
    start: Callable[..., Application], qtbot: QtBot, docs: Path, own_trash: Path
) -> None:
    application = begun(start, qtbot, docs)
    copy = docs / "合同 - 副本.txt"
    assert not application.window.actions_["erase"].isEnabled()
    application.session.marking.by_hand([str(copy)], is_marked=True)

    dialog = asked(application, qtbot, "erase", EraseDialog)
    assert not dialog.offers_ways
    assert not dialog._do.isEnabled()
    dialog._consent.click()
    agree(application, qtbot, dialog)

    assert not copy.exists()
    assert (docs / "合同.txt").exists()
    assert not own_trash.exists()
    (row,) = journal(application, qtbot)
    assert (row.action, row.state) == (Action.DELETE, State.DONE)
    assert not application.session.marking.marks


def test_all_members_of_a_group_go_after_each_content_was_ticked_and_come_back(
    start: Callable[..., Application], qtbot: QtBot, docs: Path
) -> None:
    (docs / "合同 2025.txt").unlink()
    application = begun(start, qtbot, docs)
    window = application.window
    window.show_view(View.IDENTICAL)
    window.review.view.go_to(0)

    dialog = asked(application, qtbot, "remove_all", RemoveAllDialog)
    planned(qtbot, dialog, items=1)
    (box,) = dialog._losses._boxes.values()
    box.click()
    assert not dialog._do.isEnabled()
    planned(qtbot, dialog, items=2)
    assert not dialog._do.isEnabled()
    dialog._consent.click()
    agree(application, qtbot, dialog)
    assert list(docs.iterdir()) == []

    rows = journal(application, qtbot)
    application.window._pages[View.JOURNAL].undo_act_wanted.emit(rows[0].act)
    qtbot.waitUntil(lambda: len(list(docs.iterdir())) == 2, timeout=WAIT_MS)
    assert (docs / "合同.txt").read_text(encoding="utf-8") == "\n".join(LINES)


@pytest.mark.parametrize("action", [Action.HOLD, Action.HARD_LINK, Action.SYMLINK])
def test_another_way_is_chosen_in_the_dialog(
    start: Callable[..., Application], qtbot: QtBot, docs: Path, tmp_path: Path, action: Action
) -> None:
    application = begun(start, qtbot, docs)
    kept, copy = docs / "合同.txt", docs / "合同 - 副本.txt"
    application.session.marking.by_hand([str(copy)], is_marked=True)

    dialog = asked(application, qtbot, "trash", PlanDialog)
    dialog.way_chosen.emit(action, False)
    qtbot.waitUntil(lambda: dialog._plan.action is action and not dialog._is_waiting, timeout=WAIT_MS)
    if action is not Action.HOLD:
        assert [one.refusal for one in dialog._plan.refused] == [Refusal.EDITABLE]
        dialog.way_chosen.emit(action, True)
        planned(qtbot, dialog, items=1)
    agree(application, qtbot, dialog)

    if action is Action.HOLD:
        (held,) = (tmp_path / "home" / "Neartwin-holding").rglob("*.txt")
        assert held.read_text(encoding="utf-8") == "\n".join(LINES)
        assert not copy.exists()
    elif action is Action.HARD_LINK:
        assert os.path.samefile(kept, copy)
    else:
        assert os.readlink(copy) == str(kept)


def test_files_are_moved_to_a_folder_with_the_structure_kept(
    start: Callable[..., Application], qtbot: QtBot, docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = begun(start, qtbot, docs)
    copy = docs / "合同 - 副本.txt"
    application.session.marking.by_hand([str(copy)], is_marked=True)
    answers = iter(["", str(tmp_path), str(tmp_path / "旧")])
    monkeypatch.setattr("gui.disposing.QFileDialog.getExistingDirectory", lambda *_: next(answers))

    dialog = asked(application, qtbot, "trash", PlanDialog)
    dialog.way_chosen.emit(Action.MOVE, False)
    assert dialog._choice._ways.currentText() == "To the trash"
    dialog.way_chosen.emit(Action.MOVE, False)
    qtbot.waitUntil(lambda: dialog._plan.action is Action.MOVE, timeout=WAIT_MS)
    assert [one.refusal for one in dialog._plan.refused] == [Refusal.ALREADY_THERE]
    dialog.way_chosen.emit(Action.MOVE, False)
    planned(qtbot, dialog, items=1)
    agree(application, qtbot, dialog)

    assert (tmp_path / "旧" / docs.name / copy.name).exists()
    assert not copy.exists()


def test_a_similar_file_is_a_part_of_its_own_with_the_sentences_that_exist_nowhere_else(
    start: Callable[..., Application], qtbot: QtBot, docs: Path
) -> None:
    application = begun(start, qtbot, docs)
    near = docs / "合同 2025.txt"
    application.session.marking.by_hand([str(near)], is_marked=True)

    dialog = asked(application, qtbot, "trash", PlanDialog)
    assert not dialog._do.isEnabled()
    qtbot.waitUntil(lambda: bool(dialog._losses._unique), timeout=WAIT_MS)
    assert dialog._losses._unique == {str(near): ["最后一条　另行商定。"]}
    (box,) = dialog._losses._boxes.values()
    box.click()
    planned(qtbot, dialog, items=1)
    box = dialog._losses._boxes[str(near)]
    assert box.isChecked()
    box.click()
    assert not dialog._do.isEnabled(), "a tick taken off must not leave the old plan to be agreed to"
    planned(qtbot, dialog, items=0)
    box.click()
    planned(qtbot, dialog, items=1)
    agree(application, qtbot, dialog)
    assert not near.exists()


def test_comparing_from_the_dialog_shows_both_and_keeps_the_marks(
    start: Callable[..., Application], qtbot: QtBot, docs: Path
) -> None:
    application = begun(start, qtbot, docs)
    near = docs / "合同 2025.txt"
    application.session.marking.by_hand([str(near)], is_marked=True)
    dialog = asked(application, qtbot, "trash", PlanDialog)
    shown: list[object] = []
    dialog.compare_wanted.connect(lambda *paths: shown.append(paths))

    (loss,) = dialog._plan.losses
    dialog.compare_wanted.emit(loss.path, loss.keeper)

    qtbot.waitUntil(lambda: application.window.findChild(PlanDialog) is None, timeout=WAIT_MS)
    assert list(application.session.marking.marks) == [str(near)]
    assert near.exists()


def test_protection_that_came_after_the_scan_holds_however_the_folder_is_reached(
    start: Callable[..., Application], qtbot: QtBot, docs: Path, tmp_path: Path
) -> None:
    linked = tmp_path / "linked"
    linked.symlink_to(tmp_path)
    application = begun(start, qtbot, docs)
    copy = docs / "合同 - 副本.txt"
    application.session.marking.by_hand([str(copy)], is_marked=True)
    dialog = asked(application, qtbot, "trash", PlanDialog)
    planned(qtbot, dialog, items=1)

    def protect(library: Library) -> None:
        library.decisions.set_folders(FolderRole.PROTECTED, [str(linked / docs.name)])

    told: list[None] = []
    application.session.ask(protect, told.append)
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT_MS)
    agree(application, qtbot, dialog)
    assert copy.exists()

    scanned(application, qtbot)
    qtbot.waitUntil(lambda: str(copy) not in application.session.marking.marks, timeout=WAIT_MS)


def test_a_video_that_a_presentation_shows_is_spared_by_rules_and_named_in_the_plan(
    start: Callable[..., Application], qtbot: QtBot, docs: Path
) -> None:
    video = docs / "实验.mp4"
    video.write_bytes(b"moving pictures" * 500)
    (docs / "备份").mkdir()
    shutil.copy(video, docs / "备份" / "实验.mp4")
    relation = (
        '<Relationships><Relationship Id="1" Target="%E5%AE%9E%E9%AA%8C.mp4" TargetMode="External"/></Relationships>'
    )
    with zipfile.ZipFile(docs / "课件.pptx", "w") as deck:
        deck.writestr("ppt/slides/_rels/slide1.xml.rels", relation)
    application = begun(start, qtbot, docs)
    session = application.session
    found: list[object] = []
    groups = session.last.table.groups
    session.ask(
        lambda library: session.care.untouchable(library, session.settings, groups).linked_from(str(video)),
        found.append,
    )
    qtbot.waitUntil(lambda: bool(found), timeout=WAIT_MS)
    assert found == [str(docs / "课件.pptx")]

    session.marking.by_hand([str(video)], is_marked=True)
    if str(video) in session.marking.marks:
        dialog = asked(application, qtbot, "trash", PlanDialog)
        assert [one.caution for one in dialog._plan.warnings if one.subject == str(video)] == ["linked"]
