"""Where an addition begins is often open; it is slid to the beginning of a line where that says the same. Pure.

A stretch that stands on one side only may be moved along the text while the character it takes up at one end equals
the one it leaves at the other. Of the places that this allows, the one at the beginning of a line reads best.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING

from core.differences import Difference, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

FARTHEST = 2000
"""Characters that a stretch is slid at most."""


def settled(a: str, b: str, found: Sequence[Difference]) -> tuple[Difference, ...]:
    """Return the differences in the same order, those on one side only slid where that reads better.

    None comes to lie across another one.
    """
    bounds = _Bounds(a, b, found)
    slid = {number: bounds.slid(found[number]) for number in sorted(range(len(found)), key=lambda n: _place(found[n]))}
    return tuple(slid[number] for number in range(len(found)))


def _place(one: Difference) -> tuple[int, int]:
    return one.a_start, one.b_start


class _Bounds:
    """How far a stretch may be slid before it meets another difference; knows those that were slid before."""

    def __init__(self, a: str, b: str, found: Sequence[Difference]) -> None:
        self._texts = a, b
        self._starts = sorted(one.a_start for one in found), sorted(one.b_start for one in found)
        self._ends = sorted(one.a_end for one in found), sorted(one.b_end for one in found)
        self._reached = [0, 0]

    def slid(self, one: Difference) -> Difference:
        """Return a difference at its best place; call in the order of the text."""
        if one.kind not in (Kind.ADDED, Kind.REMOVED):
            return one
        own, other = (0, 1) if one.kind is Kind.REMOVED else (1, 0)
        ranges = ((one.a_start, one.a_end), (one.b_start, one.b_end))
        (start, end), (place, _) = ranges[own], ranges[other]
        after = min(self._next(own, end) - end, self._next(other, place + 1) - place, FARTHEST)
        before = min(start - self._last(own, start), place - self._last(other, place - 1), FARTHEST)
        by = _shift(self._texts[own], (start, end), self._texts[other], place, (max(before, 0), max(after, 0)))
        new = tuple((low + by, high + by) for low, high in ranges)
        self._reached = [max(self._reached[side], new[side][1]) for side in (0, 1)]
        return replace(one, a_start=new[0][0], a_end=new[0][1], b_start=new[1][0], b_end=new[1][1])

    def _next(self, side: int, place: int) -> int:
        """Return where the first other difference at or after `place` begins, else the end of the text."""
        at = bisect_left(self._starts[side], place)
        return self._starts[side][at] if at < len(self._starts[side]) else len(self._texts[side])

    def _last(self, side: int, place: int) -> int:
        """Return where the last other difference at or before `place` ends, else the beginning of the text."""
        at = bisect_right(self._ends[side], place)
        return max(self._ends[side][at - 1] if at else 0, self._reached[side])


def _shift(own: str, stretch: tuple[int, int], other: str, place: int, room: tuple[int, int]) -> int:
    """Return by how much to slide: to the nearest beginning of a line that is reached, else not at all."""
    start, end = stretch
    if _begins_line(own, start):
        return 0
    for by in range(1, room[1] + 1):
        if own[start + by - 1] != own[end + by - 1] or other[place + by - 1] != own[start + by - 1]:
            break
        if _begins_line(own, start + by):
            return by
    for by in range(1, room[0] + 1):
        if own[start - by] != own[end - by] or other[place - by] != own[start - by]:
            break
        if _begins_line(own, start - by):
            return -by
    return 0


def _begins_line(text: str, place: int) -> bool:
    return place == 0 or text[place - 1] == "\n" or (place < len(text) and text[place] == "\n")
