"""What the window remembers between two runs: its shape, the folders, language, looks, and the options of a scan.

An ini file in the user's configuration folder. Paths are stored as percent-encoded bytes, so that names of any
bytes survive.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote_from_bytes, unquote_to_bytes

import platformdirs
from PySide6.QtCore import QByteArray, QSettings

from core.library_choice import usual_folder
from core.settings import Settings
from gui.preferences import Preferences
from gui.update_note import UpdateNote

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T", Settings, Preferences, UpdateNote)

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


def tolerant(kind: type[T], values: Any) -> T:
    """Return a value of `kind` from what was stored; what is unknown or out of bounds falls back to its default."""
    made = kind()
    known = {spec.name for spec in fields(kind)}
    for name, value in values.items() if isinstance(values, dict) else ():
        if name not in known:
            continue
        kept = asdict(made)
        kept[name] = tuple(value) if isinstance(value, list) else value
        try:
            made = kind(**kept)
        except (TypeError, ValueError):
            continue
    return made


class SettingsStore:
    """Reads and writes the ini file."""

    def __init__(self, path: str | None = None) -> None:
        self._ini = QSettings(path or default_path(), QSettings.Format.IniFormat)
        self._folders_key = "library/folders"

    def flush(self) -> None:
        """Write what is still held back."""
        self._ini.sync()

    @property
    def preferences(self) -> Preferences:
        """The choices about the window itself."""
        return tolerant(Preferences, self._json("looks/preferences"))

    @preferences.setter
    def preferences(self, preferences: Preferences) -> None:
        self._ini.setValue("looks/preferences", json.dumps(asdict(preferences)))

    def folders_of(self, library: str) -> list[str]:
        """Return the folders on the list of a library, and keep the list for this library from now on."""
        place = os.path.abspath(library)
        self._folders_key = "library/folders"
        if place != os.path.abspath(usual_folder()):
            self._folders_key += f"-{hashlib.sha256(os.fsencode(place)).hexdigest()[:16]}"
        return self.folders

    @property
    def folders(self) -> list[str]:
        """The folders on the window's list; each library has its own."""
        return [decode_path(text) for text in self._texts(self._folders_key)]

    @folders.setter
    def folders(self, folders: Sequence[str]) -> None:
        self._set_texts(self._folders_key, [encode_path(folder) for folder in folders])

    @property
    def settings(self) -> Settings:
        """The options of a scan."""
        return tolerant(Settings, self._json("scan/settings"))

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._ini.setValue("scan/settings", json.dumps(asdict(settings)))

    @property
    def update_note(self) -> UpdateNote:
        """What is known of newer versions."""
        return tolerant(UpdateNote, self._json("updates/note"))

    @update_note.setter
    def update_note(self, note: UpdateNote) -> None:
        self._ini.setValue("updates/note", json.dumps(asdict(note)))

    @property
    def last_folder(self) -> str:
        """The folder in which a file was written or opened last; "" for none yet."""
        return decode_path(str(self._ini.value("files/folder", "")))

    @last_folder.setter
    def last_folder(self, folder: str) -> None:
        self._ini.setValue("files/folder", encode_path(folder))

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
        values = self._json(name)
        return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []

    def _json(self, name: str) -> Any:
        try:
            return json.loads(str(self._ini.value(name, "null")))
        except ValueError:
            return None

    def _set_texts(self, name: str, texts: Sequence[str]) -> None:
        self._ini.setValue(name, json.dumps(list(texts)))
