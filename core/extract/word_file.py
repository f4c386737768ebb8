"""What a Word binary file holds and where: the FIB, the piece table, the character runs that concern its text.

Source: [MS-DOC] sections 2.5.1 (Fib), 2.4.1 (retrieving text), 2.8.35 (PlcPcd), 2.9.73 (FcCompressed), 2.8.5
(PlcBteChpx), 2.9.33 (ChpxFkp), 2.6.1 (character properties). Word 6 and 95 keep a FIB with 8-bit text, everything in
one stream and the same piece table; its offsets are those of the Word 6 binary format that Microsoft published in 1997.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.extract.reading import ReadingError, Status
from core.extract.rtf_words import codec_of_page
from core.extract.scripts import LOWERED, LOWERED_BY_POINTS, RAISED, RAISED_BY_POINTS
from core.extract.symbols import symbol
from core.extract.word_styles import raising_styles

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.extract.compound import Compound
    from core.extract.reading import Limits

FIRST_UNICODE_FORMAT = 0xC1
"""nFib of Word 97; smaller ones are Word 6 and 95 (101 to 105)."""

DELETED, HIDDEN, INSERTED, STRUCK = 1, 2, 4, 128
MARKS = {8: RAISED, 16: LOWERED, 32: RAISED_BY_POINTS, 64: LOWERED_BY_POINTS}
"""Bits of the flags of a character that stand for the marks of `core.extract.scripts`."""

_RAISING = 0x78

_ENCRYPTED, _WHICH_TABLE, _EXTENDED = 0x0100, 0x0200, 0x1000
_STYLES, _HDD, _CHPX, _FONTS, _CLX, _DRAWINGS = 1, 11, 12, 15, 33, 50  # places in FibRgFcLcb97, section 2.5.6
_HDD_95, _CHPX_95, _CLX_95 = 0xB0, 0xB8, 0x160
_COUNTS_97, _COUNTS_95 = 0x4C, 0x34
_MARKED_DELETED, _VANISH, _SPECIAL = 0x0800, 0x083C, 0x0855
_MARKED_INSERTED, _RAISED, _MOVED, _STYLE = 0x0801, 0x2A48, 0x4845, 0x4A30
_STRUCK = (0x0837, 0x2A53)  # by one line, by two
_PICTURE, _SYMBOL, _DATA = 0x6A03, 0x6A09, 0x0806
_OPERANDS = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}  # bytes by spra, section 2.2.5.1; 6 says its own length
_PAGES = {
    0x04: 936, 0x404: 950, 0xC04: 950, 0x1404: 950, 0x11: 932, 0x12: 949, 0x19: 1251, 0x22: 1251, 0x23: 1251,
    0x02: 1251,
    0x05: 1250, 0x0E: 1250, 0x15: 1250, 0x18: 1250, 0x1A: 1250, 0x1B: 1250, 0x24: 1250, 0x08: 1253, 0x1F: 1254,
    0x0D: 1255, 0x01: 1256, 0x25: 1257, 0x26: 1257, 0x27: 1257, 0x1E: 874, 0x2A: 1258,
}  # fmt: skip
"""Windows code pages by language, whole or its primary part ([MS-LCID])."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text: characters `start` to `end` stand at byte `offset` of the stream, `width` bytes each."""

    start: int
    end: int
    offset: int
    width: int


@dataclass(slots=True)
class WordFile:
    """A Word document taken apart.

    Attributes:
        counts: characters of the main text, footnotes, headers, macros, comments, endnotes, text boxes and text
            boxes of headers, which follow one another in `text`.
        flags: DELETED, HIDDEN, INSERTED, STRUCK and the bits of `MARKS` for each character.
        pictures: character position to offset in the stream `Data`.
        data_at: those of `pictures` that are no picture but form field data.
        header_bounds: where the stories of headers and footers begin, relative to the header text; empty if unknown.
        drawings: the OfficeArt store of floating pictures.
    """

    stream: bytes
    table: bytes
    data: bytes
    format: int
    codec: str
    counts: tuple[int, ...] = ()
    text: str = ""
    flags: bytearray = field(default_factory=bytearray)
    pictures: dict[int, int] = field(default_factory=dict)
    data_at: set[int] = field(default_factory=set)
    header_bounds: tuple[int, ...] = ()
    drawings: bytes = b""


def open_word(stream: bytes, compound: Compound | None, limits: Limits) -> WordFile:
    """Take the document apart whose main stream is `stream`.

    Raises:
        ReadingError: ENCRYPTED, TOO_LARGE, or DAMAGED where no text can be found.
    """
    if len(stream) < 0x60:
        raise ReadingError(Status.DAMAGED, "the document's main stream is cut short")
    version, _, language = struct.unpack_from("<HHH", stream, 2)
    (flags,) = struct.unpack_from("<H", stream, 10)
    if flags & _ENCRYPTED:
        raise ReadingError(Status.ENCRYPTED, "the Word document is locked with a password")
    table = data = b""
    if compound is not None and version >= FIRST_UNICODE_FORMAT:
        wanted, other = ("1Table", "0Table") if flags & _WHICH_TABLE else ("0Table", "1Table")
        table = compound.stream(wanted) or compound.stream(other)
        data = compound.stream("Data")
    word = WordFile(stream, table or stream, data, version, _codec(language))
    is_late = version >= FIRST_UNICODE_FORMAT
    word.counts = _counts(stream, _COUNTS_97 if is_late else _COUNTS_95)
    pieces = list(_pieces(word, flags, is_late)) or [_plain_piece(word, flags)]
    _read_text(word, pieces, limits)
    if is_late:
        _read_runs(word, pieces)
        word.drawings = _span(word, _DRAWINGS)
    hdd = _span(word, _HDD) if is_late else _span_at(word, _HDD_95)
    word.header_bounds = struct.unpack(f"<{len(hdd) // 4}I", hdd[: len(hdd) // 4 * 4])
    return word


def _codec(language: int) -> str:
    return codec_of_page(_PAGES.get(language) or _PAGES.get(language & 0x3FF) or 1252)


def _counts(stream: bytes, at: int) -> tuple[int, ...]:
    if at + 32 > len(stream):
        return (len(stream), 0, 0, 0, 0, 0, 0, 0)
    return tuple(max(0, count) for count in struct.unpack_from("<8i", stream, at))


def _span(word: WordFile, place: int) -> bytes:
    """Return the bytes that pair `place` of FibRgFcLcb97 points to in the table stream."""
    return _span_at(word, 0x9A + 8 * place)


def _span_at(word: WordFile, at: int) -> bytes:
    if at + 8 > len(word.stream):
        return b""
    start, size = struct.unpack_from("<II", word.stream, at)
    return word.table[start : start + size] if size else b""


def _pieces(word: WordFile, flags: int, is_late: bool) -> Iterator[Piece]:
    """Yield the pieces of the Clx; nothing where there is none."""
    clx = _span(word, _CLX) if is_late else _span_at(word, _CLX_95)
    position = 0
    while position + 3 <= len(clx) and clx[position] == 1:
        position += 3 + struct.unpack_from("<H", clx, position + 1)[0]
    if position + 5 > len(clx) or clx[position] != 2:
        return
    plc = clx[position + 5 : position + 5 + struct.unpack_from("<I", clx, position + 1)[0]]
    count = max(0, (len(plc) - 4) // 12)
    bounds = struct.unpack_from(f"<{count + 1}I", plc) if len(plc) >= 4 else ()
    for index in range(count):
        (offset,) = struct.unpack_from("<I", plc, 4 * (count + 1) + 8 * index + 2)
        start, end = bounds[index], bounds[index + 1]
        if end <= start:
            continue
        if not is_late:
            yield Piece(start, end, offset, 2 if flags & _EXTENDED else 1)
        elif offset & 0x40000000:
            yield Piece(start, end, (offset & 0x3FFFFFFF) // 2, 1)
        else:
            yield Piece(start, end, offset & 0x3FFFFFFF, 2)


def _plain_piece(word: WordFile, flags: int) -> Piece:
    """The whole text in one piece from fcMin to fcMac: Word 6 and 95 saved in full."""
    first, last = struct.unpack_from("<II", word.stream, 0x18)
    last = min(last, len(word.stream))
    if not 0 < first < last:
        raise ReadingError(Status.DAMAGED, "the document has no piece table and no text where its header says")
    width = 2 if flags & _EXTENDED else 1
    return Piece(0, (last - first) // width, first, width)


def _read_text(word: WordFile, pieces: list[Piece], limits: Limits) -> None:
    total = sum(word.counts) + 1
    codec = "cp1252" if word.format >= FIRST_UNICODE_FORMAT else word.codec
    texts: list[str] = []
    length = 0
    for piece in pieces:
        raw = word.stream[piece.offset : piece.offset + (piece.end - piece.start) * piece.width]
        text = raw.decode("utf-16-le", "replace") if piece.width == 2 else _eight_bit(raw, codec)
        wanted = piece.end - piece.start
        if codec == "cp1252" or piece.width == 2:
            text = text[:wanted].ljust(wanted, "\0") if len(raw) else ""
        if piece.width == 2 and len(text) != wanted:
            text = text.ljust(wanted, "\0")
        texts.append(text)
        length += len(text)
        if length > limits.maximum_text:
            raise ReadingError(Status.TOO_LARGE, f"more than {limits.maximum_text} characters of text")
        if length > total and word.format >= FIRST_UNICODE_FORMAT:
            break
    word.text = "".join(texts)
    if not word.text.strip("\0"):
        raise ReadingError(Status.DAMAGED, "the pieces of the text point outside of the file")
    word.flags = bytearray(len(word.text))


def _eight_bit(raw: bytes, codec: str) -> str:
    """Decode 8-bit text; undefined bytes of cp1252 are kept as they are, so that one byte stays one character."""
    if codec == "cp1252":
        return raw.decode("cp1252", "replace") if b"\x81" not in raw else raw.decode("latin-1")
    return raw.decode(codec, "replace")


@dataclass(slots=True)
class _Run:
    flags: int = 0
    is_special: bool = False
    is_data: bool = False
    symbol: str = ""
    picture: int = -1


@dataclass(slots=True)
class _Names:
    """What the properties of runs refer to by number."""

    fonts: list[str]
    styles: Mapping[int, int] = field(default_factory=dict)


class _Order:
    """Finds the pieces that hold bytes of a run without looking at all of them."""

    def __init__(self, pieces: list[Piece]) -> None:
        self._pieces = sorted(pieces, key=lambda piece: piece.offset)
        self._offsets = [piece.offset for piece in self._pieces]
        self._longest = max(((piece.end - piece.start) * piece.width for piece in pieces), default=0)

    def between(self, first: int, last: int) -> list[Piece]:
        """Return the pieces that may hold any of the bytes `first` to `last`."""
        start = bisect_left(self._offsets, first - self._longest)
        return self._pieces[start : bisect_left(self._offsets, last)]


def _read_runs(word: WordFile, pieces: list[Piece]) -> None:
    """Mark deleted, hidden, symbol and picture characters from the ChpxFkp pages."""
    plc = _span(word, _CHPX)
    names = _Names(_font_names(_span(word, _FONTS)))
    names.styles = raising_styles(_span(word, _STYLES), lambda properties: _run(properties, names).flags & _RAISING)
    order = _Order(pieces)
    symbols: dict[int, str] = {}
    count = max(0, (len(plc) - 4) // 8)
    for index in range(count):
        (page,) = struct.unpack_from("<I", plc, 4 * (count + 1) + 4 * index)
        fkp = word.stream[(page & 0x3FFFFF) * 512 : (page & 0x3FFFFF) * 512 + 512]
        if len(fkp) == 512:
            _read_page(word, order, fkp, names, symbols)
    if symbols:
        signs = list(word.text)
        for position, sign in symbols.items():
            signs[position] = sign
        word.text = "".join(signs)


def _font_names(table: bytes) -> list[str]:
    """Return the fonts of an SttbfFfn (section 2.9.286), whose entries (FFN, section 2.9.87) say their length first."""
    names = []
    position = 4
    while position < len(table):
        size = table[position] + 1
        name = table[position + 40 : position + size]
        names.append(name[: len(name) // 2 * 2].decode("utf-16-le", "replace").split("\0", 1)[0])
        position += size
    return names


def _read_page(word: WordFile, order: _Order, fkp: bytes, names: _Names, symbols: dict[int, str]) -> None:
    count = min(fkp[511], 101)
    bounds = struct.unpack_from(f"<{count + 1}I", fkp)
    for index in range(count):
        at = 2 * fkp[4 * (count + 1) + index]
        if not at or at >= 511:
            continue
        run = _run(fkp[at + 1 : min(at + 1 + fkp[at], 511)], names)
        if run.flags or run.symbol or run.picture >= 0:
            for piece in order.between(bounds[index], bounds[index + 1]):
                _mark(word, piece, (bounds[index], bounds[index + 1]), run, symbols)


def _run(properties: bytes, names: _Names) -> _Run:
    """Read a grpprl for the few properties that change what is read."""
    run = _Run()
    position = 0
    while position + 3 <= len(properties):
        (sprm,) = struct.unpack_from("<H", properties, position)
        size = _OPERANDS.get(sprm >> 13, 0) or properties[position + 2] + 1
        operand = properties[position + 2 : position + 2 + size]
        position += 2 + size
        if sprm == _MARKED_DELETED and operand[0] == 1:
            run.flags |= DELETED
        elif sprm == _VANISH and operand[0] == 1:
            run.flags |= HIDDEN
        elif sprm == _MARKED_INSERTED and operand[0] == 1:
            run.flags |= INSERTED
        elif sprm in _STRUCK and operand[0] == 1:
            run.flags |= STRUCK
        elif sprm == _RAISED:
            run.flags = run.flags & ~_RAISING | {1: 8, 2: 16}.get(operand[0], 0)
        elif sprm == _STYLE and len(operand) == 2:
            run.flags |= names.styles.get(struct.unpack("<H", operand)[0], 0)
        elif sprm == _MOVED and len(operand) == 2 and not run.flags & 0x18:
            run.flags |= 0 if operand == b"\0\0" else 64 if operand[1] & 0x80 else 32
        elif sprm == _SPECIAL:
            run.is_special = operand[0] == 1
        elif sprm == _DATA:
            run.is_data = operand[0] == 1
        elif sprm == _SYMBOL and len(operand) == 4:
            font, code = struct.unpack("<HH", operand)
            run.symbol = symbol(names.fonts[font] if font < len(names.fonts) else "", code)
        elif sprm == _PICTURE and len(operand) == 4:
            run.picture = struct.unpack("<i", operand)[0]
    return run


def _mark(word: WordFile, piece: Piece, bounds: tuple[int, int], run: _Run, symbols: dict[int, str]) -> None:
    """Apply `run` to those of its bytes, between `bounds`, that belong to `piece`."""
    size = (piece.end - piece.start) * piece.width
    low, high = max(bounds[0], piece.offset), min(bounds[1], piece.offset + size)
    if low >= high:
        return
    start = min(piece.start + (low - piece.offset) // piece.width, len(word.text))
    end = min(piece.start + (high - piece.offset + piece.width - 1) // piece.width, len(word.text))
    if run.flags:
        word.flags[start:end] = bytes((run.flags,)) * (end - start)
    if run.symbol:
        for position in range(start, end):
            if word.text[position] == "(":
                symbols[position] = run.symbol
    if run.picture >= 0:
        for position in range(start, end):
            if word.text[position] == "\x01":
                word.pictures[position] = run.picture
                if run.is_data:
                    word.data_at.add(position)
