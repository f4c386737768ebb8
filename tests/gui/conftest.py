"""What the tests of the window share: one application without a display, and no warning of Qt unheard."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from gui.theme import Theme
from gui.words import Words

HARMLESS = ("propagateSizeHints", "This plugin does not support")
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
