"""A second start hands its file to the window that is open, and says which library that is."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.end2end.desktop import ROOT, Desktop, program, wait_until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.end2end, pytest.mark.timeout(600)]


def test_a_second_start_checks_its_file_in_the_first_window(desktop: Desktop, tmp_path: Path, documents: Path) -> None:
    """S7: the second hands over to the first."""
    [kept] = documents.rglob("房屋租赁合同（定稿）.docx")
    copy = tmp_path / "收到的 合同.docx"
    shutil.copy(kept, copy)
    desktop.start([*program(), os.fspath(documents)], log=tmp_path / "program.log")
    desktop.see(role="push button", contains="watched")

    second = subprocess.run(
        [*program(), "--check-window", os.fspath(copy)],
        check=False,
        capture_output=True,
        text=True,
        env=desktop.environment,
        cwd=ROOT,
        timeout=60,
    )

    assert second.returncode == 0
    assert os.fspath(desktop.home / "library") in second.stderr
    desktop.see(contains="every byte is the same")
    desktop.picture("checked-by-a-second-start")
    wait_until(lambda: desktop.run("xdotool", "search", "--onlyvisible", "--name", "Neartwin"), "one window")
