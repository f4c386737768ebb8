"""A Windows of our own in a folder, by Wine, and the few libraries that Wine 8 lacks.

Wine cannot write to a regular file as standard output (so pipes are used), and drops every QT_ variable.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from installer.trial import TrialError

SHIMS = Path(__file__).resolve().parent / "shims"
COMPILER = "x86_64-w64-mingw32-gcc"
PACKAGES = "wine wine64 gcc-mingw-w64-x86-64-win32 nsis xvfb"
LACKING = ("icuuc", "mscms", "bcryptprimitives")
"""What Qt and libraries in Rust ask of Windows 10 and Wine 8 does not have."""

OVERRIDES = r"HKCU\Software\Wine\DllOverrides"


class Wine:
    """A Windows in a folder, without a network and with a screen of its own where DISPLAY names one."""

    def __init__(self, prefix: Path) -> None:
        self.environment = {**os.environ, "WINEPREFIX": str(prefix), "WINEDEBUG": "-all", "WINEARCH": "win64"}
        self.drive = prefix / "drive_c"

    def make(self) -> None:
        """Make the system, say that it is Windows 10, and give it what it lacks."""
        if not self.drive.exists():
            self.run(["wineboot", "-i"])
            self.run(["winecfg", "-v", "win10"])
        for name in LACKING:
            compile_library(SHIMS / f"{name}.c", self.drive / "windows" / "system32" / f"{name}.dll")
            self.run(["reg", "add", OVERRIDES, "/v", name, "/d", "native", "/f"])

    def start(self, command: list[str], folder: Path | None = None) -> subprocess.Popen[bytes]:
        """Start a program without waiting for it."""
        return subprocess.Popen(
            ["wine", *command],
            env=self.environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, command: list[str], seconds: int = 300, folder: Path | None = None) -> tuple[int, str]:
        """Run a program; return its exit code and what it printed, after a failure what it said of that too.

        Raises:
            TrialError: when it does not end in time.
        """
        with self.start(command, folder) as process:
            try:
                said, trouble = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired as error:
                process.kill()
                raise TrialError(f"{command[0]} did not end") from error
        said += trouble if process.returncode else b""
        return process.returncode, said.decode("utf-8", "replace").replace("\r\n", "\n")

    def stop(self) -> None:
        """End everything that runs in it."""
        subprocess.run(["wineserver", "-k"], env=self.environment, check=False, stderr=subprocess.DEVNULL)


def need(*programs: str) -> None:
    """Make sure that programs are installed.

    Raises:
        TrialError: naming what is missing and what installs it.
    """
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        packages = f"apt-get install -y --no-install-recommends {PACKAGES}"
        raise TrialError(f"{', '.join(missing)} missing: {packages}")


def compile_library(source: Path, target: Path, *more: str | Path) -> None:
    """Compile one of the shims to a library that exports all its names."""
    flags = ["-shared", "-O1", "-w", "-Wl,--export-all-symbols"]
    subprocess.run([COMPILER, *flags, "-o", target, source, *more], check=True)
