"""A rule's effect as tables: what it would mark and why, what it leaves alone and why."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.rules import Marking, Spared
from core.selection import is_within
from gui.phrases import display, folder_text, rule_reason
from gui.row_model import Cell, RowModel
from gui.rule_words import spare_reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from gui.words import Words


def place(path: str, roots: Sequence[str]) -> str:
    """Return the folder of a file as the list says it: from the name of its root on."""
    root = max((root for root in roots if is_within(root, path)), key=len, default="")
    return folder_text(path, root)


class MarkedModel(RowModel[Marking]):
    """Files that a rule would mark.

    Args:
        roots: the folders on the list: places are said from there on, so that what tells two apart is in view.
    """

    COLUMNS = 3

    def __init__(self, words: Words, parent: QObject | None = None, roots: Sequence[str] = ()) -> None:
        super().__init__(words, parent)
        self._roots = roots

    def titles(self) -> tuple[str, ...]:
        say = self.words.say
        return say("Would be marked"), say("Why"), say("Size")

    def cell(self, value: Marking, column: int) -> Cell:
        if column == 0:
            return Cell(display(os.path.basename(value.path)), place(value.path, self._roots))
        if column == 2:
            return Cell(self.words.size(value.size), colour="mute", is_number=True)
        why = rule_reason(self.words, value.reason, value.path, value.tie)
        keeper = " / ".join(filter(None, (place(value.keeper, self._roots), display(os.path.basename(value.keeper)))))
        return Cell(why, self.words.say("Stays: {file}", file=keeper), "mute", is_sentence=True)


class SparedModel(RowModel[Spared]):
    """Files that a rule leaves alone; `roots` as in `MarkedModel`."""

    COLUMNS = 2

    def __init__(self, words: Words, parent: QObject | None = None, roots: Sequence[str] = ()) -> None:
        super().__init__(words, parent)
        self._roots = roots

    def titles(self) -> tuple[str, ...]:
        return self.words.say("Left alone"), self.words.say("Why")

    def cell(self, value: Spared, column: int) -> Cell:
        if column == 0:
            return Cell(display(os.path.basename(value.path)), place(value.path, self._roots))
        return Cell(spare_reason(self.words, value.reason), colour="mute")
