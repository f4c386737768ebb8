"""Workbooks since 2007, in XML and in binary records: every kind of text once, and no memory for empty rectangles."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from core.extract.reading import Limits, PartKind, Status
from tests.unit.extract.making import PNG, reading, relationships, text_of, zipped

if TYPE_CHECKING:
    from collections.abc import Mapping

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
STYLES = (
    '<numFmts><numFmt numFmtId="170" formatCode="0.0%"/></numFmts>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/></cellXfs>'
)


def xlsx(
    rows: str,
    strings: str = "",
    *,
    parts: Mapping[str, bytes | str] | None = None,
    related: Mapping[str, tuple[str, str]] | None = None,
    tail: str = "",
    space: str = MAIN,
    state: str = "",
) -> bytes:
    """A workbook of one sheet, Prices: the XML within sheetData and what follows it."""
    sheet = f'<sheet name="Prices" sheetId="1" r:id="rId1" {state}/>'
    return zipped(
        {
            "_rels/.rels": relationships({"rId1": ("officeDocument", "xl/workbook.xml")}),
            "xl/workbook.xml": f'<workbook xmlns="{space}" xmlns:r="{RELATIONS}"><sheets>{sheet}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relationships(
                {
                    "rId1": ("worksheet", "worksheets/sheet1.xml"),
                    "rId2": ("sharedStrings", "sharedStrings.xml"),
                    "rId3": ("styles", "styles.xml"),
                }
            ),
            "xl/sharedStrings.xml": f'<sst xmlns="{space}">{strings}</sst>',
            "xl/styles.xml": f'<styleSheet xmlns="{space}">{STYLES}</styleSheet>',
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData>{tail}</worksheet>',
            "xl/worksheets/_rels/sheet1.xml.rels": relationships(related or {}),
            **(parts or {}),
        }
    )


def cell(value: object, kind: str = "n", style: int = 0) -> str:
    return f'<c t="{kind}" s="{style}"><v>{value}</v></c>'


def row(*cells: str) -> str:
    return f"<row>{''.join(cells)}</row>"


def test_cells_of_every_type_are_shown() -> None:
    strings = "<si><t>plain</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>reading</t></rPh></si>"
    rows = row(cell(0, "s"), cell(1, "s"), '<c t="inlineStr"><is><t>inline</t></is></c>', cell("made", "str")) + row(
        cell(1, "b"), cell("#DIV/0!", "e"), cell(0.125, style=1), cell(44197, style=2), cell("1.50"), cell(99, "s")
    )
    found = reading(xlsx(rows, strings), "a.xlsx")
    assert found.body == "plain\trich\tinline\tmade\nTRUE\t#DIV/0!\t12.5%\t2021-01-01\t1.5"
    assert text_of(found, PartKind.HEADER) == "Prices"


def test_the_strict_variant_reads_alike() -> None:
    rows, strings = row(cell(0, "s")), "<si><t>词</t></si>"
    assert reading(xlsx(rows, strings, space=STRICT), "a.xlsx").parts == reading(xlsx(rows, strings), "a.xlsx").parts


def test_comments_boxes_charts_and_running_lines_are_read() -> None:
    paragraph = "<a:p><a:r><a:t>{}</a:t></a:r></a:p>".format
    box = f'<x xmlns:a="{DRAWING}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">{{}}</x>'
    twice = f"<mc:Choice>{paragraph('boxed')}</mc:Choice><mc:Fallback>{paragraph('boxed')}</mc:Fallback>"
    alternate = f"<mc:AlternateContent>{twice}</mc:AlternateContent>"
    remark = "<comment><text><t>re</t><r><t>mark</t></r></text></comment>"
    parts = {
        "xl/comments1.xml": f'<comments xmlns="{MAIN}">{remark}</comments>',
        "xl/drawings/drawing1.xml": box.format(alternate),
        "xl/drawings/_rels/drawing1.xml.rels": relationships({"rId1": ("chart", "../charts/chart1.xml")}),
        "xl/charts/chart1.xml": box.format(paragraph("Sales by month") + "<v>cached value</v>"),
        "xl/media/image1.png": PNG,
        "xl/vbaProject.bin": b"code",
    }
    related = {"rId1": ("comments", "../comments1.xml"), "rId2": ("drawing", "../drawings/drawing1.xml")}
    tail = (
        "<headerFooter><oddHeader>&amp;LTop &amp;D</oddHeader><oddFooter>&amp;CPage &amp;P</oddFooter></headerFooter>"
    )
    found = reading(xlsx(row(cell(1)), parts=parts, related=related, tail=tail), "a.xlsx")
    assert found.body == "1\nboxed\nSales by month"
    assert text_of(found, PartKind.COMMENT) == "remark"
    assert text_of(found, PartKind.HEADER) == "Prices\nTop"
    assert text_of(found, PartKind.FOOTER) == "Page"
    assert sorted(item.kind for item in found.inventory) == ["macro", "picture"]


def test_a_hidden_sheet_is_hidden() -> None:
    found = reading(xlsx(row(cell(7)), state='state="hidden"'), "a.xlsx")
    assert (found.body, text_of(found, PartKind.HIDDEN)) == ("", "7")


def test_a_cell_in_the_last_row_and_column_costs_no_memory() -> None:
    far = '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    assert reading(xlsx(row(cell(1)) + far), "a.xlsx").body == "1\n2"


def test_words_are_found_where_relationships_are_lost() -> None:
    made = xlsx(row(cell(5)), parts={"xl/_rels/workbook.xml.rels": "", "xl/worksheets/_rels/sheet1.xml.rels": ""})
    assert reading(made, "a.xlsx").body == "5"


def test_a_sheet_that_breaks_off_is_told_and_read_so_far() -> None:
    made = xlsx("")
    broken = f'<worksheet xmlns="{MAIN}"><sheetData>{row(cell(1))}<row><c><v>'
    found = reading(xlsx("", parts={"xl/worksheets/sheet1.xml": broken}), "a.xlsx")
    assert reading(made, "a.xlsx").status is Status.NO_TEXT
    assert found.body == "1"
    assert "broken" in found.detail


def test_declared_entities_are_refused() -> None:
    bomb = f'<!DOCTYPE x [<!ENTITY a "aaaa">]><sst xmlns="{MAIN}"><si><t>&a;</t></si></sst>'
    found = reading(xlsx(row(cell(0, "s")), parts={"xl/sharedStrings.xml": bomb}), "a.xlsx")
    assert (found.status, found.parts) == (Status.DAMAGED, ())


def test_too_many_words_are_too_large() -> None:
    made = xlsx(row(cell(0, "s")), f"<si><t>{'w' * 2000}</t></si>")
    assert reading(made, "a.xlsx", Limits(maximum_text=1000)).status is Status.TOO_LARGE


def records(*found: tuple[int, bytes]) -> bytes:
    """Records of [MS-XLSB]."""
    out = b""
    for kind, data in found:
        head = bytes((kind,)) if kind < 128 else bytes((kind & 0x7F | 0x80, kind >> 7))
        size, length = len(data), b""
        while True:
            length += bytes((size & 0x7F | (0x80 if size > 127 else 0),))
            size >>= 7
            if not size:
                break
        out += head + length + data
    return out


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb() -> bytes:
    def at(column: int, value: bytes, style: int = 0) -> bytes:
        return struct.pack("<II", column, style) + value

    sheet = records(
        (0, bytes(17)), (7, at(0, struct.pack("<I", 0))), (6, at(1, wide("inline"))),
        (5, at(2, struct.pack("<d", 0.125), 1)),
        (0, bytes(17)), (2, at(0, struct.pack("<I", 5 << 2 | 2))), (4, at(1, b"\1")), (3, at(2, b"\7")),
        (479, bytes(2) + wide("&LTop") + wide("&CPage &P") + b"\xff\xff\xff\xff" * 4),
    )  # fmt: skip
    book = records((153, b"\0" * 8), (156, struct.pack("<II", 0, 1) + wide("rId1") + wide("Prices")))
    formats = ((44, struct.pack("<H", 170) + wide("0.0%")), (617, b""), (47, bytes(4)), (47, bytes((0, 0, 170, 0))))
    styles = records(*formats, (618, b""))
    return zipped(
        {
            "_rels/.rels": relationships({"rId1": ("officeDocument", "xl/workbook.bin")}),
            "xl/workbook.bin": book,
            "xl/_rels/workbook.bin.rels": relationships(
                {
                    "rId1": ("worksheet", "worksheets/sheet1.bin"),
                    "rId2": ("sharedStrings", "sharedStrings.bin"),
                    "rId3": ("styles", "styles.bin"),
                }
            ),
            "xl/worksheets/sheet1.bin": sheet,
            "xl/worksheets/_rels/sheet1.bin.rels": relationships({"rId1": ("comments", "../comments1.bin")}),
            "xl/sharedStrings.bin": records((19, b"\0" + wide("词" * 200))),
            "xl/styles.bin": styles,
            "xl/comments1.bin": records((637, b"\0" + wide("remark"))),
        }
    )


def test_a_binary_workbook_shows_the_same_kinds() -> None:
    found = reading(xlsb(), "a.xlsb")
    assert found.body == "词" * 200 + "\tinline\t12.5%\n5\tTRUE\t#DIV/0!"
    assert text_of(found, PartKind.COMMENT) == "remark"
    assert text_of(found, PartKind.HEADER) == "Prices\nTop"
    assert text_of(found, PartKind.FOOTER) == "Page"


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_binary_records_may_be_cut_anywhere_between_pieces(size: int) -> None:
    from core.extract.sheet_binary import records as read_records

    data = records((19, b"x" * 300), (617, b""), (0, b"abc"))
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    assert list(read_records(pieces)) == list(read_records([data])) == [(19, b"x" * 300), (617, b""), (0, b"abc")]
