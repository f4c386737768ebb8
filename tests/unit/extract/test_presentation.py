"""Presentations: every kind of text once, told apart by where it stands, and python-pptx as oracle and fallback."""

from __future__ import annotations

import io
import zipfile

import pptx as python_pptx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pptx.util import Inches

from core.extract.markup import NotUnderstoodError, parse
from core.extract.presentation import read_by_library, read_directly
from core.extract.quick import quick_story
from core.extract.reading import Limits, PartKind, Status
from core.extract.story import Story
from tests.unit.extract.making import PNG, pptx, reading, shape, spaces, text_of, zipped

TABLE = (
    "<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>标记甲</a:t></a:r></a:p>"
    "</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
)

SLIDES = {
    "a title": shape("标记甲", "title"),
    "a body": shape("标记甲", "body"),
    "a shape": shape("标记甲"),
    "a group in a group": f"<p:grpSp><p:grpSp>{shape('标记甲')}</p:grpSp></p:grpSp>",
    "a table": TABLE,
    "a table in a group": f"<p:grpSp>{TABLE}</p:grpSp>",
    "a field": "<p:sp><p:txBody><a:p><a:fld><a:t>标记甲</a:t></a:fld></a:p></p:txBody></p:sp>",
    "runs that split a word": "<p:sp><p:txBody><a:p><a:r><a:t>标</a:t></a:r><a:r><a:t>记甲</a:t></a:r></a:p>"
    "</p:txBody></p:sp>",
    "a formula with a picture for old programs": "<mc:AlternateContent><mc:Choice Requires='a14'><p:sp><p:txBody><a:p>"
    "<a14:m><m:oMath><m:r><m:t>标记甲</m:t></m:r></m:oMath></a14:m></a:p></p:txBody></p:sp></mc:Choice><mc:Fallback>"
    + shape("标记甲")
    + "</mc:Fallback></mc:AlternateContent>",
}


@pytest.mark.parametrize("strict", [False, True], ids=["transitional", "strict"])
@pytest.mark.parametrize("slide", SLIDES.values(), ids=SLIDES)
def test_text_arrives_exactly_once_wherever_it_stands(slide: str, strict: bool) -> None:
    found = reading(pptx([shape("前"), slide], strict=strict), "a.pptx")

    assert found.status is Status.OK
    assert text_of(found, PartKind.BODY).count("标记甲") == 1
    assert found.text.count("标记甲") == 1


def notes(text: str, strict: bool = False) -> str:
    inner = f"{shape('1', 'sldNum')}{shape(text, 'body')}"
    return f"<p:notes {spaces(strict)}><p:cSld><p:spTree>{inner}</p:spTree></p:cSld></p:notes>"


@pytest.mark.parametrize("strict", [False, True], ids=["transitional", "strict"])
def test_notes_and_comments_stand_behind_their_slide(strict: bool) -> None:
    inner = "<p:cm><p:text>批注甲</p:text></p:cm><p:cm><p:text>批注乙</p:text></p:cm>"
    comments = f"<p:cmLst {spaces(strict)}>{inner}</p:cmLst>"
    related = {
        "rId1": ("notesSlide", "../notesSlides/notesSlide1.xml"),
        "rId2": ("comments", "../comments/comment1.xml"),
    }
    found = reading(
        pptx(
            [shape("一"), shape("二")],
            {"ppt/notesSlides/notesSlide1.xml": notes("备注", strict), "ppt/comments/comment1.xml": comments},
            related={1: related},
            strict=strict,
        ),
        "a.pptx",
    )

    told = [(part.kind, part.text) for part in found.parts]
    assert told == [
        (PartKind.BODY, "一"),
        (PartKind.NOTE, "备注"),
        (PartKind.COMMENT, "批注甲\n批注乙"),
        (PartKind.BODY, "二"),
        (PartKind.FOOTER, "1"),
    ]


def test_comments_of_today_are_read() -> None:
    comments = (
        f'<p188:cmLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" {spaces()}><p188:cm>'
        "<p188:txBody><a:p><a:r><a:t>新批注</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>"
    )
    content = pptx(
        [shape("一")],
        {"ppt/comments/modern.xml": comments},
        related={1: {"rId1": ("comments", "../comments/modern.xml")}},
    )
    assert text_of(reading(content, "a.pptx"), PartKind.COMMENT) == "新批注"


def test_a_hidden_slide_is_told_apart() -> None:
    found = reading(pptx([shape("明"), shape("暗")], attributes={2: 'show="0"'}), "a.pptx")

    assert (found.body, text_of(found, PartKind.HIDDEN)) == ("明", "暗")


def test_slides_come_in_the_order_of_the_presentation() -> None:
    content = pptx([shape("二"), shape("一")])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    listed = members["ppt/presentation.xml"]
    for old, new in ((b'"rId1"', b'"x"'), (b'"rId2"', b'"rId1"'), (b'"x"', b'"rId2"')):
        listed = listed.replace(old, new)
    turned = zipped(members | {"ppt/presentation.xml": listed})

    assert reading(turned, "a.pptx").body == "一\n二"


def test_the_furniture_of_slides_is_no_body() -> None:
    slide = shape("正文") + shape("2024", "dt") + shape("机密", "ftr") + shape("7", "sldNum")
    found = reading(pptx([slide, slide]), "a.pptx")

    assert found.body == "正文\n正文"
    assert text_of(found, PartKind.FOOTER) == "2024\n机密\n7"


def test_charts_and_smart_art_give_their_text_once() -> None:
    chart = f"<c:chartSpace {spaces()}><c:title><a:p><a:r><a:t>图表标题</a:t></a:r></a:p></c:title></c:chartSpace>"
    point = "<dgm:pt><dgm:t><a:p><a:r><a:t>要点</a:t></a:r></a:p></dgm:t></dgm:pt>"
    data = f"<dgm:dataModel {spaces()}>{point}</dgm:dataModel>"
    frames = (
        '<p:graphicFrame><c:chart r:id="rId1"/></p:graphicFrame><p:graphicFrame><dgm:relIds r:dm="rId2" r:lo="rId9"/>'
        "</p:graphicFrame>"
    )
    parts = {"ppt/charts/chart1.xml": chart, "ppt/diagrams/data1.xml": data, "ppt/diagrams/drawing1.xml": data}
    related = {
        "rId1": ("chart", "../charts/chart1.xml"),
        "rId2": ("diagramData", "../diagrams/data1.xml"),
        "rId3": ("diagramDrawing", "../diagrams/drawing1.xml"),
    }
    found = reading(pptx([frames], parts, related={1: related}), "a.pptx")

    assert found.body.split() == ["图表标题", "要点"]


def test_a_smart_art_without_points_gives_the_text_of_its_drawing() -> None:
    data = f"<dgm:dataModel {spaces()}/>"
    drawing = f"<dgm:drawing {spaces()}><a:p><a:r><a:t>图中</a:t></a:r></a:p></dgm:drawing>"
    parts = {"ppt/diagrams/data1.xml": data, "ppt/diagrams/drawing1.xml": drawing}
    related = {"rId2": ("diagramData", "../diagrams/data1.xml"), "rId3": ("diagramDrawing", "../diagrams/drawing1.xml")}
    frame = '<p:graphicFrame><dgm:relIds r:dm="rId2"/></p:graphicFrame>'

    assert reading(pptx([frame], parts, related={1: related}), "a.pptx").body == "图中"


def test_pictures_and_films_are_in_the_inventory_once_a_use() -> None:
    slide = (
        shape("图") + '<p:pic><a:videoFile r:link="rId2"/><p14:media r:embed="rId3"/><a:blip r:embed="rId1"/></p:pic>'
        '<p:pic><a:blip r:embed="rId1"/></p:pic>'
    )
    related = {
        "rId1": ("image", "../media/image1.png"),
        "rId2": ("video", "../media/film.mp4"),
        "rId3": ("media", "../media/film.mp4"),
    }
    parts: dict[str, bytes | str] = {"ppt/media/image1.png": PNG, "ppt/media/film.mp4": b"film"}
    found = reading(pptx([slide], parts, related={1: related}), "a.pptx")

    assert [item.kind for item in found.inventory] == ["media", "picture", "picture", "order"]
    assert found.inventory[1] == found.inventory[2]


@pytest.mark.parametrize(
    ("name", "main"),
    [
        ("a.pptm", "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml"),
        ("a.ppsx", "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml"),
        ("a.ppsm", "application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml"),
        ("a.potx", "application/vnd.openxmlformats-officedocument.presentationml.template.main+xml"),
        ("a.potm", "application/vnd.ms-powerpoint.template.macroEnabled.main+xml"),
    ],
)
def test_show_macro_and_template_variants_are_read(name: str, main: str) -> None:
    found = reading(pptx([shape("正文")], main=main), name)

    assert (found.status, found.format, found.body) == (Status.OK, "pptx", "正文")


def written(lines: list[str], cells: list[str], note: str) -> bytes:
    deck = python_pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    for line in lines:
        slide.shapes.add_textbox(0, 0, Inches(1), Inches(1)).text_frame.text = line
    table = slide.shapes.add_table(1, len(cells), 0, 0, Inches(1), Inches(1)).table
    for column, text in enumerate(cells):
        table.cell(0, column).text = text
    slide.notes_slide.notes_text_frame.text = note
    buffer = io.BytesIO()
    deck.save(buffer)
    return buffer.getvalue()


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=10)


@settings(max_examples=15, deadline=None)
@given(st.lists(TEXTS, max_size=4), st.lists(TEXTS, min_size=1, max_size=3), TEXTS)
def test_all_that_python_pptx_writes_and_reads_arrives(lines: list[str], cells: list[str], note: str) -> None:
    content = written(lines, cells, note)
    direct = read_directly(io.BytesIO(content), "pptx", Limits())
    oracle = read_by_library(io.BytesIO(content), "pptx", Limits())

    assert "".join(direct.body.split()) == "".join(oracle.body.split())
    assert "".join(text_of(direct, PartKind.NOTE).split()) == "".join(text_of(oracle, PartKind.NOTE).split())


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(TEXTS, st.sampled_from(["", "title", "ftr", "dt", "sldNum"])), max_size=6))
def test_the_quick_way_and_the_slow_way_agree(shapes: list[tuple[str, str]]) -> None:
    escaped = [(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"), role) for text, role in shapes]
    tree = "".join(shape(text, role) for text, role in escaped)
    data = f"<p:sld {spaces()}><p:cSld><p:spTree>{tree}</p:spTree></p:cSld></p:sld>".encode()

    quick = quick_story(data, PartKind.BODY)
    slow, _ = parse(data, Story, Limits())

    assert quick is not None
    for kind in (PartKind.BODY, PartKind.FOOTER):
        assert quick.text(kind) == slow.text(kind)


def in_gbk() -> bytes:
    with zipfile.ZipFile(io.BytesIO(written(["简体中文"], ["格子"], "备注"))) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = "ppt/slides/slide1.xml"
    xml = members[name].decode("utf-8").replace("UTF-8", "GBK")
    return zipped(members | {name: xml.encode("gbk")})


def test_python_pptx_reads_what_the_direct_reader_does_not_understand() -> None:
    with pytest.raises(NotUnderstoodError):
        read_directly(io.BytesIO(in_gbk()), "pptx", Limits())

    found = reading(in_gbk(), "a.pptx")

    assert found.status is Status.OK
    assert found.body.split() == ["简体中文", "格子"]
    assert "python-pptx" in found.detail


def test_a_presentation_that_was_cut_is_damaged_and_keeps_what_came_before() -> None:
    import random

    draw = random.Random(2)
    slides = [shape("".join(chr(draw.randrange(0x4E00, 0x9000)) for _ in range(400))) for _ in range(20)]
    whole = pptx(slides)

    found = reading(whole[: len(whole) // 2], "a.pptx")

    assert found.status is Status.DAMAGED
    assert 5 < len(found.body.split()) < 20
