"""Records of Excel's binary workbooks up to 2003 and their strings.

Source: [MS-XLS] sections 2.1.4 (record), 2.5.293 (XLUnicodeRichExtendedString), 2.5.294 (XLUnicodeString), 2.4.58
(Continue), 2.5.217 (RkNumber). Excel 2 to 5 have the same frame with 8-bit strings in the workbook's code page.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from core.extract.font_runs import with_fonts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CONTINUE = 0x3C


def records(data: bytes) -> Iterator[tuple[int, list[bytes]]]:
    """Yield each record as its type and its data: one stretch, and one more for each CONTINUE after it."""
    position = 0
    pending: tuple[int, list[bytes]] | None = None
    while position + 4 <= len(data):
        kind, size = struct.unpack_from("<HH", data, position)
        chunk = data[position + 4 : position + 4 + size]
        position += 4 + size
        if kind == CONTINUE and pending is not None:
            pending[1].append(chunk)
            continue
        if pending is not None:
            yield pending
        pending = (kind, [chunk])
    if pending is not None:
        yield pending


class Strings:
    """Reads strings that run over the stretches of a record."""

    def __init__(self, chunks: list[bytes]) -> None:
        self._chunks = chunks
        self._index = 0
        self._at = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing is left."""
        while self._index < len(self._chunks) and self._at >= len(self._chunks[self._index]):
            self._index += 1
            self._at = 0
        return self._index >= len(self._chunks)

    def take(self, count: int) -> bytes:
        """Return the next `count` bytes, fewer at the end."""
        out = []
        while count > 0 and not self.is_over:
            piece = self._chunks[self._index][self._at : self._at + count]
            self._at += len(piece)
            count -= len(piece)
            out.append(piece)
        return b"".join(out)

    def number(self, size: int) -> int:
        """Return an unsigned little-endian number of `size` bytes."""
        return int.from_bytes(self.take(size), "little")

    def characters(self, count: int, is_wide: bool) -> str:
        """Return `count` characters; where a new stretch begins, its first byte says whether they go on wide."""
        out = []
        while count > 0 and self._index < len(self._chunks):
            chunk = self._chunks[self._index]
            if self._at >= len(chunk):
                self._index += 1
                self._at = 1
                if self._index < len(self._chunks) and self._chunks[self._index]:
                    is_wide = bool(self._chunks[self._index][0] & 1)
                continue
            size = 2 if is_wide else 1
            have = min(count, (len(chunk) - self._at) // size)
            if have <= 0:
                self._at = len(chunk)
                continue
            raw = chunk[self._at : self._at + have * size]
            self._at += have * size
            count -= have
            out.append(raw.decode("utf-16-le", "replace") if is_wide else raw.decode("latin-1"))
        return "".join(out)

    def rich(self, count_size: int = 2, fonts: Mapping[int, str] | None = None) -> str:
        """Return an XLUnicodeRichExtendedString; phonetic readings are passed over.

        Args:
            fonts: marks of the fonts that raise or lower text.
        """
        count = self.number(count_size)
        flags = self.number(1)
        runs = self.number(2) if flags & 8 else 0
        phonetic = self.number(4) if flags & 4 else 0
        text = self.characters(count, bool(flags & 1))
        found = self.take(4 * runs)
        self.take(phonetic)
        return with_fonts(text, found, fonts or {}) if runs else text


def real_of_rk(rk: int) -> float:
    """Return the number that the 32 bits of an RkNumber stand for."""
    if rk & 2:
        value = float(rk >> 2 if rk < 0x80000000 else (rk >> 2) - 0x40000000)
    else:
        value = struct.unpack("<d", struct.pack("<Q", (rk & 0xFFFFFFFC) << 32))[0]
    return value / 100 if rk & 1 else value
