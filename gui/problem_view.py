"""The page of files that had trouble or were passed over: by reason, with what to do, to try again or to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QPushButton, QTreeView, QVBoxLayout, QWidget

from core.errors import Problem
from gui.page import EmptyNote, FilledOrEmpty, PageHead
from gui.problem_model import PROBLEM_ROLE, Entry, ProblemModel
from gui.two_line_delegate import STRONG_ROLE, TwoLineDelegate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect
    from PySide6.QtGui import QPainter

    from core.documents import Skipped
    from gui.theme import Theme
    from gui.words import Words

EXPAND_UP_TO = 200
"""With more files than this the reasons start closed."""


class _ReasonTree(QTreeView):
    """A tree whose headings have one ground from edge to edge."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        is_selected = self.selectionModel().isSelected(index)
        ground = "sel" if is_selected else "bg" if index.data(STRONG_ROLE) else "panel"
        painter.fillRect(rect, self._theme.colour(ground))
        painter.setPen(self._theme.colour("line"))
        painter.drawLine(rect.topLeft(), rect.topRight())
        super().drawBranches(painter, rect, index)


class ProblemView(QWidget):
    """Problems grouped by reason.

    Attributes:
        retry_wanted: read these files again: list of paths.
        folder_wanted: show this file in its folder: path.
    """

    retry_wanted = Signal(object)
    folder_wanted = Signal(object)

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._model = ProblemModel(words, self)
        self._head = PageHead(theme)
        self._retry = QPushButton()
        self._show = QPushButton()
        self._head.add_action(self._show)
        self._head.add_action(self._retry)
        self._tree = _ReasonTree(theme)
        self._empty = EmptyNote(theme)
        self._body = FilledOrEmpty(self._tree, self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._body, 1)
        self._set_up_tree(theme)
        self._retry.clicked.connect(self._ask_retry)
        self._show.clicked.connect(self._ask_folder)
        words.changed.connect(self.retranslate)
        self.retranslate()

    def show_problems(self, problems: Sequence[Problem], skipped: Sequence[Skipped] = ()) -> None:
        """List these problems and what was passed over; neither gives the note that all is well."""
        self._model.set_problems(problems, skipped)
        self._body.set_filled(is_filled=bool(problems or skipped))
        if len(problems) + len(skipped) <= EXPAND_UP_TO:
            self._tree.expandAll()
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        n = len(self._model.problems())
        note = self._words.count(
            "{n} file has a problem; why, and what helps, is said here.",
            "{n} files have problems; why, and what helps, is said here.",
            n,
        )
        over = self._model.skipped_count()
        passed = self._words.count("{n} passed over on purpose.", "{n} passed over on purpose.", over)
        self._head.set_texts(say("Problem files"), " ".join([note] * bool(n) + [passed] * bool(over)))
        self._empty.set_texts(say("Every file could be read"), say("Files that cannot be read are listed here."))
        self._show.setText(say("Show in folder"))
        self._copy.setText(say("Copy path"))
        self._tree.setAccessibleName(say("Problem files by reason"))
        self._model.retranslate()
        self._follow_selection()

    def _set_up_tree(self, theme: Theme) -> None:
        tree = self._tree
        tree.setModel(self._model)
        tree.setItemDelegate(TwoLineDelegate(theme, tree))
        tree.setHeaderHidden(True)
        tree.setUniformRowHeights(True)
        tree.setMouseTracking(True)
        tree.setSelectionMode(QTreeView.SelectionMode.ExtendedSelection)
        tree.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self._copy = QAction(self)
        self._copy.setShortcut(QKeySequence.StandardKey.Copy)
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._copy.triggered.connect(self._copy_paths)
        tree.addAction(self._copy)
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        tree.selectionModel().selectionChanged.connect(self._follow_selection)
        tree.doubleClicked.connect(self._ask_folder)
        theme.changed.connect(tree.doItemsLayout)

    def _selected(self) -> list[Entry]:
        found: dict[Entry, None] = {}
        for index in self._tree.selectionModel().selectedIndexes():
            problem = index.data(PROBLEM_ROLE)
            for one in problem if isinstance(problem, list) else [problem]:
                found[one] = None
        return list(found)

    def _follow_selection(self) -> None:
        chosen = self._selected()
        n = sum(isinstance(one, Problem) for one in chosen)
        say = self._words.say
        text = self._words.count("Try {n} file again", "Try {n} files again", n) if n else say("Try all again")
        self._retry.setText(text)
        self._retry.setEnabled(bool(self._model.problems()))
        self._show.setEnabled(len(chosen) == 1)

    def _ask_retry(self) -> None:
        chosen = [one for one in self._selected() if isinstance(one, Problem)]
        self.retry_wanted.emit([problem.path for problem in chosen or self._model.problems()])

    def _ask_folder(self) -> None:
        index = self._tree.currentIndex()
        problem = index.data(PROBLEM_ROLE)
        if isinstance(problem, Entry):
            self.folder_wanted.emit(problem.path)

    def _copy_paths(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(problem.path for problem in self._selected()))
