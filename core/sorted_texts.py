"""Fingerprints of texts sorted for look-ups, and several such tables seen as one: a large one and what came since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from core.containment import FREQUENT
from core.nearest import SketchIndex, best_first
from core.passages import Postings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Indices = NDArray[np.intp]

_Kind = TypeVar("_Kind", bound="np.generic[Any]")


@dataclass(frozen=True, slots=True)
class SortedTexts:
    """Texts in the order of their ids, with their sketches and samples sorted.

    Attributes:
        ids: [n] the library's numbers of the texts, rising.
        digests: [n, 16] canonical digests.
        counts: [n] tokens.
        simhashes, has_simhash: [n] fingerprints, and which texts have one.
        sketches: [n, 128], as `fingerprint.sketch` makes them.
        orders: [64, n] the texts in the order of each band of their sketches (`nearest.SketchIndex`).
        shingles, holders: [m] the sampled shingles of all texts, rising, and the place of the text that has each.
    """

    ids: NDArray[np.int64]
    digests: NDArray[np.uint8]
    counts: NDArray[np.int32]
    simhashes: NDArray[np.uint64]
    has_simhash: NDArray[np.bool_]
    sketches: NDArray[np.uint16]
    orders: NDArray[np.uint32]
    shingles: NDArray[np.uint64]
    holders: NDArray[np.int32]


def sorted_texts(
    *,
    ids: NDArray[np.int64],
    digests: Sequence[bytes],
    counts: NDArray[np.int32],
    simhashes: NDArray[np.uint64],
    has_simhash: NDArray[np.bool_],
    sketches: NDArray[np.uint16],
    samples: Sequence[NDArray[np.uint64]],
    pause: Callable[[], None] = lambda: None,
) -> SortedTexts:
    """Sort texts for look-ups; 2 s for 100,000 texts of 800 tokens. `pause` is called now and then, and may raise."""
    postings = Postings.of(samples)
    pause()
    return SortedTexts(
        ids=ids,
        digests=np.frombuffer(b"".join(digests), np.uint8).reshape(-1, 16),
        counts=counts,
        simhashes=simhashes,
        has_simhash=has_simhash,
        sketches=sketches,
        orders=SketchIndex(sketches, pause=pause).orders,
        shingles=postings.shingles,
        holders=postings.texts,
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """One of the tables; `places` says where each of its texts is in all of them together, -1 where it is gone."""

    texts: SortedTexts
    sketches: SketchIndex
    postings: Postings
    places: Indices
    is_whole: bool


class TextLookup:
    """The texts of a library in the order of their ids: one table that does not change, and what came and went since.

    Its answers are those of one table of all texts. (One exception: of texts whose sketches share a band with more
    than 4,096 others, other ones may be left out.)

    Attributes:
        ids, counts, simhashes, has_simhash: of all texts, as in `SortedTexts`.
    """

    def __init__(
        self, base: SortedTexts, since: SortedTexts | None = None, gone: NDArray[np.int64] | None = None
    ) -> None:
        """Join tables.

        Args:
            since: texts that came, or changed, after `base` was made.
            gone: ids of texts of `base` that are no longer so: they changed, or went.
        """
        alive = [np.ones(len(base.ids), np.bool_)]
        if gone is not None:
            alive[0] = ~np.isin(base.ids, gone)
        tables = [base]
        if since is not None:
            tables.append(since)
            alive.append(np.ones(len(since.ids), np.bool_))
        order = np.argsort(np.concatenate([one.ids[is_alive] for one, is_alive in zip(tables, alive, strict=True)]))
        self._parts: list[_Part] = []
        rank = np.empty(len(order), np.intp)
        rank[order] = np.arange(len(order))
        for one, is_alive in zip(tables, alive, strict=True):
            places = np.full(len(one.ids), -1, np.intp)
            places[is_alive], rank = rank[: np.count_nonzero(is_alive)], rank[np.count_nonzero(is_alive) :]
            self._parts.append(
                _Part(
                    one,
                    SketchIndex(one.sketches, one.orders),
                    Postings(one.shingles, one.holders, len(one.ids)),
                    places,
                    bool(is_alive.all()),
                )
            )
        self._count = len(order)
        self.ids = self._joined([part.texts.ids for part in self._parts])
        self.counts = self._joined([part.texts.counts for part in self._parts])
        self.simhashes = self._joined([part.texts.simhashes for part in self._parts])
        self.has_simhash = self._joined([part.texts.has_simhash for part in self._parts])

    def __len__(self) -> int:
        return self._count

    def _joined(self, columns: Sequence[NDArray[_Kind]]) -> NDArray[_Kind]:
        """Return a column of all texts."""
        joined = np.empty((self._count, *columns[0].shape[1:]), columns[0].dtype)
        for part, column in zip(self._parts, columns, strict=True):
            if part.is_whole:
                joined[part.places] = column
            else:
                is_alive = part.places >= 0
                joined[part.places[is_alive]] = column[is_alive]
        return joined

    def place(self, text: int) -> int | None:
        """Return where a text is, by its id; None for a text that is not here."""
        place = int(np.searchsorted(self.ids, text))
        return place if place < self._count and self.ids[place] == text else None

    def digests(self) -> list[bytes]:
        """Return the canonical digests of all texts."""
        whole = self._joined([part.texts.digests for part in self._parts]).tobytes()
        return [whole[start : start + 16] for start in range(0, len(whole), 16)]

    def sketches(self) -> NDArray[np.uint16]:
        """Return a copy of the sketches of all texts: 25 MB for 100,000."""
        return self._joined([part.texts.sketches for part in self._parts])

    def meeting(self, sketch: NDArray[np.uint16], at_least: int) -> Indices:
        """Return the texts that share a band with `sketch` and agree in `at_least` slots, the best first."""
        met = [(part.places, *part.sketches.agreeing(sketch)) for part in self._parts]
        places = np.concatenate([places[texts] for places, texts, _ in met])
        agreeing = np.concatenate([slots for _, _, slots in met])
        return best_first(places[places >= 0], agreeing[places >= 0], at_least)

    def holders(self, wanted: NDArray[np.uint64]) -> tuple[Indices, Indices]:
        """Return (number in `wanted`, text) of all texts that have one of these sampled shingles."""
        numbers, texts = [], []
        for part in self._parts:
            number, place = part.postings.entries(wanted)
            place = part.places[place]
            numbers.append(number[place >= 0])
            texts.append(place[place >= 0])
        return np.concatenate(numbers), np.concatenate(texts)

    def times(self, wanted: NDArray[np.uint64]) -> Indices:
        """Return in how many texts each of these sampled shingles stands."""
        whole = [part.postings.times(wanted) for part in self._parts if part.is_whole]
        found: Indices = np.sum([np.zeros(len(wanted), np.intp), *whole], axis=0)
        for part in self._parts:
            if not part.is_whole:
                number, place = part.postings.entries(wanted)
                found += np.bincount(number[part.places[place] >= 0], minlength=len(wanted))
        return found

    def hits(self, wanted: NDArray[np.uint64]) -> Indices:
        """Return for each text how many of the shingles stand in it, those in very many texts not counted."""
        times = self.times(wanted)
        _, texts = self.holders(wanted[(times > 0) & (times <= FREQUENT)])
        found: Indices = np.bincount(texts, minlength=self._count)
        return found
