"""The library's texts made ready for checks: loaded once, used for every file that is dropped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.compare import TextTable
from core.containment import LEAST, LONGER
from core.fingerprint import hamming
from core.near import load_table
from core.nearest import SketchIndex, nearest
from core.packing import unpacked
from core.passages import Postings, sources
from core.similarity import likeness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from core.index import Index
    from core.settings import Settings
    from core.text_index import TextRow


@dataclass(frozen=True, slots=True)
class Alike:
    """A text of the library that is like a checked one.

    Attributes:
        relation: "similar", "contained" or "passages".
        share: of the checked text that stands there.
    """

    text: int
    relation: str
    similarity: float
    share: float
    hamming: int | None


class CheckTable:
    """Sketches and samples of all texts, sorted for look-ups."""

    def __init__(self) -> None:
        self._state: tuple[int, ...] = ()
        self._table: TextTable | None = None
        self._sketches = SketchIndex(np.zeros((0, 128), np.uint16))
        self._postings = Postings([])
        self._places: dict[int, int] = {}

    def brought_up_to_date(self, index: Index) -> CheckTable:
        """Load the library's texts anew if they changed, and return this table."""
        state = index.texts.state()
        if state != self._state or self._table is None:
            self._table, _ = load_table(index)
            self._sketches = SketchIndex(self._table.sketches)
            self._postings = Postings(self._table.samples)
            self._places = {text: place for place, text in enumerate(self._table.ids.tolist())}
            self._state = state
        return self

    def alike(self, text: TextRow, settings: Settings, index: Index, least_passages: float) -> Iterator[Alike]:
        """Yield the texts that are similar to a text, hold it, or hold passages of it."""
        table = self._table
        if table is None or not len(table.ids):
            return
        ids = np.frombuffer(unpacked(text.tokens), np.uint32)
        similar = self._similar(text, ids, table, settings, index)
        for place, found in similar.items():
            yield Alike(int(table.ids[place]), "similar", found[0], found[1], self._distance(text, place))
        for source in sources(ids, self._postings, table.load_tokens):
            if source.index in similar or source.share < least_passages:
                continue
            is_longer = int(table.counts[source.index]) >= LONGER * len(ids)
            is_held = is_longer and source.share >= max(settings.contained, LEAST)
            yield Alike(
                text=int(table.ids[source.index]),
                relation="contained" if is_held else "passages",
                similarity=self._similarity(ids, table, source.index),
                share=source.share,
                hamming=self._distance(text, source.index),
            )

    def _similar(
        self, text: TextRow, ids: NDArray[np.uint32], table: TextTable, settings: Settings, index: Index
    ) -> dict[int, tuple[float, float]]:
        """Return similarity and share by place: candidates of the sketches, and of the SimHash segments."""
        near = nearest(
            np.frombuffer(text.slots, np.uint16),
            ids,
            self._sketches,
            table.counts,
            load_tokens=table.load_tokens,
            settings=settings,
        )
        found = {one.index: (one.like.similarity, one.like.share_a) for one in near}
        if text.simhash is not None and text.segments is not None:
            for number, _ in index.texts.within_three(text.simhash, text.segments):
                place = self._places.get(number)
                if place is None or place in found or table.counts[place] < settings.minimum_tokens:
                    continue
                like = likeness(ids, table.load_tokens(np.array([place], np.intp))[0], settings.similarity)
                if like is not None and like.similarity >= settings.similarity:
                    found[place] = (like.similarity, like.share_a)
        return found

    @staticmethod
    def _similarity(ids: NDArray[np.uint32], table: TextTable, place: int) -> float:
        like = likeness(ids, table.load_tokens(np.array([place], np.intp))[0])
        return 0.0 if like is None else like.similarity

    def _distance(self, text: TextRow, place: int) -> int | None:
        table = self._table
        if text.simhash is None or table is None or table.simhashes is None or table.has_simhash is None:
            return None
        return hamming(text.simhash, int(table.simhashes[place])) if table.has_simhash[place] else None
