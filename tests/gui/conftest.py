"""What the tests of the window share: one application without a display, and no warning of Qt unheard."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from core.settings import Settings
from gui.application import Application
from gui.preferences import Preferences
from gui.settings_store import SettingsStore
from gui.theme import Theme
from gui.words import Words
from tests.gui.running import LINES
from tests.unit.servers import RedisServer

HARMLESS = ("propagateSizeHints", "This plugin does not support", "systemTrayWindowChanged")
"""What the display without a display says about itself."""


@pytest.fixture(autouse=True)
def qt_warnings() -> Iterator[list[str]]:
    """Fail a test during which Qt warned."""
    heard: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not any(part in message for part in HARMLESS):
            heard.append(message)

    before = qInstallMessageHandler(hear)
    yield heard
    qInstallMessageHandler(before)
    assert not heard


@pytest.fixture
def words() -> Words:
    """The words in English."""
    return Words("en")


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """The light theme."""
    made = Theme(qapp, mode="light")
    yield made
    made.deleteLater()


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the user's own settings and library out of the tests."""
    monkeypatch.setenv("NEARTWIN_SETTINGS", str(tmp_path / "config" / "neartwin.ini"))
    monkeypatch.setenv("NEARTWIN_LIBRARY", str(tmp_path / "library"))


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A folder with two identical texts and one near duplicate."""
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / "合同.txt").write_text("\n".join(LINES), encoding="utf-8")
    shutil.copy(folder / "合同.txt", folder / "合同 - 副本.txt")
    (folder / "合同 2025.txt").write_text("\n".join([*LINES[:-1], "最后一条　另行商定。"]), encoding="utf-8")
    return folder


@pytest.fixture
def start(qapp: QApplication, tmp_path: Path) -> Iterator[Callable[..., Application]]:
    """Start the window; it is closed after the test."""
    started: list[Application] = []
    crashes: list[str] = []

    def begin(*folders: Path, language: str = "en") -> Application:
        store = SettingsStore(str(tmp_path / "config" / "neartwin.ini"))
        store.preferences = Preferences(language=language, mode="light", is_calm=True, is_notifying=False)
        store.settings = Settings(worker_count=1, settle_seconds=0.1)
        application = Application(qapp, store, str(tmp_path / "library"))
        application.session.crashed.connect(crashes.append)
        application.start([str(folder) for folder in folders])
        application.finish()
        application.window.resize(1280, 860)  # the offscreen screen is smaller than any that people have
        started.append(application)
        return application

    yield begin
    for application in started:
        application.window.close()
        application.window.deleteLater()
        application.theme.setParent(None)
        application.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert crashes == []


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A team's server that keeps nothing on its disk."""
    running = RedisServer(tmp_path / "redis", "--save", "")
    yield running
    running.kill()
