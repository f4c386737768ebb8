"""The COMPARE stage against the index: texts to a table, new pairs back.

Pairs are kept over the whole library, so that a scan of one folder completes what scans of others began: all texts
said to be compared have been compared with each other, down to the library's floor.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from core import lookups
from core.compare import Comparison, TextTable, compare
from core.documents import Shortfall, ShortfallKind
from core.packing import unpacked
from core.progress import Phase
from core.text_index import PairRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from core.index import Index
    from core.progress import Reporter
    from core.settings import Settings
    from core.workers import Runner

    LoadPacked = Callable[[NDArray[np.intp]], Sequence[bytes]]
    Stored = Callable[[NDArray[np.intp]], Iterator[tuple[int, int, float]]]
    LoadTokens = Callable[[NDArray[np.intp]], Sequence[NDArray[np.uint32]]]

FEW: Final = 500
"""Texts that have not been compared yet, up to which only what may be like them is read."""

FLOOR = "floor"
"""Name of the library's parameter: down to which similarity its pairs are complete."""

CAPPED = "capped"
"""Name of the library's parameter: what the last comparison cut short, as a JSON list of (kind, count)."""


def compare_texts(settings: Settings, index: Index, workers: Runner, reporter: Reporter) -> tuple[Shortfall, ...]:
    """Compare all texts of the index that have not been compared yet, and store the pairs.

    Returns:
        What was cut short.

    Raises:
        Cancelled: when the user asked to stop; nothing of this stage is stored then.
    """
    floor = _lowered_floor(settings, index)
    fresh_texts = index.texts.fresh()
    is_due = lookups.is_due(index)
    if not fresh_texts and not is_due:
        return stored_shortfalls(index)
    few = None if is_due or len(fresh_texts) > FEW else _table_of_few(fresh_texts, index)
    table, fresh = few or load_table(index)
    found = compare(table, fresh, replace(settings, floor=floor), workers, reporter)
    with index.transaction():
        index.texts.store_pairs(_rows(found, table))
        index.texts.set_compared(table.ids[fresh].tolist())
        index.set_meta(FLOOR, str(floor))
        if fresh_texts:
            index.set_meta(CAPPED, json.dumps([(one.kind.value, one.count) for one in found.capped]))
    if is_due:
        lookups.keep(index, lookups.base_of_table(table, index, lambda: reporter.advance(Phase.COMPARE, 0)))
    return found.capped if fresh_texts else stored_shortfalls(index)


def stored_shortfalls(index: Index) -> tuple[Shortfall, ...]:
    """Return what the last comparison cut short; sentences of older versions are passed over."""
    rows = json.loads(index.meta(CAPPED) or "[]")
    return tuple(Shortfall(ShortfallKind(row[0]), row[1]) for row in rows if isinstance(row, list))


def _lowered_floor(settings: Settings, index: Index) -> float:
    """Return the floor to compare down to; a lower one than the library's makes all comparisons anew."""
    asked = min(settings.floor, settings.similarity)
    stored = index.meta(FLOOR)
    if stored is None:
        return asked
    if asked < float(stored):
        index.texts.forget_comparisons()
    return min(asked, float(stored))


def _table_of_few(texts: Sequence[int], index: Index) -> tuple[TextTable, NDArray[np.bool_]] | None:
    """Return what `load_table` does from the sorted file, without reading all texts; None where there is no file.

    The comparison finds the same: the bags that the table lacks would only spare it pairs that the texts refuse.
    """
    base = lookups.kept_base(index)
    lookup = None if base is None else lookups.joined(index, base)
    if lookup is None:
        return None
    load_packed, load = _loaders(lookup.ids, index)
    table = TextTable(
        ids=lookup.ids,
        digests=lookup.digests(),
        counts=lookup.counts,
        sketches=lookup.sketches(),
        bags=None,
        samples=None,
        load_tokens=load,
        load_packed=load_packed,
        simhashes=lookup.simhashes,
        has_simhash=lookup.has_simhash,
        held=lookups.Samples(lookup, index),
        stored=_stored(lookup.ids, index),
    )
    return table, np.isin(lookup.ids, np.array(texts, np.int64))


def _loaders(ids: NDArray[np.int64], index: Index) -> tuple[LoadPacked, LoadTokens]:
    """Return what loads the tokens of the texts at some places, packed and unpacked."""

    def load_packed(places: NDArray[np.intp]) -> Sequence[bytes]:
        return [index.texts.tokens(text) for text in ids[places].tolist()]

    def load(places: NDArray[np.intp]) -> Sequence[NDArray[np.uint32]]:
        return [np.frombuffer(unpacked(one), np.uint32) for one in load_packed(places)]

    return load_packed, load


def _stored(ids: NDArray[np.int64], index: Index) -> Stored:
    """Return what yields the stored pairs of the texts at some places, by places."""

    def stored(places: NDArray[np.intp]) -> Iterator[tuple[int, int, float]]:
        for a, b, similarity in index.texts.similarities(ids[places].tolist()):
            yield int(np.searchsorted(ids, a)), int(np.searchsorted(ids, b)), similarity

    return stored


def load_table(index: Index) -> tuple[TextTable, NDArray[np.bool_]]:
    """Return the table of all texts of the library, and which of them have not been compared yet."""
    rows = list(index.texts.table_rows())
    count = len(rows)
    ids = np.array([row[0] for row in rows], np.int64)
    load_packed, load = _loaders(ids, index)
    simhashes = np.array([row[3] or 0 for row in rows], np.int64).view(np.uint64)
    table = TextTable(
        ids=ids,
        digests=[row[1] for row in rows],
        counts=np.array([row[2] for row in rows], np.int32),
        sketches=np.frombuffer(b"".join(row[4] for row in rows), np.uint16).reshape(count, -1 if count else 128),
        bags=np.frombuffer(b"".join(row[5] for row in rows), np.uint16).reshape(count, -1 if count else 256),
        samples=[np.frombuffer(row[6], np.uint64) for row in rows],
        load_tokens=load,
        load_packed=load_packed,
        simhashes=simhashes,
        has_simhash=np.array([row[3] is not None for row in rows], np.bool_),
        stored=_stored(ids, index),
    )
    return table, np.array([not row[7] for row in rows], np.bool_)


def _rows(found: Comparison, table: TextTable) -> list[PairRow]:
    ids = table.ids.tolist()
    return [
        PairRow(
            a=ids[pair.a],
            b=ids[pair.b],
            kind=pair.kind.value,
            similarity=pair.similarity,
            by=pair.by.value,
            share_a=pair.share_a,
            share_b=pair.share_b,
            changed=pair.changed,
            added=pair.added,
            removed=pair.removed,
            only_numbers=pair.only_numbers,
        )
        for pair in found.pairs
    ]
