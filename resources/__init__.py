"""Data files of the program, and the one way to find them."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).resolve().parent


def resource_path(*names: str) -> Path:
    """Return the path of a data file shipped with the program, from source and when frozen."""
    return _FOLDER.joinpath(*names)
