"""Progress is a question: a stage that reports how far it is asks at the same time whether it may go on."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.documents import DuplicateGroup


class Phase(StrEnum):
    """The stages of a scan, in order; then those of disposing and of bringing back."""

    WALK = "walk"
    DIGEST = "digest"
    EXTRACT = "extract"
    COMPARE = "compare"
    GROUP = "group"
    DISPOSE = "dispose"
    RESTORE = "restore"


class Cancelled(Exception):  # noqa: N818 - no error: the user said stop
    """The user said stop. Nothing is wrong and nothing is shown."""


class Reporter(Protocol):
    """What a long-running function tells its caller.

    Implementations must be cheap (a counter read by a timer, never a signal a file) and callable from any
    thread.
    """

    def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
        """Say that `done` of `total` units of `phase` are finished.

        Raises:
            Cancelled: when the user asked to stop.
        """

    def found(self, groups: Sequence[DuplicateGroup]) -> None:
        """Hand over groups that are already certain while the scan goes on."""


class NullReporter:
    """Hears everything, says nothing, never stops."""

    def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
        """Go on."""

    def found(self, groups: Sequence[DuplicateGroup]) -> None:
        """Ignore the early groups: they come again with the result."""
