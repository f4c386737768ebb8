"""Settings and preferences as JSON text, for export and import. Unknown names are passed over, wrong values refused."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any, TypeVar

from core.errors import KnownError
from core.settings import Settings
from gui.preferences import Preferences

T = TypeVar("T", Settings, Preferences)

VERSION = 1


def to_text(settings: Settings, preferences: Preferences) -> str:
    """Return both as JSON."""
    whole = {"version": VERSION, "settings": asdict(settings), "preferences": asdict(preferences)}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def from_text(text: str) -> tuple[Settings, Preferences]:
    """Return what `to_text` wrote; names that are missing have their default.

    Raises:
        KnownError: when the text is no settings file, or a value is not allowed.
    """
    try:
        whole = json.loads(text)
        if whole.get("version", VERSION) > VERSION:
            raise KnownError("These settings were saved by a newer version of Neartwin.")
        return _made(Settings, whole["settings"]), _made(Preferences, whole.get("preferences", {}))
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise KnownError("This file does not hold settings of Neartwin.") from error


def _made(kind: type[T], values: dict[str, Any]) -> T:
    known = {spec.name: spec.default for spec in fields(kind)}
    taken = {name: _like(known[name], value) for name, value in values.items() if name in known}
    return kind(**taken)


def _like(default: Any, value: Any) -> Any:
    if isinstance(default, tuple):
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise TypeError(f"{value!r} is no list of words")
        return tuple(value)
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not type(default):
        raise TypeError(f"{value!r} is no {type(default).__name__}")
    return value
