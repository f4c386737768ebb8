"""Every model of the window is shown to Qt's own tester somewhere."""

from __future__ import annotations

import ast
from pathlib import Path

from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.folder_question import LoneFile
from gui.folder_view import LoneFileModel
from gui.words import Words

ROOT = Path(__file__).resolve().parents[2]


def models() -> set[str]:
    """Names of the classes in `gui` that are models."""
    found = set()
    for path in (ROOT / "gui").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and any(_is_model(ast.unparse(base)) for base in node.bases):
                found.add(node.name)
    return found - {"RowModel"}


def _is_model(base: str) -> bool:
    return base.startswith(("QAbstract", "RowModel")) and "Model" in base


def test_every_model_is_named_where_the_tester_is_used() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "tests" / "gui").glob("test_*.py")]
    tested = "\n".join(text for text in texts if "ModelTester(" in text)

    assert len(models()) > 15
    assert [name for name in sorted(models()) if name not in tested] == []


def test_the_files_of_one_folder_alone_keep_qts_rules(words: Words, qtbot: QtBot) -> None:
    model = LoneFileModel(words)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.set_rows([LoneFile("/备份/补充.docx", 20_000), LoneFile("/备份/b.docx", 1)])
    model.retranslate()
    model.set_rows(())
