"""The list follows the disk: settled changes become index states and another result; runs on the writing thread."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import ProblemKind
from gui.shown import made_ready

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.decisions import Mark
    from core.library import Library
    from core.live import Refreshed
    from core.settings import Settings
    from core.watch import Changed
    from core.workers import Workers
    from gui.jobs import Progress
    from gui.shown import Shown

IDLE_SECONDS = 60.0
"""How long the worker is kept after a change: the next one often comes soon."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What some changes of the disk led to.

    Attributes:
        shown: None where the list stays as it is.
        marks: as they stand now that marked files have other paths; None where no path changed.
        moved_roots: (old, new) of folders on the list that were renamed.
    """

    shown: Shown | None = None
    marks: dict[str, Mark] | None = None
    moved_roots: tuple[tuple[str, str], ...] = ()


class Live:
    """Follows changes with one worker, which ends when nothing changed for a while."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._workers: Workers | None = None
        self._idle: threading.Timer | None = None

    def follow(
        self,
        changes: Sequence[Changed],
        roots: Sequence[str],
        settings: Settings,
        library: Library,
        progress: Progress,
        *,
        before: Shown,
    ) -> Followed:
        """Bring the index up to date with the disk, and the result with the index."""
        from core.live import refresh  # noqa: PLC0415 - loads what reads texts
        from core.live_result import result_now  # noqa: PLC0415

        workers = self._busy(settings)
        try:
            done = [refresh(changed, settings, library, workers, progress) for changed in changes]
        finally:
            self._rest()
        if all(one.is_nothing for one in done) and not _is_back(done, before):
            return Followed()
        moved_roots = tuple(pair for one in done for pair in one.moved_roots)
        places = dict(moved_roots)
        now = [places.get(root, root) for root in roots]
        result = result_now(now, settings, library, before.result)
        files = {root: library.index.file_count(root) for root in now}
        has_moved = bool(moved_roots) or any(_has_moved(one) for one in done)
        marks = library.decisions.marks() if has_moved else None
        return Followed(made_ready(result, files, before.seconds), marks, moved_roots)

    def close(self) -> None:
        """End the worker; nothing is followed any more."""
        with self._lock:
            if self._idle is not None:
                self._idle.cancel()
            workers, self._workers = self._workers, None
        if workers is not None:
            workers.close()

    def _busy(self, settings: Settings) -> Workers:
        from core.workers import Workers  # noqa: PLC0415 - loads what reads texts

        with self._lock:
            if self._idle is not None:
                self._idle.cancel()
                self._idle = None
            if self._workers is None:
                self._workers = Workers(1, settings.worker_seconds, settings.worker_memory)
            return self._workers

    def _rest(self) -> None:
        with self._lock:
            self._idle = threading.Timer(IDLE_SECONDS, self.close)
            self._idle.daemon = True
            self._idle.start()


def _is_back(done: Sequence[Refreshed], before: Shown) -> bool:
    """Return whether a folder that was away is there again, as the index has it."""
    away = {problem.path for problem in before.result.problems if problem.kind is ProblemKind.OFFLINE}
    return any(root in away for one in done for root in one.reconciled)


def _has_moved(refreshed: Refreshed) -> bool:
    return any(event.before for event in refreshed.events)
