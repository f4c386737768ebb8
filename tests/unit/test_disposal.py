"""Disposal on real files: what may change between the scan and the act, refusals, stops and kills, protection."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from core import journal
from core.actions import Action, Failing, Refusal
from core.aftermath import after
from core.decisions import Decisions, Mark
from core.disk import Disk
from core.disposal import dispose
from core.documents import Relation
from core.errors import ProblemKind
from core.journal_table import State
from core.progress import Cancelled, NullReporter, Phase
from core.trash import FreedesktopTrash
from tests.unit.disposal_world import (
    carry_out,
    failings,
    group,
    identical,
    many,
    mounted,
    never,
    pair,
    plan_for,
    plan_without_inodes,
    write,
)

if sys.platform == "win32":
    pytest.skip("these tests fork and mount", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("own_trash")


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
