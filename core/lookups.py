"""The texts of a library ready for look-ups without reading them all: the sorted file beside the index, and the rest.

A file is written when texts have been compared. What came, changed or went since stands in the index; once that is
much, a new file is written. Where there is none (a small library, one open to be read only) all texts are sorted in
memory, which gives the same answers.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from core.lookup_file import map_lookup, write_lookup
from core.lookup_place import LOOKUP, lookup_of, remove_lookups
from core.sorted_texts import SortedTexts, TextLookup, sorted_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from core.compare import TextTable
    from core.index import Index

WORTH: Final = 5000
"""Texts from which a file is worth its bytes (1.2 KB a text of 800 tokens): fewer are sorted in 0.1 s."""

ALTERED, ALTERED_SHARE = 2000, 0.02
"""So many texts, and this share of all, may have come, changed or gone before a new file is written."""


@dataclass(frozen=True, slots=True)
class Base:
    """Sorted texts of an index, and when they were so.

    Attributes:
        identity, number: of the index and its state (`TextIndex.state`).
        name: of the file they are mapped from; None for texts in memory.
    """

    texts: SortedTexts
    identity: str
    number: int
    name: str | None = None


def kept_base(index: Index, known: Base | None = None) -> Base | None:
    """Return the sorted texts in the file that belongs to an index; None where there is none.

    Args:
        known: of an earlier call, used again while it is of the same file.
    """
    place = lookup_of(index)
    if place is None:
        return None
    name = place[1]
    identity, number = index.texts.state()
    if known is not None and (known.name, known.identity) == (name, identity):
        return known
    found = map_lookup(*place)
    return None if found is None or found[1] > number else Base(found[0], identity, found[1], name)


def usable_base(index: Index, known: Base | None) -> Base | None:
    """Return the texts from which an index can be looked up: of its file, else known ones in memory, else none."""
    kept = kept_base(index, known)
    if kept is None and known is not None and known.name is None and known.identity == index.texts.state()[0]:
        return known
    return kept


def joined(index: Index, base: Base) -> TextLookup | None:
    """Return a base with what came, changed and went since; None when that is too much, or not known any more."""
    altered = index.texts.altered(base.number)
    if altered is None or len(altered) > 2 * _allowed(len(base.texts.ids)):
        return None
    if not altered:
        return TextLookup(base.texts)
    rows = list(index.texts.lookup_rows(altered))
    since = sorted_texts(
        ids=np.array([row[0] for row in rows], np.int64),
        digests=[row[1] for row in rows],
        counts=np.array([row[2] for row in rows], np.int32),
        simhashes=np.array([row[3] or 0 for row in rows], np.int64).view(np.uint64),
        has_simhash=np.array([row[3] is not None for row in rows], np.bool_),
        sketches=np.frombuffer(b"".join(row[4] for row in rows), np.uint16).reshape(len(rows), 128),
        samples=[np.frombuffer(row[5], np.uint64) for row in rows],
    )
    return TextLookup(base.texts, since, np.array(altered, np.int64))


def base_of_table(table: TextTable, index: Index, pause: Callable[[], None] = lambda: None) -> Base:
    """Return all texts of an index, sorted in memory, from their table."""
    assert table.samples is not None
    assert table.simhashes is not None
    assert table.has_simhash is not None
    texts = sorted_texts(
        ids=table.ids,
        digests=table.digests,
        counts=table.counts,
        simhashes=table.simhashes,
        has_simhash=table.has_simhash,
        sketches=table.sketches,
        samples=table.samples,
        pause=pause,
    )
    return Base(texts, *index.texts.state())


def is_due(index: Index) -> bool:
    """Return whether a file is to be written for an index: it has none, and many texts, or an old one."""
    count = index.texts.text_count()
    if count < WORTH or index.path == ":memory:":
        return False
    base = kept_base(index)
    altered = None if base is None else index.texts.altered(base.number)
    return altered is None or len(altered) > _allowed(count)


def keep(index: Index, base: Base) -> None:
    """Write sorted texts into a file that belongs to the index from now on; while no other process writes into it."""
    folder = os.path.dirname(index.path)
    # A full disk costs only the time that the file would have saved.
    with suppress(OSError):
        name = write_lookup(folder, base.texts, base.number)
        with index.transaction():
            index.set_meta(LOOKUP, name)
            index.texts.forget_alterations(base.number)
        remove_lookups(folder, but=name)


def _allowed(count: int) -> int:
    return ALTERED + int(count * ALTERED_SHARE)


class Samples:
    """In which texts of a library sampled shingles stand, for a comparison of a few (`containment.Holders`)."""

    def __init__(self, lookup: TextLookup, index: Index) -> None:
        self._lookup = lookup
        self._index = index
        self.holders = lookup.holders

    def samples(self, texts: NDArray[np.intp]) -> Sequence[NDArray[np.uint64]]:
        """Return the sampled shingles of these texts."""
        ids = self._lookup.ids[texts].tolist()
        return [np.frombuffer(self._index.texts.samples(text), np.uint64) for text in ids]
