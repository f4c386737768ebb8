"""The differences on a page: old struck out, new underlined, weighty ones first, long lists counted."""

from __future__ import annotations

import io
import re

import pytest

from core.documents import Counts, Document, DuplicateGroup, Member, Relation, ScanResult
from core.html_differences import MOST, differences_html
from core.html_report import write_html
from core.page_differences import Bounds, PageDifferences
from core.wording import Wording

WORDS = Wording("en")


def page(a: str, b: str) -> str:
    return "\n".join(differences_html("b.docx", (a, b), WORDS))


def test_each_difference_stands_between_the_words_of_its_line() -> None:
    found = page("one\nThe fee is 3,200 a month.\nlast", "one\nThe fee is 3,500 a month.\nlast")

    assert "b.docx: 1 difference from the reference" in found
    assert '<li class="critical">The fee is <del>3,200</del> <ins>3,500</ins> a month.</li>' in found
    assert "Only numbers differ" in found


def test_a_moved_line_with_a_new_number_says_both_numbers() -> None:
    first, second = "Describe the light reaction of plants in your own words.", "Name three parts of a cell, then draw."

    found = page(f"1. {first}\n2. {second}", f"1. {second}\n2. {first}")

    assert f"Moved (2. → 1.): 2. {second}" in found or f"Moved (1. → 2.): 1. {first}" in found


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


class Texts:
    """Stands for a library: texts by path, made when asked for; counts who asks."""

    def __init__(self, size: int = 5) -> None:
        self.asked: list[str] = []
        self.size = size

    def __call__(self, path: str) -> str | None:
        self.asked.append(path)
        return None if "gone" in path else f"{'same ' * self.size}text of {path} in 12 words"


def group(number: int, *sides: str, kind: Relation = Relation.SIMILAR) -> DuplicateGroup:
    documents = [Document(f"/d/{number}{side}", "/d", 1, 0, 0) for side in sides]
    return DuplicateGroup(kind, tuple(Member(one, place == 0) for place, one in enumerate(documents)), 0.9, str(number))


def below(told: PageDifferences, *groups: DuplicateGroup) -> list[str]:
    """Return the page's lines below each group, the ending last."""
    return ["\n".join(told.below(one)) for one in groups] + ["\n".join(told.ending())]


def test_a_page_shows_the_differences_of_similar_and_contained_groups_only() -> None:
    groups = (
        group(1, "a", "b", kind=Relation.IDENTICAL),
        group(2, "a", "b"),
        group(3, "a", "b", kind=Relation.CONTAINED),
    )
    file = io.StringIO()

    write_html(ScanResult(True, ("/d",), Counts(), groups), file, WORDS, texts := Texts())

    assert len(re.findall("<ol", file.getvalue())) == 2
    assert texts.asked == ["/d/2a", "/d/2b", "/d/3a", "/d/3b"]
    assert "left out" not in file.getvalue()
    assert "why not" not in file.getvalue()


def test_a_page_without_texts_is_about_the_groups_only() -> None:
    file = io.StringIO()

    write_html(ScanResult(True, ("/d",), Counts(), (group(1, "a", "b"),)), file, WORDS)

    assert "<ol" not in file.getvalue()
    assert "left out" not in file.getvalue()


def test_beyond_the_texts_of_a_page_each_group_says_so_and_no_text_is_asked_for() -> None:
    texts = Texts()

    first, second, third, ending = below(
        PageDifferences(texts, WORDS, Bounds(texts=3)), group(1, "a", "b"), group(2, "a", "b", "c"), group(3, "a", "b")
    )

    assert "<ol" in first
    assert "left out" not in first
    assert second.count("<ol") == 1
    assert "The differences of 1 document are left out here: the page would be too long." in second
    assert "<ol" not in third
    assert "left out" in third
    assert texts.asked == ["/d/1a", "/d/1b", "/d/2a", "/d/2b"]
    assert "2 of 4" in ending


@pytest.mark.parametrize("bounds", [Bounds(characters=10), Bounds(written=10)])
def test_a_page_that_is_full_of_characters_compares_no_more(bounds: Bounds) -> None:
    first, second, _ = below(PageDifferences(Texts(), WORDS, bounds), group(1, "a", "b"), group(2, "a", "b"))

    assert "<ol" in first
    assert "too long" in second


def test_two_texts_that_are_too_long_for_a_page_do_not_stop_the_others() -> None:
    def texts(path: str) -> str:
        return ("long " * 100 if path.startswith("/d/1") else "short ") + path

    first, second, ending = below(
        PageDifferences(texts, WORDS, Bounds(pair=400)), group(1, "a", "b"), group(2, "a", "b")
    )

    assert "the texts are too long for a page" in first
    assert "<ol" in second
    assert "1 of 2" in ending


def test_texts_that_cannot_be_read_are_named_as_that() -> None:
    first, second, ending = below(
        PageDifferences(Texts(), WORDS), group(1, "a gone", "b", "c"), group(2, "a", "b gone", "c")
    )

    assert "The differences of 2 documents are left out here: a text could not be read." in first
    assert "The differences of 1 document are left out here: a text could not be read." in second
    assert second.count("<ol") == 1
    assert "1 of 4" in ending


def test_a_page_ends_comparing_when_it_takes_too_long() -> None:
    ticks = iter(range(0, 1000, 50))

    first, second, third, fourth, _ = below(
        PageDifferences(Texts(), WORDS, Bounds(seconds=100), lambda: next(ticks)),
        *(group(number, "a", "b") for number in range(4)),
    )

    assert all("<ol" in one for one in (first, second, third))
    assert "took too long" in fourth


def test_equal_texts_are_said_to_have_no_difference() -> None:
    told, ending = below(PageDifferences(lambda _: "the same", WORDS), group(1, "a", "b"))

    assert told == "<p>1b: no difference in the text</p>"
    assert ending == ""


def test_a_hint_needs_no_text() -> None:
    told, _ = below(PageDifferences(lambda _: None, WORDS), group(1, "卷A卷.docx", "卷B卷.docx"))

    assert "Two papers of one exam" in told
