"""One text against a large library: its nearest texts in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from core.alphabet import Alphabet
from core.candidates import BANDS, ROWS, needed_slots
from core.similarity import Compared, Likeness, compared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from core.settings import Settings

    Tokens = NDArray[np.uint32]
    Indices = NDArray[np.intp]

TRIED: Final = 64
"""Texts whose tokens are compared: those whose sketches agree most."""

BUCKET: Final = 4096
"""Texts of one bucket that are looked at; of more, evenly spaced ones."""


@dataclass(frozen=True, slots=True)
class Near:
    """A text of the library and how alike it is; `like.share_a` is the share of the checked text."""

    index: int
    like: Likeness


class SketchIndex:
    """The sketches of a library, sorted by each band: 512 bytes a text, built in about 5 s a million."""

    def __init__(self, sketches: NDArray[np.uint16], pause: Callable[[], None] = lambda: None) -> None:
        """Sort the sketches [n, 128]; the array itself is not kept. `pause` is called after each band."""
        self._keys = np.empty((BANDS, len(sketches)), np.uint32)
        self._orders = np.empty((BANDS, len(sketches)), np.uint32)
        for band in range(BANDS):
            first, second = sketches[:, ROWS * band].astype(np.uint32), sketches[:, ROWS * band + 1]
            self._keys[band] = (first << np.uint32(16)) | second
            self._orders[band] = np.argsort(self._keys[band])
            pause()

    def __len__(self) -> int:
        return self._keys.shape[1]

    def meeting(self, sketch: NDArray[np.uint16], at_least: int) -> Indices:
        """Return the texts that share a band with `sketch` and agree in `at_least` slots, the best first."""
        halves = sketch.reshape(BANDS, ROWS).astype(np.uint32)
        keys = (halves[:, 0] << np.uint32(16)) | halves[:, 1]
        met = list(self._buckets(keys))
        texts = np.unique(np.concatenate(met)) if met else np.zeros(0, np.uint32)
        differ = self._keys[:, texts] ^ keys[:, None]
        agreeing = (differ < 1 << 16).sum(axis=0) + ((differ & np.uint32(0xFFFF)) == 0).sum(axis=0)
        best = np.argsort(-agreeing, kind="stable")
        found: Indices = texts[best[agreeing[best] >= at_least]].astype(np.intp)
        return found

    def _buckets(self, keys: NDArray[np.uint32]) -> Iterator[NDArray[np.uint32]]:
        for band, key in enumerate(keys):
            order = self._orders[band]
            start = int(np.searchsorted(self._keys[band], key, "left", sorter=order))
            stop = int(np.searchsorted(self._keys[band], key, "right", sorter=order))
            yield order[start : stop : -(-(stop - start) // BUCKET) or 1]


def nearest(
    sketch: NDArray[np.uint16],
    ids: Tokens,
    index: SketchIndex,
    counts: NDArray[np.int32],
    *,
    load_tokens: Callable[[Indices], Sequence[Tokens]],
    settings: Settings,
) -> list[Near]:
    """Return the texts of the library that are similar to a text, the most similar first.

    Args:
        sketch, ids: of the text.
        counts: [n] tokens of the library's texts.
        load_tokens: returns the token ids of the texts at these indices.
    """
    if len(ids) < settings.minimum_tokens:
        return []
    at_least = settings.similarity
    texts = index.meeting(sketch, needed_slots(at_least))
    shorter, longer = np.minimum(counts[texts], len(ids)), np.maximum(counts[texts], len(ids))
    fits = (2 * shorter >= at_least * (shorter + longer - 8)) & (counts[texts] >= settings.minimum_tokens)
    texts = texts[fits][:TRIED]
    alphabet = Alphabet()
    own = Compared(ids, alphabet.text(ids))
    found = []
    for text, others in zip(texts.tolist(), load_tokens(texts), strict=True):
        like = compared(own, Compared(others, alphabet.text(others)), at_least)
        if like is not None:
            found.append(Near(text, like))
    return sorted(found, key=lambda near: (-near.like.similarity, near.index))
