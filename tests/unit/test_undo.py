"""Bringing files back from the trash."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core import journal
from core.actions import Failing
from core.decisions import Decisions
from core.disk import Disk
from core.trash import FreedesktopTrash
from tests.unit.disposal_world import (
    carry_out,
    document,
    failings,
    identical,
    many,
    never,
    pair,
    plan_for,
    write,
)

if sys.platform == "win32":
    pytest.skip("these tests fork and mount", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("own_trash")


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


def test_a_name_taken_twice_while_a_file_is_brought_back_is_not_overwritten(tmp_path: Path) -> None:
    keeper, copy = pair(tmp_path)
    plan = plan_for(identical(tmp_path, keeper, copy), marked={copy})
    plain = FreedesktopTrash()

    def trash(path: str) -> str:
        place = plain(path)
        os.unlink(keeper)
        return place

    class Intruded(Disk):
        def free_name(self, path: str, taken: Callable[[str], bool] = never) -> str:
            name = super().free_name(path, taken)
            if not os.path.exists(copy):
                Path(copy).write_text("intruder")
            return name

    decisions = Decisions()
    outcome = carry_out(plan, decisions, trash, disk=Intruded())

    assert failings(outcome) == [Failing.KEEPER_GONE]
    assert outcome.problems[0].place == str(tmp_path / "docs" / "b (1).txt")
    assert (tmp_path / "docs" / "b (1).txt").read_text() == "same"
    assert Path(copy).read_text() == "intruder"
