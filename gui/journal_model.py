"""The journal as a table model: what went where and when."""

from __future__ import annotations

import os
from enum import IntEnum
from typing import TYPE_CHECKING

from core.actions import SENTENCES, Action, Failing
from core.journal_table import JournalRow, State
from gui.phrases import display
from gui.row_model import Cell, RowModel, file_cell

if TYPE_CHECKING:
    from gui.words import Words


class Column(IntEnum):
    """What stands in the columns."""

    FILE = 0
    ACTION = 1
    KEEPER = 2
    TIME = 3
    SIZE = 4


def is_undoable(row: JournalRow) -> bool:
    """Return whether an undo can be asked for: it went, and not for good."""
    return row.state is State.DONE and row.action is not Action.DELETE


def action_words(words: Words, action: Action) -> str:
    """Return what was done, in the past tense."""
    return {
        Action.TRASH: words.say("Moved to the trash"),
        Action.HOLD: words.say("Moved to the holding folder"),
        Action.MOVE: words.say("Moved"),
        Action.HARD_LINK: words.say("Replaced by a hard link"),
        Action.SYMLINK: words.say("Replaced by a link"),
        Action.DELETE: words.say("Erased for good"),
    }[action]


def state_words(words: Words, row: JournalRow) -> tuple[str, str]:
    """Return what became of a file: a few words, and more about it."""
    if row.state is State.UNDONE:
        return words.say("Brought back"), display(row.restored or row.path)
    if row.state is State.FAILED and row.failing is not None:
        return words.say("Left alone"), _why(words, row, row.failing, row.restored or row.aside)
    if row.state in (State.PLANNED, State.BEGUN, State.RESTORING):
        return words.say("Not finished"), words.say("Neartwin looks at the next start what became of it.")
    if row.failing is not None:
        why = _why(words, row, row.failing, row.restored or row.destination)
        return action_words(words, row.action), words.say("Could not be brought back: {why}", why=why)
    return action_words(words, row.action), display(row.destination or "")


def _why(words: Words, row: JournalRow, failing: Failing, place: str | None) -> str:
    keeper = display(os.path.basename(row.keeper or ""))
    return words.say(SENTENCES[failing], keeper=keeper, place=display(place or ""))


class JournalModel(RowModel[JournalRow]):
    """Rows of the journal, the newest first."""

    COLUMNS = len(Column)

    def titles(self) -> tuple[str, ...]:
        say = self.words.say
        return say("File"), say("What happened"), say("Kept instead"), say("When"), say("Size")

    def cell(self, value: JournalRow, column: int) -> Cell:
        if column == Column.FILE:
            return file_cell(value.path)
        if column == Column.ACTION:
            first, second = state_words(self.words, value)
            is_sentence = value.state not in (State.DONE, State.UNDONE) or value.failing is not None
            return Cell(first, second, _colour(value), is_sentence=is_sentence)
        if column == Column.KEEPER:
            if value.keeper is None:
                return Cell(self.words.say("Nothing like it"), self.words.say("you confirmed this by name"))
            return file_cell(value.keeper)
        if column == Column.TIME:
            return Cell(self.words.time(value.closed_ns or value.planned_ns), colour="mute")
        return Cell(self.words.size(value.size), colour="mute", is_number=True)


def _colour(row: JournalRow) -> str:
    if row.state is State.UNDONE:
        return "keep"
    return "danger" if row.action is Action.DELETE and row.state is State.DONE else "text"
