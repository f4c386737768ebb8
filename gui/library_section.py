"""The library in the settings: where it lies, what is in it, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from gui import tokens
from gui.elided_label import ElidedLabel
from gui.flow_layout import FlowLayout

if TYPE_CHECKING:
    from gui.theme import Theme
    from gui.words import Words

ACTIONS = ("open_folder", "choose", "check", "compact", "backup", "export", "import", "portable", "erase")


@dataclass(frozen=True, slots=True)
class LibraryFacts:
    """What is said of the library.

    Attributes:
        size: bytes on the disk.
        documents: files that it knows.
        keeps_texts: the setting; kept_texts: how many texts are stored.
        is_read_only: it is another's, open to be read only.
    """

    folder: str
    size: int = 0
    documents: int = 0
    keeps_texts: bool = True
    kept_texts: int = 0
    is_read_only: bool = False


class LibrarySection(QWidget):
    """Facts and actions.

    Attributes:
        wanted: one of ACTIONS.
    """

    wanted = Signal(str)

    def __init__(self, words: Words, theme: Theme, facts: LibraryFacts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        say = words.say
        where = ElidedLabel(facts.folder)
        where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        what = QLabel(words.count("{n} document, {size} on this disk.", "{n} documents, {size} on this disk.",
                                  facts.documents, size=words.size(facts.size)))  # fmt: skip
        texts = QLabel(stored_sentence(words, keeps_texts=facts.keeps_texts, is_shared=facts.is_read_only))
        for label in (what, texts):
            label.setProperty("tone", "mute")
            label.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, theme.px(tokens.GAP_2), 0, 0)
        for label in (where, what, texts):
            layout.addWidget(label)
        named = {
            "open_folder": say("Open its folder"),
            "choose": say("Use another library…"),
            "check": say("Check it now"),
            "compact": say("Make it smaller"),
            "backup": say("Back up decisions…"),
            "export": say("Export…"),
            "import": say("Import…"),
            "portable": say("Make it portable…"),
            "erase": say("Erase all Neartwin data…"),
        }
        flow = FlowLayout(spacing=theme.px(tokens.GAP_2))
        for action in ACTIONS:
            button = QPushButton(named[action])
            button.setAutoDefault(False)
            if action == "erase":
                button.setProperty("role", "danger")
            button.clicked.connect(lambda _=False, action=action: self.wanted.emit(action))
            flow.addWidget(button)
        self._outcome = QLabel()
        self._outcome.setProperty("tone", "keep")
        self._outcome.setWordWrap(True)
        self._outcome.hide()
        layout.addSpacing(theme.px(tokens.GAP_1))
        layout.addLayout(flow)
        layout.addWidget(self._outcome)

    def tell(self, outcome: str) -> None:
        """Say what became of an action, below the buttons."""
        self._outcome.setText(outcome)
        self._outcome.setVisible(bool(outcome))


def stored_sentence(words: Words, *, keeps_texts: bool, is_shared: bool = False) -> str:
    """Return what the library holds of the documents, and who can read it."""
    if is_shared:
        return words.say("It is shared: you read it, and whoever may read that folder can do so too.")
    if keeps_texts:
        return words.say(
            "It holds names, sizes, dates, fingerprints and the texts of your documents, readable only by you."
        )
    return words.say("It holds names, sizes, dates and fingerprints, but no texts, readable only by you.")
