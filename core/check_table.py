"""The library's texts made ready for checks: from the sorted file beside the index, else loaded once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.containment import LEAST, LONGER
from core.fingerprint import hamming
from core.lookups import base_of_table, joined, usable_base
from core.near import load_table
from core.nearest import nearest
from core.own_words import template_texts, tokens_of
from core.packing import unpacked
from core.passages import boilerplate, shares, sources, template_places, template_shingles
from core.similarity import likeness
from core.sorted_texts import TextLookup, sorted_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from core.index import Index
    from core.lookups import Base
    from core.passages import Passage, Shares
    from core.settings import Settings
    from core.text_index import TextRow

    LoadTokens = Callable[[NDArray[np.intp]], Sequence[NDArray[np.uint32]]]


@dataclass(frozen=True, slots=True)
class Alike:
    """A text of the library that is like a checked one.

    Attributes:
        relation: "similar", "contained" or "passages".
        share: of the checked text that stands there.
        shares: of "contained" and "passages": with and without references and templates.
    """

    text: int
    relation: str
    similarity: float
    share: float
    hamming: int | None
    shares: Shares | None = None


@dataclass(frozen=True, slots=True)
class Likes:
    """What is like a checked text.

    Attributes:
        repeated: how much of it stands in all documents with passages of it together.
    """

    found: tuple[Alike, ...]
    repeated: Shares


class CheckTable:
    """Sketches and samples of all texts, sorted for look-ups."""

    def __init__(self) -> None:
        self._state: tuple[str, int] | None = None
        self._base: Base | None = None
        self._lookup: TextLookup | None = None
        self._load_tokens: LoadTokens = _no_tokens
        self._templates: NDArray[np.uint64] = np.zeros(0, np.uint64)
        self._templates_of: tuple[object, ...] = ()

    @classmethod
    def of_rows(cls, rows: Sequence[TextRow]) -> CheckTable:
        """Return a table of texts that no library has; their numbers are their places in `rows`."""
        made = cls()
        ids = [np.frombuffer(unpacked(row.tokens), np.uint32) for row in rows]
        made._load_tokens = lambda places: [ids[place] for place in places.tolist()]
        made._lookup = TextLookup(
            sorted_texts(
                ids=np.arange(len(rows)),
                digests=[row.digest for row in rows],
                counts=np.array([row.token_count for row in rows], np.int32),
                simhashes=np.array([row.simhash or 0 for row in rows], np.uint64),
                has_simhash=np.array([row.simhash is not None for row in rows], np.bool_),
                sketches=np.array([np.frombuffer(row.slots, np.uint16) for row in rows]).reshape(-1, 128),
                samples=[np.frombuffer(row.samples, np.uint64) for row in rows],
            )
        )
        return made

    def brought_up_to_date(self, index: Index) -> CheckTable:
        """Take what changed in the library's texts since the last time, and return this table."""
        state = index.texts.state()
        if state == self._state:
            return self
        base = usable_base(index, self._base)
        lookup = None if base is None else joined(index, base)
        if lookup is None:
            base = base_of_table(load_table(index)[0], index)
            lookup = TextLookup(base.texts)
        self._base, self._lookup, self._state = base, lookup, state
        ids = lookup.ids

        def load_tokens(places: NDArray[np.intp]) -> Sequence[NDArray[np.uint32]]:
            return [np.frombuffer(unpacked(index.texts.tokens(text)), np.uint32) for text in ids[places].tolist()]

        self._load_tokens = load_tokens
        return self

    def take_templates(self, folders: Sequence[str], index: Index) -> None:
        """Load the texts of the user's templates that the library knows, if they are others than before."""
        wanted = (tuple(folders), self._state)
        if wanted == self._templates_of:
            return
        tokens = [tokens_of(text, index) for text in template_texts(folders, index)]
        self._templates, self._templates_of = template_shingles(tokens), wanted

    def alike(
        self,
        text: TextRow,
        settings: Settings,
        index: Index | None,
        least_passages: float,
        references: int | None = None,
    ) -> Likes:
        """Return the texts that are similar to a text, hold it, or hold passages of it.

        Args:
            index: of the library whose texts these are; None for a table of rows.
            references: tokens before the list of references; None where it has none.
        """
        ids = np.frombuffer(unpacked(text.tokens), np.uint32)
        body = len(ids) if references is None else min(references, len(ids))
        is_template = self._template_places(ids)
        texts = self._lookup
        if texts is None or not len(texts):
            return Likes((), shares((), body, is_template))
        similar = self._similar(text, ids, texts, settings, index)
        found = [
            Alike(int(texts.ids[place]), "similar", figures[0], figures[1], _distance(text, texts, place))
            for place, figures in similar.items()
        ]
        passages: list[Passage] = []
        for source in sources(ids, texts, self._load_tokens, body):
            passages += source.passages
            if source.index in similar or source.share < least_passages:
                continue
            is_longer = int(texts.counts[source.index]) >= LONGER * len(ids)
            is_held = is_longer and source.share >= max(settings.contained, LEAST)
            found.append(
                Alike(
                    text=int(texts.ids[source.index]),
                    relation="contained" if is_held else "passages",
                    similarity=self._similarity(ids, source.index),
                    share=source.share,
                    hamming=_distance(text, texts, source.index),
                    shares=shares(source.passages, body, is_template),
                )
            )
        return Likes(tuple(found), shares(passages, body, is_template))

    def _template_places(self, ids: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which tokens are a template's of the user, or stand in very many documents."""
        places = template_places(ids, self._templates)
        for one in boilerplate(ids, self._lookup) if self._lookup is not None else ():
            places[one.start : one.end] = True
        return places

    def _similar(
        self, text: TextRow, ids: NDArray[np.uint32], texts: TextLookup, settings: Settings, index: Index | None
    ) -> dict[int, tuple[float, float]]:
        """Return similarity and share by place: candidates of the sketches, and of the SimHash segments."""
        near = nearest(
            np.frombuffer(text.slots, np.uint16),
            ids,
            texts,
            texts.counts,
            load_tokens=self._load_tokens,
            settings=settings,
        )
        found = {one.index: (one.like.similarity, one.like.share_a) for one in near}
        if index is not None and text.simhash is not None and text.segments is not None:
            for number, _ in index.texts.within_three(text.simhash, text.segments):
                place = texts.place(number)
                if place is None or place in found or texts.counts[place] < settings.minimum_tokens:
                    continue
                like = likeness(ids, self._tokens(place), settings.similarity)
                if like is not None and like.similarity >= settings.similarity:
                    found[place] = (like.similarity, like.share_a)
        return found

    def _tokens(self, place: int) -> NDArray[np.uint32]:
        return self._load_tokens(np.array([place], np.intp))[0]

    def _similarity(self, ids: NDArray[np.uint32], place: int) -> float:
        like = likeness(ids, self._tokens(place))
        return 0.0 if like is None else like.similarity


def _distance(text: TextRow, texts: TextLookup, place: int) -> int | None:
    if text.simhash is None or not texts.has_simhash[place]:
        return None
    return hamming(text.simhash, int(texts.simhashes[place]))


def _no_tokens(places: NDArray[np.intp]) -> Sequence[NDArray[np.uint32]]:
    """Load nothing: no library is known yet."""
    return [np.zeros(0, np.uint32) for _ in places.tolist()]
