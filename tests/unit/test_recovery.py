"""Starting again after a kill in the worst moment."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from core import journal
from core.actions import Action, Failing
from core.decisions import Decisions, Mark
from core.disk import Disk
from core.disposal import dispose
from core.journal_table import State
from core.plan import plan_disposals
from core.trash import FreedesktopTrash
from tests.unit.disposal_strikes import in_a_child
from tests.unit.disposal_world import identical, never, write

if sys.platform == "win32":
    pytest.skip("these tests fork and mount", allow_module_level=True)


@pytest.fixture(autouse=True)
def own_trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


class Killed(FreedesktopTrash):
    """A trash that takes the file and ends the program."""

    def __call__(self, path: str) -> str:
        super().__call__(path)
        os._exit(9)


def killed_in_the_trash(tmp_path: Path, trash: Callable[[str], str | None]) -> tuple[str, str, str]:
    keeper, copy = write(tmp_path / "docs/a.txt", "same"), write(tmp_path / "docs/b.txt", "same")
    database = str(tmp_path / "decisions.db")
    with closing(Decisions(database)) as decisions:
        decisions.mark([Mark(copy)])
    plan = plan_disposals([identical(tmp_path, keeper, copy)], {copy}, is_protected=never)
    assert not in_a_child(lambda: dispose(plan, trash, Decisions(database), is_protected=never))
    return keeper, copy, database


def test_a_file_that_went_in_the_last_moment_is_journalled_as_gone(tmp_path: Path) -> None:
    _, copy, database = killed_in_the_trash(tmp_path, Killed())
    with closing(Decisions(database)) as decisions:
        assert [row.state for row in journal.recover(decisions)] == [State.DONE]
        assert decisions.marks() == {}
        assert journal.undo(decisions, journal.act_rows(decisions)).done[0][1] == copy


def test_a_file_comes_back_when_its_keeper_changed_before_the_program_was_started_again(tmp_path: Path) -> None:
    keeper, copy, database = killed_in_the_trash(tmp_path, Killed())
    Path(keeper).write_text("edit")
    with closing(Decisions(database)) as decisions:
        assert [row.failing for row in journal.recover(decisions)] == [Failing.KEEPER_CHANGED]
        assert set(decisions.marks()) == {copy}
    assert Path(copy).read_text() == "same"


def test_a_second_start_has_nothing_to_settle(tmp_path: Path) -> None:
    _, _, database = killed_in_the_trash(tmp_path, Killed())
    with closing(Decisions(database)) as decisions:
        assert len(journal.recover(decisions)) == 1
        assert journal.recover(decisions) == []


def test_a_name_taken_while_the_program_was_away_is_not_overwritten(tmp_path: Path) -> None:
    def dies(path: str) -> str:
        os._exit(9)

    class DyingDisk(Disk):
        def compare(self, a: str, b: str, pulse: object = None) -> tuple[os.stat_result, os.stat_result] | None:
            os._exit(9)

    keeper, copy = write(tmp_path / "docs/a.txt", "same"), write(tmp_path / "docs/b.txt", "same")
    database = str(tmp_path / "decisions.db")
    plan = plan_disposals([identical(tmp_path, keeper, copy)], {copy}, is_protected=never)
    in_a_child(lambda: dispose(plan, dies, Decisions(database), is_protected=never, disk=DyingDisk()))
    assert not os.path.exists(copy)
    write(Path(copy), "another")
    with closing(Decisions(database)) as decisions:
        (row,) = journal.recover(decisions)
    assert row.failing is Failing.OTHER_FILE_IN_PLACE
    assert row.restored is not None
    assert Path(row.restored).read_text() == "same"
    assert Path(copy).read_text() == "another"


def test_a_folder_that_is_away_keeps_its_rows_open_until_it_is_back(tmp_path: Path) -> None:
    """A name that cannot be looked up is no answer: the row waits."""
    _, _, database = killed_in_the_trash(tmp_path, Killed())

    class Away(Disk):
        def is_there(self, path: str) -> bool:
            raise OSError(5, "input/output error")

    with closing(Decisions(database)) as decisions:
        assert [row.failing for row in journal.recover(decisions, disk=Away())] == [Failing.IN_HIDING]
        assert len(decisions.journal.open_rows()) == 1
        assert [row.state for row in journal.recover(decisions)] == [State.DONE]


@pytest.mark.parametrize("action", [Action.DELETE, Action.TRASH])
def test_a_file_that_somebody_else_removed_before_its_turn_is_not_ours(tmp_path: Path, action: Action) -> None:
    keeper, copy = write(tmp_path / "docs/a.txt", "same"), write(tmp_path / "docs/b.txt", "same")
    plan = plan_disposals([identical(tmp_path, keeper, copy)], {copy}, action=action, is_protected=never)
    os.unlink(copy)
    decisions = Decisions()
    outcome = dispose(plan, FreedesktopTrash(), decisions, is_protected=never)
    assert [problem.failing for problem in outcome.problems] == [Failing.GONE]
    assert decisions.journal.search()[0].state is State.FAILED
