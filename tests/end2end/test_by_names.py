"""A walk through the accessibility tree alone: what a person does who hears the window and does not see it.

No mouse, no place on the screen: every step finds an element by its role and name, and uses the action that the
element offers to a screen reader; within the list the keys that the program names move on.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from tests.end2end.desktop import Desktop, program, wait_until

pytestmark = [pytest.mark.end2end, pytest.mark.timeout(600)]

COPY = "房屋租赁合同（定稿）(1).docx"
CLOSED = "trash is emptied, closed"


def contents(folder: Path) -> dict[str, str]:
    """Return the digest of every file under a folder."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {os.fspath(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_add_scan_open_mark_and_cancel_by_names_alone(desktop: Desktop, tmp_path: Path, documents: Path) -> None:
    before = contents(documents)
    desktop.start(program(), log=tmp_path / "program.log")

    # add a folder; it is scanned at once
    desktop.do("Press", role="push button", name="Add folder")
    desktop.write(os.fspath(documents), role="text", name="Directory:")
    desktop.do("Press", role="push button", name="Choose")
    desktop.see(role="radio button", name="Identical files, 2")
    desktop.see(role="push button", contains="watched")

    # scan once more
    desktop.do("Press", role="push button", name="Scan")
    desktop.see(role="push button", contains="watched")
    desktop.do("Toggle", role="radio button", name="Identical files, 2")

    # close a group and open it again
    desktop.do("SetFocus", role="table", name="Groups of duplicate documents")
    desktop.key("bracketleft", "bracketleft", "Left")
    desktop.see(role="table cell", contains=CLOSED)
    wait_until(lambda: not desktop.find(role="table cell", contains=COPY, showing=True), "the group closes")
    desktop.key("Right")
    desktop.see(role="table cell", contains=COPY)

    # choose a file's row, and mark it by the key that the window names
    desktop.do("Toggle", role="table cell", contains=COPY)
    desktop.see(name="Space: mark")
    desktop.key("space")
    desktop.see(role="label", contains="1 file marked")
    wait_until(lambda: "checked" in desktop.see(role="table cell", contains=COPY).states, "the mark is told")

    # ask for its deletion, and cancel
    desktop.do("Press", role="push button", name="Move to trash…")
    desktop.see(role="push button", name="Move 1 file to the trash")
    desktop.picture("plan-by-names")
    desktop.do("Press", role="push button", name="Keep all files")
    wait_until(lambda: not desktop.find(name="Move 1 file to the trash", showing=True), "the dialog goes")

    desktop.see(role="label", contains="1 file marked")
    assert contents(documents) == before
    assert not (desktop.home / ".local" / "share" / "Trash").exists()
