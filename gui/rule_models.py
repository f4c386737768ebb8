"""A rule's effect as tables: what it would mark and why, what it leaves alone and why."""

from __future__ import annotations

from core.decisions import Mark
from core.rules import Marking, Spared
from gui.phrases import display, mark_reason
from gui.row_model import Cell, RowModel, file_cell
from gui.rule_words import spare_reason


class MarkedModel(RowModel[Marking]):
    """Files that a rule would mark."""

    COLUMNS = 3

    def titles(self) -> tuple[str, ...]:
        say = self.words.say
        return say("Would be marked"), say("Why"), say("Size")

    def cell(self, value: Marking, column: int) -> Cell:
        if column == 0:
            return file_cell(value.path)
        if column == 2:
            return Cell(self.words.size(value.size), colour="mute", is_number=True)
        why = mark_reason(self.words, Mark(value.path, value.keeper, value.reason.value))
        return Cell(why, self.words.say("{keeper} stays", keeper=display(value.keeper)), "mute")


class SparedModel(RowModel[Spared]):
    """Files that a rule leaves alone."""

    COLUMNS = 2

    def titles(self) -> tuple[str, ...]:
        return self.words.say("Left alone"), self.words.say("Why")

    def cell(self, value: Spared, column: int) -> Cell:
        return file_cell(value.path) if column == 0 else Cell(spare_reason(self.words, value.reason), colour="mute")
