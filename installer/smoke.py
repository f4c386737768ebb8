"""A quick try of a frozen program: does it find its parts, cut Chinese, start its workers, open its window?"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from installer.trial import TrialError, expect, try_commands, try_disposal, write_documents


def try_window(command: str, environment: dict[str, str], seconds: float = 4.0) -> None:
    """The window opens and stays open."""
    with subprocess.Popen([command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as window:
        deadline = time.monotonic() + seconds
        while window.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
        code = window.poll()
        if code is None:
            window.terminate()
        said = window.communicate()[0].decode(errors="replace")
    expect(f"its window opens and stays open {said if code is not None else ''}".strip(), code is None)


def try_program(folder: Path, version: str) -> None:
    """Try the frozen program in `folder` with a home of its own.

    Raises:
        TrialError: naming what does not work.
    """
    suffix = ".exe" if sys.platform == "win32" else ""
    command = str(folder / ("neartwin-cli.exe" if suffix else "neartwin"))
    with tempfile.TemporaryDirectory() as home:
        documents = Path(home) / "文档"
        write_documents(documents)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment |= {"HOME": home, "XDG_DATA_HOME": str(Path(home) / "data"), "XDG_CONFIG_HOME": home}
        if sys.platform.startswith("linux"):
            environment["QT_QPA_PLATFORM"] = "offscreen"

        def run(arguments: list[str]) -> str:
            try:
                done = subprocess.run(
                    [command, *arguments], check=False, capture_output=True, env=environment, timeout=120
                )
            except subprocess.TimeoutExpired as error:
                raise TrialError(f"neartwin {' '.join(arguments)} did not end") from error
            if done.returncode != 0:
                said = done.stderr.decode(errors="replace")
                raise TrialError(f"neartwin {' '.join(arguments)} ended with {done.returncode}: {said}")
            return done.stdout.decode("utf-8")

        library = str(Path(home) / "library")
        try_commands(run, str(documents), library, version)
        try_disposal(run, str(documents), library, documents, "trash")
        try_window(str(folder / f"neartwin{suffix}"), environment)
