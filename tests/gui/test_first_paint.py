"""The window is painted first; the desks and pages that it needs nothing of for that are made afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.application import Application
from gui.preferences import Preferences
from gui.settings_store import SettingsStore
from gui.side_bar import RELATIONS, View
from tests.gui.running import WAIT_MS

ROOT = Path(__file__).parents[2]

LATE = ("numpy", "gui.overview", "gui.inbox_view", "gui.journal_view", "gui.checking", "gui.disposing")

PAINTED = """
import sys
from PySide6.QtWidgets import QApplication
from core.library_choice import current_folder
from gui.application import Application
from gui.first_paint import FirstPaint
from gui.settings_store import SettingsStore
qt = QApplication([])
store = SettingsStore()
store.folders_of(current_folder())
store.folders = sys.argv[1:]
application = Application(qt, store)
def tell():
    print([name for name in sys.modules if name in LATE], application.window.stack.currentIndex())
    qt.exit()
FirstPaint(application.window).done.connect(tell)
application.window.show()
qt.exec()
"""


def end(application: Application) -> None:
    """Close the window and leave nothing of it behind."""
    application.window.close()
    application.window.deleteLater()
    application.theme.setParent(None)
    application.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def application(qapp: QApplication, tmp_path: Path) -> Iterator[Application]:
    """A window whose rest is not made yet."""
    store = SettingsStore(str(tmp_path / "config" / "neartwin.ini"))
    store.preferences = Preferences(language="zh_CN", mode="dark", is_calm=True, is_notifying=False)
    made = Application(qapp, store, str(tmp_path / "library"))
    yield made
    end(made)


@pytest.mark.parametrize("folders", [(), ("/somewhere",)])
def test_what_the_first_painting_does_not_show_is_loaded_after_it(folders: tuple[str, ...]) -> None:
    script = PAINTED.replace("LATE", repr(LATE))
    done = subprocess.run(
        [sys.executable, "-c", script, *folders],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.stdout == f"[] {1 if folders else 0}\n", done.stderr


def test_all_pages_and_desks_are_there_soon_after_the_first_painting(application: Application, qtbot: QtBot) -> None:
    application.start()

    with qtbot.waitSignal(application.session.opened, timeout=WAIT_MS):
        pass

    assert set(application.window._pages) == set(View) - set(RELATIONS)
    assert application._checking.sheet.window() is application.window


def test_a_page_that_is_asked_for_before_speaks_the_language_chosen(application: Application) -> None:
    application.window.show_view(View.INBOX)

    page = application.window._pages[View.INBOX]
    assert application.window.stack.currentWidget() is page
    assert page._head.accessibleName() == "收件箱"
    assert list(application.window._pages) == [View.INBOX]


def test_the_view_that_was_open_last_is_the_first_to_be_painted(
    application: Application, qapp: QApplication, tmp_path: Path
) -> None:
    application.window.show_view(View.JOURNAL)
    application.window.close()

    again = Application(qapp, SettingsStore(str(tmp_path / "config" / "neartwin.ini")), str(tmp_path / "library"))

    assert again.window.stack.currentWidget() is again.window._pages[View.JOURNAL]
    end(again)


def test_nothing_is_said_of_likeness_before_the_library_is_open(
    qapp: QApplication, docs: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    """A library that cannot be opened is told; then nothing is looked for."""
    (tmp_path / "library").write_bytes(b"no folder")
    store = SettingsStore(str(tmp_path / "config" / "neartwin.ini"))
    store.preferences = Preferences(language="en", mode="light", is_calm=True, is_notifying=False)
    assert store.folders_of(str(tmp_path / "library")) == []
    store.folders = [str(docs)]
    application = Application(qapp, store, str(tmp_path / "library"))
    note = application.window.review._note

    assert note._title.text() == "Still looking"
    with qtbot.waitSignal(application.session.refused, timeout=WAIT_MS):
        application.start()
    assert note._title.text() == "No two files are identical"

    end(application)


@pytest.mark.parametrize("use", ["click", "key", "close"])
def test_who_uses_the_window_at_once_finds_all_of_it(application: Application, use: str, qtbot: QtBot) -> None:
    application._rest._timer.setInterval(60_000)
    application.start()
    handle = application.window.windowHandle()

    if use == "click":
        QTest.mousePress(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(5, 5))
    elif use == "key":
        QTest.keyPress(handle, Qt.Key.Key_A)
    else:
        handle.close()

    assert set(application.window._pages) == set(View) - set(RELATIONS)
    assert application._updating is not None
    if use == "close":
        QCoreApplication.processEvents()
        assert not application.session.jobs._writing
    else:
        qtbot.waitUntil(lambda: application.session._library is not None, timeout=WAIT_MS)


def test_a_window_that_nobody_sees_gets_its_rest_all_the_same(
    application: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.first_paint.LONGEST_MS", 20)
    application.window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    application.start()

    with qtbot.waitSignal(application.session.opened, timeout=WAIT_MS):
        pass


def test_no_part_of_the_rest_holds_the_window_for_long(application: Application) -> None:
    """Bounds what a part may take to a multiple of what it takes, for tests run beside others."""
    longest = 0.0
    parts = application._make_rest()
    while True:
        began = time.process_time()
        is_over = next(parts, application) is application
        longest = max(longest, time.process_time() - began)
        if is_over:
            break

    assert longest < 0.25
