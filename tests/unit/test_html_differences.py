"""The differences on a page: old struck out, new underlined, weighty ones first, long lists counted."""

from __future__ import annotations

import io
import re

from core.documents import Counts, Document, DuplicateGroup, Member, Relation, ScanResult
from core.html_differences import MOST, differences_html
from core.html_report import MOST_COMPARED, write_html
from core.wording import Wording

WORDS = Wording("en")


def page(a: str, b: str) -> str:
    return "\n".join(differences_html("b.docx", (a, b), WORDS))


def test_each_difference_stands_between_the_words_of_its_line() -> None:
    found = page("one\nThe fee is 3,200 a month.\nlast", "one\nThe fee is 3,500 a month.\nlast")

    assert "b.docx: 1 difference from the reference" in found
    assert '<li class="critical">The fee is <del>3,200</del> <ins>3,500</ins> a month.</li>' in found
    assert "Only numbers differ" in found


def test_what_looks_like_markup_is_shown_as_it_is() -> None:
    assert "<script>" not in page("plain", "plain <script>alert(1)</script>")


def test_equal_texts_have_nothing_to_list() -> None:
    assert page("same", "same") == ""


def test_a_long_list_is_cut_and_the_rest_counted() -> None:
    a = " ".join(f"word{n} common{n}" for n in range(MOST + 7))
    b = " ".join(f"other{n}x common{n}" for n in range(MOST + 7))

    found = page(a, b)

    assert found.count("<li") == MOST
    assert "and 7 more" in found


def report(groups: int) -> tuple[str, int]:
    """Return a page about so many similar pairs, and how many texts were asked for."""
    asked: list[str] = []

    def text_of(path: str) -> str:
        asked.append(path)
        return f"text of {path} in 12 words"

    pairs = tuple(
        DuplicateGroup(
            Relation.SIMILAR,
            tuple(Member(Document(f"/d/{n}{side}", "/d", 1, 0, 0), side == "a") for side in "ab"),
            0.9,
            str(n),
        )
        for n in range(groups)
    )
    file = io.StringIO()
    write_html(ScanResult(True, ("/d",), Counts(), pairs), file, WORDS, text_of)
    return file.getvalue(), len(asked)


def test_a_page_about_very_many_pairs_says_that_their_differences_are_left_out() -> None:
    few, _ = report(3)
    many, asked = report(MOST_COMPARED)

    assert "left out" not in few
    assert len(re.findall("<ol", few)) == 3
    assert "left out" in many
    assert asked == MOST_COMPARED
