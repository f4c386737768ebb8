"""Many texts at once: their characters, bins of shingles and of tokens, and their words, made in few calls.

For a text of some hundred tokens the calls cost more than the tokens; here all texts of a batch share them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from core.fingerprint import BAG, LONG_SHINGLE, bag_bins
from core.text import are_numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]
    Indices = NDArray[np.intp]

MOST_TOKENS: Final = 0xFFFF
"""Tokens a text may have here: shingles are counted in 16 bits."""

BINS: Final = 1 << 10
"""Bins of shingles: texts that are alike differ in few shingles, and these rarely fall on each other."""

_TOGETHER: Final = 1 << 16
"""Tokens, and counts of pairs, that are looked at in one call: more would leave the processor's own memory."""

_FACTORS: Final = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1)
_LANES: Final = np.uint64(0x0001000100010001)


class TextRows:
    """Texts of LONG_SHINGLE to MOST_TOKENS tokens each, one a row.

    Attributes:
        sizes: tokens.
        texts: as strings, one character a token.
    """

    def __init__(self, tokens: Sequence[Tokens], write: Callable[[Tokens], str]) -> None:
        """Take the token ids of each text, and what writes them as strings."""
        self.sizes = np.array([len(one) for one in tokens], np.int64)
        self.texts: list[str] = []
        self._tokens = tokens
        self._bins = np.empty((len(tokens), BINS), np.uint16)
        for rows, ids, row in self._parts(np.arange(len(tokens))):
            ends = np.cumsum(self.sizes[rows])
            self._bins[rows] = _shingle_bins(ids, row, ends)
            whole, cuts = write(ids), ends.tolist()
            self.texts += [whole[start:end] for start, end in zip([0, *cuts[:-1]], cuts, strict=True)]

    def most_shingles(self, a: Indices, b: Indices) -> NDArray[np.int64]:
        """Return how many shingles of LONG_SHINGLE tokens the rows `a[i]` and `b[i]` have in common at most."""
        shared = np.empty(len(a), np.int64)
        step = _TOGETHER // BINS
        for start in range(0, len(a), step):
            pairs = slice(start, start + step)
            fours = np.minimum(self._bins[a[pairs]], self._bins[b[pairs]]).view(np.uint64)
            shared[pairs] = (fours.sum(axis=1, dtype=np.uint64) * _LANES) >> np.uint64(48)
        return shared

    def agreeing(self, a: Indices, b: Indices) -> NDArray[np.float64]:
        """Return how many pairs of a token of `a[i]` and one of `b[i]` fall into the same bin of a bag."""
        wanted, places = np.unique(np.concatenate((a, b)), return_inverse=True)
        bags = np.empty((len(wanted), BAG))
        for rows, ids, row in self._parts(wanted):
            counted = np.bincount(row * BAG + bag_bins(ids), minlength=BAG * len(rows))
            bags[np.searchsorted(wanted, rows)] = counted.reshape(-1, BAG)
        return np.asarray(np.einsum("ij,ij->i", bags[places[: len(a)]], bags[places[len(a) :]]))

    def have_same_words(self, a: Indices, b: Indices) -> NDArray[np.bool_]:
        """Return which of the rows `a[i]` and `b[i]` are equal where tokens that are numbers are left out."""
        pairs = list(zip(a.tolist(), b.tolist(), strict=True))
        first = np.array([_first_different(self._tokens[one], self._tokens[other]) for one, other in pairs], np.uint32)
        first = first.reshape(-1, 2)
        same = np.asarray(are_numbers(first).any(axis=1) | (first[:, 0] == first[:, 1]))
        for place in np.flatnonzero(same).tolist():
            one, other = (self._tokens[row] for row in pairs[place])
            same[place] = np.array_equal(one[~are_numbers(one)], other[~are_numbers(other)])
        return same

    def _parts(self, rows: Indices) -> Iterator[tuple[Indices, Tokens, Indices]]:
        """Yield some rows, their token ids one after the other, and the number of each token's row among them."""
        ends = np.cumsum(self.sizes[rows])
        start = 0
        while start < len(rows):
            done = int(ends[start - 1]) if start else 0
            stop = max(start + 1, int(np.searchsorted(ends, done + _TOGETHER, "right")))
            part = rows[start:stop]
            ids = np.concatenate([self._tokens[row] for row in part.tolist()])
            yield part, ids, np.repeat(np.arange(len(part)), self.sizes[part])
            start = stop


def _first_different(a: Tokens, b: Tokens) -> tuple[np.uint32, np.uint32]:
    """Return the first two tokens that differ, any two equal ones where one text begins with the other."""
    size = min(len(a), len(b))
    place = (a[:size] != b[:size]).argmax()
    return a[place], b[place]


def _shingle_bins(ids: Tokens, row: Indices, ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many shingles of each text fall into each bin; equal shingles fall into the same one."""
    count = len(ids) - LONG_SHINGLE + 1
    keys = ids[:count] * np.uint32(_FACTORS[0])
    for offset in range(1, LONG_SHINGLE):
        keys += ids[offset : offset + count] * np.uint32(_FACTORS[offset])
    cells = row[:count] * BINS + (keys >> np.uint32(32 - BINS.bit_length() + 1)).astype(np.intp)
    bins = np.bincount(cells, minlength=BINS * len(ends))
    across = (ends[:-1, None] - np.arange(1, LONG_SHINGLE)).ravel()
    bins -= np.bincount(cells[across], minlength=len(bins))
    return bins.reshape(-1, BINS)
