"""The page of repeated lines: take lists, choose what makes two lines the same, see how many stay, save."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.errors import msgid
from gui import tokens
from gui.dropping import dropped_paths
from gui.page import PageHead
from gui.path_list import PathList
from gui.phrases import display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QDragEnterEvent, QDropEvent

    from core.records import RecordsResult
    from gui.theme import Theme
    from gui.words import Words

DELIMITERS = {",": msgid("Comma (,)"), ";": msgid("Semicolon (;)"), "\t": msgid("Tab"), "|": msgid("Upright bar (|)")}


@dataclass(frozen=True, slots=True)
class RecordsTask:
    """What to do.

    Attributes:
        column: name or number of the column that makes two rows the same; "" for the whole line.
        memory: "exact" or "bloom", as `core.records.unique` takes it.
        is_reported: write what is dropped to a second file, with its list and line.
    """

    paths: tuple[str, ...]
    column: str = ""
    delimiter: str = ","
    normalise_urls: bool = False
    memory: str = "exact"
    is_reported: bool = False


class RecordsView(QWidget):
    """Makes the lines of lists unique; the lists themselves are never changed.

    Attributes:
        count_wanted: say how many lines stay: `RecordsTask`; `show_result` answers.
        save_wanted: write the lines that stay to a file: `RecordsTask`.
        stop_wanted: the user has had enough.
    """

    count_wanted = Signal(object)
    save_wanted = Signal(object)
    stop_wanted = Signal()

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme = words, theme
        self._result: RecordsResult | None = None
        self._saved: tuple[str, ...] = ()
        self._has_left_out = False
        self._is_busy = False
        self._paths: list[str] = []
        self.setAcceptDrops(True)
        self._head = PageHead(theme)
        self._add, self._clear = QPushButton(), QPushButton()
        self._list = PathList(theme)
        self._drop = QLabel()
        self._labels = [QLabel() for _ in range(3)]
        self._column, self._delimiter, self._memory = QLineEdit(), QComboBox(), QComboBox()
        for choice in (self._delimiter, self._memory):
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._urls, self._report = QCheckBox(), QCheckBox()
        self._bar = QProgressBar()
        self._bar.setRange(0, 1000)
        self._bar.setTextVisible(False)
        self._figures = QLabel()
        self._note = QLabel()
        self._count, self._save, self._stop = QPushButton(), QPushButton(), QPushButton()
        self._lay_out()
        self._connect()
        words.changed.connect(self.retranslate)
        self.retranslate()

    def add_files(self, paths: Sequence[str]) -> None:
        """Put files on the list; those that are there already stay where they are, and folders are no lists."""
        files = [path for path in paths if not os.path.isdir(path)]
        self._has_left_out = len(files) < len(paths)
        for path in files:
            if path not in self._paths:
                self._paths.append(path)
                self._list.add_texts([display(path)])
        self._forget()

    def task(self) -> RecordsTask:
        """Return what is chosen now."""
        return RecordsTask(
            tuple(self._paths),
            self._column.text().strip(),
            self._delimiter.currentData() or ",",
            self._urls.isChecked(),
            self._memory.currentData() or "exact",
            self._report.isChecked(),
        )

    def show_progress(self, done: int, total: int | None) -> None:
        """Say how far the work is, in bytes."""
        self._is_busy = True
        self._bar.setRange(0, 1000 if total else 0)
        self._bar.setValue(min(round(1000 * done / total), 1000) if total else 0)
        self._follow()

    def show_result(self, result: RecordsResult | None, saved: tuple[str, ...] = ()) -> None:
        """Say how many lines stay, and which files were written; None when it was stopped."""
        self._is_busy = False
        self._result, self._saved = result, saved
        self._follow()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        self._head.set_texts(
            say("Repeated lines"), say("Of equal lines the first stays, in order. Your lists are not changed.")
        )
        self._add.setText(say("Add lists…"))
        self._clear.setText(say("Clear"))
        self._drop.setText(say("Drop lists here: text, CSV, addresses, one record a line"))
        self._list.setAccessibleName(say("Lists"))
        texts = (say("Same when equal in column"), say("Columns are separated by"), say("For very large lists"))
        for label, control, text in zip(
            self._labels, (self._column, self._delimiter, self._memory), texts, strict=True
        ):
            label.setText(text)
            label.setBuddy(control)
            control.setAccessibleName(text)
        self._column.setPlaceholderText(say("empty: the whole line"))
        self._urls.setText(say("Take web addresses that mean the same for equal"))
        self._report.setText(say("Save what is dropped too, with its list and line"))
        self._fill(self._delimiter, [(key, say(text)) for key, text in DELIMITERS.items()])
        ways = (("exact", say("Use the memory there is")), ("bloom", say("Use little memory, read more often")))
        self._fill(self._memory, ways)
        self._bar.setAccessibleName(say("Progress"))
        self._count.setText(say("Count"))
        self._save.setText(say("Save the lines that stay…"))
        self._stop.setText(say("Stop"))
        self._follow()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.add_files(dropped_paths(event.mimeData()))
        event.acceptProposedAction()

    def _lay_out(self) -> None:
        px = self._theme.px
        self._head.add_action(self._add)
        self._head.add_action(self._clear)
        self._drop.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._drop.setWordWrap(True)
        self._drop.setProperty("tone", "mute")
        lists = QFrame()
        lists.setProperty("ground", "card")
        inner = QVBoxLayout(lists)
        inner.setContentsMargins(px(tokens.GAP_2), px(tokens.GAP_2), px(tokens.GAP_2), px(tokens.GAP_2))
        inner.addWidget(self._list, 1)
        inner.addWidget(self._drop)
        form = QGridLayout()
        form.setHorizontalSpacing(px(tokens.GAP_4))
        form.setVerticalSpacing(px(tokens.GAP_3))
        for row, (label, control) in enumerate(
            zip(self._labels, (self._column, self._delimiter, self._memory), strict=True)
        ):
            form.addWidget(label, row, 0)
            form.addWidget(control, row, 1)
        form.addWidget(self._urls, 3, 0, 1, 2)
        form.addWidget(self._report, 4, 0, 1, 2)
        form.setColumnStretch(1, 1)
        self._figures.setProperty("tone", "title")
        self._note.setProperty("tone", "mute")
        self._note.setWordWrap(True)
        self._count.setProperty("role", "primary")
        buttons = QHBoxLayout()
        for button in (self._count, self._stop, self._save):
            buttons.addWidget(button)
        buttons.addStretch(1)
        body = QVBoxLayout()
        gap = px(tokens.GAP_4)
        body.setContentsMargins(gap, gap, gap, gap)
        body.setSpacing(px(tokens.GAP_3))
        body.addWidget(lists, 1)
        body.addLayout(form)
        for widget in (self._bar, self._figures, self._note):
            body.addWidget(widget)
        body.addLayout(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addLayout(body, 1)

    def _connect(self) -> None:
        self._add.clicked.connect(self._choose)
        self._clear.clicked.connect(self._clear_list)
        self._column.textChanged.connect(self._forget)
        self._urls.toggled.connect(self._forget)
        self._delimiter.currentIndexChanged.connect(self._forget)
        self._count.clicked.connect(lambda: self.count_wanted.emit(self.task()))
        self._save.clicked.connect(lambda: self.save_wanted.emit(self.task()))
        self._stop.clicked.connect(self.stop_wanted)

    def _fill(self, box: QComboBox, choices: Sequence[tuple[str, str]]) -> None:
        chosen = box.currentData()
        box.blockSignals(True)
        box.clear()
        for value, text in choices:
            box.addItem(text, value)
        box.setCurrentIndex(max(box.findData(chosen), 0))
        box.blockSignals(False)

    def _choose(self) -> None:
        paths, _ = QFileDialog.getOpenFileNames(self, self._words.say("Add lists"))
        self.add_files([os.path.normpath(path) for path in paths])

    def _clear_list(self) -> None:
        self._paths.clear()
        self._list.clear()
        self._has_left_out = False
        self._forget()

    def _forget(self) -> None:
        """Drop a result that no longer fits what is chosen."""
        self._result = None
        self._follow()

    def _follow(self) -> None:
        has_lists = bool(self._paths)
        result, words = self._result, self._words
        self._list.setVisible(has_lists)
        self._delimiter.setEnabled(bool(self._column.text().strip()))
        self._bar.setVisible(self._is_busy)
        self._stop.setVisible(self._is_busy)
        self._count.setEnabled(has_lists and not self._is_busy)
        self._save.setEnabled(has_lists and not self._is_busy)
        self._clear.setEnabled(has_lists and not self._is_busy)
        self._figures.setVisible(result is not None)
        if result is not None:
            lines = words.count("{n} line", "{n} lines", result.lines)
            self._figures.setText(words.say("{kept} of {lines} stay", kept=words.number(result.kept), lines=lines))
        note = self._noted()
        self._note.setText(note)
        self._note.setVisible(bool(note))

    def _noted(self) -> str:
        """Return what there is to say below the figures."""
        result, words = self._result, self._words
        if result is None:
            return words.say("A folder is no list: add the files in it.") if self._has_left_out else ""
        told = [words.count("{n} repeats an earlier line.", "{n} repeat an earlier line.", result.dropped)]
        told += [words.say("Saved: {path}", path=display(path)) for path in self._saved]
        return "\n".join(told)
