"""Tries the installer under Wine: it installs silently, the program works, the uninstaller takes it away.

Wine has no recycle bin that Qt can use, drops QT_ variables, and shows no Windows context menu: these are listed, for
they must be tried on a real Windows (the workflow in .github does).
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from installer.linux.trial import display, must
from installer.trial import TrialError, expect, try_commands, try_disposal, write_documents
from installer.windows.wine import COMPILER, Wine, need

UNSHOWN = (
    "the recycle bin (a holding folder is tried instead)",
    "the entries in Explorer's context menu (their registry keys are looked at)",
    "long paths",
    "Windows' own fonts",
)
UNINSTALL_KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Neartwin"
MENU_KEY = r"HKCU\Software\Classes\Directory\shell\Neartwin"
SHOT = "neartwin-window-wine.png"
PLACE = r"C:\Neartwin"


def try_installer(package: Path) -> None:
    """Install silently, try, uninstall silently.

    Raises:
        TrialError: naming what does not work.
    """
    need("wine", "Xvfb", "import", COMPILER)
    version = package.name.split("-")[1]
    with ExitStack() as stack:
        wine = Wine(Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))))
        wine.environment["DISPLAY"] = stack.enter_context(display())
        stack.callback(wine.stop)
        wine.make()
        code, _ = wine.run([str(package), "/S", f"/D={PLACE}"])
        is_there = (wine.drive / "Neartwin" / "neartwin.exe").exists()
        expect(f"it installs silently (exit code {code})", code == 0 and is_there)
        expect("it is listed among the programs", has_key(wine, UNINSTALL_KEY))
        expect("it puts its entry into the menu of folders", has_key(wine, MENU_KEY))
        use(wine, version)
        look_at_window(wine, package.parent / SHOT)
        uninstall(wine)
    for what in UNSHOWN:
        print(f"   Wine cannot show: {what}")


def has_key(wine: Wine, key: str) -> bool:
    """Is a key in the registry?"""
    return wine.run(["reg", "query", key])[0] == 0


def use(wine: Wine, version: str) -> None:
    """Scan, read, check, move away and bring back documents with Chinese names.

    Raises:
        TrialError: naming what does not work.
    """
    documents = wine.drive / "文档"
    write_documents(documents)

    def run(arguments: list[str]) -> str:
        code, said = wine.run([rf"{PLACE}\neartwin-cli.exe", *arguments])
        if code != 0:
            raise TrialError(f"neartwin {arguments[0]} ended with {code}: {said[-2000:]}")
        return said

    try_commands(run, r"C:\文档", r"C:\library", version)
    try_disposal(run, r"C:\文档", r"C:\library", documents, "holding")


def look_at_window(wine: Wine, shot: Path, seconds: float = 25.0) -> None:
    """Open the window and take its picture.

    Raises:
        TrialError: when it does not stay open.
    """
    with wine.start([rf"{PLACE}\neartwin.exe"]) as window:
        deadline = time.monotonic() + seconds
        while window.poll() is None and time.monotonic() < deadline:
            time.sleep(0.5)
        code = window.poll()
        if code is None:
            must(["import", "-display", wine.environment["DISPLAY"], "-window", "root", shot], "taking the picture")
            subprocess.run(["wine", "taskkill", "/F", "/IM", "neartwin.exe"], env=wine.environment, check=False)
            window.terminate()
        said = b"".join(window.communicate()).decode(errors="replace")
    expect(f"its window opens {said[-1000:] if code is not None else ''}".strip(), code is None)
    print(f"   picture: {shot}")


def uninstall(wine: Wine) -> None:
    """Uninstall silently; nothing stays but the library.

    Raises:
        TrialError: naming what stays.
    """
    wine.run([rf"{PLACE}\uninstall.exe", "/S", f"_?={PLACE}"])
    left = [path.name for path in (wine.drive / "Neartwin").glob("*") if path.name != "uninstall.exe"]
    expect(f"the uninstaller leaves nothing of it {left or ''}".strip(), not left)
    expect("it is no longer listed", not has_key(wine, UNINSTALL_KEY))
    expect("its entry in the menu of folders is gone", not has_key(wine, MENU_KEY))
    expect("the uninstaller leaves the library", (wine.drive / "library" / "index.db").exists())
