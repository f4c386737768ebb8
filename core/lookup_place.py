"""Where the sorted fingerprints of a library lie: the names of the files beside its index, found and removed."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from core.index import Index

LOOKUP: Final = "lookup"
"""Name of the library's parameter: the sorted file that belongs to the index, "" for none."""

PREFIX: Final = "lookup-"
SUFFIX: Final = ".sorted"
PART: Final = ".part"
"""End of the name while a file is being written."""


def lookup_of(index: Index) -> tuple[str, str] | None:
    """Return the folder and the name of the file that belongs to an index."""
    name = index.meta(LOOKUP)
    return (os.path.dirname(index.path), name) if name and index.path != ":memory:" else None


def is_lookup(name: str) -> bool:
    """Return whether a file of a library is called as these files are."""
    return name.startswith(PREFIX) and name.removesuffix(PART).endswith(SUFFIX)


def lookup_files(folder: str) -> list[str]:
    """Return the paths of all such files in a folder, old ones and unfinished ones too."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return [os.path.join(folder, name) for name in sorted(names) if is_lookup(name)]


def remove_lookups(folder: str, but: str | None = None) -> None:
    """Remove such files, except the one named `but`; one that another process has mapped may have to stay for now."""
    for path in lookup_files(folder):
        if os.path.basename(path) != but:
            with suppress(OSError):
                os.unlink(path)


def forget_lookup(index: Index) -> None:
    """Remove the file that belongs to an index; the next comparison of texts writes another."""
    index.set_meta(LOOKUP, "")
    if index.path != ":memory:":
        remove_lookups(os.path.dirname(index.path))
