"""A disposal, and an undo, struck before and after every step: by an error, or by the end of the process."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from core.actions import Action
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
    undo_all,
)
from tests.unit.disposal_world import Scenario, World, build, random_scenario

if sys.platform == "win32":
    pytest.skip("these tests fork and mount", allow_module_level=True)

STRIKES = ("raise before", "kill before", "raise after", "kill after")


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Scenario], World]]:
    """Build worlds one after the other, each with a trash of its own; the folder to move to is on another volume.

    The worlds are in memory where there is such a volume: a thousand of them wait for a disk to be written.
    """
    shared = Path("/dev/shm")
    inside = Path(tempfile.mkdtemp(prefix="neartwin-", dir=shared if shared.is_dir() else None))
    monkeypatch.setenv("XDG_DATA_HOME", str(inside / "world" / "data"))

    def make(scenario: Scenario) -> World:
        for folder in (inside / "world", tmp_path / "elsewhere"):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        return build(scenario, inside / "world", tmp_path / "elsewhere")

    yield make
    shutil.rmtree(inside)


def strike(run: Callable[[Clock], object], at: int, how: str, number: int) -> None:
    """Run with one strike at step `at`; a raised error may end the run, a kill ends its process."""
    is_after = how.endswith("after")
    if how.startswith("kill"):
        in_a_child(lambda: run(Clock(at, is_after=is_after, strike=killing)))
        return
    # What is raised is shown at the job's boundary; what counts here is the state of the disk.
    with suppress(BugError, OSError):
        run(Clock(at, is_after=is_after, strike=raising(errors()[number % 4])))


@pytest.mark.parametrize("seed", range(50))
def test_no_strike_at_any_step_loses_a_file_or_makes_the_journal_lie(
    seed: int, worlds: Callable[[Scenario], World]
) -> None:
    scenario = random_scenario(seed, texts=2)
    world = worlds(scenario)
    clock = Clock()
    act(world, clock)
    assert_in_order(world)
    assert_restored(world)
    for at in range(clock.steps):
        world = worlds(scenario)
        strike(lambda clock, world=world: act(world, clock), at, STRIKES[(at + seed) % 4], at // 4)
        assert_in_order(world)
        assert_restored(world)


@pytest.mark.parametrize("action", [one for one in Action if one is not Action.DELETE])
def test_no_strike_in_an_undo_keeps_a_file_from_coming_back(
    action: Action, worlds: Callable[[Scenario], World]
) -> None:
    scenario = next(
        one for seed in range(1000) if (one := random_scenario(seed, texts=1)).action is action and len(one.marked) > 1
    )
    world = worlds(scenario)
    act(world, Clock())
    clock = Clock()
    undo_all(world, clock)
    for at in range(clock.steps):
        for number, how in enumerate(STRIKES):
            world = worlds(scenario)
            act(world, Clock())
            strike(lambda clock, world=world: undo_all(world, clock), at, how, at + number)
            assert_in_order(world)
            assert_restored(world)
