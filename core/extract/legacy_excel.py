"""Excel workbooks up to 2003: .xls, .xlt and Kingsoft's .et; Excel 3 and 4 too, which have no container.

Chosen by measuring. python-calamine 0.9 (MIT) finds 7 of the 15 facts that the corpus states of .xls: nothing of Excel
3 and 4, no chart titles, text boxes, comments, headers; one damaged file of 67 KB makes it panic, and one .xlsx cell in
the last row and column (a file of 1 KB) makes it ask for 512 GB and abort the process. xlrd reads no drawings, charts,
headers. So the records are read after [MS-XLS]: sections 2.1.7 (streams and substreams), 2.4.265 (SST), 2.4.149
(LabelSst), 2.4.175 (MulRk), 2.4.127 (Formula), 2.4.329 (TxO), 2.4.254 (SeriesText), 2.4.117 (FilePass). All 15 facts,
both encrypted files told, 240 files a second.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, BinaryIO

from core.extract.biff import Strings, real_of_rk, records
from core.extract.collecting import Collector
from core.extract.compound import MAGIC, Compound, gather_macros, gather_objects
from core.extract.font_runs import OF_ESCAPEMENT
from core.extract.grid import Grid
from core.extract.links import hyperlink_target
from core.extract.numbers import BUILT_IN, shown
from core.extract.office_art import blips, diagram_words, walk, word_art
from core.extract.reading import PartKind, ReadingError, Status
from core.extract.rtf_words import codec_of_page
from core.extract.running_lines import running_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.extract.reading import Limits, Reading

NAME = "legacy_excel"
VERSION = 2
FORMATS = frozenset(("xls", "et"))

_BOFS = {0x0009: 2, 0x0209: 3, 0x0409: 4, 0x0809: 5}
_CHART, _NOTE_OBJECT = 0x20, 0x19
_ERRORS = {0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A"}


def read(source: BinaryIO, form: str, limits: Limits) -> Reading:
    """Return the text of an Excel workbook, as `core.extract.reading.Extractor` says."""
    source.seek(0)
    collector = Collector(form, limits)
    if source.read(8) != MAGIC:
        source.seek(0)
        workbook = Workbook(collector)
        workbook.gather(source.read())
        return collector.reading()
    compound = Compound(source, limits)
    stream = compound.stream("Workbook") or compound.stream("Book")
    if not stream:  # a fuzzer's broken name, or a part of a longer one
        name = next((name for name in compound.names if name.lower().startswith(("workbook", "book"))), "")
        stream = compound.stream(name)
    if not stream:
        raise ReadingError(Status.DAMAGED, "the workbook's main stream is lost")
    collector.modified = compound.modified()
    Workbook(collector).gather(stream)
    objects = [names for storage, names in compound.storages().items() if storage.upper().startswith(("MBD", "LNK"))]
    gather_objects(compound, collector, objects)
    gather_macros(compound, collector)
    return collector.reading()


_CELLS = frozenset(
    (0x0204, 0x0004, 0x00D6, 0x00FD, 0x0203, 0x0003, 0x027E, 0x00BD, 0x0002, 0x0006, 0x0206, 0x0406, 0x0205, 0x0005)
)
"""Records that say in which column they stand."""


class Workbook:
    """Reads one workbook stream record by record."""

    def __init__(self, collector: Collector) -> None:
        self.collector = collector
        self.version = 8
        self.has_begun = False
        self.codec = "cp1252"
        self.is_1904 = False
        self.strings: list[str] = []
        self.fonts: list[str] = []
        self.links: set[str] = set()
        self.formats: dict[int, str] = dict(BUILT_IN)
        self.early_formats: list[str] = []
        self.cell_formats: list[int] = []
        self.sheets: list[tuple[str, bool]] = []
        self.sheet = -1
        self.nesting: list[int] = []
        self.pictures: list[bytes] = []
        self.drawing: list[bytes] = []
        self.running: list[tuple[PartKind, str]] = []
        self.notes: list[str] = []
        self.boxes: list[str] = []
        self.cells: list[str] = []
        self.grid = Grid(is_sheet=True)
        self.column = 0
        self.row = -1
        self.object_type = 0
        self.awaits_string = False
        self.string_row = -1
        self._readers = self._table()

    def _table(self) -> dict[int, Callable[[list[bytes]], None]]:
        cells = {
            0x0204: self._label, 0x0004: self._label, 0x00D6: self._label, 0x00FD: self._shared, 0x0203: self._real,
            0x0003: self._real, 0x027E: self._rk, 0x00BD: self._rks, 0x0002: self._integer, 0x0006: self._formula,
            0x0206: self._formula, 0x0406: self._formula, 0x0207: self._string, 0x0007: self._string,
            0x0205: self._truth, 0x0005: self._truth,
        }  # fmt: skip
        return {
            **cells,
            0x002F: self._locked, 0x0042: self._code_page, 0x0022: self._date_mode, 0x0085: self._bound_sheet,
            0x00FC: self._shared_strings, 0x041E: self._format, 0x001E: self._format, 0x00E0: self._cell_format,
            0x0443: self._cell_format, 0x0243: self._cell_format, 0x0043: self._cell_format, 0x0014: self._header,
            0x0015: self._footer, 0x001C: self._note, 0x005D: self._object, 0x01B6: self._text_object,
            0x0031: self._font, 0x01B8: self._link, 0x00EB: self._drawing_group, 0x00EC: self._drawing,
            0x100D: self._chart_text,
        }  # fmt: skip

    def gather(self, data: bytes) -> None:
        """Read `data`, handing over each sheet at its end.

        Raises:
            ReadingError: ENCRYPTED; DAMAGED where this is no workbook.
        """
        for kind, chunks in records(data):
            if kind in _BOFS:
                self._begin(kind, chunks[0])
            elif kind == 0x000A:
                self._end()
            elif kind in self._readers:
                if kind in _CELLS:
                    self.column = int.from_bytes(chunks[0][2:4], "little")
                try:
                    self._readers[kind](chunks)
                except (struct.error, IndexError, UnicodeError):
                    continue  # one broken record costs itself
        if self.sheet < 0 and not self.has_begun:
            raise ReadingError(Status.DAMAGED, "no substream of a workbook begins")
        self._end_sheet()
        for target in sorted(self.links):
            self.collector.link(target)
        for picture in blips(b"".join(self.pictures)):
            self.collector.item("picture", picture)

    def _begin(self, kind: int, data: bytes) -> None:
        self.has_begun = True
        version, content = struct.unpack_from("<HH", data) if len(data) >= 4 else (0, 0)
        if kind == 0x0809:
            self.version = 8 if version == 0x0600 else 5
        else:
            self.version = _BOFS[kind]
        if not self.nesting and (content != 5 or self.version < 5):
            self._end_sheet()
            self.sheet += 1
        self.nesting.append(content)

    def _end(self) -> None:
        if self.nesting:
            self.nesting.pop()

    def _end_sheet(self) -> None:
        """Hand over what the sheet held; its name only when it held something."""
        name, is_hidden = self.sheets[self.sheet] if 0 <= self.sheet < len(self.sheets) else ("", False)
        drawing = b"".join(self.drawing)
        for record in walk(drawing):
            self.boxes.append(word_art(drawing, record))
            self.boxes.append(diagram_words(drawing, record, self.collector.limits))
        body = PartKind.HIDDEN if is_hidden else PartKind.BODY
        texts = ["".join(self.cells), *self.boxes]
        self.collector.grid(self.grid)
        self.grid = Grid(is_sheet=True)
        if any(text.strip() for text in texts) or self.notes:
            self.collector.add(PartKind.HEADER, name)
        for text in texts:
            self.collector.add(body, text)
        for text in self.notes:
            self.collector.add(PartKind.COMMENT, text)
        for kind, text in self.running:
            self.collector.add(kind, text)
        self.cells, self.boxes, self.notes, self.running, self.drawing, self.row = [], [], [], [], [], -1

    def _cell(self, row: int, text: str) -> None:
        if not text or _CHART in self.nesting:
            return
        if self.cells:
            self.cells.append("\t" if row == self.row else "\n")
        if row != self.row:
            self.grid.row()
        self.row = row
        self.grid.fill(self.column)
        self.cells.append(text)

    def _number(self, row: int, cell_format: int, value: float) -> None:
        code = self.cell_formats[cell_format] if cell_format < len(self.cell_formats) else 0
        if self.version >= 5:
            pattern = self.formats.get(code, "")
        else:
            pattern = self.early_formats[code] if code < len(self.early_formats) else ""
        self._cell(row, shown(value, pattern, is_1904=self.is_1904))

    def _text(self, data: bytes, at: int, count_size: int = 2) -> str:
        """Return the string at `at`: Unicode since Excel 97, bytes of the code page before."""
        if self.version == 8:
            strings = Strings([data[at:]])
            return strings.rich(count_size)
        count = int.from_bytes(data[at : at + count_size], "little")
        return data[at + count_size : at + count_size + count].decode(self.codec, "replace")

    def _label(self, chunks: list[bytes]) -> None:
        data = chunks[0]
        (row,) = struct.unpack_from("<H", data)
        if self.version == 8 and len(chunks) > 1:
            self._cell(row, Strings([data[6:], *chunks[1:]]).rich(fonts=self._raising))
        else:
            self._cell(row, self._text(data, 7, 1) if self.version == 2 else self._text(data, 6))

    def _shared(self, chunks: list[bytes]) -> None:
        row, _, _, index = struct.unpack_from("<HHHI", chunks[0])
        if index < len(self.strings):
            self._cell(row, self.strings[index])

    def _real(self, chunks: list[bytes]) -> None:
        row, _, cell_format = struct.unpack_from("<HHH", chunks[0])
        (value,) = struct.unpack_from("<d", chunks[0], 7 if self.version == 2 else 6)
        self._number(row, 0 if self.version == 2 else cell_format, value)

    def _rk(self, chunks: list[bytes]) -> None:
        row, _, cell_format, rk = struct.unpack_from("<HHHI", chunks[0])
        self._number(row, cell_format, real_of_rk(rk))

    def _rks(self, chunks: list[bytes]) -> None:
        data = chunks[0]
        (row,) = struct.unpack_from("<H", data)
        for at in range(4, len(data) - 7, 6):
            cell_format, rk = struct.unpack_from("<HI", data, at)
            self._number(row, cell_format, real_of_rk(rk))
            self.column += 1

    def _integer(self, chunks: list[bytes]) -> None:
        (row,) = struct.unpack_from("<H", chunks[0])
        self._cell(row, str(struct.unpack_from("<H", chunks[0], 7)[0]))

    def _formula(self, chunks: list[bytes]) -> None:
        data = chunks[0]
        row, _, cell_format = struct.unpack_from("<HHH", data)
        at = 7 if self.version == 2 else 6
        result = data[at : at + 8]
        self.awaits_string = False
        if result[6:8] != b"\xff\xff":
            self._number(row, cell_format, struct.unpack("<d", result)[0])
        elif result[0] == 0:
            self.awaits_string = True
            self.string_row = row
        elif result[0] == 1:
            self._cell(row, "TRUE" if result[2] else "FALSE")
        elif result[0] == 2:
            self._cell(row, _ERRORS.get(result[2], ""))

    def _string(self, chunks: list[bytes]) -> None:
        if self.awaits_string:
            self.awaits_string = False
            if self.version == 8:
                self._cell(self.string_row, Strings(chunks).rich())
            else:
                self._cell(self.string_row, self._text(chunks[0], 0, 1 if self.version == 2 else 2))

    def _truth(self, chunks: list[bytes]) -> None:
        data = chunks[0]
        (row,) = struct.unpack_from("<H", data)
        at = 7 if self.version == 2 else 6
        self._cell(row, _ERRORS.get(data[at], "") if data[at + 1] else "TRUE" if data[at] else "FALSE")

    def _locked(self, _chunks: list[bytes]) -> None:
        raise ReadingError(Status.ENCRYPTED, "the workbook is locked with a password")

    def _code_page(self, chunks: list[bytes]) -> None:
        (page,) = struct.unpack_from("<H", chunks[0])
        self.codec = {0x8000: "mac_roman", 0x8001: "cp1252", 367: "cp1252"}.get(page) or codec_of_page(page)

    def _date_mode(self, chunks: list[bytes]) -> None:
        self.is_1904 = struct.unpack_from("<H", chunks[0])[0] == 1

    def _bound_sheet(self, chunks: list[bytes]) -> None:
        data = chunks[0]
        is_hidden = bool(data[4] & 3)
        self.sheets.append((self._text(data, 6, 1), is_hidden))

    def _shared_strings(self, chunks: list[bytes]) -> None:
        strings = Strings(chunks)
        strings.take(8)
        length = 0
        fonts = self._raising
        while not strings.is_over:
            self.strings.append(strings.rich(fonts=fonts))
            length += len(self.strings[-1])
            if length > self.collector.limits.maximum_text:
                most = self.collector.limits.maximum_text
                raise ReadingError(Status.TOO_LARGE, f"more than {most} characters of text")

    @property
    def _raising(self) -> dict[int, str]:
        """The fonts that raise or lower text, by their number, which leaves out 4 ([MS-XLS] section 2.5.129)."""
        return {index + (index > 3): mark for index, mark in enumerate(self.fonts) if mark}

    def _font(self, chunks: list[bytes]) -> None:
        is_known = self.version >= 5 and len(chunks[0]) >= 10
        self.fonts.append(OF_ESCAPEMENT.get(int.from_bytes(chunks[0][8:10], "little"), "") if is_known else "")

    def _link(self, chunks: list[bytes]) -> None:
        self.links.add(hyperlink_target(b"".join(chunks)[24:]))

    def _format(self, chunks: list[bytes]) -> None:
        data = chunks[0]
        if self.version >= 5:
            (number,) = struct.unpack_from("<H", data)
            self.formats[number] = self._text(data, 2, 2 if self.version == 8 else 1)
        else:  # numbered by their order
            self.early_formats.append(self._text(data, 2 if self.version == 4 else 0, 1))

    def _cell_format(self, chunks: list[bytes]) -> None:
        data = chunks[0]
        self.cell_formats.append(struct.unpack_from("<H", data, 2)[0] if self.version >= 5 else data[1])

    def _header(self, chunks: list[bytes]) -> None:
        self._running_line(PartKind.HEADER, chunks[0])

    def _footer(self, chunks: list[bytes]) -> None:
        self._running_line(PartKind.FOOTER, chunks[0])

    def _running_line(self, kind: PartKind, data: bytes) -> None:
        if data and _CHART not in self.nesting:
            self.running.append((kind, running_line(self._text(data, 0, 2 if self.version == 8 else 1))))

    def _note(self, chunks: list[bytes]) -> None:
        if self.version < 8:
            self.notes.append(self._text(chunks[0], 4))

    def _object(self, chunks: list[bytes]) -> None:
        data = chunks[0]
        self.object_type = struct.unpack_from("<H", data, 4)[0] if len(data) >= 6 and data[:2] == b"\x15\x00" else 0

    def _text_object(self, chunks: list[bytes]) -> None:
        (count,) = struct.unpack_from("<H", chunks[0], 10)
        if count and len(chunks) > 1:
            strings = Strings(chunks[1:])
            text = strings.characters(count, bool(strings.number(1) & 1))
            (self.notes if self.object_type == _NOTE_OBJECT else self.boxes).append(text)

    def _drawing_group(self, chunks: list[bytes]) -> None:
        self.pictures += chunks

    def _drawing(self, chunks: list[bytes]) -> None:
        if _CHART not in self.nesting:
            self.drawing += chunks

    def _chart_text(self, chunks: list[bytes]) -> None:
        self.boxes.append(self._text(chunks[0], 2, 1))
