"""Repeated records: counts and saves what the page asks for, with progress and a stop of its own."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog

from core.errors import KnownError, msgid
from gui.jobs import TICK_MS
from gui.records_view import RecordsView

if TYPE_CHECKING:
    from core.records import RecordsResult
    from gui.jobs import Progress
    from gui.main_window import MainWindow
    from gui.records_view import RecordsTask
    from gui.session import Session
    from gui.theme import Theme
    from gui.words import Words


class _Nowhere(io.RawIOBase):
    """Takes what is written and keeps nothing: for counting."""

    def writable(self) -> bool:
        return True

    def write(self, block: object) -> int:
        return len(memoryview(block))  # type: ignore[arg-type]  # bytes, as io says


class RecordsDesk(QObject):
    """Feeds the page of repeated records."""

    def __init__(self, words: Words, theme: Theme, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._session = session
        self._progress: Progress | None = None
        self.page = RecordsView(words, theme)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._show_progress)

    def wire(self, window: MainWindow) -> None:
        """Connect the page with the window that shows it."""
        self._window = window
        self.page.count_wanted.connect(lambda task: self._start(task, None))
        self.page.save_wanted.connect(self._save)
        self.page.stop_wanted.connect(self._stop)

    def _save(self, task: RecordsTask) -> None:
        path, _ = QFileDialog.getSaveFileName(self._window, self._words.say("Save the lines that stay"))
        if path:
            self._start(task, path)

    def _start(self, task: RecordsTask, target: str | None) -> None:
        self._stop()
        self._progress = self._session.jobs.write(
            msgid("Making lines unique"),
            lambda progress: work(task, target, progress),
            self._end,
            self._refuse,
            lambda: self._end(None),
        )
        self._timer.start()
        self.page.show_progress(0, None)

    def _stop(self) -> None:
        if self._progress is not None:
            self._progress.stop()

    def _show_progress(self) -> None:
        if self._progress is not None:
            snapshot = self._progress.snapshot()
            self.page.show_progress(snapshot.done, snapshot.total)

    def _end(self, result: RecordsResult | None) -> None:
        self._timer.stop()
        self._progress = None
        self.page.show_result(result)

    def _refuse(self, error: Exception) -> None:
        self._end(None)
        if isinstance(error, KnownError):
            self._session.refused.emit(error)


def work(task: RecordsTask, target: str | None, progress: Progress) -> RecordsResult:
    """Make the lines unique, into a file or only to count them; runs on the writing thread."""
    from core.record_reading import Column  # noqa: PLC0415 - beside its only use
    from core.records import unique, unique_file  # noqa: PLC0415

    name: str | int = int(task.column) if task.column.isdigit() else task.column
    try:
        key = Column(name, task.delimiter) if task.column else None
    except ValueError as error:
        raise KnownError("The first column is 1; its number or its name in the first row is needed.") from error
    if target is not None:
        return unique_file(
            task.paths,
            target,
            memory=task.memory,
            key=key,
            normalise_urls=task.normalise_urls,
            reporter=progress,
        )
    nowhere = io.BufferedWriter(_Nowhere())
    return unique(
        task.paths, nowhere, memory=task.memory, key=key, normalise_urls=task.normalise_urls, reporter=progress
    )
