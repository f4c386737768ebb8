"""Marking by a rule: choose one, see what it would do and why, then do it. Nothing is marked before the button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core.rules import Rule, RuleKind
from gui import tokens
from gui.folder_tree import FolderTree
from gui.ranking_list import RankingList
from gui.row_table import RowTable
from gui.rule_models import MarkedModel, SparedModel
from gui.rule_words import mark_button, preview_sentences, rule_name, rule_sentence, same_text_sentence

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from gui.row_model import RowModel
    from gui.ruling import Ground, Ruled
    from gui.theme import Theme
    from gui.words import Words

PAUSE_MS = 150
"""How long the choice must rest before the preview follows."""

BY_FOLDER = (RuleKind.KEEP_FOLDER, RuleKind.DROP_FOLDER)


class RuleDialog(QDialog):
    """Offers the rules with a preview.

    Attributes:
        preview_wanted: a `Rule` whose effect shall be shown; `show_ruled` takes it.
        agreed: mark by this `Rule`.
        save_wanted: keep this `Rule` under a name.
    """

    preview_wanted = Signal(object)
    agreed = Signal(object)
    save_wanted = Signal(object)

    def __init__(self, words: Words, theme: Theme, ground: Ground, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme, self._ground = words, theme, ground
        self._ruled: Ruled | None = None
        self._kinds = QListWidget()
        self._kinds.setProperty("role", "sections")
        self._title, self._about, self._marks, self._left = (QLabel() for _ in range(4))
        self._tree, self._ranking = FolderTree(words, theme), RankingList(words, theme)
        self._extra = QStackedWidget()
        self._same_facts, self._same_text, self._names_match = QLabel(), QCheckBox(), QCheckBox()
        roots = tuple(node.path for node in ground.folders)
        self._marked, self._spared = MarkedModel(words, self, roots), SparedModel(words, self, roots)
        self._models: tuple[RowModel[Any], ...] = (self._marked, self._spared)
        self._tables = [RowTable(theme, model) for model in self._models]
        self._tabs = QTabWidget()
        self._save, self._cancel, self._do = QPushButton(), QPushButton(), QPushButton()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._kinds.addItems([""] * len(RuleKind))
        self._lay_out()
        self._connect()
        self._tree.show_folders(ground.folders)
        self._ranking.set_folders(ground.ranked, ground.files)
        self._kinds.setCurrentRow(0)
        words.changed.connect(self.retranslate)
        self.retranslate()

    # the rule

    @property
    def rule(self) -> Rule | None:
        """What is chosen; None where the rule still needs a folder."""
        kind = self._kind()
        folders: tuple[str, ...] = ()
        if kind in BY_FOLDER:
            folders = self._tree.folders.ticked
        elif kind is RuleKind.RANKED:
            folders = self._ranking.folders
        if not folders and kind in (*BY_FOLDER, RuleKind.RANKED):
            return None
        return Rule(kind, folders, self._same_text.isChecked(), self._names_match.isChecked())

    def show_rule(self, rule: Rule) -> None:
        """Choose a rule, as one that was saved."""
        self._kinds.setCurrentRow(list(RuleKind).index(rule.kind))
        if rule.kind is RuleKind.RANKED:
            self._ranking.set_folders(rule.folders)
        elif rule.kind in BY_FOLDER:
            self._tree.folders.set_ticked(rule.folders)
        self._same_text.setChecked(rule.same_text)
        self._names_match.setChecked(rule.names_match)

    def set_ranking(self, ranking: tuple[str, ...]) -> None:
        """Show the user's own ranking first; folders that are not in it follow."""
        self._ranking.set_folders([*ranking, *self._ground.ranked])

    def show_ruled(self, ruled: Ruled) -> None:
        """Show what a rule would do; an answer to an older question is passed over."""
        if ruled.effect.rule == self.rule:
            self._ruled = ruled
            self._marked.set_rows(ruled.effect.marks)
            self._spared.set_rows(ruled.effect.spared)
            self._say_preview()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        self.setWindowTitle(say("Mark by a rule"))
        for row, kind in enumerate(RuleKind):
            self._kinds.item(row).setText(rule_name(self._words, kind))
        self._kinds.setAccessibleName(say("Rules"))
        self._tree.setAccessibleName(say("Folders"))
        self._tree.folders.retranslate()
        self._same_facts.setText(same_text_sentence(self._words, self._ground.same_text))
        self._same_text.setText(say("Files with the same text too"))
        self._names_match.setText(say("Only where names match too (less “(1)”, “copy” and the like)"))
        for table, model in zip(self._tables, self._models, strict=True):
            model.retranslate()
            table.setAccessibleName(model.titles()[0])
        self._save.setText(say("Save rule…"))
        self._cancel.setText(say("Cancel"))
        self._say_kind()
        self._say_preview()

    # making

    def _lay_out(self) -> None:
        px = self._theme.px
        self._kinds.setFixedWidth(px(228))
        self._title.setProperty("tone", "title")
        self._marks.setProperty("tone", "strong")
        for label in (self._about, self._same_facts, self._left):
            label.setProperty("tone", "mute")
        for label in (self._about, self._same_facts, self._left, self._marks):
            label.setWordWrap(True)
        self._extra.addWidget(self._tree)
        self._extra.addWidget(self._ranking)
        self._extra.setFixedHeight(px(160))
        self._tables[0].set_columns((0, 0, 96))
        self._tables[1].set_columns((0, 0))
        for table in self._tables:
            self._tabs.addTab(table, "")
        right = QVBoxLayout()
        right.setSpacing(px(tokens.GAP_2))
        for widget in (self._title, self._about, self._extra, self._names_match, self._same_facts, self._same_text):
            right.addWidget(widget)
        right.addSpacing(px(tokens.GAP_1))
        for label in (self._marks, self._left):
            right.addWidget(label)
        right.addWidget(self._tabs, 1)
        body = QHBoxLayout()
        body.setSpacing(px(tokens.GAP_4))
        body.addWidget(self._kinds)
        body.addLayout(right, 1)
        buttons = QHBoxLayout()
        self._do.setProperty("role", "primary")
        for button in (self._save, self._cancel, self._do):
            button.setAutoDefault(False)
        buttons.addWidget(self._save)
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._do)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(px(tokens.GAP_4),) * 4)
        layout.setSpacing(px(tokens.GAP_3))
        layout.addLayout(body, 1)
        layout.addLayout(buttons)
        self.resize(px(860), px(580))

    def _connect(self) -> None:
        self._kinds.currentRowChanged.connect(lambda _row: self._say_kind())
        self._kinds.currentRowChanged.connect(lambda _row: self._ask())
        for signal in (self._tree.folders.ticked_changed, self._ranking.changed):
            signal.connect(self._ask)
        for box in (self._same_text, self._names_match):
            box.toggled.connect(lambda _on: self._ask())
        self._pause.timeout.connect(self._ask_now)
        self._save.clicked.connect(lambda: self._tell(self.save_wanted))
        self._cancel.clicked.connect(self.reject)
        self._do.clicked.connect(self._agree)

    def _kind(self) -> RuleKind:
        return list(RuleKind)[max(self._kinds.currentRow(), 0)]

    # asking and telling

    def _ask(self) -> None:
        self._ruled = None
        self._do.setEnabled(False)
        self._pause.start()

    def _ask_now(self) -> None:
        rule = self.rule
        if rule is None:
            self._marked.set_rows(())
            self._spared.set_rows(())
            self._say_preview()
        else:
            self.preview_wanted.emit(rule)

    def _tell(self, signal: SignalInstance) -> None:
        rule = self.rule
        if rule is not None:
            signal.emit(rule)

    def _agree(self) -> None:
        self._tell(self.agreed)
        self.accept()

    def _say_kind(self) -> None:
        kind = self._kind()
        self._title.setText(rule_name(self._words, kind))
        self._about.setText(rule_sentence(self._words, kind))
        self._extra.setVisible(kind in (*BY_FOLDER, RuleKind.RANKED))
        self._extra.setCurrentWidget(self._ranking if kind is RuleKind.RANKED else self._tree)
        self._same_text.setEnabled(self._ground.same_text.groups > 0)

    def _say_preview(self) -> None:
        words, ruled = self._words, self._ruled
        found = ruled.preview if ruled is not None else None
        marks, left = preview_sentences(words, found) if found is not None else (self._waiting(), "")
        self._marks.setText(marks)
        self._left.setText(left)
        self._left.setVisible(bool(left))
        for place, model in enumerate(self._models):
            name = model.titles()[0]
            n = words.number(model.rowCount())
            self._tabs.setTabText(place, words.say("{name} ({n})", name=name, n=n))
        self._tabs.setTabVisible(1, self._spared.rowCount() > 0)
        self._do.setText(mark_button(words, found.files if found is not None else 0))
        self._do.setEnabled(found is not None and found.files > 0)
        self._save.setEnabled(self.rule is not None)

    def _waiting(self) -> str:
        if self.rule is None:
            return self._words.say("Tick a folder to see what the rule would do.")
        return self._words.say("Looking…")
