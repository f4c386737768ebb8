"""The team index in the settings: what it is for, and the way to its dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from gui import tokens

if TYPE_CHECKING:
    from gui.theme import Theme
    from gui.words import Words


class TeamSection(QWidget):
    """One sentence and one button.

    Attributes:
        wanted: set the team index up.
    """

    wanted = Signal()

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        what = QLabel(
            words.say(
                "Ask whether anyone in your team has a file already, through a server of your own. No text and"
                " no name leaves this computer."
            )
        )
        what.setProperty("tone", "mute")
        what.setWordWrap(True)
        button = QPushButton(words.say("Team index…"))
        button.setAutoDefault(False)
        button.clicked.connect(self.wanted)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, theme.px(tokens.GAP_2), 0, 0)
        layout.addWidget(what)
        layout.addSpacing(theme.px(tokens.GAP_1))
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
