"""The true similarity of two texts, from their tokens.

Two measures, the larger counts: `order`, 2 L / (|a| + |b|) with L the longest common subsequence; and `passages`, the
Dice coefficient of the multisets of 5-token shingles, which moved paragraphs do not lower. Each must beat chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from rapidfuzz.distance import Indel, LCSseq

from core.alphabet import as_text, as_texts
from core.anchors import Stretch, aligned, anchored_length
from core.documents import Changes, MeasuredBy
from core.fingerprint import LONG_SHINGLE, bag, shingles
from core.text import are_numbers, mix

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

BELOW_ONE: Final = 0.9999
"""The highest figure of two texts that are not equal: 100 % is only for equality."""

STEPS: Final = 10_000
"""Figures are rounded down to this many steps between 0 and 1."""

LONG: Final = 20_000
"""Tokens of the longer text above which the texts are anchored: one exact call would take 20 ms and more."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two texts are.

    Attributes:
        similarity: in [0, 1], rounded down to 1/10,000; 1 only for equal tokens.
        share_a, share_b: share of a's (b's) tokens (by order) or shingles (passages) that stand in the other.
        is_bound: the true figure may be higher: the texts are too long for the exact one.
    """

    similarity: float
    by: MeasuredBy
    share_a: float
    share_b: float
    is_bound: bool = False


class Compared:
    """One text made ready to be compared with many: what is dear is made once, when it is first asked for."""

    __slots__ = ("_sorted", "bag", "ids", "text")

    def __init__(self, ids: NDArray[np.uint32], text: str) -> None:
        self.ids = ids
        self.text = text
        self.bag = bag(ids).astype(np.int64)
        self._sorted: NDArray[np.uint64] | None = None

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def shingles(self) -> NDArray[np.uint64]:
        """The 5-token shingles, sorted."""
        if self._sorted is None:
            self._sorted = np.sort(shingles(self.ids, LONG_SHINGLE))
        return self._sorted


def prepared(texts: Sequence[NDArray[np.uint32]]) -> list[Compared]:
    """Return the token ids `texts` ready to be compared with each other, and with each other only."""
    return [Compared(ids, text) for ids, text in zip(texts, as_texts(texts), strict=True)]


def likeness(a: NDArray[np.uint32], b: NDArray[np.uint32], at_least: float = 0.0) -> Likeness | None:
    """Return how alike the token ids `a` and `b` are; None where that is below `at_least` or no better than chance.

    Symmetric: the other order gives the same similarity with the shares exchanged.
    """
    first, second = prepared((a, b))
    return compared(first, second, at_least)


def compared(a: Compared, b: Compared, at_least: float = 0.0) -> Likeness | None:
    """Return what `likeness` does, for texts that were prepared together."""
    if len(a) > len(b) or (len(a) == len(b) and a.ids.tobytes() > b.ids.tobytes()):
        turned = compared(b, a, at_least)
        return turned and Likeness(turned.similarity, turned.by, turned.share_b, turned.share_a, turned.is_bound)
    if np.array_equal(a.ids, b.ids):
        return Likeness(1.0, MeasuredBy.ORDER, 1.0, 1.0)
    if not len(a):
        return None
    risk = chance_estimate(a, b)
    order, passages = _by_order(a, b, at_least), _by_passages(a, b, at_least)
    is_larger = passages and (order is None or passages.similarity > order.similarity)
    if passages and is_larger and not _is_chance(passages, risk, 0.5, lambda: _passages_by_chance(a, b)):
        return passages
    if order and _is_chance(order, risk, 0.9, lambda: _order_by_chance(a, b)):
        return None
    return order


def figure(part: int, whole: int) -> float:
    """Return part / whole rounded down to 1/10,000."""
    return part * STEPS // whole / STEPS if whole else 0.0


def chance_estimate(a: Compared, b: Compared) -> float:
    """Return an upper estimate of the `order` figure of `a` and a shuffled `b`, from their token counts.

    With c the probability that two random tokens agree, random texts share about 2 sqrt(c) / (1 + sqrt(c)).

    Source: V. Chvátal, D. Sankoff, Longest common subsequences of two random sequences, 1975.
    """
    agree = float((a.bag * b.bag).sum()) / (len(a) * len(b))
    return float(2 * agree**0.5 / (1 + agree**0.5))


def _is_chance(found: Likeness, risk: float, margin: float, chance: Callable[[], float]) -> bool:
    """Return whether the figure is no better than chance: (s - e) / (1 - e) below s / 2, that is e > s / (2 - s).

    The chance is worked out only where its estimate `risk` comes near that limit.
    """
    limit = found.similarity / (2 - found.similarity)
    return risk > margin * limit and chance() > limit


def _by_order(a: Compared, b: Compared, at_least: float) -> Likeness | None:
    total = len(a) + len(b)
    is_long = len(b) > LONG
    cutoff = max(0, int(at_least * total / 2) - 1)
    shared = anchored_length(a.ids, b.ids) if is_long else _common_length(a.text, b.text, cutoff)
    similarity = min(figure(2 * shared, total), BELOW_ONE)
    if similarity < at_least or not shared:
        return None
    is_bound = is_long and shared < len(a)
    return Likeness(similarity, MeasuredBy.ORDER, figure(shared, len(a)), figure(shared, len(b)), is_bound)


def _by_passages(a: Compared, b: Compared, at_least: float) -> Likeness | None:
    shared = common(a.shingles, b.shingles)
    total = len(a.shingles) + len(b.shingles)
    similarity = min(figure(2 * shared, total), BELOW_ONE)
    if similarity < at_least or not shared:
        return None
    shares = figure(shared, len(a.shingles)), figure(shared, len(b.shingles))
    return Likeness(similarity, MeasuredBy.PASSAGES, *shares)


def _order_by_chance(a: Compared, b: Compared) -> float:
    mixed = shuffled(b.ids)
    total = len(a) + len(b)
    if len(b) > LONG:
        return figure(2 * anchored_length(a.ids, mixed), total)
    return figure(2 * _common_length(*as_text(a.ids, mixed)), total)


def _passages_by_chance(a: Compared, b: Compared) -> float:
    chance = common(a.shingles, np.sort(shingles(shuffled(b.ids), LONG_SHINGLE)))
    return figure(2 * chance, len(a.shingles) + len(b.shingles))


def _common_length(a: str, b: str, cutoff: int = 0) -> int:
    return int(LCSseq.similarity(a, b, score_cutoff=cutoff))


def shuffled(ids: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the tokens in an order that depends on their number only, so that figures can be repeated."""
    return ids[np.argsort(mix(np.arange(1, len(ids) + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)))]


def common(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> int:
    """Return the size of the intersection of two sorted multisets."""
    if len(a) > len(b):
        a, b = b, a
    rank = np.arange(len(a)) - np.searchsorted(a, a)
    first = np.searchsorted(b, a)
    place = first + rank
    inside = place < len(b)
    return int(np.count_nonzero(b[place[inside]] == a[inside]))


def changes(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> Changes:
    """Return how many tokens of `a` were changed into others, added and removed to make `b`."""
    changed = added = removed = 0
    only_numbers = True
    numbers_a, numbers_b = are_numbers(a), are_numbers(b)
    for start_a, end_a, start_b, end_b in gaps(a, b):
        both = min(end_a - start_a, end_b - start_b)
        changed += both
        removed += end_a - start_a - both
        added += end_b - start_b - both
        only_numbers &= bool(numbers_a[start_a:end_a].all() and numbers_b[start_b:end_b].all())
    return Changes(changed, added, removed, only_numbers and changed + added + removed > 0)


def gaps(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the maximal ranges (start in a, end in a, start in b, end in b) between what `a` and `b` have in common."""
    text_a, text_b = as_text(a, b)
    at_a = at_b = 0
    for stretch in aligned(a, b):
        blocks = [stretch] if stretch.is_equal else _blocks(text_a, text_b, stretch)
        for _, start_a, end_a, start_b, end_b in blocks:
            if start_a > at_a or start_b > at_b:
                yield at_a, start_a, at_b, start_b
            at_a, at_b = end_a, end_b
    if at_a < len(a) or at_b < len(b):
        yield at_a, len(a), at_b, len(b)


def _blocks(text_a: str, text_b: str, gap: Stretch) -> list[Stretch]:
    """Return the equal blocks of a longest common subsequence inside `gap`."""
    part_a, part_b = text_a[gap.start_a : gap.end_a], text_b[gap.start_b : gap.end_b]
    blocks = (op for op in Indel.opcodes(part_a, part_b) if op.tag == "equal")
    at_a, at_b = gap.start_a, gap.start_b
    return [
        Stretch(True, at_a + op.src_start, at_a + op.src_end, at_b + op.dest_start, at_b + op.dest_end) for op in blocks
    ]
