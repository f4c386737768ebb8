"""Runs of fonts in the strings of binary workbooks and slides, for the one thing that a reader needs of them.

Source: [MS-XLS] sections 2.4.122 (Font: sss) and 2.5.129 (FormatRun); [MS-XLSB] sections 2.4.657 (BrtFont) and 2.5.133
(StrRun); [MS-PPT] sections 2.9.44 (StyleTextPropAtom), 2.9.20 (TextPFException) and 2.9.14 (TextCFException).
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from core.extract.scripts import LEVEL, LOWERED, RAISED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

OF_ESCAPEMENT: Final = {1: RAISED, 2: LOWERED}

_PARAGRAPH_FIELDS: Final = (
    *((0x0F, 2), (0x80, 2), (0x10, 2), (0x40, 2), (0x20, 4), (0x0800, 2), (0x1000, 2), (0x2000, 2), (0x4000, 2)),
    *((0x0100, 2), (0x0400, 2), (0x8000, 2)),
)
_TABS: Final = 0x100000
_LATE_PARAGRAPH_FIELDS: Final = ((0x10000, 2), (0xE0000, 2), (0x200000, 2))
_CHARACTER_FIELDS: Final = (
    *((0x3EB7, 2), (0x10000, 2), (0x200000, 2), (0x400000, 2), (0x800000, 2), (0x20000, 2), (0x40000, 4)),
)
_POSITION: Final = 0x80000
"""Masks and sizes of the fields, in the order in which they stand."""


def with_fonts(text: str, runs: bytes, marks: Mapping[int, str]) -> str:
    """Return `text` with marks where `runs`, pairs of a first character and a font, change to a font of `marks`."""
    if not marks or not text:
        return text
    pairs = struct.iter_unpack("<HH", runs[: len(runs) // 4 * 4])
    return marked(text, ((start, marks.get(font, LEVEL)) for start, font in pairs))


def marked(text: str, changes: Iterable[tuple[int, str]]) -> str:
    """Return `text`, counted in UTF-16 units, with each mark put in before its unit, and LEVEL at the end."""
    data = text.encode("utf-16-le", "surrogatepass")
    out, done, mark = list[str](), 0, LEVEL
    for start, new in changes:
        at = min(2 * start, len(data))
        if new == mark or at < done:
            continue
        out += (data[done:at].decode("utf-16-le", "replace"), new)
        done, mark = at, new
    return "".join((*out, data[done:].decode("utf-16-le", "replace"), LEVEL)) if out else text


def shape_text(text: str, style: bytes) -> str:
    """Return the text of a shape with the marks that its StyleTextPropAtom asks for."""
    try:
        return marked(text, _positions(style, len(text.encode("utf-16-le", "surrogatepass")) // 2 + 1))
    except struct.error:  # a style that is cut short
        return text


def _positions(style: bytes, length: int) -> Iterator[tuple[int, str]]:
    at = covered = 0
    while covered < length:
        count, _, mask = struct.unpack_from("<IHI", style, at)
        at += 10 + _size(mask, _PARAGRAPH_FIELDS)
        if mask & _TABS:
            at += 2 + 4 * struct.unpack_from("<H", style, at)[0]
        at += _size(mask, _LATE_PARAGRAPH_FIELDS)
        covered += max(count, 1)
    covered = 0
    while covered < length:
        count, mask = struct.unpack_from("<II", style, at)
        at += 8 + _size(mask, _CHARACTER_FIELDS)
        mark = LEVEL
        if mask & _POSITION:
            (share,) = struct.unpack_from("<h", style, at)
            mark = RAISED if share > 0 else LOWERED if share < 0 else LEVEL
            at += 2
        yield covered, mark
        covered += max(count, 1)


def _size(mask: int, fields: tuple[tuple[int, int], ...]) -> int:
    return sum(size for bits, size in fields if mask & bits)
