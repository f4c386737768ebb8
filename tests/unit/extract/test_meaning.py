"""Two documents that differ only in a sign, a picture, a formula, a field or a change are never the same text."""

from __future__ import annotations

import pytest

from tests.unit.extract.making import PNG, docx, form, paragraph, reading, word_part


def with_picture(picture: bytes) -> bytes:
    body = '<w:p><w:r><w:t>图</w:t><w:drawing><a:blip r:embed="rId1"/></w:drawing></w:r></w:p>'
    return docx(body, {"media/image1.png": ("image", picture)})


def formula(*operands: str) -> str:
    e, sup = operands
    return f"<m:sSup><m:e><m:r><m:t>{e}</m:t></m:r></m:e><m:sup><m:r><m:t>{sup}</m:t></m:r></m:sup></m:sSup>"


PAIRS = {
    **{f"{a} against {b}": (docx(paragraph(f"值{a}五")), docx(paragraph(f"值{b}五"))) for a, b in
       ("≥≤", "∪∩", "√×", "☑☐", "¥$", "%‰", "①1")},
    "raised against plain": (docx(paragraph("x²")), docx(paragraph("x2"))),
    "不得 against 可以": (docx(paragraph("不得转让")), docx(paragraph("可以转让"))),
    "a picture": (with_picture(PNG), with_picture(PNG + b"other")),
    "a formula": (
        docx(f"<w:p><m:oMath>{formula('x', '2')}</m:oMath></w:p>"),
        docx("<w:p><m:oMath><m:r><m:t>x^2</m:t></m:r></m:oMath></w:p>"),
    ),
    "a header's number": tuple(
        docx(paragraph("文"), {"header1.xml": ("header", word_part("hdr", paragraph(f"第{n}号")))}) for n in (1, 2)
    ),
    "a form field": tuple(
        docx(form(f'<w:checkBox><w:checked w:val="{n}"/></w:checkBox>') + paragraph("同意")) for n in (0, 1)
    ),
    "a tracked change": (
        docx(paragraph("留下")),
        docx("<w:p><w:r><w:t>留下</w:t></w:r><w:del><w:r><w:delText>删</w:delText></w:r></w:del></w:p>"),
    ),
    "an embedded object": tuple(
        docx(
            '<w:p><w:r><w:t>表</w:t><w:object><o:OLEObject r:id="rId1"/></w:object></w:r></w:p>',
            {"embeddings/a.xlsx": ("package", content)},
        )
        for content in (b"one", b"two")
    ),
}  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_what_differs_in_meaning_differs_in_text_or_inventory(pair: tuple[bytes, bytes]) -> None:
    first, second = (reading(content, "a.docx") for content in pair)

    assert (first.parts, first.inventory) != (second.parts, second.inventory)


def test_the_preview_of_an_embedded_object_does_not_count() -> None:
    def with_preview(preview: bytes) -> bytes:
        body = '<w:p><w:r><w:object><v:imagedata r:id="rId1"/><o:OLEObject r:id="rId2"/></w:object></w:r></w:p>'
        return docx(body, {"media/a.emf": ("image", preview), "embeddings/a.xlsx": ("package", b"table")})

    assert reading(with_preview(b"one"), "a.docx").inventory == reading(with_preview(b"two"), "a.docx").inventory


def test_a_picture_has_one_digest_in_every_container() -> None:
    in_word = reading(with_picture(PNG), "a.docx").inventory
    twice = reading(
        docx(
            '<w:p><w:r><w:drawing><a:blip r:embed="rId1"/></w:drawing><w:drawing><a:blip r:embed="rId1"/></w:drawing>'
            "</w:r></w:p>",
            {"media/other.png": ("image", PNG)},
        ),
        "a.docx",
    ).inventory

    assert twice == in_word * 2
