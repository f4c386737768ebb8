"""The list of groups: a table with rows of one height that opens, closes, marks and moves by mouse and by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from gui import tokens
from gui.group_delegate import GroupDelegate
from gui.group_table import Column

if TYPE_CHECKING:
    from PySide6.QtCore import QByteArray
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from core.decisions import Mark
    from gui.group_model import GroupModel, GroupName, Index, Row
    from gui.theme import Theme
    from gui.words import Words

WIDTHS = {Column.SIZE: 66, Column.DATE: 90, Column.SIMILARITY: 118}
"""Widths of the columns of figures; the name takes the rest."""


_STEPS = {int(Qt.Key.Key_J): 1, int(Qt.Key.Key_K): -1}
_GROUP_STEPS = {int(Qt.Key.Key_BracketRight): 1, int(Qt.Key.Key_BracketLeft): -1}


class ColumnHeader(QHeaderView):
    """The names of the columns, each over its figures, with a small mark on the one that sorts."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(theme.px(48))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.px(tokens.COLUMNS_HEIGHT))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme = self._theme
        painter.save()
        painter.fillRect(rect, theme.colour("panel"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.colour("line"))
        text = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        is_sorting = self.isSortIndicatorShown() and self.sortIndicatorSection() == section
        if is_sorting:
            text += " ▾" if self.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder else " ▴"
        painter.setFont(theme.font(tokens.SECONDARY))
        painter.setPen(theme.colour("text" if is_sorting else "mute"))
        left = theme.px(tokens.GAP_4 + 28 + tokens.GAP_2) if section == Column.NAME else 0
        right = theme.px(tokens.GAP_4) if section == Column.SIMILARITY else 0
        side = Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
        painter.drawText(rect.adjusted(left, 0, -right, -1), side | Qt.AlignmentFlag.AlignVCenter, text)
        if self.parentWidget() is not None and self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()


class GroupView(QTableView):
    """Shows a `GroupModel`.

    Attributes:
        row_changed: another row (a `Row`, or None) is the current one.
        open_asked: Enter or a double click on a member: look at it.
        mark_asked: (path list, is_marked) by Space or the box.
    """

    row_changed = Signal(object)
    open_asked = Signal(object)
    mark_asked = Signal(object, bool)

    def __init__(self, words: Words, theme: Theme, model: GroupModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._theme = theme
        self._model = model
        self.hovered_row = -1
        self.shows_ring = False
        self._remembered: tuple[GroupName, str | None] | None = None
        self._has_widths = False
        self._scale = theme.scale
        self._is_row_told = False
        self._place = 0
        self.setModel(model)
        self.setHorizontalHeader(ColumnHeader(theme, self))
        self.setItemDelegate(GroupDelegate(words, theme, self, self))
        self._set_up()
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._restore)
        model.mark_asked.connect(self._mark_row)
        theme.changed.connect(self._take_theme)
        words.changed.connect(self.retranslate)
        self._take_theme()
        self.retranslate()

    def _set_up(self) -> None:
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicatorClearable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.sortIndicatorChanged.connect(self._model.sort)

    def restore_columns(self, state: QByteArray) -> None:
        """Give the columns the widths that they had; the name takes the rest whatever the state says."""
        header = self.horizontalHeader()
        if not state.isEmpty() and header.restoreState(state):
            header.setSortIndicatorClearable(True)
            header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)

    def retranslate(self) -> None:
        """Name the list for screen readers."""
        self.setAccessibleName(self._words.say("Groups of duplicate documents"))
        self.viewport().update()

    def row_rect(self, row: int) -> QRect:
        """Return where a row lies in the viewport, all columns together."""
        top = self.rowViewportPosition(row)
        return QRect(0, top, self.viewport().width(), self.rowHeight(row))

    @property
    def marks(self) -> dict[str, Mark]:
        """The marked files by path."""
        return self._model.marks

    @property
    def current(self) -> Row | None:
        """What stands in the current row."""
        index = self.currentIndex()
        return self._model.row_at(index.row()) if index.isValid() else None

    def selected_paths(self) -> list[str]:
        """Return the files of the selected rows, of a closed group's header none, in their order."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        members = (self._model.row_at(row).member for row in rows)
        return [member.path for member in members if member is not None]

    def go_to(self, row: int) -> None:
        """Make a row the current and only selected one, and show it."""
        if 0 <= row < self._model.rowCount():
            index = self._model.index(row, Column.NAME)
            how = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(index, how)
            self.scrollTo(index)

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) member, opening its group, over headers."""
        row = self.currentIndex().row()
        while True:
            row += by
            if not 0 <= row < self._model.rowCount():
                return
            found = self._model.row_at(row)
            if found.member is not None:
                break
            if not self._model.is_open(found.place):
                self._model.set_open(found.place, is_open=True)
                if by < 0:
                    row += len(found.group.members) + 1
        self.go_to(row)

    def step_group(self, by: int) -> None:
        """Go to the header of the next (1) or previous (-1) group."""
        current = self.current
        if current is None:
            self.go_to(0)
        else:
            self.go_to(self._model.neighbour_row(current.place, by))

    def toggle(self, row: int) -> None:
        """Open or close the group whose header stands in a row."""
        found = self._model.row_at(row)
        if found.member is None:
            self._model.set_open(found.place, is_open=not self._model.is_open(found.place))

    # keys and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.shows_ring = True
        if event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier or not self._take_key(event.key()):
            super().keyPressEvent(event)
        self.viewport().update()

    def _take_key(self, key: int) -> bool:
        row, current = self.currentIndex().row(), self.current
        if key in _STEPS:
            self.step(_STEPS[key])
        elif key in _GROUP_STEPS:
            self.step_group(_GROUP_STEPS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.go_to(0 if key == Qt.Key.Key_Home else self._model.rowCount() - 1)
        elif current is None:
            return False
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if current.member is None:
                self.toggle(row)
            else:
                self.open_asked.emit(current)
        elif key == Qt.Key.Key_Space:
            self._mark_selected(current)
        elif key == Qt.Key.Key_Right:
            self._model.set_open(current.place, is_open=True)
        elif key == Qt.Key.Key_Left:
            header = self._model.group_row(current.place)
            self._model.set_open(current.place, is_open=False)
            self.go_to(header)
        else:
            return False
        return True

    def mark_selected(self) -> None:
        """Mark the chosen files, or unmark them where the current one is marked."""
        if self.current is not None:
            self._mark_selected(self.current)

    def _mark_selected(self, current: Row) -> None:
        paths = self.selected_paths()
        if not paths:
            self.toggle(self.currentIndex().row())
            return
        first = current.member.path if current.member else paths[0]
        self.mark_asked.emit(paths, first not in self._model.marks)

    def _mark_row(self, row: int, is_marked: bool) -> None:
        member = self._model.row_at(row).member
        if member is not None:
            self.mark_asked.emit([member.path], is_marked)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.shows_ring = False
        super().mousePressEvent(event)
        row = self.rowAt(int(event.position().y()))
        if event.button() is Qt.MouseButton.LeftButton and row >= 0 and not event.modifiers():
            self.toggle(row)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        current = self.current
        if current is not None and current.member is not None:
            self.open_asked.emit(current)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(int(event.position().y())))

    def leaveEvent(self, event: object) -> None:
        super().leaveEvent(event)  # type: ignore[arg-type]  # Qt's own event
        self._hover(-1)

    def _hover(self, row: int) -> None:
        if row != self.hovered_row:
            old, self.hovered_row = self.hovered_row, row
            for changed in (old, row):
                if changed >= 0:
                    self.viewport().update(self.row_rect(changed))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.shows_ring = False
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.shows_ring = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if self.shows_ring and not self.currentIndex().isValid():
            self.go_to(0)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        if not current.isValid() or not previous.isValid() or current.row() != previous.row():
            self._is_row_told = current.isValid()
            self.row_changed.emit(self._model.row_at(current.row()) if current.isValid() else None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.viewport().update()

    # state over resets and themes

    def _remember(self) -> None:
        current = self.current
        if current is not None:
            name = (current.group.kind, current.group.key)
            self._remembered = (name, current.member.path if current.member else None)
            self._place = self._model.group_row(current.place)

    def _restore(self) -> None:
        self.hovered_row = -1
        self._go_back()
        if self._is_row_told and not self.currentIndex().isValid():
            self._is_row_told = False
            self.row_changed.emit(None)

    def _go_back(self) -> None:
        """Go to the row that was the current one, where it is shown."""
        if self._remembered is None:
            return
        name, path = self._remembered
        row = self._model.row_of(name, path)
        row = row if row >= 0 else self._model.row_of(name)
        if row < 0 and self._model.table.place_of(*name) < 0 and name[0] in self._model.wanted.kinds:
            self._go_on(is_member=path is not None)
        else:
            self.go_to(row)

    def _go_on(self, *, is_member: bool) -> None:
        """Go to the group that took the place of the one that went, so that keys go on from there."""
        self._remembered = None
        if self._model.rowCount() == 0:
            return
        place = self._model.row_at(min(self._place, self._model.rowCount() - 1)).place
        row = self._model.group_row(place)
        self.go_to(row + 2 if is_member and self._model.is_open(place) else row)

    def _take_theme(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.px(tokens.ROW_HEIGHT))
        growth, self._scale = self._theme.scale / self._scale, self._theme.scale
        for column, width in WIDTHS.items():
            chosen = round(self.columnWidth(column) * growth) if self._has_widths else 0
            self.setColumnWidth(column, max(chosen, self._theme.px(width)))
        self._has_widths = True
        self.viewport().update()
