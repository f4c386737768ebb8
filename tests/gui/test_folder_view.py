"""Folders beside folders: pairs, a question of any two, what is only in one, and marks on what is in both."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.documents import FolderPair
from core.folder_question import FolderAnswer, LoneFile
from gui.application import Application
from gui.folder_view import FolderView
from gui.side_bar import View
from gui.theme import Theme
from gui.words import Words
from tests.gui.running import scanned

PAIRS = (FolderPair("/文档/合同", "/备份/合同", 0.49, 0.98, 98), FolderPair("/照片", "/旧照片", 1.0, 1.0, 12))
LONE = (LoneFile("/备份/合同/补充.docx", 20_000),)
ANSWER = FolderAnswer("/备份/合同", "/文档/合同", 100, 5_000_000, LONE, 102, True)


@pytest.fixture
def view(qtbot: QtBot, words: Words, theme: Theme) -> FolderView:
    made = FolderView(words, theme)
    qtbot.addWidget(made)
    made.resize(900, 600)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_the_folder_of_which_more_is_in_the_other_is_asked_about_first(view: FolderView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.question_wanted) as asked:
        view.show_pairs(PAIRS, ["/文档"])

    assert asked.args == ["/备份/合同", "/文档/合同"]
    assert view.inner.currentData() == "/备份/合同"


def test_an_answer_names_what_is_only_in_the_first_folder(view: FolderView) -> None:
    view.show_pairs(PAIRS, ["/文档"])
    view.show_answer(ANSWER)

    assert view._verdict.accessibleName() == "No. 1 of 100 files in /备份/合同 is nowhere in /文档/合同."
    assert view._lone.rows() == list(ANSWER.lone)
    assert view._mark.isEnabled()


def test_a_late_answer_to_an_earlier_question_is_not_shown(view: FolderView) -> None:
    view.show_pairs(PAIRS, ["/文档"])
    view.ask("/照片", "/旧照片")
    view.show_answer(ANSWER)

    assert not view._verdict.isVisible()
    assert not view._mark.isEnabled()


def test_a_folder_of_the_list_can_be_asked_about_or_another_be_chosen(view: FolderView, qtbot: QtBot) -> None:
    view.show_pairs((), ["/one", "/two"])
    with qtbot.waitSignal(view.choice_wanted) as asked:
        view.inner.activated.emit(view.inner.count() - 1)
    view.choose(asked.args[0], "/three")
    assert view._asked is None
    with qtbot.waitSignal(view.question_wanted) as question:
        view.choose(view.outer, "/two")

    assert question.args == ["/three", "/two"]


def test_another_scan_asks_the_same_question_again(view: FolderView, qtbot: QtBot) -> None:
    view.show_pairs(PAIRS, ["/文档"])
    view.ask("/照片", "/文档")
    with qtbot.waitSignal(view.question_wanted) as asked:
        view.show_pairs((), ["/文档"])

    assert asked.args == ["/照片", "/文档"]
    assert (view.inner.currentData(), view.outer.currentData()) == ("/照片", "/文档")


def test_the_models_keep_qt_s_rules(view: FolderView) -> None:
    view.show_pairs(PAIRS, [])
    view.show_answer(ANSWER)
    for model in (view._pairs, view._lone):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)


def test_in_the_window_a_backup_is_answered_and_its_copies_are_marked(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path
) -> None:
    papers, backup = tmp_path / "documents" / "papers", tmp_path / "documents" / "backup"
    for folder in (papers, backup):
        folder.mkdir(parents=True)
        for number in range(4):
            (folder / f"{number}.bin").write_text(f"the same {number}")
    (backup / "own.bin").write_text("only here")
    application = start(tmp_path / "documents")
    scanned(application, qtbot)
    window = application.window
    window.show_view(View.FOLDERS)
    page = window.stack.currentWidget()
    assert isinstance(page, FolderView)

    qtbot.waitUntil(page._mark.isEnabled, timeout=10_000)
    page.ask(os.fspath(backup), os.fspath(papers))
    qtbot.waitUntil(lambda: [one.path for one in page._lone.rows()] == [os.fspath(backup / "own.bin")], timeout=10_000)
    page._mark.click()

    marking = application.session.marking
    qtbot.waitUntil(lambda: len(marking.marks) == 4, timeout=10_000)
    assert set(marking.marks) == {os.fspath(backup / f"{number}.bin") for number in range(4)}
