"""The command line as other programs use it: exit status, JSON, sentences."""

from __future__ import annotations

import csv
import json
import os
import re
from typing import TYPE_CHECKING, Any

import pytest

from core.command_line import run
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Call = Callable[..., tuple[int, str, str]]

KINDS = {"identical", "same_text", "similar", "contained"}
MEMBER = {"path", "keeper", "reason", "size", "modified", "md5", "blake3", "simhash", "hamming", "similarity", "copies"}
MATCH = {"a", "b", "kind", "similarity", "by", "share_a", "share_b", "hamming"}


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run a command with a library of the test's own; return status, output and errors."""
    monkeypatch.setenv("NEARTWIN_LIBRARY", os.fspath(tmp_path / "library"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def go(*arguments: object) -> tuple[int, str, str]:
        status = run([str(argument) for argument in arguments])
        heard = capsys.readouterr()
        return status, heard.out, heard.err

    return go


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one pair of each kind."""
    place = tmp_path / "文档"
    place.mkdir()
    base = made_texts.text(50)
    (place / "a.txt").write_text(base)
    (place / "a copy.txt").write_text(base)
    (place / "a.gb.txt").write_bytes(made_texts.text(50, 3).encode("gb18030"))
    (place / "a.u8.txt").write_text(made_texts.text(50, 3))
    (place / "b.txt").write_text(made_texts.edited(base, 0.05))
    (place / "long.txt").write_text(base + made_texts.text(50, 8))
    return place


def test_a_scan_s_json_keeps_its_promise(call: Call, folder: Path) -> None:
    status, output, errors = call("scan", folder, "--json", "-")

    found: dict[str, Any] = json.loads(output)
    assert (status, errors) == (0, "")
    assert found["version"] == 1
    assert found["complete"] is True
    assert found["roots"] == [os.fspath(folder)]
    assert {group["kind"] for group in found["groups"]} == KINDS
    for group in found["groups"]:
        assert sum(member["keeper"] for member in group["members"]) == 1
        assert all(member.keys() >= MEMBER for member in group["members"])
        assert (group["reclaimable_bytes"] is None) == (group["kind"] in ("similar", "contained"))
    assert all(match.keys() == MATCH for match in found["matches"])
    assert found["counts"]["files"] == found["counts"]["text_compared"] == 6
    assert {"folders", "skipped", "capped", "problems"} <= found.keys()


def test_a_scan_s_page_has_the_differences_of_its_groups(call: Call, folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"

    assert call("scan", folder, "--html", page)[0] == 0

    shown = page.read_text(encoding="utf-8")
    assert re.search(
        "b.txt: [0-9]+ differences from the reference|a[^:]*: [0-9]+ differences from the reference", shown
    )
    assert "<ins>" in shown
    assert "<del>" in shown
    assert "left out" not in shown


def test_a_scan_for_identical_files_reads_no_text_and_computes_no_md5(call: Call, folder: Path) -> None:
    _, output, _ = call("scan", "--exact-only", folder, "--json", "-")

    [group] = json.loads(output)["groups"]
    assert group["kind"] == "identical"
    assert {member["md5"] for member in group["members"]} == {None}
    assert json.loads(output)["counts"]["opened"] == 2


def test_names_that_are_no_utf_8_come_as_escapes(call: Call, tmp_path: Path) -> None:
    place = os.path.join(os.fsencode(tmp_path), b"docs")
    os.mkdir(place)
    for name in (b"\xff1.txt", b"\xff2.txt"):
        with open(os.path.join(place, name), "wb") as file:
            file.write(made_texts.text().encode())

    _, output, _ = call("scan", os.fsdecode(place), "--json", "-")

    assert r"\udcff1.txt" in output
    [group] = json.loads(output)["groups"]
    assert {os.fsencode(member["path"]) for member in group["members"]} == {
        os.path.join(place, b"\xff1.txt"),
        os.path.join(place, b"\xff2.txt"),
    }


@pytest.mark.parametrize(
    "arguments",
    [("scan",), ("scan", "--similarity", "7", "."), ("scan", "--method", "magic", "."), ("nothing",), ("check",)],
)
def test_a_wrong_call_is_told_in_one_line(call: Call, arguments: tuple[str, ...]) -> None:
    status, output, errors = call(*arguments)

    assert status == 2
    assert output == ""
    assert len(errors.strip().splitlines()) == 1


def test_a_missing_folder_is_a_problem_and_the_others_are_scanned(call: Call, folder: Path, tmp_path: Path) -> None:
    status, output, _ = call("scan", folder, tmp_path / "nowhere", "--json", "-")

    found = json.loads(output)
    assert status == 1
    assert found["complete"] is False
    assert [(problem["path"], problem["kind"]) for problem in found["problems"]] == [
        (os.fspath(tmp_path / "nowhere"), "offline")
    ]
    assert found["groups"]


def test_a_report_that_cannot_be_written_is_told_with_what_to_do(call: Call, folder: Path, tmp_path: Path) -> None:
    status, _, errors = call("scan", folder, "--json", tmp_path / "no" / "such" / "place.json")

    assert status == 3
    assert "could not be written" in errors


def test_csv_and_html_are_whole(call: Call, folder: Path, tmp_path: Path) -> None:
    call("scan", folder, "--csv", tmp_path / "r.csv", "--html", tmp_path / "r.html")

    rows = list(csv.DictReader((tmp_path / "r.csv").read_text(encoding="utf-8-sig").splitlines()))
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert {row["Kind"] for row in rows} == {"Identical", "Same text", "Similar", "Contained"}
    assert "文档" in page
    assert page.count("<table") == page.count("</table>") > 0
    assert not re.search(r"<script|https?://", page)
    assert not list(tmp_path.glob("*.part"))


def test_texts_come_in_the_order_of_the_files_with_their_status(call: Call, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    files = [folder / "long.txt", tmp_path / "nowhere.txt", tmp_path / "empty.txt", folder / "a.gb.txt"]

    status, output, _ = call("text", "--json", *files)

    rows = [json.loads(line) for line in output.splitlines()]
    assert status == 1
    assert [row["path"] for row in rows] == [os.fspath(file) for file in files]
    assert [row["status"] for row in rows] == ["ok", "unreadable", "no_text", "ok"]
    assert rows[3]["text"] == made_texts.text(50, 3)
    assert rows[3]["encoding"] == "gb18030"


def test_a_check_answers_in_json_and_by_its_exit_status(call: Call, folder: Path, tmp_path: Path) -> None:
    call("scan", folder, "--json", tmp_path / "r.json")
    (tmp_path / "new.txt").write_text(made_texts.text(50))
    (tmp_path / "empty.txt").write_text("")

    status, output, _ = call("check", "--json", "-", tmp_path / "new.txt")
    undecided, _, _ = call("check", tmp_path / "empty.txt")

    [row] = json.loads(output)
    assert status == 0
    assert row["verdict"] == "identical"
    assert row["compared"] == row["of"] == 6
    assert {"path", "relation", "similarity", "share", "hamming", "verified"} == row["matches"][0].keys()
    assert undecided == 1


def test_a_check_writes_a_page_and_a_table(call: Call, folder: Path, tmp_path: Path) -> None:
    call("scan", folder, "--json", tmp_path / "r.json")
    (tmp_path / "新.txt").write_text(made_texts.text(50))
    page, table = tmp_path / "报告.html", tmp_path / "报告.csv"

    status, output, errors = call("check", tmp_path / "新.txt", "--html", page, "--csv", table)

    assert (status, output, errors) == (0, "", "")
    assert "新.txt" in page.read_text(encoding="utf-8")
    assert "with 6 documents" in page.read_text(encoding="utf-8")
    rows = list(csv.reader(table.read_text(encoding="utf-8-sig").splitlines()))
    assert str(folder / "a.txt") in [row[2] for row in rows]
    assert call("check", tmp_path / "新.txt", "--html", page, "--csv", page)[0] == 2


def test_help_and_version_are_answered(call: Call) -> None:
    assert call("--version")[1].strip()
    assert "scan" in call("--help")[1]


def test_every_command_says_in_the_list_what_it_does(call: Call) -> None:
    listed = [line.split() for line in call("--help")[1].splitlines() if line.startswith("│ ") and line[2] != " "]

    assert {"scan", "records", "plan", "dispose", "undo", "library", "team"} <= {words[1] for words in listed}
    assert [words for words in listed if len(words) < 5] == []


def test_text_says_in_the_reader_s_language_why_there_is_none(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "7.txt"
    empty.write_text("")
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")

    status, output, errors = call("text", empty)

    assert (status, output) == (1, "")
    assert "no_text" not in errors
    assert "里面没有文字" in errors
