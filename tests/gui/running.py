"""Waiting for the window in tests, and documents for it to find."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from gui.application import Application

WAIT_MS = 60_000

LINES = [f"第{n}条　双方约定的第{n}项内容，编号为{n * 37}，由甲方负责办理。" for n in range(1, 20)]


def scanned(application: Application, qtbot: QtBot, timeout_ms: int = WAIT_MS) -> None:
    """Wait until a scan has ended and nothing waits."""
    session = application.session
    qtbot.waitUntil(lambda: session.last is not None and not session.is_scanning, timeout=timeout_ms)


def names(application: Application) -> list[str]:
    """What stands in the first column."""
    model = application.window.review.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]
