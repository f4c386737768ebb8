"""Candidates: no pair that may be similar is lost, and crowds do not make the work quadratic."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from core.candidates import BANDS, BEST, CAP, CROWD, agreements, candidates, needed_slots, usual_values
from core.fingerprint import sketch
from tests.unit.near_texts import corpus, drawn, edited


def sketches_of(texts: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([sketch(text) for text in texts]), np.array([len(text) for text in texts], np.int32)


def pairs_of(texts: list[np.ndarray], at_least: float, fresh: list[bool] | None = None) -> set[tuple[int, int]]:
    mask = np.ones(len(texts), np.bool_) if fresh is None else np.array(fresh)
    found = candidates(*sketches_of(texts), mask, at_least)
    assert found.crowds == ()
    return set(zip(found.a.tolist(), found.b.tolist(), strict=True))


def test_the_slots_asked_for_are_three_deviations_down() -> None:
    assert [needed_slots(similarity) for similarity in (0.9, 0.8, 0.7, 0.5)] == [52, 17, 12, 12]


def test_agreements_are_counted_in_every_slot() -> None:
    rng = np.random.default_rng(1)
    sketches = rng.integers(0, 2, (50, 128)).astype(np.uint16)
    sketches[1] = sketches[0]
    a, b = np.zeros(50, np.intp), np.arange(50)

    assert agreements(sketches, a, b).tolist() == (sketches[a] == sketches[b]).sum(axis=1).tolist()
    assert agreements(sketches, a, b)[1] == 128


@pytest.mark.parametrize("at_once", [1, 50, 1 << 16])
def test_the_pairs_are_those_that_loops_over_the_bands_find(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr("core.candidates._PAIRS_AT_ONCE", at_once)
    rng = np.random.default_rng(2)
    texts = [edited(drawn(200, seed % 12), 0.1, seed) for seed in range(60)]
    sketches, counts = sketches_of(texts)
    sketches[rng.random(sketches.shape) < 0.2] = 7
    fresh = rng.random(len(texts)) < 0.8
    found = candidates(sketches, counts, fresh, 0.7)

    bands = sketches.reshape(len(texts), BANDS, 2).tolist()
    expected = {
        (a, b)
        for a, b in combinations(range(len(texts)), 2)
        if any(one == other for one, other in zip(bands[a], bands[b], strict=True))
        and (sketches[a] == sketches[b]).sum() >= needed_slots(0.7)
        and (fresh[a] or fresh[b])
    }
    assert set(zip(found.a.tolist(), found.b.tolist(), strict=True)) == expected
    assert len(found.a) == len(expected) > 20


def test_the_usual_value_of_a_slot_is_the_most_frequent_and_the_smallest_of_several() -> None:
    rows = np.random.default_rng(3).integers(0, 6, (65, 128)).astype(np.uint16)
    rows[:, :2] = 0xFFFF

    assert usual_values(rows).tolist() == [int(np.bincount(column).argmax()) for column in rows.T]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("at_least", [0.95, 0.9, 0.8, 0.7, 0.6, 0.5])
def test_similar_pairs_of_the_corpus_are_candidates(language: str, at_least: float) -> None:
    known = corpus(language)
    true = {pair for pair, figure in known.truth.items() if figure >= at_least}

    assert len(true & pairs_of(known.ids, at_least)) >= 0.995 * len(true)


def test_unrelated_texts_are_no_candidates() -> None:
    assert pairs_of([drawn(300, seed) for seed in range(200)], 0.5) == set()


def test_texts_of_very_different_length_are_no_candidates() -> None:
    text = drawn(400, 1)

    assert pairs_of([text, text[:210]], 0.5) == {(0, 1)}
    assert pairs_of([text, text[:100]], 0.5) == set()


def test_only_pairs_with_a_fresh_text_are_looked_for() -> None:
    text = drawn(300, 1)
    family = [edited(text, 0.05, seed) for seed in range(6)]
    fresh = [False, True, False, False, True, False]
    every = pairs_of(family, 0.7)

    assert pairs_of(family, 0.7, fresh) == {pair for pair in every if fresh[pair[0]] or fresh[pair[1]]}
    assert pairs_of(family, 0.7, [False] * 6) == set()


def test_a_template_of_two_hundred_is_looked_at_whole() -> None:
    template = drawn(300, 1)
    texts = [edited(template, 0.05, seed) for seed in range(200)]

    assert CAP < len(texts) <= BEST
    assert len(pairs_of(texts, 0.8)) == 200 * 199 // 2


def test_a_crowd_is_put_aside_and_takes_no_match_from_the_others() -> None:
    template, other = drawn(300, 1), drawn(300, 2)
    crowd = [edited(template, 0.05, seed) for seed in range(CROWD + 100)]
    family = [edited(other, 0.1, seed) for seed in range(20)]
    mixed = [np.concatenate((other[:200], template[:100])), np.concatenate((other[:195], template[:105]))]
    alone = pairs_of([*family, *mixed], 0.7)
    texts = [*family, *mixed, *crowd]
    found = candidates(*sketches_of(texts), np.ones(len(texts), np.bool_), 0.7)
    pairs = set(zip(found.a.tolist(), found.b.tolist(), strict=True))

    assert len(found.crowds) == 1
    assert set(found.crowds[0].members.tolist()) == set(range(22, len(texts)))
    assert alone <= pairs
    assert len(pairs) < 20 * len(texts)


def test_shared_boilerplate_splits_a_bucket_instead_of_joining_all() -> None:
    footer = drawn(150, 1)
    texts = [np.concatenate((drawn(150, seed + 10), footer)) for seed in range(CROWD + 200)]
    twins = [edited(texts[place], 0.05, place) for place in range(20)]
    texts += twins
    found = candidates(*sketches_of(texts), np.ones(len(texts), np.bool_), 0.5)
    pairs = set(zip(found.a.tolist(), found.b.tolist(), strict=True))

    assert {(place, CROWD + 200 + place) for place in range(20)} <= pairs
