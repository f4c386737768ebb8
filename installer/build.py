"""Makes the package of the system it runs on: python installer/build.py [--skip-freeze]

    1  environment   .venv with the extra `package` (bootstrap.py)
    2  freeze        PyInstaller, a folder (app.spec), with the catalogue compiled
    3  try           the frozen program tells its version, scans, reads, opens its window (smoke.py)
    4  pack          Linux: .deb and .tar.gz; Windows: NSIS installer; macOS: .dmg
    5  account       a bill of materials (CycloneDX) and SHA-256 checksums

All results stand in dist/. The version comes from pyproject.toml.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from installer import bootstrap  # noqa: E402  # found only once the checkout is on the path

BUILD = ROOT / "build"
FROZEN = BUILD / "frozen" / "neartwin"
DIST = ROOT / "dist"


def version() -> str:
    """Return the version, from its one place."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def step(what: str) -> None:
    """Tell what is being done."""
    print(f"== {what}", flush=True)


def freeze() -> None:
    """Make the folder with the program, its Python and its libraries."""
    if sys.platform == "win32":
        from installer.windows.version_info import write_version_info  # noqa: PLC0415  # this system only

        write_version_info(BUILD / "version_info.txt", version())
    places = [f"--distpath={FROZEN.parent}", f"--workpath={BUILD / 'work'}"]
    environment = {**os.environ, "PYINSTALLER_CONFIG_DIR": str(BUILD / "pyinstaller")}
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN", *places, "installer/app.spec"]
    subprocess.run(command, check=True, env=environment, cwd=ROOT)
    if sys.platform.startswith("linux"):
        strip_libraries()


def strip_libraries() -> None:
    """Take the symbols out of the libraries; those in NAME.libs were moved about in their wheels and break by it."""
    for path in FROZEN.rglob("*.so*"):
        if not path.is_symlink() and not path.parent.name.endswith(".libs"):
            subprocess.run(["strip", "--strip-unneeded", path], check=True)


def size_of(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def pack() -> list[Path]:
    """Make this system's packages; return their files."""
    if sys.platform == "win32":
        from installer.windows.pack import make_installer  # noqa: PLC0415  # this system only

        return [make_installer(FROZEN, DIST, version())]
    if sys.platform == "darwin":
        from installer.macos.pack import make_image  # noqa: PLC0415  # this system only

        return [make_image(FROZEN.parent / "Neartwin.app", DIST, version())]
    from installer.linux.pack import make_deb  # noqa: PLC0415  # this system only

    return [make_deb(FROZEN, DIST, version()), make_archive()]


def make_archive() -> Path:
    """Pack the folder for systems without another package: unpack it anywhere and start `neartwin`."""
    path = DIST / f"neartwin-{version()}-linux-{os.uname().machine}.tar.gz"
    with tarfile.open(path, "w:gz", compresslevel=6) as archive:
        archive.add(FROZEN, f"neartwin-{version()}")
    return path


def write_checksums(paths: list[Path]) -> Path:
    """Write the SHA-256 of each file as `sha256sum -c` reads it."""
    lines = []
    for path in paths:
        with path.open("rb") as file:
            lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    target = DIST / "SHA256SUMS"
    target.write_text("".join(lines), encoding="utf-8")
    return target


def build(*, skip_freeze: bool) -> None:
    """Do all steps inside .venv."""
    from installer.bill import write_bill  # noqa: PLC0415  # its library is in .venv only
    from installer.smoke import try_program  # noqa: PLC0415  # needs python-docx, which is in .venv only

    DIST.mkdir(exist_ok=True)
    if not skip_freeze:
        step("freezing")
        bootstrap.compile_catalogue()
        freeze()
    print(f"   installed size {size_of(FROZEN) / 1e6:.0f} MB")
    step("trying the frozen program")
    try_program(FROZEN, version())
    step("packing")
    bill = write_bill(FROZEN, DIST / "neartwin.cdx.json", version())
    packages = [*pack(), bill]
    for path in [*packages, write_checksums(packages)]:
        print(f"   {path.relative_to(ROOT)} {path.stat().st_size / 1e6:.1f} MB")


def main() -> int:
    """Make .venv, then build with its Python."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--skip-freeze", action="store_true", help="use the folder frozen before")
    arguments = parser.parse_args()
    try:
        bootstrap.make_environment("package")
    except bootstrap.SetupError as error:
        print(error, file=sys.stderr)
        return 3
    if Path(sys.prefix).resolve() != bootstrap.VENV.resolve():
        return subprocess.run([bootstrap.program("python"), __file__, *sys.argv[1:]], check=False).returncode
    build(skip_freeze=arguments.skip_freeze)
    return 0


if __name__ == "__main__":
    sys.exit(main())
