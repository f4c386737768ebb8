"""How the window opens its library; what the reading thread has of its own, so that questions never wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import KnownError

if TYPE_CHECKING:
    from core.library import Library
    from core.settings import Settings
    from core.workers import Workers
    from gui.jobs import Progress


def open_to_write(folder: str | None, progress: Progress) -> Library:
    """Open the library for the writing thread, and let journal and disk agree after a kill."""
    from core.library import open_library  # noqa: PLC0415 - the window shows before the database is loaded
    from core.recovery import recover  # noqa: PLC0415 - the same

    library = open_library(folder)
    if not library.is_read_only and library.decisions.journal.open_rows():
        with library.writing(progress):
            recover(library.decisions)
    return library


def damage(set_aside: str) -> KnownError:
    """Return what is said of a damaged index that was set aside."""
    return KnownError(
        "The index of the library was damaged. It was kept as {path} and is made again now; what you decided is not"
        " affected.",
        path=set_aside,
    )


def keep_daily_copy(library: Library) -> str | None:
    """Copy the decisions inside the library, once a day."""
    from core.care import back_up_daily  # noqa: PLC0415 - the window shows before the database is loaded

    return back_up_daily(library)


class Reading:
    """Opened by the first question; used on the reading thread only, until `close`."""

    def __init__(self, folder: str | None) -> None:
        self._folder = folder
        self._library: Library | None = None
        self._workers: Workers | None = None

    def library(self) -> Library:
        """Return the library of the reading thread."""
        if self._library is None:
            from core.library import open_library  # noqa: PLC0415 - the window shows before the database is loaded

            self._library = open_library(self._folder)
        return self._library

    def workers(self, settings: Settings) -> Workers:
        """Return the worker that is kept for questions, so that they are answered while a scan runs."""
        if self._workers is None:
            from core.workers import Workers  # noqa: PLC0415 - the window shows before it is loaded

            self._workers = Workers(1, settings.worker_seconds, settings.worker_memory)
        return self._workers

    def close(self, *, closes_library: bool) -> None:
        """End the worker, and close the connection if nothing uses it any more."""
        if self._workers is not None:
            self._workers.close()
        if self._library is not None and closes_library:
            self._library.close()
