"""New files with what the check said of them and what was decided, as a table model."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from core.decisions import ReviewStatus, StatusRow
from gui.phrases import display
from gui.row_model import Cell, RowModel, file_cell
from gui.verdict_words import COLOURS, verdict_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from gui.words import Words


class Column(IntEnum):
    """What stands in the columns."""

    FILE = 0
    VERDICT = 1
    STATUS = 2
    TIME = 3


def status_words(words: Words, status: ReviewStatus) -> str:
    """Return how far a person got with a file."""
    return {
        ReviewStatus.UNREVIEWED: words.say("Waiting"),
        ReviewStatus.ACCEPTED: words.say("Accepted"),
        ReviewStatus.REJECTED: words.say("Rejected"),
    }[status]


class InboxModel(RowModel[StatusRow]):
    """Rows of the inbox, filtered by status: those that wait first, then the newest first."""

    COLUMNS = len(Column)

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(words, parent)
        self._all: list[StatusRow] = []
        self._status: ReviewStatus | None = None

    def set_rows(self, rows: Sequence[StatusRow]) -> None:
        """Take these files instead of the ones before."""
        self._all = sorted(rows, key=lambda row: (row.status is not ReviewStatus.UNREVIEWED, -row.decided_ns, row.path))
        self.set_status(self._status)

    def set_status(self, status: ReviewStatus | None) -> None:
        """Show only rows of this status; None for all."""
        self._status = status
        super().set_rows([row for row in self._all if status is None or row.status is status])

    def waiting(self) -> int:
        """Return how many files wait, whatever is shown."""
        return sum(row.status is ReviewStatus.UNREVIEWED for row in self._all)

    def titles(self) -> tuple[str, ...]:
        say = self.words.say
        return say("New file"), say("What the check says"), say("Decision"), say("When")

    def cell(self, value: StatusRow, column: int) -> Cell:
        if column == Column.FILE:
            return file_cell(value.path)
        if column == Column.VERDICT:
            return Cell(_said(self.words, value), _where(self.words, value), _colour(value.verdict))
        if column == Column.STATUS:
            return Cell(status_words(self.words, value.status), colour=_STATUS_COLOURS[value.status])
        return Cell(self.words.time(value.decided_ns) if value.decided_ns else "—", colour="mute")


_STATUS_COLOURS = {
    ReviewStatus.UNREVIEWED: "text",
    ReviewStatus.ACCEPTED: "keep",
    ReviewStatus.REJECTED: "danger",
}


def _said(words: Words, row: StatusRow) -> str:
    """Return what the check said, and what the team did where it was the one to answer."""
    if row.verdict == "team_identical":
        return words.say("Team: identical")
    if row.verdict == "team_close":
        share = words.percent(row.figure or 0.0)
        return words.say("Team: close by fingerprint, about {share}, not verified", share=share)
    word = verdict_word(words, row.verdict) if row.verdict else words.say("Not checked")
    if row.figure is None or row.verdict in ("identical", "same_text"):
        return word
    return f"{word} · {words.percent(row.figure)}"


def _where(words: Words, row: StatusRow) -> str:
    if not row.holder:
        return display(row.repeats or "")
    from core.audit_team import holder_of  # noqa: PLC0415 - most libraries are in no team

    return display(holder_of(row, words.wording))


def _colour(verdict: str) -> str:
    of_team = {"team_identical": "identical", "team_close": "similar"}
    return COLOURS.get(of_team.get(verdict, verdict), "mute")
