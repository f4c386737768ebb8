"""The menu "Mark by rule": the rules, and by which folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from core.rules import Rule, RuleKind
from gui import phrases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction

    from gui.words import Words

MOST_FOLDERS = 30
"""More folders than this are not listed in a menu."""


def rule_name(words: Words, kind: RuleKind) -> str:
    """Return what a rule does."""
    return {
        RuleKind.SURPLUS: words.say("Surplus copies of identical files"),
        RuleKind.RANKED: words.say("By the ranking of folders"),
        RuleKind.KEEP_FOLDER: words.say("Keep what is in this folder"),
        RuleKind.DROP_FOLDER: words.say("Drop what is in this folder"),
        RuleKind.NEWEST: words.say("Keep the newest"),
        RuleKind.OLDEST: words.say("Keep the oldest"),
        RuleKind.LARGEST: words.say("Keep the largest"),
        RuleKind.SHORTEST_PATH: words.say("Keep the shortest path"),
    }[kind]


class RulesMenu(QMenu):
    """Offers the rules; filled anew whenever it opens.

    Attributes:
        rule_asked: a `Rule`.
    """

    rule_asked = Signal(object)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._folders: tuple[str, ...] = ()
        self._ranking: tuple[str, ...] = ()
        self.aboutToShow.connect(self._fill)

    def set_folders(self, folders: Sequence[str], ranking: Sequence[str]) -> None:
        """Learn the folders that rules can name, and the user's ranking of them."""
        self._folders, self._ranking = tuple(folders[:MOST_FOLDERS]), tuple(ranking)

    def _fill(self) -> None:
        self.clear()
        self._offer(self, Rule(RuleKind.SURPLUS))
        if self._ranking:
            self._offer(self, Rule(RuleKind.RANKED, self._ranking))
        for kind in (RuleKind.KEEP_FOLDER, RuleKind.DROP_FOLDER):
            menu = self.addMenu(rule_name(self._words, kind))
            menu.setEnabled(bool(self._folders))
            for folder in self._folders:
                action = menu.addAction(phrases.display(os.path.basename(folder.rstrip(os.sep)) or folder))
                action.setToolTip(phrases.display(folder))
                self._connect(action, Rule(kind, (folder,)))
        self.addSeparator()
        for kind in (RuleKind.NEWEST, RuleKind.OLDEST, RuleKind.LARGEST, RuleKind.SHORTEST_PATH):
            self._offer(self, Rule(kind))

    def _offer(self, menu: QMenu, rule: Rule) -> None:
        self._connect(menu.addAction(rule_name(self._words, rule.kind)), rule)

    def _connect(self, action: QAction, rule: Rule) -> None:
        action.triggered.connect(lambda _=False: self.rule_asked.emit(rule))
