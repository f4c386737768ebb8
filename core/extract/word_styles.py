"""Character styles of a Word binary file that raise or lower text.

Source: [MS-DOC] sections 2.9.271 (STSH), 2.9.272 (Stshi), 2.9.258 (STD), 2.9.260 (StdfBase), 2.9.113 (GrLPUpxSw).
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_CHARACTER = 2
_MOST_STYLES = 4095
_NO_BASE = 0xFFF


def raising_styles(sheet: bytes, flags_of: Callable[[bytes], int]) -> Mapping[int, int]:
    """Return by the number of each character style what `flags_of` finds in its properties, where it finds any."""
    try:
        return _read(sheet, flags_of)
    except struct.error:  # a sheet that is cut short
        return {}


def _read(sheet: bytes, flags_of: Callable[[bytes], int]) -> Mapping[int, int]:
    if len(sheet) < 8:
        return {}
    head, count, base_size = struct.unpack_from("<HHH", sheet)
    at = 2 + head
    found: dict[int, int] = {}
    bases: dict[int, int] = {}
    for number in range(min(count, _MOST_STYLES)):
        if at + 2 > len(sheet):
            break
        (size,) = struct.unpack_from("<H", sheet, at)
        style = sheet[at + 2 : at + 2 + size]
        at += 2 + size
        if size < 10 or style[2] & 0xF != _CHARACTER:
            continue
        (kind_and_base,) = struct.unpack_from("<H", style, 2)
        bases[number] = kind_and_base >> 4
        found[number] = flags_of(_properties(style, base_size))
    for number, base in bases.items():
        if not found[number] and base != _NO_BASE:
            found[number] = found.get(base, 0)
    return {number: flags for number, flags in found.items() if flags}


def _properties(style: bytes, base_size: int) -> bytes:
    """Return the only property list of a character style, which stands behind its name."""
    (length,) = struct.unpack_from("<H", style, base_size)
    at = base_size + 2 + 2 * (length + 1)
    at += at & 1
    (size,) = struct.unpack_from("<H", style, at)
    return style[at + 2 : at + 2 + size]
