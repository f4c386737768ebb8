"""PDF: running text out of lines, furniture apart, scans known as scans, fields and remarks found, locks told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.pdf_lines import Page, find_furniture, lines_of, running_text
from core.extract.reading import Limits, PartKind, Status
from tests.unit.extract.made_pdf import Sheet, locked_pdf, pdf
from tests.unit.extract.making import reading, text_of

SCANNER = "Scanned by ScanKing"
PROSE = [f"The {word} clause of this agreement binds both parties" for word in ("first", "second", "third", "fourth")]


def test_text_arrives_in_full_unicode_with_ligatures_spelled_out() -> None:
    assert reading(pdf([Sheet(["甲方 𠮷野家 ﬁne ﬄoor x² ≥ ①"])]), "a.pdf").body == "甲方 𠮷野家 fine ffloor x² ≥ ①"


def test_a_word_broken_at_the_end_of_a_line_is_whole_again() -> None:
    found = reading(
        pdf([Sheet(["the parties agree on full co-", "operation and on every obli-", "gation named here"])]), "a.pdf"
    )
    assert " ".join(found.body.split()) == "the parties agree on full cooperation and on every obligation named here"


def test_a_hyphen_that_the_document_writes_elsewhere_stays() -> None:
    found = reading(pdf([Sheet(["a well-known rule", "this is a well-", "known rule too"])]), "a.pdf")
    assert " ".join(found.body.split()) == "a well-known rule this is a well-known rule too"


def test_a_hyphen_before_a_number_or_a_name_stays() -> None:
    assert "2020-2021" in running_text([Page(["from 2020\ufffe2021 on"])])
    assert "Anglo-American" in running_text([Page(["Anglo\ufffeAmerican law"])])


def test_wrapped_chinese_lines_join_without_a_space_and_short_ones_end_a_paragraph() -> None:
    found = reading(
        pdf([Sheet(["合同双方应当按照约定全面履行自己的义务任", "何一方不得擅自变更。", "第二条"])]), "a.pdf"
    )
    assert found.body == "合同双方应当按照约定全面履行自己的义务任何一方不得擅自变更。\n第二条"


def test_bullets_of_the_layout_are_dropped_and_ticks_are_kept() -> None:
    assert running_text([Page(["• first item", "☑ agreed", "● chosen", "√ right"])]).split("\n") == [
        "first item", "☑ agreed", "● chosen", "√ right",
    ]  # fmt: skip


def test_heads_and_feet_of_pages_are_kept_apart() -> None:
    sheets = [Sheet(["Example Ltd - Confidential", line, f"Page {n} of 4"]) for n, line in enumerate(PROSE, 1)]
    found = reading(pdf(sheets), "a.pdf")
    assert found.body.split("\n") == PROSE
    assert text_of(found, PartKind.HEADER) == "Example Ltd - Confidential"
    assert "Page 1 of 4" in text_of(found, PartKind.FOOTER)


def test_two_letters_that_begin_alike_on_one_page_each_keep_their_first_line() -> None:
    pages = [Page(["Dear Sir or Madam", "one"]), Page(["Dear Sir or Madam", "two"]), Page(["Dear colleague", "three"])]
    find_furniture(pages)
    assert [page.head for page in pages] == [0, 0, 0]


def test_three_hundred_scans_with_a_scanner_programs_line_have_no_text() -> None:
    sheets = [Sheet([f"{SCANNER} {n}"], has_picture=True) for n in range(300)]
    found = reading(pdf(sheets), "scan.pdf")
    assert (found.status, found.parts) == (Status.NO_TEXT, ())
    assert [item.kind for item in found.inventory] == ["picture"]


def test_a_long_line_that_repeats_on_every_scanned_page_is_no_text() -> None:
    line = "This page was scanned with the free version of a program whose name is far too long to be a short line here"
    assert reading(pdf([Sheet([line], has_picture=True) for _ in range(3)]), "scan.pdf").status is Status.NO_TEXT


def test_a_scan_with_recognised_text_has_text() -> None:
    found = reading(pdf([Sheet(PROSE, has_picture=True)]), "scan.pdf")
    assert found.body.split("\n") == PROSE


def test_a_scanned_page_between_written_ones_is_told_apart_but_not_counted_as_body() -> None:
    found = reading(pdf([Sheet(PROSE), Sheet([SCANNER], has_picture=True)]), "a.pdf")
    assert SCANNER not in found.body
    assert SCANNER in found.text


def test_form_fields_and_remarks_are_parts_of_their_own() -> None:
    ticked = "<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/V/{0}/AS/{0}/Rect[9 99 99 199]/AP<</N<</Yes null/Off null>>>>>>"
    sheet = Sheet(
        ["Application"],
        annotations=[
            "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(typed words)/Rect[9 9 99 99]>>",
            ticked.format("Yes"),
            ticked.format("Off").replace("T(b)", "T(c)"),
            "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(please check)>>",
            "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Contents(not a remark)>>",
        ],
    )
    found = reading(pdf([sheet]), "a.pdf")
    assert text_of(found, PartKind.FIELD) == "typed words\n☑\n☐"
    assert text_of(found, PartKind.COMMENT) == "please check"


def test_attachments_are_named_as_left_out() -> None:
    names = "/Names<</EmbeddedFiles<</Names[(a.txt) {extra0}]>>>>"
    found = reading(pdf([Sheet(["words"])], names, ["<</Type/Filespec/F(a.txt)/UF(a.txt)>>"]), "a.pdf")
    assert found.left_out == ("attachments",)


def test_a_pdf_that_needs_a_password_is_told_and_one_that_only_forbids_copying_is_read() -> None:
    assert reading(locked_pdf(["secret words"], user=b"letmein"), "a.pdf").status is Status.ENCRYPTED
    assert reading(locked_pdf(["secret words"], user=b""), "a.pdf").body == "secret words"


@pytest.mark.parametrize("content", [b"%PDF-1.7\n", b"%PDF-1.4\n1 0 obj<<", pdf([Sheet(["x"])])[:40]])
def test_a_stump_is_damaged(content: bytes) -> None:
    assert reading(content, "a.pdf").status is Status.DAMAGED


def test_more_text_than_allowed_is_too_large() -> None:
    found = reading(pdf([Sheet(PROSE) for _ in range(20)]), "a.pdf", Limits(maximum_text=1000))
    assert (found.status, found.parts) == (Status.TOO_LARGE, ())


@given(
    st.lists(st.lists(st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=30), max_size=8), max_size=6)
)
def test_head_body_and_foot_are_all_lines_of_a_page(pages: list[list[str]]) -> None:
    made = [Page(lines_of("\n".join(lines))) for lines in pages]
    find_furniture(made)
    for page in made:
        foot = page.lines[len(page.lines) - page.foot :]
        assert [*page.lines[: page.head], *page.body, *foot] == page.lines
