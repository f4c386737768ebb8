"""Pairs without the user's templates: what stands in a letterhead or in standard terms makes no two letters alike.

The stored pairs stay as they are, so that templates can be named and forgotten without a scan; only what is grouped
changes. A figure can only be made anew for a pair that is stored.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from core.documents import Relation
from core.fingerprint import LONG_SHINGLE, shingles
from core.packing import unpacked
from core.passages import passages_between, template_places, template_shingles
from core.similarity import BELOW_ONE, figure, likeness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from core.index import Index
    from core.text_index import PairRow

    Tokens = NDArray[np.uint32]

FEW = 30
"""With fewer tokens of its own a document is a version of its template."""


def template_texts(folders: Sequence[str], index: Index) -> set[int]:
    """Return the texts of the documents in the user's folders of templates that the library knows."""
    paths = (os.fsencode(row.path) for folder in folders for row in index.files_under(folder))
    return {text for path in paths if (text := index.texts.text_of_path(path)) is not None}


def tokens_of(text: int, index: Index) -> Tokens:
    """Return the token ids of a text."""
    return np.frombuffer(unpacked(index.texts.tokens(text)), np.uint32)


def own_pairs(
    pairs: Iterable[PairRow], folders: Sequence[str], index: Index, at_least: float = 0.0
) -> Iterator[PairRow]:
    """Yield the pairs with figures that leave out what stands in templates; those without a template's words as given.

    A document is like a template only while it has hardly any words of its own. Two documents of which one has none
    are given as they are: then the template is all that there is to compare.

    Args:
        at_least: similar pairs below this are not wanted, and given as they are.
    """
    templates = template_texts(folders, index)
    known = template_shingles([tokens_of(text, index) for text in sorted(templates)])
    own = _Own(known, lambda text: tokens_of(text, index))
    for pair in pairs:
        is_wanted = pair.similarity >= at_least or pair.kind == Relation.CONTAINED.value
        count = (pair.a in templates) + (pair.b in templates)
        if not len(known) or not is_wanted or count == 2:
            yield pair
        elif count:
            if len(own.of(pair.b if pair.a in templates else pair.a)) < FEW:
                yield pair
        elif not own.has_template(pair.a) and not own.has_template(pair.b):
            yield pair
        elif (changed := _measured(pair, own.of(pair.a), own.of(pair.b))) is not None:
            yield changed


def _measured(pair: PairRow, a: Tokens, b: Tokens) -> PairRow | None:
    """Return a pair with the figures of these tokens; None where they have nothing in common."""
    if not len(a) or not len(b):
        return pair
    like = likeness(a, b)
    if pair.kind == Relation.CONTAINED.value:
        share_a, share_b = _held(a, b), _held(b, a)
        similarity = like.similarity if like is not None else 0.0
        return replace(pair, similarity=min(similarity, BELOW_ONE), share_a=share_a, share_b=share_b)
    if like is None:
        return None
    return replace(
        pair,
        similarity=min(like.similarity, BELOW_ONE),
        by=like.by.value,
        share_a=like.share_a,
        share_b=like.share_b,
    )


def _held(inner: Tokens, outer: Tokens) -> float:
    """Return the share of a text that stands in passages of another."""
    found = passages_between(shingles(inner, LONG_SHINGLE), shingles(outer, LONG_SHINGLE))
    return figure(sum(one.end - one.start for one in found), len(inner))


class _Own:
    """The own tokens of texts; what was looked at is not read again."""

    def __init__(self, known: NDArray[np.uint64], load: Callable[[int], Tokens]) -> None:
        self._known = known
        self._load = load
        self._own: dict[int, Tokens] = {}
        self._touched: set[int] = set()

    def has_template(self, text: int) -> bool:
        """Return whether something of a template stands in a text."""
        self.of(text)
        return text in self._touched

    def of(self, text: int) -> Tokens:
        """Return the tokens that stand in no template."""
        if text not in self._own:
            ids = self._load(text)
            places = template_places(ids, self._known)
            self._own[text] = ids[~places]
            if places.any():
                self._touched.add(text)
        return self._own[text]
