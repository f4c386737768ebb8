"""What a person set up is there after a restart: view, sorting, widths, open groups, marks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.documents import Relation
from gui.application import Application
from gui.group_table import Column
from gui.side_bar import View
from tests.gui.running import scanned


def test_the_desk_is_as_it_was_left(start: Callable[..., Application], docs: Path, qtbot: QtBot) -> None:
    first = start(docs)
    scanned(first, qtbot)
    review = first.window.review
    first.window.show_view(View.SIMILAR)
    review.view.horizontalHeader().setSortIndicator(Column.DATE, Qt.SortOrder.DescendingOrder)
    review.view.setColumnWidth(Column.SIZE, 133)
    place = review.model.table.place_of(*next((g.kind, g.key) for g in review.model.listed))
    review.model.set_open(place, is_open=False)
    first.session.marking.by_hand([str(docs / "合同 2025.txt")], is_marked=True)
    qtbot.waitUntil(lambda: bool(first.session.marking.marks))
    first.window.close()

    again = start()
    scanned(again, qtbot)
    window = again.window

    header = window.review.view.horizontalHeader()
    assert window.view is View.SIMILAR
    assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == (Column.DATE, Qt.SortOrder.DescendingOrder)
    assert window.review.model.order.column is Column.DATE
    assert window.review.view.columnWidth(Column.SIZE) == 133
    assert [group.kind for group in window.review.model.listed] == [Relation.SIMILAR]
    assert window.review.model.rowCount() == 1, "the group is closed"
    assert list(again.session.marking.marks) == [str(docs / "合同 2025.txt")]
