"""Writing a file that the user named: whole or not at all, and trouble told in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from core.errors import KnownError
from core.output_file import text_output

if TYPE_CHECKING:
    from collections.abc import Callable


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
