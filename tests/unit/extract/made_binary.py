"""Makes Word, PowerPoint and Excel documents of 1997 to 2003, as small as their readers allow."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from tests.unit.extract.made_compound import compound

if TYPE_CHECKING:
    from collections.abc import Sequence

DELETED, HIDDEN = (0x0800, 1), (0x083C, 1)


def doc(
    main: str,
    *,
    notes: str = "",
    headers: Sequence[str] = (),
    comments: str = "",
    boxes: str = "",
    marks: Sequence[tuple[int, int, tuple[int, int]]] = (),
    flags: int = 0,
    others: dict[str, bytes] | None = None,
) -> bytes:
    """A Word document. `headers`: even and odd header, even and odd footer, first header, first footer.

    `marks`: (first character, character after the last, (sprm, value)) with one-byte operands.
    """
    stories = ["", "", "", "", "", "", *headers]
    header_text = "".join(stories)
    text = main + notes + header_text + comments + boxes
    counts = (len(main), len(notes), len(header_text), 0, len(comments), 0, len(boxes), 0)
    start = 0x600
    stream = bytearray(start)
    struct.pack_into("<HHHHHH", stream, 0, 0xA5EC, 0xC1, 0, 0x0804, 0, 0x0200 | 0x1000 | flags)
    struct.pack_into("<8i", stream, 0x4C, *counts)
    body = text.encode("utf-16-le")
    stream += body
    stream += b"\0" * (-len(stream) % 512)
    table = bytearray()

    def put(place: int, content: bytes) -> None:
        struct.pack_into("<II", stream, 0x9A + 8 * place, len(table), len(content))
        table.extend(content)

    units = len(body) // 2
    pieces = struct.pack("<III", 0, units, 0)[:8] + struct.pack("<HIH", 0, start, 0)
    put(33, b"\x02" + struct.pack("<I", len(pieces)) + pieces)
    if headers:
        ends = [sum(map(len, stories[:number])) for number in range(len(stories) + 1)]
        put(11, struct.pack(f"<{len(ends)}I", *ends))
    if marks:
        put(12, struct.pack("<III", start, start + len(body), len(stream) // 512))
        stream += _page(start, len(body), marks)
    return compound({"WordDocument": bytes(stream), "1Table": bytes(table), **(others or {})})


def _page(start: int, size: int, marks: Sequence[tuple[int, int, tuple[int, int]]]) -> bytes:
    """A ChpxFkp page for `marks`, which are in order and do not touch."""
    bounds = [start]
    runs: list[bytes] = []
    for first, last, (sprm, value) in marks:
        if start + 2 * first > bounds[-1]:
            bounds.append(start + 2 * first)
            runs.append(b"")
        bounds.append(start + 2 * last)
        runs.append(struct.pack("<HB", sprm, value))
    if bounds[-1] < start + size:
        bounds.append(start + size)
        runs.append(b"")
    page = bytearray(512)
    struct.pack_into(f"<{len(bounds)}I", page, 0, *bounds)
    at = 500
    for number, run in enumerate(runs):
        if run:
            at -= 8
            page[at : at + 1 + len(run)] = bytes((len(run),)) + run
            page[4 * len(bounds) + number] = at // 2
    page[511] = len(runs)
    return bytes(page)


def record(kind: int, content: bytes, instance: int = 0, *, is_container: bool = False) -> bytes:
    """A record of [MS-PPT] and [MS-ODRAW]."""
    return struct.pack("<HHI", instance << 4 | (15 if is_container else 0), kind, len(content)) + content


def container(kind: int, *parts: bytes, instance: int = 0) -> bytes:
    return record(kind, b"".join(parts), instance, is_container=True)


def box(text: str) -> bytes:
    """A shape with a text."""
    words = record(3999, struct.pack("<I", 4)) + record(4000, text.encode("utf-16-le"))
    return container(0xF004, container(0xF00D, words))


def slide(*texts: str, is_hidden: bool = False, kind: int = 1006, notes_of: int = 0) -> bytes:
    parts = [record(1007, bytes(24))] if kind == 1006 else [record(1009, struct.pack("<III", notes_of, 0, 0)[:8])]
    if is_hidden:
        parts.append(record(1017, struct.pack("<iIBBHBxxx", 0, 0, 0, 0, 4, 0)))
    drawing = container(0xF002, container(0xF003, *map(box, texts)))
    return container(kind, *parts, container(1036, drawing))


def ppt(slides: Sequence[bytes], notes: Sequence[bytes] = (), token: int = 0xE391C05F) -> bytes:
    """A presentation; `token` is that of the current user (0xF3D1C4DF for a locked one)."""
    entries = [record(1011, struct.pack("<IIiII", 2 + number, 0, 0, 256 + number, 0)) for number in range(len(slides))]
    noted = [
        record(1011, struct.pack("<IIiII", 2 + len(slides) + number, 0, 0, 900 + number, 0))
        for number in range(len(notes))
    ]
    document = container(1000, container(4080, *entries), container(4080, *noted, instance=2))
    stream, places = b"", []
    for part in (document, *slides, *notes):
        places.append(len(stream))
        stream += part
    directory = len(stream)
    stream += record(6002, struct.pack(f"<{1 + len(places)}I", len(places) << 20 | 1, *places))
    edit = len(stream)
    stream += record(4085, struct.pack("<IHBBIIIIHH", 0, 0, 0, 3, 0, directory, 1, 99, 0, 0))
    user = record(4086, struct.pack("<III", 20, token, edit))
    return compound({"PowerPoint Document": stream, "Current User": user})


def biff(kind: int, content: bytes = b"") -> bytes:
    """A record of [MS-XLS]."""
    return struct.pack("<HH", kind, len(content)) + content


def wide(text: str, count: str = "<H") -> bytes:
    """A string of Unicode characters with its count."""
    return struct.pack(count, len(text)) + b"\1" + text.encode("utf-16-le")


def _shared_strings(texts: Sequence[str]) -> bytes:
    """An SST record, and a CONTINUE wherever a string passes the 8,224 bytes of a record."""
    out, chunk, kind = b"", struct.pack("<II", len(texts), len(texts)), 0x00FC
    for text in texts:
        chunk += struct.pack("<HB", len(text), 1)
        for sign in text:
            if len(chunk) + 2 > 8224:
                out += biff(kind, chunk)
                chunk, kind = b"\1", 0x003C
            chunk += sign.encode("utf-16-le")
    return out + biff(kind, chunk)


def xls(cells: Sequence[Sequence[str | float]], *, extra: bytes = b"", globals_extra: bytes = b"") -> bytes:
    """A workbook of one sheet 表一; texts are shared strings, in several stretches where they are long."""
    shared = _shared_strings([cell for row in cells for cell in row if isinstance(cell, str)])
    head = biff(0x0809, struct.pack("<HHHH", 0x0600, 5, 0, 0)) + globals_extra
    head += biff(0x0085, struct.pack("<IBB", 0, 0, 0) + wide("表一", "<B")) + shared + biff(0x000A)
    rows, number = b"", 0
    for row, values in enumerate(cells):
        for column, value in enumerate(values):
            if isinstance(value, str):
                rows += biff(0x00FD, struct.pack("<HHHI", row, column, 0, number))
                number += 1
            else:
                rows += biff(0x0203, struct.pack("<HHHd", row, column, 0, value))
    sheet = biff(0x0809, struct.pack("<HHHH", 0x0600, 0x10, 0, 0)) + rows + extra + biff(0x000A)
    return compound({"Workbook": head + sheet})
