"""Pairs of folders of which much is the same, as a table model."""

from __future__ import annotations

from core.documents import FolderPair
from gui.row_model import Cell, RowModel, file_cell


class FolderPairModel(RowModel[FolderPair]):
    """Folders of which much is the same."""

    COLUMNS = 3

    def titles(self) -> tuple[str, ...]:
        say = self.words.say
        return say("Folder"), say("Folder with the same files"), say("The same")

    def cell(self, value: FolderPair, column: int) -> Cell:
        if column < 2:
            return file_cell((value.a, value.b)[column])
        files = self.words.count("{n} file", "{n} files", value.files)
        shares = self.words.say(
            "{a} of the first, {b} of the second",
            a=self.words.percent(value.share_a),
            b=self.words.percent(value.share_b),
        )
        return Cell(files, shares, is_sentence=True)
