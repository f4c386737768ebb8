"""Starting with the desktop: one entry, in the form of each system, and gone again."""

from __future__ import annotations

import configparser
import os
import plistlib
from typing import TYPE_CHECKING

import pytest

from core.autostart import RunValue, autostart, command_of_this_program, set_autostart
from core.errors import KnownError

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = ["/opt/my programs/neartwin"]


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_the_entry_comes_and_goes(tmp_path: Path, system: str) -> None:
    entry = autostart(COMMAND, system, str(tmp_path / "autostart"))
    assert not entry.is_on()

    set_autostart(entry, on=True)
    set_autostart(entry, on=True)
    assert entry.is_on()
    assert len(os.listdir(tmp_path / "autostart")) == 1

    set_autostart(entry, on=False)
    set_autostart(entry, on=False)
    assert os.listdir(tmp_path / "autostart") == []


def test_a_desktop_on_linux_finds_the_command_with_all_its_characters(tmp_path: Path) -> None:
    set_autostart(autostart(['/opt/a "b"/$c `d` 100%/neartwin'], "linux", str(tmp_path)), on=True)

    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment, method-assign]  # keys keep their letter case
    entry.read(tmp_path / "neartwin.desktop")
    assert entry["Desktop Entry"]["Exec"] == '"/opt/a \\\\"b\\\\"/\\\\$c \\\\`d\\\\` 100%%/neartwin" "--background"'
    assert entry["Desktop Entry"]["Type"] == "Application"


def test_a_mac_gets_a_launch_agent(tmp_path: Path) -> None:
    set_autostart(autostart(COMMAND, "darwin", str(tmp_path)), on=True)

    [path] = tmp_path.iterdir()
    agent = plistlib.loads(path.read_bytes())
    assert path.name == f"{agent['Label']}.plist"
    assert agent["ProgramArguments"] == [*COMMAND, "--background"]
    assert agent["RunAtLoad"] is True


def test_windows_gets_a_quoted_command() -> None:
    entry = autostart(COMMAND, "win32")

    assert isinstance(entry, RunValue)
    assert entry._command == '"/opt/my programs/neartwin" --background'


def test_a_desktop_that_refuses_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")

    with pytest.raises(KnownError, match="Starting with the desktop could not be changed") as told:
        set_autostart(autostart(COMMAND, "linux", str(tmp_path / "file")), on=True)
    assert "Errno" not in str(told.value)


def test_a_library_that_was_named_is_named_again_at_the_next_start(tmp_path: Path) -> None:
    command = command_of_this_program(str(tmp_path / "我的 库"))

    entry = autostart(command, "linux", str(tmp_path))
    set_autostart(entry, on=True)

    written = (tmp_path / "neartwin.desktop").read_text(encoding="utf-8")
    assert f'"--library" "{tmp_path}/我的 库" "--background"' in written
    assert "--library" not in command_of_this_program()


def test_the_command_of_this_program_is_there() -> None:
    assert os.path.exists(command_of_this_program()[0])
