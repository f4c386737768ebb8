"""Renders every view and dialog in all languages, themes and scalings, and looks for what is wrong with it.

    python tests/looks/render.py [--pictures FOLDER] [--only NAME] [--jobs N] [--sheet]

Each scaling of the screen (100, 150, 200, 300 %) and each size of letters of the settings runs in a process of its
own. Prints every fault with the views in which it stands, and a count; exits 1 when there is one. Faults are: clipped
or covered text, glyphs that no font has, contrast below 4.5:1 for text and 3:1 for controls, words of another language,
controls that a screen reader has no name for. `--pictures` keeps what was looked at; `--sheet`
makes the pictures of the help instead.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [os.fspath(ROOT)]

LANGUAGES = ("en", "zh_CN", "zh_TW", "stretched")
MODES = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Run:
    """What one process looks at.

    Attributes:
        scaling: of the screen, by Qt's own factor.
        letters: the size of letters of the settings.
    """

    scaling: float
    letters: float = 1.0
    languages: tuple[str, ...] = LANGUAGES
    modes: tuple[str, ...] = MODES

    @property
    def name(self) -> str:
        """The name of its folder of pictures."""
        return f"{self.scaling * 100:.0f}-letters-{self.letters * 100:.0f}"


RUNS = (
    Run(3.0),
    Run(2.0),
    Run(1.5),
    Run(1.0),
    Run(1.0, 1.5, ("zh_CN", "stretched"), ("light",)),
    Run(1.0, 2.0, ("en", "zh_TW"), ("dark",)),
)
"""The dearest first."""

PATIENCE_SECONDS = 900
"""A process that takes longer hangs."""

SCREEN = {"screens": [{"name": "one", "x": 0, "y": 0, "width": 3840, "height": 2400, "logicalDpi": 96, "dpr": 1}]}


def environment(run: Run, folder: Path) -> dict[str, str]:
    """Return the environment of a process: a screen without a display, a scaling, places of its own."""
    screen = folder / "screen.json"
    screen.write_text(json.dumps(SCREEN))
    return {
        **os.environ,
        "QT_QPA_PLATFORM": f"offscreen:configfile={screen}",
        "QT_SCALE_FACTOR": str(run.scaling),
        "NEARTWIN_SETTINGS": os.fspath(folder / "settings.ini"),
        "NEARTWIN_LIBRARY": os.fspath(folder / "library"),
        "LC_ALL": "C.UTF-8",
    }


def start(run: Run, folder: Path, documents: Path, pictures: Path | None, only: str) -> dict[str, list[str]]:
    """Run one process to its end; return its faults with the views in which they stand."""
    folder.mkdir()
    command = [sys.executable, "-m", "tests.looks.rendering", json.dumps(asdict(run))]
    command += [os.fspath(folder), os.fspath(documents), os.fspath(pictures or ""), only]
    done = subprocess.run(
        command,
        env=environment(run, folder),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    if done.returncode:
        raise SystemExit(f"{run.name}: {done.stderr[-4000:]}")
    found: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    print(f"{run.name}: {sum(map(len, found.values()))} faults", flush=True)
    return found


def make_pictures() -> int:
    """Make the pictures of the help; return the exit status."""
    from tests.looks.window import place_documents

    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch) / "home"  # what the pictures show of it should look like anybody's
        place.mkdir()
        command = [sys.executable, "-m", "tests.looks.sheet", os.fspath(place), os.fspath(place_documents(place))]
        return subprocess.run(command, env=environment(RUNS[3], place), cwd=ROOT, check=False).returncode


def main() -> int:
    """Do what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, help="keep the pictures in this folder")
    parser.add_argument("--only", default="", help="views whose name has this in it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--scaling", type=float, help="this scaling only")
    parser.add_argument("--letters", type=float, help="this size of letters only")
    parser.add_argument("--sheet", action="store_true", help="make the pictures of the help")
    arguments = parser.parse_args()
    if arguments.sheet:
        return make_pictures()
    began = time.monotonic()
    together: dict[str, list[str]] = defaultdict(list)
    runs = [
        run for run in RUNS if arguments.scaling in (None, run.scaling) and arguments.letters in (None, run.letters)
    ]
    with tempfile.TemporaryDirectory(prefix="neartwin-looks-") as scratch, ThreadPoolExecutor(arguments.jobs) as pool:
        from tests.looks.window import place_documents

        place = Path(scratch)
        documents = place_documents(place)
        waiting = [
            pool.submit(start, run, place / run.name, documents, arguments.pictures, arguments.only) for run in runs
        ]
        for ended in waiting:
            for fault, views in ended.result().items():
                together[fault] += views
    for fault, views in sorted(together.items()):
        print(f"{fault}\n    {len(views)} views: {', '.join(views[:4])}{' …' if len(views) > 4 else ''}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{time.monotonic() - began:.0f} seconds, {used.ru_utime + used.ru_stime:.0f} of a processor")
    print(f"{len(together)} faults (goal: none)")
    return 1 if together else 0


if __name__ == "__main__":
    sys.exit(main())
