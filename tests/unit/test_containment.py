"""Texts inside longer ones, the passages of a check, boilerplate, and templates that are subtracted."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.containment import FREQUENT, contained_candidates, containment
from core.documents import Relation
from core.fingerprint import samples, shingles
from core.passages import Postings, boilerplate, references_start, sources, template_places, template_shingles
from core.text import token_ids
from tests.unit.near_texts import compared, corpus, drawn, edited


def fresh(count: int) -> np.ndarray:
    return np.ones(count, np.bool_)


@given(st.integers(0, 10_000), st.integers(200, 1000), st.integers(0, 8000))
@settings(max_examples=25, deadline=None)
def test_a_piece_is_found_where_it_stands(seed: int, size: int, start: int) -> None:
    book = drawn(10_000, seed)
    piece = edited(book[start : start + size], 0.03, seed)
    found = containment(piece, book)

    assert found.share_inner >= 0.8
    assert found.share_outer <= size / len(book)
    assert abs(found.start - start) <= 12
    assert abs(found.end - start - size) <= 12


def test_a_whole_text_inside_has_the_share_one() -> None:
    book = drawn(5000, 1)

    assert containment(book[100:400], book) == type(containment(book, book))(1.0, 296 / 4996 // 1e-4 / 1e4, 100, 400)
    assert containment(drawn(200, 5), book).share_inner == 0.0
    assert containment(book[:0], book).share_inner == 0.0


def test_a_repeated_line_is_not_contained_in_a_text_that_has_it_once() -> None:
    line = drawn(12, 1)

    assert containment(np.tile(line, 100), np.concatenate((drawn(3000, 2), line))).share_inner < 0.05


def test_a_container_may_say_once_what_is_repeated_inside() -> None:
    body, line = drawn(400, 1), drawn(30, 2)
    inner = np.concatenate((body, line, line, line))

    assert containment(inner, np.concatenate((drawn(500, 3), body, line))).share_inner > 0.98


def test_planted_pieces_are_contained_and_nothing_else_is() -> None:
    books = [drawn(20_000, seed) for seed in range(6)]
    rng = np.random.default_rng(1)
    texts = list(books)
    planted = set()
    for number in range(60):
        book, size = number % 6, int(rng.integers(200, 2000))
        start = int(rng.integers(0, 20_000 - size))
        planted.add((book, len(texts)))
        texts.append(edited(books[book][start : start + size], 0.02, number))
    contained = {
        (pair.a, pair.b)
        for pair in compared(texts, similarity=0.9).pairs
        if pair.kind is Relation.CONTAINED and max(pair.share_a, pair.share_b) >= 0.8 and (pair.a < 6) != (pair.b < 6)
    }

    assert len(contained & planted) >= 0.97 * len(planted)
    assert contained <= planted


@pytest.mark.parametrize("language", ["zh", "en"])
def test_contained_pairs_of_the_corpus_are_found(language: str) -> None:
    known = corpus(language, 300)
    sets = [set(shingles(ids, 5).tolist()) for ids in known.ids]
    sizes = [len(ids) for ids in known.ids]
    true, near_true = set(), set()
    for a, ours in enumerate(sets):
        for b in range(len(sets)):
            if sizes[b] >= 1.25 * sizes[a] >= 1.25 * 30 and len(ours) > 26:
                share = len(ours & sets[b]) / len(ours)
                near_true |= {(a, b)} if share >= 0.75 else set()
                true |= {(a, b)} if share >= 0.82 else set()
    found = set()
    for pair in compared(known.ids, similarity=0.9, floor=0.9).pairs:
        if pair.kind is Relation.CONTAINED and max(pair.share_a, pair.share_b) >= 0.8:
            found.add((pair.a, pair.b) if sizes[pair.a] < sizes[pair.b] else (pair.b, pair.a))

    assert true
    assert len(found & true) >= 0.97 * len(true)
    assert len(found & near_true) >= 0.97 * len(found)


def test_what_stands_in_very_many_texts_proposes_nothing() -> None:
    licence = drawn(400, 1)
    texts = [np.concatenate((drawn(600, seed + 2), licence)) for seed in range(FREQUENT + 2)]
    texts.append(licence)
    inner, outer = contained_candidates(
        [samples(text) for text in texts], np.array(list(map(len, texts)), np.int32), fresh(len(texts))
    )

    assert len(inner) == len(outer) == 0


def test_a_container_is_a_quarter_longer_at_least() -> None:
    book = drawn(1000, 1)
    texts = [book, book[:900], book[:790], book[:300]]
    inner, outer = contained_candidates(
        [samples(text) for text in texts], np.array(list(map(len, texts)), np.int32), fresh(len(texts))
    )

    assert set(zip(inner.tolist(), outer.tolist(), strict=True)) == {(2, 0), (3, 0), (3, 1), (3, 2)}


def test_a_manuscript_names_its_three_sources_with_and_without_references() -> None:
    works = [drawn(3000, seed) for seed in range(3)]
    references = drawn(400, 50)
    library = [np.concatenate((work, references)) for work in works] + [drawn(3000, seed + 10) for seed in range(10)]
    parts = [drawn(900, 100), works[0][500:900], drawn(900, 101), works[1][100:500], drawn(1000, 102)]
    body = np.concatenate((*parts, works[2][2000:2400]))
    manuscript = np.concatenate((body, references))
    found = sources(
        manuscript,
        Postings.of([samples(text) for text in library]),
        lambda places: [library[place] for place in places.tolist()],
        body=len(body),
    )

    assert [source.index for source in found] == [0, 1, 2]
    for source in found:
        assert 0.08 <= source.share_of_body <= 0.12
        assert source.share == pytest.approx(800 / len(manuscript), abs=0.02)
    first = found[0].passages[0]
    assert abs(first.start - 900) <= 2
    assert abs(first.end - 1300) <= 2
    assert abs(first.there_start - 500) <= 2


def test_the_list_of_references_begins_at_its_heading() -> None:
    text = "References to this are rare.\nbody text here\n\n参考文献：\n[1] 作者\n"

    assert references_start(text) == len(token_ids("References to this are rare. body text here"))
    assert references_start("no list here") is None
    assert references_start("x\nReferences\ny\nREFERENCES\nz") == 3


def test_boilerplate_is_named_with_the_number_of_its_documents() -> None:
    licence = drawn(300, 1)
    library = [np.concatenate((drawn(200, seed + 2), licence)) for seed in range(200)]
    found = boilerplate(np.concatenate((drawn(500, 999), licence)), Postings.of([samples(text) for text in library]))

    assert len(found) == 1
    assert found[0].documents == 200
    assert 500 <= found[0].start <= 560
    assert 740 <= found[0].end <= 800


def less(ids: np.ndarray, templates: list[np.ndarray]) -> np.ndarray:
    """Return the tokens that stand in none of the templates."""
    return ids[~template_places(ids, template_shingles(templates))]


def test_the_users_template_is_less() -> None:
    template, own = drawn(300, 1), drawn(100, 2)
    filled = np.concatenate((template[:150], own, template[150:]))

    assert less(filled, [template]).tolist() == own.tolist()
    assert less(own, [template]).tolist() == own.tolist()
    assert less(own[:3], [template]).tolist() == own[:3].tolist()
    assert less(own, []).tolist() == own.tolist()
