"""One document in many formats is one text: equal where the format keeps the text, near where it keeps only lines."""

from __future__ import annotations

import textwrap

import pytest

from core.similarity import likeness
from core.text import canonical, token_ids
from tests.unit.extract.made_binary import doc, ppt, slide, xls
from tests.unit.extract.made_pdf import Sheet, pdf
from tests.unit.extract.making import docx, paragraph, reading, zipped
from tests.unit.extract.test_books import ofd, words
from tests.unit.extract.test_odf import odf, p
from tests.unit.extract.test_rtf import escaped, rtf

CHINESE = [
    "第一条 为了加强合同管理，维护双方的合法权益，根据有关法律、法规的规定，经双方平等协商，订立本合同。",
    "第二条 甲方应当在收到乙方提交的全部资料之日起十五个工作日内（遇节假日顺延）支付价款的30%，即¥1,200.00元。",
    "第三条 乙方不得将本合同项下的权利义务转让给第三方；未经甲方书面同意而转让的，转让无效。",
]
ENGLISH = [
    "This agreement is made between the parties named below, who cooperate in good faith and keep all information "
    "confidential for the whole of its duration and for a period of five years after its termination.",
    "Neither party is liable for indirect damage; the liability for wilful misconduct remains unaffected throughout.",
]
TEXT = [*CHINESE, *ENGLISH]


def pdf_lines(text: str) -> list[str]:
    """Break a paragraph as a layout does: Chinese at any sign, English between words and inside them."""
    if not text.isascii():
        return [text[at : at + 40] for at in range(0, len(text), 40)]
    lines = textwrap.wrap(text, 70)
    return [line[:-3] + "-" if line.endswith("mation") else line for line in lines]


MADE = {
    "a.docx": docx("".join(map(paragraph, TEXT))),
    "a.doc": doc("".join(line + "\r" for line in TEXT)),
    "a.rtf": rtf("".join(rf"\pard {escaped(line)}\par" for line in TEXT)),
    "a.odt": odf("odt", "".join(map(p, TEXT))),
    "a.ppt": ppt([slide(*TEXT)]),
    "a.xls": xls([[line] for line in TEXT]),
    "a.txt": "\r\n".join(TEXT).encode("gb18030"),
    "a.html": ("<meta charset=utf-8>" + "".join(f"<p>{line}</p>" for line in TEXT)).encode(),
    "a.mht": b"From: x\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n" + "<p>".join(TEXT).encode(),
    "a.epub": zipped(
        {"mimetype": "application/epub+zip", "a.opf": "<x/>", "a.xhtml": "<p>" + "</p><p>".join(TEXT) + "</p>"}
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_what_keeps_the_text_gives_the_same_text(name: str) -> None:
    assert canonical(reading(MADE[name], name).body) == canonical(reading(MADE["a.docx"], "a.docx").body)


def test_a_printed_document_is_at_least_95_per_cent_similar() -> None:
    lines = [line for text in TEXT for line in pdf_lines(text)]
    sheets = [
        Sheet(["Agreement No. 7", *lines[at : at + 4], f"- {number} -"])
        for number, at in enumerate(range(0, len(lines), 4), 1)
    ]
    printed, original = reading(pdf(sheets), "a.pdf"), reading(MADE["a.docx"], "a.docx")
    found = likeness(token_ids(printed.body), token_ids(original.body))
    assert found is not None
    assert found.similarity >= 0.95


def test_chinese_lines_of_a_printed_page_are_the_same_text_again() -> None:
    lines = [line for text in CHINESE for line in pdf_lines(text)]
    for made, name in (
        (pdf([Sheet(lines)]), "a.pdf"),
        (ofd(["".join(words(line, 10, 10 * n) for n, line in enumerate(lines))]), "a.ofd"),
    ):
        body = reading(made, name).body
        assert canonical(body).replace(" ", "") == canonical("\n".join(CHINESE)).replace(" ", "")
        assert body.count("\n") <= len(CHINESE)
