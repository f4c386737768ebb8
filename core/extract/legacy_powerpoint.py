"""PowerPoint presentations of 1997 to 2003: .ppt, .pps, .pot and Kingsoft's .dps.

Chosen by measuring. No kept Python library passes: kreuzberg finds 99.9 % of the 4-grams of .ppt that LibreOffice
wrote (and 3 % of those of .doc), a pure-Python converter to pptx does 5 documents a second, catppt finds no Chinese at
all. So olefile gives the streams and they are read after [MS-PPT]: sections 2.1.2 (the part that is current: user edits
and persist directories), 2.4.14.3 (SlideListWithText), 2.5.1 (slides), 2.5.6 (notes), 2.9.40 to 2.9.45 (text), 2.4.15
(headers and footers), 2.10.34.1 (embedded objects), 2.5.28 (comments). On the corpus: 25 of 27 facts of .ppt (the two
others are names of shapes, which no page shows), both encrypted files told, 500 files a second, the slowest 7 ms.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

from core.extract.collecting import Collector
from core.extract.compound import Compound, compound_from_bytes, gather_objects
from core.extract.font_runs import shape_text
from core.extract.office_art import CLIENT_TEXTBOX, Record, blips, diagram_words, records, walk, word_art
from core.extract.reading import PartKind, ReadingError, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.extract.reading import Limits, Reading

NAME = "legacy_powerpoint"
VERSION = 2
FORMATS = frozenset(("ppt", "dps"))

_DOCUMENT, _SLIDE, _NOTES = 1000, 1006, 1008
_NOTES_ATOM, _PERSIST, _SLIDE_INFO, _DRAWING = 1009, 1011, 1017, 1036
_OUTLINE_REFERENCE, _TEXT_HEADER, _TEXT_CHARACTERS, _TEXT_BYTES, _STRING = 3998, 3999, 4000, 4008, 4026
_RUNNING, _SLIDE_LIST, _USER_EDIT, _CURRENT_USER, _OBJECT = 4057, 4080, 4085, 4086, 4113
_BINARY_TAG, _PERSIST_DIRECTORY, _COMMENT = 5003, 6002, 12000
_CRYPT_SESSION = 12052
_STYLE, _LINK, _OBJECT_LIST = 4001, 4055, 1033
_ENCRYPTED_TOKEN = 0xF3D1C4DF
_SLIDES, _NOTES_LIST = 0, 2
_HIDDEN = 0x0004
_LONGEST_HISTORY = 1000
_STREAM = "PowerPoint Document"


@dataclass(slots=True)
class _Page:
    """One slide as its list names it, with the texts of its outline."""

    persist: int
    slide: int
    outline: list[str] = field(default_factory=list)


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of a PowerPoint presentation, as `core.extract.reading.Extractor` says."""
    compound = Compound(source, limits)
    dual = f"PP97_DUALSTORAGE/{_STREAM}"
    folder = "PP97_DUALSTORAGE/" if compound.has(dual) else ""
    stream = compound.stream(folder + _STREAM)
    if not stream:
        if compound.has("PP40"):
            raise ReadingError(Status.UNSUPPORTED, "presentations of PowerPoint 95 and older are not read")
        raise ReadingError(Status.DAMAGED, "the presentation's main stream is lost")
    collector = Collector(form, limits)
    collector.modified = compound.modified()
    _Presentation(stream, compound.stream(folder + "Current User"), collector).gather()
    for picture in blips(compound.stream(folder + "Pictures")):
        collector.item("picture", picture)
    return collector.reading()


class _Presentation:
    """Reads the main stream."""

    def __init__(self, data: bytes, current_user: bytes, collector: Collector) -> None:
        self.data = data
        self.collector = collector
        self.running: set[tuple[PartKind, str]] = set()
        self.places: dict[int, int] = {}
        self.document: Record | None = None
        self._follow_edits(current_user)
        if self.document is None:
            self._search_document()

    def record(self, offset: int) -> Record | None:
        """Return the record at `offset`; None outside of the stream."""
        return next(records(self.data, offset), None) if 0 <= offset < len(self.data) else None

    def _follow_edits(self, current_user: bytes) -> None:
        """Learn where each persistent object stands now, from the newest edit to the oldest."""
        if len(current_user) < 20:
            return
        token, offset = struct.unpack_from("<II", current_user, 12)
        if token == _ENCRYPTED_TOKEN:
            raise ReadingError(Status.ENCRYPTED, "the presentation is locked with a password")
        document = 0
        for _ in range(_LONGEST_HISTORY):
            edit = self.record(offset)
            if edit is None or edit.type != _USER_EDIT or edit.end - edit.start < 20:
                break
            if edit.end - edit.start >= 32 and struct.unpack_from("<I", self.data, edit.start + 28)[0]:
                raise ReadingError(Status.ENCRYPTED, "the presentation is locked with a password")
            older, directory, named = struct.unpack_from("<III", self.data, edit.start + 8)
            document = document or named
            self._read_directory(directory)
            if not older or older >= offset:
                break
            offset = older
        found = self.record(self.places.get(document, -1))
        self.document = found if found is not None and found.type == _DOCUMENT else None

    def _read_directory(self, offset: int) -> None:
        record = self.record(offset)
        if record is None or record.type != _PERSIST_DIRECTORY:
            return
        position = record.start
        while position + 4 <= record.end:
            (head,) = struct.unpack_from("<I", self.data, position)
            first, count = head & 0xFFFFF, head >> 20
            position += 4
            count = min(count, (record.end - position) // 4)
            for index, place in enumerate(struct.unpack_from(f"<{count}I", self.data, position)):
                self.places.setdefault(first + index, place)
            position += 4 * count

    def _search_document(self) -> None:
        """Where the history is broken, take the last document among the records that stand side by side."""
        for record in records(self.data):
            if record.type == _CRYPT_SESSION:
                raise ReadingError(Status.ENCRYPTED, "the presentation is locked with a password")
            if record.type == _DOCUMENT:
                self.document = record

    def gather(self) -> None:
        """Hand all text, slide by slide, and the embedded objects to the collector."""
        if self.document is None:
            self._gather_all()
        else:
            self._gather_slides(self.document)
        if not self.collector.has_text and self.document is not None:
            self._gather_all()
        for offset in sorted(set(self.places.values())):
            record = self.record(offset)
            if record is not None and record.type == _OBJECT:
                _gather_object(self.data[record.start : record.end], record.instance, self.collector)

    def _gather_all(self) -> None:
        """Without a usable document: every slide and every note in the order in which they stand."""
        found = False
        for record in records(self.data):
            if record.type in (_SLIDE, _NOTES):
                found = True
                self._gather_shapes(record, [], PartKind.BODY if record.type == _SLIDE else PartKind.NOTE)
        if not found and self.document is None:
            raise ReadingError(Status.DAMAGED, "no slide is where the presentation says")

    def _gather_slides(self, document: Record) -> None:
        lists = {_SLIDES: [], _NOTES_LIST: []}  # type: dict[int, list[_Page]]
        for record in records(self.data, document.start, document.end):
            if record.type == _SLIDE_LIST:
                lists.setdefault(record.instance, []).extend(self._pages(record))
            elif record.type == _RUNNING:
                self._gather_running(record)
            elif record.type == _OBJECT_LIST:
                self._gather_links(record)
        notes: dict[int, list[Record]] = {}
        for page in lists[_NOTES_LIST]:
            record = self.record(self.places.get(page.persist, -1))  # type: ignore[assignment]  # None is looked for
            if record is not None and record.type == _NOTES:
                notes.setdefault(self._slide_of(record), []).append(record)
        for page in lists[_SLIDES]:
            self._gather_slide(page)
            for record in notes.pop(page.slide, []):
                self._gather_shapes(record, [], PartKind.NOTE)
        for left in notes.values():
            for record in left:
                self._gather_shapes(record, [], PartKind.NOTE)

    def _pages(self, slides: Record) -> Iterator[_Page]:
        page: _Page | None = None
        spoken: Record | None = None
        for record in records(self.data, slides.start, slides.end):
            if record.type == _PERSIST and record.end - record.start >= 16:
                if page is not None:
                    yield page
                persist, _, _, slide = struct.unpack_from("<IIiI", self.data, record.start)
                page, spoken = _Page(persist, slide), None
            elif page is not None and record.type == _TEXT_HEADER:
                page.outline.append("")
            elif page is not None and page.outline and record.type in (_TEXT_CHARACTERS, _TEXT_BYTES):
                page.outline[-1] = self._text(record)
                spoken = record
            elif page is not None and page.outline and record.type == _STYLE and spoken is not None:
                page.outline[-1] = self._text(spoken, record)
        if page is not None:
            yield page

    def _slide_of(self, notes: Record) -> int:
        for record in records(self.data, notes.start, notes.end):
            if record.type == _NOTES_ATOM and record.end - record.start >= 4:
                return int(struct.unpack_from("<I", self.data, record.start)[0])
        return 0

    def _gather_slide(self, page: _Page) -> None:
        record = self.record(self.places.get(page.persist, -1))
        if record is None or record.type != _SLIDE:
            for text in page.outline:
                self.collector.add(PartKind.BODY, text)
            return
        self._gather_shapes(record, page.outline, PartKind.HIDDEN if self._is_hidden(record) else PartKind.BODY)

    def _is_hidden(self, slide: Record) -> bool:
        for record in records(self.data, slide.start, slide.end):
            if record.type == _SLIDE_INFO and record.end - record.start >= 12:
                return bool(struct.unpack_from("<H", self.data, record.start + 10)[0] & _HIDDEN)
        return False

    def _gather_shapes(self, page: Record, outline: list[str], kind: PartKind) -> None:
        """Add the texts of a slide's shapes; those of its outline that no shape refers to stand at the end."""
        used: set[int] = set()
        diagrams: list[str] = []
        for record in records(self.data, page.start, page.end):
            if record.type == _DRAWING:
                for inner in walk(self.data, record.start, record.end):
                    if inner.type == CLIENT_TEXTBOX:
                        self.collector.add(kind, self._box(inner, outline, used))
                    else:
                        self.collector.add(kind, word_art(self.data, inner))
                        diagrams.append(diagram_words(self.data, inner, self.collector.limits))
            elif record.type == _RUNNING:
                self._gather_running(record)
            else:
                self._gather_comments(record)
        for index, text in enumerate(outline):
            if index not in used:
                self.collector.add(kind, text)
        for text in diagrams:
            self.collector.add(kind, text)

    def _box(self, box: Record, outline: list[str], used: set[int]) -> str:
        texts = []
        spoken: Record | None = None
        for record in records(self.data, box.start, box.end):
            if record.type in (_TEXT_CHARACTERS, _TEXT_BYTES):
                texts.append(self._text(record))
                spoken = record
            elif record.type == _STYLE and spoken is not None and texts:
                texts[-1] = self._text(spoken, record)
            elif record.type == _OUTLINE_REFERENCE and record.end - record.start >= 4:
                (index,) = struct.unpack_from("<i", self.data, record.start)
                if 0 <= index < len(outline) and index not in used:
                    used.add(index)
                    texts.append(outline[index])
        return "\n".join(texts)

    def _text(self, record: Record, style: Record | None = None) -> str:
        raw = self.data[record.start : record.end]
        wide = record.type in (_TEXT_CHARACTERS, _STRING)
        text = raw[: len(raw) // 2 * 2].decode("utf-16-le", "replace") if wide else raw.decode("latin-1")
        if style is not None:
            text = shape_text(text, self.data[style.start : style.end])
        text = text.replace("\r", "\n").replace("\x0b", "\n").replace("\0", "")
        return "" if text.strip() == "*" else text  # the place of a date, a slide number or a running line

    def _gather_running(self, container: Record) -> None:
        """Headers and footers: the same line stands on every slide and is gathered once."""
        for record in records(self.data, container.start, container.end):
            if record.type == _STRING:
                kind = PartKind.HEADER if record.instance == 1 else PartKind.FOOTER
                text = self._text(record)
                if (kind, text) not in self.running:
                    self.running.add((kind, text))
                    self.collector.add(kind, text)

    def _gather_links(self, objects: Record) -> None:
        """Note where links point (ExHyperlinkContainer, section 2.10.16): the target is the string of instance 1."""
        links = [record for record in records(self.data, objects.start, objects.end) if record.type == _LINK]
        strings = (string for link in links for string in records(self.data, link.start, link.end))
        targets = {self._text(each) for each in strings if each.type == _STRING and each.instance == 1}
        for target in sorted(targets):
            self.collector.link(target)

    def _gather_comments(self, record: Record, depth: int = 0) -> None:
        if depth > 8:
            return
        if record.type == _COMMENT:
            for inner in records(self.data, record.start, record.end):
                if inner.type == _STRING and inner.instance == 1:
                    self.collector.add(PartKind.COMMENT, self._text(inner))
        elif record.version == 0xF or record.type == _BINARY_TAG:
            for inner in records(self.data, record.start, record.end):
                self._gather_comments(inner, depth + 1)


def _gather_object(data: bytes, instance: int, collector: Collector) -> None:
    """Add an ExOleObjStg: a compound file, packed where the record's instance is 1."""
    if instance == 1:
        try:
            data = zlib.decompressobj().decompress(data[4:], collector.limits.maximum_expansion)
        except zlib.error:
            return
    try:
        inner = compound_from_bytes(data, collector.limits)
    except ReadingError:
        collector.item("object", data)
        return
    if any(name.lower().startswith("vba/") for name in inner.names):
        collector.item("macro", (inner.stream(name) for name in inner.names if name.lower().startswith("vba/")))
    else:
        gather_objects(inner, collector, [inner.names])
