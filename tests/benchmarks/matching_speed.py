"""Sections of `fingerprints.py` about time and memory: they yield (line, whether the bound is met)."""

from __future__ import annotations

import hashlib
import sys
import time
from typing import TYPE_CHECKING

import numpy as np
from made_library import Corpus, Writer, library, table_of
from rapidfuzz.distance import LCSseq

from core.alphabet import as_text
from core.anchors import anchored_length
from core.compare import compare
from core.fingerprint import SLOTS, simhash, sketch
from core.grouping import references
from core.nearest import SketchIndex, nearest
from core.progress import NullReporter
from core.segmentation import Engine, Segmenter
from core.settings import Settings
from core.simhash_search import pairs_within
from core.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.compare import Comparison, TextTable

Line = tuple[str, bool]
MEGABYTE = 1 << 20


def peak_megabytes() -> float:
    """Return the largest memory of this process so far; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / MEGABYTE


def children_seconds() -> float:
    """Return the CPU seconds of the processes that ended; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(function: Callable[[], object]) -> tuple[float, float]:
    """Return the wall and CPU seconds of one call."""
    wall, cpu = time.perf_counter(), time.process_time()
    function()
    return time.perf_counter() - wall, time.process_time() - cpu


def radius(is_quick: bool) -> Iterator[Line]:
    """All pairs of a million SimHashes with planted neighbours, beside brute force on a tenth of them."""
    count = 50_000 if is_quick else 1_000_000
    rng = np.random.default_rng(1)
    for bits, bound in ((3, 2.0), (6, 12.0)):
        values = rng.integers(0, 2**64, count, dtype=np.uint64)
        places = rng.permutation(count)
        originals, neighbours = places[: count // 10], places[-(count // 10) :]
        values[neighbours] = values[originals]
        for _ in range(bits):
            flips = np.uint64(1) << rng.integers(0, 64, len(neighbours)).astype(np.uint64)
            values[neighbours] ^= np.where(rng.random(len(neighbours)) < 0.7, flips, np.uint64(0))
        found: list[int] = []
        wall, cpu = timed(
            lambda values=values, bits=bits, found=found: found.append(len(pairs_within(values, bits)[0]))
        )
        tenth = values[: count // 10]
        brute = timed(
            lambda tenth=tenth, bits=bits: [(np.bitwise_count(tenth ^ v) <= bits).sum() for v in tenth[:2000]]
        )
        full = brute[0] * len(tenth) / 2000
        line = f"{count:,} within {bits} bits  {found[0]:,} pairs  {wall:.2f} s, {cpu:.2f} s of CPU (<= {bound:g} s)"
        is_complete = found[0] >= count // 10
        yield f"{line}; brute force on a tenth {full:.0f} s", is_complete and (is_quick or min(wall, cpu) <= bound)


def check(is_quick: bool) -> Iterator[Line]:
    """One text against a million: look-up and verification."""
    count, tries = (50_000, 50) if is_quick else (1_000_000, 400)
    writer = Writer(3)
    sketches = writer.rng.integers(0, 1 << 16, (count, SLOTS), dtype=np.uint16)
    texts = [writer.text(800) for _ in range(tries)]
    versions = {place: writer.edited(text, 0.05) for place, text in enumerate(texts)}
    for place, version in versions.items():
        sketches[place * 100] = sketch(version)
    index = SketchIndex(sketches)
    counts = np.full(count, 800, np.int32)
    spent, hits = [], 0
    for place, text in enumerate(texts):
        own = sketch(text)
        start = time.process_time()
        near = nearest(
            own,
            text,
            index,
            counts,
            load_tokens=lambda rows: [versions[row // 100] for row in rows.tolist()],
            settings=Settings(),
        )
        spent.append(time.process_time() - start)
        hits += [one.index for one in near] == [place * 100]
    slowest, memory = float(np.quantile(spent, 0.95)) * 1000, peak_megabytes()
    usual = float(np.median(spent)) * 1000
    line = f"one text against {count:,}  {usual:.2f} ms of CPU, 95 of 100 within {slowest:.2f} (<= 15 ms)"
    yield (
        f"{line}  found {hits / tries:.3f}  {memory:.0f} MB (<= 800 MB)",
        slowest <= 15 and memory <= 800 and hits == tries,
    )


def scale(is_quick: bool) -> Iterator[Line]:
    """Texts of which a tenth is of one template: time, memory, growth, and a move of the slider."""
    count = 20_000 if is_quick else 100_000
    for change, told in ((0.04, "template above 0.90"), (0.075, "template just below 0.90")):
        half = _table(count // 2, change)
        before = _grouped(half, 0.9)[1:]
        del half
        table = _table(count, change)
        found, wall, cpu = _grouped(table, 0.9)
        growth = cpu / before[1]
        line = (
            f"{count:,} texts, {told}, >= 0.90  {len(found.pairs):,} pairs  {wall:.1f} s, {cpu:.1f} s of CPU (<= 5 s)"
        )
        yield (
            f"{line}  twice the texts {growth:.2f} times (<= 2.3)",
            (is_quick or min(wall, cpu) <= 5) and growth <= 2.3,
        )
    found, wall, cpu = _grouped(table, 0.5)
    line = f"{count:,} texts, >= 0.50  {len(found.pairs):,} pairs  {wall:.1f} s, {cpu:.1f} s of CPU (<= 30 s)"
    memory = peak_megabytes()
    yield f"{line}  {memory:.0f} MB, texts included (<= 1200 MB)", (is_quick or min(wall, cpu) <= 30) and memory <= 1200
    rows = np.array([(p.a, p.b, p.similarity) for p in found.pairs if p.similarity >= 0.8])
    a, b = rows[:, 0].astype(np.intp), rows[:, 1].astype(np.intp)
    wall, cpu = timed(lambda: references(a, b, rows[:, 2], count))
    yield f"regrouped at 0.80 from {len(rows):,} pairs  {wall:.2f} s, {cpu:.2f} s of CPU (<= 0.6 s)", cpu <= 0.6


def _table(count: int, change: float) -> TextTable:
    return table_of(library(count, count // 10, change))


def _grouped(table: TextTable, similarity: float) -> tuple[Comparison, float, float]:
    """Return what is found, the wall time, and the CPU time of this process and the workers that ended."""
    found: list[Comparison] = []
    workers = Workers(count=2, seconds=300)
    workers.start()
    time.sleep(3)
    settings = Settings(similarity=similarity, floor=similarity)
    everything = np.ones(len(table.ids), np.bool_)
    before = children_seconds()
    wall, cpu = timed(lambda: found.append(compare(table, everything, settings, workers, NullReporter())))
    workers.close()
    return found[0], wall, cpu + children_seconds() - before


def long_texts(is_quick: bool) -> Iterator[Line]:
    """Long texts by anchors: time, and how far below the exact figure."""
    for size in (50_000, 100_000) if is_quick else (50_000, 100_000, 1_000_000):
        writer = Writer(size)
        text = writer.text(size)
        for share, run in ((0.02, 1), (0.1, 6), (0.19, 6)):
            other = writer.edited(text, share, run)
            found: list[int] = []
            wall, cpu = timed(lambda text=text, other=other, found=found: found.append(anchored_length(text, other)))
            told = f"{size:9,} tokens, {share:.0%} changed in runs of {run}  {found[0] / size:.4f}"
            error = 0.0
            if size <= 100_000:
                error = (int(LCSseq.similarity(*as_text(text, other))) - found[0]) / size
                told += f", {error:.5f} below the exact figure (<= 0.001)"
            yield f"{told}  {wall:.2f} s, {cpu:.2f} s of CPU (<= 1 s)", error <= 0.001 and cpu <= 1


def words(is_quick: bool) -> Iterator[Line]:
    """SimHash against plain loops, and rjieba against jieba, in one run."""
    writer = Writer(5)
    texts = [[f"词{token}" for token in writer.text(2000).tolist()] for _ in range(20 if is_quick else 60)]
    counted = [_counts(text) for text in texts]
    ours = min(timed(lambda: [simhash(one) for one in counted])[1] for _ in range(3))
    loops = timed(lambda: [_looped(one) for one in counted])[1]
    yield f"SimHash of 2,000 tokens  {loops / ours:.1f} times as fast as loops (>= 10)", loops / ours >= 10
    try:
        real = Corpus("zh").texts[:: 8 if is_quick else 2]
    except FileNotFoundError:
        yield "segmentation left out: the corpus is not at hand", True
        return
    engines = {engine: Segmenter(None, engine=engine) for engine in Engine}
    spent = {engine: timed(lambda cut=cutter.cut: [cut(one) for one in real])[1] for engine, cutter in engines.items()}
    ratio = spent[Engine.JIEBA] / spent[Engine.RJIEBA]
    yield f"segmentation  {ratio:.1f} times as fast as jieba (>= 15)", ratio >= 15


def _counts(text: list[str]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for word in text:
        counted[word] = counted.get(word, 0) + 1
    return counted


def _looped(weights: dict[str, int]) -> int:
    """Return the SimHash as tutorials work it out."""
    votes = [0] * 64
    for word, weight in weights.items():
        value = int.from_bytes(hashlib.md5(word.encode()).digest()[:8], "big")
        for bit in range(64):
            votes[bit] += weight if value >> bit & 1 else -weight
    return sum(1 << bit for bit in range(64) if votes[bit] > 0)
