"""What the ways to find copies can do, measured on the same documents: remakes the tables and the plot in the README.

    python tests/benchmarks/methods.py [--quick]

MD5, a Bloom filter, SimHash at 3 and at 10 bits, and the program's verified method: precision and recall on the corpus
of near duplicates (true similarity 0.90 and more; pairs within 0.02 of it count neither way), memory for a million
documents, time of a look-up; what a million takes in Redis beside what guides claim, where redis-server is installed;
and the recall by the length of a text and the share of its phrases replaced. Prints all figures and exits 1 where one
falls short. `--quick` takes 50,000 documents instead of a million and leaves the README as it is.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
BESIDE = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT), str(BESIDE)]

from made_library import Corpus, table_of  # noqa: E402 - found beside this file, once the path says so
from matching_quality import BORDER, FLOOR, corpora, found_by, prose_rows  # noqa: E402
from method_costs import WIDE  # noqa: E402
from method_plot import Panel, Point, drawn  # noqa: E402

from core.fingerprint import simhash  # noqa: E402
from core.segmentation import weights  # noqa: E402
from core.simhash_search import LARGEST, pairs_within  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Pairs = set[tuple[int, int]]
THRESHOLD = 0.9
TITLES = {"zh": "Chinese", "en": "English"}
PLOT = ROOT / "resources" / "help" / "methods.svg"
README = ROOT / "README.md"
LARGEST_MEMORY, SLOWEST_LOOK = 800 * 10**6, 15_000
MEGABYTE = 10**6


@dataclass(frozen=True, slots=True)
class Score:
    """How right a method is, both in [0, 1]."""

    precision: float
    recall: float

    def __str__(self) -> str:
        return f"{self.precision:.2f} / {self.recall:.2f}"


@dataclass(frozen=True, slots=True)
class Method:
    """A row of the table; `scores` by language, `cost` names a method of `method_costs`."""

    name: str
    cost: str
    scores: dict[str, Score]
    tells: str
    colour: str


class Truth:
    """The pairs of a corpus that are copies, and those that count neither way."""

    def __init__(self, corpus: Corpus) -> None:
        self.border = {pair for pair, known in corpus.truth.items() if abs(known - THRESHOLD) <= BORDER}
        self.pairs = {pair for pair, known in corpus.truth.items() if known >= THRESHOLD} - self.border

    def score(self, found: Pairs) -> Score:
        """Return how right these pairs are."""
        found = found - self.border
        hits = len(found & self.pairs)
        return Score(hits / len(found) if found else 1.0, hits / len(self.pairs))

    def score_of_later(self, found: set[int]) -> Score:
        """Return how right it is to say of these texts that an earlier one is their copy."""
        later, doubtful = {pair[1] for pair in self.pairs}, {pair[1] for pair in self.border}
        found = found - (doubtful - later)
        return Score(len(found & later) / len(found) if found else 1.0, len(found & later) / len(later))


def equal_pairs(keys: Sequence[bytes]) -> Pairs:
    """Return the pairs of texts with equal keys."""
    places: dict[bytes, list[int]] = {}
    for place, key in enumerate(keys):
        places.setdefault(key, []).append(place)
    return {(a, b) for same in places.values() for a in same for b in same if a < b}


def measured(corpus: Corpus) -> tuple[dict[str, Score], list[Score]]:
    """Return the score of each method, and that of SimHash at every distance from 0 to 12."""
    truth = Truth(corpus)
    equal = equal_pairs([hashlib.md5(text.encode(), usedforsecurity=False).digest() for text in corpus.texts])
    values = np.array([simhash(weights(text)) for text in corpus.texts], np.uint64)
    a, b, distance = pairs_within(values, LARGEST)
    by_bits = []
    for bits in range(LARGEST + 1):
        near = distance <= bits
        by_bits.append(truth.score(set(zip(a[near].tolist(), b[near].tolist(), strict=True))))
    found = found_by(table_of(corpus.ids, corpus.digests), THRESHOLD)
    similar = {(p.a, p.b) for p in found if p.similarity >= THRESHOLD} | equal_pairs(corpus.digests)
    scores = {
        "md5": truth.score(equal),
        "bloom": truth.score_of_later({b for _, b in equal}),
        "segments": by_bits[3],
        "simhash": by_bits[WIDE],
        "verified": truth.score(similar),
    }
    return scores, by_bits


def methods(scores: dict[str, dict[str, Score]]) -> list[Method]:
    """Return the rows of the table, of scores by language and method."""
    rows = (
        ("MD5 in a set", "md5", "identical files only", "#0f6b4f"),
        ("Bloom filter over MD5, 0.1 %", "bloom", "that an identical file was seen, not where", "#5b6475"),
        ("SimHash, 3 bits (four segments in SQLite)", "segments", "a guess, with its distance", "#8a5a00"),
        (f"SimHash, {WIDE} bits (table in memory)", "simhash", "a guess, with its distance", "#b3261e"),
        (
            "Neartwin: sketches propose, the texts decide",
            "verified",
            "the true similarity, and what differs",
            "#1d4fc4",
        ),
    )
    return [
        Method(name, cost, {language: scores[language][cost] for language in scores}, tells, colour)
        for name, cost, tells, colour in rows
    ]


def costs_of(name: str, count: int) -> dict[str, float]:
    """Return what a method costs, measured in a process of its own."""
    command = [sys.executable, str(BESIDE / "method_costs.py"), name, str(count)]
    done = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True)
    return dict(json.loads(done.stdout))


def lasting(microseconds: float) -> str:
    """Return a time with its unit."""
    return f"{microseconds / 1000:.1f} ms" if microseconds >= 1000 else f"{microseconds:.2g} µs"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as Markdown has it."""
    return "\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *(f"| {' | '.join(row)} |" for row in rows)])


def method_table(known: Sequence[Method], costs: dict[str, dict[str, float]], count: int) -> str:
    """Return the table of the methods."""
    head = [
        "method",
        *(f"{TITLES[language]}: precision / recall" for language in known[0].scores),
        f"memory, {count:,} documents",
        "one look-up",
        "what it tells",
    ]
    return table(
        head,
        (
            [
                method.name,
                *map(str, method.scores.values()),
                f"{costs[method.cost]['bytes'] / MEGABYTE:.{1 if costs[method.cost]['bytes'] < 10**7 else 0}f} MB",
                lasting(costs[method.cost]["usual"]),
                method.tells,
            ]
            for method in known
        ),
    )


def redis_table() -> str:
    """Return what a million takes in Redis beside what guides claim; "" without redis-server."""
    if shutil.which("redis-server") is None:
        return ""
    command = [sys.executable, str(BESIDE / "team.py"), "--part", "memory"]
    done = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True)
    rows = re.findall(r"^memory, [\d,]+: (.+?)\s{2,}([\d.]+ MiB)\s+\(guides: (.+?)\)", done.stdout, re.MULTILINE)
    return table(("a million in Redis", "measured", "what guides claim"), rows)


def recall_table(texts: Sequence[str], count: int) -> tuple[str, bool]:
    """Return the recall by length and change, and whether it is high enough everywhere."""
    rows = list(prose_rows(texts, count))
    shown = table(
        ("characters", "change", "true similarity, mean", "found at 0.50", "within 3 bits of SimHash"),
        (
            [str(r.size), r.change, f"{r.similarity:.3f}", f"{r.found:.3f} of {r.pairs}", f"{r.by_simhash:.2f}"]
            for r in rows
        ),
    )
    return shown, all(row.is_met for row in rows)


def panel(language: str, known: Sequence[Method], by_bits: Sequence[Score]) -> Panel:
    """Return the plot of one corpus; SimHash's two points stand on its line."""
    points = []
    for method in known:
        score = method.scores[language]
        if method.cost == "verified":
            points.append(Point(score.recall, score.precision, "Neartwin", method.colour, "end", -2, -11))
        elif method.cost == "md5":
            points.append(Point(score.recall, score.precision, "MD5", method.colour, "start", -2, -11))
        elif method.cost != "bloom":
            label = "SimHash, 3 bits" if method.cost == "segments" else f"{WIDE} bits"
            points.append(Point(score.recall, score.precision, label, method.colour, "end", -8, 16))
    line = [(score.recall, score.precision) for score in by_bits]
    return Panel(f"{TITLES[language]} documents", line, points)


def write_readme(parts: dict[str, str]) -> None:
    """Put each text between the README's two comments of its name."""
    text = README.read_text(encoding="utf-8")
    for name, part in parts.items():
        begin, end = f"<!-- {name}: tests/benchmarks/methods.py -->", f"<!-- end of {name} -->"
        if begin not in text or end not in text:
            raise SystemExit(f"README.md has no place for {name}")
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n\n{part}\n\n{end}{rest.partition(end)[2]}"
    README.write_text(text, encoding="utf-8")


def shortfalls(known: Sequence[Method], costs: dict[str, dict[str, float]], *, is_recall_enough: bool) -> list[str]:
    """Return what is not good enough of what the program promises."""
    ours, cost = known[-1], costs["verified"]
    checks: list[tuple[str, Callable[[], bool]]] = [
        (
            "precision and recall of the verified method",
            lambda: all(min(score.precision, score.recall) >= FLOOR for score in ours.scores.values()),
        ),
        ("precision of MD5", lambda: all(score.precision == 1 for score in known[0].scores.values())),
        ("memory of the verified method", lambda: cost["bytes"] <= LARGEST_MEMORY),
        ("95 of 100 look-ups within 15 ms", lambda: cost["slow"] <= SLOWEST_LOOK),
        ("recall by length and change", lambda: is_recall_enough),
    ]
    return [what for what, is_enough in checks if not is_enough()]


def main() -> int:
    """Measure, print, write, judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="small numbers; the README stays as it is")
    options = parser.parse_args()
    known_corpora = corpora()
    if not known_corpora:
        print("the corpus of near duplicates is not at hand: nothing is measured")
        return 1
    scores, lines = {}, {}
    for language, corpus in known_corpora:
        scores[language], lines[language] = measured(corpus)
    known = methods(scores)
    count = 50_000 if options.quick else 1_000_000
    costs = {method.cost: costs_of(method.cost, count) for method in known}
    recall, is_recall_enough = recall_table(known_corpora[0][1].texts, 20 if options.quick else 60)
    parts = {"methods": method_table(known, costs, count), "recall": recall}
    if not options.quick and (redis := redis_table()):
        parts["redis"] = redis
    print("\n\n".join(parts.values()), flush=True)
    if not options.quick:
        PLOT.write_text(drawn([panel(name, known, lines[name]) for name in scores]), encoding="utf-8")
        write_readme(parts)
    short = shortfalls(known, costs, is_recall_enough=is_recall_enough)
    print(*(f"FALLS SHORT: {what}" for what in short), *([] if short else ["all reached"]), sep="\n")
    return int(bool(short))


if __name__ == "__main__":
    sys.exit(main())
