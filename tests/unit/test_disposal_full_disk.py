"""A full disk in the moment of the act: nothing is lost, nothing is left lying about, and people are told."""

from __future__ import annotations

import errno
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core import journal
from core.actions import Action, Failing
from core.decisions import Decisions
from core.errors import KnownError
from core.plan import Surroundings
from core.recovery import recover
from core.trash import FreedesktopTrash
from tests.unit.disposal_world import carry_out, failings, identical, many, mounted, plan_for, write

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a small volume")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A volume of eight megabytes."""
    place = tmp_path / "small"
    place.mkdir()
    if not mounted("-t", "tmpfs", "-o", "size=8m", "tmpfs", str(place)):
        pytest.skip("this machine does not let us mount")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill(volume: Path) -> None:
    with open(volume / "filling", "wb", buffering=0) as file:
        is_full = False
        while not is_full:
            try:
                file.write(bytes(4096))
            except OSError as error:
                is_full = error.errno == errno.ENOSPC


@pytest.mark.parametrize("action", list(Action))
def test_a_full_volume_loses_nothing_and_keeps_no_rubbish(small: Path, action: Action) -> None:
    pairs = [
        (write(small / "docs" / f"{n}.jpg", f"{n}" * 999), write(small / "old" / f"{n}.jpg", f"{n}" * 999))
        for n in range(5)
    ]
    plan = plan_for(
        *(identical(small, *pair) for pair in pairs), marked={copy for _, copy in pairs}, action=action,
        destination=str(small / "else"), surroundings=Surroundings(holding_folder=lambda _: str(small / "held")),
    )  # fmt: skip
    fill(small)

    outcome = carry_out(plan, trash=FreedesktopTrash())

    assert all(Path(kept).exists() for kept, _ in pairs)
    assert {problem.failing for problem in outcome.problems} <= {Failing.NO_SPACE}
    assert all(Path(problem.path).exists() for problem in outcome.problems)
    assert not list(small.rglob(".neartwin-*"))
    records = {path.stem for path in small.rglob("*.trashinfo")}
    assert records == {path.name for path in small.glob(".Trash-*/files/*")}


def test_a_file_is_not_moved_onto_a_full_volume(tmp_path: Path, small: Path) -> None:
    groups, copies = many(tmp_path, 1)
    fill(small)

    outcome = carry_out(plan_for(*groups, marked=set(copies), action=Action.MOVE, destination=str(small)))

    assert failings(outcome) == [Failing.NO_SPACE]
    assert Path(copies[0]).read_text() == "text 0"
    assert [path.name for path in small.rglob("*") if path.is_file()] == ["filling"]


def test_a_journal_that_cannot_be_written_stops_all_before_anything_is_touched(tmp_path: Path, small: Path) -> None:
    groups, copies = many(tmp_path, 60)
    decisions = Decisions(str(small / "decisions.db"))
    fill(small)

    with pytest.raises(KnownError, match="The journal cannot be written"):
        carry_out(plan_for(*groups, marked=set(copies)), decisions)

    assert all(Path(copy).exists() for copy in copies)
    decisions.close()


def test_a_disk_that_fills_in_the_middle_leaves_what_a_next_start_understands(
    tmp_path: Path, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    groups, copies = many(tmp_path, 300)
    decisions = Decisions(str(small / "decisions.db"))
    trash = FreedesktopTrash()
    taken: list[str] = []

    def fills_at_last(path: str) -> str:
        taken.append(path)
        if len(taken) == 100:
            fill(small)
        return trash(path)

    with pytest.raises(KnownError, match="The journal cannot be written"):
        carry_out(plan_for(*groups, marked=set(copies)), decisions, trash=fills_at_last)
    (small / "filling").unlink()

    recover(decisions)
    gone = [copy for copy in copies if not Path(copy).exists()]
    assert gone == taken
    assert {path for _, path in journal.undo(decisions, journal.act_rows(decisions)).done} == set(gone)
    assert all(Path(copy).read_text() for copy in copies)
    decisions.close()
