"""Repeated records: counts and saves what the page asks for, with progress and a stop of its own."""

from __future__ import annotations

import io
import os
from contextlib import ExitStack
from itertools import count
from typing import TYPE_CHECKING, BinaryIO

from PySide6.QtCore import QObject, QTimer

from core.errors import KnownError, msgid
from core.output_file import output_file
from gui.jobs import TICK_MS
from gui.records_view import RecordsView
from gui.saving import choose_to_save

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        self.page.count_wanted.connect(self._start)
        self.page.save_wanted.connect(self._save)
        self.page.stop_wanted.connect(self._stop)

    def _save(self, task: RecordsTask) -> None:
        title = self._words.say("Save the lines that stay")
        path, _ = choose_to_save(self._window, self._session.store, title, "")
        if path:
            self._start(task, path, *([self._beside(path)] if task.is_reported else []))

    def _beside(self, path: str) -> str:
        """Return a free name for the report of what is dropped."""
        stem, ending = os.path.splitext(path)
        name = self._words.say("{name} - dropped", name=stem)
        names = (f"{name}{f' {number}' if number > 1 else ''}{ending or '.txt'}" for number in count(1))
        return next(one for one in names if not os.path.lexists(one))

    def _start(self, task: RecordsTask, *targets: str) -> None:
        self._stop()
        self._progress = self._session.jobs.write(
            msgid("Making lines unique"),
            lambda progress: work(task, targets, progress),
            lambda result: self._end(result, targets),
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

    def _end(self, result: RecordsResult | None, saved: tuple[str, ...] = ()) -> None:
        self._timer.stop()
        self._progress = None
        self.page.show_result(result, saved)

    def _refuse(self, error: Exception) -> None:
        self._end(None)
        if isinstance(error, KnownError):
            self._session.refused.emit(error)


def work(task: RecordsTask, targets: Sequence[str], progress: Progress) -> RecordsResult:
    """Make the lines unique; runs on the writing thread.

    Args:
        targets: files for the lines that stay and for the report of what is dropped; without any it only counts.
    """
    from core.record_reading import Column  # noqa: PLC0415 - beside its only use
    from core.records import unique, unique_file  # noqa: PLC0415

    name: str | int = int(task.column) if task.column.isdecimal() else task.column
    try:
        key = Column(name, task.delimiter) if task.column else None
    except ValueError as error:
        raise KnownError("The first column is 1; its number or its name in the first row is needed.") from error
    with ExitStack() as stack:
        dropped = _opened(targets[1], stack) if len(targets) > 1 else None
        if targets:
            return unique_file(
                task.paths,
                targets[0],
                memory=task.memory,
                key=key,
                normalise_urls=task.normalise_urls,
                dropped=dropped,
                reporter=progress,
            )
        nowhere = io.BufferedWriter(_Nowhere())
        return unique(
            task.paths, nowhere, memory=task.memory, key=key, normalise_urls=task.normalise_urls, reporter=progress
        )


def _opened(path: str, stack: ExitStack) -> BinaryIO:
    """Give a file for what is dropped, which is there when all is done."""
    try:
        return stack.enter_context(output_file(path))
    except OSError as error:
        raise KnownError(
            "{path} cannot be written: {reason}", path=path, reason=error.strerror or str(error)
        ) from error
