"""What is told of a pair whose shorter text stands inside the longer one."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.containment import Shingled, containment, held_tokens, shared_places
from core.documents import MeasuredBy, Relation
from core.fingerprint import LONG_SHINGLE, shingles
from core.similarity import figure
from tests.unit.near_texts import compared, drawn, edited


def test_what_is_told_of_a_contained_text_comes_from_its_passages() -> None:
    piece, before, after = drawn(400, 1), drawn(3000, 2), drawn(2000, 3)
    changed = np.concatenate((piece[:200], drawn(7, 4), piece[200:]))
    book = np.concatenate((before, piece, after))

    [pair] = compared([changed, book], similarity=0.9).pairs

    assert pair.kind is Relation.CONTAINED
    assert pair.by is MeasuredBy.PASSAGES
    assert (pair.changed, pair.added, pair.removed) == (0, len(book) - 400, 7)
    assert pair.similarity == figure(2 * (196 + 196), len(changed) + len(book) - 8)


@given(st.integers(0, 1000), st.floats(0.0, 0.3))
@settings(max_examples=20, deadline=None)
def test_held_tokens_are_those_in_runs_of_five_that_stand_in_both(seed: int, share: float) -> None:
    book = drawn(3000, seed)
    piece = edited(book[700:1500], share, seed)
    place = containment(piece, book)
    window = set(shingles(book[place.start : place.end], LONG_SHINGLE).tolist()) if place.end else set()
    expected = {
        start + offset
        for start, shingle in enumerate(shingles(piece, LONG_SHINGLE).tolist())
        for offset in range(LONG_SHINGLE)
        if shingle in window
    }

    ours, theirs = Shingled(piece), Shingled(book)
    assert held_tokens(ours, theirs, place, shared_places(ours, theirs)) == len(expected)
