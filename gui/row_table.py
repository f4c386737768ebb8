"""The look of the tables on the pages: rows of two lines, no grid, whole rows chosen, columns by share."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QHeaderView, QTableView

from gui import tokens
from gui.two_line_delegate import TwoLineDelegate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QAbstractItemModel
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

    from gui.theme import Theme


class RowTable(QTableView):
    """A table whose rows are read, chosen and acted on as wholes."""

    def __init__(self, theme: Theme, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setModel(model)
        self.setItemDelegate(TwoLineDelegate(theme, self))
        self.setShowGrid(False)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self._widths: tuple[int, ...] = ()
        self._is_squeezed = False
        theme.changed.connect(self._take_lengths)
        model.headerDataChanged.connect(self._take_widths)
        self._take_lengths()

    def set_columns(self, widths: Sequence[int]) -> None:
        """Give columns their width at a scale of 1; 0 is a column that takes what is left.

        A column is never narrower than its name.
        """
        self._widths = tuple(widths)
        self._take_widths()

    def _take_widths(self) -> None:
        header = self.horizontalHeader()
        header.setMinimumSectionSize(self._theme.px(48))
        for column, width in enumerate(self._widths):
            if width:
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
                header.resizeSection(column, max(self._theme.px(width), header.sectionSizeHint(column)))
            else:
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self._squeeze()

    def _squeeze(self) -> None:
        """Let the columns that take what is left have room for their names: the others give it, down to theirs."""
        header = self.horizontalHeader()
        fixed = [column for column, width in enumerate(self._widths) if width]
        spare = {column: header.sectionSize(column) - header.sectionSizeHint(column) for column in fixed}
        names = [header.sectionSizeHint(column) for column, width in enumerate(self._widths) if not width]
        missing = max(names, default=0) * len(names) + sum(map(header.sectionSize, fixed)) - self.viewport().width()
        self._is_squeezed = missing > 0 and sum(spare.values()) > 0
        for column in fixed if self._is_squeezed else ():
            given = min(spare[column], math.ceil(missing * spare[column] / sum(spare.values())))
            header.resizeSection(column, header.sectionSize(column) - given)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_squeezed:
            self._take_widths()
        else:
            self._squeeze()

    def choose(self, row: int) -> None:
        """Choose one row alone, whatever keys are held down."""
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(self.model().index(row, 0), flags)

    def chosen(self, role: int) -> list[Any]:
        """Return the data of `role` for every chosen row, from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.model().index(row, 0).data(role) for row in rows]

    def _take_lengths(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.px(tokens.ROW_HEIGHT))
        self._take_widths()
        self.viewport().update()
