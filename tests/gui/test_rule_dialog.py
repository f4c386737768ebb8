"""Marking by a rule: what it would do is seen before, and nothing is marked until the button is pressed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.documents import DuplicateGroup, Relation
from core.folder_ranking import Preset
from core.rule_preview import folder_tree
from core.rules import Rule, RuleKind, Untouchable, apply_rule
from gui.folder_tree import FolderTreeModel
from gui.marking import marks_of
from gui.rule_dialog import RuleDialog
from gui.rule_models import MarkedModel, SparedModel
from gui.ruling import look_at, rule_on
from gui.theme import Theme
from gui.words import Words
from tests.gui.made_groups import group_of
from tests.gui.test_marking import marking_of

GROUPS = [
    group_of(Relation.IDENTICAL, "合同/a.docx", "下载/a (1).docx", "下载/b.docx", sizes=(1024, 1024, 1024)),
    group_of(Relation.IDENTICAL, "合同/c.docx", "备份/c.docx", protected=["备份/c.docx"]),
    group_of(Relation.SAME_TEXT, "合同/d.docx", "合同/d.pdf"),
    group_of(Relation.SIMILAR, "合同/e.docx", "下载/e.docx"),
]


@pytest.fixture
def dialog(qtbot: QtBot, words: Words, theme: Theme) -> RuleDialog:
    made = RuleDialog(words, theme, look_at(GROUPS, ["/docs"]))
    qtbot.addWidget(made)
    made.preview_wanted.connect(lambda rule: made.show_ruled(rule_on(GROUPS, rule, (), Untouchable())))
    with qtbot.waitExposed(made):
        made.show()
    return made


def labels(dialog: RuleDialog) -> str:
    return "\n".join((dialog._marks.text(), dialog._left.text(), dialog._do.text()))


def test_a_rule_says_what_it_would_mark_and_what_it_leaves_out_and_why(dialog: RuleDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "Would mark" in labels(dialog), timeout=5000)

    assert labels(dialog) == "Would mark 2 files in 1 group, 2 KB.\n1 group is left out: protected (1).\nMark 2 files"


def test_the_same_text_is_a_second_switch_under_a_line_that_says_what_differs(dialog: RuleDialog, qtbot: QtBot) -> None:
    assert "1 group has the same text in different files" in dialog._same_facts.text()
    assert "in 1 group the file format differs" in dialog._same_facts.text()
    assert not dialog._same_text.isChecked()

    dialog._same_text.click()

    qtbot.waitUntil(lambda: "Would mark 3 files in 2 groups" in labels(dialog), timeout=5000)


def test_only_where_names_match_narrows_a_rule(dialog: RuleDialog, qtbot: QtBot) -> None:
    dialog._names_match.click()

    qtbot.waitUntil(lambda: "Would mark 1 file in 1 group" in labels(dialog), timeout=5000)
    assert dialog.rule == Rule(RuleKind.SURPLUS, names_match=True)


def test_a_rule_about_folders_waits_for_one_to_be_ticked(dialog: RuleDialog, qtbot: QtBot) -> None:
    dialog._kinds.setCurrentRow(list(RuleKind).index(RuleKind.DROP_FOLDER))
    qtbot.waitUntil(lambda: "Tick a folder" in labels(dialog), timeout=5000)
    assert dialog.rule is None

    tree = dialog._tree.folders
    root = tree.index(0, 0)
    rows = {tree.index(row, 0, root).data(): tree.index(row, 0, root) for row in range(tree.rowCount(root))}
    assert rows["下载"].siblingAtColumn(1).data() == "2"
    tree.setData(rows["下载"], Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)

    qtbot.waitUntil(lambda: "Would mark 2 files" in labels(dialog), timeout=5000)
    assert dialog.rule == Rule(RuleKind.DROP_FOLDER, ("/docs/下载",))


def test_a_ranking_begins_with_a_preset_and_is_moved_by_hand(dialog: RuleDialog, qtbot: QtBot) -> None:
    dialog._kinds.setCurrentRow(list(RuleKind).index(RuleKind.RANKED))
    dialog._ranking.arrange(Preset.PASSING_LAST)
    assert dialog._ranking.folders == ("/docs/合同", "/docs/备份", "/docs/下载")

    dialog._ranking._list.setCurrentRow(2)
    qtbot.keyClick(dialog._ranking, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)

    assert dialog.rule == Rule(RuleKind.RANKED, ("/docs/合同", "/docs/下载", "/docs/备份"))


def test_nothing_is_asked_for_before_the_button_and_a_saved_rule_is_shown_whole(
    dialog: RuleDialog, qtbot: QtBot
) -> None:
    saved = Rule(RuleKind.KEEP_FOLDER, ("/docs/合同",), same_text=True, names_match=True)
    agreed: list[Rule] = []
    dialog.agreed.connect(agreed.append)

    dialog.show_rule(saved)
    qtbot.waitUntil(lambda: "Would mark" in labels(dialog), timeout=5000)
    assert agreed == []
    qtbot.mouseClick(dialog._do, Qt.MouseButton.LeftButton)

    assert agreed == [saved]


def test_an_answer_to_an_older_question_is_passed_over(dialog: RuleDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "Would mark 2 files" in labels(dialog), timeout=5000)

    dialog.show_ruled(rule_on(GROUPS, Rule(RuleKind.NEWEST), (), Untouchable()))

    assert "Would mark 2 files" in labels(dialog)
    assert {marking.reason for marking in dialog._marked.rows()} == {RuleKind.SURPLUS}


def test_each_application_of_a_rule_is_taken_back_as_a_whole_and_that_can_be_undone() -> None:
    group: DuplicateGroup = GROUPS[0]
    marking, stored = marking_of(*GROUPS)
    dropped = apply_rule(Rule(RuleKind.SURPLUS, names_match=True), [group])
    marking.take(marks_of(dropped))
    marking.take(marks_of(apply_rule(Rule(RuleKind.NEWEST), [group], marked=marking.marks)))
    assert [(source.reason, source.files) for source in marking.sources] == [("newest", 1), ("surplus", 1)]

    marking.take_back(marking.sources[1].name)
    assert [mark.reason for mark in stored.values()] == ["newest"]
    marking.undo()

    assert len(stored) == 2


def test_the_models_of_the_dialog_keep_qts_rules(words: Words, qtbot: QtBot) -> None:
    effect = apply_rule(Rule(RuleKind.SURPLUS), GROUPS)
    models = (MarkedModel(words), SparedModel(words), FolderTreeModel(words))
    for model, rows in zip(models[:2], (effect.marks, effect.spared), strict=True):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
        model.set_rows(rows)
        model.set_rows(())
    tree = models[2]
    QAbstractItemModelTester(tree, QAbstractItemModelTester.FailureReportingMode.Fatal, tree)
    tree.set_folders(folder_tree(GROUPS, ["/docs"]))
    tree.set_ticked(["/docs/合同"])
    tree.retranslate()
    tree.set_folders(folder_tree([replace(GROUPS[0])], ["/docs"]))
