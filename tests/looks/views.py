"""The one list of what the window can show beside its main views: every page, sheet and dialog with something in it.

Who adds a widget adds a view here; `test_looks` fails while a widget of `gui` is in no view.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QWidget

from core.actions import Action, Caution, Warned
from core.declarations import Declaration
from core.documents import Relation
from core.library_choice import program_folder
from core.rules import Untouchable
from core.side_by_side import SideBySide, stretches
from core.template_table import template_table
from core.versions import Step
from gui.about import AboutDialog, Facts
from gui.check_sheet import CheckSheet
from gui.compare_pane import ComparePane
from gui.comparing import compare_identical, compare_texts
from gui.comparison import Objects
from gui.crash_dialog import CrashDialog
from gui.empty_view import EmptyView
from gui.help_window import HelpWindow
from gui.inbox_view import InboxView
from gui.journal_view import JournalView
from gui.keys_sheet import KeysSheet
from gui.overview import OverviewPage
from gui.overview_figures import summarise
from gui.passage_dialog import PassageDialog
from gui.plan_dialog import EraseDialog, PlanDialog, RemoveAllDialog
from gui.privacy_page import PrivacyPage
from gui.problem_view import ProblemView
from gui.protecting import ProtectedDialog
from gui.records_view import RecordsView
from gui.rule_dialog import RuleDialog
from gui.ruling import look_at, rule_on
from gui.settings_dialog import SettingsDialog
from gui.settled_dialog import SettledDialog
from gui.team_dialog import TeamDialog
from gui.template_dialog import Form, TemplateDialog
from gui.theme import Theme
from gui.tokens import BAR_HEIGHT, SIDE_WIDTH_FOLDED
from gui.versions_dialog import VersionsDialog
from gui.words import Words
from tests.gui import (
    test_check_sheet,
    test_compare_pane,
    test_inbox_view,
    test_journal_view,
    test_overview,
    test_plan_dialog,
    test_problem_view,
    test_rule_dialog,
    test_settings_dialog,
)
from tests.looks.speech import LATIN_WORD

Maker = Callable[[Words, Theme, QWidget], QWidget]


def compared(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    pane = ComparePane(words, theme, lambda _left, _right, _done: None)
    shown = compare_texts(
        test_compare_pane.LEFT,
        test_compare_pane.RIGHT,
        (test_compare_pane.OLD, test_compare_pane.NEW),
        relation=Relation.SIMILAR,
        objects=(Objects("picture", 1, 2),),
    )
    pane.show_comparison(shown)
    return pane


def identical(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    pane = ComparePane(words, theme, lambda _left, _right, _done: None)
    pane.show_comparison(compare_identical(test_compare_pane.LEFT, test_compare_pane.RIGHT, "7\n" * 60, is_proved=True))
    return pane


def checked(words: Words, theme: Theme, host: QWidget) -> QWidget:
    sheet = CheckSheet(words, theme, host)
    sheet.show_verdicts([test_check_sheet.SIMILAR, test_check_sheet.UNIQUE])
    return sheet


def planned(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    warning = Warned(Caution.CLOUD, "/7", (("service", "OneDrive"),), needs_second_consent=True)
    plan = replace(test_plan_dialog.PLAN, warnings=(warning,), losses=(test_plan_dialog.LOSS,))
    return PlanDialog(words, theme, plan)


def ruled(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    groups = test_rule_dialog.GROUPS
    dialog = RuleDialog(words, theme, look_at(groups, ["/docs"]))
    dialog.show_ruled(rule_on(groups, dialog.rule, (), Untouchable()))
    return dialog


FORM = Form(("/7/a", "/7/b"), template_table(["甲方：张\n租金 3元", "甲方：李\n租金 4元"]), 1)
STEPS = [Step("/7/a", 0, False), Step("/7/b", 5, True, "/7/a", ("x", "y"), (), 3), Step("/7/c", 6, True, "/7/b")]


def passages(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    text, there = "第一段 " + "甲" * 40, "另一段 " + "甲" * 40
    return PassageDialog(words, theme, ("/7/a", "/7/b"), SideBySide(text, there, stretches(text, there)), None)


def settled(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    entries = [
        Declaration(Relation.SIMILAR, (("a", "b"), ("a", "c")), 3, 0, "合同.docx", ("/7/合同.docx",)),
        Declaration(Relation.IDENTICAL, (("i:a", "i:a"),), 4, 0, "7.png"),
    ]
    return SettledDialog(words, theme, entries)


def listed(view: type[Any], method: str, values: Sequence[Any]) -> Maker:
    def make(words: Words, theme: Theme, _host: QWidget) -> QWidget:
        made: QWidget = view(words, theme)
        getattr(made, method)(values)
        return made

    return make


def overview(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    page = OverviewPage(words, theme)
    page.show_overview(summarise(test_overview.RESULT))
    return page


def settings(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    facts, chosen = test_settings_dialog.FACTS, test_settings_dialog.CHOSEN
    return SettingsDialog(words, theme, chosen, facts=facts, ask_folder=lambda: "")


def fitting_size(view: QWidget, letters: float = 1.0) -> QSize:
    """Return the size of a view: a dialog's own, or what the least window leaves a page beside the folded side bar."""
    if isinstance(view, QDialog):
        return view.size().expandedTo(view.minimumSizeHint())
    growth = max(1.0, letters / 1.5)
    return QSize(round(900 * growth - SIDE_WIDTH_FOLDED * letters), round(600 * growth - BAR_HEIGHT * letters))


MAKERS: dict[str, Maker] = {
    "comparison": compared,
    "identical": identical,
    "check": checked,
    "plan": planned,
    "journal": listed(JournalView, "show_rows", test_journal_view.ROWS),
    "no journal": listed(JournalView, "show_rows", []),
    "problems": listed(ProblemView, "show_problems", test_problem_view.PROBLEMS),
    "inbox": listed(InboxView, "show_rows", test_inbox_view.ROWS),
    "records": listed(RecordsView, "add_files", ["/7.csv"]),
    "overview": overview,
    "settings": settings,
    "crash": lambda words, theme, _host: CrashDialog(words, theme, "7"),
    "about": lambda words, theme, _host: AboutDialog(words, theme, Facts("7", "/7", "7")),
    "privacy": lambda words, theme, _host: PrivacyPage(words, theme, test_settings_dialog.FACTS),
    "erase": lambda words, theme, _host: EraseDialog(
        words, theme, replace(test_plan_dialog.PLAN, action=Action.DELETE)
    ),
    "whole group": lambda words, theme, _host: RemoveAllDialog(
        words, theme, replace(test_plan_dialog.PLAN, losses=(test_plan_dialog.LOSS,))
    ),
    "team": lambda words, theme, _host: TeamDialog(words, theme, None, folders=["/7/合同"], ask_file=lambda: ""),
    "help": lambda words, theme, _host: HelpWindow(words, theme),
    "glossary": lambda words, theme, _host: HelpWindow(words, theme, "glossary"),
    "trouble": lambda words, theme, _host: HelpWindow(words, theme, "trouble"),
    "passages": passages,
    "template": lambda words, theme, _host: TemplateDialog(words, theme, FORM),
    "versions": lambda words, theme, _host: VersionsDialog(words, theme, STEPS),
    "rules": ruled,
    "not duplicates": settled,
    "protected": lambda words, theme, _host: ProtectedDialog(words, theme, ["/7/合同", "/7"], lambda: ""),
    "keys": lambda words, theme, _host: KeysSheet(words, theme),
    "empty": lambda words, theme, _host: EmptyView(words, theme),
}
"""What makes each view, by its name; a widget made upon `host` is a sheet and shown there."""

DATA = frozenset(
    word
    for text in (
        test_check_sheet.SIMILAR.path,
        program_folder(),
        os.path.expanduser("~"),
        "/home/li/.local/share/neartwin/library /docs /trash abab report",
        "redis server bind requirepass PASSWORD docker valkey certificate",
        "OneDrive Dropbox iCloud Contracts Backup Documents docx pptx xlsx",
        "PySide6 Essentials jieba rjieba rapidfuzz numpy blake watchdog lxml pypdfium",
    )
    for word in LATIN_WORD.findall(text)
)
"""Words in the names of files and libraries that these views show."""
