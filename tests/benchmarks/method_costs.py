"""What a million documents cost in memory and how long one look-up takes, by method: each in a process of its own.

    python tests/benchmarks/method_costs.py METHOD COUNT

prints {"bytes": memory or, of SQLite, its file; "usual": microseconds of CPU, the median; "slow": 95 of 100}.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import psutil

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).resolve().parent)]

from made_library import Writer  # noqa: E402 - found beside this file, once the path says so
from rbloom import Bloom  # noqa: E402

from core.fingerprint import SLOTS, segments, sketch  # noqa: E402
from core.nearest import SketchIndex, nearest  # noqa: E402
from core.settings import Settings  # noqa: E402
from core.simhash_search import within  # noqa: E402
from core.text_index import signed  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    Ask = Callable[[int], object]

ERROR_RATE = 0.001
WIDE = 10
TOKENS = 800


def md5_set(count: int) -> tuple[Ask, int | None]:
    """Digests in a set."""
    rng = np.random.default_rng(1)
    known = {rng.bytes(16) for _ in range(count)}
    asked = [rng.bytes(16) for _ in range(1000)]
    return lambda number: asked[number % 1000] in known, None


def bloom(count: int) -> tuple[Ask, int | None]:
    """Digests in a Bloom filter: whether one was seen, not where."""
    rng = np.random.default_rng(1)
    known = Bloom(count, ERROR_RATE)
    for _ in range(count):
        known.add(rng.bytes(16))
    asked = [rng.bytes(16) for _ in range(1000)]
    return lambda number: asked[number % 1000] in known, known.size_in_bits // 8


def segments_in_sqlite(count: int) -> tuple[Ask, int | None]:
    """Four indexed segments of 16 bits: complete to three bits."""
    rng = np.random.default_rng(1)
    values = rng.integers(0, 2**64, count, dtype=np.uint64).tolist()
    handle, name = tempfile.mkstemp(suffix=".db")
    os.close(handle)
    database = sqlite3.connect(name)
    columns = [f"segment{number}" for number in range(1, 5)]
    database.execute(f"CREATE TABLE fingerprint (simhash INTEGER, {', '.join(columns)})")
    rows = ((signed(value), *segments(value)) for value in values)
    database.executemany("INSERT INTO fingerprint VALUES (?, ?, ?, ?, ?)", rows)
    for column in columns:
        database.execute(f"CREATE INDEX by_{column} ON fingerprint ({column}, simhash)")
    database.commit()
    size = os.path.getsize(name)
    os.unlink(name)

    def ask(number: int) -> int:
        value, hits = values[number * 97 % count] ^ 0b1, 0
        for column, segment in zip(columns, segments(value), strict=True):
            for (other,) in database.execute(f"SELECT simhash FROM fingerprint WHERE {column} = ?", (segment,)):
                hits += (value ^ (other % 2**64)).bit_count() <= 3
        return hits

    return ask, size


def simhash_table(count: int) -> tuple[Ask, int | None]:
    """SimHashes in memory, each compared: complete to any distance."""
    rng = np.random.default_rng(1)
    values = rng.integers(0, 2**64, count, dtype=np.uint64)
    asked = rng.integers(0, 2**64, 1000, dtype=np.uint64).tolist()
    return lambda number: within(values, asked[number % 1000], WIDE), values.nbytes


def verified(count: int) -> tuple[Ask, int | None]:
    """Sketches in the order of each band; the texts of the best ones decide."""
    writer = Writer(3)
    sketches = writer.rng.integers(0, 1 << 16, (count, SLOTS), dtype=np.uint16)
    texts = [writer.text(TOKENS) for _ in range(200)]
    versions = [writer.edited(text, 0.05) for text in texts]
    for place, version in enumerate(versions):
        sketches[place * (count // 200)] = sketch(version)
    asked = [sketch(text) for text in texts]
    index, counts = SketchIndex(sketches), np.full(count, TOKENS, np.int32)

    def ask(number: int) -> object:
        place = number % 200
        found = nearest(
            asked[place],
            texts[place],
            index,
            counts,
            load_tokens=lambda rows: [versions[row // (count // 200)] for row in rows.tolist()],
            settings=Settings(),
        )
        assert [one.index for one in found] == [place * (count // 200)]
        return found

    return ask, None


COSTS = {
    "md5": md5_set,
    "bloom": bloom,
    "segments": segments_in_sqlite,
    "simhash": simhash_table,
    "verified": verified,
}


def main() -> int:
    """Measure one method."""
    name, count = sys.argv[1], int(sys.argv[2])
    process = psutil.Process()
    before = process.memory_info().rss
    ask, size = COSTS[name](count)
    grown = process.memory_info().rss - before
    together = 1 if name in ("verified", "simhash", "segments") else 100
    spent = []
    for trial in range(200):
        start = time.process_time_ns()
        for number in range(together):
            ask(trial * together + number)
        spent.append((time.process_time_ns() - start) / 1000 / together)
    usual, slow = float(np.median(spent)), float(np.quantile(spent, 0.95))
    print(json.dumps({"bytes": grown if size is None else size, "usual": usual, "slow": slow}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
