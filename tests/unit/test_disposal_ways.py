"""The ways a file may go: the trash of its volume, a holding folder, a move, a link, for good."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from core import journal
from core.actions import Action, Caution, Failing
from core.carrying import is_link_to
from core.decisions import Decisions, Mark
from core.disk import Disk
from core.holding import HOLDING_NAME
from core.plan import Surroundings
from core.surroundings import look_around
from core.trash import FreedesktopTrash
from core.volumes import Mount, Mounts
from tests.unit.disposal_world import (
    carry_out,
    failings,
    identical,
    pair,
    plan_for,
    write,
)

if sys.platform == "win32":
    pytest.skip("these tests fork and mount", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("own_trash")


# The trash


def test_a_trash_that_raises_or_does_nothing_leaves_the_file_listed_and_marked(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy})

    def refuses(_: str) -> str:
        raise OSError(errno.EIO, "no")

    for trash, failing in ((refuses, Failing.TRASH_FAILED), (lambda _: None, Failing.STILL_THERE)):
        decisions = Decisions()
        decisions.mark([Mark(copy)])
        outcome = carry_out(plan, decisions, trash)
        assert failings(outcome) == [failing]
        assert outcome.done == ()
        assert list(decisions.marks()) == [copy]
        assert Path(copy).read_text() == "same"


def test_a_trash_that_moved_the_file_and_then_raised_has_moved_it(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy})
    plain = FreedesktopTrash()

    def trash(path: str) -> str:
        plain(path)
        raise OSError(errno.EIO, "no")

    decisions = Decisions()
    assert carry_out(plan, decisions, trash).done == (copy,)
    assert journal.undo(decisions, journal.act_rows(decisions)).done


def test_a_trash_that_does_not_tell_the_place_can_be_undone(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy})
    plain = FreedesktopTrash()

    def trash(path: str) -> None:
        plain(path)

    decisions = Decisions()
    carry_out(plan, decisions, trash)
    assert journal.undo(decisions, journal.act_rows(decisions)).done[0][1] == copy


def test_a_volume_without_trash_is_known_and_gets_a_dated_holding_folder(tmp_path: Path, volume: Path) -> None:
    keeper, copy = write(volume / "docs/a.txt", "same"), write(volume / "docs/b.txt", "same")
    share = Mounts([Mount(str(volume), "/", "nfs4", "server:/share"), Mount("/", "/", "ext4", "/dev/x")], {})
    plan = plan_for(
        identical(volume, keeper, copy), marked={copy}, surroundings=look_around("2026-12-01", mounts=share)
    )
    decisions = Decisions()

    def trash(path: str) -> None:
        os.unlink(path)
        raise AssertionError("it would have erased the file")

    outcome = carry_out(plan, decisions, trash)

    assert outcome.done == (copy,)
    assert [warning.caution for warning in plan.warnings] == [Caution.NO_TRASH]
    row = decisions.journal.search()[0]
    assert row.action is Action.HOLD
    assert row.destination is not None
    assert "2026-12-01" in row.destination
    assert os.stat(row.destination).st_dev == os.stat(volume).st_dev
    assert journal.undo(decisions, [row.id]).done == ((row.id, copy),)
    assert os.stat(copy).st_mtime_ns == os.stat(keeper).st_mtime_ns
    assert HOLDING_NAME not in os.listdir(volume)


def test_a_trash_too_small_or_switched_off_sends_the_file_to_the_holding_folder(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    for caution in (Caution.TRASH_OFF, Caution.TOO_LARGE_FOR_TRASH):
        around = Surroundings(
            trash_trouble=lambda _path, _size, caution=caution: caution,
            holding_folder=lambda _: str(tmp_path / "holding"),
        )
        plan = plan_for(identical(tmp_path, keeper, copy), marked={copy}, surroundings=around)
        assert [item.action for item in plan.items] == [Action.HOLD]
        assert [warning.caution for warning in plan.warnings] == [caution]


def test_the_trash_of_another_volume_is_on_that_volume(volume: Path) -> None:
    keeper, copy = write(volume / "docs/a.txt", "same"), write(volume / "docs/b.txt", "same")
    decisions = Decisions()
    carry_out(plan_for(identical(volume, keeper, copy), marked={copy}), decisions)
    place = decisions.journal.search()[0].destination
    assert place is not None
    assert os.stat(place).st_dev == os.stat(volume).st_dev
    assert journal.undo(decisions, journal.act_rows(decisions)).done


def test_erasing_for_good_is_its_own_action_with_its_own_consent_and_cannot_be_undone(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy}, action=Action.DELETE)
    assert plan.needs_second_consent
    assert [warning.caution for warning in plan.warnings] == [Caution.FOR_GOOD]
    decisions = Decisions()
    assert carry_out(plan, decisions).done == (copy,)
    restored = journal.undo(decisions, journal.act_rows(decisions))
    assert [problem.failing for problem in restored.problems] == [Failing.FOR_GOOD]


# Other ways to go


def test_moving_keeps_the_structure_of_the_folders_and_is_undone_over_volumes(tmp_path: Path, volume: Path) -> None:
    keeper = write(tmp_path / "docs/a.txt", "same")
    copy = write(tmp_path / "docs/deep/er/b.txt", "same")
    taken = write(volume / "docs/deep/er/b.txt", "another")
    groups = identical(tmp_path / "docs", keeper, copy)
    before = os.stat(copy)
    decisions = Decisions()

    outcome = carry_out(plan_for(groups, marked={copy}, action=Action.MOVE, destination=str(volume)), decisions)

    moved = volume / "docs/deep/er/b (1).txt"
    assert outcome.done == (copy,)
    assert moved.read_text() == "same"
    assert Path(taken).read_text() == "another"
    assert os.stat(moved).st_mtime_ns == before.st_mtime_ns
    assert journal.undo(decisions, journal.act_rows(decisions)).done[0][1] == copy
    assert (os.stat(copy).st_mtime_ns, os.stat(copy).st_mode) == (before.st_mtime_ns, before.st_mode)
    assert sorted(os.listdir(volume / "docs/deep/er")) == ["b.txt"]


def test_a_name_taken_after_the_plan_is_not_overwritten_by_a_move(tmp_path: Path) -> None:
    keeper, copy = write(tmp_path / "docs/a.txt", "same"), write(tmp_path / "docs/b.txt", "same")
    plan = plan_for(
        identical(tmp_path / "docs", keeper, copy), marked={copy}, action=Action.MOVE, destination=str(tmp_path / "to")
    )

    class Intruded(Disk):
        def compare(self, a: str, b: str, pulse: object = None) -> tuple[os.stat_result, os.stat_result] | None:
            write(tmp_path / "to/docs/b.txt", "same")
            return super().compare(a, b)

    decisions = Decisions()
    assert carry_out(plan, decisions, disk=Intruded()).done == (copy,)
    assert sorted(os.listdir(tmp_path / "to/docs")) == ["b (1).txt", "b.txt"]
    assert decisions.journal.search()[0].destination == str(tmp_path / "to/docs/b (1).txt")


@pytest.mark.parametrize("action", [Action.HARD_LINK, Action.SYMLINK])
def test_a_link_takes_the_place_of_an_identical_file_and_is_undone_to_a_file_with_its_own_date(
    tmp_path: Path, action: Action
) -> None:
    keeper = write(tmp_path / "docs/a.pdf", "same")
    copy = write(tmp_path / "docs/b.pdf", "same", mtime_ns=1_500_000_000_000_000_100)
    os.chmod(copy, 0o640)
    decisions = Decisions()

    assert carry_out(plan_for(identical(tmp_path, keeper, copy), marked={copy}, action=action), decisions).done
    assert is_link_to(copy, keeper)
    assert os.stat(keeper).st_ino == os.stat(copy).st_ino
    assert sorted(os.listdir(tmp_path / "docs")) == ["a.pdf", "b.pdf"]

    assert journal.undo(decisions, journal.act_rows(decisions)).done[0][1] == copy
    status = os.lstat(copy)
    assert not os.path.islink(copy)
    assert status.st_ino != os.stat(keeper).st_ino
    assert (status.st_mtime_ns, status.st_mode & 0o777) == (1_500_000_000_000_000_100, 0o640)


def test_where_links_fail_the_original_comes_back(tmp_path: Path) -> None:
    keeper, copy = write(tmp_path / "docs/a.pdf", "same"), write(tmp_path / "docs/b.pdf", "same")
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy}, action=Action.HARD_LINK)

    class NoLinks(Disk):
        def hard_link(self, source: str, target: str) -> None:
            raise OSError(errno.EPERM, "no links here")

    class HalfLinks(Disk):
        def unlink(self, path: str) -> None:
            if ".neartwin-" in path and not path.endswith(".link"):
                raise OSError(errno.EIO, "the original cannot be removed")
            super().unlink(path)

    assert failings(carry_out(plan, disk=NoLinks())) == [Failing.NO_LINKS]
    assert failings(carry_out(plan, disk=HalfLinks())) == [Failing.UNREADABLE]
    assert not os.path.samefile(keeper, copy)
    assert sorted(os.listdir(tmp_path / "docs")) == ["a.pdf", "b.pdf"]
