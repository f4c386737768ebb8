"""Which libraries there are: the user's own, others by choice, one beside a portable program; and erasing them all."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

PORTABLE_NAME = "Neartwin-Data"
"""The folder beside the program whose presence makes it portable: library, settings and log lie in it."""


@dataclass(frozen=True, slots=True)
class LibraryPlace:
    """A library that the user can choose.

    Attributes:
        name: what its folder is called, for menus.
        is_there: False when its disk is away.
        is_shared: it lies on another machine: opened read-only, from a local snapshot.
        is_current: the one that is used when none is named.
    """

    folder: str
    name: str
    is_there: bool
    is_shared: bool
    is_current: bool


@dataclass(frozen=True, slots=True)
class Erased:
    """What erasing did.

    Attributes:
        erased: files and folders that are gone.
        left: what could not be erased, with the reason.
    """

    erased: tuple[str, ...]
    left: tuple[tuple[str, str], ...]


def libraries() -> list[LibraryPlace]:
    """Return the known libraries, the user's own first, then the others in the order of their last choice."""
    raise NotImplementedError


def current_folder() -> str:
    """Return the folder of the library that is used when none is named.

    NEARTWIN_LIBRARY, else the portable one beside the program, else the chosen one, else the user's own.
    """
    raise NotImplementedError


def choose_library(folder: str) -> None:
    """Use the library in `folder` from the next start on, and remember it among the known ones.

    Raises:
        KnownError: when the folder holds other files and no library, or cannot be made.
    """
    raise NotImplementedError


def forget_library(folder: str) -> None:
    """Take a library off the list; its files stay where they are."""
    raise NotImplementedError


def program_folder() -> str:
    """Return the folder in which the program lies: of the frozen program, or of the checkout."""
    raise NotImplementedError


def portable_folder(beside: str | None = None) -> str | None:
    """Return the data folder beside the program when it runs portably; None otherwise.

    Args:
        beside: by default `program_folder()`.
    """
    raise NotImplementedError


def make_portable(library_folder: str, beside: str | None = None) -> str:
    """Make the program portable: copy the library to the data folder beside it, and return that library's folder.

    Raises:
        KnownError: when nothing can be written there.
    """
    raise NotImplementedError


def data_places(more: Iterable[str] = ()) -> list[str]:
    """Return all files and folders that Neartwin keeps on this computer: libraries, backups, snapshots, settings.

    Args:
        more: places that only the window knows (its settings file, its log).
    """
    raise NotImplementedError


def erase_everything(more: Iterable[str] = ()) -> Erased:
    """Erase all data of Neartwin: every known library's own files, snapshots, settings and logs.

    Only files that Neartwin made go; a folder goes when nothing else is in it. No document is touched. Close the
    libraries first.
    """
    raise NotImplementedError


def library_name(folder: str) -> str:
    """Return what a library is called in menus: its folder's name, or that of the folder above "library"."""
    name = os.path.basename(folder.rstrip(os.sep))
    return os.path.basename(os.path.dirname(folder)) if name == "library" else name
