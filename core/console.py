"""A terminal's side of progress: a bar on standard error where there is a terminal, silence otherwise."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from core.progress import Cancelled, Phase
from core.wording import mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType, TracebackType

    from rich.progress import Progress, TaskID

    from core.documents import DuplicateGroup
    from core.wording import Wording

PHASES = {
    Phase.WALK: mark("Looking through the folders"),
    Phase.DIGEST: mark("Comparing bytes"),
    Phase.EXTRACT: mark("Reading texts"),
    Phase.COMPARE: mark("Comparing texts"),
    Phase.GROUP: mark("Grouping"),
    Phase.DISPOSE: mark("Moving files"),
    Phase.RESTORE: mark("Bringing files back"),
}


class ConsoleReporter:
    """Shows how far a job is; `stop()` ends it at its next report."""

    def __init__(self, wording: Wording, stream: TextIO) -> None:
        self._wording = wording
        self._stream = stream
        self._progress: Progress | None = None
        self._tasks: dict[Phase, TaskID] = {}
        self._stopped = threading.Event()

    def __enter__(self) -> ConsoleReporter:
        if self._stream.isatty():
            from rich.console import Console  # noqa: PLC0415 - only where there is somebody to look
            from rich.progress import Progress  # noqa: PLC0415

            self._progress = Progress(console=Console(file=self._stream), transient=True)
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def stop(self) -> None:
        """Ask the job to end."""
        self._stopped.set()

    def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
        """See core.progress.Reporter."""
        if self._stopped.is_set():
            raise Cancelled
        if self._progress is None:
            return
        if phase not in self._tasks:
            self._tasks[phase] = self._progress.add_task(self._wording.say(PHASES[phase]), total=total)
        self._progress.update(self._tasks[phase], completed=done, total=total)

    def found(self, groups: Sequence[DuplicateGroup]) -> None:
        """Early groups are for windows; a terminal gets the whole report at the end."""


@contextmanager
def stop_on_signal(reporter: ConsoleReporter) -> Iterator[None]:
    """Let Ctrl+C and a polite kill stop the job and keep what it found; outside the main thread change nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        reporter.stop()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def line(stream: TextIO, text: str) -> None:
    """Write one line, whatever characters the stream can take."""
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
