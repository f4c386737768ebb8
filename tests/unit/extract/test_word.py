"""Word documents: every kind of text once, nothing that is not there, and the libraries as oracle and fallback."""

from __future__ import annotations

import io

import docx as python_docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.extract.markup import NotUnderstoodError, parse
from core.extract.quick import quick_story
from core.extract.reading import Limits, PartKind, ReadingError, Status
from core.extract.scripts import RAISED, written
from core.extract.story import Story
from core.extract.word import read_by, read_by_library, read_directly
from tests.unit.extract.making import docx, form, paragraph, reading, relationships, spaces, text_of, word_part, zipped

FALLBACK = (
    "<mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>{}</w:txbxContent></v:textbox></v:shape></w:pict>"
    "</mc:Fallback>"
)
CHOICE = (
    '<mc:Choice Requires="wps"><w:drawing><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>{}'
    "</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></w:drawing></mc:Choice>"
)


def boxed(inner: str) -> str:
    alternate = CHOICE.format(inner) + FALLBACK.format(inner)
    return f"<w:p><w:r><mc:AlternateContent>{alternate}</mc:AlternateContent></w:r></w:p>"


def table(*cells: str) -> str:
    return "<w:tbl><w:tr>" + "".join(f"<w:tc>{cell}</w:tc>" for cell in cells) + "</w:tr></w:tbl>"


def field(result: str) -> str:
    return (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF instruction</w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>{result}</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )


BODIES = {
    "a paragraph": paragraph("标记甲"),
    "a table": table(paragraph("标记甲")),
    "a table in a table": table(table(paragraph("标记甲")) + "<w:p/>"),
    "a text box with its fallback": boxed(paragraph("标记甲")),
    "a text box in a table": table(boxed(paragraph("标记甲"))),
    "a text box of the old kind": "<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>"
    + paragraph("标记甲")
    + "</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>",
    "a content control": f"<w:sdt><w:sdtPr/><w:sdtContent>{paragraph('标记甲')}</w:sdtContent></w:sdt>",
    "a control within a line": "<w:p><w:sdt><w:sdtContent><w:r><w:t>标记甲</w:t></w:r></w:sdtContent></w:sdt></w:p>",
    "a tracked insertion": '<w:p><w:ins w:id="1"><w:r><w:t>标记甲</w:t></w:r></w:ins></w:p>',
    "a place something was moved to": "<w:p><w:moveTo><w:r><w:t>标记甲</w:t></w:r></w:moveTo></w:p>",
    "a link": '<w:p><w:hyperlink r:id="rId9"><w:r><w:t>标记甲</w:t></w:r></w:hyperlink></w:p>',
    "a field's result": field("标记甲"),
    "a simple field": '<w:p><w:fldSimple w:instr="DATE"><w:r><w:t>标记甲</w:t></w:r></w:fldSimple></w:p>',
    "a smart tag": "<w:p><w:smartTag><w:r><w:t>标记甲</w:t></w:r></w:smartTag></w:p>",
    "custom XML": f"<w:customXml>{paragraph('标记甲')}</w:customXml>",
    "a formula": "<w:p><m:oMath><m:r><m:t>标记甲</m:t></m:r></m:oMath></w:p>",
    "a base with ruby": "<w:p><w:r><w:ruby><w:rt><w:r><w:t>ruby</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>标记甲</w:t>"
    "</w:r></w:rubyBase></w:ruby></w:r></w:p>",
    "word art": '<w:p><w:r><w:pict><v:shape><v:textpath string="标记甲"/></v:shape></w:pict></w:r></w:p>',
    "runs that split a word": "<w:p><w:r><w:t>标</w:t></w:r><w:proofErr/><w:r><w:t>记甲</w:t></w:r></w:p>",
}


@pytest.mark.parametrize("strict", [False, True], ids=["transitional", "strict"])
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_text_arrives_exactly_once_wherever_it_stands(body: str, strict: bool) -> None:
    found = reading(docx(paragraph("前") + body + paragraph("后"), strict=strict), "a.docx")

    assert found.status is Status.OK
    assert text_of(found, PartKind.BODY).count("标记甲") == 1
    assert found.text.count("标记甲") == 1


NOTES = '<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="1">{}</w:footnote>'


@pytest.mark.parametrize("strict", [False, True], ids=["transitional", "strict"])
@pytest.mark.parametrize(
    ("kind", "element", "inner", "expected"),
    [
        ("footnotes", "footnotes", NOTES, PartKind.NOTE),
        ("endnotes", "endnotes", "<w:endnote>{}</w:endnote>", PartKind.NOTE),
        ("header", "hdr", "{}", PartKind.HEADER),
        ("footer", "ftr", "{}", PartKind.FOOTER),
        ("comments", "comments", '<w:comment w:author="A">{}</w:comment>', PartKind.COMMENT),
    ],
)
def test_parts_beside_the_body_are_told_apart(
    kind: str, element: str, inner: str, expected: PartKind, strict: bool
) -> None:
    part = word_part(element, inner.format(paragraph("旁注")), strict)

    found = reading(docx(paragraph("正文"), {"beside.xml": (kind, part)}, strict), "a.docx")

    assert text_of(found, expected) == "旁注"
    assert found.body == "正文"


def test_a_tracked_deletion_is_no_body_text_but_makes_another_text() -> None:
    deletion = '<w:del w:id="1"><w:r><w:delText>删去</w:delText></w:r></w:del>'
    found = reading(docx(f"<w:p><w:r><w:t>留下</w:t></w:r>{deletion}</w:p>"), "a.docx")

    assert found.body == "留下"
    assert text_of(found, PartKind.DELETED) == "删去"


def test_moved_text_stands_only_where_it_went() -> None:
    places = (f"<w:p><w:{name}><w:r><w:t>搬走</w:t></w:r></w:{name}></w:p>" for name in ("moveFrom", "moveTo"))
    found = reading(docx("".join(places)), "a.docx")

    assert found.body == "搬走"
    assert text_of(found, PartKind.DELETED) == "搬走"


def test_a_strict_document_as_the_standard_writes_it_is_read() -> None:
    xml = (
        '<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main" w:conformance="strict" '
        'xmlns:m="http://purl.oclc.org/ooxml/officeDocument/math"><w:body><w:p><w:r><w:t>严格</w:t></w:r>'
        "<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:p></w:body></w:document>"
    )
    kind = "http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument"
    related = f'<Relationships><Relationship Id="a" Type="{kind}" Target="/word/document.xml"/></Relationships>'
    found = reading(zipped({"_rels/.rels": related, "word/document.xml": xml}), "a.docx")

    assert found.body == "严格x"
    assert [item.kind for item in found.inventory] == ["formula"]


def test_the_fallback_is_read_where_the_choice_has_nothing() -> None:
    alternate = f'<mc:Choice Requires="x"><w:drawing/></mc:Choice>{FALLBACK.format(paragraph("备用"))}'
    body = f"<w:p><w:r><mc:AlternateContent>{alternate}</mc:AlternateContent></w:r></w:p>"

    assert reading(docx(body), "a.docx").body.strip() == "备用"


def test_hidden_text_is_hidden() -> None:
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>暗</w:t></w:r>"
    shown = '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>明</w:t></w:r>'
    found = reading(docx(f"<w:p>{hidden}{shown}</w:p>"), "a.docx")

    assert (found.body, text_of(found, PartKind.HIDDEN)) == ("明", "暗")


@pytest.mark.parametrize(
    ("inner", "state"),
    [
        ('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>', "☑"),
        ('<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>', "☐"),
        ('<w:checkBox><w:default w:val="0"/></w:checkBox>', "☐"),
        ('<w:ddList><w:result w:val="1"/><w:listEntry w:val="可以"/><w:listEntry w:val="不得"/></w:ddList>', "不得"),
    ],
)
def test_form_fields_tell_their_state(inner: str, state: str) -> None:
    # an empty w:checked means true: it has no value that says otherwise
    found = reading(docx(form(inner) + paragraph("同意")), "a.docx")

    assert text_of(found, PartKind.FIELD) == state


@pytest.mark.parametrize(
    ("font", "code", "sign"),
    [("Wingdings", "F0FC", "✓"), ("Wingdings", "F0FE", "☑"), ("Wingdings 2", "F052", "☑"), ("Symbol", "F0B3", "≥")],
)
def test_symbols_become_the_characters_they_show(font: str, code: str, sign: str) -> None:
    body = f'<w:p><w:r><w:sym w:font="{font}" w:char="{code}"/></w:r></w:p>'

    assert reading(docx(body), "a.docx").body == sign


def test_cells_and_paragraphs_are_apart_and_breaks_are_kept() -> None:
    runs = "<w:p><w:r><w:t>甲</w:t><w:tab/><w:t>乙</w:t><w:br/><w:t>丙</w:t><w:noBreakHyphen/><w:t>丁</w:t></w:r></w:p>"
    found = reading(docx(runs + table(paragraph("一"), paragraph("二"))), "a.docx")

    assert found.body == "甲\t乙\n丙-丁\n一\n二"


def test_a_header_that_repeats_is_told_once() -> None:
    header = word_part("hdr", paragraph("公司机密"))
    found = reading(docx(paragraph("文"), {f"header{n}.xml": ("header", header) for n in (1, 2, 3)}), "a.docx")

    assert text_of(found, PartKind.HEADER) == "公司机密"


def test_an_imported_document_stands_in_its_place() -> None:
    body = paragraph("前") + '<w:altChunk r:id="rId1"/>' + paragraph("后")
    found = reading(docx(body, {"afchunk.html": ("aFChunk", "<html><body><p>引入</p></body></html>")}), "a.docx")

    assert found.body == "前\n引入\n后"


@pytest.mark.parametrize(
    ("name", "main"),
    [
        ("a.docm", "application/vnd.ms-word.document.macroEnabled.main+xml"),
        ("a.dotx", "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"),
        ("a.dotm", "application/vnd.ms-word.template.macroEnabledTemplate.main+xml"),
    ],
)
def test_macro_and_template_variants_are_read(name: str, main: str) -> None:
    content = docx(paragraph("正文"), {"vbaProject.bin": ("vbaProject", b"macros")}, main=main)
    found = reading(content, name)

    assert (found.status, found.format, found.body) == (Status.OK, "docx", "正文")
    assert [item.kind for item in found.inventory] == ["macro"]
    with pytest.raises(ValueError, match="not a Word file"):
        python_docx.Document(io.BytesIO(content))


def test_a_document_without_text_has_no_text() -> None:
    assert reading(docx("<w:p/>"), "a.docx").status is Status.NO_TEXT


def test_a_main_part_of_another_name_is_found_by_its_relationship() -> None:
    content = zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": relationships({"x": ("officeDocument", "/deep/内 容.xml")}),
            "deep/内 容.xml": word_part("document", f"<w:body>{paragraph('正文')}</w:body>"),
        }
    )
    assert read_directly(io.BytesIO(content), "docx", Limits()).body == "正文"


def in_gbk() -> bytes:
    """A package that the direct reader does not understand: its XML is in an encoding that expat does not know."""
    document = python_docx.Document()
    document.add_paragraph("简体中文")
    document.add_table(1, 1).cell(0, 0).text = "格子"
    buffer = io.BytesIO()
    document.save(buffer)
    import zipfile

    with zipfile.ZipFile(buffer) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    xml = members["word/document.xml"].decode("utf-8").replace("UTF-8", "GBK")
    return zipped(members | {"word/document.xml": xml.encode("gbk")})


def test_python_docx_reads_what_the_direct_reader_does_not_understand() -> None:
    with pytest.raises(NotUnderstoodError):
        read_directly(io.BytesIO(in_gbk()), "docx", Limits())

    found = reading(in_gbk(), "a.docx")

    assert found.status is Status.OK
    assert found.body == "简体中文\n格子"
    assert "python-docx" in found.detail


def test_a_package_that_nobody_understands_is_damaged() -> None:
    content = zipped({"word/document.xml": b"", "a": b"b"})

    with pytest.raises(ReadingError):
        read_by((read_directly, read_by_library), io.BytesIO(content), "docx", Limits())
    assert reading(content, "a.docx").status is Status.DAMAGED


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.9])
def test_a_document_that_was_cut_is_damaged_and_keeps_the_text_before_the_cut(cut: float) -> None:
    import random

    draw = random.Random(1)
    lines = ["".join(chr(draw.randrange(0x4E00, 0x9000)) for _ in range(60)) for _ in range(2000)]
    whole = docx("".join(map(paragraph, lines)))

    found = reading(whole[: int(len(whole) * cut)], "a.docx")

    assert found.status is Status.DAMAGED
    assert found.body.startswith(lines[0])
    assert lines[-1] not in found.body


def test_broken_xml_is_damaged_and_its_text_is_recovered() -> None:
    inner = f"{paragraph('甲')}<w:p><m:oMath></w:p>{paragraph('乙')}"
    content = zipped({"word/document.xml": word_part("document", f"<w:body>{inner}</w:body>")})
    found = reading(content, "a.docx")

    assert found.status is Status.DAMAGED
    assert "甲" in found.body
    assert "乙" in found.body


def test_one_huge_paragraph_is_read_or_refused_by_its_length() -> None:
    content = docx(paragraph("".join(chr(0x4E00 + n * 7919 % 20000) for n in range(1_000_000))))

    assert len(reading(content, "a.docx").body) == 1_000_000
    assert reading(content, "a.docx", Limits(maximum_text=900_000)).status is Status.TOO_LARGE


NO_XML = "\ufffe\uffff"
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters=NO_XML), max_size=12)
PROPERTIES = st.sampled_from(
    (
        *("", '<w:vertAlign w:val="superscript"/>', '<w:rStyle w:val="Up"/><w:b/>', '<w:position w:val="-4"/>'),
        *('<w:rStyle w:val="Up"/><w:vertAlign w:val="baseline"/>', '<w:rStyle w:val="Up"/><w:position w:val="6"/>'),
    )
)


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.tuples(PROPERTIES, TEXTS), max_size=4), max_size=6))
def test_the_quick_way_and_the_slow_way_agree(paragraphs: list[list[tuple[str, str]]]) -> None:
    body = "".join(
        "<w:p><w:pPr><w:tabs><w:tab w:val='left'/></w:tabs><w:rPr><w:rStyle w:val='Up'/></w:rPr></w:pPr>"
        + "".join(
            f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{escaped(run)}</w:t></w:r><w:r><w:tab/></w:r>'
            for properties, run in runs
        )
        + '<w:hyperlink r:id="rId1"/><w:r><w:instrText>HYPERLINK "a.de" </w:instrText></w:r></w:p>'
        for runs in paragraphs
    )
    data = word_part("document", f"<w:body>{body}</w:body>").encode()
    styles = {"Up": RAISED}

    quick = quick_story(data, PartKind.BODY, styles)
    slow, damage = parse(data, lambda: Story(styles=styles), Limits())

    assert quick is not None
    assert not damage
    assert written(quick.text(PartKind.BODY)) == written(slow.text(PartKind.BODY))
    assert (quick.links, "".join(quick.instructions)) == (slow.links, "".join(slow.instructions))


@settings(max_examples=15, deadline=None)
@given(st.lists(TEXTS, max_size=6), st.lists(TEXTS, min_size=1, max_size=4))
def test_all_that_python_docx_writes_and_reads_arrives(lines: list[str], cells: list[str]) -> None:
    document = python_docx.Document()
    for line in lines:
        document.add_paragraph(line)
    row = document.add_table(1, len(cells)).rows[0]
    for cell, text in zip(row.cells, cells, strict=True):
        cell.text = text
    buffer = io.BytesIO()
    document.save(buffer)

    direct = read_directly(io.BytesIO(buffer.getvalue()), "docx", Limits())
    oracle = read_by_library(io.BytesIO(buffer.getvalue()), "docx", Limits())

    assert "".join(direct.body.split()) == "".join(oracle.body.split())


def test_other_prefixes_go_the_slow_way_and_arrive() -> None:
    space = 'xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    data = f"<x:document {space}><x:body><x:p><x:r><x:t>文</x:t></x:r></x:p></x:body></x:document>".encode()

    assert quick_story(data, PartKind.BODY) is None
    assert reading(zipped({"word/document.xml": data}), "a.docx").body == "文"


def test_a_chart_and_a_smart_art_give_their_text_once() -> None:
    chart = f"<c:chartSpace {spaces()}><c:title><a:p><a:r><a:t>标题</a:t></a:r></a:p></c:title>" + "".join(
        f"<c:ser><c:cat><c:strCache><c:pt><c:v>一月</c:v></c:pt></c:strCache></c:cat><c:val><c:numCache><c:pt><c:v>{n}</c:v>"
        "</c:pt></c:numCache></c:val></c:ser>"
        for n in (7, 8)
    )
    point = "<dgm:pt><dgm:t><a:p><a:r><a:t>要点</a:t></a:r></a:p></dgm:t></dgm:pt>"
    diagram = f"<dgm:dataModel {spaces()}>{point}</dgm:dataModel>"
    body = (
        '<w:p><w:r><w:drawing><c:chart r:id="rId1"/></w:drawing><w:drawing><dgm:relIds r:dm="rId2" r:lo="rId3"/>'
        "</w:drawing></w:r></w:p>"
    )
    parts = {
        "charts/chart1.xml": ("chart", chart + "</c:chartSpace>"),
        "diagrams/data1.xml": ("diagramData", diagram),
        "diagrams/drawing1.xml": ("diagramDrawing", diagram),
    }
    found = reading(docx(body, parts), "a.docx")

    assert found.body.split() == ["标题", "一月", "要点"]
    assert [item.kind for item in found.inventory] == ["chart"]
    other = dict(parts) | {"charts/chart1.xml": ("chart", chart.replace("<c:v>8", "<c:v>9") + "</c:chartSpace>")}
    assert reading(docx(body, other), "a.docx").inventory != found.inventory
