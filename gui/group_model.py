"""The list of groups as rows: a header for each group, under it the members while the group is open.

A flat model, not a tree, on purpose: at 100,000 groups a tree view asks four questions for each group after every
sort (0.7 s at best), a table with rows of one height asks none (0.01 s). Sorting and filtering happen in `GroupTable`;
the rows of a group are found by a running sum over the open groups.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from core.documents import Relation
from core.packed_groups import Picked
from gui import phrases
from gui.group_table import Column, GroupTable, Order, Wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from PySide6.QtCore import QObject

    from core.decisions import Mark
    from core.documents import DuplicateGroup, Member
    from gui.words import Words
else:
    import core.late_numpy as np

GROUP_ROLE = Qt.ItemDataRole.UserRole + 1
"""The DuplicateGroup of a row."""

MEMBER_ROLE = Qt.ItemDataRole.UserRole + 2
"""The Member of a row; None on the header of a group."""

CLOSED_ABOVE = 2000
"""With more groups than this they start closed."""

ALL_OPEN, ALL_CLOSED, MOST_CLOSED = "all open", "all closed", "most closed"
"""What the user wishes of all groups, and how those start that are not named, in `open_state`."""

Index = QModelIndex | QPersistentModelIndex
GroupName = tuple[Relation, str]


@dataclass(frozen=True, slots=True)
class Row:
    """What stands in one row: a group's header, or one of its members.

    Attributes:
        place: of the group in the table.
    """

    place: int
    group: DuplicateGroup
    member: Member | None


class GroupModel(QAbstractTableModel):
    """Groups and members as rows, with marks as check states.

    Attributes:
        marks_changed: other files are marked than before.
        mark_asked: (row, is_marked) the user ticked a box; who listens decides and calls `set_marks`.
    """

    marks_changed = Signal()
    mark_asked = Signal(int, bool)

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._table: GroupTable | None = None
        self._wanted, self._order = Wanted(), Order()
        self._marks: dict[str, Mark] = {}
        self._toggled: set[GroupName] = set()
        self._are_open_first = True
        self._wish: bool | None = None
        self._arrange()
        words.changed.connect(self.retranslate)

    # what is shown

    @property
    def table(self) -> GroupTable:
        """All groups."""
        if self._table is None:
            self._table = GroupTable()
            self._arrange()
        return self._table

    @property
    def wanted(self) -> Wanted:
        """Which groups are shown."""
        return self._wanted

    @property
    def order(self) -> Order:
        """How they are sorted."""
        return self._order

    @property
    def listed(self) -> Sequence[DuplicateGroup]:
        """The groups that are shown, in their order."""
        return Picked(self.table.groups, self._places.copy())

    @property
    def shown_groups(self) -> int:
        """How many groups are shown."""
        return 0 if self._table is None else len(self._places)

    def set_table(self, table: GroupTable) -> None:
        """Show another result; what was open stays open, marks stay."""
        self.beginResetModel()
        self._table = table
        self._decide_open_first()
        self._arrange()
        self.endResetModel()

    def set_wanted(self, wanted: Wanted) -> None:
        """Show other groups of the same result."""
        if wanted != self._wanted:
            self.beginResetModel()
            self._wanted = wanted
            self._arrange()
            self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort groups by a column and the members of each alike; column -1 is the order of the result."""
        new = Order(Column(column) if column >= 0 else None, order is Qt.SortOrder.DescendingOrder)
        if new == self._order:
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        named = [self._name_of(index) for index in before]
        self._order = new
        self._arrange()
        after = [self._index_of(name, index.column()) for name, index in zip(named, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def retranslate(self) -> None:
        """Show everything in the new language."""
        if rows := self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, self.columnCount() - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    # open and closed groups

    def is_open(self, place: int) -> bool:
        """Return whether the members of a group are shown."""
        return bool(self._open[place])

    def set_open(self, place: int, *, is_open: bool) -> None:
        """Show or hide the members of a group."""
        at = int(self._position[place])
        if self.is_open(place) == is_open or at < 0:
            return
        group = self.table.groups[place]
        first, last = int(self._starts[at]) + 1, int(self._starts[at]) + len(group.members)
        if is_open:
            self.beginInsertRows(QModelIndex(), first, last)
        else:
            self.beginRemoveRows(QModelIndex(), first, last)
        self._toggled ^= {(group.kind, group.key)}
        self._open[place] = is_open
        self._starts[at + 1 :] += len(group.members) if is_open else -len(group.members)
        if is_open:
            self.endInsertRows()
        else:
            self.endRemoveRows()

    def set_all_open(self, *, are_open: bool) -> None:
        """Open or close all groups."""
        self.beginResetModel()
        self._are_open_first = self._wish = are_open
        self._toggled.clear()
        self._arrange()
        self.endResetModel()

    def _decide_open_first(self) -> None:
        """Let groups start open unless there are many or the user said otherwise; where that turns, all start so."""
        first = len(self.table) <= CLOSED_ABOVE if self._wish is None else self._wish
        if first != self._are_open_first:
            self._toggled.clear()
        self._are_open_first = first

    @property
    def open_state(self) -> list[str]:
        """The keys of the groups that are otherwise than most, and what all shall be: what survives a restart."""
        wish = [] if self._wish is None else [ALL_OPEN if self._wish else ALL_CLOSED]
        first = [] if self._are_open_first else [MOST_CLOSED]
        return [*wish, *first, *(f"{kind}/{key}" for kind, key in self._toggled)]

    def restore_open_state(self, names: Sequence[str]) -> None:
        """Open or close groups as they were; call before a table is set."""
        self._wish = True if ALL_OPEN in names else False if ALL_CLOSED in names else None
        self._are_open_first = MOST_CLOSED not in names
        pairs = (name.partition("/") for name in names)
        self._toggled = {(Relation(kind), key) for kind, _, key in pairs if kind in set(Relation)}

    # rows

    def row_at(self, row: int) -> Row:
        """Return what stands in a row."""
        at = int(np.searchsorted(self._starts, row, side="right")) - 1
        place = int(self._places[at])
        nth = row - int(self._starts[at])
        group = self.table.groups[place]
        if nth == 0:
            return Row(place, group, None)
        return Row(place, group, self.table.members(place, self._order)[nth - 1])

    def row_of(self, name: GroupName, path: str | None = None) -> int:
        """Return the row of a group, or of its member at `path` while it is open; -1 where it is not shown."""
        place = self.table.place_of(*name)
        at = int(self._position[place]) if place >= 0 else -1
        if at < 0:
            return -1
        start = int(self._starts[at])
        if path is None:
            return start
        if not self._open[place]:
            return -1
        members = self.table.members(place, self._order)
        return next((start + 1 + nth for nth, member in enumerate(members) if member.path == path), -1)

    def group_row(self, place: int) -> int:
        """Return the row of the header of a shown group."""
        return int(self._starts[int(self._position[place])])

    def neighbour_row(self, place: int, by: int) -> int:
        """Return the row of the header `by` groups after a shown group; -1 beyond the ends."""
        at = int(self._position[place]) + by
        return int(self._starts[at]) if 0 <= at < len(self._places) else -1

    # marks

    @property
    def marks(self) -> dict[str, Mark]:
        """The marked files by path."""
        return self._marks

    def set_marks(self, marks: dict[str, Mark]) -> None:
        """Show other marks."""
        self._marks = dict(marks)
        if rows := self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, self.columnCount() - 1))
        self.marks_changed.emit()

    # Qt's questions

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        return 0 if parent.isValid() or self._table is None else int(self._starts[-1])

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if index.column() != Column.NAME or self.row_at(index.row()).member is None:
            return _PLAIN_FLAGS
        return _BOX_FLAGS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or role not in _ANSWERED:
            return None
        row = self.row_at(index.row())
        if role == GROUP_ROLE:
            return row.group
        if role == MEMBER_ROLE:
            return row.member
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if index.column() else _LEFT
        if row.member is None:
            return self._group_data(row, index.column(), role)
        return self._member_data(row.group, row.member, index.column(), role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        self.mark_asked.emit(index.row(), Qt.CheckState(value) is Qt.CheckState.Checked)
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section else _LEFT
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            words = self._words
            return (words.say("Name"), words.say("Size"), words.say("Changed"), words.say("Similarity"))[section]
        return None

    # answers

    def _group_data(self, row: Row, column: int, role: int) -> str | None:
        if role == Qt.ItemDataRole.CheckStateRole:
            return None
        tag, title = phrases.kind_tag(self._words, row.group.kind), phrases.group_title(row.group)
        summary = phrases.group_summary(self._words, row.group)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == Column.NAME:
            if self.is_open(row.place):
                return self._words.say("{tag} group {title}, {summary}, open", tag=tag, title=title, summary=summary)
            return self._words.say("{tag} group {title}, {summary}, closed", tag=tag, title=title, summary=summary)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{title}\n{summary}"
        return (title, "", "", summary)[column]

    def _member_data(self, group: DuplicateGroup, member: Member, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.CheckStateRole:
            if column != Column.NAME:
                return None
            return Qt.CheckState.Checked if member.path in self._marks else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._hint(group, member, column)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == Column.NAME:
            why = phrases.mark_reason(self._words, self._marks.get(member.path), group)
            badges = (badge.text for badge in phrases.badges(self._words, group.kind, member, why, group.keeper))
            folder = phrases.folder_text(member.path, member.document.root)
            return ", ".join([phrases.display(os.path.basename(member.path)), *badges, folder])
        return self._cell(group.kind, member, column)

    def _cell(self, kind: Relation, member: Member, column: int) -> str:
        if column == Column.NAME:
            return phrases.display(os.path.basename(member.path))
        if column == Column.SIZE:
            return self._words.size(member.document.size)
        if column == Column.DATE:
            return self._words.date(member.document.mtime_ns)
        return phrases.likeness_text(self._words, kind, member)

    def _hint(self, group: DuplicateGroup, member: Member, column: int) -> str:
        if column == Column.SIMILARITY:
            return phrases.likeness_hint(self._words, group.kind, member)
        if column == Column.DATE:
            return self._words.time(member.document.mtime_ns)
        if column == Column.SIZE:
            return self._words.count("{n} byte", "{n} bytes", member.document.size)
        return "\n".join(phrases.member_hint(self._words, group, member, self._marks.get(member.path)))

    # places of rows

    def _arrange(self) -> None:
        """Place the rows; without any groups there is nothing to place, and numpy need not be loaded yet."""
        table = self._table
        if table is None:
            return
        self._places = table.arrange(self._wanted, self._order)
        self._position = np.full(len(table), -1, np.int32)
        self._position[self._places] = np.arange(len(self._places), dtype=np.int32)
        self._open = np.full(len(table), self._are_open_first)
        for name in self._toggled:
            if (place := table.place_of(*name)) >= 0:
                self._open[place] = not self._are_open_first
        heights = 1 + np.where(self._open[self._places], table.lengths[self._places], 0)
        self._starts = np.concatenate(([0], np.cumsum(heights, dtype=np.int64)))

    def _name_of(self, index: QModelIndex) -> tuple[GroupName, str | None]:
        row = self.row_at(index.row())
        return (row.group.kind, row.group.key), row.member.path if row.member else None

    def _index_of(self, name: tuple[GroupName, str | None], column: int) -> QModelIndex:
        row = self.row_of(*name)
        return self.index(row, column) if row >= 0 else QModelIndex()


_PLAIN_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_BOX_FLAGS = _PLAIN_FLAGS | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsDragEnabled
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_ANSWERED = frozenset(
    (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.CheckStateRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.AccessibleTextRole,
        GROUP_ROLE,
        MEMBER_ROLE,
    )
)
