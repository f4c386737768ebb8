"""Places on a disk that need care: system folders, stores of chat programs, folders that a service keeps in step,
packages that look like one file, and folders that a user chooses by mistake."""

from __future__ import annotations

import os
import sys

from core.filters import SkipReason, names, suffix

_PACKAGES = names(
    "app rtfd pages numbers key bundle framework plugin kext photoslibrary photolibrary aplibrary migratedphotolibrary"
    " fcpbundle imovielibrary logicx band musiclibrary tvlibrary sparsebundle scriv xcodeproj xcworkspace playground"
    " graffle oo3 dtbase2 textbundle wdgt prefpane qlgenerator mdimporter saver component pkg mpkg"
)
"""Suffixes of folders that macOS shows as one file; taking a piece out breaks the whole."""

_TRASH = frozenset((".trash", ".trashes", "$recycle.bin", "recycler", "system volume information"))


def passed_over(name: str, path: str) -> SkipReason | None:
    """Return why a scan does not enter the folder `name` at `path`, whatever the user's settings; None if it does."""
    lowered = name.lower()
    if lowered in _TRASH or lowered.startswith(".trash-"):
        return SkipReason.TRASH
    if suffix(lowered) in _PACKAGES:
        return SkipReason.PACKAGE
    return SkipReason.SYSTEM_FOLDER if is_system_folder(path) else None


def is_system_folder(path: str) -> bool:
    """Return whether `path` itself is a folder of the operating system or of installed programs."""
    return os.path.normcase(path) in _SYSTEM_FOLDERS


def _system_folders() -> frozenset[str]:
    if sys.platform == "win32":
        drive = os.environ.get("SYSTEMDRIVE", "C:") + "\\"
        folders = ["Windows", "Program Files", "Program Files (x86)", "ProgramData", "Recovery", "$WinREAgent"]
        return frozenset(os.path.normcase(drive + name) for name in folders)
    linux = "/bin /boot /dev /etc /lib /lib32 /lib64 /libx32 /proc /run /sbin /snap /sys /usr /var"
    macos = "/System /Library /Applications /private /cores"
    return names(linux + " " + macos)


_SYSTEM_FOLDERS = _system_folders()
