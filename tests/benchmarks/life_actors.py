"""Who uses the library in `library_life.py`: a window and commands, run as processes of their own.

python tests/benchmarks/life_actors.py LIBRARY NUMBER          writes marks and journal rows, says so for each
python tests/benchmarks/life_actors.py FOLDER window SECONDS   refreshes, checks and marks, as the window does
python tests/benchmarks/life_actors.py FOLDER commands SECONDS calls scan, check, library
"""

from __future__ import annotations

import io
import random
import sys
import threading
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from core.__main__ import main as command_line  # noqa: E402 - after the path is set
from core.check import check  # noqa: E402
from core.check_table import CheckTable  # noqa: E402
from core.decisions import Mark  # noqa: E402
from core.library import open_library  # noqa: E402
from core.live import refresh  # noqa: E402
from core.live_result import result_now  # noqa: E402
from core.progress import NullReporter  # noqa: E402
from core.scan import scan  # noqa: E402
from core.settings import Settings  # noqa: E402
from core.watch import Cause, Changed  # noqa: E402
from core.workers import Workers  # noqa: E402

if TYPE_CHECKING:
    pass


def shuffle(folder: Path, draw: random.Random) -> None:
    """Change some files, so that there is something to find."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in draw.sample(files, 30):
        what = draw.randrange(4)
        if what == 0:
            path.write_text("".join(chr(draw.randrange(0x4E00, 0x5E00)) for _ in range(400)), encoding="utf-8")
        elif what == 1:
            path.rename(path.with_name(f"{draw.randrange(10**9)}.txt"))
        elif what == 2:
            path.with_name(f"{draw.randrange(10**9)}.txt").write_bytes(path.read_bytes())
        else:
            path.unlink()


def groups(folder: Path, library: str) -> list[Any]:
    """Return the groups that a scan finds, as values that can be compared."""
    workers = Workers(1)
    try:
        with open_library(library) as opened:
            result = scan([str(folder)], Settings(), opened, workers, NullReporter())
    finally:
        workers.close()
    return sorted((group.kind.value, sorted(one.path for one in group.members)) for group in result.groups)


def stored(folder: Path, library: str) -> list[Any]:
    """Return files, pairs and groups as the index has them, as values that can be compared; nothing is looked for."""
    with open_library(library) as opened:
        rows = list(opened.index.files_under(str(folder)))
        pairs = list(opened.index.texts.pairs())
        digests = opened.index.texts.facts([text for pair in pairs for text in (pair.a, pair.b)])
        result = result_now([str(folder)], Settings(), opened)
        known = opened.index.contents([row.content for row in rows if row.content is not None])
        files = sorted((row.path, row.size, row.mtime_ns, known[row.content].blake3) for row in rows if row.content)
        alike = sorted(
            (*sorted((digests[pair.a][0], digests[pair.b][0])), pair.kind, pair.similarity) for pair in pairs
        )
    groups = sorted((group.kind.value, sorted(one.path for one in group.members)) for group in result.groups)
    return [files, alike, groups]


def act_as_window(base: Path, seconds: float) -> None:
    """Refresh by one connection, check and mark by another in a second thread, as the window does."""
    end = time.monotonic() + seconds
    counts = {"refreshes": 0, "checks": 0}
    failures: list[BaseException] = []

    def ask() -> None:
        try:
            counts["checks"] = _ask(base, end)
        except BaseException as error:  # noqa: BLE001 - told by the main thread
            failures.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    counts["refreshes"] = _write(base, end)
    asking.join()
    if failures:
        raise failures[0]
    sys.stdout.write(f"window {counts}\n")


def _write(base: Path, end: float) -> int:
    draw = random.Random(1)
    folder = str(base / "documents")
    workers = Workers(1)
    done = 0
    with open_library(str(base / "library")) as opened:
        while time.monotonic() < end:
            shuffle(base / "documents", draw)
            refresh(Changed(frozenset([folder]), cause=Cause.POLLED), Settings(), opened, workers, NullReporter())
            result_now([folder], Settings(), opened)
            done += 1
    workers.close()
    return done


def _ask(base: Path, end: float) -> int:
    workers, table = Workers(1), CheckTable()
    done = 0
    with open_library(str(base / "library")) as opened:
        while time.monotonic() < end:
            path = base / "asked.txt"
            path.write_text("".join(chr(0x4E00 + (done * 7 + place) % 5000) for place in range(300)), encoding="utf-8")
            check([str(path)], Settings(), opened, workers, NullReporter(), table=table)
            opened.decisions.mark([Mark(f"/nowhere/window/{done}")])
            done += 1
    workers.close()
    return done


def act_as_commands(base: Path, seconds: float) -> None:
    """Call one command after another on the library."""
    end = time.monotonic() + seconds
    library = ["--library", str(base / "library")]
    commands = (
        ["scan", str(base / "more"), *library],
        ["check", str(base / "more" / "0" / "1.txt"), *library],
        ["library", *library],
        ["library", "compact", *library],
        ["scan", str(base / "documents"), "--exact-only", *library],
        ["library", "backup", str(base / "backup.db"), *library],
        ["library", "forget", str(base / "more"), *library],
    )
    count = 0
    while time.monotonic() < end:
        for command in commands:
            told = io.StringIO()
            with redirect_stdout(told), redirect_stderr(told):
                status = command_line(command)
            if status not in (0, 1) or "locked" in told.getvalue():
                raise RuntimeError(f"{command}: {status} {told.getvalue()}")
            count += 1
    sys.stdout.write(f"commands {count}\n")


def main() -> None:
    """Be one of the actors."""
    folder, name, seconds = sys.argv[1:]
    act = {"window": act_as_window, "commands": act_as_commands}[name]
    act(Path(folder), float(seconds))


if __name__ == "__main__":
    main()
