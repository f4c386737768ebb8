"""Problems stand under their reason with what to do, and can be tried again one by one, by reason or all."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.documents import Skipped
from core.errors import Problem, ProblemKind
from core.filters import SkipReason
from gui.problem_model import PROBLEM_ROLE, ProblemModel
from gui.problem_sentences import problem_words
from gui.problem_view import ProblemView
from gui.skip_sentences import skip_words
from gui.theme import Theme
from gui.two_line_delegate import SECOND_LINE_ROLE
from gui.words import Words

PROBLEMS = [
    Problem("/家/乙.pdf", ProblemKind.NO_TEXT),
    Problem("/家/甲.pdf", ProblemKind.NO_TEXT),
    Problem("/家/工资表.xlsx", ProblemKind.ENCRYPTED, "office file with a password"),
    Problem("/家/\udcff坏\n.docx", ProblemKind.DAMAGED),
]


@pytest.fixture
def view(qtbot: QtBot, words: Words, theme: Theme) -> ProblemView:
    made = ProblemView(words, theme)
    qtbot.addWidget(made)
    made.resize(800, 500)
    made.show_problems(PROBLEMS)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_files_stand_under_their_reason_with_one_sentence_on_what_to_do(words: Words) -> None:
    model = ProblemModel(words)
    model.set_problems(PROBLEMS)

    headings = [model.index(row, 0) for row in range(model.rowCount())]
    assert [heading.data() for heading in headings] == [
        "Protected by a password · 1 file",
        "Damaged · 1 file",
        "Without text · 2 files",
    ]
    assert headings[0].data(SECOND_LINE_ROLE).startswith("Only their bytes were compared.")
    assert [model.index(row, 0, headings[2]).data() for row in range(2)] == ["乙.pdf", "甲.pdf"]


def test_what_was_passed_over_stands_under_its_reason_and_is_not_tried_again(view: ProblemView, qtbot: QtBot) -> None:
    view.show_problems(PROBLEMS[:1], [Skipped("/家/~$a.docx", "office_lock"), Skipped("/家/.git", "hidden")])
    model = view._model

    headings = [model.index(row, 0) for row in range(model.rowCount())]
    assert [heading.data() for heading in headings[1:]] == [
        "Lock files of office programs · 1 passed over",
        "Hidden files and folders · 1 passed over",
    ]
    assert model.index(0, 0, headings[2]).data() == ".git"
    view._tree.selectAll()
    with qtbot.waitSignal(view.retry_wanted) as asked:
        view._retry.click()
    assert asked.args == [["/家/乙.pdf"]]
    view._tree.setCurrentIndex(model.index(0, 0, headings[1]))
    with qtbot.waitSignal(view.folder_wanted) as shown:
        view._show.click()
    assert shown.args == ["/家/~$a.docx"]


def test_where_all_could_be_read_what_was_passed_over_is_shown_all_the_same(view: ProblemView) -> None:
    view.show_problems([], [Skipped("/家/.git", "hidden")])

    assert view._body.is_filled
    assert not view._retry.isEnabled()


@pytest.mark.parametrize("reason", list(SkipReason))
def test_every_reason_to_pass_over_has_a_title_and_a_whole_sentence(words: Words, reason: SkipReason) -> None:
    title, sentence = skip_words(words)[reason]

    assert title
    assert sentence.endswith(".")
    assert "_" not in title + sentence


@pytest.mark.parametrize("kind", list(ProblemKind))
def test_every_reason_has_a_title_and_a_whole_sentence(words: Words, kind: ProblemKind) -> None:
    title, advice = problem_words(words)[kind]

    assert title
    assert advice.endswith(".")
    assert "_" not in title + advice


def test_nothing_chosen_tries_all_again(qtbot: QtBot, view: ProblemView) -> None:
    with qtbot.waitSignal(view.retry_wanted, timeout=1000) as asked:
        view._retry.click()

    assert sorted(asked.args[0]) == sorted(problem.path for problem in PROBLEMS)


def test_a_chosen_reason_tries_its_files_again(qtbot: QtBot, view: ProblemView) -> None:
    view._tree.setCurrentIndex(view._tree.model().index(2, 0))
    assert view._retry.text() == "Try 2 files again"

    with qtbot.waitSignal(view.retry_wanted, timeout=1000) as asked:
        view._retry.click()
    assert asked.args == [["/家/乙.pdf", "/家/甲.pdf"]]


def test_one_file_can_be_shown_in_its_folder_and_its_path_copied(qtbot: QtBot, view: ProblemView) -> None:
    assert not view._show.isEnabled()
    heading = view._tree.model().index(0, 0)
    view._tree.setCurrentIndex(view._tree.model().index(0, 0, heading))

    with qtbot.waitSignal(view.folder_wanted, timeout=1000) as asked:
        view._show.click()
    assert asked.args == ["/家/工资表.xlsx"]
    view._tree.setFocus()
    qtbot.keyClick(view._tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "/家/工资表.xlsx"


def test_without_problems_it_says_that_all_is_well(view: ProblemView) -> None:
    view.show_problems([])

    assert not view._body.is_filled
    assert not view._retry.isEnabled()


def test_a_name_that_is_no_text_is_shown_with_marks(words: Words) -> None:
    model = ProblemModel(words)
    model.set_problems(PROBLEMS[3:])
    index = model.index(0, 0, model.index(0, 0))

    assert "坏" in index.data()
    assert "\n" not in index.data()
    assert index.data(PROBLEM_ROLE) is PROBLEMS[3]


def test_the_model_keeps_the_rules_of_qt(qtbot: QtBot, words: Words) -> None:
    model = ProblemModel(words)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_problems(PROBLEMS)
    model.retranslate()
    model.set_problems(PROBLEMS[:1])

    assert model.rowCount() == 1
    assert tester.model() is model
