"""Documents of one text differ by where their links point, by order, by open insertions, struck words and cells."""

from __future__ import annotations

from collections import Counter

import pytest

from core.extract.links import hyperlink_target, link_of
from core.extract.reading import Item, Reading, Status
from core.text import canonical_digest
from tests.unit.extract.making import PNG, docx, pptx, reading, relationships, shape, word_part, zipped

OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"
ODF = " ".join(f'xmlns:{name}="{OFFICE}{name}:1.0"' for name in ("office", "style", "text", "table"))
OUTSIDE = 'Target="http://a.cn/{n}" TargetMode="External"'


def run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def word(inner: str) -> bytes:
    return docx(f"<w:p>{inner}</w:p>")


def field(address: str) -> bytes:
    return word(f'<w:r><w:instrText>HYPERLINK "{address}" </w:instrText></w:r>{run("这里")}')


def linked_slide(number: int) -> bytes:
    text = '<a:p><a:r><a:rPr><a:hlinkClick r:id="rId1"/></a:rPr><a:t>这里</a:t></a:r></a:p>'
    related = relationships({"rId1": ("hyperlink", "X")}).replace('Target="X"', OUTSIDE.format(n=number))
    parts = {"ppt/slides/_rels/slide1.xml.rels": related}
    return pptx([f"<p:sp><p:txBody>{text}</p:txBody></p:sp>"], parts)


def pictures(first: bytes, second: bytes) -> bytes:
    body = "".join(f'{run("图")}<w:r><w:drawing><a:blip r:embed="rId{n}"/></w:drawing></w:r>' for n in (1, 2))
    return docx(f"<w:p>{body}</w:p>", {"media/a.png": ("image", first), "media/b.png": ("image", second)})


def table(*cells: str) -> str:
    rows = ("甲乙丙", cells)
    made = ("".join(f"<w:tc><w:p>{run(text) if text else ''}</w:p></w:tc>" for text in row) for row in rows)
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in made) + "</w:tbl>"


def slide_table(*cells: str) -> bytes:
    made = "".join(f"<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>" for text in cells)
    return pptx([shape("表") + f"<p:graphicFrame><a:tbl><a:tr>{made}</a:tr></a:tbl></p:graphicFrame>"])


def page_table(*cells: str) -> bytes:
    return f"<table><tr>{''.join(f'<td>{text}</td>' for text in cells)}</tr></table>".encode()


def open_text(inner: str) -> bytes:
    line = '<style:text-properties style:text-line-through-style="solid"/>'
    styles = f'<office:automatic-styles><style:style style:name="T1">{line}</style:style></office:automatic-styles>'
    body = f"<office:body><office:text>{inner}</office:text></office:body>"
    return zipped({"content.xml": f"<office:document-content {ODF}>{styles}{body}</office:document-content>"})


def open_table(*cells: str) -> bytes:
    made = "".join(f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in cells)
    return open_text(f"<table:table><table:table-row>{made}</table:table-row></table:table>")


REGION = '<text:changed-region text:id="c"><text:insertion/></text:changed-region>'
TRACKED = f"<text:tracked-changes>{REGION}</text:tracked-changes>"
INSERTED = TRACKED + '<text:p>甲<text:change-start text:change-id="c"/>乙<text:change-end text:change-id="c"/></text:p>'
PAIRS = {
    "link of a field": ("link", "a.docx", field("http://a.cn/1"), field("http://a.cn/2")),
    "link of a slide": ("link", "a.pptx", linked_slide(1), linked_slide(2)),
    "link of a page": ("link", "a.html", b'<a href="http://a.cn/1">x</a>', b'<a href="http://a.cn/2">x</a>'),
    "pictures that swap": ("order", "a.docx", pictures(PNG, PNG + b"2"), pictures(PNG + b"2", PNG)),
    "insertion": ("insertion", "a.docx", word(run("甲") + f"<w:ins>{run('乙')}</w:ins>"), word(run("甲") + run("乙"))),
    "text moved here": ("insertion", "a.docx", word(f"<w:moveTo>{run('乙')}</w:moveTo>"), word(run("乙"))),
    "insertion of RTF": ("insertion", "a.rtf", rb"{\rtf1 a{\revised b}}", rb"{\rtf1 ab}"),
    "insertion of ODF": ("insertion", "a.odt", open_text(INSERTED), open_text("<text:p>甲乙</text:p>")),
    "struck": ("struck", "a.docx", word(run("甲", "<w:strike/>")), word(run("甲", '<w:strike w:val="0"/>'))),
    "struck in a page": ("struck", "a.html", b"<p>a<del>b</del></p>", b"<p>ab</p>"),
    "struck in RTF": ("struck", "a.rtf", rb"{\rtf1 a{\strike b}}", rb"{\rtf1 ab}"),
    "struck in ODF": (
        "struck",
        "a.odt",
        open_text('<text:p>甲<text:span text:style-name="T1">乙</text:span></text:p>'),
        open_text("<text:p>甲乙</text:p>"),
    ),
    "tick in another cell": ("cells", "a.docx", docx(table("√", "", "")), docx(table("", "√", ""))),
    "tick in a nested table": (
        "cells",
        "a.docx",
        docx(f"<w:tbl><w:tr><w:tc>{table('√', '', '')}<w:p/></w:tc></w:tr></w:tbl>"),
        docx(f"<w:tbl><w:tr><w:tc>{table('', '√', '')}<w:p/></w:tc></w:tr></w:tbl>"),
    ),
    "tick on a slide": ("cells", "a.pptx", slide_table("√", "", ""), slide_table("", "√", "")),
    "tick on a page": ("cells", "a.html", page_table("√", "", ""), page_table("", "√", "")),
    "tick in ODF": ("cells", "a.odt", open_table("√", "", ""), open_table("", "√", "")),
    "tick in RTF": ("cells", "a.rtf", rb"{\rtf1\trowd 1\cell\cell\row}", rb"{\rtf1\trowd\cell 1\cell\row}"),
    "picture of a page": ("picture", "a.html", b'x<img src="a/1.png">', b'x<img src="a/2.png">'),
}


@pytest.mark.parametrize(("kind", "name", "one", "other"), PAIRS.values(), ids=PAIRS)
def test_equal_texts_are_told_apart_by_what_stands_beside_them(kind: str, name: str, one: bytes, other: bytes) -> None:
    first, second = reading(one, name), reading(other, name)
    ours, theirs = Counter(first.inventory), Counter(second.inventory)

    assert digest_of(first) == digest_of(second)
    assert {item.kind for item in (ours - theirs) + (theirs - ours)} == {kind}


def digest_of(found: Reading) -> bytes:
    return canonical_digest((part.kind.value, part.text) for part in found.parts)


def kinds(found: tuple[Item, ...]) -> list[str]:
    return sorted(item.kind for item in found)


def test_a_table_without_gaps_says_nothing_of_its_cells() -> None:
    assert kinds(reading(docx(table("1", "2", "3")), "a.docx").inventory) == []
    assert kinds(reading(docx(table("1", "2", "")), "a.docx").inventory) == []


def test_an_insertion_divided_into_other_runs_is_the_same() -> None:
    whole = reading(word(f"<w:ins>{run('甲乙')}</w:ins>"), "a.docx")
    divided = reading(word(f"<w:ins>{run('甲')}</w:ins><w:ins>{run('乙')}</w:ins>"), "a.docx")

    assert whole.inventory == divided.inventory


def test_the_same_pictures_packed_in_another_order_are_the_same() -> None:
    body = "".join(f'<w:r><w:drawing><a:blip r:embed="rId{n}"/></w:drawing></w:r>' for n in (1, 2))
    turned = "".join(f'<w:r><w:drawing><a:blip r:embed="rId{n}"/></w:drawing></w:r>' for n in (2, 1))
    one = docx(f"<w:p>{body}</w:p>", {"media/a.png": ("image", PNG), "media/b.png": ("image", PNG + b"2")})
    other = docx(f"<w:p>{turned}</w:p>", {"media/b.png": ("image", PNG + b"2"), "media/a.png": ("image", PNG)})

    assert reading(one, "a.docx").inventory == reading(other, "a.docx").inventory


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://Example.com", "http://example.com/"),
        ("http://a.cn/%E4%B8%AD", "http://a.cn/中"),
        ("http://a.cn/?a=1&amp;b=2", "http://a.cn/?a=1&b=2"),
        (r"C:\papers\plan.docx", "file:///home/me/plan.docx"),
    ],
)
def test_a_link_is_the_same_however_a_program_writes_it(one: str, other: str) -> None:
    assert link_of(one) == link_of(other) != ""


def test_places_in_the_document_are_no_links() -> None:
    assert [link_of(target) for target in ("#_Toc1", "javascript:go()", "")] == ["", "", ""]
    assert reading(field("http://a.cn/1"), "a.docx").inventory != ()
    inside = word(f'<w:r><w:instrText>HYPERLINK \\l "_Toc1"</w:instrText></w:r>{run("x")}')
    assert reading(inside, "a.docx").inventory == ()


def test_the_link_of_a_binary_workbook_is_found_behind_its_moniker() -> None:
    address = "http://a.cn/1\0".encode("utf-16-le")
    moniker = bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")
    data = bytes((2, 0, 0, 0, 3, 0, 0, 0)) + moniker + len(address).to_bytes(4, "little") + address

    assert hyperlink_target(data) == "http://a.cn/1"
    assert hyperlink_target(data[:6]) == ""


@pytest.mark.parametrize("name", ["a.odt", "a.docx", "a.rtf"])
def test_damage_is_told_in_every_format_and_the_text_is_kept(name: str) -> None:
    broken = f"<office:document-content {ODF}><office:body><office:text><text:p>甲</text:p>"
    cut = {
        "a.odt": zipped({"content.xml": broken}),
        "a.docx": zipped({"word/document.xml": word_part("document", "<w:body><w:p><w:r><w:t>甲</w:t>")[:-13]}),
        "a.rtf": rb"{\rtf1\ansicpg936 \'bc\'d7",
    }
    found = reading(cut[name], name)

    assert (found.status, found.body) == (Status.DAMAGED, "甲")
    assert found.detail
