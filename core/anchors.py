"""Long texts: the longest common subsequence through anchors.

Shingles that stand exactly once in both texts are anchors; the longest run of anchors that rises in both is kept, and
the gaps between them are compared exactly where they are small, else anchored again with what is unique in them. What
comes out is a common subsequence, so its length is a lower bound.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from rapidfuzz.distance import LCSseq

from core.alphabet import as_text
from core.fingerprint import shingles

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]
    Places = NDArray[np.intp]

CELLS: Final = 4_000_000
"""A gap of at most so many cells is compared exactly: 2,000 tokens against 2,000."""

SIZES: Final = (12, 6, 3, 1)
"""Tokens of the shingles, the longest first: the shorter, the more anchors by chance."""


class Stretch(NamedTuple):
    """Ranges of two texts that stand for each other: equal token by token, or a small gap still to be compared."""

    is_equal: bool
    start_a: int
    end_a: int
    start_b: int
    end_b: int

    @property
    def cells(self) -> int:
        """How many pairs of tokens an exact comparison looks at."""
        return (self.end_a - self.start_a) * (self.end_b - self.start_b)


def _go_on() -> None:
    """Let nobody ask for a pause."""


def anchored_length(a: Tokens, b: Tokens, pause: Callable[[], None] = _go_on) -> int:
    """Return the length of a long common subsequence: at most the longest, mostly within a thousandth of it.

    `pause` is called between the parts, some milliseconds apart; it may raise to stop the work.
    """
    text_a, text_b = as_text(a, b)
    length = 0
    for stretch in aligned(a, b, pause):
        if stretch.is_equal:
            length += stretch.end_a - stretch.start_a
        else:
            pause()
            part_a, part_b = text_a[stretch.start_a : stretch.end_a], text_b[stretch.start_b : stretch.end_b]
            length += int(LCSseq.similarity(part_a, part_b))
    return length


def aligned(a: Tokens, b: Tokens, pause: Callable[[], None] = _go_on) -> list[Stretch]:
    """Return equal stretches and the small gaps between them, rising in both texts.

    Left out are gaps with nothing on one side. A large gap without anchors is cut into small ones along its diagonal.
    """
    found: list[Stretch] = []
    work = [Stretch(False, 0, len(a), 0, len(b))]
    while work:
        pause()
        gap = _trimmed(a, b, work.pop(), found)
        if not gap.cells:
            continue
        runs = [] if gap.cells <= CELLS else _anchors(a, b, gap)
        if not runs:
            found += _pieces(gap)
            continue
        found += runs
        starts = [(gap.start_a, gap.start_b), *((run.end_a, run.end_b) for run in runs)]
        ends = [*((run.start_a, run.start_b) for run in runs), (gap.end_a, gap.end_b)]
        work += [Stretch(False, s[0], e[0], s[1], e[1]) for s, e in zip(starts, ends, strict=True)]
    return sorted(found, key=lambda stretch: (stretch.start_a, stretch.start_b))


def _trimmed(a: Tokens, b: Tokens, gap: Stretch, found: list[Stretch]) -> Stretch:
    """Return `gap` less what is equal at its start and its end, which is added to `found`."""
    _, start_a, end_a, start_b, end_b = gap
    head = _equal_length(a[start_a:end_a], b[start_b:end_b])
    if head:
        found.append(Stretch(True, start_a, start_a + head, start_b, start_b + head))
    start_a, start_b = start_a + head, start_b + head
    tail = _equal_length(a[start_a:end_a][::-1], b[start_b:end_b][::-1])
    if tail:
        found.append(Stretch(True, end_a - tail, end_a, end_b - tail, end_b))
    return Stretch(False, start_a, end_a - tail, start_b, end_b - tail)


def _equal_length(a: Tokens, b: Tokens) -> int:
    """Return how many tokens are equal from the start."""
    length, done, size = min(len(a), len(b)), 0, 32
    while done < length:
        until = min(done + size, length)
        differ = np.flatnonzero(a[done:until] != b[done:until])
        if len(differ):
            return done + int(differ[0])
        done, size = until, size * 8
    return length


def _pieces(gap: Stretch) -> list[Stretch]:
    count = -(-gap.cells // CELLS)
    if count == 1:
        return [gap]
    cuts_a = np.linspace(gap.start_a, gap.end_a, count + 1).astype(int).tolist()
    cuts_b = np.linspace(gap.start_b, gap.end_b, count + 1).astype(int).tolist()
    pieces = zip(cuts_a[:-1], cuts_a[1:], cuts_b[:-1], cuts_b[1:], strict=True)
    return [stretch for stretch in (Stretch(False, *piece) for piece in pieces) if stretch.cells]


def _anchors(a: Tokens, b: Tokens, gap: Stretch) -> list[Stretch]:
    """Return stretches of `gap` that are equal and rise in both texts; none when nothing in it is unique."""
    part_a, part_b = a[gap.start_a : gap.end_a], b[gap.start_b : gap.end_b]
    for size in SIZES:
        if min(len(part_a), len(part_b)) < size:
            continue
        places_a, places_b = _unique_in_both(shingles(part_a, size), shingles(part_b, size))
        if len(places_a):
            rising = longest_rising(places_a, places_b)
            return _runs(places_a[rising] + gap.start_a, places_b[rising] + gap.start_b, size)
    return []


def _unique_in_both(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> tuple[Places, Places]:
    """Return where values stand that occur once in `a` and once in `b`, in the order of `a`."""
    values_a, places_a = _singles(a)
    values_b, places_b = _singles(b)
    at = np.searchsorted(values_b, values_a)
    at[at == len(values_b)] = 0
    both = np.flatnonzero(values_b[at] == values_a) if len(values_b) else np.zeros(0, np.intp)
    found_a, found_b = places_a[both], places_b[at[both]]
    order = np.argsort(found_a)
    return found_a[order], found_b[order]


def _singles(values: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], Places]:
    order = np.argsort(values)
    ranked = values[order]
    differs = np.concatenate(([True], ranked[1:] != ranked[:-1], [True]))
    single = differs[:-1] & differs[1:]
    return ranked[single], order[single]


def longest_rising(places_a: Places, places_b: Places) -> Places:
    """Return the indices of many anchors that rise in both texts: the heaviest chain of runs on one diagonal each.

    Source: C. Schensted, Longest increasing and decreasing subsequences, 1961, with weights.
    """
    if bool((places_b[1:] > places_b[:-1]).all()):
        return np.arange(len(places_b))
    breaks = np.flatnonzero((np.diff(places_b) != 1) | (np.diff(places_a) != 1)) + 1
    firsts, lasts = np.concatenate(([0], breaks)), np.concatenate((breaks, [len(places_b)]))
    starts, sizes = places_b[firsts].tolist(), (lasts - firsts).tolist()
    ends: list[int] = []
    totals: list[int] = []
    chains: list[int] = []
    before: list[int] = []
    for run, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        place = bisect_left(ends, start)
        before.append(chains[place - 1] if place else -1)
        total = size + (totals[place - 1] if place else 0)
        end = start + size - 1
        place = bisect_left(ends, end)
        if place and totals[place - 1] >= total:
            continue
        beaten = place
        while beaten < len(totals) and totals[beaten] <= total:
            beaten += 1
        ends[place:beaten], totals[place:beaten], chains[place:beaten] = [end], [total], [run]
    chosen = []
    run = chains[-1]
    while run >= 0:
        chosen.append(run)
        run = before[run]
    kept = np.zeros(len(firsts), np.bool_)
    kept[chosen] = True
    return np.flatnonzero(np.repeat(kept, lasts - firsts))


def _runs(places_a: Places, places_b: Places, size: int) -> list[Stretch]:
    """Join anchors of `size` tokens on one diagonal into stretches that do not overlap."""
    steps_a, steps_b = np.diff(places_a), np.diff(places_b)
    breaks = np.flatnonzero((steps_a != steps_b) | (steps_a > size)) + 1
    firsts = np.concatenate(([0], breaks))
    lasts = np.concatenate((breaks, [len(places_a)])) - 1
    starts_a, starts_b = places_a[firsts], places_b[firsts]
    ends_a, ends_b = places_a[lasts] + size, places_b[lasts] + size
    shift = np.zeros(len(firsts), np.intp)
    shift[1:] = np.maximum(0, np.maximum(ends_a[:-1] - starts_a[1:], ends_b[:-1] - starts_b[1:]))
    starts_a, starts_b = starts_a + shift, starts_b + shift
    kept = starts_a < ends_a
    corners = (column[kept].tolist() for column in (starts_a, ends_a, starts_b, ends_b))
    return [Stretch(True, *corner) for corner in zip(*corners, strict=True)]
