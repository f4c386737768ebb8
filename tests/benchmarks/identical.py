"""Finding identical files beside other programs: the same groups, the time, the memory, a rescan, a stop.

    python tests/benchmarks/identical.py [--files 20000] [--small-files 100000] [--repeats 7]
                                         [--bench ../shared/bench] [--tree FOLDER] [--cold]

Prints every figure beside its peer's, "not here" where a peer is not installed, and exits 1 where one falls short:

* the groups are those of `jdupes -r` (which leaves hard links out), exactly;
* the whole command takes at most 0.75 of the time of `jdupes -r -q -m`, 0.35 of `rmlint -T df` and 0.5 of dupeGuru's
  core in contents mode, medians of interleaved runs with warm caches; with --cold (needs the right to drop the
  machine's caches) at most 0.9 of jdupes;
* a scan of many unchanged small files opens none, takes at most 5 times `find ROOT -type f -printf '%s %T@ %p\\n'` and
  150 MB; the first scan takes at most 250 MB;
* a stop inside a file of 4 GB is heard within a second.

The program runs as it is installed, with its modules compiled, from a copy. `--bench` names the folder with
`make_tree.py`, which makes the tree; `--tree` a tree that it made before. Programs that run beside it make the figures
uneven, not better: what others use of the processors is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.main_job import install  # noqa: E402 - found beside this script only now

MEBIBYTE = 1024 * 1024
CACHES = Path("/proc/sys/vm/drop_caches")

DUPEGURU = """
import sys
from pathlib import Path
from hscommon.jobprogress import job
from core.directories import Directories
from core.scanner import ScanType
from core.se.scanner import ScannerSE
found = Directories()
found.add_path(Path(sys.argv[1]))
scanner = ScannerSE()
scanner.scan_type = ScanType.Contents
print(len(scanner.get_dupe_groups(list(found.get_files(j=job.nulljob)), j=job.nulljob)))
"""
"""dupeGuru's core without its window, as its own tests drive it."""


@dataclass(frozen=True)
class Run:
    """One command: wall and processor seconds, peak memory in bytes, its standard output, its exit status."""

    wall: float
    cpu: float
    memory: int
    output: bytes
    status: int


def run(*command: str, cwd: str | Path = ROOT) -> Run:
    """Run a command to its end."""
    start = time.perf_counter()
    with (
        tempfile.TemporaryFile() as output,
        subprocess.Popen(command, cwd=cwd, stdout=output, stderr=subprocess.DEVNULL) as process,
    ):
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        told = output.read()
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, told, process.returncode)


def scan(folder: Path, library: Path, installed: Path) -> Run:
    """Run the whole command, as people do."""
    return run(*command_of(folder, library), cwd=installed)


def command_of(folder: Path, library: Path) -> list[str]:
    """Return the command."""
    return [sys.executable, "-m", "core", "scan", "--exact-only", "--json", "-", "--library", str(library), str(folder)]


class Verdicts:
    """What was asked, what came, and whether all of it is good enough."""

    def __init__(self) -> None:
        self.is_good = True

    def tell(self, what: str, figure: str, goal: str, *, is_good: bool) -> None:
        """Print one line."""
        print(f"{'ok' if is_good else 'SHORT':6} {what:48} {figure:24} {goal}", flush=True)
        self.is_good = self.is_good and is_good


def groups_of_jdupes(tree: Path) -> set[frozenset[int]]:
    """Return the groups that jdupes finds, as inode numbers: it tells one name of each file."""
    groups = run("jdupes", "-r", "-q", str(tree)).output.split(b"\n\n")
    return {frozenset(os.stat(path).st_ino for path in group.split(b"\n") if path) for group in groups if group.strip()}


def groups_of_ours(told: dict[str, object]) -> set[frozenset[int]]:
    """Return our groups as inode numbers."""
    groups: list[dict[str, list[dict[str, str]]]] = told["groups"]  # type: ignore[assignment]  # by the contract
    return {frozenset(os.stat(member["path"]).st_ino for member in group["members"]) for group in groups}


def peers(scratch: Path) -> dict[str, tuple[list[str], float]]:
    """Return the commands of the peers that are installed, and the share of their time that is the goal."""
    every = {
        "jdupes": (["jdupes", "-r", "-q", "-m"], 0.75),
        "rmlint": (["rmlint", "-T", "df", "-o", f"summary:{scratch / 'rmlint'}"], 0.35),
        "dupeGuru": ([sys.executable, "-c", DUPEGURU], 0.5),
    }
    is_here = {name: shutil.which(name) is not None for name in ("jdupes", "rmlint")}
    is_here["dupeGuru"] = find_spec("hscommon") is not None
    for name in every:
        if not is_here[name]:
            print(f"       {name}: not here")
    return {name: peer for name, peer in every.items() if is_here[name]}


def measure_tree(tree: Path, scratch: Path, repeats: int, *, is_cold: bool, verdicts: Verdicts) -> None:
    """Compare groups and times on the tree of binary files."""
    subprocess.run(["find", str(tree), "-type", "f", "-exec", "cat", "{}", "+"], stdout=subprocess.DEVNULL, check=True)
    told = scan(tree, scratch / "first", scratch / "installed")
    if shutil.which("jdupes"):
        ours, theirs = groups_of_ours(json.loads(told.output)), groups_of_jdupes(tree)
        figure = f"{len(ours)} of {len(theirs)}, {len(ours ^ theirs)} differ"
        verdicts.tell("groups as jdupes -r finds them", figure, "none differs", is_good=ours == theirs)
    others = peers(scratch)
    race(tree, scratch, others, verdicts, repeats=repeats, cache="warm")
    if is_cold:
        cold = {name: (command, 0.9) for name, (command, _) in others.items() if name == "jdupes"}
        race(tree, scratch, cold, verdicts, repeats=min(repeats, 3), cache="cold")


def race(
    tree: Path,
    scratch: Path,
    others: dict[str, tuple[list[str], float]],
    verdicts: Verdicts,
    *,
    repeats: int,
    cache: str,
) -> None:
    """Time our command and its peers by turns and compare the medians."""
    runs: dict[str, list[Run]] = {name: [] for name in ("ours", *others)}
    psutil.cpu_percent()
    for number in range(repeats):
        for name, done in runs.items():
            if cache == "cold":
                os.sync()
                CACHES.write_text("3")
            if name == "ours":
                done.append(scan(tree, scratch / f"{cache} {number}", scratch / "installed"))
            else:
                done.append(run(*others[name][0], str(tree), cwd=scratch))
    print(f"       processors in use meanwhile: {psutil.cpu_percent():.0f} %")
    medians = {name: statistics.median(one.wall for one in done) for name, done in runs.items()}
    for name, done in runs.items():
        cpu, memory = statistics.median(one.cpu for one in done), max(one.memory for one in done) / MEBIBYTE
        print(f"       {cache} {name}: {medians[name]:.2f} s, processor {cpu:.2f} s, {memory:.0f} MB")
    for name, (_, goal) in others.items():
        ratio = medians["ours"] / medians[name]
        verdicts.tell(f"{cache}, time beside {name}", f"{ratio:.2f}", f"at most {goal}", is_good=ratio <= goal)


def make_small_files(folder: Path, files: int) -> None:
    """Make small files in many folders, a fiftieth of them copies of files anywhere."""
    originals = files * 49 // 50
    for number in range(files):
        place = folder / f"{number // 5000:02d}" / f"{number // 100 % 50:02d}"
        if number % 100 == 0:
            place.mkdir(parents=True, exist_ok=True)
        content = number if number < originals else number * 7919 % originals
        (place / f"note {number}.txt").write_bytes(b"note %d\n" % content * (content % 20 + 1))


def measure_rescan(folder: Path, scratch: Path, verdicts: Verdicts) -> None:
    """Scan many small files twice and compare the second time with find."""
    library = scratch / "small"
    first = scan(folder, library, scratch / "installed")
    figure = first.memory / MEBIBYTE
    verdicts.tell(
        "first scan of small files, peak", f"{figure:.0f} MB, {first.wall:.1f} s", "250 MB", is_good=figure <= 250
    )
    finds, again = [], []
    for _ in range(5):
        finds.append(run("find", str(folder), "-type", "f", "-printf", "%s %T@ %p\n"))
        again.append(scan(folder, library, scratch / "installed"))
    opened = sum(json.loads(one.output)["counts"]["opened"] for one in again)
    verdicts.tell("files opened by a rescan", str(opened), "none", is_good=opened == 0)
    same = json.loads(first.output)["groups"] == json.loads(again[-1].output)["groups"]
    verdicts.tell("groups of the rescan", "the same" if same else "others", "the same", is_good=same)
    memory = max(one.memory for one in again) / MEBIBYTE
    verdicts.tell("rescan, peak", f"{memory:.0f} MB", "150 MB", is_good=memory <= 150)
    ours, theirs = (statistics.median(one.wall for one in runs) for runs in (again, finds))
    cpu = statistics.median(one.cpu for one in again) / statistics.median(one.cpu for one in finds)
    verdicts.tell(
        "rescan beside find",
        f"{ours:.2f} s / {theirs:.2f} s = {ours / theirs:.1f}",
        f"at most 5 (by processor time {cpu:.1f})",
        is_good=ours <= 5 * theirs,
    )


def measure_stop(folder: Path, scratch: Path, verdicts: Verdicts) -> None:
    """Stop a scan inside two equal files of 4 GB."""
    for name in ("one", "two"):
        with open(folder / name, "wb") as file:
            file.write(b"x" * MEBIBYTE)
            file.truncate(4096 * MEBIBYTE)
    process = subprocess.Popen(
        command_of(folder, scratch / "stop"),
        cwd=scratch / "installed",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(0.6)
    is_running = process.poll() is None
    start = time.perf_counter()
    process.send_signal(signal.SIGINT)
    process.wait()
    figure = time.perf_counter() - start
    verdicts.tell("stop inside 4 GB", f"{figure:.2f} s", "within 1 s", is_good=is_running and figure <= 1)


def main() -> int:
    """Run everything, and return 1 where a figure falls short."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--small-files", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--bench", type=Path, default=ROOT.parent / "shared" / "bench")
    parser.add_argument("--tree", type=Path)
    parser.add_argument("--cold", action="store_true")
    chosen = parser.parse_args()
    verdicts = Verdicts()
    with tempfile.TemporaryDirectory() as made:
        scratch = Path(made)
        install(scratch)
        # The small files come first: a process counts the memory of the one that started it as its own, until it loads.
        for name, measure in (("notes", measure_rescan), ("large", measure_stop)):
            (scratch / name).mkdir()
            if name == "notes":
                make_small_files(scratch / name, chosen.small_files)
            measure(scratch / name, scratch, verdicts)
        tree = chosen.tree
        if tree is None:
            tree = scratch / "tree"
            run(sys.executable, str(chosen.bench / "make_tree.py"), str(tree), str(chosen.files))
        measure_tree(
            tree, scratch, chosen.repeats, is_cold=chosen.cold and os.access(CACHES, os.W_OK), verdicts=verdicts
        )
    return 0 if verdicts.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
