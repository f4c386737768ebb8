"""The similarity of many pairs at once, where the order of the tokens decides; the others are left to be looked at.

What is decided here is what `similarity.compared` and `similarity.changes_of` say of each pair alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from core.fingerprint import LONG_SHINGLE
from core.similarity import BELOW_ONE, CHANCE_MARGIN, common_length, edits_between, figures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.text_rows import TextRows

    Indices = NDArray[np.intp]
    Shares = NDArray[np.float64]
    Counts = NDArray[np.int64]

_SAFE: Final = 1 - 1e-6
"""The chance is estimated here with other roundings than pair by pair: what comes so near the limit is left."""


@dataclass(frozen=True, slots=True)
class Found:
    """Pairs that are similar by the order of their tokens, a column for each figure of `verification.Pair`.

    Attributes:
        places: which of the pairs asked about they are, rising.
    """

    places: Indices
    similarity: Shares
    share_a: Shares
    share_b: NDArray[np.float64]
    changed: NDArray[np.int64]
    added: NDArray[np.int64]
    removed: NDArray[np.int64]
    only_numbers: NDArray[np.bool_]


def found_in_order(rows: TextRows, a: Indices, b: Indices, at_least: float) -> tuple[Found, Indices]:
    """Return the pairs of rows whose similarity is that of their order, and the places of those left undecided.

    All other pairs are below `at_least`. Left are equal texts, pairs that may be more alike by passages, and those
    whose figure may be one of chance.
    """
    shared = _in_order(rows, a, b, at_least)
    total = rows.sizes[a] + rows.sizes[b]
    similarity = np.minimum(figures(2 * shared, total), BELOW_ONE)
    is_found = (similarity >= at_least) & (shared > 0)
    similarity[~is_found] = 0.0
    passages = _most_by_passages(rows, a, b)
    is_left = (passages >= at_least) & (passages > similarity)
    places = np.flatnonzero(is_found & ~is_left)
    is_doubtful = _may_be_chance(rows, a[places], b[places], similarity[places])
    is_left[places[is_doubtful]] = True
    places = places[~is_doubtful]
    counted = _changes(rows, a[places], b[places], shared[places])
    return Found(places, similarity[places], *counted), np.flatnonzero(is_left)


def _in_order(rows: TextRows, a: Indices, b: Indices, at_least: float) -> Counts:
    """Return how many tokens each pair has in common in order; 0 where they are too few for `at_least`."""
    shorter, total = np.minimum(rows.sizes[a], rows.sizes[b]), rows.sizes[a] + rows.sizes[b]
    shared = np.zeros(len(a), np.int64)
    fits = np.flatnonzero(figures(2 * shorter, total) >= at_least)
    cutoffs = np.maximum(0, (at_least * total[fits] / 2).astype(np.int64) - 1)
    texts = rows.texts
    asked = zip(a[fits].tolist(), b[fits].tolist(), cutoffs.tolist(), strict=True)
    shared[fits] = [common_length(texts[one], texts[other], cutoff) for one, other, cutoff in asked]
    return shared


def _most_by_passages(rows: TextRows, a: Indices, b: Indices) -> Shares:
    """Return what the similarity by passages is at most."""
    total = rows.sizes[a] + rows.sizes[b] - 2 * (LONG_SHINGLE - 1)
    return figures(2 * rows.most_shingles(a, b), total)


def _may_be_chance(rows: TextRows, a: Indices, b: Indices, similarity: Shares) -> NDArray[np.bool_]:
    """Return where `similarity.chance_estimate` comes near the limit from which the chance itself is worked out."""
    root = np.sqrt(rows.agreeing(a, b) / (rows.sizes[a] * rows.sizes[b]))
    return np.asarray(2 * root / (1 + root) > _SAFE * CHANCE_MARGIN * similarity / (2 - similarity))


def _changes(
    rows: TextRows, a: Indices, b: Indices, shared: Counts
) -> tuple[Shares, Shares, Counts, Counts, Counts, NDArray[np.bool_]]:
    """Return both shares of what is in order, how many tokens changed, came and went, and if only numbers did."""
    size_a, size_b, texts = rows.sizes[a], rows.sizes[b], rows.texts
    pairs = zip(a.tolist(), b.tolist(), shared.tolist(), strict=True)
    edits = np.array([edits_between(texts[one], texts[other], common) for one, other, common in pairs], np.int64)
    changed = size_a + size_b - 2 * shared - edits
    added, removed = size_b - shared - changed, size_a - shared - changed
    shares = figures(shared, size_a), figures(shared, size_b)
    return *shares, changed, added, removed, rows.have_same_words(a, b)
