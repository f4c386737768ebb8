"""The comparison shows what was asked for last, leads through the differences, and says why there is no text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QImage
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.documents import Relation
from core.errors import ProblemKind
from gui import tokens
from gui.compare_pane import ComparePane
from gui.compare_words import headline, no_text_sentence, subline
from gui.compared_model import BATCH, ROW_ROLE, ComparedModel
from gui.compared_view import ComparedView
from gui.comparing import compare_identical, compare_texts
from gui.comparison import Comparison, Difference, Fold, Objects, Row, Side, Span
from gui.difference_list import PIECES_ROLE, DifferenceList, DifferenceModel, fitted
from gui.theme import Theme
from gui.words import Words

LEFT = Side("/docs/2023/租赁合同 副本.docx", "合同 / 2023", 43_000, 1_700_000_000_000_000_000, "ab" * 16)
RIGHT = Side("/docs/2024/租赁合同.docx", "合同 / 2024", 43_210, 1_730_000_000_000_000_000)
OTHER = Side("/docs/else.docx", "docs", 1, 0)

OLD = "甲方：李晓明\n租金3200元，每月5日付。\n" + "完全相同的一行。\n" * 12 + "不得转租。"
NEW = "甲方：王建国\n租金3500元，每月10日付。\n" + "完全相同的一行。\n" * 12 + "不得转租。\n可以养猫。"


class Asked:
    """A computer that answers when told to."""

    def __init__(self) -> None:
        self.calls: list[tuple[Side, Side, Callable[[Comparison], None]]] = []

    def __call__(self, left: Side, right: Side, done: Callable[[Comparison], None]) -> None:
        self.calls.append((left, right, done))


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def pane(qtbot: QtBot, words: Words, theme: Theme, asked: Asked) -> ComparePane:
    made = ComparePane(words, theme, asked)
    qtbot.addWidget(made)
    made.resize(480, 700)
    with qtbot.waitExposed(made):
        made.show()
    return made


def compared() -> Comparison:
    return compare_texts(LEFT, RIGHT, (OLD, NEW), relation=Relation.SIMILAR)


def texts(pane: ComparePane) -> str:
    return "\n".join(label.text() for label in pane.findChildren(QLabel) if label.isVisible())


def test_nothing_is_computed_on_the_gui_thread(pane: ComparePane, asked: Asked) -> None:
    pane.show_pair(LEFT, RIGHT)

    assert [(left, right) for left, right, _ in asked.calls] == [(LEFT, RIGHT)]
    assert pane.comparison is None


def test_the_answer_for_the_pair_asked_last_is_shown(pane: ComparePane, asked: Asked) -> None:
    pane.show_pair(LEFT, RIGHT)
    pane.show_pair(LEFT, OTHER)
    asked.calls[0][2](compared())
    assert pane.comparison is None

    late = compare_texts(LEFT, OTHER, ("甲", "乙"))
    asked.calls[1][2](late)
    assert pane.comparison is late


def test_the_same_pair_is_not_compared_twice(pane: ComparePane, asked: Asked) -> None:
    pane.show_pair(LEFT, RIGHT)
    pane.show_pair(LEFT, RIGHT)

    assert len(asked.calls) == 1


def test_a_comparison_that_takes_its_time_says_so(qtbot: QtBot, pane: ComparePane) -> None:
    pane.show_pair(LEFT, RIGHT)

    qtbot.waitUntil(lambda: "Comparing…" in texts(pane), timeout=2000)


def test_all_differences_are_listed_on_top_critical_first(pane: ComparePane) -> None:
    shown = compared()
    pane.show_comparison(shown)

    chips = pane.findChild(DifferenceList)
    assert chips.model().rowCount() == len(shown.differences)
    assert "3200 became 3500" in chips.model().index(0, 0).data()
    assert "All 4 differences, all in numbers or other weighty words" in texts(pane)


def test_a_chip_is_no_wider_than_the_list_and_shortens_its_longest_texts(pane: ComparePane, theme: Theme) -> None:
    old, new = "各部门要高度重视，认真落实责任，按时报送材料", "某某律师事务所地址：上海市浦东新区世纪大道一号"
    chips = pane.findChild(DifferenceList)
    assert chips is not None
    chips.resize(300, 100)
    chips.show_differences((), [Difference(0, len(old), 0, len(new), old, new)])
    metrics = QFontMetrics(theme.font(tokens.SECONDARY))

    assert chips.visualRect(chips.model().index(0, 0)).right() <= chips.viewport().width()
    pieces = chips.model().index(0, 0).data(PIECES_ROLE)
    short = fitted(pieces, metrics, 200)
    assert [text[-1] for text, _ in short] == ["…", " ", "…"]
    assert sum(metrics.horizontalAdvance(text) for text, _ in short) <= 200
    assert fitted(pieces, metrics, 2000) == pieces


def test_n_and_p_walk_through_the_differences_and_around(qtbot: QtBot, pane: ComparePane) -> None:
    pane.show_comparison(compared())
    chips, view = pane.findChild(DifferenceList), pane.findChild(ComparedView)
    view.setFocus()

    qtbot.keyClick(view, Qt.Key.Key_N)
    assert chips.currentIndex().row() == 0
    qtbot.keyClick(view, Qt.Key.Key_N)
    assert chips.currentIndex().row() == 1
    qtbot.keyClick(view, Qt.Key.Key_P)
    qtbot.keyClick(view, Qt.Key.Key_P)
    assert chips.currentIndex().row() == 3


def test_a_click_on_a_chip_brings_its_line_into_view(qtbot: QtBot, pane: ComparePane) -> None:
    pane.resize(480, 420)
    tails = (f"{OLD}\n" + "尾\n同\n" * 60 + "7", f"{OLD}\n" + "尾\n异\n" * 60 + "8")
    pane.show_comparison(compare_texts(LEFT, RIGHT, tails))
    chips, view = pane.findChild(DifferenceList), pane.findChild(ComparedView)
    last = chips.model().index(chips.model().rowCount() - 1, 0)
    chips.scrollTo(last)

    qtbot.mouseClick(chips.viewport(), Qt.MouseButton.LeftButton, pos=chips.visualRect(last).center())

    (index,) = [index for index in rows_of(view) if differs(index.data(ROW_ROLE), last.row())]
    assert view.viewport().rect().contains(view.visualRect(index).center())


def differs(row: Row | Fold, number: int) -> bool:
    return isinstance(row, Row) and number in row.differences


def test_a_fold_opens_by_click_and_all_by_e(qtbot: QtBot, pane: ComparePane) -> None:
    pane.show_comparison(compared())
    view = pane.findChild(ComparedView)
    (fold,) = [index for index in rows_of(view) if isinstance(index.data(ROW_ROLE), Fold)]
    assert fold.data() == "11 lines the same"
    before = view.model().rowCount()

    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(fold).center())
    assert view.model().rowCount() == before + 10

    pane.show_comparison(compared())
    qtbot.keyClick(view, Qt.Key.Key_E)
    assert view.model().rowCount() == before + 10


def rows_of(view: ComparedView) -> list[QModelIndex]:
    return [view.model().index(row, 0) for row in range(view.model().rowCount())]


def test_both_documents_stand_level_in_one_list(pane: ComparePane) -> None:
    pane.show_comparison(compared())
    view = pane.findChild(ComparedView)

    heights = {view.visualRect(index).height() for index in rows_of(view)}
    assert all(height > 0 for height in heights)
    assert not view.horizontalScrollBar().isVisible()


def test_chosen_rows_are_copied_side_by_side(pane: ComparePane) -> None:
    pane.show_comparison(compared())
    view = pane.findChild(ComparedView)
    view.setCurrentIndex(view.model().index(0, 0))
    view.copy_chosen()

    assert QGuiApplication.clipboard().text() == "甲方：李晓明\t甲方：王建国"


def test_identical_files_show_the_proof_and_the_content_once(pane: ComparePane) -> None:
    pane.show_comparison(compare_identical(LEFT, RIGHT, "试卷\n" * 100, is_proved=True))

    shown = texts(pane)
    assert "Every byte is the same" in shown
    assert "checked just now, byte by byte · 43,000 bytes · MD5 abab…abab" in shown
    assert "shown once" in shown
    assert pane.findChild(ComparedView).model().index(40, 0).data() == "60 more lines"


def test_files_that_were_not_read_again_do_not_claim_it(words: Words) -> None:
    shown = compare_identical(LEFT, RIGHT, "x", is_proved=False)

    assert "checked just now" not in subline(words, shown)
    assert "as the last scan found" in subline(words, shown)


def test_only_numbers_is_said_to_be_usually_two_documents(words: Words) -> None:
    shown = compare_texts(LEFT, RIGHT, ("发票 100 元", "发票 200 元"))

    assert "usually two documents" in subline(words, shown)


def test_pictures_beside_the_text_are_named(words: Words, pane: ComparePane) -> None:
    shown = compare_texts(LEFT, RIGHT, ("同文", "同文"), objects=(Objects("picture", 2, 1),))
    pane.show_comparison(shown)

    assert headline(words, shown) == "1 difference"
    assert pane.findChild(DifferenceList).model().index(0, 0).data() == "Pictures differ: 2 only left, 1 only right"


@pytest.mark.parametrize("kind", list(ProblemKind))
def test_a_file_without_text_says_why(words: Words, kind: ProblemKind) -> None:
    sentence = no_text_sentence(words, Comparison(LEFT, RIGHT, no_text=(kind, None)))

    assert "租赁合同 副本.docx" in sentence
    assert sentence.endswith(".")
    assert "_" not in sentence


def test_pictures_are_shown_side_by_side(pane: ComparePane) -> None:
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    pane.show_comparison(Comparison(LEFT, RIGHT, pictures=(image, QImage())))

    grabbed = pane.grab().toImage()
    places = [(x, y) for x in range(0, pane.width(), 5) for y in range(0, pane.height(), 5)]
    assert any(grabbed.pixelColor(x, y).name() == "#336699" for x, y in places)


def test_open_and_show_in_folder_are_one_key(qtbot: QtBot, pane: ComparePane) -> None:
    pane.show_comparison(compared())
    view = pane.findChild(ComparedView)
    view.setFocus()

    with qtbot.waitSignal(pane.open_wanted, timeout=1000) as opened:
        qtbot.keyClick(view, Qt.Key.Key_O)
    assert opened.args == [LEFT.path]
    with qtbot.waitSignal(pane.folder_wanted, timeout=1000) as shown:
        qtbot.keyClick(view, Qt.Key.Key_F, Qt.KeyboardModifier.ShiftModifier)
    assert shown.args == [RIGHT.path]
    qtbot.keyClick(view, Qt.Key.Key_C)
    assert QGuiApplication.clipboard().text() == LEFT.path


def test_the_models_keep_the_rules_of_qt(qtbot: QtBot, words: Words) -> None:
    rows = ComparedModel(words)
    chips = DifferenceModel(words)
    testers = [
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal) for model in (rows, chips)
    ]
    shown = compared()
    rows.set_rows(shown.rows)
    fold = next(row for row in range(rows.rowCount()) if isinstance(rows.index(row).data(ROW_ROLE), Fold))
    rows.unfold(fold)
    rows.retranslate()
    chips.set_differences((Objects("picture", 1, 0),), shown.differences)
    chips.retranslate()

    assert chips.rowCount() == len(shown.differences) + 1
    assert chips.index(0).data(PIECES_ROLE)
    assert len(testers) == 2


def numbered(count: int) -> list[Row]:
    """Return rows, each with a difference of its own number."""
    return [Row((Span(str(number), difference=number),), ()) for number in range(count)]


def test_a_long_comparison_is_handed_over_in_portions(qtbot: QtBot, words: Words) -> None:
    model = ComparedModel(words)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    tester.setUseFetchMore(False)
    model.set_rows(numbered(10 * BATCH))
    assert model.rowCount() == BATCH

    row = model.row_of(7 * BATCH)
    assert row is not None
    assert model.rowCount() == BATCH
    assert model.index(row).data(ROW_ROLE).left[0].text == str(7 * BATCH)
    assert model.fetch_earlier() == BATCH
    model.fetchMore(QModelIndex())
    assert [model.index(at).data(ROW_ROLE).left[0].text for at in (0, 3 * BATCH - 1)] == ["550", "849"]
    assert model.row_of(10 * BATCH) is None
    assert tester.model() is model


def test_a_far_difference_and_all_before_it_are_reached(qtbot: QtBot, pane: ComparePane) -> None:
    count = 6 * BATCH
    differences = tuple(Difference(n, n + 1, n, n, str(n), "") for n in range(count))
    pane.show_comparison(Comparison(LEFT, RIGHT, rows=tuple(numbered(count)), differences=differences))
    view, chips = pane.findChild(ComparedView), pane.findChild(DifferenceList)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: chips.viewport().rect().intersects(chips.visualRect(chips.currentIndex())), timeout=5000)
    assert chips.currentIndex().row() == count - 1

    seen: set[str] = set()
    for _ in range(200):
        seen |= {index.data(ROW_ROLE).left[0].text for index in rows_of(view)}
        if "0" in seen:
            break
        view.verticalScrollBar().setValue(view.verticalScrollBar().minimum())
        qtbot.wait(1)
    assert seen == {str(number) for number in range(count)}


def test_a_large_fold_opens_in_portions(words: Words) -> None:
    model = ComparedModel(words)
    model.set_rows([Fold(tuple(numbered(BATCH + 7)))])
    model.unfold(0)

    assert model.rowCount() == BATCH + 1
    assert model.index(BATCH).data() == "7 lines the same"
    model.unfold(BATCH)
    assert model.rowCount() == BATCH + 7


def test_characters_beyond_the_first_plane_do_not_shift_the_marks(qtbot: QtBot, words: Words, theme: Theme) -> None:
    view = ComparedView(words, theme)
    qtbot.addWidget(view)
    view.resize(600, 200)
    view.show()
    view.show_rows(compare_texts(LEFT, RIGHT, ("𠮷𠮷𠮷𠮷𠮷3200", "𠮷𠮷𠮷𠮷𠮷3500")).rows, is_single=False)
    qtbot.wait(20)

    image, ground = view.viewport().grab().toImage(), theme.colour("num").name()
    marked = [x for x in range(300) for y in range(4, 30) if image.pixelColor(x, y).name() == ground]
    before = QFontMetrics(theme.font()).horizontalAdvance("𠮷" * 5)
    assert abs(min(marked) - (theme.px(tokens.GAP_4) + before)) <= 3


def test_the_sentence_of_a_trouble_takes_the_place_of_the_texts(pane: ComparePane) -> None:
    pane.show_comparison(compared())
    pane.show_trouble("The disk is not connected.")

    assert "The disk is not connected." in texts(pane)
    assert pane.comparison is None


def test_what_only_moved_is_told_from_what_moved_beside_other_changes(words: Words) -> None:
    first, second = "这一整段文字从文首搬到了文末，内容一字未改。", "另外一段留在原来的地方，也没有任何改动。"
    moved = compare_texts(LEFT, RIGHT, (f"{first}\n{second}", f"{second}\n{first}"))
    changed = compare_texts(LEFT, RIGHT, (f"{first}\n{second}\n共3页", f"{second}\n{first}\n共4页"))

    assert subline(words, moved) == "The same parts stand in another order."
    assert subline(words, changed) == "Some parts stand in another place."
