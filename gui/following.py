"""Changes of the disk wait here until the library may be written, and are then followed together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gui.live import Live

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import Library
    from core.settings import Settings
    from core.watch import Changed
    from gui.jobs import Jobs, Progress
    from gui.live import Followed
    from gui.shown import Shown


class Following(QObject):
    """Follows the disk by writing jobs.

    Attributes:
        due: something changed and waits; `go_on` follows it.
        done: changes were followed: `Followed`.
        failed: they could not be: an exception.
        lost: the system dropped events of these folders: list of paths.
    """

    due = Signal()
    done = Signal(object)
    failed = Signal(object)
    lost = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._live = Live()
        self._changes: list[Changed] = []
        self._job: Progress | None = None

    def hear(self, changed: Changed) -> None:
        """Take what settled."""
        from core.watch import Cause  # noqa: PLC0415 - loaded by what made `changed`

        self._changes.append(changed)
        if changed.cause is Cause.LOST:
            self.lost.emit(sorted(changed.folders))
        self.due.emit()

    @property
    def is_due(self) -> bool:
        """Whether changes wait and none are being followed."""
        return bool(self._changes) and self._job is None

    def drop(self) -> None:
        """Forget what waits: a scan sees it all."""
        self._changes.clear()

    def go_on(self, library: Library, roots: Sequence[str], settings: Settings, before: Shown) -> None:
        """Follow all that waits."""
        changes, self._changes = self._changes, []
        self._job = self._jobs.write(
            "",
            lambda progress: self._live.follow(changes, roots, settings, library, progress, before=before),
            self._end,
            self._fail,
            self._stop,
        )

    def close(self) -> None:
        """End the worker."""
        self._live.close()

    def _end(self, followed: Followed) -> None:
        self._job = None
        self.done.emit(followed)
        if self._changes:
            self.due.emit()

    def _fail(self, error: Exception) -> None:
        self._job = None
        self.failed.emit(error)

    def _stop(self) -> None:
        self._job = None
