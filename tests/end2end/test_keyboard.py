"""Twenty groups decided without the mouse: marked, undone, looked at, told apart, asked about and kept."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gui.side_bar import RELATIONS, View
from gui.view_keys import DIGITS
from tests.end2end.desktop import Desktop, program, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.end2end, pytest.mark.timeout(600)]

GROUPS = 20

STILL_SECONDS = 0.5

COMPARED = ("Every byte is the same", "ifference", "The texts are the same")
"""What the head of a comparison says."""

MOST_BYTES = 120 * 1024
"""A picture in the help is no larger."""


def write_documents(folder: Path) -> None:
    """Make twenty pairs of identical files, and two documents of which one has changed words."""
    folder.mkdir()
    for number in range(GROUPS):
        lines = [
            f"第{line}条　编号{number * 100 + line}，由双方另行约定的第{line * 7 + number}项。" for line in range(12)
        ]
        (folder / f"合同 {number:02}.txt").write_text("\n".join(lines), encoding="utf-8")
        shutil.copy(folder / f"合同 {number:02}.txt", folder / f"合同 {number:02} - 副本.txt")
    lines = [f"Clause {line}: the parties agree on item {line * 13} and on nothing else." for line in range(30)]
    (folder / "terms 2024.txt").write_text("\n".join(lines))
    (folder / "terms 2025.txt").write_text("\n".join([*lines[:-1], "Clause 30: the fee is 3,500 and must not change."]))


def settings(desktop: Desktop, mode: str) -> None:
    """Let the program start in a language and with looks, whatever the desktop says."""
    path = desktop.home / "neartwin.ini"
    value = json.dumps({"language": "en", "mode": mode, "is_calm": True, "is_tray_shown": False})
    escaped = value.replace('"', '\\"')
    path.write_text(f'[looks]\npreferences="{escaped}"\n', encoding="utf-8")
    desktop.environment["NEARTWIN_SETTINGS"] = os.fspath(path)


def test_twenty_groups_are_decided_by_keys_alone(desktop: Desktop, tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    write_documents(folder)
    before = sorted(path.name for path in folder.iterdir())
    settings(desktop, "light")
    desktop.start([*program(), os.fspath(folder)], log=tmp_path / "program.log")
    desktop.see(role="radio button", name=f"Identical files, {GROUPS}")
    desktop.see(role="push button", contains="watched")

    desktop.key("ctrl+2")
    for number in range(1, GROUPS + 1):
        desktop.key("j", "j", "space")
        desktop.see(contains=f"{number} file{'s' if number > 1 else ''} marked")
    desktop.picture("keyboard-marked")
    desktop.key("ctrl+z")
    desktop.see(contains=f"{GROUPS - 1} files marked")
    desktop.key("k", "k")
    desktop.see(contains="Every byte is the same")

    desktop.key("ctrl+4", "j", "j")
    desktop.see(contains="difference")
    desktop.key("n", "p", "Return", "e")
    desktop.picture("keyboard-compared")
    desktop.key("ctrl+4", "x")
    desktop.see(role="radio button", name="Similar content")

    desktop.key("F1")
    desktop.see(contains="Keys", role="dialog")
    desktop.picture("keyboard-keys")
    desktop.key("Escape")
    wait_until(lambda: not desktop.find(contains="Keys", role="dialog", showing=True), "the sheet of keys closes")

    desktop.key("ctrl+2", "Delete")
    desktop.see(contains=f"Move {GROUPS - 1} files to the trash")
    desktop.picture("keyboard-plan")
    desktop.key("Escape")
    wait_until(
        lambda: not desktop.find(role="push button", name="Keep all files", showing=True),
        "the dialog of the plan closes",
    )
    assert sorted(path.name for path in folder.iterdir()) == before, "keeping is the default"


def in_help(desktop: Desktop, name: str) -> Path:
    """Keep a picture of the window alone, in few colours, and return where it is."""
    taken = desktop.picture(f"view-{name}")
    windows = desktop.run("xdotool", "search", "--onlyvisible", "--name", "Neartwin").split()
    desktop.run("import", "-window", windows[-1], os.fspath(taken))
    reduced = ["convert", os.fspath(taken), "+dither", "-colors", "200", "-strip", f"PNG8:{taken}"]
    subprocess.run(reduced, check=True, timeout=60)
    return taken


def still_picture(desktop: Desktop, name: str, before: bytes) -> Path:
    """Keep a picture of a window that shows something else than before and stands still: a busy machine is late."""

    def look() -> Path | None:
        first = in_help(desktop, name).read_bytes()
        time.sleep(STILL_SECONDS)
        second = in_help(desktop, name)
        return second if first == second.read_bytes() != before else None

    return wait_until(look, f"a picture of {name} that stands still")


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_each_view_is_seen_in_light_and_dark(
    desktop: Desktop, tmp_path: Path, mode: str, record_property: Callable[[str, object], None], documents: Path
) -> None:
    if shutil.which("convert") is None:
        pytest.skip("not installed: convert")
    settings(desktop, mode)
    desktop.start([*program(), os.fspath(documents)], log=tmp_path / "program.log")
    desktop.see(role="radio button", name="Identical files, 2")
    desktop.see(role="push button", contains="watched")

    grounds, last = set(), b""
    for digit, view in zip(DIGITS, View, strict=True):
        desktop.key(f"ctrl+{digit}")
        if view in RELATIONS:
            desktop.key("j", "j")
            wait_until(lambda: any(desktop.find(contains=one, showing=True) for one in COMPARED), "the comparison")
        picture = still_picture(desktop, f"{view.value.replace('_', '-')}-{mode}", last)
        last = picture.read_bytes()
        record_property(picture.name, picture.stat().st_size)
        assert picture.stat().st_size < MOST_BYTES
        corner = subprocess.run(
            ["convert", os.fspath(picture), "-format", "%[fx:int(255*p{40,300}.r)]", "info:"],
            check=True, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        grounds.add(int(corner.stdout))
    assert all(ground > 200 for ground in grounds) if mode == "light" else all(ground < 90 for ground in grounds)
