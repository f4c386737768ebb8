"""Where the command line writes: JSON, and files that appear whole or not at all."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from core.command_guard import WrongCallError
from core.errors import not_written
from core.output_file import is_same_file, text_output, try_to_write

if TYPE_CHECKING:
    from collections.abc import Iterator


def write_json(file: TextIO, value: Any) -> None:
    """Write JSON; names that are no UTF-8 come as escapes of their bytes.

    The text is made in one go: `json.dump` to a file does without the fast encoder and takes twenty times as long.
    """
    text = json.dumps(value, ensure_ascii=file.encoding.lower() not in ("utf-8", "utf8"))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value)
    file.write(text)
    file.write("\n")


def require_places(*destinations: str | None) -> None:
    """Refuse destinations that cannot be written, or that are one, before hours of work go into them.

    Args:
        destinations: files, "-" for standard output, None for what is not asked for.

    Raises:
        WrongCallError: when two are the same.
        KnownError: when one cannot be written.
    """
    named = [destination for destination in destinations if destination is not None]
    for place, one in enumerate(named):
        if any(one == other or ("-" not in (one, other) and is_same_file(one, other)) for other in named[:place]):
            raise WrongCallError(f"Two reports cannot both be written to {one}.")
        if one != "-":
            try:
                try_to_write(one)
            except OSError as error:
                raise not_written(one, error) from error


@contextmanager
def writing(destination: str) -> Iterator[TextIO]:
    """Give a file to write to; "-" is standard output. A file appears whole or not at all."""
    if destination == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    with text_output(destination) as file:
        yield file
