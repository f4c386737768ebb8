"""Stars with repair: no text with a partner stays alone, and every member reaches the threshold."""

from __future__ import annotations

import random
import time

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.grouping import Container, best_containers, families, may_refer, references, stars

Pairs = list[tuple[int, int, float]]


@st.composite
def pairs_of_texts(draw: st.DrawFn) -> Pairs:
    count = draw(st.integers(2, 14))
    ends = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda pair: pair[0] < pair[1])
    chosen = draw(st.lists(ends, unique=True, max_size=40))
    return [(a, b, draw(st.sampled_from([0.9, 0.92, 0.95, 0.99]))) for a, b in chosen]


def textbook(pairs: Pairs, order: list[int]) -> dict[int, set[int]]:
    """Return the groups by the rule as it was first written down, one text at a time."""
    near: dict[int, dict[int, float]] = {text: {} for text in order}
    for a, b, figure in pairs:
        near[a][b] = near[b][a] = figure
    rank = {text: place for place, text in enumerate(order)}
    keeper: dict[int, int] = {}
    members: dict[int, set[int]] = {}

    def best(text: int, among: list[int]) -> int:
        return min(among, key=lambda other: (-near[text][other], rank[other]))

    for text in order:
        earlier = [other for other in near[text] if keeper.get(other) == other]
        keeper[text] = best(text, earlier) if earlier else text
        if earlier:
            members[keeper[text]].add(text)
        else:
            members[text] = set()
    for text in order:
        if keeper[text] != text or members[text] or not near[text]:
            continue
        joined = [other for other in near[text] if members.get(other)]
        spare = [other for other in near[text] if keeper[other] != other and len(members[keeper[other]]) >= 2]
        if joined:
            keeper[text] = best(text, joined)
            members[keeper[text]].add(text)
            del members[text]
        elif spare:
            taken = best(text, spare)
            members[keeper[taken]].discard(taken)
            keeper[taken], members[text] = text, {taken}
        else:
            middle = best(text, list(near[text]))
            old = keeper[middle]
            del members[old], members[text]
            keeper[old] = keeper[text] = keeper[middle] = middle
            members[middle] = {old, text}
    return {reference: group for reference, group in members.items() if group}


@given(pairs_of_texts(), st.randoms())
def test_stars_follow_the_rule(pairs: Pairs, chance: random.Random) -> None:
    order = list(range(14))
    chance.shuffle(order)
    groups = stars(pairs, order)

    assert {reference: set(members) for reference, members in groups.items()} == textbook(pairs, order)


@given(pairs_of_texts(), st.randoms())
def test_every_text_with_a_partner_is_in_one_group_with_a_near_reference(pairs: Pairs, chance: random.Random) -> None:
    figures = {pair[:2] for pair in pairs}
    groups = stars(pairs, list(range(14)))
    shown = [text for reference, members in groups.items() for text in (reference, *members)]

    assert sorted(shown) == sorted({end for pair in pairs for end in pair[:2]})
    assert all((min(r, m), max(r, m)) in figures for r, members in groups.items() for m in members)


@given(pairs_of_texts(), st.randoms())
def test_the_same_pairs_give_the_same_groups_in_any_order(pairs: Pairs, chance: random.Random) -> None:
    shuffled = [(b, a, figure) if chance.random() < 0.5 else (a, b, figure) for a, b, figure in pairs]
    chance.shuffle(shuffled)

    assert stars(shuffled, list(range(14))) == stars(pairs, list(range(14)))


def test_a_chain_of_versions_does_not_chain() -> None:
    chain = [(version, version + 1, 0.92) for version in range(10)]
    groups = stars(chain, [3, 9, 1, 0, 5, 7, 2, 10, 4, 6, 8])

    assert not any({0, 10} <= {reference, *members} for reference, members in groups.items())
    assert all(abs(reference - member) == 1 for reference, members in groups.items() for member in members)


def test_one_text_more_moves_few_others() -> None:
    draw = random.Random(1)
    versions = list(range(30))
    order = sorted(range(31), key=lambda _: draw.random())
    pairs = [(a, b, 1 - 0.02 * (b - a)) for a in versions for b in versions if a < b <= a + 5]
    more = pairs + [(a, 30, 1 - 0.02 * (30 - a)) for a in versions if a >= 25]
    keepers = [{m: r for r, members in stars(found, order).items() for m in members} for found in (pairs, more)]

    assert sum(keepers[0].get(text) != keepers[1].get(text) for text in versions) <= 9


def test_a_hundred_thousand_texts_are_regrouped_at_once() -> None:
    rng = np.random.default_rng(1)
    a = rng.integers(0, 100_000, 200_000)
    b = (a + rng.integers(1, 40, 200_000)) % 100_000
    start = time.process_time()
    keeper = references(a, b, rng.random(200_000), 100_000)

    assert time.process_time() - start < 0.6
    assert len(keeper) == 100_000


@given(pairs_of_texts())
def test_families_are_connected_components(pairs: Pairs) -> None:
    a, b = (np.array([pair[side] for pair in pairs], np.intp) for side in (0, 1))
    component = {text: {text} for text in range(14)}
    for one, other, _ in pairs:
        joined = component[one] | component[other]
        for text in joined:
            component[text] = joined

    assert families(a, b, 14).tolist() == [min(component[text]) for text in range(14)]


def test_another_reference_is_taken_when_it_reaches_the_threshold_with_all() -> None:
    figures = {(1, 2): 0.95, (1, 3): 0.91, (2, 3): 0.85}

    assert may_refer(1, [1, 2, 3], figures, 0.9)
    assert not may_refer(2, [1, 2, 3], figures, 0.9)
    assert not may_refer(2, [1, 2, 4], figures, 0.9)


def test_a_contained_text_has_one_row_with_its_best_container() -> None:
    contained = [(1, 10, 0.9), (1, 11, 0.95), (1, 12, 0.95), (2, 10, 0.8), (3, 10, 1.0), (4, 13, 0.9)]
    lengths = {10: 500, 11: 900, 12: 700, 13: 50}
    rows = best_containers(contained, lengths, members=[3, 13])

    assert rows == {1: Container(12, 0.95, 2), 2: Container(10, 0.8, 0), 4: Container(13, 0.9, 0)}
