"""The window while the disk of a folder is away: the folder says so, and is there again when the disk is."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import core.volumes
from gui.application import Application
from gui.side_items import FolderStatus
from tests.gui.running import WAIT_MS, names, scanned


@pytest.mark.timeout(120)
def test_a_disk_that_is_away_at_the_start_is_shown_so_until_it_is_mounted(
    start: Callable[..., Application], docs: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core.volumes, "_disk_identities", dict)
    first = start(docs)
    scanned(first, qtbot)
    listed = names(first)
    first.window.close()
    os.rename(docs, docs.with_name("disk"))
    docs.mkdir()

    again = start()
    session = again.session
    scanned(again, qtbot)
    qtbot.waitUntil(lambda: session.folders[0].status is FolderStatus.OFFLINE, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: names(again) == [], timeout=WAIT_MS)
    qtbot.wait(3000)
    away = session.folders[0].status
    os.rename(docs, docs.with_name("mount point"))
    os.rename(docs.with_name("disk"), docs)
    qtbot.waitUntil(lambda: session.folders[0].status is FolderStatus.WATCHED, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: names(again) == listed, timeout=WAIT_MS)

    assert listed
    assert away is FolderStatus.OFFLINE
