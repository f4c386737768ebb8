"""What the window remembers between two runs: its shape, the folders, language, looks, and the options of a scan.

An ini file in the user's configuration folder. Paths are stored as percent-encoded bytes, so that names of any
bytes survive.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_from_bytes, unquote_to_bytes

import platformdirs
from PySide6.QtCore import QByteArray, QSettings

from core.settings import Settings
from core.wording import LANGUAGES, system_language
from gui.theme import MODES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FILE_NAME = "neartwin.ini"


def default_path() -> str:
    """Return where the settings lie (NEARTWIN_SETTINGS overrides it)."""
    named = os.environ.get("NEARTWIN_SETTINGS")
    return named or os.path.join(platformdirs.user_config_dir("neartwin", False), FILE_NAME)


def encode_path(path: str) -> str:
    """Return a path as plain ASCII."""
    return quote_from_bytes(os.fsencode(path))


def decode_path(text: str) -> str:
    """Undo `encode_path`."""
    return os.fsdecode(unquote_to_bytes(text))


def settings_from(values: Mapping[str, Any]) -> Settings:
    """Return settings from what was stored; what is unknown or out of bounds falls back to its default."""
    settings = Settings()
    known = {spec.name for spec in fields(Settings)}
    for name, value in values.items():
        if name not in known:
            continue
        kept = asdict(settings)
        kept[name] = tuple(value) if isinstance(value, list) else value
        try:
            settings = Settings(**kept)
        except (TypeError, ValueError):
            continue
    return settings


class SettingsStore:
    """Reads and writes the ini file."""

    def __init__(self, path: str | None = None) -> None:
        self._ini = QSettings(path or default_path(), QSettings.Format.IniFormat)

    def flush(self) -> None:
        """Write what is still held back."""
        self._ini.sync()

    @property
    def language(self) -> str:
        """The language that was chosen, by default the system's."""
        stored = str(self._ini.value("looks/language", ""))
        return stored if stored in LANGUAGES else system_language()

    @language.setter
    def language(self, language: str) -> None:
        self._ini.setValue("looks/language", language)

    @property
    def theme(self) -> str:
        """One of `gui.theme.MODES`."""
        stored = str(self._ini.value("looks/theme", "system"))
        return stored if stored in MODES else "system"

    @theme.setter
    def theme(self, mode: str) -> None:
        self._ini.setValue("looks/theme", mode)

    @property
    def scale(self) -> float:
        """How much larger than usual letters are."""
        try:
            return min(max(float(str(self._ini.value("looks/scale", 1.0))), 0.8), 2.0)
        except ValueError:
            return 1.0

    @scale.setter
    def scale(self, scale: float) -> None:
        self._ini.setValue("looks/scale", scale)

    @property
    def folders(self) -> list[str]:
        """The folders on the window's list."""
        return [decode_path(text) for text in self._texts("library/folders")]

    @folders.setter
    def folders(self, folders: Sequence[str]) -> None:
        self._set_texts("library/folders", [encode_path(folder) for folder in folders])

    @property
    def settings(self) -> Settings:
        """The options of a scan."""
        try:
            values = json.loads(str(self._ini.value("scan/settings", "{}")))
        except ValueError:
            return Settings()
        return settings_from(values) if isinstance(values, dict) else Settings()

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._ini.setValue("scan/settings", json.dumps(asdict(settings)))

    def shape(self, name: str) -> QByteArray:
        """Return the stored geometry or state of a part of the window; empty when there is none."""
        value = self._ini.value(f"window/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_shape(self, name: str, shape: QByteArray) -> None:
        """Store the geometry or state of a part of the window."""
        self._ini.setValue(f"window/{name}", shape)

    @property
    def sorting(self) -> tuple[int, bool]:
        """The column that sorts the list (-1 for none), and whether it descends."""
        text = str(self._ini.value("window/sorting", "-1"))
        column = text.removesuffix("d")
        return (int(column) if column.lstrip("-").isdigit() else -1), text.endswith("d")

    @sorting.setter
    def sorting(self, sorting: tuple[int, bool]) -> None:
        column, is_descending = sorting
        self._ini.setValue("window/sorting", f"{column}{'d' if is_descending else ''}")

    @property
    def toggled_groups(self) -> list[str]:
        """Groups that are open or closed against the rule for their number."""
        return self._texts("window/toggled")

    @toggled_groups.setter
    def toggled_groups(self, names: Sequence[str]) -> None:
        self._set_texts("window/toggled", names)

    @property
    def view(self) -> str:
        """The view that was shown last."""
        return str(self._ini.value("window/view", ""))

    @view.setter
    def view(self, view: str) -> None:
        self._ini.setValue("window/view", view)

    def _texts(self, name: str) -> list[str]:
        try:
            values = json.loads(str(self._ini.value(name, "[]")))
        except ValueError:
            return []
        return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []

    def _set_texts(self, name: str, texts: Sequence[str]) -> None:
        self._ini.setValue(name, json.dumps(list(texts)))
