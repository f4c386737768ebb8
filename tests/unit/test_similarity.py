"""The similarity is exact, symmetric and better than chance; long texts are anchored."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.alphabet import Alphabet, as_text
from core.anchors import aligned, anchored_length
from core.documents import MeasuredBy
from core.progress import Cancelled
from core.similarity import LONG, changes, figure, likeness
from core.text import token_ids
from tests.unit.near_texts import corpus, drawn, edited

IDS = st.lists(st.integers(1, 40), max_size=60).map(lambda values: np.array(values, np.uint32))


def common_length(a: list[int], b: list[int]) -> int:
    """Return the length of the longest common subsequence, by the textbook's table."""
    row = [0] * (len(b) + 1)
    for one in a:
        last = row[:]
        for place, other in enumerate(b, 1):
            row[place] = last[place - 1] + 1 if one == other else max(last[place], row[place - 1])
    return row[-1]


def passages(a: list[int], b: list[int]) -> float:
    ours, theirs = (Counter(tuple(x[i : i + 5]) for i in range(len(x) - 4)) for x in (a, b))
    return 2 * (ours & theirs).total() / max(1, ours.total() + theirs.total())


@given(IDS, IDS, st.sampled_from([0.0, 0.3, 0.5, 0.9]))
def test_figures_are_symmetric_and_within_bounds(a: np.ndarray, b: np.ndarray, at_least: float) -> None:
    one, other = likeness(a, b, at_least), likeness(b, a, at_least)

    assert (one is None) == (other is None)
    if one and other:
        assert at_least <= one.similarity <= 1
        assert (one.similarity, one.by, one.share_a, one.share_b) == (
            *(other.similarity, other.by, other.share_b, other.share_a),
        )
        assert (one.similarity == 1) == np.array_equal(a, b)


@given(st.integers(0, 1_000_000), st.sampled_from([0.01, 0.05, 0.1, 0.2, 0.4]), st.integers(80, 300))
@settings(max_examples=40, deadline=None)
def test_the_figure_is_the_larger_of_order_and_passages_rounded_down(seed: int, share: float, size: int) -> None:
    a = drawn(size, seed)
    b = edited(a, share, seed + 1)
    if seed % 2:
        b = np.concatenate((b[size // 2 :], b[: size // 2]))
    order = 2 * common_length(a.tolist(), b.tolist()) / (2 * size)
    direct = max(order, passages(a.tolist(), b.tolist()))
    found = likeness(a, b)

    assert found is not None
    assert direct - 1e-4 <= found.similarity <= direct
    assert found.by is (MeasuredBy.ORDER if order >= found.similarity else MeasuredBy.PASSAGES)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_figures_of_the_corpus_are_right_to_a_hundredth(language: str) -> None:
    known = corpus(language, 250)
    near = {pair: figure for pair, figure in known.truth.items() if figure >= 0.5}
    figures = {pair: likeness(known.ids[pair[0]], known.ids[pair[1]]) for pair in near}

    assert near
    assert {
        pair for pair, found in figures.items() if found is None or abs(found.similarity - near[pair]) > 0.01
    } == set()


def test_one_digit_changed_in_a_thousand_words_is_below_one() -> None:
    words = [f"word{number % 97} of {number}" for number in range(360)]
    found = likeness(token_ids(" ".join(words)), token_ids(" ".join([*words[:-1], "word68 of 358"])))

    assert found is not None
    assert 0.99 < found.similarity < 1


def test_figures_are_rounded_down() -> None:
    assert figure(2, 3) == 0.6666
    assert figure(9999, 10_000) == 0.9999
    assert figure(18, 20) == 0.9
    assert figure(0, 0) == 0.0


@pytest.mark.parametrize("variety", [1, 2, 3, 5, 10])
@pytest.mark.parametrize("at_least", [0.5, 0.7, 0.9])
def test_tables_of_few_different_values_are_not_similar_by_chance(variety: int, at_least: float) -> None:
    one, other = drawn(1000, 1, variety), drawn(1200, 2, variety)

    assert likeness(one, other, at_least) is None


@pytest.mark.parametrize("variety", [2, 3, 10, 100])
def test_two_versions_of_one_table_are_still_found(variety: int) -> None:
    one = drawn(1200, 1, variety)
    other = one.copy()
    other[100:130] = drawn(30, 3, variety)
    found = likeness(one, other, 0.9)

    assert found is not None
    assert found.similarity > 0.97


def test_a_sentence_ten_times_is_not_the_sentence_a_thousand_times() -> None:
    sentence = drawn(12, 1)

    assert likeness(np.tile(sentence, 10), np.tile(sentence, 1000), 0.5) is None


def test_moved_paragraphs_do_not_hide_a_copy() -> None:
    paragraphs = [drawn(120, seed) for seed in range(6)]
    found = likeness(np.concatenate(paragraphs), np.concatenate([paragraphs[place] for place in (3, 5, 0, 4, 1, 2)]))

    assert found is not None
    assert found.similarity > 0.95
    assert found.by is MeasuredBy.PASSAGES


def test_amounts_in_other_scripts_digits_count() -> None:
    frame = "المبلغ المستحق هو {} دينار " * 20
    one, other = token_ids(frame.format(*["١٢٣٤"] * 20)), token_ids(frame.format(*["٥٦٧٨"] * 20))
    found = likeness(one, other)

    assert found is not None
    assert found.similarity < 0.9


def test_changes_are_counted_and_numbers_told_from_words() -> None:
    one = token_ids("The invoice of May 3 says 100 euros and 20 cents for the work of our two gardeners")
    numbers = token_ids("The invoice of May 4 says 250 euros and 20 cents for the work of our two gardeners")
    words = token_ids("The new invoice of May 3 says 100 euros for the work of our two painters")

    assert changes(one, numbers) == changes(numbers, one)
    assert (changes(one, numbers).changed, changes(one, numbers).only_numbers) == (2, True)
    counted = changes(one, words)
    assert (counted.changed, counted.added, counted.removed, counted.only_numbers) == (1, 1, 3, False)
    assert changes(one, one) == type(counted)()


@given(IDS, IDS)
def test_changes_lead_from_one_text_to_the_other(a: np.ndarray, b: np.ndarray) -> None:
    counted, back = changes(a, b), changes(b, a)

    assert len(a) - counted.removed + counted.added == len(b)
    assert min(counted.changed, counted.added, counted.removed) >= 0
    assert (counted.changed, counted.added) == (back.changed, back.removed)


@pytest.mark.parametrize(("share", "run"), [(0.02, 1), (0.1, 6), (0.2, 6)])
def test_anchored_figures_of_long_texts_are_within_a_thousandth(share: float, run: int) -> None:
    a = drawn(30_000, 1, 3000)
    b = edited(a, share, 2, run)
    exact = len(a) - round(share * len(a) / run) * run
    found = likeness(a, b)

    assert len(a) > LONG
    assert found is not None
    assert exact / len(a) - 0.001 <= found.similarity
    assert found.is_bound


@given(IDS, IDS)
def test_what_is_aligned_is_equal_and_rises(a: np.ndarray, b: np.ndarray) -> None:
    at_a = at_b = 0
    for stretch in aligned(a, b):
        assert stretch.start_a >= at_a
        assert stretch.start_b >= at_b
        at_a, at_b = stretch.end_a, stretch.end_b
        if stretch.is_equal:
            assert np.array_equal(a[stretch.start_a : stretch.end_a], b[stretch.start_b : stretch.end_b])
    assert anchored_length(a, b) == common_length(a.tolist(), b.tolist())


def test_moved_parts_of_long_texts_are_not_aligned_twice() -> None:
    parts = [drawn(4000, seed) for seed in range(6)]
    a, b = np.concatenate(parts), np.concatenate([parts[place] for place in (0, 3, 1, 2, 5, 4)])
    stretches = aligned(a, b)

    for before, after in pairwise(stretches):
        assert before.end_a <= after.start_a
        assert before.end_b <= after.start_b
    assert all(np.array_equal(a[s.start_a : s.end_a], b[s.start_b : s.end_b]) for s in stretches if s.is_equal)
    assert 16_000 <= anchored_length(a, b) < 17_500


def test_a_long_comparison_can_be_stopped() -> None:
    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        anchored_length(drawn(50_000, 1), drawn(50_000, 2), stop)


@given(st.lists(st.integers(1, 2**32 - 1), max_size=50), st.lists(st.integers(1, 2**32 - 1), max_size=50))
def test_characters_are_equal_exactly_where_ids_are(one: list[int], other: list[int]) -> None:
    alphabet = Alphabet()
    clashing = [value % 2**32 or 1 for first in one[:5] for value in (first, first + 2**18, first + 2**20)]
    a, b = np.array(one + clashing, np.uint32), np.array(other, np.uint32)

    for texts in ((alphabet.text(a), alphabet.text(b)), as_text(a, b)):
        pairs = set(zip([*a.tolist(), *b.tolist()], texts[0] + texts[1], strict=True))
        assert len(pairs) == len({value for value, _ in pairs}) == len({character for _, character in pairs})
