"""Makes the .deb: the frozen folder under /usr/lib, and the files by which a desktop finds the program."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
ICONS = HERE.parents[1] / "resources" / "icons" / "application"
LICENSE = HERE.parents[1] / "LICENSE"

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}

DEPENDS = (
    "libc6 (>= 2.34)",
    *("libegl1", "libgl1", "libfontconfig1", "libdbus-1-3", "libxkbcommon-x11-0", "libglib2.0-0 | libglib2.0-0t64"),
    *("libgssapi-krb5-2", "libxcb-cursor0", "libxcb-icccm4", "libxcb-image0", "libxcb-keysyms1", "libxcb-randr0"),
    *("libxcb-render-util0", "libxcb-shape0", "libxcb-sync1", "libxcb-xfixes0", "libxcb-xkb1", "libx11-xcb1"),
    *("libwayland-client0", "libwayland-cursor0", "fontconfig"),
)
"""What Qt needs of the system (found out in a bare Debian 12)."""

CONTROL = """\
Package: neartwin
Version: {version}
Architecture: {architecture}
Maintainer: The Neartwin developers <neartwin@users.noreply.github.com>
Installed-Size: {size}
Depends: {depends}
Recommends: fonts-noto-cjk | fonts-wqy-microhei | fonts-wqy-zenhei
Section: utils
Priority: optional
Description: find copies and near copies among documents
 Neartwin keeps a library of fingerprints of the documents in your folders,
 finds identical, same-text, similar and contained ones, shows where they
 differ, and helps to move copies to the trash without losing content.
"""


def make_deb(frozen: Path, target: Path, version: str) -> Path:
    """Return the .deb made of the frozen folder."""
    architecture = ARCHITECTURES.get(os.uname().machine, os.uname().machine)
    tree = frozen.parent.parent / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(frozen, tree / "usr" / "lib" / "neartwin", symlinks=True)
    place_desktop_files(tree, version)
    place_documentation(tree, version)
    program = tree / "usr" / "lib" / "neartwin" / "neartwin"
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == program else 0o644)
    size = sum(path.lstat().st_size for path in tree.rglob("*")) // 1024
    write(tree / "DEBIAN" / "md5sums", check_sums(tree))
    values = {"version": version, "architecture": architecture, "size": size, "depends": ", ".join(DEPENDS)}
    write(tree / "DEBIAN" / "control", CONTROL.format(**values))
    package = target / f"neartwin_{version}_{architecture}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, package], check=True)
    return package


def check_sums(tree: Path) -> str:
    """Return the MD5 of each file, by which `dpkg --verify` sees damage."""
    lines = []
    for path in sorted(tree.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
            lines.append(f"{digest}  {path.relative_to(tree).as_posix()}\n")
    return "".join(lines)


def place_desktop_files(tree: Path, version: str) -> None:
    """Put the entry, the icons, the description for software centres and the command in their places."""
    share = tree / "usr" / "share"
    link = tree / "usr" / "bin" / "neartwin"
    link.parent.mkdir(parents=True)
    link.symlink_to("../lib/neartwin/neartwin")
    for entry in ("neartwin.desktop", "neartwin-check.desktop"):
        write(share / "applications" / entry, (HERE / entry).read_text(encoding="utf-8"))
    menu = share / "kio" / "servicemenus" / "neartwin-check.desktop"
    write(menu, (HERE / "neartwin-check.kio.desktop").read_text(encoding="utf-8"))
    name = "io.github.neartwin.Neartwin.metainfo.xml"
    write(share / "metainfo" / name, filled(HERE / name, version))
    for picture in ICONS.glob("neartwin-*.png"):
        edge = picture.stem.rpartition("-")[2]
        copy(picture, share / "icons" / "hicolor" / f"{edge}x{edge}" / "apps" / "neartwin.png")
    copy(ICONS / "neartwin.svg", share / "icons" / "hicolor" / "scalable" / "apps" / "neartwin.svg")


def place_documentation(tree: Path, version: str) -> None:
    """Put the man page, the licence, the changes and lintian's overrides in their places."""
    share = tree / "usr" / "share"
    pack(share / "man" / "man1" / "neartwin.1.gz", filled(HERE / "neartwin.1", version))
    licence = "".join(f" {line}\n" if line else " .\n" for line in LICENSE.read_text(encoding="utf-8").splitlines()[4:])
    text = (HERE / "copyright").read_text(encoding="utf-8").replace("@LICENSE@\n", licence)
    write(share / "doc" / "neartwin" / "copyright", text)
    stamp = f"{today():%a, %d %b %Y} 00:00:00 +0000"
    entry = (
        f"neartwin ({version}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n"
        f" -- The Neartwin developers <neartwin@users.noreply.github.com>  {stamp}\n"
    )
    pack(share / "doc" / "neartwin" / "changelog.gz", entry)
    copy(tree / "usr" / "lib" / "neartwin" / "neartwin.cdx.json", share / "doc" / "neartwin" / "neartwin.cdx.json")
    overrides = (HERE / "lintian-overrides").read_text(encoding="utf-8")
    write(share / "lintian" / "overrides" / "neartwin", overrides)


def today() -> datetime:
    """Return the day of the build; SOURCE_DATE_EPOCH sets it, so that a build can be repeated."""
    stamp = os.environ.get("SOURCE_DATE_EPOCH")
    return datetime.fromtimestamp(int(stamp), UTC) if stamp else datetime.now(UTC)


def filled(path: Path, version: str) -> str:
    """Return a text with version and date in it."""
    return path.read_text(encoding="utf-8").replace("@VERSION@", version).replace("@DATE@", f"{today():%Y-%m-%d}")


def write(path: Path, text: str) -> None:
    """Write a text, making its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def pack(path: Path, text: str) -> None:
    """Write a text compressed, without a time in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def copy(source: Path, target: Path) -> None:
    """Copy a file, making its folder."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
