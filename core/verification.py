"""Verification: the texts of a batch of candidate pairs decide. Runs in worker processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from core.alphabet import Alphabet
from core.candidates import distinct
from core.containment import LEAST, LONGER, containment_at, held_tokens, shared_places, shared_shingles
from core.documents import Changes, MeasuredBy, Relation
from core.fingerprint import LONG_SHINGLE
from core.grouping import families
from core.packing import unpacked
from core.pair_columns import found_in_order
from core.similarity import BELOW_ONE, LONG, Compared, changes_of, compared, figure
from core.text_rows import TextRows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]
    Indices = NDArray[np.intp]

_PAIRS: Final = 2000
_TOKENS: Final = 1_200_000
_SECONDS: Final = 0.25
"""What a batch may hold: little enough that progress moves and a stop is heard."""


class Pair(NamedTuple):
    """Two texts of the table found alike.

    Attributes:
        a, b: indices in the table, a < b.
        kind: CONTAINED where the shorter stands in the longer (LEAST and LONGER of core.containment): it is one to show
            as such where `similarity` is below the threshold; SIMILAR otherwise.
        similarity: in [0, 1), rounded down. Of contained pairs that are not similar: by passages, and often low.
        share_a, share_b: CONTAINED: share of each one's 5-token shingles in the other; SIMILAR: as Likeness says.
        changed, added, removed: words from a to b; of contained pairs that are not similar: all that stand in no
            passage that both have are added or removed.
        is_bound: the true similarity may be higher.
    """

    a: int
    b: int
    kind: Relation
    similarity: float
    by: MeasuredBy
    share_a: float
    share_b: float
    changed: int
    added: int
    removed: int
    only_numbers: bool
    is_bound: bool = False


@dataclass(frozen=True, slots=True)
class Batch:
    """Candidate pairs that share texts.

    Attributes:
        texts: indices in the table of the texts, rising.
        tokens: their token ids, or these packed.
        a, b: indices in the table of the pairs, a[i] < b[i].
        is_contained: pairs that may be contained.
        at_least: similarity from which a pair is found similar.
    """

    texts: Indices
    tokens: Sequence[Tokens | bytes]
    a: Indices
    b: Indices
    is_contained: NDArray[np.bool_]
    at_least: float

    def alone(self) -> Iterator[Batch]:
        """Yield each pair as a batch of its own."""
        for one in range(len(self.a)):
            ends = np.array([self.a[one], self.b[one]])
            tokens = [self.tokens[place] for place in np.searchsorted(self.texts, ends)]
            yield Batch(ends, tokens, ends[:1], ends[1:], self.is_contained[one : one + 1], self.at_least)


def batches(
    a: Indices,
    b: Indices,
    is_contained: NDArray[np.bool_],
    *,
    counts: NDArray[np.int32],
    load: Callable[[Indices], Sequence[Tokens | bytes]],
    at_least: float,
) -> Iterator[Batch]:
    """Yield the pairs in batches of texts that belong together, so that few texts are loaded twice."""
    order = np.lexsort((b, a, families(a, b, len(counts))[a]))
    a, b, is_contained = a[order], b[order], is_contained[order]
    start = 0
    for end in _ends(a, b, counts, at_least):
        texts = distinct(np.concatenate((a[start:end], b[start:end])))
        yield Batch(texts, load(texts), a[start:end], b[start:end], is_contained[start:end], at_least)
        start = end


def seconds_of(a: Indices, b: Indices, counts: NDArray[np.int32], at_least: float) -> NDArray[np.float64]:
    """Return about how long the verification of each pair takes; the order of tokens is costly, where it can decide."""
    shorter, longer = np.minimum(counts[a], counts[b]).astype(np.float64), np.maximum(counts[a], counts[b])
    by_order = np.minimum(shorter * longer * 6e-11, longer * 2e-6)
    return np.asarray(1e-4 + 4e-8 * (shorter + longer) + by_order * (2 * shorter >= at_least * (shorter + longer)))


def verify(batch: Batch) -> list[Pair]:
    """Return the pairs of the batch that are similar or contained."""
    tokens = [np.frombuffer(unpacked(one), np.uint32) if isinstance(one, bytes) else one for one in batch.tokens]
    write = Alphabet(tokens).text
    together, left = _verified_together(batch, tokens, write)
    texts = {text: Compared(ids, write) for text, ids in zip(batch.texts.tolist(), tokens, strict=True)}
    rows = zip(batch.a[left].tolist(), batch.b[left].tolist(), batch.is_contained[left].tolist(), strict=True)
    alone = (_verified(a, b, texts[a], texts[b], batch.at_least, may_contain=may) for a, b, may in rows)
    return [*together, *(pair for pair in alone if pair is not None)]


def _verified_together(
    batch: Batch, tokens: Sequence[Tokens], write: Callable[[Tokens], str]
) -> tuple[list[Pair], Indices]:
    """Return pairs found similar, and the places of the pairs that have to be looked at one by one."""
    a, b = np.searchsorted(batch.texts, batch.a), np.searchsorted(batch.texts, batch.b)
    sizes = np.array([len(ids) for ids in tokens])
    is_usual = (sizes >= LONG_SHINGLE) & (sizes <= LONG)
    is_plain = is_usual[a] & is_usual[b] & ~batch.is_contained
    asked = np.flatnonzero(is_plain)
    used = distinct(np.concatenate((a[asked], b[asked])))
    rows = TextRows([tokens[text] for text in used.tolist()], write)
    found, left = found_in_order(rows, np.searchsorted(used, a[asked]), np.searchsorted(used, b[asked]), batch.at_least)
    places = asked[found.places]
    figures = (found.similarity, found.share_a, found.share_b, found.changed, found.added, found.removed)
    columns = (batch.a[places], batch.b[places], *figures, found.only_numbers)
    pairs = [
        Pair(one, other, Relation.SIMILAR, similarity, MeasuredBy.ORDER, *counted)
        for one, other, similarity, *counted in zip(*(column.tolist() for column in columns), strict=True)
    ]
    return pairs, np.concatenate((np.flatnonzero(~is_plain), asked[left]))


def similar_pair(a: int, b: int, first: Compared, second: Compared, at_least: float) -> Pair | None:
    """Return the pair where its similarity reaches `at_least`; below 1, since equal texts are no pair of the table."""
    like = compared(first, second, at_least)
    if like is None:
        return None
    figure = min(like.similarity, BELOW_ONE)
    counted = _flat(changes_of(first, second, like.in_order))
    return Pair(a, b, Relation.SIMILAR, figure, like.by, like.share_a, like.share_b, *counted, like.is_bound)


def _verified(a: int, b: int, first: Compared, second: Compared, at_least: float, *, may_contain: bool) -> Pair | None:
    pair = similar_pair(a, b, first, second, at_least)
    shorter, longer = sorted((first, second), key=lambda text: text.size)
    if not may_contain or longer.size < LONGER * shorter.size:
        return pair
    places = shared_places(shorter, longer)
    shared = shared_shingles(shorter, longer, places)
    place = containment_at(shorter, longer, places, shared)
    if place.share_inner < LEAST:
        return pair
    is_first = shorter is first
    shares = (place.share_inner, place.share_outer) if is_first else (place.share_outer, place.share_inner)
    if pair is not None:
        return pair._replace(kind=Relation.CONTAINED, share_a=shares[0], share_b=shares[1])
    total = len(first.shingles) + len(second.shingles)
    shown = min(figure(2 * shared, total), BELOW_ONE)
    held = held_tokens(shorter, longer, place, places)
    added, removed = second.size - held, first.size - held
    only_numbers = np.array_equal(first.words, second.words)
    return Pair(a, b, Relation.CONTAINED, shown, MeasuredBy.PASSAGES, *shares, 0, added, removed, only_numbers)


def _flat(counted: Changes) -> tuple[int, int, int, bool]:
    return counted.changed, counted.added, counted.removed, counted.only_numbers


def _ends(a: Indices, b: Indices, counts: NDArray[np.int32], at_least: float) -> Iterator[int]:
    """Yield where each batch ends."""
    work = seconds_of(a, b, counts, at_least).tolist()
    start, tokens, seconds = 0, 0, 0.0
    seen: set[int] = set()
    for index, ends in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        new = [end for end in ends if end not in seen]
        tokens += sum(int(counts[end]) for end in new)
        seconds += work[index]
        if index > start and (index - start >= _PAIRS or tokens > _TOKENS or seconds > _SECONDS):
            yield index
            start, seen = index, set(ends)
            tokens, seconds = sum(int(counts[end]) for end in ends), work[index]
        else:
            seen.update(new)
    if len(a):
        yield len(a)
