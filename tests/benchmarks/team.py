"""The team index, scans over machines and merging, measured: python tests/benchmarks/team.py [--corpus FOLDER]

Starts a redis-server on a free loopback port, and a Dask scheduler with two workers. Prints each figure with its goal
beside it, and exits 1 where one falls short. `--part NAME` measures one part: look-ups, memory, killed, dask, merge.
`--count N` takes N fingerprints a library (100,000). The corpus is a folder of documents for the scans.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from blake3 import blake3

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from core.decisions import Mark  # noqa: E402 - the checkout comes first
from core.index import FileRow  # noqa: E402
from core.library import open_library  # noqa: E402
from core.merging import merge  # noqa: E402
from core.packing import packed  # noqa: E402
from core.progress import NullReporter  # noqa: E402
from core.team import publish_wanted  # noqa: E402
from core.team_check import TeamIndex  # noqa: E402
from core.team_layout import bloom_bits, bloom_filter  # noqa: E402
from core.team_server import Server, TeamError  # noqa: E402
from core.team_settings import Share, TeamSettings  # noqa: E402
from core.team_shares import Wanted  # noqa: E402
from core.text_index import ReadingRow, TextRow  # noqa: E402
from tests.benchmarks.made_team import RADIUS, Made, questions  # noqa: E402
from tests.unit.servers import RedisServer  # noqa: E402
from tests.unit.test_cluster import DaskCluster  # noqa: E402
from tests.unit.test_merging import journal_row  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

MEBI = 1 << 20


class Figures:
    """What was measured, and whether it is enough."""

    def __init__(self) -> None:
        self.is_short = False

    def tell(self, what: str, value: str, goal: str = "", *, is_enough: bool = True) -> None:
        """Print a figure with its goal."""
        mark = "" if not goal else "  ok" if is_enough else "  SHORT"
        print(f"{what:58} {value:>16}  {goal}{mark}", flush=True)
        self.is_short = self.is_short or not is_enough


def settings_of(server: RedisServer, name: str) -> TeamSettings:
    """Return a library's part in the team."""
    return TeamSettings(server.place, "office", name, name, (Share("/folder", "Legal"),))


def publish_made(server: RedisServer, name: str, what: Wanted, pause: Callable[[int, int], None]) -> None:
    """Publish a made library."""
    with Server(server.place, "office") as opened:
        opened.require_format(is_writer=True)
        with opened.asking():
            publish_wanted(opened, settings_of(server, name), what, pause)


def nothing(_done: int, _of: int) -> None:
    """Go on."""


def look_ups(figures: Figures, folder: Path, count: int) -> None:
    """Two libraries publish, a third asks."""
    server = RedisServer(folder / "look-ups", "--save", "")
    try:
        libraries = [Made(1, count), Made(2, count)]
        for made in libraries:
            what, begun = made.wanted(), time.perf_counter()
            publish_made(server, f"library {made.seed}", what, nothing)
            figures.tell(f"publish {count:,} contents and texts", f"{time.perf_counter() - begun:.1f} s")
        prints, truth = questions(libraries, 10_000)
        with Server(server.place, "office") as opened:
            index = TeamIndex(opened, "m")
            begun = time.perf_counter()
            found = index.ask(prints, RADIUS, 0.9)
            seconds = time.perf_counter() - begun
            right = sum(
                [(match.relation, match.size) for match in matches] == ([expected] if expected[0] else [])
                for matches, expected in zip(found, truth, strict=True)
            )
            figures.tell("answers right, of 10,000 files", f"{right:,}", "10,000", is_enough=right == len(prints))
            figures.tell("files checked a second, digests and near together", f"{len(prints) / seconds:,.0f}")
            digests = best(lambda: index.identical(prints))
            figures.tell(
                "look-ups of digests a second, pipelined",
                f"{len(prints) / digests:,.0f}",
                ">= 20,000",
                is_enough=len(prints) / digests >= 20_000,
            )
            near = best(lambda: index.close(prints, RADIUS, 0.9))
            keys = 20 * len(prints)
            figures.tell(
                "look-ups of segments and bands a second (20 a file)",
                f"{keys / near:,.0f}",
                ">= 20,000",
                is_enough=keys / near >= 20_000,
            )
            figures.tell("files looked up by fingerprint a second", f"{len(prints) / near:,.0f}")
            single = [timed(lambda one=one: index.ask([one], RADIUS, 0.9)) * 1000 for one in prints[:1000]]
        middle, late = statistics.median(single), sorted(single)[990]
        figures.tell(
            "single answer, median (99th of 100)", f"{middle:.2f} ({late:.2f}) ms", "< 5 ms", is_enough=middle < 5
        )
    finally:
        server.kill()


def best(act: Callable[[], object]) -> float:
    """Return the least seconds of three calls."""
    return min(timed(act) for _ in range(3))


def timed(act: Callable[[], object]) -> float:
    """Return the seconds of a call."""
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def memory(figures: Figures, folder: Path, count: int = 1_000_000) -> None:
    """What a million of each takes in Redis, beside what guides claim."""
    server = RedisServer(folder / "memory", "--save", "")
    try:
        with Server(server.place, "office") as opened:
            choice = np.random.default_rng(1)

            def used() -> int:
                return int(opened.client.info("memory")["used_memory"])

            def measure(what: str, claim: str, fill: Callable[[], None]) -> None:
                opened.client.flushall()
                before = used()
                fill()
                opened.close()  # the server gives the buffers of a connection back
                time.sleep(0.5)
                figures.tell(f"memory, {count:,}: {what}", f"{(used() - before) / MEBI:.1f} MiB", claim)

            digests = [choice.bytes(16) for _ in range(count)]
            simhashes = choice.integers(0, 1 << 64, count, dtype=np.uint64).tolist()

            def add_md5s() -> None:
                for start in range(0, count, 1000):
                    opened.client.sadd("md5", *digests[start : start + 1000])

            def add_filter() -> None:
                bits = bloom_bits(count)
                opened.client.set("bloom", bloom_filter(digests, bits))

            def add_segments() -> None:
                from core.team_layout import segment_members

                for start in range(0, count, 5000):
                    opened.answers(
                        [
                            ("SADD", opened.keys.segment(number, value), member)
                            for simhash in simhashes[start : start + 5000]
                            for number, value, member in segment_members(simhash, 1)
                        ]
                    )

            measure("set of MD5", "(guides: 64 MB)", add_md5s)
            measure(f"Bloom bits at 0.1 % ({bloom_bits(count):,} bits)", "(guides: 4 MB)", add_filter)
            measure("four SimHash segments", "(guides: 8 MB)", add_segments)
    finally:
        server.kill()


def snapshot(server: RedisServer) -> dict[bytes, object]:
    """Return everything that the server has of the team, less dates and counters."""
    with Server(server.place, "office") as opened:
        names = (b"desks", b"numbers", b"format")
        keys = [key for key in opened.client.scan_iter(count=5000) if not key.endswith(names)]
        found: dict[bytes, object] = {}
        commands = {b"set": "SMEMBERS", b"hash": "HGETALL", b"string": "GET"}
        for start in range(0, len(keys), 5000):
            part = keys[start : start + 5000]
            kinds = opened.answers([("TYPE", key) for key in part])
            values = opened.answers([(commands[kind], key) for key, kind in zip(part, kinds, strict=True)])
            for key, kind, value in zip(part, kinds, values, strict=True):
                found[key] = value.rstrip(b"\0") if kind == b"string" else sorted(value)
        return found


def killed(figures: Figures, folder: Path, count: int) -> None:
    """The server is killed in mid-publish and started again."""
    server = RedisServer(folder / "killed", "--appendonly", "yes", "--appendfsync", "everysec", "--save", "")
    other = RedisServer(folder / "whole", "--save", "")
    try:
        what = Made(7, count).wanted()
        publish_made(other, "library", what, nothing)
        whole = snapshot(other)
        steps = 16384 // 512 + count // 2048
        for number, at in enumerate((3, steps // 2, steps - 1)):
            calls = 0

            def kill(_done: int, _of: int, at: int = at) -> None:
                nonlocal calls
                calls += 1
                if calls == at:
                    threading.Timer(0.05, server.kill).start()

            try:
                publish_made(server, "library", what, kill)
            except TeamError:
                calls = -1
            server.kill()
            server.start()
            publish_made(server, "library", what, nothing)
            is_equal = snapshot(server) == whole
            told = "told" if calls == -1 else "after the end"
            figures.tell(
                f"killed {number + 1}: index equals library ({told})", str(is_equal), "True", is_enough=is_equal
            )
            with Server(server.place, "office") as opened:
                opened.client.flushall()
    finally:
        server.kill()
        other.kill()


def run_scan(corpus: Path, library: Path, *more: str) -> tuple[dict[str, object], float]:
    """Return the JSON of a scan by the command line, and its seconds."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "core", "scan", str(corpus), "--library", str(library), "--json", "-", *more]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if done.returncode > 1:
        raise RuntimeError(done.stderr.decode())
    return json.loads(done.stdout), time.perf_counter() - begun


def through_dask(figures: Figures, folder: Path, corpus: Path) -> None:
    """The same scan here, through two workers, and with one of them killed."""
    local, here = run_scan(corpus, folder / "local")
    figures.tell("scan of the corpus with local workers", f"{here:.1f} s")
    (folder / "dask").mkdir()
    cluster = DaskCluster(folder / "dask")
    try:
        while "Nanny" not in subprocess.run(
            [
                sys.executable,
                "-c",
                "import sys; from distributed import Client; print(Client(sys.argv[1]).scheduler_info()['workers'])",
                cluster.address,
            ],
            capture_output=True,
            text=True,
            check=False,
        ).stdout.replace("nanny", "Nanny"):
            time.sleep(1)
        there, seconds = run_scan(corpus, folder / "by-dask", "--dask", cluster.address)
        figures.tell("the same through two Dask workers", f"{seconds:.1f} s")
        figures.tell("JSON equal to the local one", str(there == local), "True", is_enough=there == local)
        timer = threading.Timer(max(2.0, seconds / 2), cluster.workers[0].kill)
        timer.start()
        hurt, late = run_scan(corpus, folder / "hurt", "--dask", cluster.address)
        timer.cancel()
        figures.tell("the same with a worker killed on the way", f"{late:.1f} s")
        figures.tell("JSON equal to the local one", str(hurt == local), "True", is_enough=hurt == local)
    finally:
        cluster.close()


def fill_library(folder: Path, name: str, count: int, shared: int) -> None:
    """Make a library of `count` documents of 100 tokens, of which `shared` are in the others too."""
    choice = np.random.default_rng(hash(name) % 1000)
    with open_library(str(folder / name)) as library:
        index = library.index
        with index.transaction():
            root = index.root(f"/{name}", name, "/")
            index.set_root_state(root, "ready", 1)
            numbers = [f"shared:{number}" if number < shared else f"{name}:{number}" for number in range(count)]
            index.add_contents((place + 1, 1000 + place) for place in range(count))
            for place, number in enumerate(numbers):
                data = number.encode()
                index.set_digests(place + 1, blake3(data).hexdigest(), hashlib.md5(data).hexdigest())
                text = index.texts.store_text(
                    TextRow(
                        digest=hashlib.md5(data).digest(),
                        whole=packed(data * 60),
                        tokens=packed(choice.integers(0, 1 << 32, 100, dtype=np.uint32).tobytes()),
                        token_count=100,
                        maker="m",
                        simhash=place,
                        segments=(0, 0, place >> 16, place & 0xFFFF),
                        slots=choice.integers(0, 1 << 16, 128, dtype=np.uint16).tobytes(),
                        bag=bytes(512),
                        samples=bytes(48),
                    )
                )
                index.texts.store_reading(ReadingRow(place + 1, "x", "ok", "", "txt", None, None, "", text))
            index.store_files(
                root, [FileRow(f"/{name}/{place}", 1000 + place, 1, 1, place + 1) for place in range(count)]
            )
        library.decisions.mark([Mark(f"/{name}/{place}") for place in range(500)])
        library.decisions.settle_pairs([(f"{name}{place}", f"{name}{place + 1}") for place in range(500)])
        library.decisions.journal.open([journal_row(f"/{name}/gone{place}", planned_ns=place) for place in range(500)])


def merging(figures: Figures, folder: Path, count: int = 50_000) -> None:
    """Two libraries of 50,000 documents become one."""
    for name in ("one", "other"):
        fill_library(folder, name, count, count // 5)
    with open_library(str(folder / "one")) as library:
        begun = time.perf_counter()
        done = merge(library, str(folder / "other"), NullReporter())
        seconds = time.perf_counter() - begun
        kept = (done.decisions.marks, done.decisions.settled, done.journal)
        texts, files = library.index.texts.text_count(), library.index.file_count()
        again = merge(library, str(folder / "other"), NullReporter())
    figures.tell(f"merge of two libraries of {count:,} documents", f"{seconds:.1f} s", "< 30 s", is_enough=seconds < 30)
    figures.tell(
        "marks, settled pairs, journal rows taken over", str(kept), "(500, 500, 500)", is_enough=kept == (500,) * 3
    )
    is_once = texts == 2 * count - count // 5 and files == 2 * count
    figures.tell("texts and files afterwards", f"{texts:,} / {files:,}", "each once", is_enough=is_once)
    nothing_new = sum(again.brought) + again.journal + again.decisions.marks + again.decisions.settled
    figures.tell("rows that a second merge adds", str(nothing_new), "0", is_enough=nothing_new == 0)


def main() -> int:
    """Measure, and return 1 where a figure falls short."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--part", choices=("look-ups", "memory", "killed", "dask", "merge"))
    chosen = parser.parse_args()
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="neartwin-team-") as name:
        folder = Path(name)
        parts: dict[str, Callable[[], None]] = {
            "look-ups": lambda: look_ups(figures, folder, chosen.count),
            "memory": lambda: memory(figures, folder),
            "killed": lambda: killed(figures, folder, chosen.count),
            "merge": lambda: merging(figures, folder),
        }
        if chosen.corpus is not None:
            parts["dask"] = lambda: through_dask(figures, folder, chosen.corpus)
        for part, measure in parts.items():
            if chosen.part in (None, part):
                measure()
    return 1 if figures.is_short else 0


if __name__ == "__main__":
    sys.exit(main())
