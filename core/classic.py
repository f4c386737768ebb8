"""The classic verdict: two texts are near duplicates when at most k bits of their SimHashes differ.

The verdict is the fingerprint's alone; the figure shown beside it is still computed from the texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.documents import MeasuredBy, Relation
from core.packing import unpacked
from core.simhash_search import pairs_within
from core.similarity import changes, likeness
from core.text_index import PairRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.index import Index

BELOW_EQUAL = 0.9999
"""Texts with equal words and other punctuation: 1 is for equal canonical texts only."""


def classic_pairs(simhashes: Mapping[int, int], radius: int, stored: Iterable[PairRow], index: Index) -> list[PairRow]:
    """Return the pairs of texts whose SimHashes differ in at most `radius` bits.

    Args:
        simhashes: of each text that has one.
        stored: pairs that were compared before, whose figures are used again.
    """
    texts = sorted(simhashes)
    values = np.array([simhashes[text] for text in texts], np.uint64)
    known = {(pair.a, pair.b): pair for pair in stored}
    first, second, _ = pairs_within(values, radius)
    found = []
    for one, other in zip(first.tolist(), second.tolist(), strict=True):
        a, b = texts[one], texts[other]
        found.append(known.get((a, b)) or _compared(a, b, index))
    return found


def _compared(a: int, b: int, index: Index) -> PairRow:
    tokens_a, tokens_b = (np.frombuffer(unpacked(index.texts.tokens(text)), np.uint32) for text in (a, b))
    like = likeness(tokens_a, tokens_b)
    counts = changes(tokens_a, tokens_b)
    return PairRow(
        a=a,
        b=b,
        kind=Relation.SIMILAR.value,
        similarity=min(like.similarity, BELOW_EQUAL) if like else 0.0,
        by=(like.by if like else MeasuredBy.ORDER).value,
        share_a=like.share_a if like else 0.0,
        share_b=like.share_b if like else 0.0,
        changed=counts.changed,
        added=counts.added,
        removed=counts.removed,
        only_numbers=counts.only_numbers,
    )
