"""Gaps between two texts slid to where moved text is whole: what stands at both ends of one fits on either side. Pure.

A paragraph that ends like the one before it ("…号。") can be cut out in two ways; the longest common subsequence takes
one by chance, and would tell the end of a moved paragraph as removed here and added there.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.units import Gap, Run

    Flags = NDArray[np.bool_]
    Ids = NDArray[np.uint32]


def slid(a: Ids, b: Ids, gaps: list[Gap], moved: list[Run]) -> tuple[list[Gap], list[Run]]:
    """Return gaps and moved runs, a run grown where a gap that holds it can be slid to hold more of it.

    Args:
        gaps: ranges (a, b) of what differs, in order.
        moved: (start in a, start in b, length).
    """
    gaps = list(gaps)
    starts_a, starts_b = [gap[0] for gap in gaps], [gap[2] for gap in gaps]
    kept, grown = [], []
    for start_a, start_b, length in moved:
        source, target = _holding(gaps, starts_a, start_a, 1), _holding(gaps, starts_b, start_b, 3)
        step = _step(a, b, gaps[source], gaps[target], (start_a, start_b, length))
        for at, by in ((target, step), (source, -step)):
            if step and _fits(a, b, gaps, at, by):
                gaps[at] = _shifted(gaps[at], by)
                starts_a[at], starts_b[at] = gaps[at][0], gaps[at][2]
                back = abs(step) if (by < 0) else 0
                grown.append((start_a - back, start_b - back, length + abs(step)))
                break
        else:
            kept.append((start_a, start_b, length))
    if grown:
        used_a, used_b = (_covered(len(ids), [(run[side], run[2]) for run in grown]) for side, ids in ((0, a), (1, b)))
        kept = [
            run
            for run in kept
            if _is_inside(run, gaps, starts_a, starts_b)
            and not used_a[run[0] : run[0] + run[2]].any()
            and not used_b[run[1] : run[1] + run[2]].any()
        ]
    return gaps, sorted([*kept, *grown])


def _is_filled(gap: Gap) -> bool:
    """Return whether a gap holds anything; such a one must not touch another."""
    return gap[0] < gap[1] or gap[2] < gap[3]


def _covered(count: int, ranges: list[tuple[int, int]]) -> Flags:
    """Return which of `count` units lie in ranges (start, length)."""
    found = np.zeros(count, np.bool_)
    for start, length in ranges:
        found[start : start + length] = True
    return found


def _is_inside(run: Run, gaps: list[Gap], starts_a: list[int], starts_b: list[int]) -> bool:
    """Return whether a run still lies in a gap of both texts."""
    start_a, start_b, length = run
    low_a, high_a = gaps[_holding(gaps, starts_a, start_a, 1)][:2]
    low_b, high_b = gaps[_holding(gaps, starts_b, start_b, 3)][2:]
    return low_a <= start_a and start_a + length <= high_a and low_b <= start_b and start_b + length <= high_b


def _holding(gaps: list[Gap], starts: list[int], start: int, end: int) -> int:
    """Return the number of the gap whose range ends (at place `end`) behind a unit; empty ranges hold none."""
    at = bisect_right(starts, start) - 1
    while gaps[at][end] <= start and at > 0:
        at -= 1
    return at


def _step(a: Ids, b: Ids, source: Gap, target: Gap, run: Run) -> int:
    """Return by how many units the target must slide so that the run fills both gaps; 0 where nothing is to gain.

    The same rest stands on one end of the run in `a` and on the other end in `b`; sliding the source the other way
    does the same.
    """
    if source[2] != source[3] or target[0] != target[1]:
        return 0
    start_a, start_b, length = run
    end_a, end_b = start_a + length, start_b + length
    before, after = start_a - source[0], source[1] - end_a
    head, tail = start_b - target[2], target[3] - end_b
    if after and head == after and not (before or tail):
        return after if np.array_equal(a[end_a : source[1]], b[target[2] : start_b]) else 0
    if before and tail == before and not (after or head):
        return -before if np.array_equal(a[source[0] : start_a], b[end_b : target[3]]) else 0
    return 0


def _fits(a: Ids, b: Ids, gaps: list[Gap], at: int, by: int) -> bool:
    """Return whether a gap that is empty in one text can slide: what it leaves is what it takes, and that is equal."""
    low_a, high_a, low_b, high_b = gaps[at]
    before = gaps[at - 1] if at else (0, 0, 0, 0)
    behind = gaps[at + 1] if at + 1 < len(gaps) else (len(a), len(a), len(b), len(b))
    if by > 0 and high_a + by > behind[0] - _is_filled(behind):
        return False
    if by < 0 and low_a + by < before[1] + _is_filled(before):
        return False
    ids, low, high = (a, low_a, high_a) if high_a > low_a else (b, low_b, high_b)
    left, taken = (
        (ids[low : low + by], ids[high : high + by]) if by > 0 else (ids[high + by : high], ids[low + by : low])
    )
    return bool(np.array_equal(left, taken))


def _shifted(gap: Gap, by: int) -> Gap:
    return gap[0] + by, gap[1] + by, gap[2] + by, gap[3] + by
