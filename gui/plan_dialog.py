"""The one dialog before files go: what happens to how many, what stays, what to know first. Keeping is the default.

`EraseDialog` is its counterpart for deleting for good, `RemoveAllDialog` for a whole group: with other words and a
tick without which nothing goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core.actions import Action, Caution, Plan
from gui import plan_words, tokens
from gui.plan_choice import PlanChoice
from gui.plan_models import FolderModel, ItemModel, RefusedModel
from gui.plan_parts import LossList, WarningList
from gui.row_table import RowTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gui.planning import Wish
    from gui.theme import Theme
    from gui.words import Words


class PlanDialog(QDialog):
    """Shows a plan and asks.

    Attributes:
        confirmed: the user ticked which unique contents may go: list of paths; `show_plan` takes the new plan.
        compare_wanted: compare a file with the one that stays: two paths.
        way_chosen: where the files go: an `Action`, and whether documents that people edit may become links.
        export_wanted: write the plan to a file.
        agreed: do it: the `Plan`.
    """

    confirmed = Signal(object)
    compare_wanted = Signal(object, object)
    way_chosen = Signal(object, bool)
    export_wanted = Signal(object)
    agreed = Signal(object)

    def __init__(self, words: Words, theme: Theme, plan: Plan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme, self._plan = words, theme, plan
        self._is_waiting = False
        self._title, self._consequence = QLabel(), QLabel()
        self._title.setProperty("tone", "title")
        self._warnings, self._losses = WarningList(words, theme), LossList(words, theme)
        self._choice = PlanChoice(words, theme)
        self._choice.hide()
        self._folders, self._items, self._refused = (
            FolderModel(words, self), ItemModel(words, self), RefusedModel(words, self),
        )  # fmt: skip
        self._tables = [RowTable(theme, model) for model in (self._folders, self._items, self._refused)]
        self._tabs = QTabWidget()
        self._consent = QCheckBox()
        self._export, self._cancel, self._do = QPushButton(), QPushButton(), QPushButton()
        self._lay_out()
        self._connect()
        words.changed.connect(self.retranslate)
        self.show_plan(plan)
        self._cancel.setFocus()

    def show_plan(self, plan: Plan) -> None:
        """Show this plan instead of the one before."""
        self._plan = plan
        self._is_waiting = False
        self._folders.set_rows(plan.folders)
        self._items.set_rows(plan.items)
        self._refused.set_rows(plan.refused)
        self._losses.show_losses(plan.losses)
        self._consent.setChecked(False)
        self.retranslate()

    @property
    def offers_ways(self) -> bool:
        """Whether other ways can be chosen."""
        return not self._choice.isHidden()

    def show_wish(self, wish: Wish) -> None:
        """Offer other ways for the files to go than the one wished for."""
        self._choice.show_wish(wish)
        self._choice.show()

    def wait(self) -> None:
        """Let nothing be agreed to until another plan is shown: the one in view is no longer what is wished for."""
        self._is_waiting = True
        self._follow()

    def show_unique_passages(self, found: Mapping[str, Sequence[str]]) -> None:
        """Say which sentences of the files that hold something unique exist nowhere else."""
        self._losses.show_unique_passages(found)

    def title_text(self) -> str:
        """Return the question that is asked."""
        return plan_words.title(self._words, self._plan)

    def consequence_text(self) -> str:
        """Return what is gained, and how it can be taken back."""
        return plan_words.consequence(self._words, self._plan)

    def needs_consent(self) -> bool:
        """Return whether a tick is asked for before anything can go."""
        return self._plan.needs_second_consent

    def consent_text(self) -> str:
        """Return what the tick says."""
        return self._words.count(
            "I have looked at the folders above, and {n} file may go.",
            "I have looked at the folders above, and {n} files may go.",
            len(self._plan.items),
        )

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say, plan = self._words.say, self._plan
        self.setWindowTitle(self.title_text())
        self._title.setText(self.title_text())
        self._consequence.setText(self.consequence_text())
        self._choice.retranslate()
        self._warnings.show_warnings([one for one in plan.warnings if one.caution is not Caution.FOR_GOOD])
        for place, (name, n) in enumerate(
            (
                (say("Folders"), len(plan.folders)),
                (say("Files that go"), len(plan.items)),
                (say("Files that stay"), len(plan.refused)),
            )
        ):
            self._tabs.setTabText(place, self._words.say("{name} ({n})", name=name, n=self._words.number(n)))
            self._tabs.setTabVisible(place, n > 0 or place == 0)
            self._tables[place].setAccessibleName(name)
        for model in (self._folders, self._items, self._refused):
            model.retranslate()
        self._consent.setText(self.consent_text())
        self._consent.setVisible(self.needs_consent() and bool(plan.items))
        self._export.setText(say("Save the list…"))
        self._cancel.setText(say("Keep all files"))
        self._do.setText(plan_words.button(self._words, plan))
        self._follow()

    def _lay_out(self) -> None:
        px = self._theme.px
        self._consequence.setWordWrap(True)
        self._consequence.setProperty("tone", "mute")
        self._do.setProperty("role", "danger")
        self._cancel.setDefault(True)
        self._do.setAutoDefault(False)
        self._export.setAutoDefault(False)
        for table, widths in zip(self._tables, ((0, 60, 60, 90), (0, 0, 90), (0, 0)), strict=True):
            table.set_columns(widths)
            self._tabs.addTab(table, "")
        self._tabs.setMinimumHeight(px(190))
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, px(tokens.GAP_2), 0)
        column.setSpacing(px(tokens.GAP_3))
        for widget in (self._warnings, self._losses, self._tabs):
            column.addWidget(widget, 1 if widget is self._tabs else 0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setProperty("ground", "base")
        inner.setProperty("ground", "base")
        buttons = QHBoxLayout()
        buttons.addWidget(self._export)
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._do)
        layout = QVBoxLayout(self)
        gap = px(tokens.GAP_6)
        layout.setContentsMargins(gap, gap, gap, px(tokens.GAP_4))
        layout.setSpacing(px(tokens.GAP_3))
        area.setWidget(inner)
        layout.addWidget(self._title)
        layout.addWidget(self._consequence)
        layout.addWidget(self._choice)
        layout.addWidget(area, 1)
        layout.addWidget(self._consent)
        layout.addLayout(buttons)
        self.resize(px(700), px(560))

    def _connect(self) -> None:
        self._losses.confirmed.connect(self.confirmed)
        self._losses.compare_wanted.connect(self.compare_wanted)
        self._choice.chosen.connect(self.way_chosen)
        self._export.clicked.connect(lambda: self.export_wanted.emit(self._plan))
        self._consent.toggled.connect(self._follow)
        self._cancel.clicked.connect(self.reject)
        self._do.clicked.connect(self._agree)

    def _follow(self) -> None:
        is_agreed = not self.needs_consent() or self._consent.isChecked()
        self._do.setEnabled(bool(self._plan.items) and is_agreed and not self._is_waiting)

    def _agree(self) -> None:
        self.agreed.emit(self._plan)
        self.accept()


class EraseDialog(PlanDialog):
    """Asks before files are erased for good; always wants the tick."""

    def __init__(self, words: Words, theme: Theme, plan: Plan, parent: QWidget | None = None) -> None:
        if plan.action is not Action.DELETE:
            raise ValueError(f"{plan.action} is no deletion for good")
        super().__init__(words, theme, plan, parent)

    def needs_consent(self) -> bool:
        return True

    def consent_text(self) -> str:
        return self._words.count(
            "I know that this file cannot be brought back.",
            "I know that these {n} files cannot be brought back.",
            len(self._plan.items),
        )


class RemoveAllDialog(PlanDialog):
    """Asks before all members of one group go; each content is ticked by name, and then all of it once more."""

    def title_text(self) -> str:
        return self._words.say("Remove all members of this group?")

    def consequence_text(self) -> str:
        words, n, losses = self._words, len(self._plan.items), self._plan.losses
        if not losses:
            return words.count(
                "{n} file goes. A file with the same content stays elsewhere.",
                "{n} files go. Files with the same content stay elsewhere.",
                n,
            )
        if all(loss.is_confirmed for loss in losses):
            return words.count(
                "{n} file goes, and nothing of the group is left in your folders. The journal brings it back.",
                "{n} files go, and nothing of the group is left in your folders. The journal brings them back.",
                n,
            )
        return words.count(
            "{n} file goes. The last one with its content stays until you tick below that it may go.",
            "{n} files go. The last one with each content stays until you tick below that it may go.",
            n,
        )

    def needs_consent(self) -> bool:
        return True

    def consent_text(self) -> str:
        if not self._plan.losses:
            return self._words.say("I have looked at the files above, and they may go.")
        return self._words.say("I know that what is ticked above will exist nowhere else.")
