"""Word documents of 1991 to 2003 and their kin: .doc, .dot, Kingsoft's .wps, Word 6 and 95, Word 2, Windows Write.

Chosen by measuring. No kept Python library with a free licence reads .doc: kreuzberg finds 3 % of the 4-grams of
documents that LibreOffice wrote, catdoc (a C program that would have to be shipped) 98.9 % without footnotes, headers
and text boxes apart. So olefile gives the streams and `word_file` reads them after [MS-DOC]; here the text is told
apart: section 2.4.1 (text), 2.3.1 to 2.3.7 (the parts of a document), 2.8.13 and 2.3.5 (headers), 2.8.25 (fields),
2.9.78 (form fields), 2.9.192 (pictures). On the corpus: all 36 facts of .doc, 550 files a second, the slowest 10 ms;
ten .docx that LibreOffice 7.4 saved as .doc give the same text in every part.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, BinaryIO

from core.extract.collecting import Collector
from core.extract.compound import MAGIC, Compound, gather_macros, gather_objects
from core.extract.early_word import read_word_2, read_write
from core.extract.field_codes import shown_by_code
from core.extract.links import links_of_fields
from core.extract.office_art import blips, delayed_blips, diagram_words, records, walk, word_art
from core.extract.reading import PartKind, ReadingError, Status
from core.extract.scripts import LEVEL
from core.extract.word_file import DELETED, HIDDEN, INSERTED, MARKS, STRUCK, WordFile, open_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.extract.reading import Limits, Reading

NAME = "legacy_word"
VERSION = 2
FORMATS = frozenset(("doc", "wps", "wri"))

_PARTS = (
    PartKind.BODY,  # main text
    PartKind.NOTE,  # footnotes
    PartKind.HEADER,  # told apart by their stories
    None,  # macros: no text of the document
    PartKind.COMMENT,
    PartKind.NOTE,  # endnotes
    PartKind.BODY,  # text boxes
    PartKind.HEADER,  # text boxes of headers
)
_HEADERS = 2
_SEPARATORS = 6  # stories of footnote separators before those of the first section
_FOOTERS = frozenset((2, 3, 5))  # even and odd footer, footer of the first page
_CONTROLS = {
    **dict.fromkeys(range(32)),
    0x07: "\t",
    0x09: "\t",
    0x0A: "\n",
    0x0B: "\n",
    0x0C: "\n",
    0x0D: "\n",
    0x0E: "\n",
    0x1E: "-",
    0x1F: "\u00ad",
}
"""Section 2.4.1: marks of cells, paragraphs, lines, pages, columns; the hyphens; anchors of notes and pictures go."""

_EQUAL_FLAGS = re.compile(rb"\0+|(.)\1*", re.DOTALL)
_MARKS = re.compile("([\x13\x14\x15])")
_MOST_PICTURE = 64 * 1024 * 1024


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of a Word document, as `core.extract.reading.Extractor` says."""
    source.seek(0)
    head = source.read(8)
    if head[:2] in (b"\x31\xbe", b"\x32\xbe"):
        return read_write(source, form, limits)
    if head[:2] in (b"\xdb\xa5", b"\x9b\xa5"):
        return read_word_2(source, form, limits)
    collector = Collector(form, limits)
    if head.startswith(MAGIC):
        compound = Compound(source, limits)
        stream = compound.stream("WordDocument")
        if not stream:
            raise ReadingError(*_other_kind(compound))
        collector.modified = compound.modified()
        word = open_word(stream, compound, limits)
    elif head[:2] == b"\xdc\xa5":
        compound = None
        source.seek(0)
        word = open_word(source.read(), None, limits)
    else:
        raise ReadingError(Status.DAMAGED, "this is no Word document")
    _gather_text(word, collector)
    _gather_drawn_words(word.drawings, collector)
    _gather_things(word, compound, collector)
    return collector.reading()


def _other_kind(compound: Compound) -> tuple[Status, str]:
    names = {name.lower() for name in compound.names}
    if names & {"matost", "mm", "mn0", "contents"}:
        return Status.UNSUPPORTED, "this is a document of Microsoft Works, which is not read"
    return Status.DAMAGED, "the document's main stream is lost"


def _gather_text(word: WordFile, collector: Collector) -> None:
    start = 0
    if not any(word.counts):  # a damaged head: what the pieces hold is text all the same
        _gather_stretch(word, 0, len(word.text), PartKind.BODY, collector)
    lost = len(word.text) - sum(word.counts)
    for index, kind in enumerate(_PARTS):
        size = word.counts[index]
        end = start + size if any(word.counts[index + 1 :]) or lost > 1 else len(word.text)
        if kind is not None and size:
            if index == _HEADERS:
                _gather_headers(word, start, start + size, collector)
            else:
                _gather_stretch(word, start, min(end, start + size), kind, collector)
        start += size


def _gather_headers(word: WordFile, start: int, end: int, collector: Collector) -> None:
    bounds = word.header_bounds
    if len(bounds) <= _SEPARATORS + 1 or word.format < 0xC1:
        _gather_stretch(word, start, end, PartKind.HEADER, collector)
        return
    for index in range(_SEPARATORS, len(bounds) - 1):
        low, high = start + bounds[index], min(start + bounds[index + 1], end)
        if low < high:
            is_footer = (index - _SEPARATORS) % 6 in _FOOTERS
            _gather_stretch(word, low, high, PartKind.FOOTER if is_footer else PartKind.HEADER, collector)


def _gather_stretch(word: WordFile, start: int, end: int, kind: PartKind, collector: Collector) -> None:
    """Add characters `start` to `end`: what is shown, and apart from it what is deleted or hidden."""
    gathered: dict[PartKind, list[str]] = {kind: [], PartKind.DELETED: [], PartKind.HIDDEN: []}
    fields = Fields()
    for low, high, flags in _runs(word, start, end):
        where = PartKind.DELETED if flags & DELETED else PartKind.HIDDEN if flags & HIDDEN else kind
        shown = fields.shown(word.text[low:high])
        if flags & INSERTED and where is kind:
            collector.inserted(_clean(shown))
        if flags & STRUCK and where is kind:
            collector.struck(_clean(shown))
        mark = next((mark for bit, mark in MARKS.items() if flags & bit), "")
        gathered[where].append(f"{mark}{shown}{LEVEL}" if mark and shown else shown)
    for target in fields.links:
        collector.link(target)
    for where, texts in gathered.items():
        collector.add(where, _clean("".join(texts)))
    for position in sorted(place for place in word.data_at if start <= place < end):
        collector.add(PartKind.FIELD, form_field(word.data, word.pictures[position]))


def _runs(word: WordFile, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    end = min(end, len(word.text))
    for match in _EQUAL_FLAGS.finditer(word.flags[start:end]):
        yield start + match.start(), start + match.end(), match[0][0]


def _clean(text: str) -> str:
    return text.replace("\x07\x07", "\x07\n").translate(_CONTROLS)


class Fields:
    """Keeps the results of fields and drops their codes; marks are 0x13 (begin), 0x14 (result), 0x15 (end)."""

    def __init__(self) -> None:
        self.links: list[str] = []
        self._codes: list[list[str] | None] = []
        self._hidden = 0

    def shown(self, text: str) -> str:
        """Return what of `text`, the next stretch, is shown."""
        if not self._codes and not _MARKS.search(text):
            return text
        out: list[str] = []
        for token in _MARKS.split(text):
            if token == "\x13":
                self._codes.append([])
                self._hidden += 1
            elif token in ("\x14", "\x15"):
                out.append(self._turn(token == "\x15"))
            elif not self._hidden:
                out.append(token)
            elif self._codes[-1] is not None:
                self._codes[-1].append(token)
        return "".join(out)

    def _turn(self, is_end: bool) -> str:
        """The code of the innermost field is over; returns the symbol it stands for."""
        if not self._codes:
            return ""
        code = self._codes[-1]
        symbol = ""
        if code is not None:
            self._hidden -= 1
            if not self._hidden:
                symbol = shown_by_code("".join(code))
                self.links += links_of_fields("".join(code))
            self._codes[-1] = None
        if is_end:
            self._codes.pop()
        return symbol


def form_field(data: bytes, offset: int) -> str:
    """Return what a check box or list at `offset` of the stream Data shows (FFData, section 2.9.78); "" for text."""
    at = offset + 0x44  # after NilPICFAndBinData's head, section 2.9.158
    if at + 10 > len(data) or data[at : at + 4] != b"\xff\xff\xff\xff":
        return ""
    (bits,) = struct.unpack_from("<H", data, at + 4)
    kind, value = bits & 3, bits >> 2 & 31
    at = _after_string(data, at + 10)
    if kind == 0 or at + 2 > len(data):
        return ""
    if value == 25:  # not set: the default counts
        (value,) = struct.unpack_from("<H", data, at)
    if kind == 1:
        return "☑" if value else "☐"
    at += 2
    for _ in range(5):  # format, help, status, entry and exit macro
        at = _after_string(data, at)
    if at + 6 > len(data) or data[at : at + 2] != b"\xff\xff":
        return ""
    (count,) = struct.unpack_from("<H", data, at + 2)
    at += 6
    for index in range(min(count, 64)):
        if at + 2 > len(data):
            break
        (length,) = struct.unpack_from("<H", data, at)
        if index == value:
            return data[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")
        at += 2 + 2 * length
    return ""


def _after_string(data: bytes, at: int) -> int:
    """Return where an Xstz (section 2.9.354) that begins at `at` ends."""
    return at + 4 + 2 * struct.unpack_from("<H", data, at)[0] if at + 2 <= len(data) else at


def _gather_drawn_words(content: bytes, collector: Collector) -> None:
    """Add decorated words (a watermark) and SmartArt of an OfficeArtContent (section 2.9.172).

    Behind the store of pictures each drawing stands with a byte before it: 0 for the main text, 1 for headers.
    """
    store = next(records(content), None)
    position = store.end if store is not None else len(content)
    while position + 9 <= len(content):
        kind = PartKind.HEADER if content[position] == 1 else PartKind.BODY
        drawing = next(records(content, position + 1), None)
        if drawing is None:
            return
        for record in walk(content, position + 1, drawing.end):
            collector.add(kind, word_art(content, record))
            collector.add(kind, diagram_words(content, record, collector.limits))
        position = drawing.end


def _gather_things(word: WordFile, compound: Compound | None, collector: Collector) -> None:
    for position in sorted(word.pictures):
        if position not in word.data_at:
            for picture in _inline_pictures(word.data, word.pictures[position]):
                collector.item("picture", picture, is_placed=True)
    for picture in delayed_blips(word.drawings, word.stream):
        collector.item("picture", picture)
    if compound is not None:
        gather_objects(compound, collector, compound.storages("ObjectPool").values())
        gather_macros(compound, collector)


def _inline_pictures(data: bytes, offset: int) -> Iterator[bytes]:
    """Yield the pictures of a PICFAndOfficeArtData (section 2.9.192) at `offset`."""
    if not 0 <= offset <= len(data) - 8:
        return
    size, head, kind = struct.unpack_from("<iHh", data, offset)
    end = min(offset + min(max(size, 0), _MOST_PICTURE), len(data))
    start = offset + head
    if kind == 0x66 and start < end:  # the name of a linked file stands before
        start += 1 + data[start]
    yield from blips(data, start, end)
