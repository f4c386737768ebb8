"""A plan as tables: what goes out of each folder, each file that goes, each that stays although it was marked."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.actions import FolderSummary, Item, Refused
from gui.phrases import display, kind_tag
from gui.row_model import Cell, RowModel, file_cell

if TYPE_CHECKING:
    from gui.words import Words


class FolderModel(RowModel[FolderSummary]):
    """What goes out of each folder, and how many files stay in it."""

    COLUMNS = 4

    def titles(self) -> tuple[str, ...]:
        say = self.words.say
        return say("Folder"), say("Go"), say("Stay"), say("Size")

    def cell(self, value: FolderSummary, column: int) -> Cell:
        if column == 0:
            return file_cell(value.folder)
        if column == 1:
            return Cell(self.words.number(value.files), is_number=True)
        if column == 2:
            stay = "—" if value.of is None else self.words.number(value.of - value.files)
            return Cell(stay, colour="danger" if stay == "0" else "mute", is_number=True)
        return Cell(self.words.size(value.size), colour="mute", is_number=True)


class ItemModel(RowModel[Item]):
    """Files that go, each with the one that stays for it."""

    COLUMNS = 3

    def titles(self) -> tuple[str, ...]:
        say = self.words.say
        return say("Goes"), say("Stays for it"), say("Size")

    def cell(self, value: Item, column: int) -> Cell:
        if column == 0:
            return file_cell(value.path)
        if column == 2:
            return Cell(self.words.size(value.document.size), colour="mute", is_number=True)
        if value.keeper is None or value.relation is None:
            return Cell(self.words.say("Nothing like it"), self.words.say("you confirmed this by name"), "danger")
        folder, name = os.path.split(value.keeper)
        relation = kind_tag(self.words, value.relation)
        return Cell(display(name), self.words.say("{relation} · {folder}", relation=relation, folder=display(folder)))


class RefusedModel(RowModel[Refused]):
    """Files that stay although they were marked, and why."""

    COLUMNS = 2

    def titles(self) -> tuple[str, ...]:
        return self.words.say("Stays"), self.words.say("Why")

    def cell(self, value: Refused, column: int) -> Cell:
        if column == 0:
            return file_cell(value.path)
        return Cell(refusal_words(self.words, value), colour="mute")


def refusal_words(words: Words, refused: Refused) -> str:
    """Return why a marked file is not in the plan."""
    return words.say(refused.message)
