"""Candidates: the pairs of texts whose sketches say that they may be alike; the texts decide later.

Sketches are cut into 64 bands of two slots; texts that agree in a band meet in a bucket. An over-full bucket is split
by further slots, and where its texts resemble each other (a crowd: thousands of letters of one template) they are
handed over to be compared with references only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from core.fingerprint import SHINGLE, SLOTS
from core.grouping import families

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Indices = NDArray[np.intp]
    Codes = NDArray[np.uint64]

AnyInteger = TypeVar("AnyInteger", bound="np.integer[Any]")

ROWS: Final = 2
BANDS: Final = SLOTS // ROWS

CAP: Final = 128
"""Texts of a bucket up to which all its pairs are looked at; more that share a licence text do not propose."""

CROWD: Final = 512
"""Texts of an over-full bucket that resemble each other, up to which all pairs are looked at all the same."""

DEEPER: Final = 6
"""Further slots that may split an over-full bucket."""

BEST: Final = 256
"""Candidates a text may have, the best ones; a pair stays when either of its texts wants it."""

ALIKE: Final = SLOTS // 2
"""Agreeing slots (median of sampled pairs) that make an over-full bucket a crowd."""

_SAMPLED_PAIRS: Final = 64
_AT_LEAST: Final = 12
_BATCH: Final = 1 << 12
_BUFFER: Final = 1 << 23
_PAIRS_AT_ONCE: Final = 1 << 16
"""Pairs of buckets made in one call: more would leave the processor's own memory."""

_ONES: Final = np.uint64(0x0101010101010101)


@dataclass(frozen=True, slots=True)
class Crowd:
    """Texts of one template, to be compared with references only.

    Attributes:
        members: in the order of their digests.
        guests: texts that met the crowd in a bucket and are not like it: compared with its references, never one.
    """

    members: Indices
    guests: Indices


@dataclass(frozen=True, slots=True)
class Candidates:
    """Pairs to be verified: texts `a[i] < b[i]`, each pair once.

    Attributes:
        agreeing: slots in which the two sketches agree, of 128.
        cut: how many texts had more candidates than are looked at.
    """

    a: Indices
    b: Indices
    agreeing: NDArray[np.uint8]
    crowds: tuple[Crowd, ...] = ()
    cut: int = 0


def needed_slots(similarity: float) -> int:
    """Return in how many of 128 slots two texts of this similarity agree at least, three standard deviations down.

    Changed tokens that stand far apart take three shingles each, which leaves a share k = 1 - 3 (1 - T) of them, a
    resemblance of k / (2 - k). (Changes at random leave T³, a little more: in short texts that lost a pair in 100.)
    """
    mean = usual_slots(similarity)
    return max(_AT_LEAST, int(mean - 3 * (mean * (1 - mean / SLOTS)) ** 0.5))


def usual_slots(similarity: float) -> float:
    """Return in how many slots two texts of this similarity agree in the mean, when their changes stand far apart."""
    kept = max(0.0, 1 - SHINGLE * (1 - similarity))
    return SLOTS * kept / (2 - kept)


def agreements(sketches: NDArray[np.uint16], a: Indices, b: Indices) -> NDArray[np.uint8]:
    """Return in how many slots the sketches of `a[i]` and `b[i]` agree, 0 to 128; 0.1 µs a pair."""
    found = np.empty(len(a), np.uint8)
    for start in range(0, len(a), _BATCH):
        stop = start + _BATCH
        found[start:stop] = agreeing_slots(sketches[a[start:stop]] == sketches[b[start:stop]])
    return found


def agreeing_slots(equal: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return how many of the 128 values of each row are true: eight at a time, several times as fast as a sum."""
    eights = equal.view(np.uint64).sum(axis=1, dtype=np.uint64)
    return np.asarray((eights * _ONES) >> np.uint64(56), np.uint8)


def candidates(
    sketches: NDArray[np.uint16],
    counts: NDArray[np.int32],
    fresh: NDArray[np.bool_],
    at_least: float,
    pause: Callable[[int], None] = lambda _: None,
) -> Candidates:
    """Return the pairs with a fresh text that may reach the similarity `at_least`.

    Args:
        sketches: [n, 128], the texts in the order of their digests.
        counts: [n] tokens.
        fresh: [n] which texts have not been compared yet.
        pause: called after each band with its number (1 to 64); may raise to stop.
    """
    bands = _Bands(sketches, fresh)
    limit = needed_slots(at_least)
    buffer: list[Codes] = []
    kept: list[Codes] = []
    waiting = 0
    for band in range(BANDS):
        for codes in bands.pairs(band):
            buffer.append(codes)
            waiting += len(codes)
            if waiting > _BUFFER:
                kept.append(_filtered(buffer, sketches, counts, limit, at_least))
                buffer, waiting = [], 0
        pause(band + 1)
    kept.append(_filtered(buffer, sketches, counts, limit, at_least))
    codes = distinct(np.concatenate(kept))
    a, b = _ends(codes)
    crowds, crowd_of = _crowds(bands, len(counts))
    within = (crowd_of[a] >= 0) & (crowd_of[a] == crowd_of[b])
    a, b = a[~within], b[~within]
    agreeing = agreements(sketches, a, b)
    best, cut = _best(a, b, agreeing, len(counts))
    return Candidates(a[best], b[best], agreeing[best], crowds, cut)


class _Bands:
    """Goes through the buckets of the bands; over-full ones that are crowds are put aside.

    Attributes:
        crowds: texts of an over-full bucket that resemble each other, or that could not be told apart.
        guests: (a text of the crowd, the other texts of its bucket).
    """

    def __init__(self, sketches: NDArray[np.uint16], fresh: NDArray[np.bool_]) -> None:
        self._sketches = sketches
        self._fresh = fresh
        self._crowd_of = np.full(len(sketches), -1, np.intp)
        self.crowds: list[Indices] = []
        self.guests: list[tuple[int, Indices]] = []

    def pairs(self, band: int) -> Iterator[Codes]:
        """Yield the pairs of one band as codes: smaller index << 32 | larger."""
        first, second = np.ascontiguousarray(self._sketches[:, ROWS * band : ROWS * (band + 1)].T)
        texts = self._meeting(first, second)
        if not len(texts):
            return
        keys = (first[texts].astype(np.uint64) << np.uint64(16)) | second[texts]
        ranked = np.sort((keys << np.uint64(32)) | texts.astype(np.uint64))
        yield from self._buckets(ranked, ROWS * (band + 1), DEEPER)

    def _buckets(self, ranked: Codes, slot: int, depth: int) -> Iterator[Codes]:
        """Yield the pairs of all buckets; equal keys (key << 32 | text) stand together, over-full buckets are split."""
        keys, texts = ranked >> np.uint64(32), (ranked & np.uint64(0xFFFF_FFFF)).astype(np.intp)
        starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
        sizes = np.diff(np.concatenate((starts, [len(keys)])))
        is_full = sizes > CAP
        for start, size in zip(starts[is_full].tolist(), sizes[is_full].tolist(), strict=True):
            yield from self._split(texts[start : start + size], slot, depth)
        usual = ~np.repeat(is_full, sizes)
        yield from self._all_pairs(keys[usual], texts[usual])

    def _meeting(self, first: NDArray[np.uint16], second: NDArray[np.uint16]) -> Indices:
        """Return the texts that can share a bucket with a fresh text."""
        if self._fresh.all():
            return np.arange(len(first))
        values, others = np.zeros(1 << 16, np.bool_), np.zeros(1 << 16, np.bool_)
        values[first[self._fresh]] = True
        others[second[self._fresh]] = True
        return np.flatnonzero(values[first] & others[second])

    def _all_pairs(self, keys: Codes, texts: Indices) -> Iterator[Codes]:
        """Yield the pairs within each run of equal keys that have a fresh text."""
        ends = np.flatnonzero(np.concatenate((keys[1:] != keys[:-1], [True]))) if len(keys) else np.zeros(0, np.intp)
        after = np.repeat(ends, np.diff(ends, prepend=-1)) - np.arange(len(keys))
        total = np.concatenate(([0], np.cumsum(after)))
        start = 0
        while start < len(keys):
            stop = max(start + 1, int(np.searchsorted(total, total[start] + _PAIRS_AT_ONCE, "right")) - 1)
            times = after[start:stop]
            first = np.repeat(np.arange(start, stop), times)
            second = np.arange(1, len(first) + 1) + first - np.repeat(total[start:stop] - total[start], times)
            a, b = texts[first], texts[second]
            crowd = self._crowd_of[a]
            wanted = (self._fresh[a] | self._fresh[b]) & ((crowd < 0) | (crowd != self._crowd_of[b]))
            yield _codes(a[wanted], b[wanted])
            start = stop

    def _split(self, bucket: Indices, slot: int, depth: int) -> Iterator[Codes]:
        """Yield the pairs of a bucket, split slot by slot while over-full; crowds are put aside."""
        if not self._fresh[bucket].any():
            return
        if len(bucket) <= CROWD and _is_alike(bucket, self._sketches):
            yield from self._all_pairs(np.zeros(len(bucket), np.uint64), bucket)
            return
        crowd, rest = _crowd_in(bucket, self._sketches)
        if len(crowd):
            self._set_aside(crowd)
            self.guests.append((int(crowd[0]), rest))
        elif depth < 1:
            self._set_aside(bucket)
            return
        values = self._sketches[rest, slot % SLOTS].astype(np.uint64)
        if len(rest):
            yield from self._buckets(np.sort((values << np.uint64(32)) | rest.astype(np.uint64)), slot + 1, depth - 1)

    def _set_aside(self, crowd: Indices) -> None:
        """Take note of a crowd; pairs within it need not be looked at in the bands to come."""
        self.crowds.append(crowd)
        self._crowd_of[crowd[self._crowd_of[crowd] < 0]] = crowd[0]


def _crowd_in(bucket: Indices, sketches: NDArray[np.uint16]) -> tuple[Indices, Indices]:
    """Return the texts of the bucket that resemble each other, none when it is no crowd, and the others."""
    if len(bucket) <= CROWD or not _is_alike(bucket, sketches):
        return bucket[:0], bucket
    sampled = _sampled(bucket)
    is_like = agreeing_slots(sketches[bucket] == usual_values(sketches[sampled])) >= ALIKE
    return bucket[is_like], bucket[~is_like]


def _is_alike(bucket: Indices, sketches: NDArray[np.uint16]) -> bool:
    """Return whether most texts of the bucket resemble each other, by sampled pairs."""
    sampled = _sampled(bucket)
    return bool(np.median(agreements(sketches, sampled[1:], sampled[:-1])) >= ALIKE)


def _sampled(bucket: Indices) -> Indices:
    return bucket[np.linspace(0, len(bucket) - 1, _SAMPLED_PAIRS + 1).astype(np.intp)]


def usual_values(rows: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Return the most frequent value of each slot, the smallest of several."""
    ranked = np.sort(rows, axis=0)
    times = np.ones(ranked.shape, np.intp)
    for row in range(1, len(ranked)):
        times[row] += times[row - 1] * (ranked[row] == ranked[row - 1])
    return np.asarray(np.take_along_axis(ranked, times.argmax(axis=0)[None], axis=0)[0])


def distinct(values: NDArray[AnyInteger]) -> NDArray[AnyInteger]:
    """Return each value once, rising: sorting is several times faster here than the hash table of `np.unique`."""
    ranked = np.sort(values)
    return ranked[np.concatenate(([True], ranked[1:] != ranked[:-1]))] if len(ranked) else ranked


def _codes(a: Indices, b: Indices) -> Codes:
    low, high = np.minimum(a, b).astype(np.uint64), np.maximum(a, b).astype(np.uint64)
    return (low << np.uint64(32)) | high


def _ends(codes: Codes) -> tuple[Indices, Indices]:
    return (codes >> np.uint64(32)).astype(np.intp), (codes & np.uint64(0xFFFF_FFFF)).astype(np.intp)


def _filtered(
    buffer: list[Codes], sketches: NDArray[np.uint16], counts: NDArray[np.int32], limit: int, at_least: float
) -> Codes:
    """Return each pair once, less those too different in length or in their sketches."""
    if not buffer:
        return np.zeros(0, np.uint64)
    codes = distinct(np.concatenate(buffer))
    a, b = _ends(codes)
    shorter, longer = np.minimum(counts[a], counts[b]), np.maximum(counts[a], counts[b])
    codes = codes[2 * shorter.astype(np.int64) >= at_least * (shorter + longer - 8)]
    return codes[agreements(sketches, *_ends(codes)) >= limit]


def _crowds(bands: _Bands, count: int) -> tuple[tuple[Crowd, ...], NDArray[np.intp]]:
    """Join buckets that share a text; return the crowds and the crowd of each text, -1 for none."""
    crowd_of = np.full(count, -1, np.intp)
    if not bands.crowds:
        return (), crowd_of
    members = np.concatenate(bands.crowds)
    heads = np.concatenate([np.full(len(bucket), bucket[0]) for bucket in bands.crowds])
    label = families(members, heads, count)
    crowd_of[members] = label[members]
    guests: dict[int, list[Indices]] = {}
    for head, rest in bands.guests:
        guests.setdefault(int(label[head]), []).append(rest)
    crowds = []
    for name in np.unique(crowd_of[members]).tolist():
        visitors = np.unique(np.concatenate(guests[name])) if name in guests else np.zeros(0, np.intp)
        crowds.append(Crowd(np.flatnonzero(crowd_of == name), visitors[crowd_of[visitors] != name]))
    return tuple(crowds), crowd_of


def _best(a: Indices, b: Indices, agreeing: NDArray[np.uint8], count: int) -> tuple[Indices, int]:
    """Return which pairs are among the BEST of either of their texts, and how many texts have more."""
    times = np.bincount(a, minlength=count) + np.bincount(b, minlength=count)
    cut = int(np.count_nonzero(times > BEST))
    if not cut:
        return np.arange(len(a)), 0
    wanted = np.zeros(len(a), np.bool_)
    ends = np.concatenate((a, b))
    pairs = np.tile(np.arange(len(a)), 2)
    order = np.lexsort((pairs, -agreeing[pairs].astype(np.int16), ends))
    first = np.searchsorted(ends[order], ends[order])
    wanted[pairs[order[np.arange(len(order)) - first < BEST]]] = True
    return np.flatnonzero(wanted), cut
