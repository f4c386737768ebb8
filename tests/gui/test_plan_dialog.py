"""Before anything goes: what, from where, what stays, what to know; and keeping is the default."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from core.actions import Action, Caution, FolderSummary, Item, Loss, Plan, Refusal, Refused, Warned
from core.documents import Changes, Document, Relation
from gui import plan_words
from gui.plan_dialog import EraseDialog, PlanDialog, RemoveAllDialog
from gui.plan_models import FolderModel, ItemModel, RefusedModel
from gui.planning import Wish
from gui.theme import Theme
from gui.words import Words

DOWNLOADS = "/家/下载"


def item(name: str, keeper: str | None = "/家/资料/试卷.docx", relation: Relation | None = Relation.IDENTICAL) -> Item:
    document = Document(f"{DOWNLOADS}/{name}", "/家", 1_200_000, 0, 0)
    return Item(document, Action.TRASH, relation, keeper, "aa", "bb", is_loss=keeper is None)


PLAN = Plan(
    Action.TRASH,
    (item("试卷(1).docx"), item("试卷 - 副本.docx"), item("only.docx", None, None)),
    (Refused("/家/微信/试卷.docx", Refusal.PROTECTED),),
    (),
    (FolderSummary(DOWNLOADS, 3, 3_600_000, 5),),
    (),
    3_600_000,
)
LOSS = Loss("/家/合同/2023 副本.docx", Relation.SIMILAR, "/家/合同/2024.docx", 0.97, Changes(5, 1, 0))


@pytest.fixture
def dialog(qtbot: QtBot, words: Words, theme: Theme) -> PlanDialog:
    made = PlanDialog(words, theme, PLAN)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def shown_texts(dialog: PlanDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisible())


def test_it_says_how_many_files_and_what_is_gained(dialog: PlanDialog) -> None:
    shown = shown_texts(dialog)

    assert "Move 3 files to the trash?" in shown
    assert "3.4 MB become free once you empty the trash. Until then the journal brings every file back." in shown


def test_enter_keeps_all_files(qtbot: QtBot, dialog: PlanDialog) -> None:
    agreed: list[object] = []
    dialog.agreed.connect(agreed.append)

    qtbot.keyClick(dialog, Qt.Key.Key_Return)

    assert dialog.result() == PlanDialog.DialogCode.Rejected
    assert not agreed
    assert [button.text() for button in dialog.findChildren(QPushButton) if button.isDefault()] == ["Keep all files"]


def test_the_button_says_what_it_does_and_gives_the_plan(qtbot: QtBot, dialog: PlanDialog) -> None:
    assert dialog._do.text() == "Move 3 files to the trash"
    with qtbot.waitSignal(dialog.agreed, timeout=1000) as agreed:
        dialog._do.click()
    assert agreed.args == [PLAN]


def test_each_folder_says_what_goes_and_what_stays(words: Words) -> None:
    model = FolderModel(words)
    emptied = FolderSummary("/家/桌面", 2, 10, 2)

    assert [model.cell(PLAN.folders[0], column).text for column in range(4)] == ["下载", "3", "2", "3.4 MB"]
    assert (model.cell(emptied, 2).text, model.cell(emptied, 2).colour) == ("0", "danger")
    assert model.cell(FolderSummary("/x", 1, 1), 2).text == "—"


def test_each_file_names_the_one_that_stays_for_it(words: Words) -> None:
    model = ItemModel(words)

    assert model.cell(PLAN.items[0], 1).text == "试卷.docx"
    assert model.cell(PLAN.items[0], 1).second == "Identical · /家/资料"
    assert model.cell(PLAN.items[2], 1).text == "Nothing like it"


def test_a_marked_file_that_stays_says_why(words: Words) -> None:
    assert RefusedModel(words).cell(PLAN.refused[0], 1).text == "It lies in a protected folder."


def test_warnings_stand_first_and_name_the_cloud(dialog: PlanDialog) -> None:
    cloud = Warned(Caution.CLOUD, "/家/桌面", (("service", "OneDrive"),))
    half = Warned(Caution.HALF_OF_FOLDER, DOWNLOADS, (("files", 1200), ("of", 2000)), needs_second_consent=True)
    dialog.show_plan(replace(PLAN, warnings=(cloud, half)))

    shown = shown_texts(dialog)
    assert "Note: This folder is synchronised by OneDrive: what goes here also goes in the cloud." in shown
    assert shown.index("1,200 of the 2,000 files") < shown.index("OneDrive")
    assert dialog._warnings.y() < dialog._tabs.y()


def test_a_warning_about_many_folders_names_a_few_and_counts_the_rest(dialog: PlanDialog) -> None:
    many = tuple(Warned(Caution.NO_TRASH, f"/mnt/{number}") for number in range(9))
    dialog.show_plan(replace(PLAN, warnings=many))

    shown = shown_texts(dialog)
    assert shown.count("/mnt/") == 3
    assert "and 6 more" in shown


def test_a_large_clean_up_wants_a_tick_before_it_can_be_agreed_to(dialog: PlanDialog) -> None:
    large = Warned(Caution.LARGE, "", (("files", 500), ("size", 3 * 1024**3)), needs_second_consent=True)
    dialog.show_plan(replace(PLAN, warnings=(large,)))
    assert "500 files, 3 GB" in shown_texts(dialog)
    assert not dialog._do.isEnabled()

    dialog._consent.setChecked(True)
    assert dialog._do.isEnabled()


def test_what_exists_nowhere_else_is_a_part_of_its_own_and_ticked_by_name(qtbot: QtBot, dialog: PlanDialog) -> None:
    dialog.show_plan(replace(PLAN, losses=(LOSS,)))
    shown = shown_texts(dialog)
    assert "1 file holds something that exists nowhere else." in shown
    assert "97% like 2024.docx, which stays. Words: 5 changed, 1 added." in shown
    (box,) = dialog._losses.findChildren(QCheckBox)
    assert box.accessibleName() == f"Let {LOSS.path} go"
    assert not box.isChecked()

    with qtbot.waitSignal(dialog.confirmed, timeout=1000) as confirmed:
        box.click()
    assert confirmed.args == [[LOSS.path]]
    with qtbot.waitSignal(dialog.compare_wanted, timeout=1000) as compare:
        next(one for one in dialog._losses.findChildren(QPushButton) if one.text() == "Compare").click()
    assert compare.args == [LOSS.path, LOSS.keeper]


def test_the_sentences_that_would_exist_nowhere_else_are_shown(dialog: PlanDialog) -> None:
    dialog.show_plan(replace(PLAN, losses=(LOSS,)))
    dialog.show_unique_passages({LOSS.path: [f"第{n}条。" for n in range(5)], "/elsewhere": ["x"]})

    shown = shown_texts(dialog)
    assert "Only here: 第0条。\nOnly here: 第1条。\nOnly here: 第2条。\nand 2 more sentences" in shown

    dialog.show_unique_passages({LOSS.path: []})
    assert "Every sentence of it stands in a file that stays." in shown_texts(dialog)

    dialog.show_unique_passages({})
    assert "Every sentence" not in shown_texts(dialog)


def test_nothing_can_be_agreed_to_while_another_plan_is_made(dialog: PlanDialog) -> None:
    dialog.wait()
    assert not dialog._do.isEnabled()

    dialog.show_plan(PLAN)
    assert dialog._do.isEnabled()


def test_the_ways_to_go_are_offered_with_their_limits(qtbot: QtBot, dialog: PlanDialog) -> None:
    assert not dialog.offers_ways
    dialog.show_wish(Wish(("/a",)))
    ways = dialog._choice._ways
    assert ways.currentText() == "To the trash"
    assert ways.count() == 5
    assert not dialog._choice._editable.isVisible()

    dialog.show_wish(Wish(("/a",), Action.HARD_LINK))
    assert "Identical files only" in shown_texts(dialog)
    with qtbot.waitSignal(dialog.way_chosen, timeout=1000) as chosen:
        dialog._choice._editable.click()
    assert chosen.args == [Action.HARD_LINK, True]

    dialog.show_wish(Wish(("/a",), Action.MOVE, destination="/家/旧"))
    assert "/家/旧" in shown_texts(dialog)
    with qtbot.waitSignal(dialog.way_chosen, timeout=1000) as chosen:
        QTest.keyClick(dialog._choice._ways, Qt.Key.Key_Up)
    assert chosen.args[0] is Action.HOLD


def test_a_whole_group_goes_only_after_its_own_confirmation(qtbot: QtBot, words: Words, theme: Theme) -> None:
    whole = RemoveAllDialog(words, theme, replace(PLAN, losses=(LOSS,)))
    qtbot.addWidget(whole)
    whole.show()
    assert "Remove all members of this group?" in shown_texts(whole)
    assert "stays until you tick below" in shown_texts(whole)
    assert not whole._do.isEnabled()

    whole.show_plan(replace(PLAN, losses=(replace(LOSS, is_confirmed=True),)))
    assert "nothing of the group is left in your folders" in shown_texts(whole)
    assert not whole._do.isEnabled()
    whole._consent.click()
    assert whole._do.isEnabled()


def test_a_plan_without_files_cannot_be_agreed_to(dialog: PlanDialog) -> None:
    dialog.show_plan(replace(PLAN, items=()))

    assert not dialog._do.isEnabled()


def test_erasing_for_good_has_other_words_and_always_wants_the_tick(qtbot: QtBot, words: Words, theme: Theme) -> None:
    erase = EraseDialog(words, theme, replace(PLAN, action=Action.DELETE))
    qtbot.addWidget(erase)
    erase.show()

    shown = shown_texts(erase)
    assert "Erase 3 files for good?" in shown
    assert "Nobody can bring them back" in shown
    assert not erase._do.isEnabled()
    assert "cannot be brought back" in erase._consent.text()
    with pytest.raises(ValueError, match="no deletion for good"):
        EraseDialog(words, theme, PLAN)


@pytest.mark.parametrize("action", list(Action))
def test_every_action_asks_a_question_and_names_the_act(words: Words, action: Action) -> None:
    plan = replace(PLAN, action=action)

    assert plan_words.title(words, plan).endswith("?")
    assert "3" in plan_words.button(words, plan)
    assert plan_words.consequence(words, plan).endswith(".")


def test_the_models_keep_the_rules_of_qt(qtbot: QtBot, words: Words) -> None:
    models = (FolderModel(words), ItemModel(words), RefusedModel(words))
    for model, rows in zip(models, (PLAN.folders, PLAN.items, PLAN.refused), strict=True):
        tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        model.set_rows(rows)  # type: ignore[arg-type]  # each gets rows of its own kind
        assert model.rowCount() == len(rows)
        assert tester.model() is model
