"""The page of repeated lines asks for what was chosen, and forgets a result that no longer fits."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.records import RecordsResult
from gui.records_view import RecordsTask, RecordsView
from gui.theme import Theme
from gui.words import Words


@pytest.fixture
def view(qtbot: QtBot, words: Words, theme: Theme) -> RecordsView:
    made = RecordsView(words, theme)
    qtbot.addWidget(made)
    made.resize(700, 500)
    with qtbot.waitExposed(made):
        made.show()
    return made


def shown_texts(view: RecordsView) -> str:
    return "\n".join(label.text() for label in view.findChildren(QLabel) if label.isVisible())


def test_without_a_list_there_is_nothing_to_count(view: RecordsView) -> None:
    assert not view._count.isEnabled()
    assert not view._save.isEnabled()


def test_the_task_is_what_was_chosen(qtbot: QtBot, view: RecordsView) -> None:
    view.add_files(["/家/客户.csv", "/家/\udcff.txt", "/家/客户.csv"])
    view._column.setText(" email ")
    view._delimiter.setCurrentIndex(view._delimiter.findData(";"))
    view._urls.setChecked(True)
    view._memory.setCurrentIndex(view._memory.findData("bloom"))

    with qtbot.waitSignal(view.count_wanted, timeout=1000) as asked:
        view._count.click()
    assert asked.args == [RecordsTask(("/家/客户.csv", "/家/\udcff.txt"), "email", ";", True, "bloom")]
    with qtbot.waitSignal(view.save_wanted, timeout=1000):
        view._save.click()


def test_the_result_says_how_many_lines_stay(view: RecordsView) -> None:
    view.add_files(["/a"])
    view.show_result(RecordsResult(12_000, 9_800, 2_200, "exact"))

    assert "9,800 of 12,000 lines stay" in shown_texts(view)
    assert "2,200 repeat an earlier line." in shown_texts(view)


def test_another_choice_makes_the_result_go_away(view: RecordsView) -> None:
    view.add_files(["/a"])
    view.show_result(RecordsResult(2, 1, 1, "exact"))
    view._column.setText("2")

    assert "stay" not in shown_texts(view).split("Your lists")[1]


def test_work_shows_how_far_it_is_and_can_be_stopped(qtbot: QtBot, view: RecordsView) -> None:
    view.add_files(["/a"])
    view.show_progress(30, 100)
    assert view._bar.value() == 300
    assert not view._count.isEnabled()

    with qtbot.waitSignal(view.stop_wanted, timeout=1000):
        view._stop.click()
    view.show_result(None)
    assert view._count.isEnabled()
    assert not view._bar.isVisible()


def test_the_language_can_change_without_losing_what_was_chosen(view: RecordsView) -> None:
    view.add_files(["/a"])
    view._delimiter.setCurrentIndex(view._delimiter.findData("\t"))
    before = view.task()
    view.retranslate()

    assert view.task() == before
