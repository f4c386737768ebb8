"""A shared library, opened read-only: SQLite's log cannot be trusted over a network, so a local copy is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.library import Library
    from core.progress import Reporter


def is_shared(folder: str) -> bool:
    """Return whether the library in `folder` lies on another machine, or may not be written by this user."""
    raise NotImplementedError


def open_shared(folder: str, reporter: Reporter, cache: str | None = None) -> Library:
    """Open a shared library read-only, from a local snapshot that is brought up to date first.

    Nothing is written where the library lies. The result says `is_read_only`.

    Args:
        cache: the folder for snapshots; by default in the user's cache.

    Raises:
        KnownError: when it cannot be read, or is written to all the time.
        Cancelled: when the user asked to stop.
    """
    raise NotImplementedError
