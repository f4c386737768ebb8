"""Paths as people name them on the command line: mistyped, empty, files for folders, links."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from core.command_line import run
from core.library import open_library
from tests.unit import made_texts

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The library of the commands, elsewhere than the user's."""
    place = os.fspath(tmp_path / "library")
    monkeypatch.setenv("NEARTWIN_LIBRARY", place)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return place


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one document, and a link to it."""
    place = tmp_path / "documents"
    place.mkdir()
    (place / "a.txt").write_text(made_texts.text(50))
    (tmp_path / "link.txt").symlink_to(place / "a.txt")
    return place


def test_a_mistyped_folder_leaves_nothing_in_the_library(folder: Path, tmp_path: Path, library: str) -> None:
    assert run(["scan", str(folder), str(tmp_path / "mistyped"), "--json", str(tmp_path / "out")]) == 1

    with open_library(library) as opened:
        assert [root.path for root in opened.index.roots()] == [str(folder)]


def test_after_a_mistyped_folder_a_new_document_is_still_unique(folder: Path, tmp_path: Path, library: str) -> None:
    run(["scan", str(folder), str(tmp_path / "mistyped"), "--json", str(tmp_path / "out")])
    (tmp_path / "new.txt").write_text(made_texts.text(50, 9))

    assert run(["check", str(tmp_path / "new.txt"), "--json", str(tmp_path / "out")]) == 0
    assert json.loads((tmp_path / "out").read_text())[0]["verdict"] == "unique"
    assert os.path.isdir(library)


@pytest.mark.parametrize("command", ["scan", "watch"])
@pytest.mark.parametrize("name", ["", "a.txt"])
def test_a_folder_without_a_name_and_a_file_are_wrong_calls(
    command: str, name: str, folder: Path, library: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, str(folder / name) if name else ""]) == 2
    assert "folder" in capsys.readouterr().err
    assert not os.path.exists(library)


def test_a_similarity_that_is_no_number_is_a_wrong_call(folder: Path, library: str) -> None:
    assert run(["scan", str(folder), "--similarity", "nan"]) == 2
    assert not os.path.exists(library)


def test_a_link_that_is_named_stands_for_its_file(
    folder: Path, tmp_path: Path, library: str, capsys: pytest.CaptureFixture[str]
) -> None:
    link = str(tmp_path / "link.txt")
    assert run(["text", link, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["path"], row["status"]) == (link, "ok")

    run(["scan", str(folder), "--json", str(tmp_path / "out")])
    run(["check", link, "--json", "-"])
    assert json.loads(capsys.readouterr().out)[0]["in_library"] is True
    assert os.path.isdir(library)
