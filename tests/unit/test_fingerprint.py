"""SimHash as the textbook defines it, and a sketch that estimates what shingles have in common."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.fingerprint import BAG, SLOTS, bag, hamming, samples, segments, shingles, simhash, sketch
from tests.unit.near_texts import drawn, edited

WORDS = st.dictionaries(st.text(min_size=1, max_size=6), st.integers(1, 3) | st.integers(1, 500), max_size=60)


STORED_SIMHASH = "32536950c0eb5cb7"
STORED_SKETCH = "2bb5b8bdadfdca51"


def textbook(weights: dict[str, int]) -> int:
    votes = [0] * 64
    for word, weight in weights.items():
        value = int.from_bytes(hashlib.md5(word.encode("utf-8", "surrogatepass")).digest()[:8], "big")
        for bit in range(64):
            votes[bit] += weight if value >> bit & 1 else -weight
    return sum(1 << bit for bit in range(64) if votes[bit] > 0)


@given(WORDS)
def test_simhash_is_that_of_the_textbook(weights: dict[str, int]) -> None:
    assert simhash(weights) == textbook(weights)


def test_a_bit_without_a_majority_is_not_set() -> None:
    votes = {"文档": 1, "查重": 1}

    assert simhash(votes) == textbook(votes) == simhash({"文档": 1}) & simhash({"查重": 1})


@given(st.dictionaries(st.text(min_size=1, max_size=4), st.floats(0.001, 50), max_size=40), st.randoms())
def test_the_order_of_the_words_does_not_matter(weights: dict[str, float], chance: object) -> None:
    turned = dict(sorted(weights.items(), reverse=True))

    assert simhash(weights) == simhash(turned)


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_segments_make_the_value_and_the_distance_is_theirs(one: int, other: int) -> None:
    high, upper, lower, low = segments(one)

    assert high << 48 | upper << 32 | lower << 16 | low == one
    assert hamming(one, other) == sum(hamming(a, b) for a, b in zip(segments(one), segments(other), strict=True))
    assert hamming(one, one) == 0


def test_fingerprints_do_not_change_from_version_to_version() -> None:
    ids = np.arange(0x4E00, 0x4E00 + 60, dtype=np.uint32)
    whole = hashlib.blake2b(digest_size=8)
    for part in (sketch(ids), bag(ids), samples(ids)):
        whole.update(part.tobytes())

    assert f"{simhash({'文档': 2, 'word': 1}):016x}" == STORED_SIMHASH
    assert whole.hexdigest() == STORED_SKETCH


@pytest.mark.parametrize("share", [0.0, 0.05, 0.2])
def test_the_sketch_agrees_in_as_many_slots_as_shingles_are_shared(share: float) -> None:
    ids = drawn(2000, 1)
    other = edited(ids, share, 2)
    ours, theirs = set(shingles(ids, 3).tolist()), set(shingles(other, 3).tolist())
    resemblance = len(ours & theirs) / len(ours | theirs)
    agreeing = [np.count_nonzero(sketch(ids, seed) == sketch(other, seed)) / SLOTS for seed in range(8)]

    assert abs(np.mean(agreeing) - resemblance) < 0.05


def test_sketches_of_unrelated_texts_agree_by_chance_only() -> None:
    assert np.count_nonzero(sketch(drawn(500, 1)) == sketch(drawn(500, 2))) <= 1


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 29, 5000])
def test_every_length_has_a_whole_sketch(size: int) -> None:
    ids = drawn(size, 3)

    assert sketch(ids).shape == (SLOTS,)
    assert np.array_equal(sketch(ids), sketch(ids.copy()))


def test_the_bag_counts_every_token() -> None:
    ids = drawn(1000, 4)

    assert bag(ids).sum() == len(ids)
    assert bag(np.full(100_000, 7, np.uint32)).max() == 0xFFFF
    assert bag(ids).shape == (BAG,)


def test_samples_are_one_in_sixteen_wherever_the_passage_stands() -> None:
    passage = drawn(4000, 5)
    around = np.concatenate((drawn(333, 6), passage, drawn(77, 7)))
    kept = samples(passage)

    assert 180 < len(kept) < 320
    assert set(kept.tolist()) <= set(samples(around).tolist())


@given(st.lists(st.integers(0, 50), min_size=1, max_size=30), st.integers(1, 12))
def test_shingles_are_equal_where_their_tokens_are(values: list[int], size: int) -> None:
    ids = np.array(values, np.uint32)
    size_used = min(size, len(values))
    runs = [tuple(values[start : start + size_used]) for start in range(len(values) - size_used + 1)]
    hashes = shingles(ids, size).tolist()

    assert sorted(Counter(runs).values()) == sorted(Counter(hashes).values())
    assert len(set(zip(runs, hashes, strict=True))) == len(set(runs))
