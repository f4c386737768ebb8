"""A filter that came from the overview is seen in the bar, and can be taken off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.documents import Relation
from gui.application import Application
from gui.group_table import GroupTable
from gui.review_page import ReviewPage
from gui.rules_menu import RulesMenu
from gui.side_bar import View
from gui.theme import Theme
from gui.words import Words
from tests.gui.made_groups import group_of
from tests.gui.running import WAIT_MS, scanned

GROUPS = [group_of(Relation.SIMILAR, f"{n}a", f"{n}b") for n in range(3)]


@pytest.fixture
def page(qtbot: QtBot, words: Words, theme: Theme) -> ReviewPage:
    made = ReviewPage(words, theme, RulesMenu(words), QWidget())
    qtbot.addWidget(made)
    made.show_table(GroupTable(GROUPS))
    made.show_kind(Relation.SIMILAR)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_a_folder_is_named_on_a_chip_that_takes_it_off(page: ReviewPage, qtbot: QtBot) -> None:
    chip = page.bar._folder_chip
    assert not chip.isVisible()

    page.bar.choose_folder("/elsewhere/下载")
    assert chip.isVisible()
    assert "下载" in chip.text()
    assert "/elsewhere/下载" in chip.toolTip()
    assert page.model.shown_groups == 0
    assert page._clear.isVisible()

    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert not chip.isVisible()
    assert page.model.shown_groups == 3


def test_a_range_of_similarity_is_a_chip_too_and_clear_takes_all_off(page: ReviewPage, qtbot: QtBot) -> None:
    page.bar.choose_range(0.1, 0.2)
    assert page.bar._range_chip.isVisible()
    assert page.model.shown_groups == 0

    qtbot.mouseClick(page._clear, Qt.MouseButton.LeftButton)
    assert not page.bar._range_chip.isVisible()
    assert page.model.shown_groups == 3
    assert not page.model.wanted.is_narrow


def test_escape_in_the_search_box_clears_every_filter(page: ReviewPage, qtbot: QtBot) -> None:
    page.bar.choose_folder("/elsewhere")
    page.bar.search.setText("x")
    page.bar.search.setFocus()

    qtbot.keyClick(page.bar.search, Qt.Key.Key_Escape)

    assert page.bar.search.text() == ""
    assert page.model.shown_groups == 3


def test_a_tile_of_the_overview_opens_a_view_with_its_folder_and_a_bar_its_range(
    start: Callable[..., Application], docs: Path, qtbot: QtBot
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    window, pages = application.window, application._page_desk
    bar = window.review.bar

    pages._open_folder(str(docs))
    qtbot.waitUntil(lambda: bar._folder == str(docs), timeout=WAIT_MS)
    assert window.review.model.shown_groups > 0
    assert bar._folder_chip.isVisibleTo(bar)
    bar.clear()

    before = bar.threshold.value()
    pages._open_similarity(0.98, 1.0)
    assert bar.threshold.value() == before
    assert window.review.model.wanted.least == 0.98
    assert window.review.model.wanted.kinds == frozenset({Relation.SIMILAR})
    assert window.view is View.SIMILAR


def test_the_menu_of_a_row_marks_it_and_narrows_the_list_to_its_folder(
    start: Callable[..., Application], docs: Path, qtbot: QtBot
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    window = application.window
    window.show_view(View.IDENTICAL)
    view = window.review.view
    view.step(1)
    view.step(1)
    current = view.current
    assert current is not None
    assert current.member is not None

    window.actions_["mark"].trigger()
    assert current.member.path in application.session.marking.marks
    window.actions_["mark"].trigger()
    assert not application.session.marking.marks

    window.actions_["only_folder"].trigger()
    assert window.review.model.wanted.folder == str(Path(current.member.path).parent)
    assert window.review.model.shown_groups > 0
