"""Protected folders change after the scan: their files are never marked, by hand or by rule, by any path (D8)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from core.decisions import FolderRole
from core.rules import Rule, RuleKind
from gui.application import Application
from gui.protecting import ProtectedDialog, Protecting
from gui.theme import Theme
from gui.words import Words
from tests.gui.running import LINES, WAIT_MS, scanned


@pytest.fixture
def safe(tmp_path: Path) -> Path:
    """A folder of two identical files, one of them in `safe`."""
    docs = tmp_path / "docs"
    (docs / "safe").mkdir(parents=True)
    (docs / "a.txt").write_text("\n".join(LINES), encoding="utf-8")
    shutil.copy(docs / "a.txt", docs / "safe" / "b.txt")
    shutil.copy(docs / "a.txt", docs / "c.txt")
    return docs / "safe"


def protecting(application: Application) -> Protecting:
    return application.window.findChild(Protecting)


def mark(application: Application, qtbot: QtBot, *paths: Path) -> set[str]:
    """Mark by hand, and return which files are marked then."""
    application.session.marking.by_hand([str(path) for path in paths], is_marked=True)
    qtbot.wait(20)
    return {os.path.basename(path) for path in application.session.marking.marks}


def protect(application: Application, qtbot: QtBot, *folders: Path) -> None:
    with qtbot.waitSignal(application.session.shown, timeout=WAIT_MS):
        protecting(application).protect([str(folder) for folder in folders])
    scanned(application, qtbot)
    qtbot.wait(100)


def test_a_file_in_a_folder_protected_after_the_scan_loses_its_mark_and_gets_none(
    start: Callable[..., Application], safe: Path, qtbot: QtBot
) -> None:
    application = start(safe.parent)
    scanned(application, qtbot)
    assert mark(application, qtbot, safe / "b.txt") == {"b.txt"}

    protect(application, qtbot, safe)

    assert application.session.marking.marks == {}
    assert mark(application, qtbot, safe / "b.txt", safe.parent / "c.txt") == {"c.txt"}


def test_protection_taken_off_and_set_again_holds_by_hand_and_by_rule_also_behind_a_link(
    start: Callable[..., Application], safe: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    application = start(safe.parent)
    scanned(application, qtbot)
    link = tmp_path / "another way"
    link.symlink_to(safe.parent)
    protect(application, qtbot, link / "safe")
    protect(application, qtbot)
    assert mark(application, qtbot, safe / "b.txt") == {"b.txt"}

    protect(application, qtbot, link / "safe")

    assert mark(application, qtbot, safe / "b.txt", link / "safe" / "b.txt") == set()
    told: list[object] = []
    application.session.mark_by_rule(Rule(RuleKind.DROP_FOLDER, (str(safe),)), told.append)
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT_MS)
    application.session.mark_by_rule(Rule(RuleKind.SURPLUS), told.append)
    qtbot.waitUntil(lambda: len(told) == 2, timeout=WAIT_MS)
    assert not any("b.txt" in path for path in application.session.marking.marks)
    assert application.session.marking.marks


def test_protection_outlives_the_program(start: Callable[..., Application], safe: Path, qtbot: QtBot) -> None:
    first = start(safe.parent)
    scanned(first, qtbot)
    protect(first, qtbot, safe)
    first.window.close()

    again = start()
    scanned(again, qtbot)
    qtbot.wait(100)

    assert mark(again, qtbot, safe / "b.txt") == set()


def test_the_folder_of_a_row_is_protected_by_its_menu(
    start: Callable[..., Application], safe: Path, qtbot: QtBot
) -> None:
    application = start(safe.parent)
    scanned(application, qtbot)
    model, view = application.window.review.model, application.window.review.view
    view.go_to(next(row for row in range(model.rowCount()) if model.index(row, 0).data() == "b.txt"))

    with qtbot.waitSignal(application.session.shown, timeout=WAIT_MS):
        application.window.actions_["protect"].trigger()
    scanned(application, qtbot)

    known: list[list[str]] = []
    application.session.ask(lambda library: library.decisions.folders(FolderRole.PROTECTED), known.append)
    qtbot.waitUntil(lambda: bool(known), timeout=WAIT_MS)
    assert known == [[str(safe)]]


def test_the_list_is_changed_only_by_save(words: Words, theme: Theme, qtbot: QtBot) -> None:
    dialog = ProtectedDialog(words, theme, ["/a"], lambda: "/b")
    qtbot.addWidget(dialog)
    heard: list[list[str]] = []
    dialog.agreed.connect(heard.append)
    buttons = {button.text(): button for button in dialog.findChildren(QPushButton)}

    qtbot.mouseClick(buttons["Add folder…"], Qt.MouseButton.LeftButton)
    assert heard == []
    qtbot.mouseClick(buttons["Save"], Qt.MouseButton.LeftButton)

    assert heard == [["/a", "/b"]]
