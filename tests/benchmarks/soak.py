"""A watched library under random file operations: two processes work on 20,000 files while `watch` follows.

The operations: create, write in pieces, append, save as office programs do (temporary file, rename), touch, rename,
move to another folder, delete, copy a file, copy and rename and delete whole folders, switch hundreds of files at
once as a branch does. Afterwards, without any reconciling scan, the index must name exactly the files on the disk,
with their sizes and times, and every content the bytes that the files have.

Figures: rows that differ (goal 0), growth of the watching process from its tenth minute or a quarter of the run on
(goal below 20 MB), its processor time while nothing happens (goal below 1 %), operations done.

    python tests/benchmarks/soak.py [--minutes N] [--files N]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from core.library import open_library  # noqa: E402 - after the path is set

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_GROWTH = 20 * 1024 * 1024
MOST_IDLE_SHARE = 0.01
IDLE_SECONDS = 30.0
QUIET_SECONDS = 10.0
"""The index has caught up when the watching process hardly used the processor for so long, twice in a row."""

LONGEST_SECONDS = 900.0

SUFFIXES = (".txt", ".txt", ".txt", ".md", ".csv", ".bin", ".jpg")


def body(draw: random.Random) -> bytes:
    """Return a small content; one in ten is one of a few that come again and again."""
    if draw.random() < 0.1:
        draw = random.Random(draw.randrange(50))
    size = draw.choice((0, 1, 200, 400, 400, 700, 1500))
    return "".join(chr(draw.randrange(0x4E00, 0x4F00)) for _ in range(size)).encode()


class Worker:
    """One process's random operations in its part of the tree."""

    def __init__(self, folder: str, seed: int) -> None:
        self.folder = folder
        self.draw = random.Random(seed)
        self.folders = [folder]
        self.files: list[str] = []
        self.count = 0

    def fill(self, count: int) -> None:
        """Make the first files, 100 a folder."""
        for number in range(count):
            if number % 100 == 0:
                self.folders.append(os.path.join(self.folder, f"第{number // 100}卷"))
                os.mkdir(self.folders[-1])
            self.write(os.path.join(self.folders[-1], self.name()))

    def name(self) -> str:
        """Return a new name."""
        self.count += 1
        return f"{self.count:06d} {self.draw.choice(('报告', 'report', 'été', 'x#y%d'))}{self.draw.choice(SUFFIXES)}"

    def place(self) -> str:
        """Return a new path in some folder."""
        return os.path.join(self.draw.choice(self.folders), self.name())

    def write(self, path: str) -> None:
        """Write a new file."""
        with open(path, "wb") as file:
            file.write(body(self.draw))
        self.files.append(path)

    def some_file(self) -> str:
        """Return a file that is there."""
        return self.draw.choice(self.files)

    def take(self) -> str:
        """Return a file and know it no more."""
        place = self.draw.randrange(len(self.files))
        self.files[place], self.files[-1] = self.files[-1], self.files[place]
        return self.files.pop()

    def step(self) -> None:
        """Do one operation."""
        kinds: list[tuple[int, Callable[[], None]]] = [
            (20, lambda: self.write(self.place())),
            (5, self.write_slowly),
            (10, self.append),
            (10, self.save),
            (5, self.touch),
            (15, self.rename),
            (20, self.delete),
            (10, self.copy),
            (1, self.copy_folder),
            (1, self.rename_folder),
            (1, self.delete_folder),
        ]
        if self.draw.random() < 0.002:
            self.switch()
            return
        self.draw.choices([act for _, act in kinds], [weight for weight, _ in kinds])[0]()

    def write_slowly(self) -> None:
        """Write a file in pieces."""
        path = self.place()
        with open(path, "wb") as file:
            for _ in range(3):
                file.write(body(self.draw))
                file.flush()
                time.sleep(0.05)
        self.files.append(path)

    def append(self) -> None:
        """Add to a file."""
        with open(self.some_file(), "ab") as file:
            file.write(body(self.draw))

    def save(self) -> None:
        """Save as an office program does."""
        path = self.some_file()
        folder, name = os.path.split(path)
        lock, part = os.path.join(folder, "~$" + name), os.path.join(folder, f"~WRD{self.count:04d}.tmp")
        Path(lock).write_bytes(b"lock")
        Path(part).write_bytes(body(self.draw))
        os.replace(part, path)
        os.unlink(lock)

    def touch(self) -> None:
        """Give a file another time."""
        then = time.time() - self.draw.randrange(10**7)
        os.utime(self.some_file(), (then, then))

    def rename(self) -> None:
        """Give a file another name or folder."""
        path = self.take()
        self.files.append(self.place())
        os.rename(path, self.files[-1])

    def delete(self) -> None:
        """Delete a file."""
        os.unlink(self.take())

    def copy(self) -> None:
        """Copy a file with its time."""
        source, target = self.some_file(), self.place()
        shutil.copy2(source, target)
        self.files.append(target)

    def copy_folder(self) -> None:
        """Copy a folder with its files."""
        source = self.draw.choice(self.folders[1:])
        target = os.path.join(self.folder, f"copy {self.name()[:6]}")
        shutil.copytree(source, target)
        self.folders.append(target)
        self.files += [os.path.join(target, name) for name in os.listdir(target)]
        if len(self.files) > 15_000:
            self.delete_folder()

    def rename_folder(self) -> None:
        """Give a folder another name."""
        place = self.draw.randrange(1, len(self.folders))
        old = self.folders[place]
        new = self.folders[place] = os.path.join(self.folder, f"moved {self.name()[:6]}")
        os.rename(old, new)
        self.files = [new + path[len(old) :] if path.startswith(old + os.sep) else path for path in self.files]

    def delete_folder(self) -> None:
        """Delete a folder with its files, but for the last few."""
        if len(self.folders) < 50:
            return
        old = self.folders.pop(self.draw.randrange(1, len(self.folders)))
        shutil.rmtree(old)
        self.files = [path for path in self.files if not path.startswith(old + os.sep)]

    def switch(self) -> None:
        """Change hundreds of files at once, as the switch of a branch does."""
        for _ in range(300):
            self.draw.choice((self.append, self.delete, lambda: self.write(self.place()), self.rename))()


def work(folder: str, seed: int, count: int, filled: threading.Event, end: threading.Event) -> None:
    """Run one process's operations until told to end."""
    worker = Worker(folder, seed)
    worker.fill(count)
    filled.set()
    while not end.is_set():
        worker.step()
        time.sleep(worker.draw.choice((0, 0, 0.01, 0.1, 0.3)))


class Listener(threading.Thread):
    """Reads what `watch` prints, and counts its events."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        super().__init__(daemon=True)
        self.process = process
        self.counts: dict[str, int] = {}
        self.start()

    def run(self) -> None:
        """Read to the end."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            event = json.loads(line)["event"]
            self.counts[event] = self.counts.get(event, 0) + 1


def own_memory(process: subprocess.Popen[str]) -> int:
    """Return the resident bytes of the watching process, workers left out."""
    return int(psutil.Process(process.pid).memory_info().rss)


def processor_seconds(process: subprocess.Popen[str]) -> float:
    """Return the processor time of the watching process and its workers."""
    parent = psutil.Process(process.pid)
    total = 0.0
    for one in (parent, *parent.children(recursive=True)):
        with suppress(psutil.Error):
            total += sum(one.cpu_times()[:2])
    return total


def wait_for_quiet(process: subprocess.Popen[str]) -> float:
    """Wait until the watching process has nothing to do; return the seconds that it took."""
    began, quiet = time.monotonic(), 0
    while quiet < 2 and time.monotonic() - began < LONGEST_SECONDS:
        before = processor_seconds(process)
        time.sleep(QUIET_SECONDS)
        quiet = quiet + 1 if processor_seconds(process) - before < MOST_IDLE_SHARE * QUIET_SECONDS * 2 else 0
    return time.monotonic() - began - 2 * QUIET_SECONDS


def differences(folder: str, library: str) -> list[str]:
    """Return in what index and disk differ."""
    found = []
    with open_library(library) as opened:
        rows = {row.path: row for row in opened.index.files_under(folder)}
        numbers = sorted({row.content for row in rows.values() if row.content is not None})
        contents = opened.index.contents(numbers)
        faults = opened.index.faults()
    on_disk = {
        os.path.join(place, name) for place, _, names in os.walk(folder) for name in names if not name.startswith("~")
    }
    found += [f"only in the index: {path}" for path in sorted(rows.keys() - on_disk)]
    found += [f"only on the disk: {path}" for path in sorted(on_disk - rows.keys())]
    digests: dict[int, str] = {}
    for path in sorted(rows.keys() & on_disk):
        row, status = rows[path], os.stat(path)
        if (row.size, row.mtime_ns) != (status.st_size, status.st_mtime_ns):
            found.append(f"another size or time: {path}")
        if row.content is None:
            continue
        digest = hashlib.md5(Path(path).read_bytes(), usedforsecurity=False).hexdigest()
        told = contents[row.content].md5
        if told not in (None, digest) or digests.setdefault(row.content, digest) != digest:
            found.append(f"another content: {path}")
    return found + [f"index: {fault}" for fault in faults]


def soak(minutes: float, count: int, folder: str) -> bool:
    """Run the whole, print the figures, and return whether all reach their goals."""
    documents, library = os.path.join(folder, "documents"), os.path.join(folder, "library")
    places = [os.path.join(documents, name) for name in ("甲", "乙")]
    for place in places:
        os.makedirs(place)
    context = get_context("spawn")
    end = context.Event()
    filled = [context.Event() for _ in places]
    workers = [
        context.Process(target=work, args=(place, seed, count // 2, ready, end))
        for seed, (place, ready) in enumerate(zip(places, filled, strict=True))
    ]
    for worker in workers:
        worker.start()
    for ready in filled:
        ready.wait()
    command = [sys.executable, "-m", "core", "watch", documents, "--library", library, "--json"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    listener = Listener(process)
    memory: list[tuple[float, int]] = []
    began = time.monotonic()
    while time.monotonic() - began < minutes * 60:
        time.sleep(5)
        memory.append((time.monotonic() - began, own_memory(process)))
    end.set()
    for worker in workers:
        worker.join()
    caught_up = wait_for_quiet(process)
    before, then = processor_seconds(process), time.monotonic()
    time.sleep(IDLE_SECONDS)
    idle = (processor_seconds(process) - before) / (time.monotonic() - then)
    process.terminate()
    process.wait(30)
    wrong = differences(documents, library)
    settled_from = min(600.0, minutes * 15)
    settled = [size for when, size in memory if when >= settled_from]
    tenth = max(1, len(settled) // 10)
    growth = sorted(settled[-tenth:])[tenth // 2] - sorted(settled[:tenth])[tenth // 2]
    for line in wrong[:20]:
        print("  ", line)
    print("events:", dict(sorted(listener.counts.items())))
    print(f"caught up {caught_up:.0f} s after the last operation")
    print(f"memory: {settled[0] / 2**20:.0f} MB, peak {max(settled) / 2**20:.0f} MB")
    print(f"index and disk differ in {len(wrong)} rows (goal 0)")
    print(f"growth {growth / 2**20:.1f} MB (goal below {MOST_GROWTH / 2**20:.0f})")
    print(f"processor while idle {idle:.2%} (goal below {MOST_IDLE_SHARE:.0%})")
    return not wrong and growth < MOST_GROWTH and idle < MOST_IDLE_SHARE


def main() -> int:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--files", type=int, default=20_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="neartwin-soak-") as folder:
        return 0 if soak(given.minutes, given.files, folder) else 1


if __name__ == "__main__":
    sys.exit(main())
