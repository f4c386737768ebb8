"""The bar below: how far the scan is and how to stop it; how much is marked and where it may go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QWidget

from core.progress import Phase
from gui import tokens
from gui.elided_label import ElidedLabel
from gui.session import SCANNING

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from gui.jobs import Snapshot
    from gui.theme import Theme
    from gui.words import Words

PROGRESS_WIDTH = 170
LEAST_PROGRESS_WIDTH, BESIDE_PROGRESS = 48, 600

NOTE_MS = 15_000
"""How long what was just done stands there, also when a scan ends meanwhile."""

ESTIMATE_AFTER = 2.0
"""Seconds of a stage before its remaining time is worth saying."""


def phase_name(words: Words, phase: Phase) -> str:
    """Return what a stage of a scan does."""
    return {
        Phase.WALK: words.say("Looking for files"),
        Phase.DIGEST: words.say("Finding identical files"),
        Phase.EXTRACT: words.say("Reading texts"),
        Phase.COMPARE: words.say("Comparing texts"),
        Phase.GROUP: words.say("Making groups"),
        Phase.DISPOSE: words.say("Moving files"),
        Phase.RESTORE: words.say("Bringing files back"),
    }[phase]


def remaining_seconds(snapshot: Snapshot) -> float | None:
    """Return how long the stage will still take at its pace so far; None while that is a guess."""
    if not snapshot.total or not snapshot.done or snapshot.phase_seconds < ESTIMATE_AFTER:
        return None
    return snapshot.phase_seconds * (snapshot.total - snapshot.done) / snapshot.done


def progress_text(words: Words, snapshot: Snapshot) -> str:
    """Return "Reading texts 5,518 / 8,902 · about 40 seconds left"."""
    if snapshot.phase is None:
        return words.say(snapshot.title) if snapshot.title else ""
    text = phase_name(words, snapshot.phase) if snapshot.title == SCANNING else words.say(snapshot.title)
    if snapshot.total:
        text += f" {words.number(min(snapshot.done, snapshot.total))} / {words.number(snapshot.total)}"
    elif snapshot.done:
        text += f" {words.number(snapshot.done)}"
    seconds = remaining_seconds(snapshot)
    if seconds is None:
        return text
    if seconds < 90:
        tens = max(5, round(seconds / 5) * 5)
        left = words.count("about {n} second left", "about {n} seconds left", tens)
    else:
        left = words.count("about {n} minute left", "about {n} minutes left", round(seconds / 60))
    return f"{text} · {left}"


class ScanBar(QFrame):
    """Progress on the left, the marked files on the right.

    Attributes:
        stop_asked, clear_asked, trash_asked: a button was pressed.
    """

    stop_asked = Signal()
    clear_asked = Signal()
    trash_asked = Signal()

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._theme = theme
        self._snapshot: Snapshot | None = None
        self._note = self._resting = ""
        self._end_of_note = QTimer(self, singleShot=True, interval=NOTE_MS)
        self._end_of_note.timeout.connect(self._drop_note)
        self._marked = (0, 0)
        self.setProperty("ground", "bar")
        self.setProperty("edge", "top")
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        self._text = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._text.setProperty("tone", "mute")
        self._stop = QPushButton()
        self._marks = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._clear = QPushButton()
        self._trash = QPushButton()
        for button in (self._stop, self._clear, self._trash):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the list
        self._lay_out()
        self._stop.clicked.connect(self._ask_stop)
        self._clear.clicked.connect(self.clear_asked)
        self._trash.clicked.connect(self.trash_asked)
        words.changed.connect(self.retranslate)
        theme.changed.connect(self._take_lengths)
        self._take_lengths()
        self.retranslate()

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        gap = self._theme.px(tokens.GAP_4)
        layout.setContentsMargins(gap, 0, gap, 0)
        layout.setSpacing(self._theme.px(tokens.GAP_3))
        layout.addWidget(self._progress)
        layout.addWidget(self._text)
        layout.addWidget(self._stop)
        layout.addStretch(1)
        layout.addWidget(self._marks)
        layout.addWidget(self._clear)
        layout.addWidget(self._trash)

    def retranslate(self) -> None:
        """Say everything in the current language."""
        words = self._words
        self._stop.setText(words.say("Stop"))
        self._clear.setText(words.say("Clear marks"))
        self._trash.setText(words.say("Move to trash…"))
        self._progress.setAccessibleName(words.say("Progress of the scan"))
        self._note = ""  # was said in another language
        self._show_progress()
        self._show_marks()

    def show_progress(self, snapshot: Snapshot | None) -> None:
        """Show how far the scan is; None when none runs."""
        if self._snapshot is None and snapshot is not None:
            self._stop.setEnabled(True)
        self._snapshot = snapshot
        self._show_progress()

    def show_note(self, note: str) -> None:
        """Say for a while, and while no scan runs, what was just done; "" ends it."""
        self._note = note
        self._end_of_note.start()
        self._show_progress()

    def rest_on(self, note: str) -> None:
        """Say what the last scan found where there is nothing newer to say."""
        self._resting = note
        self._show_progress()

    def _drop_note(self) -> None:
        self._note = ""
        self._show_progress()

    def show_marked(self, files: int, size: int) -> None:
        """Show how many files are marked, and their bytes."""
        self._marked = (files, size)
        self._show_marks()

    def _ask_stop(self) -> None:
        self._stop.setEnabled(False)
        self.stop_asked.emit()

    def _show_progress(self) -> None:
        snapshot = self._snapshot
        is_running = snapshot is not None
        self._share_room()
        self._stop.setVisible(is_running)
        if snapshot is None:
            self._text.setText(self._note or self._resting)
            return
        self._text.setText(progress_text(self._words, snapshot))
        self._progress.setRange(0, snapshot.total or 0)
        self._progress.setValue(min(snapshot.done, snapshot.total or 0))

    def _show_marks(self) -> None:
        files, size = self._marked
        text = self._words.count("{n} file marked", "{n} files marked", files)
        if size:
            text += f" · {self._words.size(size)}"
        self._marks.setText(text)
        self._marks.setProperty("tone", "strong" if files else "mute")
        self._trash.setProperty("role", "danger" if files else None)
        for widget in (self._marks, self._trash):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self._clear.setVisible(files > 0)
        self._trash.setEnabled(files > 0)

    def _take_lengths(self) -> None:
        self.setFixedHeight(self._theme.px(tokens.BAR_HEIGHT))
        self._share_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """Let the progress be as wide as the buttons leave it room; beside large letters the words tell it alone."""
        left = round(self.width() / self._theme.scale) - BESIDE_PROGRESS
        self._progress.setFixedWidth(self._theme.px(min(max(left, LEAST_PROGRESS_WIDTH), PROGRESS_WIDTH)))
        self._progress.setVisible(self._snapshot is not None and left >= LEAST_PROGRESS_WIDTH)
