"""The library's texts made ready for checks: loaded once, used for every file that is dropped."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.compare import TextTable
from core.containment import LEAST, LONGER
from core.fingerprint import hamming
from core.near import load_table
from core.nearest import SketchIndex, nearest
from core.packing import unpacked
from core.passages import Postings, boilerplate, shares, sources, template_places, template_shingles
from core.similarity import likeness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.index import Index
    from core.passages import Passage, Shares
    from core.settings import Settings
    from core.text_index import TextRow


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
        self._state: tuple[int, ...] = ()
        self._table: TextTable | None = None
        self._sketches = SketchIndex(np.zeros((0, 128), np.uint16))
        self._postings = Postings([])
        self._places: dict[int, int] = {}
        self._templates: NDArray[np.uint64] = np.zeros(0, np.uint64)
        self._templates_of: tuple[object, ...] = ()

    @classmethod
    def of_rows(cls, rows: Sequence[TextRow]) -> CheckTable:
        """Return a table of texts that no library has; their numbers are their places in `rows`."""
        made = cls()
        ids = [np.frombuffer(unpacked(row.tokens), np.uint32) for row in rows]
        samples = [np.frombuffer(row.samples, np.uint64) for row in rows]
        made._take(
            TextTable(
                ids=np.arange(len(rows)),
                digests=[row.digest for row in rows],
                counts=np.array([row.token_count for row in rows], np.int32),
                sketches=np.array([np.frombuffer(row.slots, np.uint16) for row in rows]).reshape(-1, 128),
                bags=None,
                samples=samples,
                load_tokens=lambda places: [ids[place] for place in places.tolist()],
                simhashes=np.array([row.simhash or 0 for row in rows], np.uint64),
                has_simhash=np.array([row.simhash is not None for row in rows], np.bool_),
            )
        )
        return made

    def brought_up_to_date(self, index: Index) -> CheckTable:
        """Load the library's texts anew if they changed, and return this table."""
        state = index.texts.state()
        if state != self._state or self._table is None:
            self._take(load_table(index)[0])
            self._state = state
        return self

    def _take(self, table: TextTable) -> None:
        self._table = table
        self._sketches = SketchIndex(table.sketches)
        self._postings = Postings(table.samples)
        self._places = {text: place for place, text in enumerate(table.ids.tolist())}

    def take_templates(self, folders: Sequence[str], index: Index) -> None:
        """Load the texts of the user's templates that the library knows, if they are others than before."""
        wanted = (tuple(folders), self._state)
        if wanted == self._templates_of:
            return
        rows = (row for folder in folders for row in index.files_under(folder))
        texts = {index.texts.text_of_path(os.fsencode(row.path)) for row in rows} - {None}
        tokens = [np.frombuffer(unpacked(index.texts.tokens(text)), np.uint32) for text in texts if text is not None]
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
        table = self._table
        if table is None or not len(table.ids):
            return Likes((), shares((), body, is_template))
        similar = self._similar(text, ids, table, settings, index)
        found = [
            Alike(int(table.ids[place]), "similar", figures[0], figures[1], self._distance(text, place))
            for place, figures in similar.items()
        ]
        passages: list[Passage] = []
        for source in sources(ids, self._postings, table.load_tokens, body):
            passages += source.passages
            if source.index in similar or source.share < least_passages:
                continue
            is_longer = int(table.counts[source.index]) >= LONGER * len(ids)
            is_held = is_longer and source.share >= max(settings.contained, LEAST)
            found.append(
                Alike(
                    text=int(table.ids[source.index]),
                    relation="contained" if is_held else "passages",
                    similarity=self._similarity(ids, table, source.index),
                    share=source.share,
                    hamming=self._distance(text, source.index),
                    shares=shares(source.passages, body, is_template),
                )
            )
        return Likes(tuple(found), shares(passages, body, is_template))

    def _template_places(self, ids: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which tokens are a template's of the user, or stand in very many documents."""
        places = template_places(ids, self._templates)
        for one in boilerplate(ids, self._postings):
            places[one.start : one.end] = True
        return places

    def _similar(
        self, text: TextRow, ids: NDArray[np.uint32], table: TextTable, settings: Settings, index: Index | None
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
        if index is not None and text.simhash is not None and text.segments is not None:
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
