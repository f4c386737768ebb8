"""The parts of an .xlsx package that hold cells: strings, formats, sheets, in streams and never whole.

Source: ECMA-376 part 1, sections 18.4 (shared strings), 18.8 (styles), 18.3.1 (worksheets), 18.3.1.4 (cells),
18.3.1.46 (headers and footers). Elements are known by their local names, so the strict variant (ISO 29500) reads alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.extract.grid import Grid
from core.extract.numbers import BUILT_IN, shown
from core.extract.reading import PartKind, ReadingError, Status
from core.extract.run_actions import VERTICAL
from core.extract.running_lines import running_line
from core.extract.scripts import LEVEL
from core.extract.streamed_xml import drop, elements, local

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml import etree

    from core.extract.reading import Limits


def string_of(item: etree._Element) -> str:
    """Return the text of a shared or inline string, without phonetic readings (section 18.4.6)."""
    return "".join(
        _marked(text.text or "", parent)
        for text in item.iter("{*}t")
        if (parent := text.getparent()) is not None and local(parent) != "rPh"
    )


def _marked(text: str, run: etree._Element) -> str:
    """Return the text of a run with the marks of raised or lowered text (section 18.4.14)."""
    raised = run.find("{*}rPr/{*}vertAlign") if len(run) > 1 else None
    mark = VERTICAL.get(raised.get("val") or "") if raised is not None else None
    return f"{mark}{text}{LEVEL}" if mark else text


class XmlCells:
    """Reads sheets whose strings and formats are known."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.strings: list[str] = []
        self.formats: dict[int, str] = dict(BUILT_IN)
        self.cell_formats: list[int] = []
        self.is_1904 = False
        self.faults: list[str] = []
        self.grid = Grid(is_sheet=True)

    def read_strings(self, chunks: Iterable[bytes]) -> None:
        """Take in the table of shared strings."""
        length = 0
        for item in elements(chunks, "si", faults=self.faults):
            self.strings.append(string_of(item))
            drop(item)
            length += len(self.strings[-1])
            if length > self.limits.maximum_text:
                raise ReadingError(Status.TOO_LARGE, f"more than {self.limits.maximum_text} characters of text")

    def read_styles(self, chunks: Iterable[bytes]) -> None:
        """Take in the number formats."""
        for item in elements(chunks, "numFmt", "cellXfs", faults=self.faults):
            if local(item) == "numFmt":
                self.formats[_int(item.get("numFmtId"))] = item.get("formatCode") or ""
            else:
                self.cell_formats = [_int(style.get("numFmtId")) for style in item]

    def sheets(self, workbook: Iterable[bytes]) -> list[tuple[str, bool, str]]:
        """Return name, whether hidden, and relationship of each sheet."""
        found = []
        for item in elements(workbook, "sheet", "workbookPr", faults=self.faults):
            if local(item) == "workbookPr":
                self.is_1904 = item.get("date1904") in ("1", "true", "on")
            else:
                identifier = next((value for key, value in item.attrib.items() if str(key).endswith("}id")), "")
                is_hidden = item.get("state") in ("hidden", "veryHidden")
                found.append((item.get("name") or "", is_hidden, str(identifier)))
        return found

    def rows(self, chunks: Iterable[bytes], running: list[tuple[PartKind, str]]) -> Iterator[str]:
        """Yield the text of each row that shows something; headers and footers go into `running`."""
        self.grid = Grid(is_sheet=True)
        for item in elements(chunks, "row", "headerFooter", faults=self.faults):
            if local(item) == "row":
                self.grid.row()
                cells = []
                column = -1
                for cell in item:
                    column = column_of(cell.get("r"), column + 1)
                    if text := self._cell(cell):
                        cells.append(text)
                        self.grid.fill(column)
                if cells:
                    yield "\t".join(cells)
            else:
                for line in item:
                    kind = PartKind.FOOTER if local(line).endswith("Footer") else PartKind.HEADER
                    running.append((kind, running_line(line.text or "")))
            drop(item)

    def _cell(self, cell: etree._Element) -> str:
        kind = cell.get("t") or "n"
        if kind == "inlineStr":
            return string_of(cell)
        text = next((child.text for child in cell if str(child.tag).endswith("}v")), None) or ""
        if kind == "s":
            index = _int(text, -1)
            return self.strings[index] if 0 <= index < len(self.strings) else ""
        if kind == "b" and text:
            return "TRUE" if text == "1" else "FALSE"
        return self._number(cell, text) if kind == "n" and text else text

    def _number(self, cell: etree._Element, text: str) -> str:
        style = _int(cell.get("s"))
        code = self.cell_formats[style] if 0 <= style < len(self.cell_formats) else 0
        try:
            return shown(float(text), self.formats.get(code, ""), is_1904=self.is_1904)
        except (ValueError, OverflowError):
            return text


def column_of(reference: str | None, default: int) -> int:
    """Return the number of the column in a reference like "AB12" (section 18.18.7), from 0."""
    letters = (reference or "").rstrip("0123456789")
    if not 0 < len(letters) < 4 or not letters.isascii() or not letters.isalpha():
        return default
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def _int(text: str | None, default: int = 0) -> int:
    try:
        return int(text) if text else default
    except ValueError:
        return default
