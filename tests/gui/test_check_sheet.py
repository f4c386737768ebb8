"""The sheet of checks says one verdict in one line, where the file was found, and how much was compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPropertyAnimation, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.check import CheckMatch, Verdict
from gui.check_sheet import CheckSheet
from gui.theme import Theme
from gui.verdict_models import MatchModel, VerdictModel
from gui.verdict_words import COLOURS, coverage_sentence, verdict_sentence, verdict_title
from gui.words import Words

FOUND = CheckMatch("/库/合同/租赁合同.docx", "similar", 0.9749, 0.98, 2, True)
AWAY = CheckMatch("/mnt/usb/租赁合同 最终版2.pdf", "similar", 0.94, 0.95, 3, False)
SIMILAR = Verdict("/下载/租赁合同 副本.docx", "similar", "", False, 9000, 9000, (FOUND, AWAY))
UNIQUE = Verdict("/下载/new.docx", "unique", "", False, 9000, 9000)
UNDECIDED = Verdict(
    "/下载/scan.pdf", "undecided", "The text is too short to be compared for likeness.", False, 812, 900
)


@pytest.fixture
def sheet(qtbot: QtBot, words: Words, theme: Theme) -> Iterator[CheckSheet]:
    host = QWidget()
    host.resize(900, 640)
    qtbot.addWidget(host)
    made = CheckSheet(words, theme, host)
    with qtbot.waitExposed(host):
        host.show()
    yield made
    host.close()


def shown_texts(sheet: CheckSheet) -> str:
    labels = [label.text() for label in sheet.findChildren(QLabel) if label.isVisible()]
    return "\n".join([*labels, *(one.text() for one in sheet.findChildren(QPushButton) if one.isVisible())])


def test_one_file_shows_its_verdict_places_and_what_it_is_not(sheet: CheckSheet) -> None:
    sheet.show_verdicts([SIMILAR])

    shown = shown_texts(sheet)
    assert "● Similar" in shown
    assert "Your library has a similar document: 97% the same." in shown
    assert "Compared with 9,000 of 9,000 documents." in shown
    assert "no plagiarism service" in shown
    assert sheet._match_table.model().rowCount() == 2
    assert not sheet._file_table.isVisible()


def test_a_figure_is_rounded_down_and_says_of_what(words: Words) -> None:
    model = MatchModel(words)
    model.set_rows([FOUND, AWAY])

    assert model.cell(FOUND, 1).text == "97%"
    assert model.cell(FOUND, 1).second == "of the words of both, in order"
    assert "not verified" in model.cell(AWAY, 1).second


def test_several_files_are_a_short_table_and_each_shows_its_places(sheet: CheckSheet) -> None:
    sheet.show_verdicts([SIMILAR, UNIQUE, UNDECIDED])

    assert sheet._file_table.isVisible()
    sheet._file_table.choose(1)
    assert "Nothing like it is in your library." in shown_texts(sheet)
    assert not sheet._match_table.isVisible()
    assert "Compare" not in shown_texts(sheet).split("\n")
    sheet._file_table.choose(2)
    assert "too short" in shown_texts(sheet)
    assert "Compared with 812 of 900 documents; the others have no readable text" in shown_texts(sheet)


def test_enter_on_a_place_compares_and_the_button_too(qtbot: QtBot, sheet: CheckSheet) -> None:
    sheet.show_verdicts([SIMILAR])
    for act in (
        lambda: qtbot.keyClick(sheet._match_table, Qt.Key.Key_Return),
        lambda: qtbot.mouseClick(sheet._compare, Qt.MouseButton.LeftButton),
    ):
        with qtbot.waitSignal(sheet.compare_wanted, timeout=1000) as asked:
            act()
        assert asked.args == [SIMILAR.path, FOUND.path]
    with qtbot.waitSignal(sheet.folder_wanted, timeout=1000) as folder:
        sheet._show.click()
    assert folder.args == [FOUND.path]


def test_it_says_that_it_is_looking(sheet: CheckSheet) -> None:
    sheet.show_waiting(3)

    assert "Looking at 3 files…" in shown_texts(sheet)
    assert sheet.findChild(QProgressBar).isVisible()
    sheet.show_verdicts([UNIQUE])
    assert not sheet.findChild(QProgressBar).isVisible()


def test_escape_closes_it_and_it_follows_the_size_of_the_list(qtbot: QtBot, sheet: CheckSheet) -> None:
    sheet.show_verdicts([SIMILAR])
    sheet._host.resize(500, 400)
    assert sheet.width() == 500
    assert sheet.height() == 400

    with qtbot.waitSignal(sheet.closed, timeout=1000):
        qtbot.keyClick(sheet._match_table, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


@pytest.mark.parametrize("kind", list(COLOURS))
@pytest.mark.parametrize("in_library", [False, True])
def test_every_verdict_is_a_sentence(words: Words, kind: str, in_library: bool) -> None:
    matches = () if kind in ("unique", "undecided") else (CheckMatch("/a", kind, 0.9, 0.5, None, True),)
    verdict = Verdict("/b", kind, "", in_library, 8, 9, matches)

    assert verdict_sentence(words, verdict).endswith(".")
    assert kind not in (verdict_title(words, verdict), "_")
    assert coverage_sentence(words, verdict).startswith("Compared with 8 of 9 documents; the others")


def test_a_file_that_only_repeats_another_checked_one_is_told_so_in_its_row(words: Words) -> None:
    among = (CheckMatch("/in/张三.docx", "similar", 0.6, 0.6, None, True),)
    verdict = Verdict("/in/李四.docx", "unique", "", False, 8, 9, (), among=among)

    cell = VerdictModel(words).cell(verdict, 1)

    assert cell.text == "Like another checked file"
    assert cell.second == "Nothing like it is in your library. Another checked file is like it: 张三.docx (60%)."
    assert cell.colour == "similar"

    undecided = replace(verdict, kind="undecided", reason="The text is too short to be compared for likeness.")
    assert verdict_title(words, undecided) == "Undecided"
    assert verdict_sentence(words, undecided).endswith("likeness. Another checked file is like it: 张三.docx (60%).")


def test_a_file_of_the_library_is_told_from_a_copy(words: Words) -> None:
    own = Verdict("/b", "unique", "", True, 9, 9)
    double = Verdict("/b", "identical", "", True, 9, 9, (CheckMatch("/a", "identical", 1.0, 1.0, 0, True),))

    assert verdict_title(words, own) == "In the library"
    assert "itself in your library, and nothing else" in verdict_sentence(words, own)
    assert "itself in your library, and 1 other" in verdict_sentence(words, double)


def test_the_models_keep_the_rules_of_qt(qtbot: QtBot, words: Words) -> None:
    for model, rows in ((VerdictModel(words), [SIMILAR, UNDECIDED]), (MatchModel(words), [FOUND, AWAY])):
        tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        model.set_rows(rows)  # type: ignore[arg-type]  # each gets rows of its own kind
        model.retranslate()
        assert model.rowCount() == 2
        assert tester.model() is model


def test_the_sheet_appears_at_once_where_calm_is_wanted(
    words: Words, theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(900, 700)
    host.show()
    monkeypatch.setattr(Theme, "is_calm", property(lambda one: one._is_calm))
    for is_calm in (True, False):
        theme.set_calm(is_calm=is_calm)
        sheet = CheckSheet(words, theme, host)
        sheet.show_verdicts([UNIQUE])
        is_moving = sheet._move.state() is QPropertyAnimation.State.Running
        assert is_moving is not is_calm
        sheet._move.stop()
        sheet.leave()
