"""Checked files, and the places where one of them was found, as table models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.row_model import Cell, RowModel, file_cell
from gui.verdict_words import COLOURS, match_figure, shown_kind, verdict_sentence, verdict_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from core.check import CheckMatch, Verdict
    from gui.words import Words


class VerdictModel(RowModel["Verdict"]):
    """Checked files with their verdicts."""

    COLUMNS = 2

    def titles(self) -> tuple[str, str]:
        return self.words.say("Checked file"), self.words.say("Verdict")

    def cell(self, value: Verdict, column: int) -> Cell:
        if column == 0:
            return file_cell(value.path)
        word = verdict_title(self.words, value)
        return Cell(word, verdict_sentence(self.words, value), COLOURS.get(shown_kind(value), "text"), is_sentence=True)


class MatchModel(RowModel["CheckMatch"]):
    """Places where a checked file was found: in the library, then among the other checked files."""

    COLUMNS = 2

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(words, parent)
        self._among: frozenset[str] = frozenset()

    def show(self, matches: Sequence[CheckMatch], among: Sequence[CheckMatch]) -> None:
        """Show the places in the library, and the other checked files that are like this one."""
        self._among = frozenset(match.path for match in among)
        self.set_rows((*matches, *among))

    def titles(self) -> tuple[str, str]:
        return self.words.say("Found in"), self.words.say("How alike")

    def cell(self, value: CheckMatch, column: int) -> Cell:
        if column == 0:
            return file_cell(value.path)
        figure, meaning = match_figure(self.words, value)
        if value.path in self._among:
            other = self.words.say("another checked file")
            meaning = f"{other} · {meaning}" if meaning else other
        if not value.is_verified:
            meaning = self.words.say("not verified: its disk is not connected")
        return Cell(figure, meaning, COLOURS.get(value.relation, "text"), is_sentence=True)
