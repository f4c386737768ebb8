"""Where the dialogs that ask for a file open."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from gui.saving import choose_to_open, choose_to_save
from gui.settings_store import SettingsStore


def test_a_file_is_asked_for_in_the_documents_first_and_then_where_the_last_one_was(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent, asked = QWidget(), []
    qtbot.addWidget(parent)
    used = tmp_path / "用过的"
    used.mkdir()

    def answer(_parent: QWidget, _title: str, place: str, _kinds: str) -> tuple[str, str]:
        asked.append(place)
        return os.fspath(used / "list.csv"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)

    for _ in range(2):
        store = SettingsStore(os.fspath(tmp_path / "settings.ini"))
        choose_to_save(parent, store, "Save", "list.csv")
        store.flush()
    choose_to_open(parent, store, "Open")
    store.last_folder = os.fspath(tmp_path / "gone")
    choose_to_open(parent, store, "Open")

    assert asked == [
        os.path.join(documents, "list.csv"),
        os.fspath(used / "list.csv"),
        os.fspath(used),
        documents,
    ]
