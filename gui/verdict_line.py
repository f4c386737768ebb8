"""One line that says a verdict: a dot and a word in the colour of its kind, then a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from gui import tokens

if TYPE_CHECKING:
    from gui.theme import Theme


class VerdictLine(QWidget):
    """The word in its colour and the sentence beside it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._colour = "text"
        self._word, self._sentence = QLabel(), QLabel()
        self._word.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._sentence.setWordWrap(True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, theme.px(tokens.GAP_1), 0, theme.px(tokens.GAP_1))
        layout.setSpacing(theme.px(tokens.GAP_2))
        layout.addWidget(self._word, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._sentence, 1)
        theme.changed.connect(self._paint_word)

    def set_verdict(self, colour: str, word: str, sentence: str) -> None:
        """Show a verdict; `colour` is the name of a colour of the palette."""
        self._colour = colour
        self._word.setText(f"● {word}")
        self._sentence.setText(sentence)
        self.setAccessibleName(f"{word}. {sentence}")
        self._paint_word()
        self._word.updateGeometry()

    def _paint_word(self) -> None:
        self._word.setStyleSheet(f"color: {self._theme.colour(self._colour).name()}; font-weight: 600;")
