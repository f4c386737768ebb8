"""The language and the theme can be changed while a scan runs: nothing starts anew, and no mark is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.documents import Relation
from gui.application import Application
from gui.side_bar import View
from tests.gui.running import LINES, scanned

pytestmark = pytest.mark.gui


def fill(folder: Path, count: int) -> None:
    """Write documents that differ, enough of them for a scan to last."""
    for number in range(count):
        lines = [f"{number}-{line}" for line in LINES]
        (folder / f"第{number}号.txt").write_text("\n".join(lines), encoding="utf-8")


def choose_language(application: Application, language: str) -> None:
    """Choose a language from the menu, as a person does."""
    actions = application.window._menus["language"].actions()
    next(action for action in actions if action.data() == language).trigger()


def texts(application: Application) -> list[str]:
    """Return what the labels and the side bar say."""
    labels = [label.text() for label in application.window.findChildren(QLabel) if label.isVisible()]
    return labels + [item.accessibleName() for item in application.window.side._items.values()]


def test_a_running_scan_goes_on_and_marks_stay(
    start: Callable[..., Application], docs: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    session, window = application.session, application.window
    window.show_view(View.IDENTICAL)
    application.window.actions_["mark_copies"].trigger()
    qtbot.waitUntil(lambda: bool(session.marking.marks), timeout=5000)
    marked = dict(session.marking.marks)
    fill(docs, 300)
    session.scan()
    qtbot.waitUntil(lambda: session._scan is not None and session._scan.snapshot().done > 0, timeout=20_000)
    running = session._scan

    for language in ("zh_CN", "zh_TW", "en", "zh_CN"):
        choose_language(application, language)
        qtbot.wait(30)
        assert application.words.language == language
        assert session._scan is running, "the scan ended before it could be looked at"
        assert session.marking.marks == marked
        said = texts(application)
        assert any("完全相同" in text for text in said) == (language != "en")
        assert any("Identical files" in text for text in said) == (language == "en")
    assert "停止" in window.bar._stop.text()

    scanned(application, qtbot)
    assert session.last is not None
    assert session.last.result.is_complete
    assert session.last.result.counts.files == 303
    assert session.marking.marks == marked
    assert session.last.table.count_by_kind()[Relation.IDENTICAL] == 1
