"""Which paths below a root a walk would reach, judged by their names alone: nothing is looked at on the disk."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.filters import Filter
from core.places import passed_over

if TYPE_CHECKING:
    from core.settings import Settings


class Reach:
    """Answers for the settings of a scan; the answer for a folder is remembered."""

    def __init__(self, settings: Settings) -> None:
        self._filter = Filter(settings)
        self._folders: dict[str, bool] = {}

    def takes(self, path: str, root: str, size: int) -> bool:
        """Return whether a walk of `root` takes the file at `path` in, by its name, size and folders."""
        folder, _, name = path.rpartition(os.sep)
        return (
            self._enters(folder, root)
            and self._filter.of_size(size) is None
            and self._filter.of_file(name, path, root) is None
        )

    def _enters(self, folder: str, root: str) -> bool:
        if len(folder) <= len(root.rstrip(os.sep)):
            return True
        known = self._folders.get(folder)
        if known is None:
            above, name = os.path.split(folder)
            is_open = passed_over(name, folder) is None and self._filter.of_folder(name, folder, root) is None
            known = self._folders[folder] = is_open and self._enters(above, root)
        return known
