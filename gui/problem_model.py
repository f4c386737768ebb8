"""The files that had trouble, and those that were passed over, in groups by reason, as an item model."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.documents import Skipped
from core.errors import Problem, ProblemKind
from core.filters import SkipReason
from gui.phrases import display
from gui.problem_sentences import problem_words
from gui.skip_sentences import skip_words
from gui.two_line_delegate import SECOND_LINE_ROLE, SENTENCE_ROLE, STRONG_ROLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gui.words import Words

PROBLEM_ROLE = Qt.ItemDataRole.UserRole
"""The `Problem` or `Skipped` of a row, or for a heading the list of all under it."""

Entry = Problem | Skipped

Index = QModelIndex | QPersistentModelIndex

_HEADING = 0
"""Internal id of headings; a file's is the number of its heading plus one."""


class ProblemModel(QAbstractItemModel):
    """Headings in the order of `ProblemKind`, then of `SkipReason`, and the files under each by path."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._groups: list[tuple[ProblemKind | SkipReason, list[Entry]]] = []

    def set_problems(self, problems: Iterable[Problem], skipped: Iterable[Skipped] = ()) -> None:
        """Show these problems, and what was passed over, instead of the ones before."""
        under: dict[ProblemKind | SkipReason, list[Entry]] = {}
        for kind in ProblemKind:
            under[kind] = []
        for reason in SkipReason:
            under[reason] = []
        for problem in problems:
            under[problem.kind].append(problem)
        for one in skipped:
            under[SkipReason(one.reason)].append(one)
        self.beginResetModel()
        self._groups = [(why, sorted(found, key=lambda one: one.path)) for why, found in under.items() if found]
        self.endResetModel()

    def problems(self) -> list[Problem]:
        """Return all problems that are shown, in order."""
        return [one for _, found in self._groups for one in found if isinstance(one, Problem)]

    def skipped_count(self) -> int:
        """Return how many files and folders are shown that were passed over."""
        return sum(len(found) for kind, found in self._groups if isinstance(kind, SkipReason))

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

    def _heading_data(self, kind: ProblemKind | SkipReason, found: Sequence[Entry], role: int) -> Any:
        if isinstance(kind, ProblemKind):
            title, advice = problem_words(self._words)[kind]
            many = self._files(len(found))
        else:
            title, advice = skip_words(self._words)[kind]
            many = self._words.count("{n} passed over", "{n} passed over", len(found))
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words.say("{reason} · {files}", reason=title, files=many)
        if role in (SECOND_LINE_ROLE, Qt.ItemDataRole.ToolTipRole):
            return advice
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{title}, {many}. {advice}"
        if role in (STRONG_ROLE, SENTENCE_ROLE):
            return True
        return list(found) if role == PROBLEM_ROLE else None

    def _files(self, n: int) -> str:
        return self._words.count("{n} file", "{n} files", n)


def _file_data(problem: Entry, role: int) -> Any:
    folder, name = os.path.split(problem.path)
    if role == Qt.ItemDataRole.DisplayRole:
        return display(name or problem.path)
    if role == SECOND_LINE_ROLE:
        return display(folder)
    if role == Qt.ItemDataRole.ToolTipRole:
        return "\n".join(filter(None, (display(problem.path), problem.detail if isinstance(problem, Problem) else "")))
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return display(f"{name}, {folder}")
    return problem if role == PROBLEM_ROLE else None
