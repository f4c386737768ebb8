"""Any radius from 0 to 12 is answered completely, whatever the values look like."""

from __future__ import annotations

import numpy as np
import pytest

from core import simhash_search
from core.simhash_search import LARGEST, pairs_within, within


def planted(count: int, radius: int, seed: int, skew: bool) -> np.ndarray:
    """Return values of which a third are a few bits away from another; skewed: many share their highest quarter."""
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 2**64, count, dtype=np.uint64)
    if skew:
        values[::3] = (values[::3] >> np.uint64(16)) | np.uint64(0xABCD << 48)
    for place in range(0, count - 1, 3):
        value = int(values[place])
        for bit in rng.choice(64, rng.integers(0, radius + 2), replace=False).tolist():
            value ^= 1 << bit
        values[place + 1] = value
    return values


def brute(values: np.ndarray, radius: int) -> set[tuple[int, int, int]]:
    rows = [
        (a, b, (x ^ y).bit_count()) for b, y in enumerate(values.tolist()) for a, x in enumerate(values[:b].tolist())
    ]
    return {row for row in rows if row[2] <= radius}


@pytest.mark.parametrize("radius", range(LARGEST + 1))
@pytest.mark.parametrize("skew", [False, True])
def test_every_pair_within_the_radius_is_found(radius: int, skew: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    values = planted(240, radius, radius, skew)
    expected = brute(values, radius)
    assert len(expected) > 20

    for brute_until in (0, 10_000):
        monkeypatch.setattr(simhash_search, "_BRUTE", brute_until)
        a, b, distance = pairs_within(values, radius)
        rows = list(zip(a.tolist(), b.tolist(), distance.tolist(), strict=True))
        assert len(rows) == len(expected)
        assert set(rows) == expected


def test_equal_values_are_pairs_at_distance_nothing() -> None:
    a, b, distance = pairs_within(np.array([5, 9, 5, 5], np.uint64), 0)

    assert list(zip(a.tolist(), b.tolist(), strict=True)) == [(0, 2), (0, 3), (2, 3)]
    assert distance.tolist() == [0, 0, 0]


@pytest.mark.parametrize("radius", range(LARGEST + 1))
def test_the_neighbours_of_one_value_are_complete(radius: int) -> None:
    values = planted(300, radius, 7, skew=True)
    value = int(values[42])

    assert within(values, value, radius).tolist() == [
        index for index, other in enumerate(values.tolist()) if (value ^ other).bit_count() <= radius
    ]


@pytest.mark.parametrize("radius", [-1, LARGEST + 1])
def test_other_radii_are_refused(radius: int) -> None:
    with pytest.raises(ValueError, match="outside"):
        pairs_within(np.zeros(2, np.uint64), radius)


def test_no_values_have_no_pairs() -> None:
    assert pairs_within(np.zeros(0, np.uint64), 3)[0].tolist() == []
