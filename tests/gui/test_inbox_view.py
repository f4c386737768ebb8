"""New files wait with what the check says of them, until they are accepted or rejected."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.decisions import ReviewStatus, StatusRow
from gui.inbox_model import InboxModel
from gui.inbox_view import InboxView
from gui.row_model import VALUE_ROLE
from gui.theme import Theme
from gui.words import Words

SIMILAR = StatusRow("a", "/收件/副本.docx", ReviewStatus.UNREVIEWED, "similar", "/库/合同.docx", 20)
NEWER = StatusRow("b", "/收件/report.docx", ReviewStatus.UNREVIEWED, "unique", None, 30)
ACCEPTED = StatusRow("c", "/收件/新.docx", ReviewStatus.ACCEPTED, "unique", None, 40)
REJECTED = StatusRow("d", "/收件/旧.pptx", ReviewStatus.REJECTED, "same_text", "/库/课件.pptx", 50)
ROWS = [ACCEPTED, SIMILAR, REJECTED, NEWER]


@pytest.fixture
def view(qtbot: QtBot, words: Words, theme: Theme) -> InboxView:
    made = InboxView(words, theme)
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.show_rows(ROWS)
    with qtbot.waitExposed(made):
        made.show()
    return made


def shown(view: InboxView) -> list[StatusRow]:
    model = view._table.model()
    return [model.index(row, 0).data(VALUE_ROLE) for row in range(model.rowCount())]


def test_what_waits_stands_first_the_newest_on_top(view: InboxView) -> None:
    assert shown(view) == [NEWER, SIMILAR, REJECTED, ACCEPTED]


def test_each_row_names_the_verdict_and_what_it_repeats(words: Words) -> None:
    model = InboxModel(words)

    assert (model.cell(SIMILAR, 1).text, model.cell(SIMILAR, 1).second) == ("Similar", "/库/合同.docx")
    assert model.cell(SIMILAR, 2).text == "Waiting"
    assert model.cell(NEWER, 1).text == "Not in the library"


def test_a_accepts_and_r_rejects_the_chosen_files(qtbot: QtBot, view: InboxView) -> None:
    view._table.setFocus()
    view._table.choose(1)
    with qtbot.waitSignal(view.status_wanted, timeout=1000) as accepted:
        qtbot.keyClick(view._table, Qt.Key.Key_A)
    assert accepted.args == [[SIMILAR], ReviewStatus.ACCEPTED]

    view._table.selectAll()
    with qtbot.waitSignal(view.status_wanted, timeout=1000) as rejected:
        qtbot.keyClick(view._table, Qt.Key.Key_R)
    assert rejected.args == [[NEWER, SIMILAR, ACCEPTED], ReviewStatus.REJECTED]


def test_only_a_file_that_repeats_another_can_be_compared(qtbot: QtBot, view: InboxView) -> None:
    view._table.choose(0)
    assert not view._compare.isEnabled()

    view._table.choose(1)
    with qtbot.waitSignal(view.compare_wanted, timeout=1000) as asked:
        qtbot.keyClick(view._table, Qt.Key.Key_Return)
    assert asked.args == [SIMILAR.path, SIMILAR.repeats]


def test_the_list_can_be_narrowed_to_one_decision(view: InboxView) -> None:
    view._filter.setCurrentIndex(view._filter.findData("rejected"))
    assert shown(view) == [REJECTED]

    view.retranslate()
    assert shown(view) == [REJECTED]
    view.show_rows([NEWER])
    assert not view._body.is_filled


def test_a_row_stays_chosen_when_the_list_is_renewed(view: InboxView) -> None:
    view._table.choose(2)
    view.show_rows(ROWS)

    assert view._table.currentIndex().row() == 2


def test_the_model_keeps_the_rules_of_qt(qtbot: QtBot, words: Words) -> None:
    model = InboxModel(words)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_rows(ROWS)
    model.set_status(ReviewStatus.ACCEPTED)
    model.retranslate()

    assert model.rowCount() == 1
    assert model.waiting() == 2
    assert tester.model() is model
