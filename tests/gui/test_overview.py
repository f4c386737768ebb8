"""The overview counts what a scan found, draws it, and opens the rows behind each part."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from core.documents import Counts, FolderPair, Match, MeasuredBy, Relation, ScanResult
from core.errors import Problem, ProblemKind
from gui.charts import Bars, Histogram, Treemap
from gui.group_table import Family
from gui.overview import FolderPairModel, OverviewPage
from gui.overview_figures import BINS, MOST_FOLDERS, bin_bounds, bin_of, histogram, summarise
from gui.theme import Theme
from gui.treemap import squarify
from gui.words import Words
from tests.gui.made_groups import group_of

PAIR = FolderPair("/docs/a", "/docs/b", 1.0, 0.8, 12)
RESULT = ScanResult(
    is_complete=True,
    roots=("/docs",),
    counts=Counts(files=120, documents=90, text_compared=80, bytes_only=40),
    groups=(
        group_of(
            Relation.IDENTICAL, "keep.docx", "下载/a.docx", "下载/b.pdf", "桌面/c.docx", sizes=(1000, 1000, 1000, 1000)
        ),
        group_of(Relation.SAME_TEXT, "own/x.docx", "下载/y.pdf", sizes=(300, 500)),
        group_of(Relation.SIMILAR, "s.docx", "t.docx", similarity=0.93),
    ),
    matches=(
        Match("/docs/s.docx", "/docs/t.docx", Relation.SIMILAR, 0.93, MeasuredBy.ORDER, 0.9, 0.9, 2),
        Match("/docs/s.docx", "/docs/u.docx", Relation.SIMILAR, 0.55, MeasuredBy.ORDER, 0.5, 0.5, 9),
        Match("/docs/s.docx", "/docs/v.docx", Relation.CONTAINED, 0.7, MeasuredBy.ORDER, 0.9, 0.4, 9),
    ),
    similarities=(0.93, 0.55),
    folders=(PAIR,),
    problems=(Problem("/docs/z.docx", ProblemKind.DAMAGED),),
)


@pytest.fixture
def page(qtbot: QtBot, words: Words, theme: Theme) -> OverviewPage:
    made = OverviewPage(words, theme)
    qtbot.addWidget(made)
    made.resize(1100, 900)
    made.show_overview(summarise(RESULT), 0.90)
    with qtbot.waitExposed(made):
        made.show()
    return made


def parts(chart: Treemap | Bars | Histogram) -> list[QAbstractButton]:
    return [part for part in chart.findChildren(QAbstractButton) if part.isVisible()]


def test_the_figures_are_those_of_the_result() -> None:
    overview = summarise(RESULT)

    assert (overview.files, overview.documents, overview.folders, overview.unread) == (120, 90, 1, 1)
    assert overview.gains[Relation.IDENTICAL] == 3000
    assert overview.gains[Relation.SAME_TEXT] == 500
    assert overview.groups[Relation.SIMILAR] == 1
    assert [(share.path, share.size, share.files) for share in overview.by_folder] == [
        ("/docs/下载", 2500, 3),
        ("/docs/桌面", 1000, 1),
    ]
    assert overview.by_family[0] == (Family.WORD, 2000, 2)


def test_a_part_is_opened_in_the_view_in_which_it_has_most_to_gain() -> None:
    groups = (
        group_of(Relation.IDENTICAL, "a.txt", "下载/b.txt", "桌面/c.txt", sizes=(50, 50, 50)),
        group_of(Relation.SAME_TEXT, "d.pdf", "下载/e.docx", sizes=(400, 400)),
    )
    overview = summarise(ScanResult(True, ("/docs",), Counts(), groups))

    assert overview.largest_in["/docs/下载"] is Relation.SAME_TEXT
    assert overview.largest_in["/docs/桌面"] is Relation.IDENTICAL
    assert overview.largest_in[Family.TEXT] is Relation.IDENTICAL
    assert overview.largest_in[Family.WORD] is Relation.SAME_TEXT


def test_what_hard_links_do_not_free_is_not_promised() -> None:
    group = group_of(Relation.IDENTICAL, "a", "下载/b", "下载/c", sizes=(100, 100, 100))
    linked = type(group)(group.kind, group.members, group.similarity, group.key, 100)
    overview = summarise(ScanResult(True, ("/docs",), Counts(), (linked,)))

    assert sum(share.size for share in overview.by_folder) == overview.gains[Relation.IDENTICAL] == 100


def test_many_folders_are_added_up_in_one() -> None:
    groups = tuple(
        group_of(Relation.IDENTICAL, f"k{number}", f"f{number}/x", sizes=(10, 10 + number)) for number in range(30)
    )
    overview = summarise(ScanResult(True, ("/docs",), Counts(), groups))

    assert len(overview.by_folder) == MOST_FOLDERS
    assert overview.by_folder[-1].path == ""
    assert sum(share.size for share in overview.by_folder) == overview.gains[Relation.IDENTICAL]


@given(st.lists(st.floats(0.0, 1.0), max_size=50))
def test_every_pair_from_half_on_is_in_one_step(similarities: list[float]) -> None:
    steps = histogram(similarities)

    assert steps == tuple(
        sum(similarity >= 0.5 and bin_of(similarity) == place for similarity in similarities) for place in range(BINS)
    )


@given(st.floats(0.5, 1.0))
def test_a_similarity_lies_within_the_bounds_of_its_step(similarity: float) -> None:
    low, high = bin_bounds(bin_of(similarity))

    assert low - 1e-9 <= similarity <= high + 1e-9
    assert bin_of(1.0) == BINS - 1


@given(st.lists(st.floats(0.1, 1000), min_size=1, max_size=30), st.floats(10, 900), st.floats(10, 600))
def test_tiles_fill_the_room_with_areas_by_size(sizes: list[float], width: float, height: float) -> None:
    sizes = sorted(sizes, reverse=True)
    rects = squarify(sizes, width, height)

    total = sum(sizes)
    for size, rect in zip(sizes, rects, strict=True):
        assert rect.width * rect.height == pytest.approx(size * width * height / total, rel=1e-6)
        assert rect.x >= -1e-6
        assert rect.x + rect.width <= width * (1 + 1e-6)
        assert rect.y + rect.height <= height * (1 + 1e-6)


def test_no_room_or_no_size_gives_empty_tiles() -> None:
    assert [rect.width for rect in squarify([1, 2], 0, 10)] == [0, 0]
    assert squarify([], 10, 10) == []


def test_the_first_line_says_how_many_files_were_compared_by_what(page: OverviewPage) -> None:
    line = page._first_line(summarise(RESULT))

    assert line == "80 files compared by their text, 40 by their bytes only, 1 with a problem."


def test_a_tile_a_bar_and_a_step_open_their_rows(qtbot: QtBot, page: OverviewPage) -> None:
    tile = parts(page._treemap)[0]
    assert tile.accessibleName() == "/docs/下载: 2.4 KB in 3 surplus files"
    with qtbot.waitSignal(page.folder_wanted, timeout=1000) as folder:
        qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
    assert folder.args == ["/docs/下载", Relation.IDENTICAL]
    with qtbot.waitSignal(page.family_wanted, timeout=1000) as family:
        qtbot.keyClick(parts(page._bars)[0], Qt.Key.Key_Space)
    assert family.args == ["word", Relation.IDENTICAL]
    with qtbot.waitSignal(page.family_wanted, timeout=1000):
        qtbot.keyClick(parts(page._bars)[0], Qt.Key.Key_Return)
    step = parts(page._histogram)[bin_of(0.93)]
    with qtbot.waitSignal(page.similarity_wanted, timeout=1000) as similarity:
        step.click()
    assert similarity.args == [0.92, 0.94]


def test_figures_open_their_view_only_where_there_are_groups(qtbot: QtBot, page: OverviewPage) -> None:
    assert not page._figures[0].isEnabled()
    with qtbot.waitSignal(page.kind_wanted, timeout=1000) as kind:
        page._figures[2].click()
    assert kind.args == [Relation.IDENTICAL]
    with qtbot.waitSignal(page.problems_wanted, timeout=1000):
        page._unread.click()


def test_folders_that_overlap_are_listed_and_opened(qtbot: QtBot, words: Words, page: OverviewPage) -> None:
    assert FolderPairModel(words).cell(PAIR, 2).second == "100% of the first, 80% of the second"
    page._pair_table.choose(0)
    with qtbot.waitSignal(page.folders_wanted, timeout=1000) as folders:
        qtbot.keyClick(page._pair_table, Qt.Key.Key_Return)
    assert folders.args == ["/docs/a", "/docs/b"]


def test_pictures_without_content_are_left_out(page: OverviewPage) -> None:
    page.show_overview(summarise(ScanResult(False, ("/docs",), Counts())))

    assert not any(card.isVisible() for card in page._cards)
    assert "stopped before its end" in page._first_line(summarise(ScanResult(False, ("/docs",), Counts())))
    page.show_overview(None)
    assert not page._body.is_filled


def test_the_model_keeps_the_rules_of_qt(qtbot: QtBot, words: Words) -> None:
    model = FolderPairModel(words)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_rows([PAIR])

    assert model.rowCount() == 1
    assert tester.model() is model
