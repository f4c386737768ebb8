"""The window on a library that is another's: shown with its own folders, only read, and no error at the start."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

import core.snapshot
from core.errors import KnownError
from core.library import Library
from gui.application import Application
from gui.jobs import Progress
from gui.side_items import FolderStatus
from tests.gui.running import WAIT_MS, names, scanned

Start = Callable[..., Application]


@pytest.fixture
def shared(start: Start, docs: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A library with `docs` that may only be read from now on, and a user with another folder; what is listed."""
    first = start(docs)
    scanned(first, qtbot)
    listed = names(first)
    first.session.store.folders = [os.fspath(tmp_path / "own")]
    first.window.close()
    (tmp_path / "own").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path / "cache"))
    monkeypatch.setenv("NEARTWIN_LIBRARY", os.fspath(tmp_path / "the user's own library"))
    monkeypatch.setattr(core.snapshot, "is_shared", lambda _folder: True)
    return listed


def opened(start: Start, qtbot: QtBot) -> tuple[Application, list[KnownError]]:
    """Open the shared library; return the window and what it refuses."""
    application = start()
    refused: list[KnownError] = []
    application.session.refused.connect(refused.append)
    qtbot.waitUntil(lambda: application.session.last is not None, timeout=WAIT_MS)
    return application, refused


@pytest.mark.timeout(120)
def test_its_folders_and_groups_are_shown_without_an_error(
    start: Start, shared: list[str], docs: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "library").iterdir()}
    os.rename(docs, docs.with_name("on another computer"))

    application, refused = opened(start, qtbot)
    qtbot.wait(1500)

    session, window = application.session, application.window
    assert [(state.path, state.status, state.files) for state in session.folders] == [
        (os.fspath(docs), FolderStatus.SHARED, 3)
    ]
    assert names(application) == shared
    assert refused == []
    assert not session.is_scanning
    assert not window.actions_["scan"].isEnabled()
    assert session.watching._watch is None
    assert session.store.folders == [os.fspath(tmp_path / "own")], "the user's own folders stay as they are"
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "library").iterdir()} == before


@pytest.mark.timeout(120)
def test_what_would_be_stored_is_refused_in_words(
    start: Start, shared: list[str], docs: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    application, refused = opened(start, qtbot)
    session = application.session

    def forget(library: Library, _progress: Progress) -> None:
        library.index.drop_files([os.fspath(docs / "合同.txt")])

    session.marking.by_hand([os.fspath(docs / "合同 - 副本.txt")], is_marked=True)
    qtbot.waitUntil(lambda: len(refused) == 1 and not session.marking.marks, timeout=WAIT_MS)
    session.write("", forget)
    qtbot.waitUntil(lambda: len(refused) == 2, timeout=WAIT_MS)
    application._desk.add_folders([os.fspath(tmp_path / "own")])
    application._desk.remove_folder(os.fspath(docs))

    assert len(refused) == 4
    assert {error.message for error in refused} == {
        "The library in {folder} is shared and open to be read only. Choose a library of your own to scan into."
    }
    assert [state.path for state in session.folders] == [os.fspath(docs)]
    assert names(application) == shared
    for box in application.window.findChildren(QMessageBox):
        box.close()
