"""Which libraries there are: the user's own, others by choice, one beside a portable program; and erasing them all."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.care import BACKUPS_NAME, DAMAGED, copies_in
from core.errors import KnownError, not_written
from core.exchange import copy_library
from core.library import DECISIONS_NAME, INDEX_NAME, LOCK_NAME, Library, open_library
from core.library_choice import (
    PORTABLE_NAME,
    chosen_folders,
    current_folder,
    library_in,
    list_file,
    portable_folder,
    program_folder,
    usual_folder,
)
from core.lookup_place import lookup_files
from core.output_file import output_file
from core.snapshot import is_shared, snapshots_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.progress import Reporter

_OWN_NAMES = (INDEX_NAME, DECISIONS_NAME, LOCK_NAME)


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
    """Return the known libraries, the user's own first, then the others, the last chosen one first."""
    current = current_folder()
    return [
        LibraryPlace(
            folder=folder,
            name=library_name(folder),
            is_there=os.path.isfile(os.path.join(folder, INDEX_NAME)),
            is_shared=is_shared(folder),
            is_current=folder == current,
        )
        for folder in dict.fromkeys((usual_folder(), *chosen_folders(), current))
    ]


def choose_library(folder: str) -> None:
    """Use the library in `folder` from the next start on, and remember it among the known ones.

    Raises:
        KnownError: when the folder holds other files and no library, or cannot be made, or the choice not stored, or
            the program starts with another one whatever is chosen.
    """
    place = os.path.abspath(folder)
    if os.path.isdir(place) and os.listdir(place) and not os.path.isfile(os.path.join(place, INDEX_NAME)):
        raise KnownError("{folder} holds other files. Choose an empty folder, or one with a library.", folder=place)
    if os.environ.get("NEARTWIN_LIBRARY") or portable_folder() is not None:
        raise KnownError(
            "This program always starts with the library in {folder}, as it is portable or NEARTWIN_LIBRARY says so.",
            folder=current_folder(),
        )
    open_library(place).close()
    _remember([place, *(known for known in chosen_folders() if known != place)])


def remember_library(folder: str) -> None:
    """List a library among the known ones; which one is used from the next start on stays as it is."""
    place = os.path.abspath(folder)
    _remember(list(dict.fromkeys((*(chosen_folders() or [usual_folder()]), place))))


def forget_library(folder: str) -> None:
    """Take a library off the list; its files stay where they are."""
    place = os.path.abspath(folder)
    _remember([known for known in chosen_folders() if known != place])


def make_portable(library: Library, reporter: Reporter, beside: str | None = None) -> str:
    """Make the program portable: copy the library to the data folder beside it, and return that library's folder.

    Raises:
        KnownError: when nothing can be written there, or there is one already.
        Cancelled: when the user asked to stop; nothing is left then.
    """
    data = os.path.join(beside or program_folder(), PORTABLE_NAME)
    copy_library(library, library_in(data), reporter)
    return library_in(data)


def data_places(more: Iterable[str] = ()) -> list[str]:
    """Return all files and folders that Neartwin keeps on this computer: libraries, backups, snapshots, lists.

    Args:
        more: places that only the window knows (its settings, its log).
    """
    folders = [place.folder for place in libraries() if place.is_there and not place.is_shared]
    places = (*folders, snapshots_folder(), list_file(), *more)
    return [place for place in dict.fromkeys(places) if os.path.lexists(place)]


def erase_everything(more: Iterable[str] = ()) -> Erased:
    """Erase all data of Neartwin: every known library's own files, snapshots, settings and logs.

    Only files that Neartwin made go; a library's folder goes when nothing else is in it. No document is touched, and
    no shared library. Close the libraries first.

    Args:
        more: places that only the window knows; each goes with all that is in it.
    """
    erased: list[str] = []
    left: list[tuple[str, str]] = []
    known = {place.folder for place in libraries()}
    for place in data_places(more):
        for path in _files_of(place) if place in known else [place]:
            _erase(path, erased, left)
        if place in known:
            _erase_if_empty(os.path.join(place, BACKUPS_NAME), erased)
            _erase_if_empty(place, erased)
    _erase_if_empty(os.path.dirname(usual_folder()), erased)
    _erase_if_empty(os.path.dirname(list_file()), erased)
    return Erased(tuple(erased), tuple(left))


def _files_of(folder: str) -> list[str]:
    """Return what Neartwin made in the folder of a library: databases with logs and copies, backups, the lock, and the
    fingerprints sorted for look-ups."""
    starts = (INDEX_NAME + DAMAGED, DECISIONS_NAME + DAMAGED, DECISIONS_NAME + ".format-")
    own = {name + end for name in _OWN_NAMES for end in ("", "-wal", "-shm", "-journal")}
    files = [os.path.join(folder, name) for name in os.listdir(folder) if name in own or name.startswith(starts)]
    return files + lookup_files(folder) + copies_in(folder)


def _erase(path: str, erased: list[str], left: list[tuple[str, str]]) -> None:
    try:
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)
    except OSError as error:
        left.append((path, error.strerror or str(error)))
    else:
        erased.append(path)


def _erase_if_empty(folder: str, erased: list[str]) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        # Other files are in it, or it was never there.
        return
    erased.append(folder)


def library_name(folder: str) -> str:
    """Return what a library is called in menus: its folder's name, or that of the folder above "library"."""
    name = os.path.basename(folder.rstrip(os.sep))
    return os.path.basename(os.path.dirname(folder)) if name == "library" else name


def _remember(folders: Sequence[str]) -> None:
    path = list_file()
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with output_file(path) as file:
            file.write(json.dumps(folders).encode())
    except OSError as error:
        raise not_written(path, error) from error
