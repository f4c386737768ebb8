"""The line in the side bar that says what is stored, and where; a click opens the settings of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPushButton

from gui import tokens
from gui.library_section import stored_sentence
from gui.phrases import display

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from gui.library_section import LibraryFacts
    from gui.theme import Theme
    from gui.words import Words


class LibraryLine(QPushButton):
    """Says "Library: 1,204 files, 34 MB, with texts", and below it where, shortened where they do not fit."""

    def __init__(self, words: Words, theme: Theme) -> None:
        super().__init__()
        self._words, self._theme = words, theme
        self._facts: LibraryFacts | None = None
        self._whole = self._place = ""
        self._is_folded = False
        self.setProperty("role", "caption")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumWidth(0)
        words.changed.connect(self._say)
        theme.changed.connect(self._fit)
        self.hide()

    def show_facts(self, facts: LibraryFacts) -> None:
        """Show what is stored now."""
        self._facts = facts
        self._say()
        self.setVisible(not self._is_folded)

    def set_folded(self, *, is_folded: bool) -> None:
        """Stand aside where there is room for icons only."""
        self._is_folded = is_folded
        self.setVisible(self._facts is not None and not is_folded)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _say(self) -> None:
        facts, words = self._facts, self._words
        if facts is None:
            return
        files = words.count("{n} file", "{n} files", facts.documents)
        size = words.size(facts.size)
        if facts.is_read_only:
            self._whole = words.say("Shared library: {files}, only to be read", files=files)
        elif not facts.documents:
            self._whole = words.say("Library: no files yet")
        elif facts.kept_texts:
            self._whole = words.say("Library: {files}, {size}, with texts", files=files, size=size)
        else:
            self._whole = words.say("Library: {files}, {size}, without texts", files=files, size=size)
        self._place = display(facts.folder)
        where = words.say("The library lies in {folder} and takes {size}.", folder=display(facts.folder), size=size)
        stored = stored_sentence(words, keeps_texts=facts.kept_texts > 0, is_shared=facts.is_read_only)
        self.setToolTip(f"{where}\n{stored}")
        self.setAccessibleName(self._whole)
        self.setAccessibleDescription(f"{where} {stored}")
        self._fit()

    def _fit(self) -> None:
        metrics = QFontMetrics(self._theme.font(tokens.CAPTION))
        room = self.width() - 2 * self._theme.px(tokens.GAP_2)
        lines = (self._whole, Qt.TextElideMode.ElideRight), (self._place, Qt.TextElideMode.ElideMiddle)
        shown = (metrics.elidedText(text, where, max(room, 0)) for text, where in lines if text)
        self.setText("\n".join(shown).replace("&", "&&"))
