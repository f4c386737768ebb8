"""The true similarity of two texts, from their tokens.

Two measures, the larger counts: `order`, 2 L / (|a| + |b|) with L the longest common subsequence; and `passages`, the
Dice coefficient of the multisets of 5-token shingles, which moved paragraphs do not lower. Each must beat chance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
from rapidfuzz.distance import LCSseq, Levenshtein

from core.alphabet import as_text, writer
from core.anchors import Stretch, aligned, anchored_length
from core.documents import Changes, MeasuredBy
from core.fingerprint import LONG_SHINGLE, bag, keys_of_shingles
from core.text import are_numbers, mix

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

BELOW_ONE: Final = 0.9999
"""The highest figure of two texts that are not equal: 100 % is only for equality."""

STEPS: Final = 10_000
"""Figures are rounded down to this many steps between 0 and 1."""

BINS: Final = 1 << 13
"""Bins of shingles: unrelated texts of 1,000 tokens share a tenth of them."""

LONG: Final = 20_000
"""Tokens of the longer text above which the texts are anchored: one exact call would take 20 ms and more."""

CHANCE_MARGIN: Final = 0.9
"""Share of the limit from which the estimate of the chance is not trusted."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two texts are.

    Attributes:
        similarity: in [0, 1], rounded down to 1/10,000; 1 only for equal tokens.
        share_a, share_b: share of a's (b's) tokens (by order) or shingles (passages) that stand in the other.
        is_bound: the true figure may be higher: the texts are too long for the exact one.
        in_order: tokens that both have in order; None where that was not counted to the end.
    """

    similarity: float
    by: MeasuredBy
    share_a: float
    share_b: float
    is_bound: bool = False
    in_order: int | None = None


class Shingled:
    """The 5-token shingles of one text, to be looked for in many others: what is dear is made once, when asked for.

    Attributes:
        size: tokens.
    """

    __slots__ = ("_bins", "_ranked", "_shingles", "_variety", "ids", "size")

    def __init__(self, ids: NDArray[np.uint32]) -> None:
        self.ids = ids
        self.size = len(ids)
        self._bins: NDArray[np.uint16] | None = None
        self._ranked: NDArray[np.uint64] | None = None
        self._shingles: NDArray[np.uint64] | None = None
        self._variety: int | None = None

    @property
    def shingles(self) -> NDArray[np.uint64]:
        """The shingles in order."""
        if self._shingles is None:
            self._shingles = keys_of_shingles(self.ids, LONG_SHINGLE)
        return self._shingles

    @property
    def bins(self) -> NDArray[np.uint16]:
        """How many shingles fall into each of BINS bins: two texts share at most what their bins share."""
        if self._bins is None:
            places = (self.shingles >> np.uint64(64 - BINS.bit_length() + 1)).astype(np.intp)
            self._bins = np.minimum(np.bincount(places, minlength=BINS), 0xFFFF).astype(np.uint16)
        return self._bins

    @property
    def ranked(self) -> NDArray[np.uint64]:
        """The shingles, sorted."""
        if self._ranked is None:
            self._ranked = np.sort(self.shingles)
        return self._ranked

    @property
    def variety(self) -> int:
        """How many different shingles there are."""
        if self._variety is None:
            steps = int(np.count_nonzero(self.ranked[1:] != self.ranked[:-1]))
            self._variety = steps + 1 if len(self.ranked) else 0
        return self._variety


class Compared(Shingled):
    """One text made ready to be compared with many."""

    __slots__ = ("_bag", "_text", "_words", "_write")

    def __init__(self, ids: NDArray[np.uint32], write: Callable[[NDArray[np.uint32]], str]) -> None:
        """Take the token ids, and what writes them as a string: by one `Alphabet` for all texts that are compared."""
        super().__init__(ids)
        self._write = write
        self._text: str | None = None
        self._bag: NDArray[np.int64] | None = None
        self._words: NDArray[np.uint32] | None = None

    @property
    def text(self) -> str:
        """The tokens as a string, one character each."""
        if self._text is None:
            self._text = self._write(self.ids)
        return self._text

    @property
    def bag(self) -> NDArray[np.int64]:
        """How often tokens fall into each of 256 bins."""
        if self._bag is None:
            self._bag = bag(self.ids).astype(np.int64)
        return self._bag

    @property
    def words(self) -> NDArray[np.uint32]:
        """The tokens that are no numbers."""
        if self._words is None:
            self._words = self.ids[~are_numbers(self.ids)]
        return self._words


def prepared(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> tuple[Compared, Compared]:
    """Return two texts ready to be compared with each other."""
    write = writer(a, b)
    return Compared(a, write), Compared(b, write)


def likeness(a: NDArray[np.uint32], b: NDArray[np.uint32], at_least: float = 0.0) -> Likeness | None:
    """Return how alike the token ids `a` and `b` are; None where that is below `at_least` or no better than chance.

    Symmetric: the other order gives the same similarity with the shares exchanged.
    """
    first, second = prepared(a, b)
    return compared(first, second, at_least)


def compared(a: Compared, b: Compared, at_least: float = 0.0) -> Likeness | None:
    """Return what `likeness` does, for texts of one alphabet."""
    if a.size > b.size or (a.size == b.size and a.ids.tobytes() > b.ids.tobytes()):
        turned = compared(b, a, at_least)
        return turned and replace(turned, share_a=turned.share_b, share_b=turned.share_a)
    if np.array_equal(a.ids, b.ids):
        return Likeness(1.0, MeasuredBy.ORDER, 1.0, 1.0, in_order=a.size)
    if not a.size:
        return None
    order = _by_order(a, b, at_least)
    passages = _by_passages(a, b, at_least, order.similarity if order else 0.0)
    if passages and not _is_chance(passages, a, b, 0.5, lambda: _passages_by_chance(a, b)):
        return passages
    if order and _is_chance(order, a, b, CHANCE_MARGIN, lambda: _order_by_chance(a, b)):
        return None
    return order


def figure(part: int, whole: int) -> float:
    """Return part / whole rounded down to 1/10,000."""
    return part * STEPS // whole / STEPS if whole else 0.0


def figures(parts: NDArray[np.int64], wholes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return what `figure` does, for many; all wholes are above 0."""
    return np.asarray(parts * STEPS // wholes / STEPS)


def chance_estimate(a: Compared, b: Compared) -> float:
    """Return an upper estimate of the `order` figure of `a` and a shuffled `b`, from their token counts.

    With c the probability that two random tokens agree, random texts share about 2 sqrt(c) / (1 + sqrt(c)).

    Source: V. Chvátal, D. Sankoff, Longest common subsequences of two random sequences, 1975.
    """
    agree = float((a.bag * b.bag).sum()) / (a.size * b.size)
    return float(2 * agree**0.5 / (1 + agree**0.5))


def _is_chance(found: Likeness, a: Compared, b: Compared, margin: float, chance: Callable[[], float]) -> bool:
    """Return whether the figure is no better than chance: (s - e) / (1 - e) below s / 2, that is e > s / (2 - s).

    The chance is worked out only where its estimate comes near that limit.
    """
    limit = found.similarity / (2 - found.similarity)
    return chance_estimate(a, b) > margin * limit and chance() > limit


def _by_order(a: Compared, b: Compared, at_least: float) -> Likeness | None:
    total = a.size + b.size
    if figure(2 * a.size, total) < at_least:
        return None
    is_long = b.size > LONG
    cutoff = max(0, int(at_least * total / 2) - 1)
    shared = anchored_length(a.ids, b.ids) if is_long else common_length(a.text, b.text, cutoff)
    similarity = min(figure(2 * shared, total), BELOW_ONE)
    if similarity < at_least or not shared:
        return None
    is_bound = is_long and shared < a.size
    shares = figure(shared, a.size), figure(shared, b.size)
    return Likeness(similarity, MeasuredBy.ORDER, *shares, is_bound, shared)


def _by_passages(a: Compared, b: Compared, at_least: float, more_than: float) -> Likeness | None:
    total = len(a.shingles) + len(b.shingles)
    most = figure(2 * min(len(a.shingles), len(b.shingles)), total)
    if most < at_least or most <= more_than:
        return None
    if total < 1 << 17:
        most = figure(2 * int(np.minimum(a.bins, b.bins).sum(dtype=np.int64)), total)
        if most < at_least or most <= more_than:
            return None
    shared = common(a.ranked, b.ranked)
    similarity = min(figure(2 * shared, total), BELOW_ONE)
    if similarity < at_least or similarity <= more_than:
        return None
    shares = figure(shared, len(a.shingles)), figure(shared, len(b.shingles))
    return Likeness(similarity, MeasuredBy.PASSAGES, *shares)


def _order_by_chance(a: Compared, b: Compared) -> float:
    mixed = shuffled(b.ids)
    total = a.size + b.size
    if b.size > LONG:
        return figure(2 * anchored_length(a.ids, mixed), total)
    return figure(2 * common_length(*as_text(a.ids, mixed)), total)


def _passages_by_chance(a: Compared, b: Compared) -> float:
    chance = common(a.ranked, np.sort(keys_of_shingles(shuffled(b.ids), LONG_SHINGLE)))
    return figure(2 * chance, len(a.shingles) + len(b.shingles))


def changes(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> Changes:
    """Return how many tokens of `a` were changed into others, added and removed to make `b`.

    Together they are the fewest that do it (Levenshtein's distance); for long texts, along their anchors.
    """
    first, second = prepared(a, b)
    return changes_of(first, second)


def changes_of(a: Compared, b: Compared, in_order: int | None = None) -> Changes:
    """Return what `changes` does, for texts of one alphabet.

    Args:
        in_order: tokens that both have in order, where that is known.
    """
    if max(a.size, b.size) > LONG:
        shared, edits = _long_edits(a, b)
    else:
        shared = common_length(a.text, b.text) if in_order is None else in_order
        edits = edits_between(a.text, b.text, shared)
    changed = a.size + b.size - 2 * shared - edits
    only_numbers = bool(edits) and np.array_equal(a.words, b.words)
    return Changes(changed, b.size - shared - changed, a.size - shared - changed, only_numbers)


def _long_edits(a: Compared, b: Compared) -> tuple[int, int]:
    """Return the tokens in common in order, and the fewest edits, along the anchors of `a` and `b`."""
    shared = edits = at_a = at_b = 0
    for is_equal, start_a, end_a, start_b, end_b in [
        *aligned(a.ids, b.ids),
        Stretch(True, a.size, a.size, b.size, b.size),
    ]:
        edits += max(start_a - at_a, start_b - at_b)
        at_a, at_b = end_a, end_b
        if is_equal:
            shared += end_a - start_a
        else:
            part_a, part_b = a.text[start_a:end_a], b.text[start_b:end_b]
            shared += common_length(part_a, part_b)
            edits += int(Levenshtein.distance(part_a, part_b))
    return shared, edits


def edits_between(a: str, b: str, in_order: int) -> int:
    """Return the fewest edits from `a` to `b`, which have `in_order` characters in common in order.

    Mostly they are some hundredths more than the least that this leaves: a hint below them would make two searches.
    """
    least, most = max(len(a), len(b)) - in_order, len(a) + len(b) - 2 * in_order
    return int(Levenshtein.distance(a, b, score_hint=least * 6 // 5 + 2, score_cutoff=most))


def common_length(a: str, b: str, cutoff: int = 0) -> int:
    """Return how many characters `a` and `b` have in common in order; 0 where these are fewer than `cutoff`."""
    return int(LCSseq.similarity(a, b, score_cutoff=cutoff))


def shuffled(ids: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the tokens in an order that depends on their number only, so that figures can be repeated."""
    return ids[np.argsort(mix(np.arange(1, len(ids) + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)))]


def common(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> int:
    """Return the size of the intersection of two sorted multisets."""
    if len(a) > len(b):
        a, b = b, a
    rank = _times_before(a)
    first = np.searchsorted(b, a)
    place = first + rank
    inside = place < len(b)
    return int(np.count_nonzero(b[place[inside]] == a[inside]))


def _times_before(ranked: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return how often each of these sorted values stands before it."""
    places = np.arange(len(ranked))
    is_first = np.ones(len(ranked), np.bool_)
    is_first[1:] = ranked[1:] != ranked[:-1]
    return places - np.maximum.accumulate(np.where(is_first, places, 0))
