"""The files that had trouble, in groups by reason, as an item model."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.errors import Problem, ProblemKind
from gui.phrases import display
from gui.problem_sentences import problem_words
from gui.two_line_delegate import SECOND_LINE_ROLE, SENTENCE_ROLE, STRONG_ROLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gui.words import Words

PROBLEM_ROLE = Qt.ItemDataRole.UserRole
"""The `Problem` of a row, or for a heading the list of all under it."""

Index = QModelIndex | QPersistentModelIndex

_HEADING = 0
"""Internal id of headings; a file's is the number of its heading plus one."""


class ProblemModel(QAbstractItemModel):
    """Headings by kind, in the order of `ProblemKind`, and the files under each by path."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._groups: list[tuple[ProblemKind, list[Problem]]] = []

    def set_problems(self, problems: Iterable[Problem]) -> None:
        """Show these problems instead of the ones before."""
        by_kind: dict[ProblemKind, list[Problem]] = {kind: [] for kind in ProblemKind}
        for problem in problems:
            by_kind[problem.kind].append(problem)
        self.beginResetModel()
        self._groups = [
            (kind, sorted(found, key=lambda problem: problem.path)) for kind, found in by_kind.items() if found
        ]
        self.endResetModel()

    def problems(self) -> list[Problem]:
        """Return all that is shown, in order."""
        return [problem for _, found in self._groups for problem in found]

    def retranslate(self) -> None:
        """Say everything again in the current language."""
        for row, (_, found) in enumerate(self._groups):
            heading = self.index(row, 0)
            self.dataChanged.emit(heading, heading)
            self.dataChanged.emit(self.index(0, 0, heading), self.index(len(found) - 1, 0, heading))

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        parent = QModelIndex() if parent is None else parent
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _HEADING)

    def parent(self, child: Index | None = None) -> Any:
        if child is None:
            return super().parent()
        if not child.isValid() or child.internalId() == _HEADING:
            return QModelIndex()
        return self.createIndex(child.internalId() - 1, 0, _HEADING)

    def rowCount(self, parent: Index | None = None) -> int:
        if parent is None or not parent.isValid():
            return len(self._groups)
        if parent.internalId() == _HEADING and parent.column() == 0:
            return len(self._groups[parent.row()][1])
        return 0

    def columnCount(self, _parent: Index | None = None) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if index.internalId() == _HEADING:
            return self._heading_data(*self._groups[index.row()], role)
        return _file_data(self._groups[index.internalId() - 1][1][index.row()], role)

    def _heading_data(self, kind: ProblemKind, found: Sequence[Problem], role: int) -> Any:
        title, advice = problem_words(self._words)[kind]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words.say("{reason} · {files}", reason=title, files=self._files(len(found)))
        if role in (SECOND_LINE_ROLE, Qt.ItemDataRole.ToolTipRole):
            return advice
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{title}, {self._files(len(found))}. {advice}"
        if role in (STRONG_ROLE, SENTENCE_ROLE):
            return True
        return list(found) if role == PROBLEM_ROLE else None

    def _files(self, n: int) -> str:
        return self._words.count("{n} file", "{n} files", n)


def _file_data(problem: Problem, role: int) -> Any:
    folder, name = os.path.split(problem.path)
    if role == Qt.ItemDataRole.DisplayRole:
        return display(name or problem.path)
    if role == SECOND_LINE_ROLE:
        return display(folder)
    if role == Qt.ItemDataRole.ToolTipRole:
        return "\n".join(filter(None, (display(problem.path), problem.detail)))
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return display(f"{name}, {folder}")
    return problem if role == PROBLEM_ROLE else None
