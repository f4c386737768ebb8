"""What many pairs get together: the figures of each pair, worked out by loops that follow the definitions."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.alphabet import Alphabet
from core.documents import MeasuredBy
from core.fingerprint import LONG_SHINGLE, bag, shingles
from core.pair_columns import found_in_order
from core.similarity import compared, prepared, shuffled
from core.text import are_numbers, token_ids
from core.text_rows import BINS, TextRows
from core.verification import Batch, similar_pair, verify
from tests.unit.near_texts import drawn, edited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]


def versions(seed: int, size: int, variety: int = 20_000) -> list[Tokens]:
    """Return texts of which some are versions of each other: edited, moved, cut, longer, with other numbers, equal."""
    base = drawn(size, seed, variety)
    seven, eight = token_ids("7 8")
    numbered = base.copy()
    numbered[::7] = seven
    other_numbers = numbered.copy()
    other_numbers[::21] = eight
    more_numbers = np.insert(numbered, 3, seven)
    moved = np.concatenate((base[size // 3 :], base[: size // 3]))
    near = [edited(base, share, seed + place) for place, share in enumerate((0.02, 0.1, 0.3, 0.6))]
    other = drawn(size, seed + 9, variety)
    longer = np.concatenate((base, other[:9]))
    short = [base[:4], base[:5], np.append(base[:4], base[:2])]
    tables = [drawn(size + 3, seed + 20 + place, 2) for place in range(3)]
    by_numbers = [numbered, other_numbers, more_numbers]
    return [base, base.copy(), *near, moved, base[: size * 3 // 4], longer, other, *by_numbers, *short, *tables]


def batch_of(texts: Sequence[Tokens], at_least: float) -> Batch:
    """Return all pairs of the texts as a batch."""
    pairs = np.array(list(combinations(range(len(texts)), 2)), np.intp).reshape(-1, 2)
    nowhere = np.zeros(len(pairs), np.bool_)
    return Batch(np.arange(len(texts)), list(texts), pairs[:, 0], pairs[:, 1], nowhere, at_least)


def in_order(a: Sequence[int], b: Sequence[int]) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(b) + 1)
    for one in a:
        before = row[:]
        for place, other in enumerate(b):
            row[place + 1] = before[place] + 1 if one == other else max(before[place + 1], row[place])
    return row[-1]


def fewest_edits(a: Sequence[int], b: Sequence[int]) -> int:
    """Return Levenshtein's distance."""
    row = list(range(len(b) + 1))
    for number, one in enumerate(a, 1):
        before, row = row, [number]
        for place, other in enumerate(b):
            row.append(min(before[place] + (one != other), before[place + 1] + 1, row[place] + 1))
    return row[-1]


def expected(a: Tokens, b: Tokens, at_least: float) -> tuple[object, ...] | None:
    """Return the figures of a pair by their definitions."""
    if len(a) > len(b) or (len(a) == len(b) and a.tobytes() > b.tobytes()):
        turned = expected(b, a, at_least)
        return turned and (*turned[:2], turned[3], turned[2], turned[4], turned[6], turned[5], turned[7])
    common = in_order(a.tolist(), b.tolist())
    parts = [Counter(shingles(ids, LONG_SHINGLE).tolist()) for ids in (a, b)]
    chance = shuffled(b)
    mixed = Counter(shingles(chance, LONG_SHINGLE).tolist())
    tried = [
        (MeasuredBy.PASSAGES, (parts[0] & parts[1]).total(), (parts[0] & mixed).total(), *(p.total() for p in parts)),
        (MeasuredBy.ORDER, common, in_order(a.tolist(), chance.tolist()), len(a), len(b)),
    ]
    figures = {by: (min(down(2 * part, x + y), 0.9999), down(2 * luck, x + y)) for by, part, luck, x, y in tried}
    agree = (
        sum(one * other for one, other in zip(bag(a).tolist(), bag(b).tolist(), strict=True)) / len(a) / len(b)
    ) ** 0.5
    estimate = 2 * agree / (1 + agree)
    margin = {MeasuredBy.PASSAGES: 0.5, MeasuredBy.ORDER: 0.9}
    if figures[MeasuredBy.PASSAGES][0] <= figures[MeasuredBy.ORDER][0]:
        del tried[0]
    edits = fewest_edits(a.tolist(), b.tolist())
    changed = len(a) + len(b) - 2 * common - edits
    only = edits > 0 and np.array_equal(a[~are_numbers(a)], b[~are_numbers(b)])
    counted = (changed, len(b) - common - changed, len(a) - common - changed, only)
    for by, part, _, x, y in tried:
        figure, luck = figures[by]
        limit = figure / (2 - figure)
        if part and figure >= at_least and not (estimate > margin[by] * limit and luck > limit):
            return by, figure, down(part, x), down(part, y), *counted
    return None


def down(part: int, whole: int) -> float:
    """Return a share rounded down to 1/10,000."""
    return part * 10_000 // whole / 10_000


@pytest.mark.parametrize("at_least", [0.0, 0.5, 0.9])
@given(st.integers(0, 1000), st.integers(30, 60), st.sampled_from([20, 20_000]))
@settings(max_examples=3, deadline=None)
def test_pairs_found_together_are_those_of_the_definitions(at_least: float, seed: int, size: int, variety: int) -> None:
    texts = versions(seed, size, variety)
    batch = batch_of(texts, at_least)

    found = {(pair.a, pair.b): pair for pair in verify(batch)}

    for a, b in zip(batch.a.tolist(), batch.b.tolist(), strict=True):
        if np.array_equal(texts[a], texts[b]):
            assert found[a, b][3:] == (0.9999, MeasuredBy.ORDER, 1.0, 1.0, 0, 0, 0, False, False)
            continue
        pair, wanted = found.get((a, b)), expected(texts[a], texts[b], at_least)
        told = pair and (pair.by, pair.similarity, *pair[5:11])
        assert told == wanted


@given(st.integers(0, 1000), st.integers(200, 1500), st.sampled_from([0.5, 0.7, 0.9]))
@settings(max_examples=8, deadline=None)
def test_pairs_found_together_are_those_found_one_by_one(seed: int, size: int, at_least: float) -> None:
    texts = versions(seed, size)
    batch = batch_of(texts, at_least)

    alone = [
        similar_pair(a, b, *prepared(texts[a], texts[b]), at_least)
        for a, b in zip(batch.a.tolist(), batch.b.tolist(), strict=True)
    ]

    found = sorted(verify(batch))
    assert found == sorted(pair for pair in alone if pair is not None)
    assert sum(pair.only_numbers for pair in found) == 3


def test_few_pairs_of_usual_texts_are_left_to_be_looked_at_alone() -> None:
    base = drawn(800, 1)
    texts = [edited(base, 0.04, seed) for seed in range(20)] + [drawn(800, 50 + seed) for seed in range(20)]
    batch = batch_of(texts, 0.9)

    found, left = found_in_order(TextRows(texts, Alphabet(texts).text), batch.a, batch.b, 0.9)

    likes = [compared(*prepared(texts[a], texts[b]), 0.9) for a, b in zip(batch.a, batch.b, strict=True)]
    assert len(left) <= len(batch.a) // 50
    assert len(found.places) + len(left) >= sum(like is not None for like in likes) > 100


@given(st.integers(0, 1000), st.lists(st.integers(5, 3000), min_size=2, max_size=60))
@settings(max_examples=10, deadline=None)
def test_shingles_in_common_are_never_more_than_the_bins_say(seed: int, sizes: list[int]) -> None:
    base = drawn(3000, seed, 500)
    texts = [edited(base[:size], 0.2, seed + place) for place, size in enumerate(sizes)]
    rows = TextRows(texts, Alphabet(texts).text)
    a, b = np.arange(len(texts) - 1), np.arange(1, len(texts))

    counts = [Counter(shingles(ids, LONG_SHINGLE).tolist()) for ids in texts]
    most = rows.most_shingles(a, b)

    assert all((counts[place] & counts[place + 1]).total() <= most[place] for place in range(len(a)))
    assert rows.most_shingles(b, b).tolist() == [size - LONG_SHINGLE + 1 for size in sizes[1:]]
    assert BINS < 3000


def test_a_batch_without_plain_pairs_and_one_without_pairs_are_no_trouble() -> None:
    short = [drawn(4, 1), drawn(4, 1), drawn(3, 2)]

    assert [(pair.a, pair.b) for pair in verify(batch_of(short, 0.9))] == [(0, 1)]
    assert verify(batch_of([], 0.9)) == []
