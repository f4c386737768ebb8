"""Whatever is grouped, marked and protected, and whatever another program does meanwhile: nothing is lost unasked."""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.actions import Action
from core.disposal import dispose
from core.progress import NullReporter, Phase
from core.trash import FreedesktopTrash
from tests.unit.disposal_strikes import Clock, FaultyDisk, regular_files
from tests.unit.disposal_world import World, build, random_scenario

if sys.platform == "win32":
    pytest.skip("these tests fork and mount", allow_module_level=True)


class Intruder(Clock):
    """Another program: before any step it may edit, remove or make files among the documents.

    It keeps count of the texts that are alive. What it destroys itself is its own doing; but the file in hand is
    alive until the disposal says that it went, wherever it stands.
    """

    def __init__(self, world: World, seed: int, rate: float) -> None:
        super().__init__()
        self.world = world
        self.chance = random.Random(seed)
        self.rate = rate
        self.texts: dict[bytes, object] = {content.data: content.text for content in world.scenario.contents.values()}
        self.in_hand: tuple[str, bytes] | None = None
        self.trashed_before = 0
        self.destroyed: set[object] = set()
        self.made: set[object] = set()

    def alive(self) -> set[object]:
        found = {self.texts[data] for data in regular_files(self.world.root).values()}
        return found | ({self.texts[self.in_hand[1]]} if self.in_hand else set())

    def take(self, path: str) -> None:
        """Note which file the disposal has in hand."""
        self._hold(path, regular_files(self.world.root).get(path))

    def around(self, step: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        # Between the last look and the removal of a name no program can look again.
        if step.__name__ != "unlink" and self.chance.random() < self.rate:
            self.intrude()
        return step(*arguments, **named)

    def intrude(self) -> None:
        before = self.alive()
        path = self.chance.choice(sorted(self.world.originals))
        if os.path.islink(path) or (os.path.exists(path) and os.stat(path).st_nlink > 1):
            return
        status = os.stat(path) if os.path.exists(path) else None
        if status is not None and self.chance.random() < 0.4:
            os.unlink(path)
            self._forget(path, None)
        else:
            data = f"edit {self.chance.random()}".encode()
            self.texts[data] = data
            self.made.add(data)
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_bytes(data)
            if status is not None and self.chance.random() < 0.5:
                os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
            self._forget(path, data)
        self.destroyed |= before - self.alive()

    def _forget(self, path: str, data: bytes | None) -> None:
        """Note that the file in hand was edited or removed under its own name."""
        if self.in_hand is not None and self.in_hand[0] == path and self.is_in_place:
            self._hold(path, data)

    def _hold(self, path: str, data: bytes | None) -> None:
        self.in_hand = None if data is None else (path, data)
        self.trashed_before = self.count_in_trash()

    @property
    def is_in_place(self) -> bool:
        """Whether the file in hand bears its own name: then nothing of it stands aside or in the trash."""
        aside = any(".neartwin-" in path for path in regular_files(self.world.root))
        return not aside and self.count_in_trash() == self.trashed_before

    def count_in_trash(self) -> int:
        """Return how many files with the bytes of the one in hand lie in the trash; its copies may be there already."""
        trash = self.world.base / "data" / "Trash" / "files"
        return sum(self.in_hand is not None and one.read_bytes() == self.in_hand[1] for one in trash.glob("*"))


@contextmanager
def memory() -> Iterator[Path]:
    """Yield a folder in memory, where there is such a volume."""
    shared = Path("/dev/shm")
    place = Path(tempfile.mkdtemp(prefix="neartwin-", dir=shared if shared.is_dir() else None))
    try:
        yield place
    finally:
        shutil.rmtree(place)


@settings(max_examples=250, deadline=None)
@example(seed=231, other=231, rate=0.02)  # the other program removes the last copy while an equal one is in the trash
@given(seed=st.integers(0, 10**6), other=st.integers(0, 10**6), rate=st.sampled_from((0.0, 0.02, 0.1, 0.3)))
def test_no_text_is_lost_that_was_not_confirmed_by_name(seed: int, other: int, rate: float) -> None:
    scenario = random_scenario(seed, texts=4)
    with memory() as base, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(base / "data"))
        (base / "elsewhere").mkdir()
        world = build(scenario, base, base / "elsewhere")
        plan = world.plan()
        intruder = Intruder(world, other, rate)

        class Following(NullReporter):
            def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
                if done == len(plan.items):
                    intruder.in_hand = None
                elif intruder.in_hand is None or not self.is_same(done):
                    intruder.take(plan.items[done].path)
                self.at = done

            at = -1

            def is_same(self, done: int) -> bool:
                return done == self.at

        disk = FaultyDisk(intruder)
        with closing(world.decisions()) as decisions:
            dispose(plan, FreedesktopTrash(disk), decisions, Following(), is_protected=world.is_protected, disk=disk)
        intruder.in_hand = None
        agreed = {scenario.contents[scenario.files[name]].text for name in scenario.confirmed}
        expected = {content.text for content in scenario.contents.values()} | intruder.made
        lost = expected - intruder.alive() - intruder.destroyed - agreed
        assert not lost, f"{scenario.action}: {lost}"


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_plan_never_lets_a_kept_file_go_and_never_touches_what_is_protected(seed: int) -> None:
    scenario = random_scenario(seed, texts=5)
    with memory() as base:
        (base / "elsewhere").mkdir()
        world = build(scenario, base, base / "elsewhere")
        plan = world.plan()
        going = {item.path for item in plan.items}
        marked = {world.path(name) for name in scenario.marked}
        assert going <= marked
        assert not {item.keeper for item in plan.items} & going
        assert not any(world.is_protected(path) for path in going)
        assert going | {refused.path for refused in plan.refused} == marked
        assert not going & {refused.path for refused in plan.refused}
        confirmed = {scenario.files[name] for name in scenario.confirmed}
        losses = {scenario.files[os.path.relpath(item.path, world.root)] for item in plan.items if item.is_loss}
        assert losses <= confirmed
        if scenario.action in (Action.HARD_LINK, Action.SYMLINK):
            assert all(item.relation == "identical" for item in plan.items)
