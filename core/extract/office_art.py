"""Records of [MS-ODRAW] (OfficeArt): pictures and decorated words in .doc, .ppt and .xls.

A record is an 8-byte header (section 2.2.1 OfficeArtRecordHeader: version and instance, type, length) and its
data; version 0xF marks a container. Read against the public specification, since no kept library reads it:
olefile gives the streams only.
"""

from __future__ import annotations

import io
import re
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.extract.archive import Archive
from core.extract.reading import ReadingError
from core.extract.streamed_xml import elements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.extract.reading import Limits

CONTAINER = 0xF
MAXIMUM_NESTING = 60
"""Drawings nest groups a few levels deep; a hostile file could nest thousands."""

MAXIMUM_METAFILE = 64 * 1024 * 1024

FBSE = 0xF007
OPTIONS = frozenset((0xF00B, 0xF121, 0xF122))
CLIENT_TEXTBOX = 0xF00D
_METAFILES = frozenset((0xF01A, 0xF01B, 0xF01C))
_BITMAPS = frozenset((0xF01D, 0xF01E, 0xF01F, 0xF029, 0xF02A))
_TWO_UIDS = frozenset((0x3D5, 0x217, 0x543, 0x46B, 0x6E3, 0x6E1, 0x7A9, 0x6E5))
"""Instances of section 2.2.24 to 2.2.31 that say a second 16-byte identifier follows."""

_WORD_ART_TEXT, _PACKAGE = 0x00C0, 0x03A9
_HEADER = struct.Struct("<HHI")


@dataclass(frozen=True, slots=True)
class Record:
    """One record: `start` and `end` bound its data in the buffer it was read from."""

    version: int
    instance: int
    type: int
    start: int
    end: int


def records(data: bytes, start: int = 0, end: int | None = None) -> Iterator[Record]:
    """Yield the records that stand side by side in `data[start:end]`; a length past the end is cut there."""
    stop = len(data) if end is None else min(end, len(data))
    while start + 8 <= stop:
        options, kind, length = _HEADER.unpack_from(data, start)
        start += 8
        yield Record(options & 0xF, options >> 4, kind, start, min(start + length, stop))
        start += length


def walk(data: bytes, start: int = 0, end: int | None = None, depth: int = 0) -> Iterator[Record]:
    """Yield all records, containers before what they contain."""
    for record in records(data, start, end):
        yield record
        if record.version == CONTAINER and depth < MAXIMUM_NESTING:
            yield from walk(data, record.start, record.end, depth + 1)


def blips(data: bytes, start: int = 0, end: int | None = None) -> Iterator[bytes]:
    """Yield the pictures of `data[start:end]`: bitmaps as their file's bytes, metafiles decompressed."""
    for record in walk(data, start, end):
        if record.type == FBSE and record.end - record.start > 36:
            yield from blips(data, record.start + 36 + data[record.start + 33], record.end)
        else:
            picture = _picture(data, record)
            if picture:
                yield picture


def delayed_blips(store: bytes, stream: bytes) -> Iterator[bytes]:
    """Yield the pictures whose FBSE entries stand in `store` and point (foDelay, section 2.2.32) into `stream`."""
    for record in walk(store):
        if record.type == FBSE and record.end - record.start >= 36:
            size, _, offset = struct.unpack_from("<III", store, record.start + 20)
            if size and offset != 0xFFFFFFFF:
                yield from blips(stream, offset, offset + size)


def _picture(data: bytes, record: Record) -> bytes:
    if record.type not in _METAFILES and record.type not in _BITMAPS:
        return b""
    start = record.start + (32 if record.instance in _TWO_UIDS else 16)
    if record.type in _BITMAPS:
        return data[start + 1 : record.end]
    if start + 34 > record.end:
        return b""
    body = data[start + 34 : record.end]
    if data[start + 32] != 0:
        return body
    try:
        return zlib.decompressobj().decompress(body, MAXIMUM_METAFILE)
    except zlib.error:
        return body


def word_art(data: bytes, record: Record) -> str:
    """Return the decorated words (gtextUNICODE, section 2.3.22.1) of an options record, "" where there are none."""
    raw = _complex_value(data, record, _WORD_ART_TEXT)
    return raw[: len(raw) // 2 * 2].decode("utf-16-le", "replace").split("\0", 1)[0]


def diagram_words(data: bytes, record: Record, limits: Limits) -> str:
    """Return the words of a SmartArt that a newer program keeps as a package in its shape (metroBlob, 2.3.23.8)."""
    package = _complex_value(data, record, _PACKAGE)
    if not package.startswith(b"PK"):
        return ""
    try:
        archive = Archive(io.BytesIO(package), limits)
    except ReadingError:
        return ""
    paragraphs = []
    for name in archive.names:
        if re.search(r"diagrams/data[^/]*\.xml$", name):
            for paragraph in elements(archive.stream(name), "p"):
                paragraphs.append("".join(text.text or "" for text in paragraph.iter("{*}t")))
    return "\n".join(paragraph for paragraph in paragraphs if paragraph.strip())


def _complex_value(data: bytes, record: Record, wanted: int) -> bytes:
    """Return the bytes of a property of an options record whose value stands behind the table (section 2.2.7)."""
    if record.type not in OPTIONS:
        return b""
    count = min(record.instance, (record.end - record.start) // 6)
    position = record.start + 6 * count
    for index in range(count):
        name, value = struct.unpack_from("<HI", data, record.start + 6 * index)
        if not name & 0x8000:
            continue
        if name & 0x3FFF == wanted:
            return data[position : min(position + value, record.end)]
        position += value
    return b""
