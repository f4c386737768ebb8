"""Work off the GUI thread: one serial thread that may write to the library, and a second one for questions.

Every job ends exactly once: done, stopped, refused by the environment (`KnownError`), or broken by a bug. The ending
is delivered on the GUI thread, in the order in which jobs end. Progress is a value that a timer reads; a job never
emits a signal for a file.
"""

from __future__ import annotations

import queue
import threading
import time
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from core.errors import KnownError
from core.progress import Cancelled, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.documents import DuplicateGroup

T = TypeVar("T")

TICK_MS = 100
"""How often progress is read: often enough to look alive, too rare to cost anything."""

DECISION_WAIT_S = 0.05
"""How often a job that waits for decisions to be stored looks whether it shall stop."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How far a job is.

    Attributes:
        title: what the job is for, an English sentence of the catalogue; "" for one that shows nothing.
        phase: None before the first report.
        total: None where it is not known yet.
        phase_seconds: how long this phase has lasted.
    """

    title: str
    phase: Phase | None = None
    done: int = 0
    total: int | None = None
    phase_seconds: float = 0.0


class Progress:
    """The `Reporter` of a job: holds the last report, answers `Cancelled` once asked to stop."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._stop = threading.Event()
        self._last: tuple[Phase | None, int, int | None, float] = (None, 0, None, 0.0)
        self._groups: queue.SimpleQueue[Sequence[DuplicateGroup]] = queue.SimpleQueue()

    def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
        """Keep the report; raise `Cancelled` when the user asked to stop."""
        if self._stop.is_set():
            raise Cancelled
        known, _, _, since = self._last
        self._last = (phase, done, total, since if phase is known else time.monotonic())

    def found(self, groups: Sequence[DuplicateGroup]) -> None:
        """Keep groups until the timer takes them."""
        self._groups.put(groups)

    def stop(self) -> None:
        """Ask the job to end at its next report."""
        self._stop.set()

    @property
    def is_stopping(self) -> bool:
        """Whether the job was asked to end."""
        return self._stop.is_set()

    def snapshot(self) -> Snapshot:
        """Return how far the job is now."""
        phase, done, total, since = self._last
        return Snapshot(self.title, phase, done, total, time.monotonic() - since if phase else 0.0)

    def take_found(self) -> list[DuplicateGroup]:
        """Return the groups that came since the last call."""
        groups: list[DuplicateGroup] = []
        while not self._groups.empty():
            groups.extend(self._groups.get())
        return groups


@dataclass(frozen=True, slots=True)
class _Job:
    """What to do, and whom to tell how it ended."""

    work: Callable[[Progress], Any]
    progress: Progress
    then: Callable[[Any], None] | None
    failed: Callable[[Exception], None] | None
    stopped: Callable[[], None] | None
    is_writer: bool
    must_run: bool = False
    done: threading.Event = field(default_factory=threading.Event)
    after: tuple[threading.Event, ...] = ()


@dataclass(frozen=True, slots=True)
class _Ending:
    """How a job ended: with a value, an error, or (both None and `is_stopped`) because it was told to."""

    job: _Job
    value: Any = None
    error: Exception | None = None
    story: str = ""
    is_stopped: bool = False


class Jobs(QObject):
    """Runs jobs and tells the GUI thread about them.

    Attributes:
        progressed: a `Snapshot` of the running writing job, every tick while there is one.
        found: groups that are already certain, while a scan goes on.
        busy_changed: whether a writing job runs or waits.
        refused: a `KnownError` that no callback took.
        crashed: the traceback of a bug in a job.
    """

    progressed = Signal(object)
    found = Signal(object)
    busy_changed = Signal(bool)
    refused = Signal(object)
    crashed = Signal(str)
    _ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queues: tuple[queue.SimpleQueue[_Job | None], ...] = (queue.SimpleQueue(), queue.SimpleQueue())
        self._threads = [
            threading.Thread(target=self._serve, args=(lane,), name=name, daemon=True)
            for lane, name in zip(self._queues, ("writing jobs", "reading jobs"), strict=True)
        ]
        self._writing: list[_Job] = []
        self._reading: list[_Job] = []
        self._ended.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        for thread in self._threads:
            thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether a writing job runs or waits."""
        return bool(self._writing)

    def write(
        self,
        title: str,
        work: Callable[[Progress], T],
        then: Callable[[T], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
        stopped: Callable[[], None] | None = None,
    ) -> Progress:
        """Queue `work`, which may write to the library; exactly one of the callbacks follows on the GUI thread.

        It begins when every decision that was queued before it is stored.
        """
        decisions = tuple(job.done for job in self._reading if job.must_run)
        job = _Job(work, Progress(title), then, failed, stopped, is_writer=True, after=decisions)
        self._writing.append(job)
        self._queues[0].put(job)
        if len(self._writing) == 1:
            self._timer.start()
            self.busy_changed.emit(True)
        return job.progress

    def read(
        self,
        work: Callable[[], T],
        then: Callable[[T], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
        *,
        must_run: bool = False,
    ) -> Progress:
        """Queue a question, which must not write into the index; it is answered while a scan runs.

        Stopping the returned `Progress` drops the answer.

        Args:
            must_run: it stores what the user decided, so it is done also when the window closes meanwhile.
        """
        job = _Job(lambda _progress: work(), Progress(""), then, failed, None, is_writer=False, must_run=must_run)
        self._reading.append(job)
        self._queues[1].put(job)
        return job.progress

    def stop(self) -> None:
        """Ask the running and the waiting writing jobs to end; what they know is kept by them."""
        for job in self._writing:
            job.progress.stop()

    def close(self, seconds: float = 5.0) -> bool:
        """Stop everything and wait; return whether all threads ended in time."""
        for job in (*self._writing, *self._reading):
            job.progress.stop()
        for lane in self._queues:
            lane.put(None)
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        self._timer.stop()
        return not any(thread.is_alive() for thread in self._threads)

    def _serve(self, lane: queue.SimpleQueue[_Job | None]) -> None:
        while (job := lane.get()) is not None:
            ending = _run(job)
            job.done.set()
            self._ended.emit(ending)

    def _tick(self) -> None:
        if not self._writing:
            return
        progress = self._writing[0].progress
        if groups := progress.take_found():
            self.found.emit(groups)
        self.progressed.emit(progress.snapshot())

    def _deliver(self, ending: _Ending) -> None:
        job = ending.job
        if job.is_writer:
            self._writing.remove(job)
        else:
            self._reading.remove(job)
        try:
            self._tell(job, ending)
        finally:
            if job.is_writer and not self._writing:
                self._timer.stop()
                self.busy_changed.emit(False)

    def _tell(self, job: _Job, ending: _Ending) -> None:
        if ending.is_stopped:
            if job.stopped is not None:
                job.stopped()
        elif ending.error is None:
            if job.then is not None:
                job.then(ending.value)
        else:
            self._tell_error(job, ending.error, ending.story)

    def _tell_error(self, job: _Job, error: Exception, story: str) -> None:
        if job.failed is not None:
            job.failed(error)
        if not isinstance(error, KnownError):
            self.crashed.emit(story)
        elif job.failed is None:
            self.refused.emit(error)


def _run(job: _Job) -> _Ending:
    """Do the work of `job`: the one place where any exception of a job ends."""
    if job.progress.is_stopping and not job.must_run:
        return _Ending(job, is_stopped=True)
    try:
        for decision in job.after:
            while not decision.wait(DECISION_WAIT_S):
                if job.progress.is_stopping:
                    raise Cancelled
        value = job.work(job.progress)
    except Cancelled:
        return _Ending(job, is_stopped=True)
    except Exception as error:  # noqa: BLE001  # the job boundary: whatever happened must reach the window
        return _Ending(job, error=error, story=traceback.format_exc())
    if not job.is_writer and job.progress.is_stopping:
        return _Ending(job, is_stopped=True)
    return _Ending(job, value=value)
