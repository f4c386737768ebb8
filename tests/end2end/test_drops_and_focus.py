"""Files dropped on the list, and keys that work on it from the start, on a real screen."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from tests.end2end.desktop import ROOT, Desktop, program, wait_until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.end2end, pytest.mark.timeout(600)]


def test_keys_work_on_the_list_at_the_start_and_after_a_dialog(
    desktop: Desktop, tmp_path: Path, documents: Path
) -> None:
    desktop.start([*program(), os.fspath(documents)], log=tmp_path / "program.log")
    desktop.see(role="radio button", name="Identical files, 2")
    desktop.see(role="push button", contains="watched")

    desktop.key("j", "j", "j", "space")
    desktop.see(contains="1 file marked")

    desktop.key("ctrl+r")
    desktop.see(role="dialog", contains="Mark by a rule")
    desktop.key("Escape")
    wait_until(lambda: not desktop.find(role="dialog", showing=True), "the dialog closes")
    desktop.key("space")
    desktop.see(contains="0 files marked")

    desktop.click(desktop.see(role="push button", contains="Kinds"))
    desktop.key("Escape", "space")
    desktop.see(contains="1 file marked")


def test_two_files_dropped_on_the_list_are_compared_with_each_other(
    desktop: Desktop, tmp_path: Path, documents: Path
) -> None:
    one, other = tmp_path / "甲 notes.txt", tmp_path / "乙 notes.txt"
    one.write_text("The fee is 3200 a month.\nNothing else is agreed on by the parties.\n", encoding="utf-8")
    other.write_text("The fee is 3500 a month.\nNothing else is agreed on by the parties.\n", encoding="utf-8")
    desktop.start([*program(), os.fspath(documents)], log=tmp_path / "program.log")
    desktop.see(role="radio button", name="Identical files, 2")
    desktop.see(role="push button", contains="watched")
    source = ROOT / "tests" / "end2end" / "drag_source.py"
    desktop.start([sys.executable, os.fspath(source), os.fspath(one), os.fspath(other)])
    wait_until(lambda: desktop.run("xdotool", "search", "--name", "drag_source"), "the other program's window")

    desktop.drag((1000, 660), (450, 500), lambda: desktop.picture("veil"))

    both = desktop.see(role="push button", name="Compare these two")
    desktop.picture("dropped-two")
    desktop.click(both)
    desktop.see(contains="1 difference")
    desktop.picture("compared-dropped")
    desktop.key("j", "j", "space")
    desktop.see(contains="1 file marked")
