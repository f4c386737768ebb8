"""Makes damaged files out of good ones: bits flipped, blocks overwritten, cut, doubled, zip packages operated on.

Flipping bits of a zip only breaks its compression, so members are also taken out, harmed and packed again with right
checksums, or made to lie about their sizes. Each mutation follows from a number alone, so a finding can be repeated.
"""

from __future__ import annotations

import io
import random
import struct
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

INTERESTING = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)
DIGITS = b"0123456789"


def mutated(data: bytes, number: int) -> bytes:
    """Return mutation `number` of `data`."""
    draw = random.Random(number * 1_000_003 + len(data))
    if data.startswith(b"PK") and draw.random() < 0.7:
        return operated(data, draw)
    return harmed(data, draw)


def harmed(data: bytes, draw: random.Random) -> bytes:
    """Return `data` with one to three kinds of harm."""
    for _ in range(draw.randint(1, 3)):
        data = draw.choice(HARMS)(data, draw)
    return data


def flipped(data: bytes, draw: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(draw.choice((1, 2, 8, 40)) if out else 0):
        out[draw.randrange(len(out))] ^= 1 << draw.randrange(8)
    return bytes(out)


def cut(data: bytes, draw: random.Random) -> bytes:
    return data[: draw.randrange(len(data))] if data else data


def numbers_changed(data: bytes, draw: random.Random) -> bytes:
    """Put numbers that break counting where counts and offsets may stand."""
    out = bytearray(data)
    for _ in range(draw.choice((1, 3, 10))):
        if len(out) >= 8:
            at = draw.randrange(len(out) - 4)
            size = draw.choice((1, 2, 4))
            out[at : at + size] = struct.pack("<Q", draw.choice(INTERESTING))[:size]
    return bytes(out)


def digits_changed(data: bytes, draw: random.Random) -> bytes:
    """Change numbers of formats that write them as digits."""
    places = [at for at in range(0, len(data), max(1, len(data) // 5000)) if data[at : at + 1].isdigit()]
    out = bytearray(data)
    for at in draw.sample(places, min(len(places), draw.choice((1, 5)))):
        out[at : at + 1] = draw.choice((b"9" * draw.choice((1, 12)), b"-1", b"0", b""))
    return bytes(out)


def block_overwritten(data: bytes, draw: random.Random) -> bytes:
    if not data:
        return data
    at, size = draw.randrange(len(data)), draw.choice((4, 64, 512, 4096))
    filling = draw.choice((b"\0", b"\xff", draw.randbytes(1)))
    return data[:at] + filling * min(size, len(data) - at) + data[at + size :]


def block_doubled(data: bytes, draw: random.Random) -> bytes:
    if not data:
        return data
    at, size = draw.randrange(len(data)), draw.choice((16, 256, 4096))
    return data[: at + size] + data[at : at + size] * draw.choice((1, 5)) + data[at + size :]


def block_removed(data: bytes, draw: random.Random) -> bytes:
    if not data:
        return data
    at = draw.randrange(len(data))
    return data[:at] + data[at + draw.choice((1, 16, 512)) :]


def nested(data: bytes, draw: random.Random) -> bytes:
    """Repeat an opening bracket or tag a thousand times."""
    at = draw.randrange(len(data) + 1)
    opening = draw.choice((b"{", b"{\\rtf1 ", b"<div>", b"<w:p>", b"<text:p>", b"[", b"<<", b"("))
    return data[:at] + opening * draw.choice((10, 1000, 30_000)) + data[at:]


HARMS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(flipped, flipped, cut, numbers_changed, numbers_changed, digits_changed),
    *(block_overwritten, block_doubled, block_removed, nested),
)


def operated(data: bytes, draw: random.Random) -> bytes:
    """Take a package apart, harm it, and pack it again with right checksums."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            members = [(info.filename, package.read(info)) for info in package.infolist()]
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
        return harmed(data, draw)
    for _ in range(draw.choice((1, 1, 3)) if members else 0):
        at = draw.randrange(len(members))
        name, content = members[at]
        act = draw.randrange(6)
        if act <= 2:
            members[at] = (name, harmed(content, draw))
        elif act == 3:
            del members[at]
        elif act == 4:
            members.insert(draw.randrange(len(members)), (name, draw.choice(members)[1]))
        else:
            members[at] = (draw.choice((name.upper(), name + "x", "../" + name, name.replace("/", "\\"))), content)
        if not members:
            break
    return _lying(_packed(members, draw), draw)


def _packed(members: list[tuple[str, bytes]], draw: random.Random) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", draw.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as package:
        for name, content in members:
            info = zipfile.ZipInfo(name)  # the same name twice is meant, and the writer would warn
            info.compress_type = package.compression
            package.NameToInfo.pop(name, None)
            package.writestr(info, content)
    return buffer.getvalue()


def _lying(data: bytes, draw: random.Random) -> bytes:
    """Now and then let an entry lie about its sizes, its lock or its way of compression."""
    if draw.random() > 0.3:
        return data
    out = bytearray(data)
    at = out.rfind(b"PK\x01\x02", 0, draw.randrange(len(out)) + 1)
    if at >= 0 and at + 46 <= len(out):
        place, size = draw.choice(((8, 2), (10, 2), (20, 4), (24, 4), (42, 4)))
        out[at + place : at + place + size] = struct.pack("<Q", draw.choice(INTERESTING))[:size]
    return bytes(out)
