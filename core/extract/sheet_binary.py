"""The parts of an .xlsb package that hold cells.

Source: [MS-XLSB] sections 2.1.4 (records), 2.4.735 (BrtSSTItem), 2.4.309 (BrtCellIsst) and its neighbours, 2.4.301
(BrtBundleSh), 2.4.663 (BrtFmt), 2.4.855 (BrtXF), 2.4.341 (BrtCommentText), 2.4.29 (BrtBeginHeaderFooter), 2.5.122
(RkNumber). python-calamine reads the cells, but no comments, text boxes and headers, and reserves a sheet's whole
rectangle (see `core.extract.legacy_excel`); pyxlsb has not been kept since 2022.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from core.extract.biff import real_of_rk
from core.extract.font_runs import OF_ESCAPEMENT, with_fonts
from core.extract.grid import Grid
from core.extract.numbers import BUILT_IN, shown
from core.extract.reading import PartKind, ReadingError, Status
from core.extract.running_lines import running_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.extract.reading import Limits

_ROW, _SHARED_ITEM, _FORMAT, _STYLE, _RICH_CELL = 0, 19, 44, 47, 62
_FONT = 43
_WORKBOOK, _SHEET, _HEADERS, _BEGIN_STYLES, _END_STYLES, _COMMENT = 153, 156, 479, 617, 618, 637
_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
_LONGEST_RECORD = 64 * 1024 * 1024


def records(chunks: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield type and data of each record (section 2.1.4) of a part that comes in pieces."""
    source = iter(chunks)
    buffer = b""
    at = 0
    while True:
        head = _head(buffer, at)
        if head is None or head[2] + head[1] > len(buffer):
            if head is not None and head[1] > _LONGEST_RECORD:
                return
            more = next(source, b"")
            if not more:
                return
            buffer = buffer[at:] + more
            at = 0
            continue
        kind, size, start = head
        yield kind, buffer[start : start + size]
        at = start + size


def _head(buffer: bytes, at: int) -> tuple[int, int, int] | None:
    """Return type, size and start of the data of the record at `at`; None where its head is not there whole."""
    if at + 6 > len(buffer) and (at + 2 > len(buffer) or buffer[-1] & 0x80):
        return None
    kind = buffer[at]
    at += 1
    if kind & 0x80:
        if at >= len(buffer):
            return None
        kind = (kind & 0x7F) | (buffer[at] & 0x7F) << 7
        at += 1
    size = 0
    for shift in (0, 7, 14, 21):
        if at >= len(buffer):
            return None
        byte = buffer[at]
        at += 1
        size |= (byte & 0x7F) << shift
        if not byte & 0x80:
            break
    return kind, size, at


def wide_string(data: bytes, at: int) -> tuple[str, int]:
    """Return the XLWideString at `at` and where it ends; 0xFFFFFFFF stands for none."""
    if at + 4 > len(data):
        return "", len(data)
    (count,) = struct.unpack_from("<I", data, at)
    if count == 0xFFFFFFFF:
        return "", at + 4
    end = min(at + 4 + 2 * count, len(data))
    return data[at + 4 : end].decode("utf-16-le", "replace"), end


class BinaryCells:
    """Reads sheets whose strings and formats are known; the same face as `sheet_xml.XmlCells`."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.strings: list[str] = []
        self.fonts: list[str] = []
        self.grid = Grid(is_sheet=True)
        self.formats: dict[int, str] = dict(BUILT_IN)
        self.cell_formats: list[int] = []
        self.is_1904 = False

    def read_strings(self, chunks: Iterable[bytes]) -> None:
        """Take in the table of shared strings."""
        length = 0
        for kind, data in records(chunks):
            if kind == _SHARED_ITEM:
                self.strings.append(self._rich_string(data, 0))
                length += len(self.strings[-1])
                if length > self.limits.maximum_text:
                    raise ReadingError(Status.TOO_LARGE, f"more than {self.limits.maximum_text} characters of text")

    def read_styles(self, chunks: Iterable[bytes]) -> None:
        """Take in the number formats."""
        is_inside = False
        for kind, data in records(chunks):
            if kind == _FORMAT and len(data) >= 2:
                self.formats[struct.unpack_from("<H", data)[0]] = wide_string(data, 2)[0]
            elif kind == _FONT:
                self.fonts.append(OF_ESCAPEMENT.get(int.from_bytes(data[6:8], "little"), ""))
            elif kind in (_BEGIN_STYLES, _END_STYLES):
                is_inside = kind == _BEGIN_STYLES
            elif kind == _STYLE and is_inside and len(data) >= 4:
                self.cell_formats.append(struct.unpack_from("<H", data, 2)[0])

    def sheets(self, workbook: Iterable[bytes]) -> list[tuple[str, bool, str]]:
        """Return name, whether hidden, and relationship of each sheet."""
        found = []
        for kind, data in records(workbook):
            if kind == _WORKBOOK and data:
                self.is_1904 = bool(data[0] & 1)
            elif kind == _SHEET and len(data) >= 8:
                relationship, at = wide_string(data, 8)
                found.append((wide_string(data, at)[0], data[0] != 0, relationship))
        return found

    def rows(self, chunks: Iterable[bytes], running: list[tuple[PartKind, str]]) -> Iterator[str]:
        """Yield the text of each row that shows something; headers and footers go into `running`."""
        self.grid = Grid(is_sheet=True)
        cells: list[str] = []
        for kind, data in records(chunks):
            if kind == _ROW:
                self.grid.row()
                if cells:
                    yield "\t".join(cells)
                cells = []
            elif 2 <= kind <= 11 or kind == _RICH_CELL:
                try:
                    text = self._cell(kind, data)
                except (struct.error, IndexError):
                    continue
                if text:
                    cells.append(text)
                    self.grid.fill(int.from_bytes(data[:4], "little"))
            elif kind == _HEADERS:
                at = 2
                for index in range(6):
                    line, at = wide_string(data, at)
                    running.append((PartKind.FOOTER if index % 2 else PartKind.HEADER, running_line(line)))
        if cells:
            yield "\t".join(cells)

    def _cell(self, kind: int, data: bytes) -> str:
        style = int.from_bytes(data[4:7], "little")
        if kind == 2:
            return self._number(style, real_of_rk(struct.unpack_from("<I", data, 8)[0]))
        if kind in (5, 9):
            return self._number(style, struct.unpack_from("<d", data, 8)[0])
        if kind in (3, 11):
            return _ERRORS.get(data[8], "")
        if kind in (4, 10):
            return "TRUE" if data[8] else "FALSE"
        if kind == 7:
            (index,) = struct.unpack_from("<I", data, 8)
            return self.strings[index] if index < len(self.strings) else ""
        return self._rich_string(data, 8) if kind == _RICH_CELL else wide_string(data, 8)[0]

    def _rich_string(self, data: bytes, at: int) -> str:
        """Return the RichStr (section 2.5.121) at `at`: what it has, the string, its runs."""
        text, end = wide_string(data, at + 1)
        if at >= len(data) or not data[at] & 1 or end + 4 > len(data):
            return text
        marks = {index: mark for index, mark in enumerate(self.fonts) if mark}
        return with_fonts(text, data[end + 4 : end + 4 + 4 * struct.unpack_from("<I", data, end)[0]], marks)

    def _number(self, style: int, value: float) -> str:
        code = self.cell_formats[style] if style < len(self.cell_formats) else 0
        return shown(value, self.formats.get(code, ""), is_1904=self.is_1904)


def comments(chunks: Iterable[bytes]) -> Iterator[str]:
    """Yield the texts of a part of comments."""
    for kind, data in records(chunks):
        if kind == _COMMENT:
            yield wide_string(data, 1)[0]
