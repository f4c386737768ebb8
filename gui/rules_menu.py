"""The menu "Mark by rule": the surest rule at once, all with a preview, saved ones, and what can be taken back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from core.rules import Rule, RuleKind
from gui.rule_words import rule_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gui.marking import Source
    from gui.words import Words

MOST_TAKEN_BACK = 8
"""So many applications of rules are offered to be taken back."""


class RulesMenu(QMenu):
    """Offers rules; filled anew whenever it opens.

    Attributes:
        rule_asked: mark by this `Rule` at once.
        choice_asked: show this `Rule` (or None) in the dialog.
        forget_asked: the name of a saved rule to forget.
        back_asked: the name of a `Source` whose marks shall be taken off.
    """

    rule_asked = Signal(object)
    choice_asked = Signal(object)
    forget_asked = Signal(str)
    back_asked = Signal(str)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._saved: Mapping[str, Rule] = {}
        self._sources: Sequence[Source] = ()
        self.aboutToShow.connect(self._fill)

    def set_saved(self, saved: Mapping[str, Rule]) -> None:
        """Learn the rules that were saved under names."""
        self._saved = saved

    def set_sources(self, sources: Sequence[Source]) -> None:
        """Learn which applications of rules can be taken back; the menu may be about to show."""
        self._sources = sources[:MOST_TAKEN_BACK]
        self._fill()

    def _fill(self) -> None:
        self.clear()
        words = self._words
        self._offer(self, rule_name(words, RuleKind.SURPLUS), lambda: self.rule_asked.emit(Rule(RuleKind.SURPLUS)))
        self._offer(self, words.say("Choose a rule and see what it would do…"), lambda: self.choice_asked.emit(None))
        if self._saved:
            self.addSeparator()
            for name, rule in self._saved.items():
                self._offer(self, words.say("{name}…", name=name), partial(self.choice_asked.emit, rule))
            menu = self.addMenu(words.say("Forget a saved rule"))
            for name in self._saved:
                self._offer(menu, name, partial(self.forget_asked.emit, name))
        if self._sources:
            self.addSeparator()
            for source in self._sources:
                text = words.count(
                    "Take back: {rule} ({n} file)",
                    "Take back: {rule} ({n} files)",
                    source.files,
                    rule=rule_name(words, RuleKind(source.reason)),
                )
                self._offer(self, text, partial(self.back_asked.emit, source.name))

    def _offer(self, menu: QMenu, text: str, act: Callable[[], None]) -> None:
        menu.addAction(text).triggered.connect(lambda _=False: act())
