"""Folders with their counts as a tree, to be ticked: those that a rule is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeView, QWidget

from core.selection import split_path
from gui.phrases import display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.rule_preview import FolderNode
    from gui.theme import Theme
    from gui.words import Words

Index = QModelIndex | QPersistentModelIndex

OPEN_FIRST = 12
"""Trees of up to so many folders start open."""


class FolderTreeModel(QAbstractItemModel):
    """Trees of `FolderNode`, each with a box.

    Attributes:
        ticked_changed: other folders are ticked than before.
    """

    ticked_changed = Signal()

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._nodes: list[FolderNode] = []
        self._above: list[int] = []
        self._rows: list[int] = []
        self._below: list[list[int]] = []
        self._tops: list[int] = []
        self._ticked: set[str] = set()

    def set_folders(self, tops: Sequence[FolderNode]) -> None:
        """Show these trees; what is ticked and still there stays ticked."""
        self.beginResetModel()
        self._nodes, self._above, self._rows, self._below = [], [], [], []
        self._tops = [self._add(top, -1, row) for row, top in enumerate(tops)]
        self.endResetModel()

    def _add(self, node: FolderNode, above: int, row: int) -> int:
        number = len(self._nodes)
        self._nodes.append(node)
        self._above.append(above)
        self._rows.append(row)
        self._below.append([])
        self._below[number] = [self._add(child, number, nth) for nth, child in enumerate(node.children)]
        return number

    @property
    def ticked(self) -> tuple[str, ...]:
        """The ticked folders, in the order of their names."""
        return tuple(sorted(self._ticked))

    def set_ticked(self, folders: Sequence[str]) -> None:
        """Tick these folders and no others."""
        self._ticked = set(folders)
        self._refresh()
        self.ticked_changed.emit()

    def count(self) -> int:
        """Return how many folders there are in all trees."""
        return len(self._nodes)

    def retranslate(self) -> None:
        """Say everything again in the current language."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)
        self._refresh()

    def _refresh(self) -> None:
        self.layoutAboutToBeChanged.emit()
        self.layoutChanged.emit()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008  # Qt's signature
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        children = self._below[parent.internalId()] if parent.isValid() else self._tops
        return self.createIndex(row, column, children[row])

    def parent(self, child: Index) -> QModelIndex:  # type: ignore[override]  # Qt has a second `parent` without arguments
        above = self._above[child.internalId()] if child.isValid() else -1
        return QModelIndex() if above < 0 else self.createIndex(self._rows[above], 0, above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        if not parent.isValid():
            return len(self._tops)
        return len(self._below[parent.internalId()]) if parent.column() == 0 else 0

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        return 3

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return plain | Qt.ItemFlag.ItemIsUserCheckable if index.column() == 0 else plain

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        node = self._nodes[index.internalId()]
        if role == Qt.ItemDataRole.DisplayRole:
            name = node.path if self._above[index.internalId()] < 0 else split_path(node.path)[1]
            return (display(name), self._words.number(node.files), self._words.size(node.size))[index.column()]
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == 0:
            return Qt.CheckState.Checked if node.path in self._ticked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if index.column() else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return display(node.path) if role == Qt.ItemDataRole.ToolTipRole else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid() or index.column():
            return False
        path = self._nodes[index.internalId()].path
        is_ticked = Qt.CheckState(value) is Qt.CheckState.Checked
        self._ticked = self._ticked | {path} if is_ticked else self._ticked - {path}
        self.dataChanged.emit(index, index, [Qt.ItemDataRole.CheckStateRole])
        self.ticked_changed.emit()
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            say = self._words.say
            return (say("Folder"), say("Files in groups"), say("Surplus"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None


class FolderTree(QTreeView):
    """Shows the trees; Space ticks."""

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.folders = FolderTreeModel(words, self)
        self.setModel(self.folders)
        self.setUniformRowHeights(True)
        self.setProperty("ground", "card")
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setIndentation(theme.px(16))
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in ((1, 96), (2, 80)):
            header.resizeSection(column, theme.px(width))

    def show_folders(self, tops: Sequence[FolderNode]) -> None:
        """Show these trees, the first level open, small ones wholly."""
        self.folders.set_folders(tops)
        if self.folders.count() <= OPEN_FIRST:
            self.expandAll()
        else:
            self.expandToDepth(0)
