"""`neartwin records` on files of web addresses: the same output as awk, time, memory, rate of false hits.

    python tests/benchmarks/records.py [--lines 10000000]

Prints each figure beside its bound and exits 1 where one falls short. Ten million lines take some minutes and 2 GB of
disk in the temporary folder. Times are the best of three runs of the whole command, one after the other with mawk's.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SMALL = 1_000_000
ERROR_RATE = 0.001

MEASURED = """
import json, resource, sys
from core.records import unique
import core.bloom
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with open(sys.argv[2], "wb") as out:
    result = unique([sys.argv[1]], out, memory=sys.argv[3], error_rate=float(sys.argv[4]))
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(json.dumps({"kb": grown, "rate": result.false_rate, "kept": result.kept}))
"""

SET_OF_LINES = """
import json, resource, sys
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with open(sys.argv[1], "rb") as lines:
    seen = set(lines)
print(json.dumps({"kb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before}))
"""

FULL_FILTER = """
import json, sys
from core.bloom import Sieve
count, rate = int(sys.argv[1]), float(sys.argv[2])
sieve = Sieve(count, rate)
for start in range(0, count, 10_000):
    sieve.add([b"key %d" % number for number in range(start, start + 10_000)])
full = sieve.hits
sieve.add([b"new %d" % number for number in range(count // 100)])
print(json.dumps({"rate": (sieve.hits - full) / (count // 100)}))
"""


def write_addresses(path: Path, count: int, distinct: int) -> None:
    """Write `count` addresses drawn from `distinct` ones; all of them once where the numbers are equal."""
    chance = random.Random(20)
    numbers = range(count) if count == distinct else (chance.randrange(distinct) for _ in range(count))
    with path.open("w", encoding="ascii", buffering=1 << 20) as file:
        for number in numbers:
            file.write(f"https://www.site{number % 977}.example/{number % 13}/item-{number}?ref={number % 10007}\n")


def digest_of(path: Path) -> str:
    """Return a digest of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def seconds(command: list[str], out: Path) -> float:
    """Run a command with its output in a file; return its wall time."""
    with out.open("wb") as file:
        begin = time.perf_counter()
        subprocess.run(command, stdout=file, check=True, cwd=ROOT)
        return time.perf_counter() - begin


def measured(code: str, *arguments: str) -> dict[str, float]:
    """Run a program of ours in a fresh process; return what it measured of itself."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], check=True, cwd=ROOT, capture_output=True)
    return dict(json.loads(done.stdout))


class Figures:
    """Prints each figure beside its bound and remembers whether all hold."""

    def __init__(self) -> None:
        self.are_good = True

    def show(self, what: str, value: float, bound: float, unit: str = "") -> None:
        """Print one figure that must not exceed its bound."""
        is_good = value <= bound
        self.are_good &= is_good
        print(f"{'ok  ' if is_good else 'FAIL'} {what}: {value:.4g}{unit} (at most {bound:.4g}{unit})", flush=True)

    def same(self, what: str, one: str, other: str) -> None:
        """Print whether two outputs are equal."""
        self.are_good &= one == other
        print(f"{'ok  ' if one == other else 'FAIL'} {what}: {'equal' if one == other else 'different'}", flush=True)


def measure_speed(folder: Path, mawk: str, figures: Figures) -> None:
    """Exact mode against mawk on a million lines."""
    source, out = folder / "small", folder / "out"
    write_addresses(source, SMALL, SMALL * 7 // 10)
    ours = [sys.executable, "-m", "core", "records", str(source)]
    rounds = [(seconds([mawk, "!seen[$0]++", str(source)], out), seconds(ours, out)) for _ in range(3)]
    theirs, mine = min(a for a, _ in rounds), min(b for _, b in rounds)
    print(f"     {SMALL:,} lines: mawk {theirs:.2f} s, neartwin records {mine:.2f} s (whole command)")
    figures.show("exact mode, share of mawk's time", mine / theirs, 0.6)


def measure_size(folder: Path, mawk: str, count: int, figures: Figures) -> None:
    """Both modes on many lines: output, memory, rate of false hits."""
    source, out = folder / "large", folder / "out"
    write_addresses(source, count, count * 7 // 10)
    seconds([mawk, "!seen[$0]++", str(source)], out)
    wanted = digest_of(out)
    of_set = measured(SET_OF_LINES, str(source))["kb"]
    for memory in ("exact", "bloom"):
        begin = time.perf_counter()
        row = measured(MEASURED, str(source), str(out), memory, str(ERROR_RATE))
        print(f"     {count:,} lines, {memory}: {time.perf_counter() - begin:.1f} s, {row['kb'] / 1024:.0f} MB")
        figures.same(f"{memory} mode, output and awk's", digest_of(out), wanted)
    figures.show("bloom mode, share of the memory of a set of the lines", row["kb"] / of_set, 0.1)
    write_addresses(source, count, count)
    row = measured(MEASURED, str(source), str(out), "bloom", str(ERROR_RATE))
    figures.same("bloom mode, no line of all distinct ones lost", digest_of(out), digest_of(source))
    figures.show(f"false hits on {count:,} distinct lines, asked {ERROR_RATE}", row["rate"], 1.3 * ERROR_RATE)
    full = measured(FULL_FILTER, str(count), str(ERROR_RATE))["rate"]
    figures.show(f"false hits of the full filter on new lines, asked {ERROR_RATE}", full, 1.3 * ERROR_RATE)


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=10_000_000)
    arguments = parser.parse_args()
    mawk = shutil.which("mawk")
    if mawk is None:
        print("FAIL mawk is not installed")
        return 1
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        measure_speed(Path(folder), mawk, figures)
        measure_size(Path(folder), mawk, arguments.lines, figures)
    return 0 if figures.are_good else 1


if __name__ == "__main__":
    sys.exit(main())
