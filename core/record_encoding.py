"""How a list is written: a byte order mark is no part of its first line, and UTF-16 is read and written as UTF-8.

What has no mark is taken as the bytes it is, whatever they mean.
"""

from __future__ import annotations

import codecs
import io
from typing import TYPE_CHECKING, BinaryIO, Final

from core.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Iterable

AS_IT_STANDS: Final = ""
"""The encoding of a list without a mark."""

UTF_8: Final = "utf-8"

MARKS: Final = {UTF_8: codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
LONGEST_MARK: Final = 3

_BLOCK: Final = 1 << 18


def encoding_of(head: bytes) -> str:
    """Return what the mark at the beginning of a list says."""
    return next((encoding for encoding, mark in MARKS.items() if head.startswith(mark)), AS_IT_STANDS)


def is_wide(encoding: str) -> bool:
    """Return whether a line feed takes more than one byte."""
    return encoding not in (AS_IT_STANDS, UTF_8)


def encoding_of_output(encodings: Iterable[str]) -> str:
    """Return how the lines that stay are written: as the first list is; UTF-16 only where all lists are."""
    listed = list(encodings)
    if not listed or all(map(is_wide, listed)):
        return listed[0] if listed else AS_IT_STANDS
    return UTF_8 if listed[0] != AS_IT_STANDS else AS_IT_STANDS


def narrow(file: BinaryIO, name: str, encoding: str) -> BinaryIO:
    """Return a list that stands behind its mark as bytes whose lines end in one line feed."""
    return io.BufferedReader(_Narrow(file, name, encoding), _BLOCK) if is_wide(encoding) else file


class _Narrow(io.RawIOBase):
    """UTF-16 as UTF-8; halves of a pair that stand alone come back as they were."""

    def __init__(self, file: BinaryIO, name: str, encoding: str) -> None:
        self._file = file
        self._name = name
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogatepass")
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # io names no narrower type
        is_last = False
        while not self._left and not is_last:
            block = self._file.read(_BLOCK)
            is_last = not block
            try:
                self._left = self._decoder.decode(block, is_last).encode("utf-8", "surrogatepass")
            except UnicodeDecodeError as error:
                raise KnownError(
                    "{path} begins like text in UTF-16 and ends in the middle of a character. Save it again as UTF-8.",
                    path=self._name,
                ) from error
        taken, self._left = self._left[: len(buffer)], self._left[len(buffer) :]
        buffer[: len(taken)] = taken
        return len(taken)


class Output(io.RawIOBase):
    """Takes lines in UTF-8, or as they stand, and writes them as `encoding` says, behind its mark."""

    def __init__(self, out: BinaryIO, encoding: str) -> None:
        self._out = out
        self._encoding = encoding
        out.write(MARKS.get(encoding, b""))

    def writable(self) -> bool:
        return True

    def write(self, lines: bytes) -> int:  # type: ignore[override]  # only whole lines are written here
        """Write whole lines, or one line feed."""
        self._out.write(lines.decode("utf-8", "surrogatepass").encode(self._encoding, "surrogatepass"))
        return len(lines)


def written(out: BinaryIO, encoding: str) -> BinaryIO:
    """Return where to write lines so that `out` gets them in this encoding; its mark is written at once."""
    if is_wide(encoding):
        return Output(out, encoding)  # type: ignore[return-value]  # write() is all that is asked of it
    out.write(MARKS.get(encoding, b""))
    return out
