"""Starting with the desktop: an entry where each system looks for programs to start when its user logs in.

Linux   $XDG_CONFIG_HOME/autostart/neartwin.desktop    (Desktop Application Autostart Specification 0.5)
Windows HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run, value Neartwin (as the installer writes it)
macOS   ~/Library/LaunchAgents/io.github.neartwin.Neartwin.plist
"""

from __future__ import annotations

import os
import plistlib
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import platformdirs

from core.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Sequence

IDENTITY = "io.github.neartwin.Neartwin"
RUN_KEY = "Software\\Microsoft\\Windows\\CurrentVersion\\Run"
RUN_VALUE = "Neartwin"
BACKGROUND = "--background"

_QUOTED = '"`$\\'
"""What a quoted argument of a desktop entry has to escape."""


class Autostart(Protocol):
    """The entry of one system."""

    def is_on(self) -> bool:
        """Return whether the program starts with the desktop."""

    def turn(self, *, on: bool) -> None:
        """Make the entry, or remove it.

        Raises:
            OSError: when that is not allowed.
        """


class FileEntry:
    """An entry that is a file: Linux and macOS."""

    def __init__(self, path: str, content: bytes) -> None:
        self.path = path
        self._content = content

    def is_on(self) -> bool:
        return os.path.exists(self.path)

    def turn(self, *, on: bool) -> None:
        if on:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            with open(self.path, "wb") as file:
                file.write(self._content)
        else:
            with suppress(FileNotFoundError):
                os.unlink(self.path)


class RunValue:
    """A value in the registry: Windows."""

    def __init__(self, command: str) -> None:
        self._command = command

    def is_on(self) -> bool:
        if sys.platform != "win32":
            return False
        import winreg  # noqa: PLC0415 - on Windows only

        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:
                winreg.QueryValueEx(key, RUN_VALUE)
        except OSError:
            return False
        return True

    def turn(self, *, on: bool) -> None:
        if sys.platform != "win32":
            return
        import winreg  # noqa: PLC0415 - on Windows only

        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:
            if on:
                winreg.SetValueEx(key, RUN_VALUE, 0, winreg.REG_SZ, self._command)
            else:
                with suppress(FileNotFoundError):
                    winreg.DeleteValue(key, RUN_VALUE)


def autostart(command: Sequence[str], system: str = sys.platform, folder: str | None = None) -> Autostart:
    """Return the entry of this system for a program.

    Args:
        command: that starts the program; BACKGROUND is added to it.
        folder: where the file goes; by default where the system looks.
    """
    whole = [*command, BACKGROUND]
    if system == "win32":
        import subprocess  # noqa: PLC0415 - only Windows needs it

        return RunValue(subprocess.list2cmdline(whole))
    if system == "darwin":
        place = folder or os.path.expanduser("~/Library/LaunchAgents")
        return FileEntry(os.path.join(place, f"{IDENTITY}.plist"), launch_agent(whole))
    place = folder or os.path.join(platformdirs.user_config_dir(), "autostart")
    return FileEntry(os.path.join(place, "neartwin.desktop"), desktop_entry(whole))


def set_autostart(entry: Autostart, *, on: bool) -> None:
    """Bring an entry in line with the setting.

    Raises:
        KnownError: when the system does not allow it.
    """
    if entry.is_on() == on:
        return
    try:
        entry.turn(on=on)
    except OSError as error:
        raise KnownError(
            "Starting with the desktop could not be changed: {reason}. Allow it in the settings of your desktop.",
            reason=error.strerror or error,
        ) from error


def desktop_entry(command: Sequence[str]) -> bytes:
    """Return an autostart file for desktops on Linux."""
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        "Name=Neartwin",
        f"Exec={' '.join(map(_argument, command))}",
        "Icon=neartwin",
        "Terminal=false",
        "X-GNOME-Autostart-enabled=true",
        "",
    )
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _argument(argument: str) -> str:
    """Return an argument as the Desktop Entry Specification wants it: quoted, %, and escaped once for the string."""
    escaped = "".join(f"\\{char}" if char in _QUOTED else char for char in argument).replace("%", "%%")
    return '"' + escaped.replace("\\", "\\\\") + '"'


def launch_agent(command: Sequence[str]) -> bytes:
    """Return a launch agent for macOS."""
    agent = {"Label": IDENTITY, "ProgramArguments": list(command), "RunAtLoad": True, "ProcessType": "Interactive"}
    return plistlib.dumps(agent)


def command_of_this_program(library: str | None = None) -> list[str]:
    """Return the command that starts this program again: of the frozen one, the installed one, or the checkout's.

    Args:
        library: the folder of the library that it shall use; None for the one that is used when none is named.
    """
    named = ["--library", os.path.abspath(library)] if library else []
    if getattr(sys, "frozen", False):
        return [sys.executable, *named]
    script = os.path.join(os.path.dirname(sys.executable), "neartwin.exe" if sys.platform == "win32" else "neartwin")
    return [script, *named] if os.path.exists(script) else [sys.executable, "-m", "gui", *named]
