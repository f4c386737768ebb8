"""The line in the dialog of a plan that says where the files go: trash, holding folder, another one, or a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.actions import Action
from gui import tokens
from gui.elided_label import ElidedLabel

if TYPE_CHECKING:
    from gui.planning import Wish
    from gui.theme import Theme
    from gui.words import Words

ACTIONS = (Action.TRASH, Action.HOLD, Action.MOVE, Action.HARD_LINK, Action.SYMLINK)
"""Erasing for good is not among them: it has a dialog of its own."""

_LINKS = (Action.HARD_LINK, Action.SYMLINK)


def way_name(words: Words, action: Action) -> str:
    """Return what a way is called in the list."""
    return {
        Action.TRASH: words.say("To the trash"),
        Action.HOLD: words.say("To the holding folder of their volume"),
        Action.MOVE: words.say("To another folder…"),
        Action.HARD_LINK: words.say("Replace by a hard link"),
        Action.SYMLINK: words.say("Replace by a symbolic link"),
    }[action]


def way_limits(words: Words, action: Action) -> str:
    """Return what to know about a way."""
    return {
        Action.TRASH: words.say("The files of a volume without trash go to its holding folder."),
        Action.HOLD: words.say("A folder “Neartwin-holding” with today's date. Nothing is free until you empty it."),
        Action.MOVE: words.say("The structure of their folders is kept there. Nothing becomes free."),
        Action.HARD_LINK: words.say(
            "Identical files only: both names then lead to one file on one volume, and a change to one changes both."
        ),
        Action.SYMLINK: words.say(
            "Identical files only: the link leads to the kept file and breaks when that one is moved or renamed."
        ),
    }[action]


class PlanChoice(QWidget):
    """Lets the user choose where the files go.

    Attributes:
        chosen: an `Action`, and whether documents that people edit may become links.
    """

    chosen = Signal(object, bool)

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._label, self._ways, self._limits = QLabel(), QComboBox(), QLabel()
        self._folder, self._change, self._editable = ElidedLabel(), QPushButton(), QCheckBox()
        self._ways.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._limits.setWordWrap(True)
        self._limits.setProperty("tone", "mute")
        self._change.setAutoDefault(False)
        self._ways.addItems([""] * len(ACTIONS))
        row = QHBoxLayout()
        row.setSpacing(theme.px(tokens.GAP_2))
        row.addWidget(self._label)
        row.addWidget(self._ways)
        row.addWidget(self._folder, 1)
        row.addWidget(self._change)
        row.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(tokens.GAP_1))
        column.addLayout(row)
        column.addWidget(self._limits)
        column.addWidget(self._editable)
        self._ways.activated.connect(lambda _row: self._tell())
        self._change.clicked.connect(self._tell)
        self._editable.clicked.connect(self._tell)
        self._wish: Wish | None = None

    def show_wish(self, wish: Wish) -> None:
        """Show what is wished for; that tells nobody."""
        self._wish = wish
        self._ways.setCurrentIndex(ACTIONS.index(wish.action))
        self._editable.setChecked(wish.allow_editable_links)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        self._label.setText(say("Where to"))
        self._label.setBuddy(self._ways)
        self._ways.setAccessibleName(say("Where to"))
        for row, action in enumerate(ACTIONS):
            self._ways.setItemText(row, way_name(self._words, action))
        self._change.setText(say("Change…"))
        self._editable.setText(say("Also documents that people edit (.docx, .xlsx, .pptx …)"))
        wish = self._wish
        if wish is not None:
            self._limits.setText(way_limits(self._words, wish.action))
            self._folder.setText(wish.destination or "")
            self._folder.setVisible(wish.action is Action.MOVE)
            self._change.setVisible(wish.action is Action.MOVE)
            self._editable.setVisible(wish.action in _LINKS)

    def _tell(self) -> None:
        self.chosen.emit(ACTIONS[self._ways.currentIndex()], self._editable.isChecked())
