"""What a plan asks about paths, answered by this computer: protection, trash, holding folders, services, shares."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from core import places
from core.holding import HoldingFolders
from core.opening import system_path
from core.plan import Surroundings
from core.protection import Protection
from core.trash import FreedesktopVolumes
from core.volumes import Mounts, mounts_now
from core.walk import is_placeholder
from core.windows_bin import WindowsVolumes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from core.actions import Caution
    from core.decisions import Decisions
    from core.settings import Settings


class Guard:
    """Says whether a file is out of reach, by the place where it really is.

    Protected folders are known by name and by identity (so also through a bind mount of them or in another letter
    case); system folders and stores of chat programs are protected by their kind.
    """

    def __init__(self, decisions: Decisions, settings: Settings) -> None:
        self._protection = Protection.of(decisions, settings)
        self._identities = self._protection.identities()
        self._answers: dict[str, bool] = {}

    def __call__(self, path: str) -> bool:
        """Return whether nothing may be done to `path`."""
        folder = os.path.dirname(path)
        if folder not in self._answers:
            self._answers[folder] = self._covers(folder)
        return self._answers[folder] or self._protection.covers(path)

    def _covers(self, folder: str) -> bool:
        real = os.path.realpath(folder)
        if places.care_of(real) is places.Care.SYSTEM:
            return True
        while self._identities:
            try:
                status = os.stat(real)
            except OSError:
                pass
            else:
                if (status.st_dev, status.st_ino) in self._identities:
                    return True
            above = os.path.dirname(real)
            if above == real:
                return False
            real = above
        return False


def look_around(
    date: str,
    *,
    linked_from: Callable[[str], str | None] = lambda _: None,
    folder_files: Mapping[str, int] | None = None,
    mounts: Mounts | None = None,
) -> Surroundings:
    """Return the surroundings as they are now.

    Args:
        date: of today, as the holding folder is to be called ("2026-12-01").
        folder_files: how many files each folder holds; `count_files` counts them.
    """
    mounts = mounts or mounts_now()
    services: dict[str, str | None] = {}
    delicate: dict[str, bool] = {}

    def sync_service(path: str) -> str | None:
        folder = os.path.dirname(path)
        if folder not in services:
            services[folder] = places.sync_service(folder)
        return services[folder]

    def is_delicate(folder: str) -> bool:
        if folder not in delicate:
            delicate[folder] = places.care_of(folder) is not None
        return delicate[folder]

    return Surroundings(
        is_cloud_only=cloud_only(mounts),
        is_delicate=is_delicate,
        is_on_share=lambda path: is_on_share(path, mounts),
        trash_trouble=trash_trouble(mounts),
        holding_folder=HoldingFolders(date),
        sync_service=sync_service,
        linked_from=linked_from,
        folder_files=folder_files or {},
    )


def cloud_only(mounts: Mounts) -> Callable[[str], bool]:
    """Return what tells, without opening it, whether a file's content is in the cloud only."""

    def is_cloud_only(path: str) -> bool:
        try:
            status = os.lstat(system_path(path))
        except OSError:
            return False
        if not is_placeholder(status):
            return False
        return is_placeholder(status, reports_blocks=mounts.of(os.path.realpath(path)).reports_blocks)

    return is_cloud_only


def trash_trouble(mounts: Mounts) -> Callable[[str, int], Caution | None]:
    """Return what knows beforehand whether a file can go to the trash of this system."""
    return WindowsVolumes() if sys.platform == "win32" else FreedesktopVolumes(mounts)


def is_on_share(path: str, mounts: Mounts) -> bool:
    """Return whether `path` is on another machine's disk."""
    if sys.platform == "win32":
        return WindowsVolumes().is_remote(path)
    return mounts.of(os.path.realpath(os.path.dirname(path))).is_network


def count_files(folders: Iterable[str]) -> dict[str, int]:
    """Return how many files each folder holds (not those below it); folders that cannot be listed are left out."""
    counts = {}
    for folder in dict.fromkeys(folders):
        try:
            with os.scandir(folder) as entries:
                counts[folder] = sum(entry.is_file(follow_symlinks=False) for entry in entries)
        except OSError:
            continue
    return counts
