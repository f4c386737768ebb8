"""A filter that came from the overview is seen in the bar, and can be taken off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.documents import Relation
from gui.application import Application
from gui.date_spans import Span
from gui.group_table import Family, GroupTable, Wanted
from gui.overview_figures import bin_bounds
from gui.review_page import ReviewPage
from gui.rules_menu import RulesMenu
from gui.side_bar import View
from gui.similarity_ranges import WHOLE
from gui.theme import Theme
from gui.words import Words
from tests.gui.made_groups import group_of
from tests.gui.running import LINES, WAIT_MS, scanned

KINDS, DATES, FOLDER, RANGE = range(4)
"""The places of the chips."""

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
    chip = page.bar._chips[FOLDER]
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
    assert page.bar._chips[RANGE].isVisible()
    assert page.model.shown_groups == 0

    qtbot.mouseClick(page._clear, Qt.MouseButton.LeftButton)
    assert not page.bar._chips[RANGE].isVisible()
    assert page.model.shown_groups == 3
    assert not page.model.wanted.is_narrow


def test_kinds_of_file_and_dates_are_chips_that_are_taken_off_one_by_one(page: ReviewPage, qtbot: QtBot) -> None:
    kinds, dates = page.bar._chips[KINDS], page.bar._chips[DATES]
    page.bar.choose_family(Family.PDF)
    assert kinds.text() == "PDF and fixed pages  ×"
    page.bar.choose_family(Family.WORD)
    assert kinds.text() == "2 kinds  ×"
    assert "Text documents, PDF and fixed pages" in kinds.toolTip()
    page.bar.choose_span(Span.WEEK)

    qtbot.mouseClick(kinds, Qt.MouseButton.LeftButton)
    assert not kinds.isVisible()
    assert page.model.wanted.families == frozenset()
    assert page.model.wanted.since_ns > 0

    qtbot.mouseClick(dates, Qt.MouseButton.LeftButton)
    assert not page.model.wanted.is_narrow


def test_the_menu_offers_ranges_of_similarity_where_groups_are_similar(page: ReviewPage) -> None:
    high = page.bar._range_actions[(0.98, 1.0)]
    assert high.isVisible()
    high.trigger()
    assert high.isChecked()
    assert page.bar._chips[RANGE].text() == "98–100%  ×"
    assert page.model.wanted.least == 0.98

    page.show_kind(Relation.IDENTICAL)
    assert not high.isVisible()
    assert not page.bar._chips[RANGE].isVisible()
    assert not page.model.wanted.is_narrow

    page.show_kind(Relation.SIMILAR)
    assert page.bar._chips[RANGE].isVisible()
    assert page.model.wanted.least == 0.98


def test_a_range_below_the_threshold_brings_it_down_until_it_is_taken_off(page: ReviewPage) -> None:
    page.bar.set_threshold(0.9)
    page.bar.choose_range(0.96, 0.98)
    assert page.bar.threshold.value() == 90
    page.bar.choose_range(0.58, 0.6)
    assert page.bar.threshold.value() == 58
    page.bar.choose_range(0.7, 0.8)
    assert page.bar.threshold.value() == 70
    page.bar.choose_range(*WHOLE)
    assert page.bar.threshold.value() == 90

    page.bar.choose_range(0.58, 0.6)
    page.bar.clear()
    assert page.bar.threshold.value() == 90


def test_a_threshold_that_was_moved_under_a_range_stays(page: ReviewPage) -> None:
    page.bar.set_threshold(0.9)
    page.bar.choose_range(0.58, 0.6)
    page.bar.threshold.setValue(75)
    page.bar.choose_range(*WHOLE)
    assert page.bar.threshold.value() == 75


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Down])
def test_return_and_down_lead_from_the_field_to_what_was_found(page: ReviewPage, qtbot: QtBot, key: Qt.Key) -> None:
    heard: list[str] = []
    page.bar.needle_changed.connect(heard.append)
    page.bar.search.setFocus()
    qtbot.keyClicks(page.bar.search, "1b")

    qtbot.keyClick(page.bar.search, key)

    assert heard == ["1b"]
    assert page.view.hasFocus()
    assert page.view.currentIndex().row() == 0


def test_escape_empties_the_field_then_takes_off_the_chips_then_leaves(page: ReviewPage, qtbot: QtBot) -> None:
    page.bar.choose_folder("/elsewhere")
    page.bar.search.setFocus()
    qtbot.keyClicks(page.bar.search, "x")

    qtbot.keyClick(page.bar.search, Qt.Key.Key_Escape)
    assert page.bar.search.text() == ""
    assert page.bar._chips[FOLDER].isVisible()
    qtbot.keyClick(page.bar.search, Qt.Key.Key_Escape)
    assert not page.bar._chips[FOLDER].isVisible()
    assert page.bar.search.hasFocus()
    qtbot.keyClick(page.bar.search, Qt.Key.Key_Escape)
    assert page.view.hasFocus()


def test_an_empty_field_leaves_the_key_that_takes_marks_back_to_the_window(page: ReviewPage, qtbot: QtBot) -> None:
    taken_back: list[bool] = []
    QShortcut(QKeySequence.StandardKey.Undo, page, lambda: taken_back.append(True))
    page.bar.search.setFocus()

    qtbot.keyClick(page.bar.search, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert taken_back == [True]

    qtbot.keyClicks(page.bar.search, "x")
    qtbot.keyClick(page.bar.search, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert taken_back == [True]
    assert page.bar.search.text() == ""


def test_a_part_of_the_overview_opens_all_its_groups_whatever_was_filtered_before(
    start: Callable[..., Application], docs: Path, qtbot: QtBot
) -> None:
    (docs / "合同.md").write_text((docs / "合同.txt").read_text(encoding="utf-8") + "\n\n", encoding="utf-8")
    (docs / "归档").mkdir()
    (docs / "归档" / "a.html").write_text("<p>" + "<p>".join(LINES), encoding="utf-8")
    application = start(docs)
    scanned(application, qtbot)
    window, page = application.window, application._page_desk._overview
    bar, model = window.review.bar, window.review.model
    bar.choose_family(Family.SLIDES)
    bar.choose_span(Span.OLD)
    bar.choose_range(0.5, 0.6)

    page.folder_wanted.emit(str(docs / "归档"), Relation.SAME_TEXT)
    qtbot.waitUntil(lambda: model.wanted.folder == str(docs / "归档"), timeout=WAIT_MS)
    assert window.view is View.SAME_TEXT
    assert model.shown_groups == 1
    assert bar._chips[FOLDER].isVisibleTo(bar)
    assert not bar._chips[KINDS].isVisibleTo(bar)

    for _ in range(2):
        page.family_wanted.emit("text", Relation.IDENTICAL)
        assert model.shown_groups == 1
        assert model.wanted == Wanted(frozenset({Relation.IDENTICAL}), families=frozenset({Family.TEXT}))


def test_each_bar_of_the_overview_opens_groups_and_moves_the_threshold_only_down(
    start: Callable[..., Application], docs: Path, qtbot: QtBot
) -> None:
    (docs / "合同 2026.txt").write_text("\n".join([*LINES[1:-1], "最后一条　双方商定。"]), encoding="utf-8")
    (docs / "另一份.txt").write_text(
        "\n".join([*LINES[:13], *(f"{n}、别的事情。" for n in range(30))]), encoding="utf-8"
    )
    application = start(docs)
    scanned(application, qtbot)
    session, review = application.session, application.window.review
    assert session.last is not None
    figures = session.last.result.similarities
    assert min(figures) < 0.9 < max(figures)
    above = [place for place, pairs in enumerate(session.last.overview.pairs) if pairs and bin_bounds(place)[0] >= 0.9]
    below = [place for place, pairs in enumerate(session.last.overview.pairs) if pairs and bin_bounds(place)[1] <= 0.9]
    assert above
    assert below

    for place in reversed(above):
        application._page_desk._overview._histogram.chosen.emit(str(place))
        assert application.window.view is View.SIMILAR
        assert review.model.shown_groups > 0
        assert review.bar.threshold.value() == 90
    application._page_desk._overview._histogram.chosen.emit(str(below[0]))
    assert review.bar.threshold.value() == round(bin_bounds(below[0])[0] * 100)
    qtbot.waitUntil(lambda: review.model.shown_groups > 0, timeout=WAIT_MS)


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
    folder = str(Path(current.member.path).parent)
    qtbot.waitUntil(lambda: window.review.model.wanted.folder == folder, timeout=WAIT_MS)
    assert window.review.model.shown_groups > 0
