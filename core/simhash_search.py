"""All pairs of SimHashes within a radius, and the neighbours of one: complete for any radius from 0 to 12.

Two values that differ in at most k of 64 bits agree in at least m - k of m blocks. For each choice of m - k blocks the
values are sorted by these blocks, and neighbours that agree in them are compared. Skewed blocks cost nothing extra,
as long as some choice of blocks parts the values.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from core.candidates import distinct
from core.documents import SIMHASH_BITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    Values = NDArray[np.uint64]
    Indices = NDArray[np.intp]

LARGEST: Final = 12
"""The largest radius: beyond, unrelated texts are as near as related ones."""

_BRUTE: Final = 2000
_SORT_COST: Final = 4.0
"""Comparisons that take as long as moving and sorting one value."""

_CACHED: Final = 1 << 15
"""Values moved at a time, so that they stay in the processor's cache."""


def within(values: Values, value: int, radius: int) -> Indices:
    """Return the indices of the values at most `radius` bits from `value`, rising; 1 ms a million."""
    return np.flatnonzero(np.bitwise_count(values ^ np.uint64(value)) <= radius)


def pairs_within(
    values: Values, radius: int, pause: Callable[[], None] = lambda: None
) -> tuple[Indices, Indices, NDArray[np.uint8]]:
    """Return (a, b, distance) of all pairs of values at most `radius` bits apart, a < b, each once.

    Source: G. Manku, A. Jain, A. Das Sarma, Detecting near-duplicates for web crawling, WWW 2007.

    Raises:
        ValueError: for a radius below 0 or above 12.
    """
    if not 0 <= radius <= LARGEST:
        raise ValueError(f"radius {radius} is outside 0 to {LARGEST}")
    single, group = np.unique(values, return_inverse=True)
    near = _brute(single, radius) if len(single) <= _BRUTE else _by_tables(single, radius, pause)
    codes = distinct(np.concatenate([*near, np.zeros(0, np.uint64)]))
    a, b = _ends(np.concatenate((codes, _codes(np.arange(len(single)), np.arange(len(single))))))
    return _of_groups(a, b, group, values)


def _of_groups(a: Indices, b: Indices, group: Indices, values: Values) -> tuple[Indices, Indices, NDArray[np.uint8]]:
    """Return the pairs of all members of the groups `a[i]` and `b[i]`, with their distances."""
    order = np.argsort(group, kind="stable")
    sizes = np.bincount(group)
    starts = np.cumsum(sizes) - sizes
    times = sizes[a] * sizes[b]
    pair = np.repeat(np.arange(len(a)), times)
    within_pair = np.arange(len(pair)) - np.repeat(np.cumsum(times) - times, times)
    first = order[starts[a[pair]] + within_pair // sizes[b[pair]]]
    second = order[starts[b[pair]] + within_pair % sizes[b[pair]]]
    kept = (a[pair] != b[pair]) | (first < second)
    first, second = first[kept], second[kept]
    low, high = np.minimum(first, second), np.maximum(first, second)
    return low, high, np.bitwise_count(values[low] ^ values[high])


def _brute(values: Values, radius: int) -> Iterator[Values]:
    for index in range(len(values)):
        near = within(values[index + 1 :], int(values[index]), radius) + index + 1
        yield _codes(np.full(len(near), index), near)


def _by_tables(values: Values, radius: int, pause: Callable[[], None]) -> Iterator[Values]:
    """Yield the pairs of rising, distinct values as codes of their indices."""
    count = _block_count(len(values), radius)
    width = SIMHASH_BITS // count
    for chosen in combinations(range(count), count - radius):
        others = [block for block in range(count) if block not in chosen]
        moves = [(block * width, width) for block in (*chosen, *others)]
        moves.append((count * width, SIMHASH_BITS - count * width))
        ranked = np.sort(_moved(values, moves))
        for first, second in _near_in_runs(ranked, width * len(chosen), radius, pause):
            places = (np.searchsorted(values, _moved_back(half, moves)) for half in (first, second))
            yield _codes(*places)


def _moved(values: Values, moves: Sequence[tuple[int, int]]) -> Values:
    """Return the values with the blocks (lowest bit, width) in this order from the highest bit down."""
    moved = np.empty_like(values)
    for start in range(0, len(values), _CACHED):
        part = values[start : start + _CACHED]
        whole = np.zeros(len(part), np.uint64)
        for low, width in moves:
            whole <<= np.uint64(width)
            whole |= (part >> np.uint64(low)) & np.uint64((1 << width) - 1)
        moved[start : start + _CACHED] = whole
    return moved


def _moved_back(values: Values, moves: Sequence[tuple[int, int]]) -> Values:
    whole = np.zeros(len(values), np.uint64)
    shift = SIMHASH_BITS
    for low, width in moves:
        shift -= width
        whole |= ((values >> np.uint64(shift)) & np.uint64((1 << width) - 1)) << np.uint64(low)
    return whole


def _near_in_runs(
    ranked: Values, key_bits: int, radius: int, pause: Callable[[], None]
) -> Iterator[tuple[Values, Values]]:
    """Yield the pairs of values within `radius` that agree in the highest `key_bits`; those stand together."""
    same = np.uint64(1 << (SIMHASH_BITS - key_bits))
    places = np.flatnonzero((ranked[1:] ^ ranked[:-1]) < same)
    step = 1
    while len(places):
        pause()
        differ = ranked[places] ^ ranked[places + step]
        runs_on = differ < same
        near = runs_on & (np.bitwise_count(differ) <= radius)
        yield ranked[places[near]], ranked[places[near] + step]
        step += 1
        places = places[runs_on]
        places = places[places + step < len(ranked)]


def _block_count(count: int, radius: int) -> int:
    """Return into how many blocks to cut the 64 bits: more tables to sort, or more pairs to compare in each."""

    def cost(blocks: int) -> float:
        shared_bits = SIMHASH_BITS // blocks * (blocks - radius)
        return float(comb(blocks, radius) * (_SORT_COST + count / 2.0**shared_bits))

    return min(range(radius + 1, radius + 6), key=cost)


def _codes(a: Indices, b: Indices) -> Values:
    return (np.minimum(a, b).astype(np.uint64) << np.uint64(32)) | np.maximum(a, b).astype(np.uint64)


def _ends(codes: Values) -> tuple[Indices, Indices]:
    return (codes >> np.uint64(32)).astype(np.intp), (codes & np.uint64(0xFFFF_FFFF)).astype(np.intp)
