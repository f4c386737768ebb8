"""The main job on a real screen: add a folder, scan, compare, mark, trash, journal; a drop; a change on the disk."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from tests.end2end.desktop import ROOT, Desktop, program, wait_until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.end2end, pytest.mark.timeout(600)]

KEPT = "房屋租赁合同（定稿）.docx"
COPY = "房屋租赁合同（定稿）(1).docx"


def count(desktop: Desktop, view: str, number: int) -> None:
    """Wait until the side bar says that a view holds so many groups."""
    name = f"{view}, {number}" if number else view
    desktop.see(role="radio button", name=name)


def row(desktop: Desktop, name: str) -> tuple[int, int]:
    """Return where the first cell of a file's row is."""
    element = desktop.see(role="table cell", contains=name)
    return element.x, element.y + element.height // 2


def add_folder(desktop: Desktop, folder: Path) -> None:
    """Add a folder as a person does: the button, the path, Enter."""
    desktop.click(desktop.see(role="push button", contains="Add folder"))
    desktop.see(role="text", contains="Directory")
    desktop.type(os.fspath(folder))
    desktop.key("Return")


def test_the_main_job_from_an_empty_window_to_the_journal(desktop: Desktop, tmp_path: Path, documents: Path) -> None:
    [kept] = documents.rglob(KEPT)
    [copy] = documents.rglob(COPY)
    content = kept.read_bytes()
    desktop.start(program(), log=tmp_path / "program.log")

    add_folder(desktop, documents)
    count(desktop, "Identical files", 2)
    desktop.see(role="push button", contains="watched")
    desktop.picture("identical")

    desktop.click(desktop.see(role="table cell", contains=COPY))
    desktop.see(contains="Every byte is the same")
    desktop.picture("compared-identical")

    desktop.key("space")
    desktop.see(contains="1 file marked")
    desktop.click(desktop.see(role="push button", contains="Move to trash"))
    desktop.picture("plan")
    desktop.click(desktop.see(role="push button", name="Move 1 file to the trash"))
    wait_until(lambda: not copy.exists(), "the copy leaves its folder")
    assert kept.read_bytes() == content
    trash = desktop.home / ".local" / "share" / "Trash" / "files"
    assert [one.read_bytes() for one in trash.iterdir()] == [content]
    count(desktop, "Identical files", 1)

    desktop.click(desktop.see(role="radio button", name="Journal"))
    desktop.see(role="table cell", contains=COPY)
    desktop.picture("journal")

    desktop.click(desktop.see(role="push button", name="Undo the last clean-up"))
    wait_until(copy.exists, "the copy comes back")
    assert copy.read_bytes() == content
    assert list(trash.iterdir()) == []
    desktop.see(role="table cell", contains="Brought back")
    desktop.picture("brought-back")


def test_a_file_is_erased_by_keys_only_after_the_tick(desktop: Desktop, tmp_path: Path, documents: Path) -> None:
    [kept] = documents.rglob(KEPT)
    [copy] = documents.rglob(COPY)
    desktop.start([*program(), os.fspath(documents)], log=tmp_path / "program.log")
    count(desktop, "Identical files", 2)
    desktop.see(role="push button", contains="watched")
    desktop.click(desktop.see(role="table cell", contains=COPY))
    desktop.key("space")
    desktop.see(contains="1 file marked")

    desktop.key("shift+Delete")
    desktop.see(contains="Erase 1 file for good?")
    desktop.picture("erase")
    desktop.click(desktop.see(role="push button", name="Erase 1 file for good"))
    assert copy.exists(), "without the tick nothing goes"
    desktop.click(desktop.see(role="check box", contains="cannot be brought back"))
    desktop.click(desktop.see(role="push button", name="Erase 1 file for good"))
    wait_until(lambda: not copy.exists(), "the copy is erased")
    assert kept.exists()
    assert not (desktop.home / ".local" / "share" / "Trash" / "files").exists()


def test_a_document_is_compared_word_by_word(desktop: Desktop, tmp_path: Path, documents: Path) -> None:
    desktop.start([*program(), os.fspath(documents)], log=tmp_path / "program.log")
    count(desktop, "Similar content", 3)

    desktop.click(desktop.see(role="radio button", contains="Similar content"))
    cells = [cell for cell in desktop.find(role="table cell", showing=True) if "docx" in cell.name]
    desktop.click(cells[1])
    desktop.see(contains="differences")
    desktop.picture("compared-similar")


def test_a_file_dropped_from_another_program_is_checked(desktop: Desktop, tmp_path: Path, documents: Path) -> None:
    [kept] = documents.rglob(KEPT)
    dropped = tmp_path / "拖进来的 合同.docx"
    shutil.copy(kept, dropped)
    desktop.start([*program(), os.fspath(documents)], log=tmp_path / "program.log")
    count(desktop, "Identical files", 2)
    desktop.see(role="push button", contains="watched")
    desktop.start([sys.executable, os.fspath(ROOT / "tests" / "end2end" / "drag_source.py"), os.fspath(dropped)])
    wait_until(lambda: desktop.run("xdotool", "search", "--name", "drag_source"), "the other program's window")

    desktop.drag((1000, 660), desktop.see(contains="Drop files here").middle)

    desktop.see(contains="every byte is the same")
    desktop.see(role="table cell", contains=KEPT)
    desktop.picture("checked")


def test_a_change_on_the_disk_is_followed(desktop: Desktop, tmp_path: Path, documents: Path) -> None:
    [kept] = documents.rglob(KEPT)
    [copy] = documents.rglob(COPY)
    desktop.start([*program(), os.fspath(documents)], log=tmp_path / "program.log")
    count(desktop, "Identical files", 2)
    desktop.see(role="push button", contains="watched")

    copy.write_bytes(b"something else")
    count(desktop, "Identical files", 1)

    shutil.copy(kept, copy)
    count(desktop, "Identical files", 2)
