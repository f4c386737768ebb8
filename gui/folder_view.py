"""The page of folders: which are much the same, whether everything in one is also in another, what is only in one."""

from __future__ import annotations

import os
from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from core.folder_question import FolderAnswer, LoneFile
from gui import tokens
from gui.folder_pair_model import FolderPairModel
from gui.page import EmptyNote, FilledOrEmpty, PageHead
from gui.phrases import display
from gui.row_model import VALUE_ROLE, Cell, RowModel, file_cell
from gui.row_table import RowTable
from gui.verdict_line import VerdictLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.documents import FolderPair
    from gui.theme import Theme
    from gui.words import Words


class Column(IntEnum):
    """What stands in the columns of the files that are only in one folder."""

    FILE = 0
    SIZE = 1


class LoneFileModel(RowModel[LoneFile]):
    """Files that are only in one of two folders."""

    COLUMNS = len(Column)

    def titles(self) -> tuple[str, ...]:
        return self.words.say("Only in this folder"), self.words.say("Size")

    def cell(self, value: LoneFile, column: int) -> Cell:
        if column == Column.FILE:
            return file_cell(value.path)
        return Cell(self.words.size(value.size), is_number=True)


class FolderView(QWidget):
    """Folders beside folders.

    Attributes:
        question_wanted: is everything in one folder also in another: two paths.
        choice_wanted: another folder shall be chosen; its combo box.
        mark_wanted: mark the files of this `FolderAnswer` that are in both folders.
        file_wanted: show a file in its folder: path.
    """

    question_wanted = Signal(str, str)
    choice_wanted = Signal(object)
    mark_wanted = Signal(object)
    file_wanted = Signal(str)

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme = words, theme
        self._answer: FolderAnswer | None = None
        self._asked: tuple[str, str] | None = None
        self._head = PageHead(theme)
        self._show, self._mark = QPushButton(), QPushButton()
        self._head.add_action(self._show)
        self._head.add_action(self._mark)
        self._pairs = FolderPairModel(words, self)
        self._pair_table = RowTable(theme, self._pairs)
        self._pair_table.set_columns((0, 0, 240))
        self._pair_table.setSelectionMode(RowTable.SelectionMode.SingleSelection)
        self._no_pair = EmptyNote(theme)
        self._upper = FilledOrEmpty(self._pair_table, self._no_pair)
        self._labels = QLabel(), QLabel()
        self.inner, self.outer = self._folder_box(), self._folder_box()
        self._verdict = VerdictLine(theme)
        self._lone = LoneFileModel(words, self)
        self._lone_table = RowTable(theme, self._lone)
        self._lone_table.set_columns((0, 110))
        self._no_lone = EmptyNote(theme)
        self._lower = FilledOrEmpty(self._lone_table, self._no_lone)
        self._lay_out()
        self._connect()
        words.changed.connect(self.retranslate)
        self.retranslate()

    def _folder_box(self) -> QComboBox:
        box = QComboBox()
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        box.setMinimumContentsLength(20)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return box

    def _lay_out(self) -> None:
        gap = self._theme.px(tokens.GAP_4)
        question = QWidget()
        question.setProperty("ground", "panel")
        question.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        question.setProperty("edge", "bottom")
        grid = QGridLayout(question)
        grid.setContentsMargins(gap, self._theme.px(tokens.GAP_3), gap, self._theme.px(tokens.GAP_3))
        grid.setHorizontalSpacing(self._theme.px(tokens.GAP_3))
        grid.setVerticalSpacing(self._theme.px(tokens.GAP_2))
        for row, (label, box) in enumerate(zip(self._labels, (self.inner, self.outer), strict=True)):
            label.setBuddy(box)
            grid.addWidget(label, row, 0)
            grid.addWidget(box, row, 1)
        grid.addWidget(self._verdict, 2, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget, stretch in ((self._head, 0), (self._upper, 2), (question, 0), (self._lower, 3)):
            layout.addWidget(widget, stretch)

    def _connect(self) -> None:
        self._pair_table.selectionModel().selectionChanged.connect(self._take_pair)
        self._lone_table.selectionModel().selectionChanged.connect(self._follow)
        self._lone_table.activated.connect(self._ask_file)
        self._show.clicked.connect(self._ask_file)
        self._mark.clicked.connect(lambda: self.mark_wanted.emit(self._answer))
        for box in (self.inner, self.outer):
            box.activated.connect(lambda place, box=box: self._take_choice(box, place))

    def show_pairs(self, pairs: Sequence[FolderPair], folders: Sequence[str]) -> None:
        """List these pairs and offer these folders; a question that was asked is asked again."""
        self._pair_table.selectionModel().blockSignals(True)
        self._pairs.set_rows(pairs)
        self._pair_table.selectionModel().blockSignals(False)
        self._upper.set_filled(is_filled=bool(pairs))
        offered = dict.fromkeys([*folders, *(folder for pair in pairs for folder in (pair.a, pair.b))])
        for box in (self.inner, self.outer):
            self._fill(box, list(offered))
        self.retranslate()
        if self._asked is not None:
            self.question_wanted.emit(*self._asked)
        elif pairs:
            self._pair_table.choose(0)

    def ask(self, inner: str, outer: str) -> None:
        """Put the question of two folders."""
        for box, folder in ((self.inner, inner), (self.outer, outer)):
            if box.findData(folder) < 0:
                box.insertItem(0, display(folder), folder)
            box.setCurrentIndex(box.findData(folder))
        self._asked = (inner, outer)
        self.question_wanted.emit(inner, outer)

    def show_answer(self, answer: FolderAnswer) -> None:
        """Show an answer, unless another question was put meanwhile."""
        if self._asked == (answer.inner, answer.outer):
            self._answer = answer
            self._lone.set_rows(answer.lone)
            self._lower.set_filled(is_filled=bool(answer.lone))
            self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        words, n = self._words, self._pairs.rowCount()
        say = words.say
        note = words.count("{n} pair of folders is much the same.", "{n} pairs of folders are much the same.", n)
        self._head.set_texts(say("Folder copies"), note if n else "")
        self._no_pair.set_texts(
            say("No two folders are much the same"),
            say("Folders are listed here when half of the files of one are also in the other."),
        )
        for label, box, text in zip(
            self._labels,
            (self.inner, self.outer),
            (say("Is everything in this folder"), say("also in this one?")),
            strict=True,
        ):
            label.setText(text)
            box.setAccessibleName(text)
            box.setPlaceholderText(say("Choose a folder"))
            if box.count():
                box.setItemText(box.count() - 1, say("Choose another folder…"))
        lone = say("Files of the first folder that are nowhere in the second are listed here.")
        is_known = self._answer is not None and self._answer.is_known
        self._no_lone.set_texts(say("No file is missing") if is_known else say("Choose two folders"), lone)
        self._show.setText(say("Show in folder"))
        self._pair_table.setAccessibleName(say("Folders that are much the same"))
        self._lone_table.setAccessibleName(say("Files that are only in the first folder"))
        self._pairs.retranslate()
        self._lone.retranslate()
        self._say_verdict()
        self._follow()

    def _say_verdict(self) -> None:
        answer, words = self._answer, self._words
        self._mark.setText(words.say("Mark what is in both"))
        self._mark.setToolTip(words.say("Marks the copies in the first folder; what is only there stays."))
        self._verdict.setVisible(answer is not None)
        if answer is None:
            return
        inner, outer = (os.path.basename(one.rstrip(os.sep)) for one in (answer.inner, answer.outer))
        if inner == outer or not (inner and outer):
            inner, outer = answer.inner, answer.outer
        names = {"inner": display(inner), "outer": display(outer)}
        files = words.count("{n} file", "{n} files", answer.files)
        if not answer.is_known:
            sentence = words.say("Scan both folders first: nothing is known of one of them.")
            self._verdict.set_verdict("mute", words.say("Not known"), sentence)
        elif answer.is_all_there:
            sentence = words.say(
                "Everything in {inner} is also in {outer}: {files}, {size}.",
                **names,
                files=files,
                size=words.size(answer.size),
            )
            self._verdict.set_verdict("keep", words.say("Yes"), sentence)
        else:
            sentence = words.count(
                "{n} of {files} in {inner} is nowhere in {outer}.",
                "{n} of {files} in {inner} are nowhere in {outer}.",
                len(answer.lone),
                **names,
                files=files,
            )
            self._verdict.set_verdict("similar", words.say("No"), sentence)

    def _fill(self, box: QComboBox, folders: Sequence[str]) -> None:
        chosen = box.currentData()
        box.clear()
        for folder in folders:
            box.addItem(display(folder), folder)
        if chosen is not None and chosen not in folders:
            box.addItem(display(chosen), chosen)
        box.addItem("", None)
        box.setCurrentIndex(box.findData(chosen) if chosen is not None else -1)

    def _take_choice(self, box: QComboBox, place: int) -> None:
        if place == box.count() - 1:
            box.setCurrentIndex(-1)
            self.choice_wanted.emit(box)
        else:
            self._ask_chosen()

    def choose(self, box: QComboBox, folder: str) -> None:
        """Put a folder into one of the two boxes, and ask when both are filled."""
        if box.findData(folder) < 0:
            box.insertItem(0, display(folder), folder)
        box.setCurrentIndex(box.findData(folder))
        self._ask_chosen()

    def _ask_chosen(self) -> None:
        inner, outer = self.inner.currentData(), self.outer.currentData()
        if inner is not None and outer is not None:
            self.ask(inner, outer)

    def _take_pair(self) -> None:
        for pair in self._pair_table.chosen(VALUE_ROLE)[:1]:
            # The folder of which more is in the other is the one that may go.
            inner, outer = (pair.a, pair.b) if pair.share_a >= pair.share_b else (pair.b, pair.a)
            self.ask(inner, outer)

    def _follow(self) -> None:
        answer = self._answer
        self._mark.setEnabled(answer is not None and answer.is_known and len(answer.lone) < answer.files)
        self._show.setEnabled(len(self._lone_table.chosen(VALUE_ROLE)) == 1)

    def _ask_file(self) -> None:
        for one in self._lone_table.chosen(VALUE_ROLE)[:1]:
            self.file_wanted.emit(one.path)
