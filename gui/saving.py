"""Files that the user names: asked for where the last one was; written whole or not at all, trouble told once."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog

from core.errors import KnownError
from core.output_file import text_output

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from gui.settings_store import SettingsStore


def choose_to_save(parent: QWidget, store: SettingsStore, title: str, name: str, kinds: str = "") -> tuple[str, str]:
    """Ask where to write a file, `name` proposed; return its path ("" for nowhere) and the kind that was chosen."""
    path, kind = QFileDialog.getSaveFileName(parent, title, os.path.join(_folder(store), name), kinds)
    _remember(store, path)
    return path, kind


def choose_to_open(parent: QWidget, store: SettingsStore, title: str, kinds: str = "") -> str:
    """Ask which file to read; return its path, "" for none."""
    path, _ = QFileDialog.getOpenFileName(parent, title, _folder(store), kinds)
    _remember(store, path)
    return path


def _folder(store: SettingsStore) -> str:
    """Return the folder used last, at first that of the user's documents."""
    if os.path.isdir(store.last_folder):
        return store.last_folder
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)


def _remember(store: SettingsStore, path: str) -> None:
    if path:
        store.last_folder = os.path.dirname(os.path.abspath(path))


def save_text(path: str, write: Callable[[TextIO], object], refused: Callable[[KnownError], object]) -> None:
    """Let `write` fill the file at `path`; names that are no text keep their bytes.

    A table begins with the mark by which spreadsheets know UTF-8; JSON must not.
    """
    encoding = "utf-8" if path.lower().endswith(".json") else "utf-8-sig"
    try:
        with text_output(path, encoding, errors="surrogateescape") as file:
            write(file)
    except KnownError as error:
        refused(error)
