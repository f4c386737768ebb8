"""From the call to the first window, offscreen: the frozen program and the checkout, beside a bare window of PySide6.

    python tests/benchmarks/start_up.py [--rounds N] [--program PATH]

The goals are medians for the frozen program (`python installer/build.py` makes it; without it the checkout is judged):
0.8 s cold, which is with its files put out of the system's memory first, and 0.4 s warm. Time is from the call to the
end of the first painting. On a machine that is busy with other work the processor's time up to then counts instead,
and the script says so. Exits 1 where a goal is missed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
FROZEN = ROOT / "build" / "frozen" / "neartwin" / "neartwin"

COLD_SECONDS, WARM_SECONDS = 0.8, 0.4

LONGEST_SECONDS = 60.0

IDLE_PERCENT = 15.0
"""Above this the clock measures other programs."""

BARE = """
import sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
class Bare(QWidget):
    def paintEvent(self, event):
        print(f"{time.process_time():.4f}", flush=True)
qt = QApplication(sys.argv)
window = Bare()
window.show()
qt.exec()
"""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is started.

    Attributes:
        folders: hold its files, for a cold start.
    """

    name: str
    command: tuple[str, ...]
    folders: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """One start: seconds by the clock, and of the processor, to the end of the first painting."""

    clock: float
    processor: float


def subjects(program: Path) -> list[Subject]:
    """Return what can be started here."""
    packages = tuple(Path(entry) for entry in sys.path if entry.endswith("site-packages"))
    found = [
        Subject("bare window", (sys.executable, "-c", BARE), packages),
        Subject(
            "checkout", (sys.executable, "-m", "gui"), (ROOT / "gui", ROOT / "core", ROOT / "resources", *packages)
        ),
    ]
    if program.exists():
        found.append(Subject("frozen", (os.fspath(program),), (program.parent,)))
    return found


def cool(folders: tuple[Path, ...]) -> None:
    """Put the files out of the system's memory; those that another program has in use stay."""
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file() and not path.is_symlink():
                with path.open("rb") as file:
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def start(subject: Subject, place: str, compiled: str) -> Start:
    """Start it once in an empty home, and end it when its window is painted.

    Args:
        compiled: folder for compiled modules, which are kept over the starts as on any computer.
    """
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPYCACHEPREFIX": compiled,
        "QT_QPA_PLATFORM": "offscreen",
        "NEARTWIN_TELL_FIRST_PAINT": "1",
        "NEARTWIN_SETTINGS": f"{place}/neartwin.ini",
        "NEARTWIN_LIBRARY": f"{place}/library",
    }
    began = time.perf_counter()
    with subprocess.Popen(
        subject.command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        limit = threading.Timer(LONGEST_SECONDS, process.kill)
        limit.start()
        line = process.stdout.readline()
        seconds = time.perf_counter() - began
        limit.cancel()
        process.terminate()
    if not line:
        raise SystemExit(f"{subject.name} showed no window in {LONGEST_SECONDS:.0f} s")
    return Start(seconds, float(line))


def measured(wanted: list[Subject], compiled: str, rounds: int, *, is_cold: bool) -> dict[str, list[Start]]:
    """Start all in turn, so that what else the machine does falls on each alike."""
    found: dict[str, list[Start]] = {subject.name: [] for subject in wanted}
    for _ in range(rounds):
        for subject in wanted:
            with tempfile.TemporaryDirectory() as place:
                if is_cold:
                    cool(subject.folders)
                found[subject.name].append(start(subject, place, compiled))
    return found


def tell(found: dict[str, list[Start]], judged: str, *, is_cold: bool, is_idle: bool) -> bool:
    """Print the medians; return whether what is judged keeps its goal."""
    goal = COLD_SECONDS if is_cold else WARM_SECONDS
    is_kept = True
    for name, starts in found.items():
        clock = statistics.median(one.clock for one in starts)
        processor = statistics.median(one.processor for one in starts)
        note = ""
        if name == judged:
            is_kept = (clock if is_idle else processor) <= goal
            note = f"goal {goal:.1f} s: {'kept' if is_kept else 'MISSED'}"
        print(f"{'cold' if is_cold else 'warm'}  {name:12} {clock:6.2f} s clock {processor:6.2f} s processor  {note}")
    return is_kept


def main() -> int:
    """Print the figures beside the goals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--program", type=Path, default=FROZEN)
    options = parser.parse_args()
    wanted = subjects(options.program)
    judged = wanted[-1].name
    busy = psutil.cpu_percent(interval=2.0)
    is_idle = busy < IDLE_PERCENT
    how = "the clock" if is_idle else "the processor's time, since the clock measures the others"
    print(f"the machine is {busy:.0f} % busy with other work; judged by {how}; medians of {options.rounds}")
    with tempfile.TemporaryDirectory() as compiled:
        measured(wanted, compiled, 1, is_cold=False)
        kept = [
            tell(measured(wanted, compiled, options.rounds, is_cold=is_cold), judged, is_cold=is_cold, is_idle=is_idle)
            for is_cold in (False, True)
        ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
