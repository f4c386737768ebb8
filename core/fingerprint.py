"""Fingerprints of a text: SimHash with its segments, sketch, token bag, sampled shingles."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from core.text import mix

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

FINGERPRINT_VERSION: Final = "simhash 1, sketch 1"
"""Names the formulas below; fingerprints made under another name are made again."""

SLOTS: Final = 128
"""Slots of a sketch: 128 with bands of 2 find 0.999 of the corpus' pairs at 0.5 and more."""

SHINGLE: Final = 3
"""Tokens of a shingle for the sketch: with 5, runs of six changed words hide half of the pairs at 0.5."""

BAG: Final = 256
LONG_SHINGLE: Final = 5
"""Tokens of a shingle for containment and passages."""

SAMPLED: Final = 16
"""One long shingle in so many is kept: enough to find 200 tokens in 50,000."""

LONGEST_SHINGLE: Final = 12
VOTE_SIZE: Final = 8
_SLOT_BITS = SLOTS.bit_length() - 1
_EMPTY = np.uint64(2**64 - 1)
_LOW_48 = np.uint64(2**48 - 1)
_ODD = np.uint64(0x9E3779B97F4A7C15)


def simhash(weights: Mapping[str, float]) -> int:
    """Return the 64-bit SimHash of weighted words: bit i is set where the words with it set weigh more.

    A word votes with the first eight bytes of its MD5; weights are taken to a thousandth, so that the order of the
    words does not matter.

    Source: M. Charikar, Similarity estimation techniques from rounding algorithms, STOC 2002.
    """
    if not weights:
        return 0
    votes = np.frombuffer(b"".join(map(_remembered_vote, weights)), np.uint8).reshape(-1, VOTE_SIZE)
    return simhash_of(votes, np.fromiter(weights.values(), np.float64, len(weights)))


def simhash_of(votes: NDArray[np.uint8], weights: NDArray[np.float64]) -> int:
    """Return what `simhash` does, of words given as their votes, a row each, and their weights."""
    weight = np.rint(weights * 1000)
    cells = votes.astype(np.intp) + (np.arange(8) * 256)
    sums = np.bincount(cells.ravel(), np.repeat(weight, 8), 8 * 256).reshape(8, 256)
    balance = np.einsum("ij,jk->ik", sums, _signs()).ravel()
    return int.from_bytes(np.packbits(balance > 0).tobytes(), "big")


def segments(value: int) -> tuple[int, int, int, int]:
    """Return the four 16-bit segments of a SimHash, the highest first."""
    return value >> 48 & 0xFFFF, value >> 32 & 0xFFFF, value >> 16 & 0xFFFF, value & 0xFFFF


def hamming(a: int, b: int) -> int:
    """Return in how many of 64 bits `a` and `b` differ: 0 to 64.

    Source: R. W. Hamming, Error detecting and error correcting codes, 1950.
    """
    return (a ^ b).bit_count()


def shingles(ids: NDArray[np.uint32], size: int, seed: int = 0) -> NDArray[np.uint64]:
    """Return a 64-bit hash of each run of `size` tokens, in order; one for the whole of a shorter, non-empty text.

    `size` is at most LONGEST_SHINGLE.
    """
    return mix(keys_of_shingles(ids, size, seed))


def keys_of_shingles(ids: NDArray[np.uint32], size: int, seed: int = 0) -> NDArray[np.uint64]:
    """Return what `shingles` does before it is mixed: quicker, equal where the shingles are, good in its high bits."""
    if not len(ids):
        return np.zeros(0, np.uint64)
    size = min(size, len(ids))
    count = len(ids) - size + 1
    wide = ids.astype(np.uint64)
    whole = np.full(count, (seed * int(_ODD) + size) % 2**64, np.uint64)
    for offset, factor in zip(range(size), _factors(), strict=False):
        whole += wide[offset : offset + count] * factor
    return whole


def sketch(ids: NDArray[np.uint32], seed: int = 0) -> NDArray[np.uint16]:
    """Return 128 slots of 16 bits; two texts agree in about as many of them as their 3-token shingles have in common.

    A text without tokens has all slots 0. Another `seed` gives another, independent sketch.

    Source: S. Dahlgaard, M. Knudsen, M. Thorup, Fast similarity sketching, FOCS 2017.
    """
    hashes = shingles(ids, SHINGLE, seed)
    if not len(hashes):
        return np.zeros(SLOTS, np.uint16)
    slots = np.full(SLOTS, _EMPTY, np.uint64)
    together = max(1, 1024 // len(hashes))
    for first in range(0, 2 * SLOTS, together):
        rounds = np.arange(first, min(first + together, 2 * SLOTS), dtype=np.uint64)[:, None]
        values = mix(hashes[None, :] ^ mix((rounds + np.uint64(1)) * _ODD))
        places = np.where(rounds < SLOTS, values >> np.uint64(64 - _SLOT_BITS), rounds & np.uint64(SLOTS - 1))
        np.minimum.at(slots, places.ravel().astype(np.intp), ((rounds << np.uint64(48)) | (values & _LOW_48)).ravel())
        if (slots != _EMPTY).all():
            break
    return (mix(slots) >> np.uint64(48)).astype(np.uint16)


def bag(ids: NDArray[np.uint32]) -> NDArray[np.uint16]:
    """Return how often tokens fall into each of 256 bins, at most 65,535 a bin."""
    return np.minimum(np.bincount(bag_bins(ids), minlength=BAG), 0xFFFF).astype(np.uint16)


def bag_bins(ids: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return into which bin of a bag each token falls."""
    return (ids * np.uint32(0x9E3779B1)) >> np.uint32(24)


def samples(ids: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """Return the distinct 5-token shingles whose hash is below 1/16 of the range, sorted."""
    hashes = shingles(ids, LONG_SHINGLE)
    ranked = np.sort(hashes[hashes < np.uint64(2**64 // SAMPLED)])
    return ranked[np.concatenate(([True], ranked[1:] != ranked[:-1]))] if len(ranked) else ranked


def vote(word: str) -> bytes:
    """Return how a word votes on each bit of a SimHash: the first eight bytes of its MD5."""
    return hashlib.md5(word.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()[:VOTE_SIZE]


_remembered_vote = lru_cache(maxsize=1 << 17)(vote)


@cache
def _factors() -> tuple[np.uint64, ...]:
    """Return an odd factor for each place in a shingle."""
    return tuple(mix(np.arange(1, LONGEST_SHINGLE + 1, dtype=np.uint64) * _ODD) | np.uint64(1))


@cache
def _signs() -> NDArray[np.float64]:
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1)
    return bits.astype(np.float64) * 2 - 1
