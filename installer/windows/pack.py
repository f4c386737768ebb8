"""Makes the installer for Windows with NSIS, from neartwin.nsi and the frozen folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from PIL import Image

HERE = Path(__file__).resolve().parent
ICONS = HERE.parents[1] / "resources" / "icons" / "application"
EDGES = (16, 24, 32, 48, 64, 128, 256)


def make_icon(target: Path) -> Path:
    """Write the icon with all sizes that Explorer shows."""
    pictures = [Image.open(ICONS / f"neartwin-{edge}.png") for edge in EDGES]
    pictures[-1].save(target, format="ICO", append_images=pictures[:-1], sizes=[(edge, edge) for edge in EDGES])
    return target


def make_installer(frozen: Path, target: Path, version: str) -> Path:
    """Return the installer made of the frozen folder.

    Raises:
        FileNotFoundError: when NSIS is not installed.
    """
    makensis = shutil.which("makensis") or shutil.which("makensis", path=r"C:\Program Files (x86)\NSIS")
    if makensis is None:
        raise FileNotFoundError("makensis: install NSIS 3.08 or newer")
    package = target / f"neartwin-{version}-windows-x64.exe"
    icon = make_icon(frozen.parent / "neartwin.ico")
    size = sum(path.stat().st_size for path in frozen.rglob("*") if path.is_file()) // 1024
    defines: dict[str, object] = {"VERSION": version, "FROZEN": frozen, "OUTPUT": package}
    defines |= {"ICON": icon, "SIZE_KB": size}
    if sys.platform != "win32":
        defines["TARGET"] = "amd64-unicode"  # Debian's NSIS has the 64-bit stub; Wine without 32 bits needs it
    options = [f"-D{name}={value}" for name, value in defines.items()]
    subprocess.run([makensis, "-V2", *options, HERE / "neartwin.nsi"], check=True)
    return package
