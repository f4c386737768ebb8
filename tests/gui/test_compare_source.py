"""A comparison that gets no answer from its worker says why, and blames no file for a fault of the program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.errors import ProblemKind
from core.workers import WorkerFailure
from gui.compare_pane import ComparePane
from gui.compare_source import Comparer, CompareTask, compare_files
from gui.compare_words import headline, subline
from gui.comparison import Comparison, Side
from gui.session import Session
from gui.theme import Theme
from gui.words import Words

LEFT = Side("/docs/租赁合同 副本.docx", "合同", 43_000, 1_700_000_000_000_000_000)
RIGHT = Side("/docs/租赁合同.docx", "合同", 43_210, 1_730_000_000_000_000_000)


class Failing:
    """A session whose worker fails in a chosen way."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self.told: list[Exception] = []

    def ask(
        self, question: Callable[[object], Comparison], done: Callable[[Comparison], None], failed: Callable[..., None]
    ) -> None:
        library = SimpleNamespace(whole_text=lambda _path: None)
        try:
            done(question(library))
        except RuntimeError as error:
            self.told.append(error)
            failed(error)

    def reading_workers(self) -> SimpleNamespace:
        return SimpleNamespace(map=lambda _do, tasks: [(tasks[0], WorkerFailure(self._kind, "ValueError: 7"))])


@pytest.mark.parametrize(
    ("kind", "problem"),
    [("timeout", ProblemKind.TIMEOUT), ("memory", ProblemKind.TOO_LARGE), ("died", ProblemKind.UNREADABLE)],
)
def test_a_worker_without_an_answer_is_told_by_its_reason(kind: str, problem: ProblemKind) -> None:
    answers: list[Comparison] = []
    Comparer(cast(Session, Failing(kind)), lambda _one, _other: None)(LEFT, RIGHT, answers.append)

    assert answers[0].no_text == (problem, problem)
    assert not answers[0].is_broken


def test_a_fault_of_the_program_is_told_as_such_and_blames_no_file(qtbot: QtBot, words: Words, theme: Theme) -> None:
    session = Failing("error")
    pane = ComparePane(words, theme, Comparer(cast(Session, session), lambda _one, _other: None))
    qtbot.addWidget(pane)
    pane.show()

    pane.show_pair(LEFT, RIGHT)

    assert [str(error) for error in session.told] == ["ValueError: 7"]
    said = " ".join(label.text() for label in pane.findChildren(QLabel) if label.isVisible())
    assert "a fault of its own" in said
    assert "took too long" not in said
    assert pane.comparison is None


def test_a_file_that_is_away_is_compared_by_its_stored_text_and_that_is_said(tmp_path: Path, words: Words) -> None:
    here = tmp_path / "here.txt"
    here.write_text("甲方应当付款。", encoding="utf-8")
    left, right = Side(str(tmp_path / "away.txt"), "", 0, 0), Side(str(here), "", here.stat().st_size, 1)

    shown = compare_files(CompareTask(left, right, None, ("甲方应当付款。", None)))

    assert shown.stored == (True, False)
    assert headline(words, shown) == "The texts are the same"
    assert subline(words, shown) == "away.txt cannot be read now; the text that the library keeps is shown."
