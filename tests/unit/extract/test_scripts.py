"""Raised and lowered text is written as such in every format: 10 with a raised 2 is never 102."""

from __future__ import annotations

import pytest

from core.extract.font_runs import marked, shape_text, with_fonts
from core.extract.scripts import LEVEL, LOWERED, LOWERED_BY_POINTS, RAISED, RAISED_BY_POINTS, written
from tests.unit.extract.making import docx, paragraph, pptx, reading, word_part, zipped

OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"
ODF = " ".join(f'xmlns:{name}="{OFFICE}{name}:1.0"' for name in ("office", "style", "text"))
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def word(properties: str, *, is_tracked: bool = False) -> bytes:
    """With a tracked change beside it, a part is read the slow way."""
    change = "<w:del><w:r><w:delText>x</w:delText></w:r></w:del>" if is_tracked else ""
    style = '<w:style w:type="character" w:styleId="Up"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>'
    based = '<w:style w:type="character" w:styleId="Same"><w:basedOn w:val="Up"/></w:style>'
    styles = word_part("styles", style + based)
    return docx(f"<w:p>{run('10')}{run('2', properties)}{change}</w:p>", {"styles.xml": ("styles", styles)})


def slide(attributes: str) -> bytes:
    runs = f"<a:r><a:t>10</a:t></a:r><a:r><a:rPr {attributes}/><a:t>2</a:t></a:r>"
    return pptx([f"<p:sp><p:txBody><a:p>{runs}</a:p></p:txBody></p:sp>"])


def odt(position: str) -> bytes:
    properties = f'<style:text-properties style:text-position="{position}"/>'
    style = f'<style:style style:name="T1" style:family="text">{properties}</style:style>'
    body = '<text:p>10<text:span text:style-name="T1">2</text:span></text:p>'
    styles = f"<office:automatic-styles>{style}</office:automatic-styles>"
    content = f"<office:body><office:text>{body}</office:text></office:body>"
    return zipped({"content.xml": f"<office:document-content {ODF}>{styles}{content}</office:document-content>"})


RAISING = {
    "docx": ("a.docx", word('<w:vertAlign w:val="superscript"/>')),
    "docx, slowly": ("a.docx", word('<w:vertAlign w:val="superscript"/>', is_tracked=True)),
    "docx by a style": ("a.docx", word('<w:rStyle w:val="Same"/>')),
    "docx by a style, slowly": ("a.docx", word('<w:rStyle w:val="Up"/>', is_tracked=True)),
    "docx by points": ("a.docx", word('<w:position w:val="6"/>')),
    "pptx": ("a.pptx", slide('lang="de" baseline="30000"')),
    "html": ("a.html", b"<p>10<sup>2</sup></p>"),
    "html by a style": ("a.html", b'<p>10<span style="vertical-align: super">2</span></p>'),
    "MathML": ("a.html", b"<p><math><msup><mn>10</mn><mn>2</mn></msup></math></p>"),
    "rtf": ("a.rtf", rb"{\rtf1 10{\super 2}}"),
    "rtf by points": ("a.rtf", rb"{\rtf1 10{\up6 2}}"),
    "odt": ("a.odt", odt("super 58%")),
    "odt by a share": ("a.odt", odt("33% 58%")),
}
LEVEL_TEXT = {
    "docx": ("a.docx", word("")),
    "docx back on its line": ("a.docx", word('<w:rStyle w:val="Up"/><w:vertAlign w:val="baseline"/>')),
    "docx back on its line, slowly": (
        "a.docx",
        word('<w:rStyle w:val="Up"/><w:vertAlign w:val="baseline"/>', is_tracked=True),
    ),
    "docx once raised": (
        "a.docx",
        word('<w:rPrChange><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:rPrChange>', is_tracked=True),
    ),
    "pptx": ("a.pptx", slide('lang="de" baseline="0"')),
    "rtf": ("a.rtf", rb"{\rtf1 10{\super\nosupersub 2}}"),
    "odt": ("a.odt", odt("0% 100%")),
}


@pytest.mark.parametrize(("name", "content"), RAISING.values(), ids=RAISING)
def test_a_raised_two_is_a_square(name: str, content: bytes) -> None:
    assert reading(content, name).body == "10²"


@pytest.mark.parametrize(("name", "content"), LEVEL_TEXT.values(), ids=LEVEL_TEXT)
def test_what_is_not_raised_stays_as_it_is(name: str, content: bytes) -> None:
    assert reading(content, name).body == "102"


def test_a_typed_square_and_a_raised_two_are_the_same_text() -> None:
    raised = reading(word('<w:vertAlign w:val="superscript"/>'), "a.docx")

    assert raised.parts == reading(docx(paragraph("10²")), "a.docx").parts


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (f"H{LOWERED}2{LEVEL}O", "H₂O"),
        (f"x{LOWERED}b{LEVEL}", "x_{b}"),  # Unicode has no lowered b
        (f"注{RAISED}[1]{LEVEL}", "注[¹]"),
        (f"1{RAISED}s{LEVEL}{RAISED}t{LEVEL}", "1ˢᵗ"),
        (f"10{RAISED}-3{LEVEL}", "10⁻³"),
        (f"{RAISED}all of it 2{LEVEL}\nx", "all of it 2\nx"),  # a whole line is layout
        (f"甲方{RAISED_BY_POINTS}(盖章处)：{LEVEL}", "甲方(盖章处)："),  # a label beside a blank
        (f"y{RAISED_BY_POINTS}3{LEVEL} {LOWERED_BY_POINTS}3{LEVEL}", "y³ 3"),
    ],
)
def test_raised_and_lowered_text_is_written_with_characters(said: str, shown: str) -> None:
    assert written(said) == shown


def test_where_a_raised_stretch_begins_counts() -> None:
    assert written(f"1{RAISED}02{LEVEL}") != written(f"10{RAISED}2{LEVEL}")


def test_cells_of_a_sheet_have_raised_runs() -> None:
    raised = '<r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r>'
    cell = f'<row r="1"><c r="A1" t="inlineStr"><is>{raised}</is></c></row>'
    content = zipped(
        {
            "xl/workbook.xml": f'<workbook xmlns="{SHEET}"/>',
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{SHEET}"><sheetData>{cell}</sheetData></worksheet>',
        }
    )

    assert reading(content, "a.xlsx").body == "10²"


def test_fonts_of_binary_strings_raise_by_their_number() -> None:
    runs = b"\x02\x00\x05\x00\x03\x00\x00\x00"  # font 5 from the third character on, font 0 from the fourth

    assert written(with_fonts("102 m", runs, {5: RAISED})) == "10² m"
    assert written(marked("a😀2", [(3, RAISED)])) == "a😀²"


def test_slides_of_1997_raise_by_their_style() -> None:
    paragraphs = (4).to_bytes(4, "little") + bytes(6)
    plain = (2).to_bytes(4, "little") + bytes(4)
    raised = (2).to_bytes(4, "little") + (0x80000).to_bytes(4, "little") + (30).to_bytes(2, "little")

    assert written(shape_text("102", paragraphs + plain + raised)) == "10²"
    assert shape_text("102", paragraphs + plain + raised[:9]) == "102"  # cut short
