"""One text against a large library: its nearest texts in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from core.alphabet import Alphabet
from core.candidates import BANDS, ROWS, agreeing_slots, distinct, needed_slots
from core.similarity import Compared, Likeness, compared

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


class Meeting(Protocol):
    """Knows which texts may be near."""

    def meeting(self, sketch: NDArray[np.uint16], at_least: int) -> Indices:
        """Return the texts that share a band with `sketch` and agree in `at_least` slots, the best first."""
        ...


class SketchIndex:
    """The sketches of a library in the order of each band: 256 bytes a text beside the sketches, 5 s a million."""

    def __init__(
        self,
        sketches: NDArray[np.uint16],
        orders: NDArray[np.uint32] | None = None,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        """Take the sketches [n, 128], which are kept, not copied.

        Args:
            orders: [64, n] the texts in the order of each band, as an earlier index of these sketches had them; None
                to sort them.
            pause: called after each band that is sorted.
        """
        self._sketches = sketches
        self.orders = np.empty((BANDS, len(sketches)), np.uint32) if orders is None else orders
        for band in range(BANDS if orders is None else 0):
            self.orders[band] = np.argsort(_keys(sketches[:, ROWS * band : ROWS * (band + 1)]))
            pause()

    def __len__(self) -> int:
        return len(self._sketches)

    def meeting(self, sketch: NDArray[np.uint16], at_least: int) -> Indices:
        """Return the texts that share a band with `sketch` and agree in `at_least` slots, the best first."""
        return best_first(*self.agreeing(sketch), at_least)

    def agreeing(self, sketch: NDArray[np.uint16]) -> tuple[Indices, NDArray[np.uint8]]:
        """Return the texts that share a band with `sketch`, rising, and in how many slots each agrees."""
        starts, stops = self._bounds(_keys(sketch.reshape(BANDS, ROWS)))
        met = [
            self.orders[band, start : stop : -(-(stop - start) // BUCKET) or 1]
            for band, (start, stop) in enumerate(zip(starts.tolist(), stops.tolist(), strict=True))
        ]
        texts = distinct(np.concatenate(met)).astype(np.intp)
        return texts, agreeing_slots(self._sketches[texts] == sketch)

    def _bounds(self, keys: NDArray[np.uint32]) -> tuple[Indices, Indices]:
        """Return where in each band's order the texts with its key start and end, all bands searched at once."""
        bands = np.tile(np.arange(BANDS), 2)
        wanted = np.tile(keys, 2)
        is_right = np.repeat([False, True], BANDS)
        low, high = np.zeros(2 * BANDS, np.intp), np.full(2 * BANDS, len(self), np.intp)
        while (low < high).any():
            middle = (low + high) // 2
            texts = self.orders[bands, np.minimum(middle, len(self) - 1)]
            slots = self._sketches[texts[:, None], ROWS * bands[:, None] + np.arange(ROWS)]
            found = _keys(slots)
            goes_on = (low < high) & ((found < wanted) | (is_right & (found == wanted)))
            high = np.where((low < high) & ~goes_on, middle, high)
            low = np.where(goes_on, middle + 1, low)
        return low[:BANDS], low[BANDS:]


def best_first(texts: Indices, agreeing: NDArray[np.uint8], at_least: int) -> Indices:
    """Return the texts that agree in `at_least` slots, those that agree in most first; of equal ones the smaller."""
    is_enough = agreeing >= at_least
    texts, agreeing = texts[is_enough], agreeing[is_enough]
    return texts[np.lexsort((texts, -agreeing.astype(np.int16)))]


def _keys(slots: NDArray[np.uint16]) -> NDArray[np.uint32]:
    """Return the two slots of a band as one number."""
    return np.asarray((slots[:, 0].astype(np.uint32) << np.uint32(16)) | slots[:, 1])


def nearest(
    sketch: NDArray[np.uint16],
    ids: Tokens,
    index: Meeting,
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
    own = Compared(ids, alphabet.text)
    found = []
    for text, others in zip(texts.tolist(), load_tokens(texts), strict=True):
        like = compared(own, Compared(others, alphabet.text), at_least)
        if like is not None:
            found.append(Near(text, like))
    return sorted(found, key=lambda near: (-near.like.similarity, near.index))
