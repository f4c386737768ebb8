"""The columns of the tables on the pages."""

from __future__ import annotations

from PySide6.QtGui import QStandardItemModel
from pytestqt.qtbot import QtBot

from gui.row_table import RowTable
from gui.theme import Theme


def test_columns_of_fixed_width_leave_the_others_room_for_their_names(theme: Theme, qtbot: QtBot) -> None:
    model = QStandardItemModel(3, 3)
    model.setHorizontalHeaderLabels(["What happened", "When", "Size"])
    table = RowTable(theme, model)
    table.set_columns((0, 190, 130))
    qtbot.addWidget(table)
    header = table.horizontalHeader()
    for width, is_tight in ((260, True), (700, False), (270, True)):
        table.resize(width, 200)
        table.show()
        qtbot.wait(5)
        assert all(header.sectionSize(column) >= header.sectionSizeHint(column) for column in range(3))
        assert (header.sectionSize(1) < 190) is is_tight
