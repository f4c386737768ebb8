"""How fast files go to the trash and come back.

5,000 small files to the trash, with every proof and the journal, at most 3 times what one `gio trash` process needs
for as many; 1,000 files back in under 10 seconds, contents and dates equal. Both are measured in turn, in slices, so
that other work on the machine weighs on both alike.

    python tests/benchmarks/disposal_speed.py [FOLDER]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from core import journal
from core.decisions import Decisions, Mark
from core.disposal import dispose
from core.documents import DuplicateGroup
from core.plan import plan_disposals
from core.trash import FreedesktopTrash
from tests.unit.disposal_world import identical, never, write

FILES, SLICES, BACK = 5000, 10, 1000
LIMIT, BACK_SECONDS = 3.0, 10.0


def pairs(base: Path, first: int, number: int) -> tuple[list[DuplicateGroup], list[str]]:
    """Write pairs of equal files of 2 KB; return their groups and the copies."""
    groups, copies = [], []
    for index in range(first, first + number):
        data = f"{index} ".encode() * 400
        keeper = write(base / "docs" / f"{index % 50}" / f"{index}.txt", data, 10**18 + index)
        copies.append(write(base / "copies" / f"{index % 50}" / f"{index}.txt", data, 10**18 + index))
        groups.append(identical(base, keeper, copies[-1]))
    return groups, copies


def gio(paths: list[str]) -> float:
    """Trash with the desktop's own tool; return its seconds."""
    begin = time.perf_counter()
    subprocess.run(["gio", "trash", *paths], check=True)
    return time.perf_counter() - begin


def ours(groups: list[DuplicateGroup], copies: list[str], decisions: Decisions) -> float:
    """Trash with plan, proofs and journal; return the seconds of all three."""
    decisions.mark(Mark(copy) for copy in copies)
    begin = time.perf_counter()
    plan = plan_disposals(groups, copies, is_protected=never)
    outcome = dispose(plan, FreedesktopTrash(), decisions, is_protected=never)
    seconds = time.perf_counter() - begin
    if len(outcome.done) != len(copies):
        raise SystemExit(f"{len(outcome.problems)} files stayed: {outcome.problems[:3]}")
    return seconds


def is_as_before(path: str) -> bool:
    """Whether a file that came back has the bytes and the date it was written with."""
    index = int(Path(path).stem)
    return Path(path).read_bytes() == f"{index} ".encode() * 400 and os.stat(path).st_mtime_ns == 10**18 + index


def measure(base: Path) -> bool:
    """Print the figures; return whether they suffice."""
    own = theirs = 0.0
    with closing(Decisions(str(base / "decisions.db"))) as decisions:
        for part in range(SLICES):
            size = FILES // SLICES
            groups, copies = pairs(base, part * size, size)
            others = [write(base / "gio" / f"{part}-{index}.txt", f"{part} {index} " * 300) for index in range(size)]
            own += ours(groups, copies, decisions)
            theirs += gio(others)
        rows = [row.id for row in decisions.journal.search(limit=BACK)]
        begin = time.perf_counter()
        restored = journal.undo(decisions, rows)
        back = time.perf_counter() - begin
        equal = sum(is_as_before(path) for _, path in restored.done)
    print(
        f"{FILES} files to the trash: {own:.2f} s; gio trash {theirs:.2f} s; {own / theirs:.2f} times (at most {LIMIT})"
    )
    print(f"{BACK} files back: {back:.2f} s (at most {BACK_SECONDS}); {equal} with their contents and dates")
    return own <= LIMIT * theirs and back < BACK_SECONDS and equal == BACK


def main() -> int:
    """Measure in a folder of its own below the one named, by default the temporary one."""
    base = Path(tempfile.mkdtemp(prefix="neartwin-", dir=sys.argv[1] if len(sys.argv) > 1 else None))
    os.environ["XDG_DATA_HOME"] = str(base / "data")
    (base / "data").mkdir()
    try:
        return 0 if measure(base) else 1
    finally:
        shutil.rmtree(base)


if __name__ == "__main__":
    sys.exit(main())
