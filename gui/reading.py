"""What the reading thread has of its own: a connection to the library, and a worker, so that questions never wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.library import Library
    from core.settings import Settings
    from core.workers import Workers


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
