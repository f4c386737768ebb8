"""Rules in the window: the menu and the dialog, previews, saved rules, and taking a rule back as a whole."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractButton, QInputDialog

from core.rules import Rule, RuleKind
from gui.rule_dialog import RuleDialog
from gui.rule_words import rule_name
from gui.ruling import look_at, rule_on

if TYPE_CHECKING:
    from core.library import Library
    from core.rules import Effect
    from gui.jobs import Progress
    from gui.main_window import MainWindow
    from gui.ruling import Ground
    from gui.session import Session
    from gui.settings_store import SettingsStore
    from gui.theme import Theme
    from gui.words import Words

NAME_WIDTH = 420
"""Width of the dialog that asks for a name: its title and a name fit."""


class RuleDesk(QObject):
    """Wires the rules of a window to its session."""

    def __init__(self, words: Words, theme: Theme, store: SettingsStore, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._words, self._theme, self._store = words, theme, store
        self._window, self._session = window, session
        self._dialog: RuleDialog | None = None
        self._asked: Progress | None = None
        menu = window.rules
        menu.aboutToShow.connect(lambda: menu.set_sources(session.marking.sources))
        menu.rule_asked.connect(self.mark)
        menu.choice_asked.connect(self.choose)
        menu.forget_asked.connect(self._forget)
        menu.back_asked.connect(session.marking.take_back)
        window.review.bar.mark_copies_asked.connect(self.mark_copies)
        window.actions_["mark_copies"].triggered.connect(lambda _=False: self.mark_copies())
        window.actions_["mark_by_rule"].triggered.connect(lambda _=False: self.choose(None))
        session.opened.connect(self._load)

    def mark_copies(self) -> None:
        """Mark the surplus copies of identical files."""
        self.mark(Rule(RuleKind.SURPLUS))

    def mark(self, rule: Rule) -> None:
        """Mark what a rule marks, and say how many that were; a ranking is kept as the user's own."""
        if rule.kind is RuleKind.RANKED:
            self._store.settings = replace(self._session.settings, folder_ranking=rule.folders)
        self._session.mark_by_rule(rule, self._tell)

    def choose(self, rule: Rule | None) -> None:
        """Open the dialog on a rule."""
        last = self._session.last
        if self._dialog is not None or last is None:
            return
        groups, roots = last.table.groups, [state.path for state in self._session.folders]
        self._session.jobs.read(lambda: look_at(groups, roots), lambda ground: self._open(ground, rule))

    def _open(self, ground: Ground, rule: Rule | None) -> None:
        if self._dialog is not None:
            return
        dialog = RuleDialog(self._words, self._theme, ground, self._window)
        dialog.set_ranking(self._session.settings.folder_ranking)
        if rule is not None:
            dialog.show_rule(rule)
        dialog.preview_wanted.connect(self._preview)
        dialog.agreed.connect(self.mark)
        dialog.save_wanted.connect(self._ask_name)
        dialog.finished.connect(self._close)
        self._dialog = dialog
        dialog.open()

    def _close(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None

    def _preview(self, rule: Rule) -> None:
        session, dialog = self._session, self._dialog
        last = session.last
        if last is None or dialog is None:
            return
        groups, settings, marked = last.table.groups, session.settings, frozenset(session.marking.marks)
        if self._asked is not None:
            self._asked.stop()
        self._asked = session.ask(
            lambda library: rule_on(groups, rule, marked, session.care.untouchable(library, settings, groups)),
            dialog.show_ruled,
        )

    def _tell(self, effect: Effect) -> None:
        words = self._words
        marked = words.count("{n} file marked", "{n} files marked", len(effect.marks))
        spared = words.count("{n} left alone by the rule", "{n} left alone by the rule", len(effect.spared))
        self._window.bar.show_note(f"{marked} · {spared}" if effect.spared else "")

    # saved rules

    def _load(self) -> None:
        self._session.ask(saved_rules, self._window.rules.set_saved)

    def _ask_name(self, rule: Rule) -> None:
        asking = QInputDialog(self._dialog)
        asking.setWindowTitle(self._words.say("Save the rule"))
        asking.setLabelText(self._words.say("Name of the rule:"))
        asking.setOkButtonText(self._words.say("Save"))
        asking.setCancelButtonText(self._words.say("Cancel"))
        asking.setTextValue(rule_name(self._words, rule.kind))
        for button in asking.findChildren(QAbstractButton):
            button.setIcon(QIcon())
        asking.resize(self._theme.px(NAME_WIDTH), asking.sizeHint().height())
        asking.textValueSelected.connect(lambda name: self.save(name, rule))
        asking.open()

    def save(self, name: str, rule: Rule) -> None:
        """Keep a rule under a name, in place of an earlier one of that name."""
        if not (name := name.strip()):
            return

        def work(library: Library) -> dict[str, Rule]:
            library.decisions.save_rule(name, rule.to_json())
            return saved_rules(library)

        self._session.ask(work, self._window.rules.set_saved)

    def _forget(self, name: str) -> None:
        def work(library: Library) -> dict[str, Rule]:
            library.decisions.forget_rule(name)
            return saved_rules(library)

        self._session.ask(work, self._window.rules.set_saved)


def saved_rules(library: Library) -> dict[str, Rule]:
    """Return the saved rules by name; one that this version does not understand is left out, not forgotten."""
    found = {}
    for name, text in library.decisions.rules().items():
        try:
            found[name] = Rule.from_json(text)
        except ValueError:
            continue
    return found
