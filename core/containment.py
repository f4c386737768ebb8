"""Texts that stand inside longer ones.

Sampled 5-token shingles propose: a shorter text is a candidate when half of its samples stand in a longer one. The
texts decide, by all shingles within the container's best window.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from core.candidates import distinct
from core.fingerprint import LONG_SHINGLE, SAMPLED
from core.similarity import Shingled, common, figure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]
    Indices = NDArray[np.intp]
    Codes = NDArray[np.uint64]

LONGER: Final = 1.25
"""A container is at least this many times as long as what it contains; a shorter one is only dissimilar."""

FREQUENT: Final = 128
"""Texts a shingle may stand in and still propose: what stands in more is boilerplate."""

LEAST: Final = 0.5
"""Share from which containment is found at all; the setting lies above it."""

HITS: Final = 2
_WINDOW: Final = 2
_WHOLE: Final = 4
"""Containers up to so many times as long are looked at whole: answers may stand between all the questions."""

_ROOM_BITS: Final = 4
"""A table of hashes has 16 to 32 times as many slots."""

_FREE_BITS: Final = np.uint64(SAMPLED.bit_length() - 1)
_BUFFER: Final = 1 << 23


@dataclass(frozen=True, slots=True)
class Containment:
    """How much of a text stands in another, and where.

    Attributes:
        share_inner: share of the different shingles of the inner text, in [0, 1], rounded down.
        share_outer: share of the outer text's shingles that they are.
        start, end: range of tokens of the outer text where the inner one stands.
    """

    share_inner: float
    share_outer: float
    start: int
    end: int


def contained_candidates(
    samples: Sequence[NDArray[np.uint64]],
    counts: NDArray[np.int32],
    fresh: NDArray[np.bool_],
    pause: Callable[[], None] = lambda: None,
) -> tuple[Indices, Indices]:
    """Return (inner, outer) of the pairs with a fresh text where half of the inner's samples stand in the outer.

    Args:
        samples: of each text, as `fingerprint.samples` makes them.
        counts: [n] tokens.
        fresh: [n] which texts have not been compared yet.
        pause: called now and then; may raise to stop.
    """
    shingle, text, left = _postings(samples)
    hits: list[tuple[Codes, Indices]] = []
    buffer: list[Codes] = []
    waiting = 0
    for a, b in _meetings(shingle, text):
        pause()
        is_longer = counts[a] > counts[b]
        inner, outer = np.where(is_longer, b, a), np.where(is_longer, a, b)
        fits = (counts[outer] >= LONGER * counts[inner]) & (fresh[a] | fresh[b])
        buffer.append((inner[fits].astype(np.uint64) << np.uint64(32)) | outer[fits].astype(np.uint64))
        waiting += int(fits.sum())
        if waiting > _BUFFER:
            hits.append(np.unique(np.concatenate(buffer), return_counts=True))
            buffer, waiting = [], 0
    if buffer:
        hits.append(np.unique(np.concatenate(buffer), return_counts=True))
    return _supported(hits, left)


class Holders(Protocol):
    """The sampled shingles of many texts, to be asked about a few."""

    def holders(self, wanted: Codes) -> tuple[Indices, Indices]:
        """Return (number in `wanted`, text) of all texts that have one of these shingles."""
        ...

    def samples(self, texts: Indices) -> Sequence[Codes]:
        """Return the sampled shingles of these texts."""
        ...


def contained_with(fresh: Indices, known: Holders, counts: NDArray[np.int32]) -> tuple[Indices, Indices]:
    """Return what `contained_candidates` does, where few texts are fresh: only what shares a shingle is looked at.

    Args:
        fresh: the texts that have not been compared yet.
        counts: [n] tokens.
    """
    own = known.samples(fresh)
    wanted = distinct(np.concatenate([np.zeros(0, np.uint64), *own]))
    number, text = known.holders(wanted)
    is_useful = np.bincount(number, minlength=len(wanted)) <= FREQUENT
    number, text = number[is_useful[number]], text[is_useful[number]]
    found = []
    for one, shingles in zip(fresh.tolist(), own, strict=True):
        is_ours = np.zeros(len(wanted), np.bool_)
        is_ours[np.searchsorted(wanted, shingles)] = True
        others, times = np.unique(text[is_ours[number]], return_counts=True)
        is_longer = counts[one] > counts[others]
        inner, outer = np.where(is_longer, others, one), np.where(is_longer, one, others)
        fits = (times >= HITS) & (counts[outer] >= LONGER * counts[inner])
        found.append(np.stack((inner, outer, times))[:, fits])
    inner, outer, times = np.unique(np.concatenate(found, axis=1), axis=1) if found else np.zeros((3, 0), np.intp)
    enough = times >= LEAST * _left(inner, known)
    return inner[enough], outer[enough]


def _left(texts: Indices, known: Holders) -> Indices:
    """Return how many samples each text keeps besides those that stand in very many texts."""
    each, place = np.unique(texts, return_inverse=True)
    samples = known.samples(each)
    wanted = distinct(np.concatenate([np.zeros(0, np.uint64), *samples]))
    number, _ = known.holders(wanted)
    is_useful = np.bincount(number, minlength=len(wanted)) <= FREQUENT
    left = [np.count_nonzero(is_useful[np.searchsorted(wanted, shingles)]) for shingles in samples]
    return np.array(left, np.intp)[place]


def containment(inner: Tokens, outer: Tokens) -> Containment:
    """Return how much of `inner` stands in `outer`, within the window of twice its length that holds most of it."""
    ours, theirs = Shingled(inner), Shingled(outer)
    places = shared_places(ours, theirs)
    return containment_at(ours, theirs, places, shared_shingles(ours, theirs, places))


def shared_places(inner: Shingled, outer: Shingled) -> Indices:
    """Return the places of the outer text's shingles that stand in the inner one, rising."""
    return _standing(outer.shingles, inner.shingles)


def containment_at(inner: Shingled, outer: Shingled, places: Indices, shared: int) -> Containment:
    """Return what `containment` does.

    Args:
        places: as `shared_places` returns them.
        shared: as `shared_shingles` returns it for all these places.
    """
    if not len(places):
        return Containment(0.0, 0.0, 0, 0)
    ours, theirs = len(inner.shingles), len(outer.shingles)
    if theirs > _WHOLE * ours:
        ends = np.searchsorted(places, places + _WINDOW * inner.size)
        first = int((ends - np.arange(len(places))).argmax())
        places = places[first : ends[first]]
        shared = shared_shingles(inner, outer, places)
    start, end = int(places[0]), int(places[-1]) + 1
    share = max(figure(shared, ours), _distinct_share(inner, len(distinct(outer.shingles[places])), shared))
    size = min(LONG_SHINGLE, outer.size)
    return Containment(share, figure(shared, theirs), start, end - 1 + size)


def _distinct_share(inner: Shingled, held: int, shared: int) -> float:
    """Return the share of the different shingles of `inner` of which `held` stand in the window.

    It is what containment means, for a container may say once what is repeated inside; 0 where most of the text is
    repetition, which a line that stands once would hold all of.
    """
    is_repetition = 4 * shared * inner.variety < 3 * held * len(inner.ranked)
    return 0.0 if is_repetition else figure(held, inner.variety)


def shared_shingles(inner: Shingled, outer: Shingled, places: Indices) -> int:
    """Return how many shingles of `inner` stand at these places of `outer`, a repeated one as often as in both."""
    return common(inner.ranked, np.sort(outer.shingles[places]))


def held_tokens(inner: Shingled, outer: Shingled, place: Containment, places: Indices) -> int:
    """Return how many tokens of `inner` stand in a passage, of five tokens and more, that `outer` has at that place.

    Args:
        places: as `shared_places` returns them.
    """
    first, last = np.searchsorted(places, (place.start, place.end - min(LONG_SHINGLE, outer.size) + 1))
    return _covered(_standing(inner.shingles, outer.shingles[places[first:last]]), inner.size)


def _standing(values: Codes, wanted: Codes) -> Indices:
    """Return the places of those values that are wanted, rising.

    Wanted hashes stand in a table by some of their bits; those that another one displaced stand in a further table by
    other bits. That is twice as fast as looking them up in order.
    """
    is_found = np.zeros(len(values), np.bool_)
    places = None
    shift = 0
    while len(wanted):
        bits = max(10, len(wanted).bit_length() + _ROOM_BITS)
        homes = _slots(wanted, shift, bits)
        table = np.zeros(1 << bits, np.uint64)
        table[homes] = wanted
        standing = table.take(_slots(values, shift, bits))
        is_hit = standing == values
        if places is None:
            is_found = is_hit
        else:
            is_found[places[is_hit]] = True
        wanted = wanted[table.take(homes) != wanted]
        if len(wanted):
            others = np.flatnonzero((standing != 0) & ~is_hit)
            values, places = values[others], others if places is None else places[others]
        shift = (shift + bits) % 40
    return np.flatnonzero(is_found)


def _slots(values: Codes, shift: int, bits: int) -> Indices:
    return ((values >> np.uint64(shift)) & np.uint64((1 << bits) - 1)).astype(np.intp)


def _covered(places: Indices, size: int) -> int:
    """Return how many of `size` tokens stand in the shingles that begin at these places, rising."""
    if not len(places):
        return 0
    length = min(LONG_SHINGLE, size)
    return int(np.minimum(np.diff(places), length).sum()) + length


def _postings(samples: Sequence[NDArray[np.uint64]]) -> tuple[Codes, Indices, Indices]:
    """Return (shingle, text) sorted, of shingles in 2 to FREQUENT texts, and how many samples each text keeps.

    Sampled shingles begin with zero bits; the text's number takes the last ones, which leaves 40 bits and more to tell
    shingles apart, and lets plain numbers be sorted.
    """
    sizes = np.array([len(one) for one in samples], np.intp)
    bits = np.uint64(len(sizes).bit_length())
    whole = np.concatenate(samples) if len(samples) else np.zeros(0, np.uint64)
    packed = np.sort((whole << _FREE_BITS >> bits << bits) | np.repeat(np.arange(len(sizes), dtype=np.uint64), sizes))
    shingle, text = packed >> bits, (packed & ((np.uint64(1) << bits) - np.uint64(1))).astype(np.intp)
    starts = np.flatnonzero(np.concatenate(([True], shingle[1:] != shingle[:-1]))) if len(shingle) else text
    lengths = np.diff(np.concatenate((starts, [len(shingle)])))
    times = np.repeat(lengths, lengths)
    left = sizes - np.bincount(text[times > FREQUENT], minlength=len(sizes))
    useful = (times > 1) & (times <= FREQUENT)
    return shingle[useful], text[useful], left


def _meetings(shingle: Codes, text: Indices) -> Iterator[tuple[Indices, Indices]]:
    """Yield the pairs of texts within each run of equal shingles."""
    places = np.arange(len(shingle))
    step = 1
    while len(places):
        places = places[places + step < len(shingle)]
        places = places[shingle[places] == shingle[places + step]]
        yield text[places], text[places + step]
        step += 1


def _supported(hits: Sequence[tuple[Codes, Indices]], left: Indices) -> tuple[Indices, Indices]:
    if not hits:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    codes, place = np.unique(np.concatenate([found for found, _ in hits]), return_inverse=True)
    times = np.bincount(place, np.concatenate([counted for _, counted in hits]), len(codes))
    inner, outer = (codes >> np.uint64(32)).astype(np.intp), (codes & np.uint64(0xFFFF_FFFF)).astype(np.intp)
    enough = (times >= HITS) & (times >= LEAST * left[inner])
    return inner[enough], outer[enough]
