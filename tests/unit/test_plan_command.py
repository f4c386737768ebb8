"""A dry run by the command line, the list that comes back ticked, and what is done with it."""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.command_line import run

Call = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="goes to the trash of a Linux desktop")


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    monkeypatch.setenv("NEARTWIN_LIBRARY", str(tmp_path / "library"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    (tmp_path / "data").mkdir()

    def go(*arguments: object) -> tuple[int, str, str]:
        status = run([str(argument) for argument in arguments])
        heard = capsys.readouterr()
        return status, heard.out, heard.err

    return go


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Ten files of their own, and copies whose names are hard to write into a list."""
    place = tmp_path / "docs"
    (place / "more").mkdir(parents=True)
    for number in range(10):
        (place / "more" / f"{number}.txt").write_text(f"only {number}")
    for name in ("a.txt", "a (1).txt", "more/two\nlines.txt", os.fsdecode(b"odd\xff.txt"), 'quo"te,.txt'):
        (place / name).write_text("the same")
    return place


def rows_of(listed: Path) -> list[dict[str, str]]:
    with open(listed, encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        return list(csv.DictReader(file))


def save(listed: Path, rows: list[dict[str, str]]) -> None:
    with open(listed, "w", encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def names(docs: Path) -> set[str]:
    return {str(path.relative_to(docs)) for path in docs.rglob("*") if path.is_file()}


def test_a_dry_run_touches_nothing_and_its_ticked_list_is_carried_out_and_undone(
    call: Call, docs: Path, tmp_path: Path
) -> None:
    listed, before = tmp_path / "list.csv", names(docs)
    status, output, _ = call("plan", docs, "--csv", listed)
    assert status == 0
    assert "4 files would go" in output
    assert names(docs) == before

    rows = rows_of(listed)
    assert len(rows) == 4
    rows[0]["tick"] = ""
    save(listed, rows)
    assert call("dispose", listed, docs)[0] == 0
    assert names(docs) == before, "without --yes nothing goes"

    assert call("dispose", listed, docs, "--yes")[0] == 0
    gone = {os.path.relpath(row["path"], docs) for row in rows[1:]}
    assert names(docs) == before - gone

    status, output, _ = call("undo")
    assert (status, output.splitlines()[-1]) == (0, "3 files are back")
    assert names(docs) == before


def test_a_file_that_is_another_one_than_was_ticked_stays(call: Call, docs: Path, tmp_path: Path) -> None:
    listed = tmp_path / "list.csv"
    call("plan", docs, "--csv", listed)
    for name in ("a (1).txt", 'quo"te,.txt'):
        (docs / name).write_text("edited in both")

    status, output, _ = call("dispose", listed, docs, "--yes", "--summary-agreed")

    assert status == 1
    assert "It is not the file that was ticked, so it stays." in output
    assert (docs / "a (1).txt").read_text() == "edited in both"
    assert (docs / 'quo"te,.txt').read_text() == "edited in both"
    assert (docs / "a.txt").exists()


def test_a_list_that_ticks_everything_leaves_one_of_each_content(call: Call, docs: Path, tmp_path: Path) -> None:
    listed = tmp_path / "list.csv"
    for number in range(12):
        (docs / f"same {number}.txt").write_text("the same")
    call("plan", docs, "--csv", listed)
    rows = rows_of(listed)
    every = [str(path) for path in docs.rglob("*") if path.is_file()]
    save(listed, [dict.fromkeys(rows[0], "") | {"tick": "x", "loss": "x", "path": path} for path in every])

    status, _, errors = call("dispose", listed, docs, "--yes")
    assert status == 3, "a clean-up of half of a folder asks for its own consent"
    assert "--summary-agreed" in errors

    assert call("dispose", listed, docs, "--yes", "--summary-agreed")[0] == 1
    assert {path.read_text() for path in docs.rglob("*") if path.is_file()} == {
        "the same",
        *(f"only {number}" for number in range(10)),
    }


def test_files_are_held_or_moved_where_that_is_asked_for(call: Call, docs: Path, tmp_path: Path) -> None:
    listed, place = tmp_path / "list.csv", tmp_path / "else"
    call("plan", docs, "--csv", listed)

    assert call("dispose", listed, docs, "--to", "folder")[0] == 2
    status, _, _ = call("dispose", listed, docs, "--to", "folder", "--folder", place, "--yes", "--summary-agreed")

    assert status == 0
    assert len(names(place)) == 4
    assert not (tmp_path / "data" / "Trash").exists()


def test_what_the_trash_no_longer_has_is_listed(call: Call, docs: Path, tmp_path: Path) -> None:
    listed = tmp_path / "list.csv"
    call("plan", docs, "--csv", listed)
    call("dispose", listed, docs, "--yes", "--summary-agreed")
    (tmp_path / "data" / "Trash" / "files" / "a (1).txt").unlink()

    status, output, _ = call("undo")

    assert status == 1
    assert "3 files are back" in output
    assert f"{docs}/a (1).txt\n    It is no longer in the trash." in output
    assert call("undo")[1].startswith("0 files are back")


@pytest.mark.parametrize("act", ["99", "0", "-1"])
def test_a_clean_up_that_was_never_made_cannot_be_taken_back(call: Call, docs: Path, tmp_path: Path, act: str) -> None:
    listed = tmp_path / "list.csv"
    call("plan", docs, "--csv", listed)
    call("dispose", listed, docs, "--yes", "--summary-agreed")
    left = names(docs)

    status, output, error = call("undo", f"--act={act}")

    assert (status, output) == (2, "")
    assert f"There is no clean-up {act}." in error
    assert names(docs) == left
    assert call("undo", "--act", "1")[0] == 0
    assert names(docs) > left
    assert call("undo", "--act", "1")[:2] == (0, "0 files are back\n")


def test_a_plan_in_json_and_a_list_that_is_none(call: Call, docs: Path, tmp_path: Path) -> None:
    assert call("plan", docs, "--json", "-")[1].startswith("{")
    (tmp_path / "none.csv").write_text("a,b\n1,2\n")

    status, _, errors = call("dispose", tmp_path / "none.csv", docs)

    assert status == 3
    assert "no list of marked files" in errors
    assert call("dispose", tmp_path / "gone.csv", docs)[0] == 3


@pytest.mark.parametrize("encoding", ["utf-16", "gb18030"])
def test_a_list_that_a_spreadsheet_saved_its_own_way_is_read(
    call: Call, docs: Path, tmp_path: Path, encoding: str
) -> None:
    listed = tmp_path / "list.csv"
    listed.write_text(f"tick;path;说明\nx;{docs / 'a (1).txt'};多余\n", encoding=encoding)

    status, output, _ = call("dispose", listed, docs)

    assert status == 0
    assert "1 file would go" in output


def test_a_file_with_an_endless_line_is_no_list(call: Call, docs: Path, tmp_path: Path) -> None:
    listed = tmp_path / "list.csv"
    listed.write_text("tick,path\nx," + "a" * 200_000 + "\n")

    status, _, errors = call("dispose", listed, docs)

    assert status == 3
    assert "no list of marked files" in errors


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", ""),
        ("text", ""),
        ("library", "forget", ""),
        ("library", "choose", ""),
        ("library", "import", "some.neartwin", ""),
        ("plan", ".", "--to", "folder", "--folder", ""),
    ],
)
def test_an_empty_name_is_not_the_folder_that_the_terminal_is_in(
    call: Call, docs: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(docs)
    call("scan", docs, "--exact-only")

    assert call(*arguments)[0] == 2
    assert '"files": 15' in call("library", "--json")[1]


@pytest.mark.parametrize("seconds", [15_000_000_000, 400_000_000_000])
def test_a_file_dated_centuries_away_is_looked_at_disposed_of_and_brought_back(
    call: Call, tmp_path: Path, volume: Path, seconds: int
) -> None:
    docs = volume / "docs"
    docs.mkdir()
    for name in ("a.txt", "b.txt", "b (1).txt"):
        (docs / name).write_text(name[0])
    os.utime(docs / "b (1).txt", (seconds, seconds))
    dated = (docs / "b (1).txt").stat().st_mtime_ns

    status, output, _ = call("scan", docs, "--json", "-")
    assert (status, '"complete": true' in output) == (0, True)
    assert call("plan", docs, "--csv", tmp_path / "list.csv", "--rule", "oldest")[0] == 0
    assert call("dispose", tmp_path / "list.csv", docs, "--to", "holding", "--yes")[0] == 0
    assert names(docs) == {"a.txt", "b.txt"}
    assert call("undo")[0] == 0
    assert (docs / "b (1).txt").stat().st_mtime_ns == dated
