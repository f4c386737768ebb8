"""Disposal on real files, a real trash and, where the machine allows, a real second volume."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from core import journal
from core.actions import Action, Caution, Failing, Outcome, Plan, Refusal
from core.aftermath import after
from core.carrying import is_link_to
from core.decisions import Decisions, FolderRole, Mark
from core.disk import Disk
from core.disposal import dispose
from core.documents import DuplicateGroup, Relation
from core.errors import ProblemKind
from core.journal_table import State
from core.plan import Surroundings, plan_disposals
from core.progress import Cancelled, NullReporter, Phase
from core.settings import Settings
from core.surroundings import Guard, look_around
from core.trash import FreedesktopTrash
from core.volumes import Mount, Mounts
from tests.unit.disposal_world import document, group, identical, never, write

if sys.platform == "win32":
    pytest.skip("these tests fork and mount", allow_module_level=True)


@pytest.fixture(autouse=True)
def own_trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a trash of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "Trash"


def mounted(*arguments: str) -> bool:
    """Mount something; return whether this machine does."""
    return subprocess.run(["mount", *arguments], check=False, capture_output=True).returncode == 0


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on another volume: one mounted for the test, else the memory file system."""
    place = tmp_path / "volume"
    place.mkdir()
    if os.geteuid() == 0 and mounted("-t", "tmpfs", "none", str(place)):
        yield place
        subprocess.run(["umount", "-l", place], check=True)
        return
    if not os.path.isdir("/dev/shm") or os.stat("/dev/shm").st_dev == os.stat(tmp_path).st_dev:
        pytest.skip("this machine has no second volume to write to")
    other = Path(tempfile.mkdtemp(dir="/dev/shm"))
    yield other
    shutil.rmtree(other)


def plan_for(*groups: DuplicateGroup, marked: set[str], action: Action = Action.TRASH, **values: object) -> Plan:
    return plan_disposals(groups, marked, action=action, is_protected=never, **values)  # type: ignore[arg-type]


def carry_out(
    plan: Plan,
    decisions: Decisions | None = None,
    trash: Callable[[str], str | None] | None = None,
    is_protected: Callable[[str], bool] = never,
    disk: Disk | None = None,
) -> Outcome:
    return dispose(plan, trash or FreedesktopTrash(), decisions or Decisions(), is_protected=is_protected, disk=disk)


def failings(outcome: Outcome) -> list[Failing]:
    return [problem.failing for problem in outcome.problems]


def pair(tmp_path: Path, content: str = "same") -> tuple[str, str]:
    return write(tmp_path / "docs" / "a.txt", content), write(tmp_path / "docs" / "b.txt", content)


# What may change between the scan and the act


def test_a_copy_stays_when_the_kept_one_was_edited_since_the_scan_even_with_its_date_put_back(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    groups = [identical(tmp_path, keeper, copy)]
    plan = plan_for(*groups, marked={copy})
    before = os.stat(keeper)
    Path(keeper).write_text("same and more")
    os.utime(keeper, ns=(before.st_atime_ns, before.st_mtime_ns))

    outcome = carry_out(plan)

    assert Path(copy).read_text() == "same"
    assert failings(outcome) == [Failing.KEEPER_CHANGED]
    assert outcome.problems[0].problem.detail == f"The kept copy {keeper} changed since the scan, so this one stays."
    assert outcome.problems[0].kind is ProblemKind.CHANGED
    assert after(groups, outcome) == []


def test_a_copy_stays_when_the_kept_one_is_gone_and_the_journal_says_why(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    groups = [identical(tmp_path, keeper, copy)]
    plan = plan_for(*groups, marked={copy})
    os.unlink(keeper)
    decisions = Decisions()

    outcome = carry_out(plan, decisions)

    assert Path(copy).exists()
    assert failings(outcome) == [Failing.KEEPER_GONE]
    assert [row.failing for row in decisions.journal.search()] == [Failing.KEEPER_GONE]
    assert after(groups, outcome) == []


def test_a_group_whose_kept_copy_changed_goes_on_with_the_others(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    third = write(tmp_path / "docs" / "c.txt", "same")
    groups = [identical(tmp_path, keeper, copy, third)]
    plan = plan_for(*groups, marked={copy})
    Path(keeper).write_text("edit")

    left = after(groups, carry_out(plan))

    assert [[member.path for member in one.members] for one in left] == [[copy, third]]
    assert left[0].keeper.is_keeper


def test_a_file_edited_after_the_scan_is_left_alone_though_size_and_date_are_as_before(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy})
    before = os.stat(copy)
    Path(copy).write_text("SAME")
    os.utime(copy, ns=(before.st_atime_ns, before.st_mtime_ns))

    outcome = carry_out(plan)

    assert Path(copy).read_text() == "SAME"
    assert failings(outcome) == [Failing.CHANGED]


def test_an_edit_in_the_moment_between_reading_and_renaming_is_noticed(tmp_path: Path) -> None:
    text, other = write(tmp_path / "docs/a.txt", "one text"), write(tmp_path / "docs/b.md", "one  text")

    class Editing(Disk):
        def rename(self, source: str, target: str) -> None:
            if source == other:
                Path(other).write_text("new text")
            super().rename(source, target)

    plan = plan_for(group(Relation.SAME_TEXT, [text, other], str(tmp_path)), marked={other})
    outcome = carry_out(plan, disk=Editing())

    assert Path(other).read_text() == "new text"
    assert failings(outcome) == [Failing.CHANGED]


def test_a_kept_copy_that_vanishes_while_the_trash_works_brings_its_copy_back(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy})
    plain = FreedesktopTrash()

    def trash(path: str) -> str:
        place = plain(path)
        os.unlink(keeper)
        return place

    outcome = carry_out(plan, trash=trash)

    assert Path(copy).read_text() == "same"
    assert failings(outcome) == [Failing.KEEPER_GONE]


def test_a_same_text_file_goes_only_while_the_kept_one_has_the_content_of_the_scan(tmp_path: Path) -> None:
    text, other = write(tmp_path / "docs/a.txt", "one text"), write(tmp_path / "docs/b.md", "one  text")
    groups = group(Relation.SAME_TEXT, [text, other], str(tmp_path))
    plan = plan_for(groups, marked={other})
    Path(text).write_text("another text")

    assert failings(carry_out(plan)) == [Failing.KEEPER_CHANGED]
    Path(text).write_text("one text")
    assert carry_out(plan).done == (other,)


# One file under two names


def test_hard_links_are_refused_in_the_plan_and_at_the_act(tmp_path: Path) -> None:
    keeper = write(tmp_path / "docs" / "a.txt", "same")
    copy = str(tmp_path / "docs" / "b.txt")
    os.link(keeper, copy)
    as_links = identical(tmp_path, keeper, copy)

    assert [one.refusal for one in plan_for(as_links, marked={copy}).refused] == [Refusal.SAME_FILE]

    blind = replace(
        as_links,
        members=tuple(
            replace(one, document=replace(one.document, device=0, inode=0, links=1)) for one in as_links.members
        ),
    )
    outcome = carry_out(plan_for(blind, marked={copy}))
    assert failings(outcome) == [Failing.SAME_FILE]
    assert os.path.samefile(keeper, copy)


def test_a_file_reached_through_a_linked_folder_is_not_its_own_copy(tmp_path: Path) -> None:
    copy = write(tmp_path / "docs" / "a.txt", "same")
    os.symlink(tmp_path / "docs", tmp_path / "door")
    keeper = str(tmp_path / "door" / "a.txt")

    outcome = carry_out(plan_without_inodes(tmp_path, keeper, copy))

    assert failings(outcome) == [Failing.SAME_FILE]
    assert Path(copy).exists()


def test_a_share_reached_twice_is_unmasked_by_the_rename_though_its_device_numbers_differ(tmp_path: Path) -> None:
    copy = write(tmp_path / "docs" / "a.txt", "same")
    os.symlink(tmp_path / "docs", tmp_path / "share")
    keeper = str(tmp_path / "share" / "a.txt")

    class TwoDevices(Disk):
        def look(self, path: str) -> os.stat_result:
            status = super().look(path)
            if "/share/" not in path:
                return status
            values = list(status)
            values[2] += 1
            return os.stat_result(values, {"st_mtime_ns": status.st_mtime_ns})

    outcome = carry_out(plan_without_inodes(tmp_path, keeper, copy), disk=TwoDevices())

    assert failings(outcome) == [Failing.SAME_FILE]
    assert outcome.problems[0].problem.detail == f"It is the same file as {keeper}, reached by another path."
    assert os.listdir(tmp_path / "docs") == ["a.txt"]


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
def test_a_bind_mount_does_not_make_a_file_its_own_copy(tmp_path: Path) -> None:
    copy = write(tmp_path / "docs" / "a.txt", "same")
    bound = tmp_path / "bound"
    bound.mkdir()
    if not mounted("--bind", str(tmp_path / "docs"), str(bound)):
        pytest.skip("this machine mounts nothing")
    try:
        outcome = carry_out(plan_without_inodes(tmp_path, str(bound / "a.txt"), copy))
    finally:
        subprocess.run(["umount", bound], check=True)
    assert failings(outcome) == [Failing.SAME_FILE]
    assert Path(copy).read_text() == "same"


def plan_without_inodes(root: Path, keeper: str, copy: str) -> Plan:
    """Return the plan of a scan that could not see that two paths are one file."""
    plain = identical(root, keeper, copy)
    members = tuple(replace(one, document=replace(one.document, device=0, inode=0)) for one in plain.members)
    return plan_for(replace(plain, members=members), marked={copy})


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


def test_a_trash_too_small_or_switched_off_sends_the_file_to_the_holding_folder(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    for caution in (Caution.TRASH_OFF, Caution.TOO_LARGE_FOR_TRASH):
        around = Surroundings(
            trash_trouble=lambda _path, _size, caution=caution: caution,  # type: ignore[misc]
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


# Refusals of the system


@contextmanager
def as_nobody() -> Iterator[None]:
    """Give up the rights of root, before which no permission counts."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_read_only_folder_refuses_and_nothing_is_half_done(tmp_path: Path) -> None:
    place = Path(tempfile.mkdtemp(dir="/tmp" if os.path.isdir("/tmp") else None))
    try:
        keeper, copy = write(place / "docs/a.txt", "same"), write(place / "docs/b.txt", "same")
        os.chmod(place, 0o755)
        os.chmod(place / "docs", 0o555)
        before = os.stat(copy)
        plan = plan_for(identical(place, keeper, copy), marked={copy})
        decisions = Decisions()
        with as_nobody():
            outcome = carry_out(plan, decisions)
        assert failings(outcome) == [Failing.DENIED]
        assert sorted(os.listdir(place / "docs")) == ["a.txt", "b.txt"]
        now = os.stat(copy)
        assert (now.st_mode, now.st_mtime_ns, now.st_ctime_ns) == (
            before.st_mode,
            before.st_mtime_ns,
            before.st_ctime_ns,
        )
    finally:
        os.chmod(place / "docs", 0o755)
        shutil.rmtree(place)


def test_a_write_protected_file_is_trashed_as_it_is_but_never_erased_for_good(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    os.chmod(copy, 0o444)
    groups = identical(tmp_path, keeper, copy)

    assert failings(carry_out(plan_for(groups, marked={copy}, action=Action.DELETE))) == [Failing.READ_ONLY]
    assert os.stat(copy).st_mode & 0o777 == 0o444
    decisions = Decisions()
    assert carry_out(plan_for(groups, marked={copy}), decisions).done == (copy,)
    journal.undo(decisions, journal.act_rows(decisions))
    assert os.stat(copy).st_mode & 0o777 == 0o444


def test_a_file_locked_by_another_program_is_left_alone(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy})
    with open(copy, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        outcome = carry_out(plan)
    assert failings(outcome) == [Failing.IN_USE]
    assert carry_out(plan).done == (copy,)


@pytest.mark.parametrize("mark", [".~lock.b.docx#", "~$b.docx", "~$docx"])
def test_a_document_open_in_an_office_program_is_left_alone(tmp_path: Path, mark: str) -> None:
    keeper, copy = write(tmp_path / "docs/a.docx", "same"), write(tmp_path / "docs/b.docx", "same")
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy})
    (tmp_path / "docs" / mark).touch()
    assert failings(carry_out(plan)) == [Failing.IN_USE]
    assert Path(copy).exists()


def test_another_file_that_takes_the_name_in_the_moment_of_the_proof_is_not_overwritten(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy})

    class Intruded(Disk):
        def compare(self, a: str, b: str, pulse: object = None) -> tuple[os.stat_result, os.stat_result] | None:
            Path(copy).write_text("intruder")
            return super().compare(a, b)

    outcome = carry_out(plan, disk=Intruded())

    assert Path(copy).read_text() == "intruder"
    assert failings(outcome) == [Failing.OTHER_FILE_IN_PLACE]
    place = outcome.problems[0].place
    assert place is not None
    assert Path(place).read_text() == "same"


# A large act, stopped and killed


def many(tmp_path: Path, number: int) -> tuple[list[DuplicateGroup], list[str]]:
    groups, copies = [], []
    for index in range(number):
        keeper = write(tmp_path / "docs" / f"{index:03}.txt", f"text {index}")
        copy = write(tmp_path / "old" / f"{index:03}.txt", f"text {index}")
        groups.append(identical(tmp_path, keeper, copy))
        copies.append(copy)
    return groups, copies


def test_a_refusal_in_the_middle_and_a_kill_later_leave_the_true_state(tmp_path: Path) -> None:
    groups, copies = many(tmp_path, 500)
    database = str(tmp_path / "decisions.db")
    decisions = Decisions(database)
    decisions.mark(Mark(copy) for copy in copies)
    decisions.close()
    plan = plan_for(*groups, marked=set(copies))
    child = os.fork()
    if child == 0:
        plain = FreedesktopTrash()

        def trash(path: str) -> str:
            if path == copies[249]:
                raise PermissionError(errno.EACCES, "denied")
            if path == copies[299]:
                os._exit(9)
            return plain(path)

        carry_out(plan, Decisions(database), trash)
        os._exit(0)
    assert os.waitpid(child, 0)[1] != 0

    decisions = Decisions(database)
    journal.recover(decisions)
    states = {row.path: row for row in decisions.journal.search()}
    gone = [copy for copy in copies if not os.path.exists(copy)]

    assert gone == [copy for copy in copies[:299] if copy != copies[249]]
    assert [copy for copy in copies if states[copy].state is State.DONE] == gone
    assert states[copies[249]].failing is Failing.TRASH_FAILED
    assert set(decisions.marks()) == set(copies) - set(gone)
    restored = journal.undo(decisions, journal.act_rows(decisions))
    assert len(restored.done) == 298
    assert all(Path(copy).read_text() == f"text {index}" for index, copy in enumerate(copies))


def test_stop_ends_between_two_files_and_leaves_the_rest_marked(tmp_path: Path) -> None:
    groups, copies = many(tmp_path, 20)
    decisions = Decisions()
    decisions.mark(Mark(copy) for copy in copies)

    class Stopping(NullReporter):
        def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
            assert (phase, total) == (Phase.DISPOSE, 20)
            if done == 7:
                raise Cancelled

    outcome = dispose(
        plan_for(*groups, marked=set(copies)), FreedesktopTrash(), decisions, Stopping(), is_protected=never
    )

    assert not outcome.is_complete
    assert list(outcome.done) == copies[:7]
    assert sorted(decisions.marks()) == copies[7:]
    assert decisions.journal.open_rows() == []
    assert len(decisions.journal.search()) == 7


def test_stop_inside_a_file_gives_it_its_name_back(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path, "x" * 3_000_000)
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy})

    class Stopping(NullReporter):
        asked = 0

        def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
            self.asked += 1
            if self.asked == 6:
                raise Cancelled

    outcome = dispose(plan, FreedesktopTrash(), Decisions(), Stopping(), is_protected=never)
    assert not outcome.is_complete
    assert sorted(os.listdir(tmp_path / "docs")) == ["a.txt", "b.txt"]


# Protection


def test_nothing_below_a_protected_folder_goes_whatever_path_leads_there(tmp_path: Path) -> None:
    keeper, copy = write(tmp_path / "docs/a.txt", "same"), write(tmp_path / "safe/b.txt", "same")
    os.symlink(tmp_path / "safe", tmp_path / "docs" / "door")
    through = str(tmp_path / "docs" / "door" / "b.txt")
    database = str(tmp_path / "decisions.db")
    decisions = Decisions(database)
    stale = plan_for(identical(tmp_path, keeper, copy), marked={copy})
    stale_through = plan_for(identical(tmp_path, keeper, through), marked={through})

    decisions.set_folders(FolderRole.PROTECTED, [str(tmp_path / "safe")])
    decisions.set_folders(FolderRole.PROTECTED, [])
    decisions.set_folders(FolderRole.PROTECTED, [str(tmp_path / "safe")])
    decisions.close()
    decisions = Decisions(database)
    guard = Guard(decisions, Settings())

    for plan in (stale, stale_through):
        assert failings(carry_out(plan, decisions, is_protected=guard)) == [Failing.PROTECTED]
    plan = plan_disposals([identical(tmp_path, keeper, through)], {through}, is_protected=guard)
    assert [one.refusal for one in plan.refused] == [Refusal.PROTECTED]
    assert Path(copy).exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
def test_a_bind_mount_of_a_protected_folder_is_protected(tmp_path: Path) -> None:
    write(tmp_path / "safe/b.txt", "same")
    (tmp_path / "bound").mkdir()
    if not mounted("--bind", str(tmp_path / "safe"), str(tmp_path / "bound")):
        pytest.skip("this machine mounts nothing")
    try:
        decisions = Decisions()
        decisions.set_folders(FolderRole.PROTECTED, [str(tmp_path / "safe")])
        assert Guard(decisions, Settings())(str(tmp_path / "bound" / "b.txt"))
    finally:
        subprocess.run(["umount", tmp_path / "bound"], check=True)


def test_system_folders_and_chat_stores_are_protected_by_their_kind(tmp_path: Path) -> None:
    guard = Guard(Decisions(), Settings())
    assert guard("/etc/hosts")
    assert guard(str(tmp_path / "WeChat Files" / "wxid" / "FileStorage" / "a(1).docx"))
    assert not guard(str(tmp_path / "docs" / "a.docx"))


def test_a_chat_store_opened_by_the_user_is_no_longer_protected(tmp_path: Path) -> None:
    decisions = Decisions()
    store = tmp_path / "WeChat Files"
    decisions.set_folders(FolderRole.RELEASED, [str(store)])
    assert not Guard(decisions, Settings())(str(store / "wxid" / "a(1).docx"))


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


# Bringing back


def trashed(tmp_path: Path, name: str = "docs/deep/b.txt") -> tuple[Decisions, str]:
    keeper, copy = write(tmp_path / "docs/a.txt", "same"), write(tmp_path / name, "same")
    decisions = Decisions()
    assert carry_out(plan_for(identical(tmp_path, keeper, copy), marked={copy}), decisions).done
    return decisions, copy


def test_undo_makes_the_folder_again(tmp_path: Path) -> None:
    decisions, copy = trashed(tmp_path)
    os.rmdir(os.path.dirname(copy))
    assert journal.undo(decisions, journal.act_rows(decisions)).done
    assert Path(copy).read_text() == "same"


def test_undo_chooses_a_free_name_where_another_file_has_the_old_one(tmp_path: Path) -> None:
    decisions, copy = trashed(tmp_path)
    write(Path(copy), "another")
    restored = journal.undo(decisions, journal.act_rows(decisions))
    assert restored.done[0][1] == copy.replace("b.txt", "b (1).txt")
    assert Path(copy).read_text() == "another"
    assert decisions.journal.search()[0].restored == restored.done[0][1]


def test_undo_lists_what_the_trash_no_longer_has(tmp_path: Path, own_trash: Path) -> None:
    decisions, _ = trashed(tmp_path)
    shutil.rmtree(own_trash)
    restored = journal.undo(decisions, journal.act_rows(decisions))
    assert [problem.failing for problem in restored.problems] == [Failing.NOT_IN_TRASH]
    assert restored.done == ()
    assert journal.act_rows(decisions)


def test_undo_does_not_take_another_file_of_that_name_from_the_trash(tmp_path: Path, own_trash: Path) -> None:
    decisions, _ = trashed(tmp_path)
    (own_trash / "files" / "b.txt").write_text("meanwhile something else")
    restored = journal.undo(decisions, journal.act_rows(decisions))
    assert [problem.failing for problem in restored.problems] == [Failing.NOT_IN_TRASH]


def test_a_file_that_another_program_put_into_another_place_of_the_trash_is_found(
    tmp_path: Path, own_trash: Path
) -> None:
    decisions, copy = trashed(tmp_path)
    os.rename(own_trash / "files" / "b.txt", own_trash / "files" / "c.txt")
    os.rename(own_trash / "info" / "b.txt.trashinfo", own_trash / "info" / "c.txt.trashinfo")
    assert journal.undo(decisions, journal.act_rows(decisions)).done[0][1] == copy
    assert list((own_trash / "info").iterdir()) == []


def test_one_row_or_a_selection_can_be_brought_back(tmp_path: Path) -> None:
    groups, copies = many(tmp_path, 5)
    decisions = Decisions()
    carry_out(plan_for(*groups, marked=set(copies)), decisions)
    rows = {row.path: row.id for row in decisions.journal.search()}
    journal.undo(decisions, [rows[copies[1]], rows[copies[3]]])
    assert [os.path.exists(copy) for copy in copies] == [False, True, False, True, False]
    assert len(journal.act_rows(decisions)) == 3


@pytest.mark.parametrize(
    "name",
    ["表 情😀.txt", "ends with space .txt", "dot.", "%d #\"'.txt", "line\nfeed.txt", "\u202ertl.txt", "n\u0303.txt",
     os.fsdecode(b"no utf-8 \xff\xfe.txt"), "x" * 240 + ".txt", "-rf", "[1]*.txt"],
)  # fmt: skip
def test_names_of_any_kind_go_to_the_trash_and_come_back(tmp_path: Path, name: str) -> None:
    decisions, copy = trashed(tmp_path, f"docs/{name}")
    assert not os.path.lexists(copy)
    assert journal.undo(decisions, journal.act_rows(decisions)).done[0][1] == copy
    assert Path(copy).read_text() == "same"


def test_the_desktop_finds_the_original_name_and_date_in_the_trash(tmp_path: Path, own_trash: Path) -> None:
    _, copy = trashed(tmp_path, "docs/报 告.txt")
    record = (own_trash / "info" / "报 告.txt.trashinfo").read_text()
    assert "Path=" + str(tmp_path) + "/docs/%E6%8A%A5%20%E5%91%8A.txt\n" in record
    assert "DeletionDate=20" in record
    assert not os.path.exists(copy)
    assert document(str(own_trash / "files" / "报 告.txt"), "").mtime_ns == os.stat(tmp_path / "docs/a.txt").st_mtime_ns
