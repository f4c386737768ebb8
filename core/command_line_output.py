"""Where the command line writes: JSON, and files that appear whole or not at all."""

from __future__ import annotations

import io
import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from core.errors import KnownError
from core.output_file import output_file

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


@contextmanager
def writing(destination: str) -> Iterator[TextIO]:
    """Give a file to write to; "-" is standard output. A file appears whole or not at all."""
    if destination == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    try:
        with output_file(destination) as raw, io.TextIOWrapper(raw, "utf-8", newline="") as file:
            yield file
    except OSError as error:
        raise KnownError(
            "The file {path} could not be written: {reason}. Choose another place.",
            path=destination,
            reason=error.strerror or error,
        ) from error
