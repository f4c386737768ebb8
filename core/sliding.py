"""Where an addition begins is often open; it is slid to where a line or a sentence begins, if that says the same. Pure.

A stretch that stands on one side only may be moved along the text while the unit it takes up at one end equals the
one it leaves at the other. Of the places that this allows, the one at the beginning of a line reads best, then the one
between two sentences.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.units import Gap, Units

FARTHEST: Final = 1000
"""Units that a stretch is slid at most."""

_STOPS: Final = frozenset(map(ord, "。.!?;…"))
_PAUSES: Final = frozenset(map(ord, ",、:)」』”》】"))
_OPENINGS: Final = frozenset(map(ord, "(「『“《【"))

Range = tuple[int, int]
Pair = tuple[Range, Range]
"""Units of the left and of the right text."""


def settled(a: Units, b: Units, gaps: Sequence[Gap], fixed: Sequence[Gap]) -> list[Gap]:
    """Return gaps, those on one side only slid, or parted in two, where that reads better.

    None comes to lie across another one or one of `fixed`, which stay.
    """
    ranges = [(gap[:2], gap[2:]) for gap in gaps]
    bounds = _Bounds((a, b), [*ranges, *((gap[:2], gap[2:]) for gap in fixed)])
    better = [[pair] for pair in ranges]
    for number in sorted(range(len(ranges)), key=ranges.__getitem__):
        (start_a, end_a), (start_b, end_b) = ranges[number]
        if (start_a == end_a) is not (start_b == end_b):
            better[number] = bounds.settle(ranges[number], own=0 if start_a < end_a else 1)
    return [(*pair[0], *pair[1]) for pairs in better for pair in pairs]


def _begins_line(those: Units, unit: int) -> bool:
    """Return whether a line ends before a unit."""
    return unit == 0 or (unit < len(those) and bool(those.begins_line[unit]))


def _ease(those: Units, unit: int) -> int:
    """Return how natural it is to cut a text in front of a unit."""
    if unit in (0, len(those)) or those.begins_line[unit]:
        return 2
    last = int(those.ids[unit - 1])
    if last in _STOPS:
        return 2
    return int(last in _PAUSES or int(those.ids[unit]) in _OPENINGS)


class _Bounds:
    """How far a stretch may be slid before it meets another difference; knows those that were slid before."""

    def __init__(self, sides: tuple[Units, Units], ranges: Sequence[Pair]) -> None:
        self._sides = sides
        self._starts = [sorted(pair[side][0] for pair in ranges) for side in (0, 1)]
        self._ends = [sorted(pair[side][1] for pair in ranges) for side in (0, 1)]
        full = [[pair[side] for pair in ranges if pair[side][0] < pair[side][1]] for side in (0, 1)]
        self._full_starts = [{start for start, _ in those} for those in full]
        self._full_ends = [{end for _, end in those} for those in full]
        self._reached = [0, 0]

    def settle(self, ranges: Pair, own: int) -> list[Pair]:
        """Return where a stretch of the side `own` reads best, in one part or two; call in the order of the text."""
        (start, end), place = ranges[own], ranges[1 - own][0]
        after = min(self._next(own, end) - end, self._next(1 - own, place + 1) - place, FARTHEST)
        before = min(start - self._last(own, start), place - self._last(1 - own, place - 1), FARTHEST)
        if place in self._full_starts[1 - own]:
            after = 0
        if place in self._full_ends[1 - own]:
            before = 0
        parts = self._best((start, end), place, own, (max(before, 0), max(after, 0)))
        pairs = [(those, (at, at)) if own == 0 else ((at, at), those) for those, at in parts]
        self._reached = [max(self._reached[side], pairs[-1][side][1]) for side in (0, 1)]
        return pairs

    def _best(self, those: Range, place: int, own: int, room: Range) -> list[tuple[Range, int]]:
        start, end = those
        shifts = self._shifts(those, place, own, room)
        for by in shifts:
            if _begins_line(self._sides[own], start + by):
                return [((start + by, end + by), place + by)]
        for by in shifts:
            parts = self._parted((start + by, end + by), place + by, own, room[0] + by)
            if len(parts) > 1:
                return parts
        best = max(shifts, key=lambda by: _ease(self._sides[own], start + by) + _ease(self._sides[own], end + by))
        return [((start + best, end + best), place + best)]

    def _shifts(self, those: Range, place: int, own: int, room: Range) -> list[int]:
        """Return by how many units a stretch can be slid without saying something else: none, forwards, backwards."""
        start, end = those
        mine, theirs = self._sides[own].ids, self._sides[1 - own].ids
        shifts = [0]
        for by in range(1, room[1] + 1):
            if mine[start + by - 1] != mine[end + by - 1] or theirs[place + by - 1] != mine[start + by - 1]:
                break
            shifts.append(by)
        for by in range(1, room[0] + 1):
            if mine[start - by] != mine[end - by] or theirs[place - by] != mine[start - by]:
                break
            shifts.append(-by)
        return shifts

    def _parted(self, those: Range, place: int, own: int, room: int) -> list[tuple[Range, int]]:
        """Return a stretch as a whole line added and what was added to the next, where that says the same.

        "Article 10[ No cats. Article 10a]. Signed." is "[Article 10. No cats.] Article 10[a]. Signed.": a new line
        whose successor begins as it does, and was numbered anew.
        """
        start, end = those
        text, mine = self._sides[own], self._sides[own].ids
        last = next((unit for unit in range(end - 1, start, -1) if _begins_line(text, unit)), None)
        first = next((unit for unit in range(start, max(start - room, 0) - 1, -1) if _begins_line(text, unit)), None)
        if last is None or first is None or start == first or last + start - first >= end:
            return [(those, place)]
        if not np.array_equal(mine[first:start], mine[last : last + start - first]):
            return [(those, place)]
        return [((first, last), place - (start - first)), ((last + start - first, end), place)]

    def _next(self, side: int, unit: int) -> int:
        """Return where the first other difference at or after `unit` begins, else the end of the text."""
        at = bisect_left(self._starts[side], unit)
        return self._starts[side][at] if at < len(self._starts[side]) else len(self._sides[side])

    def _last(self, side: int, unit: int) -> int:
        """Return where the last other difference at or before `unit` ends, else the beginning of the text."""
        at = bisect_right(self._ends[side], unit)
        return max(self._ends[side][at - 1] if at else 0, self._reached[side])
