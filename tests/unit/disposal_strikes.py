"""Strikes at any step of a disposal, and what must hold afterwards."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Collection, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from core import journal
from core.actions import Action, Outcome
from core.carrying import is_link_to
from core.decisions import Decisions
from core.disk import Disk
from core.disposal import dispose
from core.journal_table import JournalRow, State
from core.trash import FreedesktopTrash
from tests.unit.disposal_world import World


class BugError(Exception):
    """An error that no code expects."""


class Clock:
    """Counts steps and strikes once, before or after the chosen one."""

    def __init__(self, at: int = -1, *, is_after: bool = False, strike: Callable[[], None] = lambda: None) -> None:
        self.at = at
        self.is_after = is_after
        self.strike = strike
        self.steps = 0

    def around(self, step: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        number = self.steps
        self.steps += 1
        if number == self.at and not self.is_after:
            self.strike()
        result = step(*arguments, **named)
        if number == self.at and self.is_after:
            self.strike()
        return result


STEPS = (
    "look",
    "is_there",
    "read",
    "compare",
    "rename",
    "copy",
    "set_times",
    "unlink",
    "hard_link",
    "symbolic_link",
    "make_folders",
    "remove_empty_folder",
)


class FaultyDisk(Disk):
    """A disk whose every step goes by a clock."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock


def _faulty(name: str) -> Callable[..., Any]:
    step = getattr(Disk, name)

    def method(self: FaultyDisk, *arguments: Any, **named: Any) -> Any:
        return self.clock.around(step, self, *arguments, **named)

    return method


for _name in STEPS:
    setattr(FaultyDisk, _name, _faulty(_name))


def errors() -> list[Callable[[], BaseException]]:
    return [
        lambda: OSError(errno.EIO, "input/output error"),
        lambda: PermissionError(errno.EACCES, "denied"),
        lambda: OSError(errno.ENOSPC, "full"),
        BugError,
    ]


def raising(error: Callable[[], BaseException]) -> Callable[[], None]:
    def strike() -> None:
        raise error()

    return strike


def killing() -> None:
    os._exit(9)


def tick_journal(decisions: Decisions, clock: Clock) -> None:
    """Let the writes to the journal go by the clock too."""
    table: Any = decisions.journal
    for name in ("open", "advance"):
        plain = getattr(table, name)
        setattr(table, name, lambda *arguments, plain=plain, **named: clock.around(plain, *arguments, **named))


def act(world: World, clock: Clock) -> Outcome:
    """Carry out the world's plan with every step going by `clock`."""
    with closing(world.decisions()) as decisions:
        tick_journal(decisions, clock)
        disk = FaultyDisk(clock)
        plain = FreedesktopTrash(disk)

        def trash(path: str) -> str:
            place: str = clock.around(plain, path)
            return place

        return dispose(world.plan(), trash, decisions, is_protected=world.is_protected, disk=disk)


def undo_all(world: World, clock: Clock | None = None) -> journal.Restored:
    """Bring back everything that the journal says can be."""
    with closing(world.decisions()) as decisions:
        if clock is not None:
            tick_journal(decisions, clock)
        rows = [row.id for row in decisions.journal.search(states=(State.DONE,))]
        return journal.undo(decisions, rows, disk=FaultyDisk(clock) if clock else None)


def in_a_child(run: Callable[[], object]) -> bool:
    """Run in a forked process; return whether it lived to the end."""
    child = os.fork()
    if child == 0:
        try:
            run()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1] == 0


# What must hold


def regular_files(folder: Path) -> dict[str, bytes]:
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            if not os.path.islink(path):
                found[path] = Path(path).read_bytes()
    return found


def assert_no_loss(world: World, confirmed: Collection[str] | None = None) -> None:
    """Each content, else its text, has a file left among the documents, unless it was confirmed by name."""
    scenario = world.scenario
    names = scenario.confirmed if confirmed is None else confirmed
    agreed = {scenario.files[name] for name in names}
    left = set(regular_files(world.root).values())
    texts = {content.text for content in scenario.contents.values() if content.data in left}
    for number, content in scenario.contents.items():
        assert content.data in left or content.text in texts or number in agreed, f"content {number} is lost"


def assert_nothing_destroyed(world: World, rows: Iterable[JournalRow]) -> None:
    """Every file is somewhere: at its place, in the trash, where it was moved, or a link to equal bytes."""
    everywhere = list(regular_files(world.base).values()) + list(regular_files(world.elsewhere).values())
    settled = [row for row in rows if row.state is State.DONE]
    free_to_go = {row.path for row in settled if row.action in (Action.DELETE, Action.HARD_LINK, Action.SYMLINK)}
    needed: dict[bytes, int] = {}
    for path, (data, _, _) in world.originals.items():
        if path not in free_to_go:
            needed[data] = needed.get(data, 0) + 1
    for data, count in needed.items():
        assert everywhere.count(data) >= count, f"{data[:30]!r} was {count} times there"


def assert_journal_agrees(world: World, rows: Iterable[JournalRow], marks: Collection[str]) -> None:
    """What the journal says of each file is so on the disk."""
    for row in rows:
        data, mtime_ns, mode = world.originals[row.path]
        assert row.closed_ns is not None, f"{row.path} is open: {row.state}"
        if row.state is State.DONE and row.action in (Action.HARD_LINK, Action.SYMLINK):
            assert is_link_to(row.path, row.keeper)
            assert Path(row.path).read_bytes() == data
        elif row.state is State.DONE:
            assert not os.path.lexists(row.path)
            assert row.path not in marks
            if row.action is not Action.DELETE:
                assert row.destination is not None
                assert Path(row.destination).read_bytes() == data
        else:
            place = row.restored or row.path
            status = os.lstat(place)
            assert stat.S_ISREG(status.st_mode)
            assert Path(place).read_bytes() == data
            assert (status.st_mtime_ns, stat.S_IMODE(status.st_mode)) == (mtime_ns, mode)
        if row.state is State.FAILED:
            assert row.path in marks


def assert_tidy(world: World) -> None:
    """No name of the program's own is left beside the documents, no record without a file in the trash."""
    for folder in (world.root, world.elsewhere, world.base / "holding"):
        strays = [path for path in regular_files(folder) if ".neartwin-" in path]
        assert not strays
        links = [str(path) for path in folder.rglob(".neartwin-*")]
        assert not links
    trash = world.base / "data" / "Trash"
    records = {path.name.removesuffix(".trashinfo") for path in (trash / "info").glob("*")} if trash.exists() else set()
    assert records == {path.name for path in (trash / "files").glob("*")} if trash.exists() else True


def assert_in_order(world: World) -> list[JournalRow]:
    """Start anew after whatever happened, and check all that must hold; return the journal."""
    with closing(world.decisions()) as decisions:
        journal.recover(decisions)
        rows = decisions.journal.search()
        marks = decisions.marks()
    assert_no_loss(world)
    assert_nothing_destroyed(world, rows)
    assert_journal_agrees(world, rows, marks)
    assert_tidy(world)
    return rows


def assert_restored(world: World) -> None:
    """Undo everything; then every file that was not erased for good is at its place as it was."""
    restored = undo_all(world)
    with closing(world.decisions()) as decisions:
        rows = decisions.journal.search()
    erased = {row.path for row in rows if row.action is Action.DELETE and row.state is State.DONE}
    assert {problem.path for problem in restored.problems} == erased
    for path, (data, mtime_ns, mode) in world.originals.items():
        if path not in erased:
            status = os.lstat(path)
            assert Path(path).read_bytes() == data
            assert (status.st_mtime_ns, stat.S_IMODE(status.st_mode)) == (mtime_ns, mode)
            assert stat.S_ISREG(status.st_mode)
    assert_tidy(world)
