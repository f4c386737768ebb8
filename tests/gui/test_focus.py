"""The keys work on the list from the start, and after a click on a button of the bar."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.documents import Relation
from gui.application import Application
from gui.side_bar import View
from tests.gui.running import WAIT_MS, scanned


def press(key: Qt.Key, qtbot: QtBot) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    qtbot.keyClick(focused, key)


def test_the_keys_work_on_the_list_as_soon_as_it_is_there(
    start: Callable[..., Application], docs: Path, qtbot: QtBot
) -> None:
    application = start(docs)
    application.window.activateWindow()
    scanned(application, qtbot)
    view = application.window.review.view
    qtbot.waitUntil(view.hasFocus, timeout=WAIT_MS)

    press(Qt.Key.Key_J, qtbot)
    assert view.current is not None

    application.window.show_view(View.OVERVIEW)
    application.window.show_view(View.SIMILAR)
    qtbot.waitUntil(view.hasFocus, timeout=WAIT_MS)
    press(Qt.Key.Key_J, qtbot)
    assert view.current is not None
    assert view.current.group.kind is Relation.SIMILAR


def test_a_click_on_a_button_leaves_the_keys_with_the_list_and_typing_is_left_alone(
    start: Callable[..., Application], docs: Path, qtbot: QtBot
) -> None:
    application = start(docs)
    application.window.activateWindow()
    scanned(application, qtbot)
    review = application.window.review
    qtbot.waitUntil(review.view.hasFocus, timeout=WAIT_MS)

    qtbot.mouseClick(review.bar._mark, Qt.MouseButton.LeftButton)
    assert review.view.hasFocus()

    review.bar.search.setFocus()
    review.bar.search.setText("nothing like this")
    qtbot.waitUntil(lambda: review.model.rowCount() == 0, timeout=WAIT_MS)
    review.bar.search.setText("")
    qtbot.waitUntil(lambda: review.model.rowCount() > 0, timeout=WAIT_MS)
    assert review.bar.search.hasFocus()
