"""Not duplicates: stays said after a rescan, a rename and a move, ends when content changes or a file joins (M5)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.decisions import Decisions, Settled
from core.declarations import Declaration, declarations
from core.documents import Relation
from gui.application import Application
from gui.settled_dialog import SettledDialog, SettledModel
from gui.side_bar import View
from gui.theme import Theme
from gui.words import Words
from tests.gui.running import LINES, WAIT_MS, scanned


def rescan(application: Application, qtbot: QtBot) -> None:
    with qtbot.waitSignal(application.session.shown, timeout=WAIT_MS):
        application.session.scan()
    scanned(application, qtbot)


def kinds(application: Application) -> list[Relation]:
    last = application.session.last
    assert last is not None
    return [group.kind for group in last.table.groups]


def settle_first(application: Application, qtbot: QtBot, view: View) -> None:
    application.window.show_view(view)
    application.window.review.view.go_to(0)
    with qtbot.waitSignal(application.session.shown, timeout=WAIT_MS):
        application.window.actions_["settle"].trigger()
    scanned(application, qtbot)


def test_a_settled_pair_stays_settled_after_rename_and_move_and_comes_back_after_an_edit(
    start: Callable[..., Application], docs: Path, qtbot: QtBot
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    assert Relation.SIMILAR in kinds(application)

    settle_first(application, qtbot, View.SIMILAR)
    assert Relation.SIMILAR not in kinds(application)

    (docs / "子目录").mkdir()
    moved = docs / "子目录" / "renamed.txt"
    (docs / "合同 2025.txt").rename(moved)
    rescan(application, qtbot)
    assert Relation.SIMILAR not in kinds(application)

    moved.write_text("\n".join([*LINES[:-1], "最后一条　由双方另行书面约定。"]), encoding="utf-8")
    rescan(application, qtbot)
    assert Relation.SIMILAR in kinds(application)


def test_a_new_near_copy_is_listed_although_the_others_are_settled(
    start: Callable[..., Application], docs: Path, qtbot: QtBot
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    settle_first(application, qtbot, View.SIMILAR)

    (docs / "third.txt").write_text("\n".join([*LINES[1:], "另加一条。"]), encoding="utf-8")
    rescan(application, qtbot)

    assert Relation.SIMILAR in kinds(application)


def test_identical_files_without_a_text_are_settled_by_their_content_until_a_copy_joins(
    start: Callable[..., Application], tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "a.bin").write_bytes(b"\x00\x01" * 9000)
    shutil.copy(folder / "a.bin", folder / "b.bin")
    application = start(folder)
    scanned(application, qtbot)
    assert kinds(application) == [Relation.IDENTICAL]

    settle_first(application, qtbot, View.IDENTICAL)
    assert kinds(application) == []
    (folder / "b.bin").rename(folder / "c.bin")
    rescan(application, qtbot)
    assert kinds(application) == []

    shutil.copy(folder / "a.bin", folder / "d.bin")
    rescan(application, qtbot)
    assert kinds(application) == [Relation.IDENTICAL]


def test_what_was_declared_is_listed_by_name_and_taken_back(
    start: Callable[..., Application], docs: Path, qtbot: QtBot
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    settle_first(application, qtbot, View.SIMILAR)

    application.window.actions_["settled_list"].trigger()
    qtbot.waitUntil(lambda: application.window.findChild(SettledDialog) is not None, timeout=WAIT_MS)
    dialog = application.window.findChild(SettledDialog)
    model = dialog._model
    assert model.rowCount() == 1
    assert "合同 2025.txt" in model.index(0, 0).data()
    dialog._table.choose(0)
    with qtbot.waitSignal(application.session.shown, timeout=WAIT_MS):
        qtbot.mouseClick(dialog._back, Qt.MouseButton.LeftButton)
    scanned(application, qtbot)

    assert Relation.SIMILAR in kinds(application)
    assert model.rowCount() == 0
    dialog.accept()


def test_one_act_is_one_row_however_many_pairs_it_has() -> None:
    decisions = Decisions()
    decisions.settle_set([f"{n:02x}" for n in range(20)], note="合同")
    decisions.settle_whole(Relation.IDENTICAL, "i:ab", 3)
    decisions.settle_whole(Relation.IDENTICAL, "i:cd", 2)

    found = sorted(declarations(decisions.settled()), key=lambda one: (len(one.pairs), one.documents))

    assert [(one.kind, one.documents, len(one.pairs)) for one in found] == [
        (Relation.IDENTICAL, 2, 1),
        (Relation.IDENTICAL, 3, 1),
        (Relation.SIMILAR, 20, 190),
    ]


def test_a_declaration_says_what_it_is_about(words: Words, theme: Theme, qtbot: QtBot) -> None:
    entries = [
        Declaration(Relation.SIMILAR, (("a", "b"), ("a", "c")), 3, 0, "合同.docx", ("/d/合同.docx",)),
        Declaration(Relation.SIMILAR, (("a", "b"),), 2, 0),
        Declaration(Relation.IDENTICAL, (("i:a", "i:a"),), 4, 0, "x.png"),
    ]
    dialog = SettledDialog(words, theme, entries)
    qtbot.addWidget(dialog)
    model = SettledModel(words)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.set_rows(entries)

    said = [[model.index(row, column).data() for column in (0, 1)] for row in range(3)]
    assert said == [
        ["合同.docx and 2 more", "a set of 3 documents"],
        ["Documents without a known name", "a pair"],
        ["x.png and 3 more", "a group of 4 files"],
    ]
    assert not dialog._back.isEnabled()


def test_a_settlement_without_pairs_of_its_moment_is_apart() -> None:
    rows = [Settled("a", "b", Relation.SIMILAR, 0, 5), Settled("a", "c", Relation.SIMILAR, 0, 4)]

    assert [one.pairs for one in declarations(rows)] == [(("a", "b"),), (("a", "c"),)]


def test_undo_after_not_duplicates_lists_them_again_and_not_duplicates_takes_their_marks_off(
    start: Callable[..., Application], docs: Path, qtbot: QtBot
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    marking = application.session.marking
    last = application.session.last
    assert last is not None
    similar = next(group for group in last.table.groups if group.kind is Relation.SIMILAR)
    marking.by_hand([similar.members[1].path], is_marked=True)
    assert similar.members[1].path in marking.marks

    settle_first(application, qtbot, View.SIMILAR)
    assert similar.members[1].path not in marking.marks
    assert Relation.SIMILAR not in kinds(application)

    with qtbot.waitSignal(application.session.shown, timeout=WAIT_MS):
        application.window.actions_["undo_mark"].trigger()
    scanned(application, qtbot)
    assert Relation.SIMILAR in kinds(application)

    application.window.actions_["undo_mark"].trigger()
    assert similar.members[1].path in marking.marks
