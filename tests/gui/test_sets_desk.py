"""A form as a table, and the versions of a document: opened by a key, exported, declared wanted, compared."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from core.documents import Relation
from core.report import kept_as_written
from core.template_table import template_table
from core.versions import Step
from gui.application import Application
from gui.sets_desk import save_table
from gui.side_bar import View
from gui.template_dialog import Form, TemplateDialog, TemplateModel
from gui.theme import Theme
from gui.versions_dialog import VersionModel, VersionsDialog
from gui.words import Words
from tests.gui.running import LINES, WAIT_MS, scanned

PEOPLE = [("张三", 3200), ("李四", 3500), ("=王五", 4100)]


@pytest.fixture
def contracts(tmp_path: Path) -> Path:
    """Three contracts of one form, named as versions of one document."""
    folder = tmp_path / "合同"
    folder.mkdir()
    for nth, (name, rent) in enumerate(PEOPLE, 1):
        path = folder / f"租赁合同 v{nth}.txt"
        path.write_text(f"甲方：{name}\n" + "\n".join(LINES) + f"\n每月租金：{rent}元整。", encoding="utf-8")
        os.utime(path, (1_700_000_000 + nth * 86_400,) * 2)
    return folder


@pytest.fixture
def similar(start: Callable[..., Application], contracts: Path, qtbot: QtBot) -> Application:
    application = start(contracts)
    scanned(application, qtbot)
    application.window.show_view(View.SIMILAR)
    application.window.review.view.go_to(1)
    return application


def opened(application: Application, kind: type, qtbot: QtBot) -> TemplateDialog | VersionsDialog:
    qtbot.waitUntil(lambda: application.window.findChild(kind) is not None, timeout=WAIT_MS)
    return application.window.findChild(kind)


def button(dialog: TemplateDialog | VersionsDialog, text: str) -> QPushButton:
    return next(one for one in dialog.findChildren(QPushButton) if one.text() == text)


def test_a_form_is_a_table_that_is_declared_wanted_as_a_whole(similar: Application, qtbot: QtBot) -> None:
    similar.window.actions_["table"].trigger()
    dialog = opened(similar, TemplateDialog, qtbot)

    model = dialog.model
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    assert heads[0] == "Document"
    assert any("租金" in head for head in heads)
    values = {model.index(row, column).data() for row in range(3) for column in range(1, model.columnCount())}
    assert {"3200", "3500", "4100"} <= values or {"32", "35", "41"} <= {value[:2] for value in values}
    with qtbot.waitSignal(similar.session.shown, timeout=WAIT_MS):
        qtbot.mouseClick(button(dialog, "All are wanted: not duplicates"), Qt.MouseButton.LeftButton)
    scanned(similar, qtbot)

    assert similar.session.last is not None
    assert similar.session.last.table.count_by_kind()[Relation.SIMILAR] == 0


def test_versions_stand_in_the_order_in_which_they_were_written_and_are_compared(
    similar: Application, qtbot: QtBot
) -> None:
    similar.window.actions_["versions"].trigger()
    dialog = opened(similar, VersionsDialog, qtbot)

    names = [dialog.model.index(row, 0).data() for row in range(dialog.model.rowCount())]
    assert names == ["租赁合同 v1.txt", "租赁合同 v2.txt", "租赁合同 v3.txt"]
    assert "adds " in dialog.model.index(1, 2).data()
    with qtbot.waitSignal(dialog.compare_wanted, timeout=WAIT_MS) as told:
        qtbot.mouseClick(button(dialog, "Compare with the one before"), Qt.MouseButton.LeftButton)
    assert [os.path.basename(path) for path in told.args] == ["租赁合同 v3.txt", "租赁合同 v2.txt"]


def test_an_exported_table_has_a_row_a_document_and_no_formula(tmp_path: Path) -> None:
    texts = [f"甲方：{name}，\n{LINES[0]}\n租金：{rent}元" for name, rent in PEOPLE]
    form = Form(tuple(f"/文档/{n}.txt" for n in range(3)), template_table(texts))
    path = tmp_path / "table.csv"

    save_table(str(path), ["Document", "Folder", *form.table.titles], form)

    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(path.read_text("utf-8-sig").splitlines()))
    assert len(rows) == 4
    assert rows[1][:2] == ["0.txt", "/文档"]
    assert rows[3][2] == "'=王五"


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("010", "010\t"),
        ("110101199003078515", "110101199003078515\t"),
        ("3-5", "3-5\t"),
        ("12E5", "12E5\t"),
        ("3200", "3200"),
        ("0.5", "0.5"),
        ("2024-03-01", "2024-03-01"),
        ("=王五", "'=王五"),
    ],
)
def test_an_exported_value_stays_as_it_is_written(value: str, cell: str) -> None:
    assert kept_as_written(value) == cell


def test_the_models_keep_qts_rules(words: Words, theme: Theme, qtbot: QtBot) -> None:
    form = Form(("/a", "/b"), template_table(["甲方：张\n租金 3元", "甲方：李\n租金 4元"]), 1)
    table, versions = TemplateModel(words), VersionModel(words)
    for model in (table, versions):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    table.set_form(form)
    steps = [Step("/a", 0, False), Step("/b", 5, True, "/a", ("x", "y"), (), 3), Step("/c", 6, True, "/b")]
    versions.set_rows(steps)

    assert versions.index(1, 2).data() == "adds “x”, “y” and 3 more"
    assert versions.index(2, 2).data() == "The same words"
    for dialog in (TemplateDialog(words, theme, form), VersionsDialog(words, theme, steps)):
        qtbot.addWidget(dialog)
        words.set_language("zh_CN")
        words.set_language("en")


def test_the_table_of_a_form_is_sorted_by_a_column_and_back_again(words: Words) -> None:
    texts = ("甲方：张三\n月租 3200 元。", "甲方：李四\n月租 3500 元。", "甲方：赵五\n月租 2900 元。")
    form = Form(("/b.txt", "/a.txt", "/c.txt"), template_table(texts))
    model = TemplateModel(words)
    model.set_form(form)

    def names() -> list[str]:
        return [model.index(row, 0).data() for row in range(3)]

    model.sort(0)
    assert names() == ["a.txt", "b.txt", "c.txt"]
    rent = next(column for column in range(1, model.columnCount()) if "3200" in model.index(1, column).data())
    model.sort(rent, Qt.SortOrder.DescendingOrder)
    assert names() == ["a.txt", "b.txt", "c.txt"]
    model.sort(rent)
    assert names() == ["c.txt", "b.txt", "a.txt"]
    model.sort(-1)
    assert names() == ["b.txt", "a.txt", "c.txt"]
