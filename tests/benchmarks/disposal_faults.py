"""Random disposals, struck before and after every step: by an error raised, or by the end of the process.

After each strike the program is "started again": no content may be lost (its text kept in a file outside the trash,
unless confirmed by name), journal and disk must agree, and an undo must bring back every file that was not erased for
good, with its bytes, date and mode. Every step is struck before and after, by raising and by killing in turn.

    python tests/benchmarks/disposal_faults.py [DISPOSALS] [--processes N]
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.unit.disposal_strikes import (
    BugError,
    Clock,
    act,
    assert_in_order,
    assert_restored,
    errors,
    in_a_child,
    killing,
    raising,
)
from tests.unit.disposal_world import Scenario, World, build, random_scenario


def fresh(scenario: Scenario, inside: Path, outside: Path) -> World:
    """Write the scenario anew; worlds are in memory, the folder to move to is on the disk."""
    for folder in (inside, outside):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    os.environ["XDG_DATA_HOME"] = str(inside / "data")
    return build(scenario, inside, outside)


def struck(world: World, at: int, number: int, *, is_after: bool) -> None:
    """Carry out the plan with one strike."""
    if number % 2:
        in_a_child(lambda: act(world, Clock(at, is_after=is_after, strike=killing)))
        return
    with suppress(BugError, OSError):
        act(world, Clock(at, is_after=is_after, strike=raising(errors()[number // 2 % 4])))


def trial(seed: int) -> tuple[int, int, list[str]]:
    """Strike one random disposal at every step; return strikes, files planned, and what went wrong."""
    shared = Path("/dev/shm")
    with (
        tempfile.TemporaryDirectory(prefix="neartwin-", dir=shared if shared.is_dir() else None) as memory,
        tempfile.TemporaryDirectory(prefix="neartwin-") as disk,
    ):
        inside, outside = Path(memory, "world"), Path(disk, "elsewhere")
        scenario = random_scenario(seed, texts=2)
        world = fresh(scenario, inside, outside)
        clock = Clock()
        planned = len(world.plan().items)
        act(world, clock)
        wrong: list[str] = []
        strikes = 0
        for at in range(clock.steps):
            for is_after in (False, True):
                strikes += 1
                world = fresh(scenario, inside, outside)
                try:
                    struck(world, at, seed + at + is_after, is_after=is_after)
                    assert_in_order(world)
                    assert_restored(world)
                except (AssertionError, OSError) as error:
                    wrong.append(f"seed {seed}, {scenario.action}, step {at}, after={is_after}: {error}")
        return strikes, planned, wrong


def main() -> int:
    """Print the figures; 1 where anything was lost or the journal lied."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("disposals", nargs="?", type=int, default=500)
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    begin = time.perf_counter()
    with ProcessPoolExecutor(options.processes) as pool:
        results = list(pool.map(trial, range(options.disposals), chunksize=5))
    wrong = [line for _, _, lines in results for line in lines]
    strikes, planned = sum(row[0] for row in results), sum(row[1] for row in results)
    print(
        f"{options.disposals} random disposals of {planned} files, {strikes} strikes at every step before and after:"
        f" {len(wrong)} lost a content, left journal and disk apart, or were not undone"
        f" ({time.perf_counter() - begin:.0f} s)"
    )
    for line in wrong[:20]:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
