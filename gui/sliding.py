"""Where an addition begins is often open; it is slid to the beginning of a line where that says the same. Pure.

A stretch that stands on one side only may be moved along the text while the unit it takes up at one end equals the
one it leaves at the other. Of the places that this allows, the one at the beginning of a line reads best.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from core.differences import Difference, Kind
from core.units import units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.units import Units

FARTHEST = 1000
"""Units that a stretch is slid at most."""

Range = tuple[int, int]
Pair = tuple[Range, Range]
"""Units of the left and of the right text."""


def settled(a: str, b: str, found: Sequence[Difference]) -> tuple[Difference, ...]:
    """Return the differences in their order, those on one side only slid, or parted in two, where that reads better.

    None comes to lie across another one.
    """
    sides = (_Text(a, units(a)), _Text(b, units(b)))
    ranges = [(sides[0].in_units(one.a_start, one.a_end), sides[1].in_units(one.b_start, one.b_end)) for one in found]
    bounds = _Bounds(sides, ranges)
    better = [[one] for one in found]
    for number in sorted(range(len(found)), key=ranges.__getitem__):
        if found[number].kind in (Kind.ADDED, Kind.REMOVED):
            parts = bounds.settle(ranges[number], own=0 if found[number].kind is Kind.REMOVED else 1)
            if parts != [ranges[number]]:
                better[number] = [_at(found[number], sides, part) for part in parts]
    return tuple(one for parts in better for one in parts)


def _at(one: Difference, sides: tuple[_Text, _Text], ranges: Pair) -> Difference:
    a_start, a_end = sides[0].in_characters(ranges[0])
    b_start, b_end = sides[1].in_characters(ranges[1])
    return replace(one, a_start=a_start, a_end=a_end, b_start=b_start, b_end=b_end)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text with its units."""

    text: str
    units: Units

    def in_units(self, start: int, end: int) -> Range:
        """Return the units of a range of characters; an empty one lies before the unit that follows it."""
        first = int(np.searchsorted(self.units.starts, start, side="left"))
        last = int(np.searchsorted(self.units.ends, end, side="right")) if end > start else first
        return first, max(last, first)

    def in_characters(self, those: Range) -> Range:
        """Return the characters of a range of units; an empty one lies behind the unit before it."""
        start, end = those
        if start < end:
            return int(self.units.starts[start]), int(self.units.ends[end - 1])
        place = int(self.units.ends[start - 1]) if start else 0
        return place, place

    def begins_line(self, unit: int) -> bool:
        """Return whether a line ends before a unit."""
        if unit in (0, len(self.units)):
            return unit == 0
        return "\n" in self.text[int(self.units.ends[unit - 1]) : int(self.units.starts[unit])]


class _Bounds:
    """How far a stretch may be slid before it meets another difference; knows those that were slid before."""

    def __init__(self, sides: tuple[_Text, _Text], ranges: Sequence[Pair]) -> None:
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
            if self._sides[own].begins_line(start + by):
                return [((start + by, end + by), place + by)]
        for by in shifts:
            parts = self._parted((start + by, end + by), place + by, own, room[0] + by)
            if len(parts) > 1:
                return parts
        return [(those, place)]

    def _shifts(self, those: Range, place: int, own: int, room: Range) -> list[int]:
        """Return by how many units a stretch can be slid without saying something else: none, forwards, backwards."""
        start, end = those
        mine, theirs = self._sides[own].units.ids, self._sides[1 - own].units.ids
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
        text, mine = self._sides[own], self._sides[own].units.ids
        last = next((unit for unit in range(end - 1, start, -1) if text.begins_line(unit)), None)
        first = next((unit for unit in range(start, max(start - room, 0) - 1, -1) if text.begins_line(unit)), None)
        if last is None or first is None or start == first or last + start - first >= end:
            return [(those, place)]
        if not np.array_equal(mine[first:start], mine[last : last + start - first]):
            return [(those, place)]
        return [((first, last), place - (start - first)), ((last + start - first, end), place)]

    def _next(self, side: int, unit: int) -> int:
        """Return where the first other difference at or after `unit` begins, else the end of the text."""
        at = bisect_left(self._starts[side], unit)
        return self._starts[side][at] if at < len(self._starts[side]) else len(self._sides[side].units)

    def _last(self, side: int, unit: int) -> int:
        """Return where the last other difference at or before `unit` ends, else the beginning of the text."""
        at = bisect_right(self._ends[side], unit)
        return max(self._ends[side][at - 1] if at else 0, self._reached[side])
