"""A library as one file, to be carried elsewhere: export, import, and decisions taken over from another library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.library import Library
    from core.progress import Reporter

EXPORT_SUFFIX = ".neartwin"
"""How the name of an exported library ends: a zip archive with both databases and a manifest."""


@dataclass(frozen=True, slots=True)
class TakenOver:
    """How many decisions came from elsewhere; what was decided here already stays as it is."""

    settled: int
    marks: int
    statuses: int
    folders: int
    rules: int


def export_library(library: Library, target: str, reporter: Reporter, *, with_texts: bool = True) -> None:
    """Write the library to the file `target`, whole or not at all.

    Args:
        with_texts: False leaves the stored texts out (fingerprints and token ids stay).

    Raises:
        KnownError: when it cannot be written there.
        Cancelled: when the user asked to stop.
    """
    raise NotImplementedError


def import_library(source: str, folder: str, reporter: Reporter) -> None:
    """Make a library in the empty or missing `folder` from an exported one.

    Raises:
        KnownError: when `source` is no exported library, is damaged or newer, or `folder` holds a library already.
        Cancelled: when the user asked to stop; nothing is left then.
    """
    raise NotImplementedError


def import_decisions(library: Library, source: str) -> TakenOver:
    """Add the decisions of a backup (a decisions.db) or of an exported library to those of `library`.

    The journal is not taken over: it tells of another computer's files.

    Raises:
        KnownError: when `source` holds no decisions, is damaged or newer.
    """
    raise NotImplementedError
