"""The sheet that slides over the list when files are checked: has the library this already, and where?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from gui import tokens
from gui.elided_label import ElidedLabel
from gui.page import PageHead
from gui.row_model import VALUE_ROLE
from gui.row_table import RowTable
from gui.verdict_line import VerdictLine
from gui.verdict_models import MatchModel, VerdictModel
from gui.verdict_words import (
    COLOURS,
    coverage_sentence,
    more_sentences,
    shown_kind,
    team_text,
    verdict_sentence,
    verdict_title,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.check import CheckMatch, Verdict
    from gui.theme import Theme
    from gui.words import Words

WIDTH = 600
BY_PASSAGES = ("contained", "passages")
"""Relations of which passages are shown side by side, rather than all differences."""

SLIDE_MS = 160

LEAST_TABLE = 32
"""The places where a file was found have this height at least; what is said of it comes first."""


class CheckSheet(QWidget):
    """Shows verdicts over its parent.

    Attributes:
        compare_wanted: compare a checked file with a place where it was found: two paths.
        passages_wanted: show the passages that a checked file has in common with such a place: two paths.
        folder_wanted: show a file in its folder: path.
        report_wanted: write a report about these verdicts: list.
        closed: the sheet went away.
    """

    compare_wanted = Signal(object, object)
    passages_wanted = Signal(object, object)
    folder_wanted = Signal(object)
    report_wanted = Signal(object)
    closed = Signal()

    def __init__(self, words: Words, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._host = parent
        self._words, self._theme = words, theme
        self._waiting, self._unplaced = 0, ""
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("ground", "panel")
        self.setProperty("edge", "left")
        self._head = PageHead(theme)
        self._close = QPushButton()
        self._compare, self._show, self._both, self._report = (QPushButton() for _ in range(4))
        for button in (self._report, self._close):
            self._head.add_action(button)
        self._busy = QProgressBar()
        self._busy.setRange(0, 0)
        self._files, self._matches = VerdictModel(words, self), MatchModel(words, self)
        self._file_table, self._match_table = RowTable(theme, self._files), RowTable(theme, self._matches)
        self._name, self._folder = ElidedLabel(), ElidedLabel()
        self._line = VerdictLine(theme)
        self._coverage, self._service, self._team = QLabel(), QLabel(), QLabel()
        self._move = QPropertyAnimation(self, b"pos", self)
        self._move.setDuration(SLIDE_MS)
        self._move.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._lay_out()
        self._connect()
        parent.installEventFilter(self)
        words.changed.connect(self.retranslate)
        self.retranslate()
        self.hide()

    def show_waiting(self, n: int, unplaced: str = "") -> None:
        """Come out and say that `n` files are being looked at.

        Args:
            unplaced: a file whose folder means nothing to the user.
        """
        self._waiting, self._unplaced = n, unplaced
        self._files.set_rows([])
        self._matches.set_rows([])
        self._slide_in()
        self._fill()

    def show_verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """Show what was found."""
        self._waiting = 0
        self._files.set_rows(verdicts)
        self._slide_in()
        self._file_table.choose(0)
        self._fill()
        self._take_focus()

    def add_team(self, verdicts: Sequence[Verdict]) -> None:
        """Show what the team says beside what is shown already; nothing if other files are shown by now."""
        if [row.path for row in self._files.rows()] == [verdict.path for verdict in verdicts]:
            chosen = max(self._file_table.currentIndex().row(), 0)
            self._files.set_rows(verdicts)
            self._file_table.choose(chosen)
            self._fill()

    def come_back(self) -> None:
        """Show again what was found last."""
        self._slide_in()
        self._take_focus()

    def leave(self) -> None:
        """Go away."""
        self.hide()
        self.closed.emit()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        self.setAccessibleName(say("Check against the library"))
        self._close.setText(say("Close"))
        self._compare.setText(say("Compare"))
        self._show.setText(say("Show in folder"))
        self._both.setText(say("Compare these two"))
        self._both.setToolTip(say("Compare the two checked files with each other (Ctrl+D)"))
        self._report.setText(say("Save a report…"))
        self._file_table.setAccessibleName(say("Checked files"))
        self._match_table.setAccessibleName(say("Places where it was found"))
        self._busy.setAccessibleName(say("Looking"))
        self._service.setText(
            say("Only your own library is asked. This is no plagiarism service and knows nothing of the web.")
        )
        self._files.retranslate()
        self._matches.retranslate()
        self._fill()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._host and event.type() == QEvent.Type.Resize and self.isVisible():
            self._move.stop()
            self._take_place()
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        px = self._theme.px
        self._name.setProperty("tone", "strong")
        self._coverage.setWordWrap(True)
        self._service.setWordWrap(True)
        self._team.setWordWrap(True)
        for label, tone in ((self._folder, "mute"), (self._coverage, "mute"), (self._service, "caption")):
            label.setProperty("tone", tone)
        self._file_table.set_columns((0, 240))
        self._match_table.set_columns((0, 300))
        self._match_table.setMinimumHeight(px(LEAST_TABLE))
        self._compare.setProperty("role", "primary")
        verdict = QVBoxLayout()
        verdict.setContentsMargins(px(tokens.GAP_4), px(tokens.GAP_3), px(tokens.GAP_4), px(tokens.GAP_3))
        verdict.setSpacing(px(tokens.GAP_1))
        for widget in (self._name, self._folder, self._line, self._coverage, self._team):
            verdict.addWidget(widget)
        actions = QHBoxLayout()
        actions.setSpacing(px(tokens.GAP_2))
        actions.setContentsMargins(px(tokens.GAP_4), px(tokens.GAP_2), px(tokens.GAP_4), px(tokens.GAP_2))
        for button in (self._compare, self._show):
            actions.addWidget(button)
        actions.addStretch(1)
        actions.addWidget(self._both)
        foot = QHBoxLayout()
        foot.setContentsMargins(px(tokens.GAP_4), px(tokens.GAP_1), px(tokens.GAP_4), px(tokens.GAP_3))
        foot.addWidget(self._service)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._busy)
        layout.addWidget(self._file_table, 5)
        layout.addLayout(verdict)
        layout.addWidget(self._match_table, 8)
        layout.addStretch(1)
        layout.addLayout(actions)
        layout.addLayout(foot)

    def _connect(self) -> None:
        self._close.clicked.connect(self.leave)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.leave, context=_WITHIN)
        QShortcut(QKeySequence("Ctrl+D"), self, self._ask_both, context=_WITHIN)
        self._file_table.selectionModel().currentRowChanged.connect(self._fill_matches)
        self._file_table.selectionModel().selectionChanged.connect(self._offer_both)
        self._file_table.activated.connect(self._ask_both)
        self._both.clicked.connect(self._ask_both)
        self._match_table.selectionModel().currentRowChanged.connect(self._follow)
        self._match_table.activated.connect(self._ask_compare)
        self._compare.clicked.connect(self._ask_compare)
        self._show.clicked.connect(self._ask_folder)
        self._report.clicked.connect(lambda: self.report_wanted.emit(self._files.rows()))

    def _two(self) -> list[str]:
        """Return the two checked files that are chosen, or the only two; else nothing."""
        rows = self._files.rows()
        chosen = sorted(index.row() for index in self._file_table.selectionModel().selectedRows())
        picked = [rows[row].path for row in chosen if row < len(rows)]
        return picked if len(picked) == 2 else [row.path for row in rows] if len(rows) == 2 else []

    def _take_focus(self) -> None:
        (self._match_table if self._matches.rows() else self._both if self._two() else self._close).setFocus()

    def _offer_both(self) -> None:
        self._both.setVisible(bool(self._two()))

    def _ask_both(self) -> None:
        if two := self._two():
            self.compare_wanted.emit(*two)

    def _verdict(self) -> Verdict | None:
        found: Any = self._file_table.currentIndex().siblingAtColumn(0).data(VALUE_ROLE)
        rows = self._files.rows()
        return found or (rows[0] if rows else None)

    def _match(self) -> CheckMatch | None:
        found: CheckMatch | None = self._match_table.currentIndex().siblingAtColumn(0).data(VALUE_ROLE)
        return found

    def _fill(self) -> None:
        n = self._waiting or len(self._files.rows())
        title = self._words.say("Is it in your library already?")
        count = self._words.count("{n} file", "{n} files", n)
        note = self._words.say("Looking at {files}…", files=count) if self._waiting else count
        self._head.set_texts(title, note if self._waiting or n > 1 else "")
        self._busy.setVisible(self._waiting > 0)
        self._file_table.setVisible(len(self._files.rows()) > 1)
        self._report.setVisible(bool(self._files.rows()))
        self._offer_both()
        self._fill_matches()

    def _fill_matches(self) -> None:
        verdict = self._verdict()
        for widget in (self._name, self._folder, self._line, self._coverage):
            widget.setVisible(verdict is not None)
        self._team.setVisible(verdict is not None and verdict.team is not None)
        if verdict is None:
            self._matches.show((), ())
        else:
            self._matches.show(verdict.matches, verdict.among)
        self._match_table.setVisible(bool(self._matches.rows()))
        if verdict is not None:
            folder, name = os.path.split(verdict.path)
            if verdict.path == self._unplaced:
                folder, name = "", os.path.splitext(name)[0]
            self._folder.setVisible(bool(folder))
            self._name.setText(name)
            self._folder.setText(folder)
            word, sentence = verdict_title(self._words, verdict), verdict_sentence(self._words, verdict)
            self._line.set_verdict(COLOURS.get(shown_kind(verdict), "text"), word, sentence)
            more = more_sentences(self._words, verdict)
            self._coverage.setText(f"{more} {coverage_sentence(self._words, verdict)}".strip())
            self._team.setText(team_text(self._words, verdict))
            self._match_table.choose(0)
        self._follow()

    def _follow(self) -> None:
        match = self._match()
        is_found = match is not None
        by_passages = match is not None and match.relation in BY_PASSAGES
        self._compare.setText(self._words.say("Show passages") if by_passages else self._words.say("Compare"))
        for button in (self._compare, self._show):
            button.setVisible(is_found)

    def _ask_compare(self) -> None:
        verdict, match = self._verdict(), self._match()
        if verdict is None or match is None:
            return
        asked = self.passages_wanted if match.relation in BY_PASSAGES else self.compare_wanted
        asked.emit(verdict.path, match.path)

    def _ask_folder(self) -> None:
        match = self._match()
        if match is not None:
            self.folder_wanted.emit(match.path)

    def _take_place(self) -> QPoint:
        width = min(self._theme.px(WIDTH), self._host.width())
        place = QPoint(self._host.width() - width, 0)
        self.setGeometry(place.x(), place.y(), width, self._host.height())
        return place

    def _slide_in(self) -> None:
        if self.isVisible():
            return
        place = self._take_place()
        self.show()
        self.raise_()
        if not self._theme.is_calm:
            self._move.setStartValue(QPoint(self._host.width(), 0))
            self._move.setEndValue(place)
            self._move.start()


_WITHIN = Qt.ShortcutContext.WidgetWithChildrenShortcut
