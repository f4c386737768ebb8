"""The COMPARE stage: which texts are similar, and which stand inside others. Pure of SQL.

    candidates   sketch bands; an over-full bucket of one template becomes a crowd
    containment  sampled long shingles
    verify       the texts decide, in worker processes, a batch of pairs that belong together at a time
    crowds       each member against the references of its crowd only

Only pairs with a fresh text are looked for: pairs of two old ones are stored already.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from core.candidates import Candidates, candidates
from core.containment import contained_candidates
from core.crowds import REFERENCES, through_references
from core.progress import Phase
from core.verification import Batch, Pair, batches, seconds_of, verify
from core.workers import InProcess, WorkerFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from core.progress import Reporter
    from core.settings import Settings
    from core.workers import Runner

    Tokens = NDArray[np.uint32]
    Indices = NDArray[np.intp]

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
        samples: the sampled shingles of each text.
        load_tokens: returns the token ids of the texts at these indices.
        simhashes, has_simhash: fingerprints for the classic radius, and which texts have one.
    """

    ids: NDArray[np.int64]
    digests: Sequence[bytes]
    counts: NDArray[np.int32]
    sketches: NDArray[np.uint16]
    bags: NDArray[np.uint16] | None
    samples: Sequence[NDArray[np.uint64]]
    load_tokens: Callable[[Indices], Sequence[Tokens]]
    simhashes: NDArray[np.uint64] | None = None
    has_simhash: NDArray[np.bool_] | None = None

    def by_digest(self) -> Indices:
        """Return the indices of all texts in the order of their digests."""
        halves = np.frombuffer(b"".join(self.digests), ">u8").reshape(-1, 2)
        return np.lexsort((halves[:, 1], halves[:, 0]))


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the stage found.

    Attributes:
        pairs: with a fresh text; of crowds touched by one, also pairs of old texts (the same as stored ones).
        capped: English sentences that say what was cut short; empty when nothing was.
    """

    pairs: tuple[Pair, ...]
    capped: tuple[str, ...] = ()


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
    at_least = min(settings.floor, settings.similarity)
    order = table.by_digest()
    order = order[table.counts[order] >= settings.minimum_tokens]
    fresh = fresh[order]
    if not fresh.any():
        return Comparison(())
    counts, sketches = table.counts[order], table.sketches[order]

    def ask(done: int = 0, total: int | None = None) -> None:
        reporter.advance(Phase.COMPARE, done, total)

    def load(texts: Indices) -> Sequence[Tokens]:
        return table.load_tokens(order[texts])

    found = candidates(sketches, counts, fresh, at_least, lambda _: ask())
    a, b = _by_bag(found, None if table.bags is None else table.bags[order], counts, at_least)
    inner, outer = contained_candidates([table.samples[text] for text in order.tolist()], counts, fresh, ask)
    a, b, is_contained = _merged(a, b, inner, outer, len(order))
    total = len(a) + sum(len(crowd.members) + len(crowd.guests) for crowd in found.crowds)
    work = batches(a, b, is_contained, counts=counts, load_tokens=load, at_least=at_least)
    is_small = float(seconds_of(a, b, counts).sum()) <= IN_PROCESS_SECONDS
    pairs, lost = _verified(work, InProcess() if is_small else workers, lambda done: ask(done, total))
    done = len(a)
    for crowd in found.crowds:
        report = partial(_report, ask, done, total)
        pairs += through_references(
            crowd, sketches, load, threshold=settings.similarity, at_least=at_least, pause=report
        )
        done += len(crowd.members) + len(crowd.guests)
    return Comparison(tuple(_in_table(pairs, order)), _capped(found, lost))


def _report(ask: Callable[[int, int], None], before: int, total: int, done: int) -> None:
    ask(before + done, total)


def _by_bag(
    found: Candidates, bags: NDArray[np.uint16] | None, counts: NDArray[np.int32], at_least: float
) -> tuple[Indices, Indices]:
    """Return the pairs whose counts of tokens allow the similarity: both measures share at most what the bags share."""
    a, b = found.a, found.b
    if bags is None:
        return a, b
    kept = np.empty(len(a), np.bool_)
    for start in range(0, len(a), _BAG_BATCH):
        rows = slice(start, start + _BAG_BATCH)
        shared = np.minimum(bags[a[rows]], bags[b[rows]]).sum(axis=1, dtype=np.int64)
        is_full = (bags[a[rows]].max(axis=1) == 0xFFFF) & (bags[b[rows]].max(axis=1) == 0xFFFF)
        total = counts[a[rows]].astype(np.int64) + counts[b[rows]]
        kept[rows] = (2 * shared >= at_least * (total - 8)) | is_full
    return a[kept], b[kept]


def _merged(
    a: Indices, b: Indices, inner: Indices, outer: Indices, count: int
) -> tuple[Indices, Indices, NDArray[np.bool_]]:
    """Return all pairs once, and which of them may be contained."""
    similar = a * count + b
    contained = np.minimum(inner, outer) * count + np.maximum(inner, outer)
    codes = np.union1d(similar, contained)
    return codes // max(count, 1), codes % max(count, 1), np.isin(codes, contained)


def _verified(
    work: Iterable[Batch], runner: Runner, report: Callable[[int], None]
) -> tuple[list[Pair], dict[str, int]]:
    """Return the pairs that the texts confirm, and how many candidates were lost for which reason.

    A batch whose worker fails is tried again pair by pair.
    """
    pairs: list[Pair] = []
    failed: list[Batch] = []
    lost: dict[str, int] = {}
    done = 0

    def poll() -> None:
        report(done)

    for batch, result in runner.map(verify, work, poll=poll):
        done += len(batch.a)
        poll()
        if isinstance(result, WorkerFailure):
            failed.append(batch)
        else:
            pairs += result
    alone = (one for batch in failed for one in batch.alone())
    for _, result in runner.map(verify, alone, poll=poll):
        if isinstance(result, WorkerFailure):
            lost[result.kind] = lost.get(result.kind, 0) + 1
        else:
            pairs += result
    return pairs, lost


def _in_table(pairs: Iterable[Pair], order: Indices) -> list[Pair]:
    """Return the pairs with indices of the table, smaller first, in a stable order."""
    places = order.tolist()
    return sorted(_turned(pair._replace(a=places[pair.a], b=places[pair.b])) for pair in pairs)


def _turned(pair: Pair) -> Pair:
    if pair.a < pair.b:
        return pair
    return pair._replace(
        a=pair.b, b=pair.a, share_a=pair.share_b, share_b=pair.share_a, added=pair.removed, removed=pair.added
    )


def _capped(found: Candidates, lost: dict[str, int]) -> tuple[str, ...]:
    told = [
        f"{len(crowd.members)} texts of one template were compared with at most {REFERENCES} references only"
        for crowd in found.crowds
    ]
    if found.cut:
        told.append(f"{found.cut} texts resemble so many others that only the best candidates were compared")
    told += [f"{count} pairs were not compared: {kind}" for kind, count in sorted(lost.items())]
    return tuple(told)
