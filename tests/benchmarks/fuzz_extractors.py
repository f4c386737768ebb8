"""Feeds damaged files to all extractors in worker processes: nothing may hang, crash the parent or stay unanswered.

    python tests/benchmarks/fuzz_extractors.py [--files 20000] [--corpus FOLDER] [--seconds 20] [--workers N]

Good files come from the corpus of real documents (`../shared/corpus/robust` beside the checkout, or NEARTWIN_CORPUS, or
--corpus), each format in turn; mutations are numbered, so a finding is repeated with --only NUMBER. A worker that
dies or runs out of time is an answer (its file becomes a Problem) but is listed, for it deserves a look. Exits 1 when
a file has no answer, an answer is no known status, a file takes longer than --seconds, 1 in 1,000 workers dies,
a worker's memory passes 400 MB, or a file is left in the temporary folder.
"""

from __future__ import annotations

import argparse
import collections
import io
import itertools
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core.extract import is_document, read
from core.extract.reading import Status
from core.workers import WorkerFailure, Workers
from tests.benchmarks.mutations import mutated

ROOT = Path(__file__).resolve().parents[2]
LARGEST_SEED = 300_000
MOST_MEMORY = 400 * 1024 * 1024
DEATHS_ALLOWED = 0.001


@dataclass(frozen=True, slots=True)
class Case:
    """One damaged file, made in the worker."""

    path: str
    number: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What a worker said of a case: status, seconds, and the most memory (bytes) that its process ever held."""

    status: str
    form: str
    seconds: float
    memory: int
    detail: str


def answer(case: Case) -> Answer:
    data = mutated(Path(case.path).read_bytes(), case.number)
    start = time.perf_counter()
    reading = read(io.BytesIO(data), case.path)
    assert all(isinstance(part.text, str) for part in reading.parts)
    return Answer(reading.status.value, reading.format, time.perf_counter() - start, peak_memory(), reading.detail)


def peak_memory() -> int:
    """The most memory that this process held, in bytes; getrusage counts its parent's before exec as well."""
    if os.path.exists("/proc/self/status"):
        with open("/proc/self/status", encoding="ascii") as status:
            return next((int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM")), 0)
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if sys.platform == "darwin" else peak * 1024)


def seeds(corpus: Path) -> list[str]:
    """Good files, formats by turns, so that no format is left to the end."""
    by_suffix: dict[str, list[str]] = {}
    for path in sorted(corpus.rglob("*")):
        if path.is_file() and is_document(str(path)) and 0 < path.stat().st_size <= LARGEST_SEED:
            by_suffix.setdefault(path.suffix.lower(), []).append(str(path))
    rounds = itertools.zip_longest(*(itertools.islice(itertools.cycle(paths), 40) for paths in by_suffix.values()))
    return [path for paths in rounds for path in paths if path]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--files", type=int, default=2_000)
    beside = Path(os.environ.get("NEARTWIN_CORPUS", ROOT.parent / "shared" / "corpus"))
    parser.add_argument("--corpus", type=Path, default=beside / "robust")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutation")
    parser.add_argument("--only", type=int, default=None, help="repeat one mutation in this process")
    options = parser.parse_args()
    good = seeds(options.corpus)
    if not good:
        print("no good files found: name a folder with --corpus")
        return 1
    if options.only is not None:
        case = Case(good[options.only % len(good)], options.only)
        print(case, answer(case))
        return 0
    numbers = range(options.first, options.first + options.files)
    return report([Case(good[number % len(good)], number) for number in numbers], options.seconds, options.workers)


def report(cases: list[Case], seconds: float, count: int) -> int:
    statuses: collections.Counter[str] = collections.Counter()
    slow: list[tuple[float, Case]] = []
    memory = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder
        workers = Workers(count, seconds=seconds)
        start = time.perf_counter()
        try:
            for case, found in workers.map(answer, cases):
                if isinstance(found, WorkerFailure):
                    statuses[found.kind] += 1
                    print(f"{found.kind}: mutation {case.number} of {Path(case.path).name}: {found.detail}")
                    continue
                statuses[found.status] += 1
                memory = max(memory, found.memory)
                slow = sorted([*slow, (found.seconds, case)], key=lambda entry: -entry[0])[:3]
        finally:
            workers.close()
        left = os.listdir(folder)
    spent = time.perf_counter() - start
    print(f"{sum(statuses.values())} of {len(cases)} files answered in {spent:.0f} s: {dict(statuses.most_common())}")
    named = (f"{took:.2f} s (mutation {case.number}, {Path(case.path).name})" for took, case in slow)
    print("slowest:", ", ".join(named))
    print(f"most memory of a worker: {memory / 2**20:.0f} MB; files left in the temporary folder: {len(left)}")
    unknown = set(statuses) - {status.value for status in Status} - {"died", "memory"}
    dead = statuses["died"] + statuses["memory"]
    fallen = [
        (sum(statuses.values()) != len(cases), "files without an answer"),
        (bool(unknown), f"answers that are no status: {sorted(unknown)}"),
        (statuses["timeout"] > 0 or bool(slow and slow[0][0] > seconds), "files over time"),
        (dead > DEATHS_ALLOWED * len(cases), f"{dead} workers died"),
        (memory > MOST_MEMORY, "a worker over 400 MB"),
        (bool(left), f"left behind: {left[:3]}"),
    ]
    for is_short, what in fallen:
        if is_short:
            print("FALLS SHORT:", what)
    return int(any(is_short for is_short, _ in fallen))


if __name__ == "__main__":
    sys.exit(main())
