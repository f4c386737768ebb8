"""All differences of two texts, for showing them side by side: the critical ones first, moved text told from changed.

White space, character width and invisible marks are no difference, as in canonical text; case and every symbol are.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np
from rapidfuzz.distance import Indel

from core.alphabet import as_text
from core.anchors import aligned
from core.critical import Critical, critical_words, is_number
from core.fingerprint import shingles
from core.gap_slides import slid
from core.moved_lines import MovedLines, moved_lines, outside
from core.person_names import names_in
from core.sliding import settled
from core.units import Units, units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from core.units import Gap, Run


MOVED: Final = 10
"""Units of the shortest stretch that is told as moved: a shorter one may stand elsewhere by chance."""


class Kind(StrEnum):
    """What happened to a stretch of text."""

    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Difference:
    """One stretch in which two texts differ.

    Attributes:
        a_start, a_end, b_start, b_end: ranges of characters; an empty one shows where the other side's text would
            stand. Those of MOVED hold the same text, but for the numbers in front of lines.
        critical: why it stands first; None where nothing critical differs.
        is_number: only numbers (or Chinese numerals) stand on both sides.
    """

    kind: Kind
    a_start: int
    a_end: int
    b_start: int
    b_end: int
    critical: Critical | None = None
    is_number: bool = False


def differences(a: str, b: str) -> tuple[Difference, ...]:
    """Return every difference of `a` and `b`: critical ones first, among them names last; moved ones last of all.

    Else in the order of the text.
    """
    units_a, units_b = units(a), units(b)
    lines = moved_lines(a, b, units_a, units_b)
    parted, moved = _parted(units_a, units_b, lines)
    left = _without_moved(parted, MovedLines(tuple(moved), numbers=lines.numbers)) if moved else parted
    gaps = settled(units_a, units_b, [gap for gap in left if not _is_same(units_a, units_b, gap)],
                   [*lines.numbers, *moved])  # fmt: skip
    found = [_difference(a, b, units_a, units_b, gap) for gap in gaps]
    found += [_difference(a, b, units_a, units_b, gap) for gap in lines.numbers]
    for gap in moved:
        ranges = (*_range(units_a, gap[0], gap[1]), *_range(units_b, gap[2], gap[3]))
        found.append(Difference(Kind.MOVED, *ranges))
    return tuple(
        sorted(found, key=lambda one: (_weight(one.critical), one.kind is Kind.MOVED, one.a_start, one.b_start))
    )


def gaps(a: Units, b: Units) -> list[Gap]:
    """Return the ranges of units (a, b) that differ, in order; text that moved differs where it was and where it is."""
    return [gap for gap in _joined(_gaps(a.ids, b.ids)) if not _is_same(a, b, gap)]


def _parted(a: Units, b: Units, lines: MovedLines) -> tuple[list[Gap], list[Gap]]:
    """Return the gaps between two texts, and what moved: whole lines, and what moved within the rest."""
    places_a, places_b = outside(len(a), lines.ranges(0)), outside(len(b), lines.ranges(1))
    ids_a, ids_b = a.ids[places_a], b.ids[places_b]
    parted = list(_between(ids_a, ids_b, _anchors(places_a, places_b, lines.stays)))
    parted, moved = slid(ids_a, ids_b, parted, _moved(ids_a, ids_b, parted))
    if not lines.moved:
        return parted, [(start, start + length, there, there + length) for start, there, length in moved]
    back_a, back_b = _Back(places_a, len(a), lines.numbers, 0), _Back(places_b, len(b), lines.numbers, 2)
    whole = [(*back_a.range(gap[0], gap[1]), *back_b.range(gap[2], gap[3])) for gap in parted]
    parts = [part for run in moved for part in _back_run(places_a, places_b, run)]
    return whole, sorted([*lines.moved, *parts])


def _anchors(places_a: NDArray[np.intp], places_b: NDArray[np.intp], stays: Sequence[Gap]) -> list[Gap]:
    """Return the lines that stay as ranges of the shortened texts."""
    if not stays:
        return []
    starts_a, ends_a, starts_b, ends_b = np.array(stays, np.intp).T
    found = (
        np.searchsorted(places, corner).tolist()
        for places, corner in ((places_a, starts_a), (places_a, ends_a), (places_b, starts_b), (places_b, ends_b))
    )
    return list(zip(*found, strict=True))


def _between(a: NDArray[np.uint32], b: NDArray[np.uint32], anchors: Sequence[Gap]) -> Iterator[Gap]:
    """Yield the gaps before, between and behind equal lines, and empty ones at the ends of each.

    The empty ones keep what differs from being joined over a line or slid into it.
    """
    at_a = at_b = 0
    for start_a, end_a, start_b, end_b in (*anchors, (len(a), len(a), len(b), len(b))):
        for gap in _joined(_gaps(a[at_a:start_a], b[at_b:start_b])):
            yield gap[0] + at_a, gap[1] + at_a, gap[2] + at_b, gap[3] + at_b
        if anchors:
            yield start_a, start_a, start_b, start_b
            yield end_a, end_a, end_b, end_b
        at_a, at_b = end_a, end_b


class _Back:
    """Finds ranges of a shortened text in the whole one."""

    def __init__(self, places: NDArray[np.intp], count: int, numbers: Sequence[Gap], side: int) -> None:
        self._places = [*places.tolist(), count]
        self._numbers = {gap[side + 1]: gap[side] for gap in numbers}

    def range(self, start: int, end: int) -> tuple[int, int]:
        """Return a range of units; it ends behind a line that moved, before the number of one that stays."""
        high = self._numbers.get(self._places[end], self._places[end])
        return (self._places[start] if start < end else high), high


def _back_run(places_a: NDArray[np.intp], places_b: NDArray[np.intp], run: Run) -> Iterator[Gap]:
    """Yield the parts of a run of shortened texts that are in one piece in both whole ones."""
    start_a, start_b, length = run
    at_a, at_b = places_a[start_a : start_a + length], places_b[start_b : start_b + length]
    cuts = np.flatnonzero((np.diff(at_a) != 1) | (np.diff(at_b) != 1)) + 1
    for first, last in zip([0, *cuts.tolist()], [*cuts.tolist(), length], strict=True):
        yield int(at_a[first]), int(at_a[last - 1]) + 1, int(at_b[first]), int(at_b[last - 1]) + 1


def only_numbers(found: Iterable[Difference]) -> bool:
    """Return whether there are differences and all are numbers that stand for numbers."""
    listed = list(found)
    return bool(listed) and all(one.is_number for one in listed)


def order_differs(found: Iterable[Difference]) -> bool:
    """Return whether text was moved."""
    return any(one.kind is Kind.MOVED for one in found)


def _gaps(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> Iterator[Gap]:
    """Yield the ranges of units between what `a` and `b` have in common."""
    text_a, text_b = as_text(a, b)
    at_a = at_b = 0
    for stretch in aligned(a, b):
        low_a, low_b = stretch.start_a, stretch.start_b
        blocks = [(0, stretch.end_a - low_a, 0)]
        if not stretch.is_equal:
            part_a, part_b = text_a[low_a : stretch.end_a], text_b[low_b : stretch.end_b]
            steps = Indel.opcodes(part_a, part_b)
            blocks = [(op.src_start, op.src_end, op.dest_start) for op in steps if op.tag == "equal"]
        for start, end, there in blocks:
            if low_a + start > at_a or low_b + there > at_b:
                yield at_a, low_a + start, at_b, low_b + there
            at_a, at_b = low_a + end, low_b + there + end - start
    if at_a < len(a) or at_b < len(b):
        yield at_a, len(a), at_b, len(b)


def _joined(gaps: Iterable[Gap]) -> list[Gap]:
    """Join gaps parted by less than what differs on both sides: a syllable in common does not part two phrases."""
    joined: list[Gap] = []
    for gap in gaps:
        if joined:
            last = joined[-1]
            between = gap[0] - last[1]
            if between < min(max(last[1] - last[0], last[3] - last[2]), max(gap[1] - gap[0], gap[3] - gap[2])):
                joined[-1] = (last[0], gap[1], last[2], gap[3])
                continue
        joined.append(gap)
    return joined


def _moved(a: NDArray[np.uint32], b: NDArray[np.uint32], gaps: Sequence[Gap]) -> list[tuple[int, int, int]]:
    """Return (start in a, start in b, length) of stretches that stand in gaps of both, in different places."""
    places_a, places_b = _inside(len(a), [gap[:2] for gap in gaps]), _inside(len(b), [gap[2:] for gap in gaps])
    if not len(places_a) or not len(places_b):
        return []
    shingles_a, shingles_b = shingles(a, MOVED)[places_a], shingles(b, MOVED)[places_b]
    ranked = np.argsort(shingles_b, kind="stable")
    at = np.searchsorted(shingles_b[ranked], shingles_a)
    at[at == len(ranked)] = 0
    hits = np.flatnonzero(shingles_b[ranked[at]] == shingles_a)
    starts_a, starts_b = places_a[hits], places_b[ranked[at[hits]]]
    cuts = np.flatnonzero((np.diff(starts_a) != 1) | (np.diff(starts_b) != 1)) + 1
    runs = []
    free_a = 0
    used_b = np.zeros(len(b), np.bool_)
    for first, last in zip(np.concatenate(([0], cuts)), np.concatenate((cuts, [len(hits)])), strict=True):
        if last <= first:
            continue
        start_a, start_b = int(starts_a[first]), int(starts_b[first])
        skipped = max(0, free_a - start_a)
        length = int(last - first) + MOVED - 1 - skipped
        start_a, start_b = start_a + skipped, start_b + skipped
        if length >= MOVED and not used_b[start_b : start_b + length].any():
            runs.append((start_a, start_b, length))
            used_b[start_b : start_b + length] = True
            free_a = start_a + length
    return runs


def _inside(count: int, ranges: Sequence[tuple[int, ...]]) -> NDArray[np.intp]:
    """Return where a shingle of MOVED units lies wholly inside one of the ranges."""
    long_enough = [(start, end - MOVED + 1) for start, end in ranges if end - start >= MOVED]
    if count < MOVED or not long_enough:
        return np.zeros(0, np.intp)
    return np.concatenate([np.arange(start, end) for start, end in long_enough])


def _without_moved(gaps: Iterable[Gap], moved: MovedLines) -> Iterator[Gap]:
    """Yield what is left of the gaps when what moved and the numbers of lines are taken out."""
    taken_a, taken_b = moved.ranges(0), moved.ranges(1)
    for start_a, end_a, start_b, end_b in gaps:
        left_a, left_b = _rest(start_a, end_a, taken_a), _rest(start_b, end_b, taken_b)
        for index in range(max(len(left_a), len(left_b))):
            at_a = left_a[index] if index < len(left_a) else (end_a, end_a)
            at_b = left_b[index] if index < len(left_b) else (end_b, end_b)
            yield (*at_a, *at_b)


def _rest(start: int, end: int, taken: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the parts of a range outside the stretches `taken`, which are sorted; those before `end` are used up."""
    parts = []
    while taken and taken[0][0] < end:
        first, last = taken.pop(0)
        if first > start:
            parts.append((start, first))
        start = max(start, last)
    if start < end:
        parts.append((start, end))
    return parts


def _is_same(units_a: Units, units_b: Units, gap: Gap) -> bool:
    """Return whether nothing differs there: what stood between is told as moved."""
    return np.array_equal(units_a.ids[gap[0] : gap[1]], units_b.ids[gap[2] : gap[3]])


def _range(those: Units, start: int, end: int) -> tuple[int, int]:
    """Return the characters of the units from `start` to `end`; of none, the place behind the unit before."""
    if start < end:
        return int(those.starts[start]), int(those.ends[end - 1])
    place = int(those.ends[start - 1]) if start else 0
    return place, place


def _difference(a: str, b: str, units_a: Units, units_b: Units, gap: Gap) -> Difference:
    start_a, end_a = _range(units_a, gap[0], gap[1])
    start_b, end_b = _range(units_b, gap[2], gap[3])
    has_a, has_b = gap[1] > gap[0], gap[3] > gap[2]
    kind = Kind.CHANGED if has_a and has_b else Kind.REMOVED if has_a else Kind.ADDED
    is_numbers = has_a and has_b and is_number(a[start_a:end_a]) and is_number(b[start_b:end_b])
    critical = _critical(a, b, (start_a, end_a), (start_b, end_b))
    return Difference(kind, start_a, end_a, start_b, end_b, critical, is_numbers)


def _weight(critical: Critical | None) -> int:
    """Return the rank of a difference: numbers and what turns a sense, names, the rest."""
    return 2 if critical is None else int(critical is Critical.NAME)


def _name(a: str, b: str, range_a: tuple[int, int], range_b: tuple[int, int]) -> Critical | None:
    """Return whether names stand for other names."""
    ours, theirs = set(names_in(a, *range_a)), set(names_in(b, *range_b))
    return Critical.NAME if ours - theirs and theirs - ours else None


def _critical(a: str, b: str, range_a: tuple[int, int], range_b: tuple[int, int]) -> Critical | None:
    """Return the kind of the first critical words that are not the same on both sides."""
    ours = sorted(critical_words(a, *range_a)) if range_a[0] < range_a[1] else []
    theirs = sorted(critical_words(b, *range_b)) if range_b[0] < range_b[1] else []
    if ours == theirs:
        return _name(a, b, range_a, range_b)
    differing = {kind for kind in Critical if [w for k, w in ours if k == kind] != [w for k, w in theirs if k == kind]}
    return next(kind for kind in Critical if kind in differing)
