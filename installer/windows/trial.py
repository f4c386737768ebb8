"""Tries the installer under Wine: it installs silently, the program works, the uninstaller takes it away.

Wine has no recycle bin that Qt can use, drops QT_ variables, and shows no Windows context menu: these are listed, for
they must be tried on a real Windows (the workflow in .github does).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from installer.trial import TrialError, expect, try_commands, write_documents

UNSHOWN = ("the recycle bin", "the entry in Explorer's context menu", "long paths", "the display of Chinese fonts")

UNINSTALL_KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Neartwin"


class Wine:
    """A Windows of our own in a folder."""

    def __init__(self, prefix: Path) -> None:
        self.environment = {**os.environ, "WINEPREFIX": str(prefix), "WINEDEBUG": "-all", "WINEARCH": "win64"}
        self.drive = prefix / "drive_c"

    def run(self, command: list[str], seconds: int = 300) -> tuple[int, str]:
        """Run a program; return its exit code and what it printed. Wine cannot write to a regular file: use a pipe."""
        try:
            done = subprocess.run(
                ["wine", *command],
                check=False,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired as error:
            raise TrialError(f"{command[0]} did not end") from error
        return done.returncode, done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")


def try_installer(package: Path) -> None:
    """Install silently, try, uninstall silently.

    Raises:
        TrialError: naming what does not work.
    """
    if not shutil.which("wine"):
        raise TrialError("Wine is not installed: apt-get install -y --no-install-recommends wine wine64")
    version = package.name.split("-")[1]
    with tempfile.TemporaryDirectory() as prefix:
        wine = Wine(Path(prefix))
        wine.run(["wineboot", "-i"])
        code, _ = wine.run([str(package), "/S", r"/D=C:\Neartwin"])
        expect(
            f"it installs silently (exit code {code})", code == 0 and (wine.drive / "Neartwin/neartwin.exe").exists()
        )
        expect("it is listed among the programs", wine.run(["reg", "query", UNINSTALL_KEY])[0] == 0)
        write_documents(wine.drive / "文档")

        def run(arguments: list[str]) -> str:
            code, said = wine.run([r"C:\Neartwin\neartwin-cli.exe", *arguments])
            if code != 0:
                raise TrialError(f"neartwin {arguments[0]} ended with {code}: {said[-2000:]}")
            return said

        try_commands(run, r"C:\文档", r"C:\library", version)
        wine.run([r"C:\Neartwin\uninstall.exe", "/S", r"_?=C:\Neartwin"])
        left = [path.name for path in (wine.drive / "Neartwin").glob("*") if path.name != "uninstall.exe"]
        expect(f"the uninstaller leaves nothing of it {left or ''}".strip(), not left)
        expect("it is no longer listed", wine.run(["reg", "query", UNINSTALL_KEY])[0] != 0)
        expect("the uninstaller leaves the library", (wine.drive / "library/index.db").exists())
    for what in UNSHOWN:
        print(f"   Wine cannot show: {what}")
