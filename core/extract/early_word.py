"""Windows Write (.wri) and Word for Windows 2: 8-bit text between two offsets of the header.

Source: "Microsoft Write File Format" (Windows SDK 3.1: header words, formatting pages of 128 bytes) and the FIB of
Word for Windows 2 (fcMin and fcMac at 0x18 and 0x1C). No library reads either.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, BinaryIO

from core.extract.collecting import Collector
from core.extract.reading import PartKind, ReadingError, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.extract.reading import Limits, Reading

_PAGE = 128
_WORD_2_ENCRYPTED = 0x0100
_BREAKS = {
    **dict.fromkeys(range(32)),
    **dict.fromkeys((0x07, 0x09), "\t"),
    **dict.fromkeys((0x0A, 0x0B, 0x0C, 0x0D), "\n"),
    0x1E: "-",
    0x1F: "\u00ad",
}
_GRAPHICS, _RUNNING, _FOOT = 0x10, 0x06, 0x01


def read_write(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of a Windows Write file."""
    source.seek(0)
    data = source.read(limits.maximum_text * 2)
    if len(data) < _PAGE:
        raise ReadingError(Status.DAMAGED, "the Write document is cut short")
    last = min(struct.unpack_from("<I", data, 0x0E)[0], len(data))
    if last <= _PAGE:
        raise ReadingError(Status.DAMAGED, "the Write document has no text where its header says")
    collector = Collector(form, limits)
    for start, end, kind in _paragraphs(data, last):
        if kind is None:
            collector.item("picture", data[start:end])
        else:
            collector.add(kind, _decoded(data[start:end]))
    return collector.reading()


def _paragraphs(data: bytes, last: int) -> Iterator[tuple[int, int, PartKind | None]]:
    """Yield stretches of the text with their part; None is a picture."""
    page = (last + _PAGE - 1) // _PAGE if last else 0
    (first_page,) = struct.unpack_from("<H", data, 0x12)
    (end_page,) = struct.unpack_from("<H", data, 0x14)
    start = _PAGE
    for number in range(first_page if first_page >= page else page, end_page):
        fkp = data[number * _PAGE : (number + 1) * _PAGE]
        if len(fkp) < _PAGE:
            break
        for index in range(min(fkp[127], 20)):
            end, properties = struct.unpack_from("<IH", fkp, 4 + 6 * index)
            end = min(end, last)
            if end > start:
                yield start, end, _kind(fkp, properties)
                start = end
    if start < last:
        yield start, last, PartKind.BODY


def _kind(fkp: bytes, properties: int) -> PartKind | None:
    at = 4 + properties
    if properties == 0xFFFF or at >= 127 or fkp[at] < 17 or at + 17 >= 127:
        return PartKind.BODY
    bits = fkp[at + 17]
    if bits & _GRAPHICS:
        return None
    if bits & _RUNNING:
        return PartKind.FOOTER if bits & _FOOT else PartKind.HEADER
    return PartKind.BODY


def read_word_2(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of a Word for Windows 2 document; what its fast saves replaced may stand in it still."""
    source.seek(0)
    data = source.read(limits.maximum_text * 2)
    if len(data) < 0x38:
        raise ReadingError(Status.DAMAGED, "the Word document is cut short")
    if struct.unpack_from("<H", data, 0x0A)[0] & _WORD_2_ENCRYPTED:
        raise ReadingError(Status.ENCRYPTED, "the Word document is locked with a password")
    first, last = struct.unpack_from("<II", data, 0x18)
    if not 0 < first < min(last, len(data)):
        raise ReadingError(Status.DAMAGED, "the Word document has no text where its header says")
    from core.extract.legacy_word import Fields  # noqa: PLC0415 - that module lists this one's readers

    collector = Collector(form, limits)
    collector.add(PartKind.BODY, Fields().shown(data[first:last].decode("cp1252", "replace")).translate(_BREAKS))
    return collector.reading()


def _decoded(raw: bytes) -> str:
    """Decode by the Windows code page: Chinese where nearly all high bytes pair up as GBK, else Western."""
    high = sum(byte > 127 for byte in raw)
    try:
        text = raw.decode("gb18030") if high > 8 and high > len(raw) // 4 else raw.decode("cp1252", "replace")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", "replace")
    return text.translate(_BREAKS)
