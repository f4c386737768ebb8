"""The COMPARE stage: which texts are similar, and which stand inside others. Pure of SQL.

    candidates   sketch bands; an over-full bucket of one template becomes a crowd
    containment  sampled long shingles
    verify       the texts decide, in worker processes, a batch of pairs that belong together at a time
    crowds       each member against references of its crowd only, in the same batches

Only pairs with a fresh text are looked for: pairs of two old ones are stored already.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from core.candidates import candidates, distinct
from core.containment import contained_candidates, contained_with
from core.crowds import References, first_tries, second_tries
from core.documents import Shortfall, ShortfallKind
from core.progress import Phase
from core.verification import batches, seconds_of, verify
from core.workers import InProcess, WorkerFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from core.candidates import Candidates
    from core.containment import Holders
    from core.progress import Reporter
    from core.settings import Settings
    from core.verification import Batch, Pair
    from core.workers import Runner

    Tokens = NDArray[np.uint32]
    Indices = NDArray[np.intp]
    Ends = tuple[int, int]
    Columns = tuple[Indices, Indices]

IN_PROCESS_SECONDS: Final = 1.0
"""Work up to which everything happens in this process: starting the workers would take longer."""

_BAG_BATCH: Final = 1 << 14


@dataclass(frozen=True, slots=True)
class TextTable:
    """Every text of the library, one row each.

    Attributes:
        ids: the library's numbers of the texts.
        digests: canonical digests, 16 bytes each; their order decides what is a reference.
        counts: tokens.
        sketches: [n, 128], as `fingerprint.sketch` makes them.
        bags: [n, 256] token counts, or None: then nothing is filtered before the tokens are loaded.
        samples: the sampled shingles of each text; None where `held` is asked instead.
        held: in which texts shingles stand, where few texts are fresh.
        stored: returns (a, b, similarity) of the pairs that are known of these texts, by indices; those of two old
            texts are not compared again.
        load_tokens: returns the token ids of the texts at these indices.
        load_packed: returns them packed, where they are kept so: worker processes are handed a quarter of the bytes.
        simhashes, has_simhash: fingerprints for the classic radius, and which texts have one.
    """

    ids: NDArray[np.int64]
    digests: Sequence[bytes]
    counts: NDArray[np.int32]
    sketches: NDArray[np.uint16]
    bags: NDArray[np.uint16] | None
    samples: Sequence[NDArray[np.uint64]] | None
    load_tokens: Callable[[Indices], Sequence[Tokens]]
    simhashes: NDArray[np.uint64] | None = None
    has_simhash: NDArray[np.bool_] | None = None
    load_packed: Callable[[Indices], Sequence[bytes]] | None = None
    held: Holders | None = None
    stored: Callable[[Indices], Iterable[tuple[int, int, float]]] | None = None

    def by_digest(self) -> Indices:
        """Return the indices of all texts in the order of their digests."""
        halves = np.frombuffer(b"".join(self.digests), ">u8").reshape(-1, 2)
        return np.lexsort((halves[:, 1], halves[:, 0]))


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the stage found.

    Attributes:
        pairs: with a fresh text; of crowds touched by one, also pairs of old texts that were not stored.
        capped: what was cut short; empty when nothing was.
    """

    pairs: tuple[Pair, ...]
    capped: tuple[Shortfall, ...] = ()


def compare(
    table: TextTable, fresh: NDArray[np.bool_], settings: Settings, workers: Runner, reporter: Reporter
) -> Comparison:
    """Return all pairs with a fresh text that are similar or contained.

    Similar pairs are returned down to `settings.floor` (or the threshold, where that is lower), contained ones from
    a share of one half. Texts below `settings.minimum_tokens` are left out.

    Args:
        fresh: [n] which texts have not been compared yet.

    Raises:
        Cancelled: from the reporter, which is asked several times a second.
    """
    order = table.by_digest()
    order = order[table.counts[order] >= settings.minimum_tokens]
    fresh = fresh[order]
    if not fresh.any():
        return Comparison(())
    stage = _Stage(table, order, settings, workers, reporter, fresh=fresh)
    found = candidates(stage.sketches, stage.counts, fresh, stage.at_least, lambda _: stage.pause())
    crowds = [(crowd, References(crowd, stage.sketches, settings.similarity, stage.pause)) for crowd in found.crowds]
    similar = _joined([(found.a, found.b), *(first_tries(crowd, known) for crowd, known in crowds)])
    stage.verify(similar, _contained(table, order, fresh, stage.pause))
    served = stage.served(settings.similarity)
    stage.verify(_joined([second_tries(crowd, known, served) for crowd, known in crowds]))
    return Comparison(tuple(_in_table(stage.pairs, order)), _capped(found, stage.lost))


def _contained(table: TextTable, order: Indices, fresh: NDArray[np.bool_], pause: Callable[[], None]) -> Columns:
    """Return the pairs that may be contained, (inner, outer), by their places in `order`."""
    counts = table.counts[order]
    if table.held is not None:
        return contained_with(np.flatnonzero(fresh), _Ordered(table.held, order, len(table.ids)), counts)
    assert table.samples is not None
    return contained_candidates([table.samples[text] for text in order.tolist()], counts, fresh, pause)


class _Ordered:
    """Holders of shingles with the texts by their places in an order, which leaves some out."""

    def __init__(self, held: Holders, order: Indices, count: int) -> None:
        self._held = held
        self._order = order
        self._places = np.full(count, -1, np.intp)
        self._places[order] = np.arange(len(order))

    def holders(self, wanted: NDArray[np.uint64]) -> tuple[Indices, Indices]:
        number, text = self._held.holders(wanted)
        place = self._places[text]
        return number[place >= 0], place[place >= 0]

    def samples(self, texts: Indices) -> Sequence[NDArray[np.uint64]]:
        return self._held.samples(self._order[texts])


class _Stage:
    """The texts in the order of their digests, what is found so far, and how far the stage is.

    Attributes:
        pairs: by (a, b) in that order; stored: the similarity of pairs of old texts that are known.
        lost: how many candidates could not be compared, by what became of their worker.
    """

    def __init__(
        self,
        table: TextTable,
        order: Indices,
        settings: Settings,
        workers: Runner,
        reporter: Reporter,
        *,
        fresh: NDArray[np.bool_],
    ) -> None:
        self._table = table
        self._order = order
        self._fresh = fresh
        self._workers = workers
        self._reporter = reporter
        self._done = 0
        self._total: int | None = None
        self.at_least = min(settings.floor, settings.similarity)
        self.counts = table.counts[order]
        self.sketches = table.sketches[order]
        self.pairs: dict[Ends, Pair] = {}
        self.stored: dict[Ends, float] = {}
        self.lost: dict[str, int] = {}

    def pause(self) -> None:
        """Say how far the stage is, and hear whether it may go on."""
        self._reporter.advance(Phase.COMPARE, self._done, self._total)

    def served(self, threshold: float) -> NDArray[np.bool_]:
        """Return which texts have a pair at the threshold."""
        reached = [ends for ends, pair in self.pairs.items() if pair.similarity >= threshold]
        reached += [ends for ends, similarity in self.stored.items() if similarity >= threshold]
        served = np.zeros(len(self._order), np.bool_)
        served[np.array(reached, np.intp).reshape(-1)] = True
        return served

    def verify(self, similar: Columns, contained: Columns | None = None) -> None:
        """Let the texts decide about pairs that may be similar, (a, b), or contained, (inner, outer).

        A batch whose worker fails is tried again pair by pair.
        """
        a, b, is_contained = _merged(self._by_bag(*similar), contained, len(self._order))
        is_new = self._are_new(a, b)
        a, b, is_contained = a[is_new], b[is_new], is_contained[is_new]
        self._total = (self._total or 0) + len(a)
        is_small = float(seconds_of(a, b, self.counts, self.at_least).sum()) <= IN_PROCESS_SECONDS
        runner = InProcess() if is_small else self._workers
        work = batches(a, b, is_contained, counts=self.counts, load=self._load, at_least=self.at_least)
        failed = [batch for batch, _ in self._run(runner, work)]
        for _, failure in self._run(runner, (one for batch in failed for one in batch.alone())):
            self.lost[failure.kind] = self.lost.get(failure.kind, 0) + 1

    def _are_new(self, a: Indices, b: Indices) -> NDArray[np.bool_]:
        """Return which pairs have to be compared; similarities of the others, of two old texts, are taken as stored."""
        is_new = self._fresh[a] | self._fresh[b]
        if is_new.all() or self._table.stored is None:
            return np.ones(len(a), np.bool_)
        places = np.full(len(self._table.ids), -1, np.intp)
        places[self._order] = np.arange(len(self._order))
        known = self._table.stored(self._order[distinct(np.concatenate((a[~is_new], b[~is_new])))])
        stored = {_ends(int(places[one]), int(places[other])): similarity for one, other, similarity in known}
        for pair in np.flatnonzero(~is_new).tolist():
            ends = int(a[pair]), int(b[pair])
            similarity = stored.get(ends)
            if similarity is None:
                is_new[pair] = True
            else:
                self.stored[ends] = similarity
        return is_new

    def _run(self, runner: Runner, work: Iterable[Batch]) -> Iterator[tuple[Batch, WorkerFailure]]:
        """Verify batches, keep the pairs, yield the batches whose worker failed."""
        for batch, result in runner.map(verify, work, poll=self.pause):
            if isinstance(result, WorkerFailure):
                yield batch, result
                continue
            self._done += len(batch.a)
            self.pause()
            self.pairs.update(((pair.a, pair.b), pair) for pair in result)

    def _load(self, texts: Indices) -> Sequence[Tokens | bytes]:
        return (self._table.load_packed or self._table.load_tokens)(self._order[texts])

    def _by_bag(self, a: Indices, b: Indices) -> Columns:
        """Return the pairs whose token counts allow the similarity: texts share at most what their bags share."""
        if self._table.bags is None:
            return a, b
        kept = np.empty(len(a), np.bool_)
        for start in range(0, len(a), _BAG_BATCH):
            rows = slice(start, start + _BAG_BATCH)
            ours, theirs = self._table.bags[self._order[a[rows]]], self._table.bags[self._order[b[rows]]]
            shared = np.minimum(ours, theirs).sum(axis=1, dtype=np.int64)
            is_full = (ours.max(axis=1) == 0xFFFF) & (theirs.max(axis=1) == 0xFFFF)
            total = self.counts[a[rows]].astype(np.int64) + self.counts[b[rows]]
            kept[rows] = (2 * shared >= self.at_least * (total - 8)) | is_full
        return a[kept], b[kept]


def _ends(one: int, other: int) -> Ends:
    return (one, other) if one < other else (other, one)


def _joined(parts: Sequence[Columns]) -> Columns:
    none = np.zeros(0, np.intp)
    return np.concatenate([none, *(a for a, _ in parts)]), np.concatenate([none, *(b for _, b in parts)])


def _merged(similar: Columns, contained: Columns | None, count: int) -> tuple[Indices, Indices, NDArray[np.bool_]]:
    """Return all pairs once, smaller index first, and which of them may be contained."""
    inner, outer = contained or (np.zeros(0, np.intp), np.zeros(0, np.intp))
    held = np.minimum(inner, outer) * count + np.maximum(inner, outer)
    codes = distinct(np.concatenate((similar[0] * count + similar[1], held)))
    is_held = np.zeros(len(codes), np.bool_)
    is_held[np.searchsorted(codes, held)] = True
    return codes // count, codes % count, is_held


def _in_table(pairs: Mapping[Ends, Pair], order: Indices) -> list[Pair]:
    """Return the pairs with indices of the table, smaller first, in a stable order."""
    places = order.tolist()
    return sorted(_turned(pair._replace(a=places[pair.a], b=places[pair.b])) for pair in pairs.values())


def _turned(pair: Pair) -> Pair:
    if pair.a < pair.b:
        return pair
    return pair._replace(
        a=pair.b, b=pair.a, share_a=pair.share_b, share_b=pair.share_a, added=pair.removed, removed=pair.added
    )


def _capped(found: Candidates, lost: dict[str, int]) -> tuple[Shortfall, ...]:
    told = [Shortfall(ShortfallKind.CROWD, len(crowd.members)) for crowd in found.crowds]
    if found.cut:
        told.append(Shortfall(ShortfallKind.CUT, found.cut))
    told += [Shortfall(ShortfallKind(kind), count) for kind, count in sorted(lost.items())]
    return tuple(told)
