"""Checking at work: several files, the clipboard, submissions among themselves, passages, reports, a disk away."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from core.check import CheckMatch, Verdict
from core.documents import Relation
from core.passages import Shares
from core.side_by_side import SideBySide, stretches
from gui.application import Application
from gui.compare_pane import ComparePane
from gui.passage_dialog import PassageDialog
from gui.side_bar import View
from gui.theme import Theme
from gui.verdict_models import MatchModel
from gui.verdict_words import more_sentences
from gui.words import Words
from tests.gui.running import LINES, WAIT_MS, scanned
from tests.unit import made_texts

OWN = "\n".join(f"提交的作业第{n}段，论述各不相同，参考编号{n * 83}。" for n in range(40))


@pytest.fixture
def application(start: Callable[..., Application], qtbot: QtBot, docs: Path) -> Application:
    made = start(docs)
    scanned(made, qtbot)
    return made


def checked(application: Application, qtbot: QtBot, *paths: Path) -> dict[str, Verdict]:
    sheet = application._checking.sheet
    sheet._files.set_rows([])
    application._checking.check([str(path) for path in paths])
    qtbot.waitUntil(lambda: bool(sheet._files.rows()), timeout=WAIT_MS)
    return {Path(verdict.path).name: verdict for verdict in sheet._files.rows()}


def marked(side: QPlainTextEdit) -> str:
    """Return the first marked text of a side."""
    selections = side.extraSelections()
    cursor = selections[0].cursor
    return str(cursor.selectedText())


def note(application: Application) -> str:
    return application.window.bar._note


def test_a_file_of_the_library_is_told_from_its_copy_and_nothing_is_stored(
    application: Application, qtbot: QtBot, docs: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "外面"
    outside.mkdir()
    shutil.copy(docs / "合同 2025.txt", outside / "拷贝.txt")
    (outside / "图.png").write_bytes(b"\x89PNG")
    before = application.session.folders

    found = checked(application, qtbot, docs / "合同 2025.txt", outside)

    assert (found["合同 2025.txt"].in_library, found["拷贝.txt"].in_library) == (True, False)
    assert found["拷贝.txt"].kind == "identical"
    assert found["图.png"].kind == "undecided"
    assert application.session.folders == before
    with qtbot.waitSignal(application.session.shown, timeout=WAIT_MS):
        application.session.scan()
    assert sum(application.session.last.files.values()) == 3


def test_submissions_are_compared_with_each_other(application: Application, qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("甲.txt", "乙.txt"):
        (tmp_path / name).write_text(OWN, encoding="utf-8")

    found = checked(application, qtbot, tmp_path / "甲.txt", tmp_path / "乙.txt")

    assert found["甲.txt"].kind == "unique"
    sheet = application._checking.sheet
    assert [match.path for match in sheet._matches.rows()] == [str(tmp_path / "乙.txt")]
    assert "1 of the other checked files is like it." in sheet._coverage.text()


def test_text_on_the_clipboard_is_checked_and_forgotten(application: Application, qtbot: QtBot, tmp_path: Path) -> None:
    QGuiApplication.clipboard().setText("\n".join(LINES))
    application.window.actions_["check_clipboard"].trigger()

    sheet = application._checking.sheet
    qtbot.waitUntil(lambda: bool(sheet._files.rows()), timeout=WAIT_MS)
    [verdict] = sheet._files.rows()
    assert verdict.kind in ("identical", "same_text")
    place = Path(verdict.path)
    assert place.name == "Text from the clipboard.txt"
    assert place.exists()
    assert sheet._name.text() == "Text from the clipboard"
    assert not sheet._folder.isVisible()
    report = tmp_path / "report.csv"
    application._checking.save_report([verdict], str(report))
    assert "Text from the clipboard" in report.read_text(encoding="utf-8-sig")
    assert str(place.parent) not in report.read_text(encoding="utf-8-sig")

    application._checking._forget_clipboard()
    assert not place.parent.exists()


@pytest.mark.parametrize("by_key", [True, False])
def test_from_a_comparison_there_is_a_way_back_to_the_answer(
    application: Application, qtbot: QtBot, docs: Path, by_key: bool
) -> None:
    checked(application, qtbot, docs / "合同 2025.txt")
    sheet, pane = application._checking.sheet, application.window.findChild(ComparePane)
    assert pane is not None
    found = sheet._matches.rows()
    sheet._ask_compare()
    qtbot.waitUntil(lambda: pane.comparison is not None, timeout=WAIT_MS)
    assert not sheet.isVisible()
    assert pane._back.isVisible()
    assert application.window.focusWidget() is application.window.review.view, "J and Space work on the list"

    if by_key:
        qtbot.keyClick(application.window.review.view, Qt.Key.Key_Escape)
    else:
        qtbot.mouseClick(pane._back, Qt.MouseButton.LeftButton)

    assert sheet.isVisible()
    assert sheet._matches.rows() == found
    qtbot.keyClick(sheet._match_table, Qt.Key.Key_Escape)
    assert not sheet.isVisible()

    sheet.come_back()
    sheet._ask_compare()
    assert pane.back_key.isEnabled()
    application.window.review.view.go_to(0)
    qtbot.waitUntil(lambda: not pane._back.isVisible(), timeout=WAIT_MS)
    assert not pane.back_key.isEnabled()


def test_an_empty_clipboard_is_said(application: Application) -> None:
    QGuiApplication.clipboard().setText("  ")
    application.window.actions_["check_clipboard"].trigger()

    assert note(application) == "There is no text on the clipboard"


@pytest.mark.parametrize("name", ["报告.html", "报告.CSV"])
def test_a_report_is_saved_by_its_name(
    application: Application, qtbot: QtBot, docs: Path, tmp_path: Path, name: str
) -> None:
    found = checked(application, qtbot, docs / "合同 2025.txt")
    application._checking.save_report(list(found.values()), str(tmp_path / name))

    text = (tmp_path / name).read_text(encoding="utf-8-sig")
    assert text.startswith("File,") == name.endswith("CSV")
    assert str(tmp_path / "library") in text
    assert "saved" in note(application)


def test_a_report_that_cannot_be_written_is_told(application: Application, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(application.session.refused, timeout=WAIT_MS) as told:
        application._checking.save_report([], str(tmp_path / "no folder" / "a.html"))
    assert "Errno" not in str(told.args[0])


def test_passages_open_side_by_side(application: Application, qtbot: QtBot, docs: Path, tmp_path: Path) -> None:
    mixed = tmp_path / "拼凑.txt"
    mixed.write_text(OWN + "\n" + "\n".join(LINES[4:10]), encoding="utf-8")

    found = checked(application, qtbot, mixed)
    assert found["拼凑.txt"].kind == "passages"
    sheet = application._checking.sheet
    assert sheet._compare.text() == "Show passages"
    assert "In all, " in sheet._coverage.text()
    sheet._compare.click()

    qtbot.waitUntil(lambda: bool(application.window.findChildren(PassageDialog)), timeout=WAIT_MS)
    [dialog] = application.window.findChildren(PassageDialog)
    left, right = dialog._sides
    assert len(dialog._found.stretches) >= 1
    assert marked(left)[:6] == marked(right)[:6] == LINES[4][:6]
    dialog.accept()


def test_a_check_is_answered_while_a_scan_runs_and_what_is_away_is_not_verified(
    application: Application, qtbot: QtBot, docs: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "拷贝.txt"
    shutil.copy(docs / "合同 2025.txt", copy)
    docs.rename(tmp_path / "拔掉")
    application.session.scan()

    found = checked(application, qtbot, copy)

    assert found["拷贝.txt"].kind == "identical"
    assert not any(match.is_verified for match in found["拷贝.txt"].matches)


def test_another_checked_file_is_named_as_such(words: Words) -> None:
    model = MatchModel(words)
    other = CheckMatch("/乙", "similar", 0.97, 0.97, 1, True)
    model.show([], [other])

    assert model.cell(other, 1).second == "another checked file · of the words of both, in order"


def test_shares_are_said_with_and_without_references_and_templates(words: Words) -> None:
    shares = Shares(0.31, 0.24, 0.31, 0.24)
    match = CheckMatch("/著作", "passages", 0.2, 0.31, None, True, shares)
    model = MatchModel(words)
    model.show([match], [])

    assert model.cell(match, 1).second == "of its text stands there, 24% without references"
    verdict = Verdict("/a", "passages", "", False, 9, 9, (match,), repeated=shares)
    assert more_sentences(words, verdict) == "In all, 31% of its text is repeated, 24% without references."


def test_characters_beyond_the_first_plane_do_not_shift_the_marks(qtbot: QtBot, words: Words, theme: Theme) -> None:
    same = made_texts.text(20)
    text, there = "𠀀𠀁𠀂 " + same, "😀\r\n" + same
    dialog = PassageDialog(words, theme, ("/a", "/b"), SideBySide(text, there, stretches(text, there)), None)
    qtbot.addWidget(dialog)

    chosen = [marked(side) for side in dialog._sides]
    assert chosen[0][:12] == chosen[1][:12] == same[:12]


def test_two_files_dropped_anywhere_are_compared_with_each_other(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    one, other = tmp_path / "一.txt", tmp_path / "二.txt"
    one.write_text("租金为3200元。\n其余不变。", encoding="utf-8")
    other.write_text("租金为3500元。\n其余不变。", encoding="utf-8")
    sheet = application._checking.sheet
    sheet._files.set_rows([])

    application.window.files_dropped.emit([str(one), str(other)])
    qtbot.waitUntil(lambda: len(sheet._files.rows()) == 2, timeout=WAIT_MS)
    assert sheet._both.isVisibleTo(sheet)
    qtbot.keyClick(sheet, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)

    pane = application.window.findChild(ComparePane)
    assert pane is not None
    qtbot.waitUntil(lambda: bool(pane.comparison and pane.comparison.differences), timeout=WAIT_MS)
    [difference] = pane.comparison.differences
    assert (difference.left, difference.right) == ("3200", "3500")


def test_the_window_takes_files_as_copies_wherever_they_are_dropped(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "一个文件.txt"
    path.write_text(OWN, encoding="utf-8")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    heard: list[str] = []
    application.window.files_dropped.connect(heard.extend)
    event = QDropEvent(
        QPointF(500, 300),
        Qt.DropAction.MoveAction | Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )

    enter = QDragEnterEvent(
        QPoint(500, 300),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(application.window, enter)
    assert enter.isAccepted()
    veil = application.window._veil
    assert veil.isVisibleTo(application.window)
    assert veil.size() == application.window.pages_room.size()
    assert veil.accessibleName() == "Drop to check against the library"

    application.window.dropEvent(event)

    assert not veil.isVisibleTo(application.window)
    assert heard == [str(path)]
    assert event.dropAction() is Qt.DropAction.CopyAction
    sheet = application._checking.sheet
    qtbot.waitUntil(lambda: [row.path for row in sheet._files.rows()] == [str(path)], timeout=WAIT_MS)
    assert not sheet._both.isVisibleTo(sheet)


def test_folders_dropped_on_the_window_are_added_not_checked(application: Application, tmp_path: Path) -> None:
    folder, heard = tmp_path / "一个文件夹", []
    folder.mkdir()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(folder))])
    application.window.folders_dropped.disconnect()
    application.window.folders_dropped.connect(heard.extend)
    event = QDropEvent(
        QPointF(500, 300),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )

    application.window.dropEvent(event)

    assert heard == [str(folder)]
    assert not application._checking.sheet.isVisible()


def test_a_comparison_of_checked_files_stays_and_no_key_acts_on_a_row_that_is_not_compared(
    application: Application, qtbot: QtBot, docs: Path, tmp_path: Path
) -> None:
    one, other = tmp_path / "一.txt", tmp_path / "二.txt"
    for path in (one, other):
        path.write_text(OWN, encoding="utf-8")
    window = application.window
    window.show_view(View.SIMILAR)
    window.review.view.go_to(0)
    window.show_view(View.JOURNAL)
    pane = window.findChild(ComparePane)
    assert pane is not None

    application._checking._compare(str(one), str(other))
    qtbot.waitUntil(lambda: pane.comparison is not None and pane.comparison.left.path == str(one), timeout=WAIT_MS)
    qtbot.wait(400)

    assert pane.comparison is not None
    assert pane.comparison.left.path == str(one)
    assert pane.comparison.is_proved, "equal bytes are told as such, although no group says so"
    assert window.review.view.current is None
    window.actions_["settle"].trigger()
    assert application.session.last is not None
    assert application.session.last.table.count_by_kind()[Relation.SIMILAR] > 0
