"""Data files of the program, and the one way to find them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def resource_path(*names: str) -> Path:
    """Return the path of a data file shipped with the program, from source and when frozen."""
    from pathlib import Path  # noqa: PLC0415 - a scan in English needs no file of ours

    return Path(__file__).resolve().parent.joinpath(*names)
