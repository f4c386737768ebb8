"""The journal says what went where, and brings back what can be brought back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.actions import Action, Failing
from core.documents import Relation
from core.journal_table import JournalRow, State
from gui.journal_model import Column, JournalModel, is_undoable, state_words
from gui.journal_view import JournalView
from gui.theme import Theme
from gui.words import Words

DONE = JournalRow(
    act=3,
    action=Action.TRASH,
    state=State.DONE,
    path="/家/下载/试卷(1).docx",
    aside="",
    destination="/trash/试卷.docx",
    keeper="/家/资料/试卷.docx",
    relation=Relation.IDENTICAL,
    is_loss=False,
    size=1_200_000,
    mtime_ns=0,
    mode=0o644,
    blake3=None,
    keeper_blake3=None,
    failing=None,
    restored=None,
    detail="",
    planned_ns=1_764_500_000_000_000_000,
    closed_ns=1_764_500_000_000_000_000,
    id=11,
)
FAILED = DONE._replace(id=12, state=State.FAILED, failing=Failing.KEEPER_CHANGED, destination=None)
UNDONE = DONE._replace(id=13, state=State.UNDONE, restored="/家/下载/试卷(1) 2.docx")
ERASED = DONE._replace(id=14, act=2, action=Action.DELETE, keeper=None, relation=None)
OPEN = DONE._replace(id=15, act=2, state=State.BEGUN, destination=None)
EARLIER = DONE._replace(id=16, act=1)
ROWS = [DONE, FAILED, UNDONE, ERASED, OPEN, EARLIER]


@pytest.fixture
def view(qtbot: QtBot, words: Words, theme: Theme) -> JournalView:
    made = JournalView(words, theme)
    qtbot.addWidget(made)
    made.resize(1000, 400)
    made.show_rows(ROWS)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_each_row_says_what_went_where_when_and_what_was_kept(words: Words) -> None:
    model = JournalModel(words)

    cells = [model.cell(DONE, column) for column in Column]
    assert (cells[0].text, cells[0].second) == ("试卷(1).docx", "/家/下载")
    assert (cells[1].text, cells[1].second) == ("Moved to the trash", "/trash/试卷.docx")
    assert cells[2].text == "试卷.docx"
    assert cells[3].text.startswith("30 Nov 2025")
    assert cells[4].text == "1.1 MB"


def test_a_file_left_alone_says_why_in_a_sentence(words: Words) -> None:
    assert state_words(words, FAILED) == (
        "Left alone",
        "The kept copy 试卷.docx changed since the scan, so this one stays.",
    )
    for failing in Failing:
        _, sentence = state_words(words, FAILED._replace(failing=failing))
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_a_file_that_could_not_be_brought_back_is_listed_with_the_reason(words: Words) -> None:
    row = DONE._replace(failing=Failing.NOT_IN_TRASH)

    assert state_words(words, row) == (
        "Moved to the trash",
        "Could not be brought back: It is no longer in the trash.",
    )
    assert is_undoable(row), "the trash may be on a volume that comes back"


def test_only_what_went_and_not_for_good_can_be_brought_back() -> None:
    assert [is_undoable(row) for row in ROWS] == [True, False, False, False, False, True]


def test_undo_of_a_selection_asks_for_what_can_be_undone(qtbot: QtBot, view: JournalView) -> None:
    view._table.selectAll()
    assert view._undo.text() == "Bring back 2 files"

    with qtbot.waitSignal(view.undo_wanted, timeout=1000) as asked:
        view._undo.click()
    assert asked.args == [[11, 16]]


def test_a_row_that_cannot_be_undone_offers_nothing(view: JournalView) -> None:
    view._table.choose(3)

    assert not view._undo.isEnabled()


def test_the_last_clean_up_is_undone_as_a_whole(qtbot: QtBot, view: JournalView) -> None:
    assert view._undo_act.text() == "Undo the last clean-up"
    with qtbot.waitSignal(view.undo_act_wanted, timeout=1000) as last:
        view._undo_act.click()
    assert last.args == [3]

    view._table.choose(5)
    assert view._undo_act.text() == "Undo this clean-up"
    with qtbot.waitSignal(view.undo_act_wanted, timeout=1000) as chosen:
        view._undo_act.click()
    assert chosen.args == [1]


def test_typing_searches_once_it_pauses(qtbot: QtBot, view: JournalView) -> None:
    asked: list[str] = []
    view.search_wanted.connect(asked.append)
    with qtbot.waitSignal(view.search_wanted, timeout=3000):
        qtbot.keyClicks(view._search, "exam")

    assert asked == ["exam"]
    view.show_rows([])
    assert "Nothing in the journal has these words" in [label.text() for label in view.findChildren(QLabel)]


def test_an_empty_journal_says_what_it_is_for(view: JournalView) -> None:
    view.show_rows([])

    assert not view._body.is_filled
    assert not view._export.isEnabled()
    assert "Nothing was moved yet" in [label.text() for label in view.findChildren(QLabel)]


def test_paths_are_copied_and_rows_exported(qtbot: QtBot, view: JournalView) -> None:
    view._table.choose(0)
    view._table.setFocus()
    qtbot.keyClick(view._table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == DONE.path

    with qtbot.waitSignal(view.export_wanted, timeout=1000) as exported:
        view._export.click()
    assert exported.args == [ROWS]


def test_the_model_keeps_the_rules_of_qt(qtbot: QtBot, words: Words) -> None:
    model = JournalModel(words)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_rows(ROWS)
    model.retranslate()
    model.set_rows([])

    assert model.rowCount() == 0
    assert tester.model() is model
