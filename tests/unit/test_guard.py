"""What is protected, by whatever path it is reached."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.actions import Failing, Refusal
from core.decisions import Decisions, FolderRole
from core.holding import HOLDING_NAME
from core.plan import plan_disposals
from core.progress import NullReporter
from core.settings import Settings
from core.surroundings import Guard
from core.walk import walk
from tests.unit.disposal_world import (
    carry_out,
    failings,
    identical,
    mounted,
    plan_for,
    write,
)

if sys.platform == "win32":
    pytest.skip("these tests fork and mount", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("own_trash")


def test_nothing_below_a_protected_folder_goes_whatever_path_leads_there(tmp_path: Path) -> None:
    keeper, copy = write(tmp_path / "docs/a.txt", "same"), write(tmp_path / "safe/b.txt", "same")
    os.symlink(tmp_path / "safe", tmp_path / "docs" / "door")
    through = str(tmp_path / "docs" / "door" / "b.txt")
    database = str(tmp_path / "decisions.db")
    decisions = Decisions(database)
    stale = plan_for(identical(tmp_path, keeper, copy), marked={copy})
    stale_through = plan_for(identical(tmp_path, keeper, through), marked={through})

    decisions.set_folders(FolderRole.PROTECTED, [str(tmp_path / "safe")])
    decisions.set_folders(FolderRole.PROTECTED, [])
    decisions.set_folders(FolderRole.PROTECTED, [str(tmp_path / "safe")])
    decisions.close()
    decisions = Decisions(database)
    guard = Guard(decisions, Settings())

    for plan in (stale, stale_through):
        assert failings(carry_out(plan, decisions, is_protected=guard)) == [Failing.PROTECTED]
    plan = plan_disposals([identical(tmp_path, keeper, through)], {through}, is_protected=guard)
    assert [one.refusal for one in plan.refused] == [Refusal.PROTECTED]
    assert Path(copy).exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
def test_a_bind_mount_of_a_protected_folder_is_protected(tmp_path: Path) -> None:
    write(tmp_path / "safe/b.txt", "same")
    (tmp_path / "bound").mkdir()
    if not mounted("--bind", str(tmp_path / "safe"), str(tmp_path / "bound")):
        pytest.skip("this machine mounts nothing")
    try:
        decisions = Decisions()
        decisions.set_folders(FolderRole.PROTECTED, [str(tmp_path / "safe")])
        assert Guard(decisions, Settings())(str(tmp_path / "bound" / "b.txt"))
    finally:
        subprocess.run(["umount", tmp_path / "bound"], check=True)


def test_system_folders_and_chat_stores_are_protected_by_their_kind(tmp_path: Path) -> None:
    guard = Guard(Decisions(), Settings())
    assert guard("/etc/hosts")
    assert guard(str(tmp_path / "WeChat Files" / "wxid" / "FileStorage" / "a(1).docx"))
    assert not guard(str(tmp_path / "docs" / "a.docx"))


def test_a_chat_store_opened_by_the_user_is_no_longer_protected(tmp_path: Path) -> None:
    decisions = Decisions()
    store = tmp_path / "WeChat Files"
    decisions.set_folders(FolderRole.RELEASED, [str(store)])
    assert not Guard(decisions, Settings())(str(store / "wxid" / "a(1).docx"))


def test_a_scan_finds_neither_what_is_held_nor_a_file_in_the_moment_of_its_proof(tmp_path: Path) -> None:
    write(tmp_path / "docs/a.txt", "same")
    write(tmp_path / "docs/.neartwin-1234-0", "same")
    write(tmp_path / HOLDING_NAME / "2026-12-01/docs/b.txt", "same")
    found = walk([str(tmp_path)], Settings(hidden=True), NullReporter())
    assert [os.path.basename(one.path) for one in found.documents] == ["a.txt"]
    assert sorted(one.reason for one in found.skipped) == ["temporary", "trash"]
