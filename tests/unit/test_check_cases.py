"""What a check of files against a library answers: beside a scan, with little text, with a disk away."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.check import OFFLINE, REASONS, TOO_SHORT, check
from core.errors import ProblemKind
from core.extract.reading import Status
from core.live import refresh
from core.progress import NullReporter
from core.settings import Settings
from core.watch import Cause, Changed
from core.workers import InProcess
from tests.unit import made_texts
from tests.unit.test_library_cases import AtPhase, command, fill, scanned

if TYPE_CHECKING:
    from core.library import Library
    from core.verdicts import Verdict


@pytest.fixture
def known(tmp_path: Path, library: Library) -> Path:
    """A scanned folder with 12 documents."""
    fill(tmp_path / "known", 12)
    scanned(library, tmp_path / "known")
    return tmp_path / "known"


def asked(library: Library, *paths: Path) -> dict[str, Verdict]:
    verdicts = check([os.fspath(path) for path in paths], Settings(), library, InProcess(), NullReporter())
    return {os.path.basename(one.path): one for one in verdicts}


def test_what_is_dropped_is_answered_and_nothing_is_indexed_or_moved(
    tmp_path: Path, known: Path, library: Library
) -> None:
    """M7."""
    outside = tmp_path / "outside"
    for path in fill(outside / "many", 200, seed=500):
        path.rename(path.with_name(f"new {path.name}"))
    shutil.copy(known / "3.txt", outside / "copy.txt")
    (outside / "program.exe").write_bytes(b"MZ" + bytes(100))
    before = sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*.txt"))
    rows = library.index.file_count()
    told: list[dict[str, Verdict]] = []
    during = AtPhase(lambda: told.append(asked(library, known / "3.txt", outside)), lambda *_: True)
    scanned(library, known, reporter=during)

    [verdicts] = told
    own, copy, program = (verdicts[name] for name in ("3.txt", "copy.txt", "program.exe"))
    assert (own.in_library, own.matches) == (True, ())
    assert (copy.in_library, copy.kind) == (False, "identical")
    assert [match.path for match in copy.matches] == [str(known / "3.txt")]
    assert (program.kind, program.reason) == ("undecided", REASONS[Status.UNSUPPORTED])
    assert len(verdicts) == 203
    assert library.index.file_count() == rows
    assert sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*.txt")) == before


def test_a_check_by_the_command_line_is_answered_while_another_process_scans(tmp_path: Path) -> None:
    """M7: during a scan."""
    fill(tmp_path / "known", 10)
    place = tmp_path / "library"
    command("scan", tmp_path / "known", "--library", place).communicate(timeout=60)
    fill(tmp_path / "more", 300, seed=700)
    scanning = command("scan", tmp_path / "more", "--library", place)
    shutil.copy(tmp_path / "known" / "1.txt", tmp_path / "dropped.txt")

    out, error = command("check", tmp_path / "dropped.txt", "--library", place, "--json", "-").communicate(timeout=60)
    scanning.communicate(timeout=120)

    [verdict] = json.loads(out)
    assert (verdict["verdict"], error) == ("identical", "")
    assert scanning.returncode == 0


def test_a_manuscript_from_three_works_names_each_with_its_tenth(tmp_path: Path, library: Library) -> None:
    """M9."""
    works = [made_texts.sentences(100, seed=900 + number) for number in range(3)]
    shared = made_texts.sentences(12, seed=990)
    heading = ["参考文献"]
    (tmp_path / "works").mkdir()
    for number, lines in enumerate(works):
        (tmp_path / "works" / f"{number}.txt").write_text("\n".join([*lines, *heading, *shared]))
    scanned(library, tmp_path / "works")
    own = made_texts.sentences(100, seed=980)
    taken = [line for lines in works for line in lines[:14]]
    (tmp_path / "manuscript.txt").write_text("\n".join([*own[:50], *taken, *own[50:98], *heading, *shared]))

    [verdict] = check([str(tmp_path / "manuscript.txt")], Settings(), library, InProcess(), NullReporter())

    assert sorted(os.path.basename(match.path) for match in verdict.matches) == ["0.txt", "1.txt", "2.txt"]
    for match in verdict.matches:
        assert match.shares is not None
        assert abs(match.shares.without_references - 0.10) <= 0.02
        assert match.shares.whole > match.shares.without_references


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\n \n", REASONS[Status.NO_TEXT]),
        ("十二个字的一份短文件。".encode(), TOO_SHORT),
    ],
)
def test_without_enough_text_a_check_is_undecided_with_its_coverage(
    tmp_path: Path, known: Path, library: Library, content: bytes, reason: str
) -> None:
    """M10."""
    (tmp_path / "asked.txt").write_bytes(content)

    [verdict] = check([str(tmp_path / "asked.txt")], Settings(), library, InProcess(), NullReporter())

    assert (verdict.kind, verdict.reason) == ("undecided", reason)
    assert (verdict.compared, verdict.of) == (12, 12)


def test_with_a_root_offline_a_check_is_undecided_and_says_with_how_many_it_compared(
    tmp_path: Path, known: Path, library: Library
) -> None:
    """M10."""
    fill(tmp_path / "stick", 5, seed=60)
    scanned(library, tmp_path / "stick")
    shutil.move(tmp_path / "stick", tmp_path / "drawer")
    (tmp_path / "asked.txt").write_text(made_texts.text(20, seed=77))

    [verdict] = check([str(tmp_path / "asked.txt")], Settings(), library, InProcess(), NullReporter())

    assert (verdict.kind, verdict.reason) == ("undecided", OFFLINE)
    assert (verdict.compared, verdict.of) == (12, 17)


def test_a_watched_folder_whose_disk_is_away_loses_no_row(tmp_path: Path, known: Path, library: Library) -> None:
    shutil.move(known, tmp_path / "drawer")
    changed = Changed(frozenset([str(known)]), frozenset([str(known), str(known / "1.txt")]))

    done = refresh(changed, Settings(), library, InProcess(), NullReporter())
    whole = refresh(
        Changed(frozenset([str(known)]), cause=Cause.POLLED), Settings(), library, InProcess(), NullReporter()
    )

    assert [problem.kind for problem in (*done.problems, *whole.problems)] == [ProblemKind.OFFLINE] * 2
    assert library.index.file_count() == 12
