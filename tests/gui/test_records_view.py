"""The page of repeated lines asks for what was chosen, and forgets a result that no longer fits."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from core.records import RecordsResult
from gui.application import Application
from gui.records_view import RecordsTask, RecordsView
from gui.side_bar import View
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
    view._report.setChecked(True)

    with qtbot.waitSignal(view.count_wanted, timeout=1000) as asked:
        view._count.click()
    assert asked.args == [RecordsTask(("/家/客户.csv", "/家/\udcff.txt"), "email", ";", True, "bloom", True)]
    with qtbot.waitSignal(view.save_wanted, timeout=1000):
        view._save.click()


def test_the_result_says_how_many_lines_stay(view: RecordsView) -> None:
    view.add_files(["/a"])
    view.show_result(RecordsResult(12_000, 9_800, 2_200, "exact"))

    assert "9,800 of 12,000 lines stay" in shown_texts(view)
    assert "2,200 repeat an earlier line." in shown_texts(view)


def test_what_was_saved_is_named(view: RecordsView) -> None:
    view.add_files(["/a"])
    view.show_result(RecordsResult(2, 1, 1, "exact"), ("/家/b.txt", "/家/b - dropped.txt"))

    assert "Saved: /家/b.txt" in shown_texts(view)
    assert "Saved: /家/b - dropped.txt" in shown_texts(view)


def test_files_dropped_on_the_page_are_its_lists_and_folders_are_told_to_be_none(
    view: RecordsView, tmp_path: Path
) -> None:
    odd = tmp_path / os.fsdecode(b"\xe5\x90\x8d \xff.txt") if os.name == "posix" else tmp_path / "名.txt"
    odd.write_bytes(b"a\n")
    drop(view, [odd, tmp_path])

    assert view.task().paths == (os.fspath(odd),)
    assert "A folder is no list" in shown_texts(view)
    drop(view, [odd])
    assert view.task().paths == (os.fspath(odd),)
    assert "A folder is no list" not in shown_texts(view)


def drop(view: RecordsView, paths: list[Path]) -> None:
    """Let files fall on the page as a file manager does."""
    mime = QMimeData()
    mime.setData("text/uri-list", b"".join(path.as_uri().encode() + b"\r\n" for path in paths))
    actions, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(QPoint(50, 50), actions, mime, buttons, keys)
    QCoreApplication.sendEvent(view, entering)
    assert entering.isAccepted()
    QCoreApplication.sendEvent(view, QDropEvent(QPointF(50, 50), actions, mime, buttons, keys))


def test_the_window_makes_a_list_unique_and_reports_what_it_dropped(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target, report = (tmp_path / name for name in ("list.csv", "out.csv", "out - dropped.csv"))
    source.write_bytes(codecs.BOM_UTF8 + b"id,name\n1,a\n2,b\n1,c\n")
    report.write_text("of an earlier run")
    window = start().window
    window.show_view(View.RECORDS)
    view = window.findChild(RecordsView)
    assert view is not None
    view.add_files([os.fspath(source)])
    view._column.setText("id")
    view._count.click()
    qtbot.waitUntil(lambda: "3 of 4 lines stay" in shown_texts(view), timeout=10_000)

    view._report.setChecked(True)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (os.fspath(target), ""))
    view._save.click()
    qtbot.waitUntil(lambda: "Saved: " in shown_texts(view), timeout=10_000)

    assert target.read_bytes() == codecs.BOM_UTF8 + b"id,name\n1,a\n2,b\n"
    assert (tmp_path / "out - dropped 2.csv").read_bytes() == os.fsencode(source) + b"\t4\t1,c\n"
    assert report.read_text() == "of an earlier run"


def test_a_list_that_cannot_be_read_is_told_in_a_sentence_and_writes_nothing(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = start()
    view = application.window.findChild(RecordsView)
    assert view is not None
    view.add_files([os.fspath(tmp_path / "gone.txt")])
    view._report.setChecked(True)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (os.fspath(tmp_path / "out.txt"), ""))

    with qtbot.waitSignal(application.session.refused, timeout=10_000) as told:
        view._save.click()
    assert "gone.txt cannot be read" in str(told.args[0])
    assert not list(tmp_path.glob("out*"))
    assert view._count.isEnabled()


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
