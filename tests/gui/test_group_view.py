"""The list of groups keeps its place: keys go on where they were, whatever came or went."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.documents import DuplicateGroup, Relation
from gui.group_model import Row
from gui.group_table import GroupTable
from gui.review_page import ReviewPage
from gui.rules_menu import RulesMenu
from gui.theme import Theme
from gui.words import Words
from tests.gui.made_groups import group_of

PAIRS = [group_of(Relation.SIMILAR, f"{n}a", f"{n}b") for n in range(4)]
OTHER = group_of(Relation.IDENTICAL, "x", "y")


@pytest.fixture
def page(qtbot: QtBot, words: Words, theme: Theme) -> ReviewPage:
    made = ReviewPage(words, theme, RulesMenu(words), QWidget())
    qtbot.addWidget(made)
    made.show_table(GroupTable([*PAIRS, OTHER]))
    made.show_kind(Relation.SIMILAR)
    with qtbot.waitExposed(made):
        made.show()
    return made


def current(page: ReviewPage) -> str:
    row = page.view.current
    return "" if row is None else row.member.path if row.member else row.group.keeper.path + "/"


def shown_again(page: ReviewPage, groups: list[DuplicateGroup]) -> None:
    page.show_table(GroupTable(groups))


def test_when_its_group_goes_the_cursor_is_at_the_one_that_took_its_place(page: ReviewPage, qtbot: QtBot) -> None:
    for _ in range(4):
        qtbot.keyClick(page.view, Qt.Key.Key_J)
    assert current(page) == "/docs/1b"

    shown_again(page, [PAIRS[0], *PAIRS[2:], OTHER])
    assert current(page) == "/docs/2b"
    shown_again(page, [*PAIRS[:2], OTHER])
    assert current(page) == "/docs/1b", "the last one, when the last went"


def test_when_nothing_is_left_there_is_nothing_to_compare(page: ReviewPage, qtbot: QtBot) -> None:
    qtbot.keyClick(page.view, Qt.Key.Key_J)
    heard: list[Row | None] = []
    page.view.row_changed.connect(heard.append)

    shown_again(page, [OTHER])

    assert heard == [None]


def test_another_view_and_a_filter_leave_the_place_to_come_back_to(page: ReviewPage, qtbot: QtBot) -> None:
    for _ in range(4):
        qtbot.keyClick(page.view, Qt.Key.Key_J)

    page.show_kind(Relation.IDENTICAL)
    page.show_kind(Relation.SIMILAR)
    assert current(page) == "/docs/1b"
    page.narrow(needle="3a")
    page.narrow(needle="")
    assert current(page) == "/docs/1b"


def test_in_a_view_without_the_current_row_nothing_is_compared_and_back_there_it_is_again(
    page: ReviewPage, qtbot: QtBot
) -> None:
    qtbot.keyClick(page.view, Qt.Key.Key_J)
    before = current(page)
    heard: list[Row | None] = []
    page.view.row_changed.connect(heard.append)

    page.show_kind(Relation.IDENTICAL)
    assert heard[-1] is None
    assert current(page) == ""

    page.show_kind(Relation.SIMILAR)
    assert current(page) == before
    assert heard[-1] is not None


def test_home_and_end_go_to_the_first_and_the_last_row(page: ReviewPage, qtbot: QtBot) -> None:
    qtbot.keyClick(page.view, Qt.Key.Key_End)
    assert page.view.currentIndex().row() == page.model.rowCount() - 1

    qtbot.keyClick(page.view, Qt.Key.Key_Home)
    assert page.view.currentIndex().row() == 0
