"""One writer at a time for a library, over processes: the window's scan and the command line's take turns.

SQLite keeps each transaction whole, but a scan is many of them, and what it read in one must still hold in the next.
The lock is the system's, on an open file: it goes when its process does, however that ends. (A library for this would
cost each start more time to load than opening the databases takes.)
"""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.progress import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.progress import Reporter

WAIT_SECONDS = 0.05
"""How often a waiting writer asks again, and hears whether it may go on waiting."""


class WriteLock:
    """The right to write into the index; the thread that has it may take it again."""

    def __init__(self, path: str | None) -> None:
        """Make the lock of the file at `path`, which is made when needed; None for a library in memory."""
        self._path = path
        self._depth = 0
        self._within = threading.RLock()

    @contextmanager
    def held(self, reporter: Reporter) -> Iterator[None]:
        """Hold the lock during the block.

        Raises:
            Cancelled: when the user asked to stop while another process wrote.
        """
        if self._path is None:
            yield
            return
        while not self._within.acquire(timeout=WAIT_SECONDS):
            reporter.advance(Phase.WALK, 0)
        try:
            self._depth += 1
            if self._depth > 1:
                yield
                return
            descriptor = self._taken(self._path, reporter)
            try:
                yield
            finally:
                os.close(descriptor)
        finally:
            self._depth -= 1
            self._within.release()

    @staticmethod
    def _taken(path: str, reporter: Reporter) -> int:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            while not _try_lock(descriptor):
                reporter.advance(Phase.WALK, 0)
                time.sleep(WAIT_SECONDS)
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor


def _try_lock(descriptor: int) -> bool:
    """Take the system's lock on an open file unless another process has it; it ends when the file is closed."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - Windows only

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - POSIX only

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
