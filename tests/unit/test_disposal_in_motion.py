"""Folders that are moved, and a Stop that comes, in the moment in which a file stands aside."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.actions import Action
from core.decisions import Decisions
from core.disk import Disk
from core.journal_table import State
from core.plan import Surroundings
from core.progress import Cancelled
from core.recovery import recover
from tests.unit.disposal_world import carry_out, identical, plan_for, write


class _FolderMover(Disk):
    """A disk on which somebody moves a folder away in the moment of the proof, and puts a link in its place."""

    def __init__(self, folder: Path, other: Path) -> None:
        self.folder, self.other = folder, other

    def compare(self, a: str, b: str, pulse: Callable[[], None] = lambda: None) -> Any:
        if not self.folder.is_symlink():
            self.folder.rename(self.folder.parent / "moved")
            self.folder.symlink_to(self.other)
        return super().compare(a, b, pulse)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a moved folder is found by its handle on Linux")
@pytest.mark.parametrize("action", list(Action))
def test_a_folder_moved_in_the_moment_of_the_proof_keeps_its_file_under_its_name(
    tmp_path: Path, action: Action
) -> None:
    kept, copy = write(tmp_path / "docs" / "a.jpg", "same"), write(tmp_path / "old" / "b.jpg", "same")
    write(tmp_path / "docs" / "b.jpg", "another one of this name")
    plan = plan_for(
        identical(tmp_path, kept, copy), marked={copy}, action=action, destination=str(tmp_path / "else"),
        surroundings=Surroundings(holding_folder=lambda _: str(tmp_path / "held")),
    )  # fmt: skip
    decisions = Decisions()

    outcome = carry_out(plan, decisions, disk=_FolderMover(tmp_path / "old", tmp_path / "docs"))

    assert outcome.done == ()
    assert (tmp_path / "moved" / "b.jpg").read_text() == "same"
    assert (tmp_path / "docs" / "b.jpg").read_text() == "another one of this name"
    assert not list(tmp_path.rglob(".neartwin-*"))
    assert not decisions.journal.open_rows()
    assert outcome.problems[0].place == str(tmp_path / "moved" / "b.jpg")


def test_a_stop_drops_no_row_of_a_file_that_could_not_be_put_back(tmp_path: Path) -> None:
    kept, copy = write(tmp_path / "docs" / "a.jpg", "same"), write(tmp_path / "old" / "b.jpg", "same")
    plan, decisions = plan_for(identical(tmp_path, kept, copy), marked={copy}), Decisions()

    class Stuck(Disk):
        def compare(self, a: str, b: str, pulse: Callable[[], None] = lambda: None) -> Any:
            raise Cancelled

        def rename(self, source: str, target: str) -> None:
            if source.endswith("b.jpg"):
                super().rename(source, target)
            else:
                raise OSError(errno.EIO, "the share hiccups")

    outcome = carry_out(plan, decisions, disk=Stuck())
    assert not outcome.is_complete
    assert not Path(copy).exists()

    (row,) = recover(decisions)
    assert (row.state, Path(copy).read_text()) == (State.FAILED, "same")
