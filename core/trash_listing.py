"""What lies in the trash: where a file went whose place was not told, and the record beside it.

Sources: The FreeDesktop.org Trash specification 1.0; the `$I` records of the Windows recycle bin (8 bytes version,
8 size, 8 FILETIME, then the path in UTF-16: 260 characters in version 1, counted in version 2). The trash of macOS
keeps no path that programs may read: there the name is looked for, and the digest decides.
"""

from __future__ import annotations

import os
import re
import struct
import sys
from collections import defaultdict
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from core.trash import trash_folders

if TYPE_CHECKING:
    from collections.abc import Iterable

_SUFFIX = ".trashinfo"
_PATH = re.compile(rb"^Path=(.*)$", re.MULTILINE)


class TrashListing:
    """The trash as it was at one moment, by the original paths of what lies in it."""

    def __init__(self, places: dict[str, list[str]], orphans: dict[str, list[str]]) -> None:
        self._places = places
        self._orphans = orphans

    def places(self, path: str) -> list[str]:
        """Return where files lie in the trash that came from `path`, the latest first."""
        return self._places.get(path, [])

    def orphans(self, path: str) -> list[str]:
        """Return records of `path` to which no file belongs: the program was ended between record and file."""
        return self._orphans.get(path, [])


def list_trash(paths: Iterable[str]) -> TrashListing:
    """Return what the trash folders of the volumes of `paths` hold."""
    wanted = list(paths)
    if sys.platform == "win32":
        drives = {os.path.splitdrive(path)[0] for path in wanted}
        return list_recycle_bins([os.path.join(drive + "\\", "$Recycle.Bin") for drive in sorted(drives)])
    if sys.platform == "darwin":
        return list_by_name(_macos_trashes(wanted), wanted)
    folders = dict.fromkeys(found for folder in sorted(set(map(os.path.dirname, wanted))) for found in _of(folder))
    return list_freedesktop(folders)


def _of(folder: str) -> list[tuple[str, str]]:
    return trash_folders(os.path.join(folder, "name"))


def list_freedesktop(folders: Iterable[tuple[str, str]]) -> TrashListing:
    """Return what lies in freedesktop trash folders, each with the top to which its records are relative."""
    places: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    orphans: defaultdict[str, list[str]] = defaultdict(list)
    for folder, top in folders:
        for record in _files(os.path.join(folder, "info"), _SUFFIX):
            original = _freedesktop_original(record.path, top)
            if original is None:
                continue
            place = os.path.join(folder, "files", record.name.removesuffix(_SUFFIX))
            if os.path.lexists(place):
                places[original].append((record.stat().st_mtime_ns, place))
            else:
                orphans[original].append(record.path)
    return TrashListing(_latest_first(places), dict(orphans))


def _freedesktop_original(record: str, top: str) -> str | None:
    try:
        with open(record, "rb") as file:
            match = _PATH.search(file.read(64 * 1024))
    except OSError:
        return None
    if match is None:
        return None
    path = os.fsdecode(unquote_to_bytes(match[1]))
    return path if os.path.isabs(path) or not top else os.path.join(top, path)


def list_recycle_bins(bins: Iterable[str]) -> TrashListing:
    """Return what lies in recycle bins of Windows: a folder for each user, `$I…` records beside `$R…` files."""
    places: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for folder in bins:
        for user in _folders(folder):
            for record in _files(user, ""):
                place = os.path.join(user, "$R" + record.name[2:])
                original = _windows_original(record.path) if record.name.startswith("$I") else None
                if original is not None and os.path.lexists(place):
                    places[original].append((record.stat().st_mtime_ns, place))
    return TrashListing(_latest_first(places), {})


def _windows_original(record: str) -> str | None:
    try:
        with open(record, "rb") as file:
            data = file.read(64 * 1024 + 28)
        (version,) = struct.unpack_from("<q", data)
        if version == 2:
            (length,) = struct.unpack_from("<I", data, 24)
            path = data[28 : 28 + 2 * length]
        else:
            path = data[24 : 24 + 520]
        return path.decode("utf-16-le", "surrogatepass").split("\0", 1)[0] or None
    except (OSError, struct.error, UnicodeDecodeError):
        return None


def list_by_name(folders: Iterable[str], paths: Iterable[str]) -> TrashListing:
    """Return for each path the files in `folders` that bear its name, or its name with something appended."""
    by_stem: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    wanted = {path: os.path.splitext(os.path.basename(path))[0] for path in paths}
    for folder in folders:
        for entry in _files(folder, ""):
            for stem in {stem for stem in wanted.values() if entry.name.startswith(stem)}:
                by_stem[stem].append((entry.stat(follow_symlinks=False).st_ctime_ns, entry.path))
    latest = _latest_first(by_stem)
    return TrashListing({path: latest.get(stem, []) for path, stem in wanted.items()}, {})


def _macos_trashes(paths: Iterable[str]) -> list[str]:
    user = os.getuid() if hasattr(os, "getuid") else 0
    volumes = {"/".join(path.split("/")[:3]) for path in paths if path.startswith("/Volumes/")}
    return [os.path.expanduser("~/.Trash"), *(f"{volume}/.Trashes/{user}" for volume in sorted(volumes))]


def record_of(place: str) -> str | None:
    """Return the record that belongs to a file in the trash, where trashes have one."""
    folder, name = os.path.split(place)
    if os.path.basename(folder) == "files":
        return os.path.join(os.path.dirname(folder), "info", name + _SUFFIX)
    return os.path.join(folder, "$I" + name[2:]) if name.startswith("$R") else None


def _latest_first(found: dict[str, list[tuple[int, str]]]) -> dict[str, list[str]]:
    return {path: [place for _, place in sorted(rows, reverse=True)] for path, rows in found.items()}


def _files(folder: str, suffix: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return [
                entry for entry in entries if entry.name.endswith(suffix) and not entry.is_dir(follow_symlinks=False)
            ]
    except OSError:
        return []


def _folders(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []
