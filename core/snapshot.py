"""A shared library, opened read-only: SQLite's log cannot be trusted over a network, so a local copy is opened."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from core.decisions import Decisions
from core.errors import KnownError
from core.index import Index
from core.library import DECISIONS_NAME, INDEX_NAME, Library
from core.progress import Phase
from core.schema import DatabaseError
from core.volumes import mounts_now

if TYPE_CHECKING:
    from core.progress import Reporter

_BLOCK = 4 * 1024 * 1024
_TRIES = 5
_PAUSE_SECONDS = 0.5
_STAMPS = "stamps.json"
_LOGS = ("", "-wal")
"""What a database consists of; the third file of SQLite's log is made again from the second."""


def is_shared(folder: str) -> bool:
    """Return whether the library in `folder` lies on another machine, or may not be written by this user."""
    if not os.path.isfile(os.path.join(folder, INDEX_NAME)):
        return False
    is_writable = os.access(folder, os.W_OK) and os.access(os.path.join(folder, INDEX_NAME), os.W_OK)
    return not is_writable or mounts_now().of(os.path.realpath(folder)).is_network


def snapshots_folder() -> str:
    """Return where the snapshots of shared libraries lie."""
    import platformdirs  # noqa: PLC0415 - seldom needed

    return os.path.join(platformdirs.user_cache_dir("neartwin", False), "snapshots")


def open_shared(folder: str, reporter: Reporter, cache: str | None = None) -> Library:
    """Open a shared library read-only, from a local snapshot that is brought up to date first.

    Nothing is written where the library lies. The result says `is_read_only`.

    Args:
        cache: the folder for snapshots; by default in the user's cache.

    Raises:
        KnownError: when it cannot be read, or is written to all the time.
        Cancelled: when the user asked to stop.
    """
    place = os.path.realpath(folder)
    own = hashlib.blake2b(os.fsencode(place), digest_size=8).hexdigest()
    target = os.path.join(cache or snapshots_folder(), own)
    try:
        os.makedirs(target, mode=0o700, exist_ok=True)
        for _ in range(_TRIES):
            if _is_current(place, target) or _copied(place, target, reporter):
                opened = _opened(target, place)
                if opened is not None:
                    return opened
            reporter.advance(Phase.WALK, 0)
            time.sleep(_PAUSE_SECONDS)
    except OSError as error:
        raise KnownError(
            "The shared library in {folder} cannot be read: {reason}. Connect it, or choose another library.",
            folder=folder,
            reason=error.strerror or error,
        ) from error
    raise KnownError(
        "The shared library in {folder} is being written to. Wait until that is done, and open it again.", folder=folder
    )


def _stamps(place: str) -> dict[str, list[int]]:
    """Return size and time of the files that the databases consist of."""
    found = {}
    for name in (INDEX_NAME, DECISIONS_NAME):
        for log in _LOGS:
            with suppress(FileNotFoundError):
                status = os.stat(os.path.join(place, name + log))
                found[name + log] = [status.st_size, status.st_mtime_ns]
    return found


def _is_current(place: str, target: str) -> bool:
    try:
        with open(os.path.join(target, _STAMPS), encoding="utf-8") as file:
            return bool(json.load(file) == _stamps(place))
    except (OSError, ValueError):
        return False


def _copied(place: str, target: str, reporter: Reporter) -> bool:
    """Copy the databases with their logs; return whether nobody wrote to them meanwhile."""
    before = _stamps(place)
    shutil.rmtree(target)
    os.makedirs(target, mode=0o700)
    total = sum(size for size, _ in before.values())
    done = 0
    for name in before:
        handle = os.open(os.path.join(target, name), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(os.path.join(place, name), "rb") as source, open(handle, "wb") as copy:
            while block := source.read(_BLOCK):
                copy.write(block)
                done += len(block)
                reporter.advance(Phase.DIGEST, done, total)
    if _stamps(place) != before:
        return False
    with open(os.path.join(target, _STAMPS), "w", encoding="utf-8") as file:
        json.dump(before, file)
    return True


def _opened(target: str, place: str) -> Library | None:
    """Return the snapshot, open; None when it is no whole database, because it was copied amid a write."""
    try:
        index = Index(os.path.join(target, INDEX_NAME))
        if not index.is_whole():
            index.close()
            raise DatabaseError
        decisions = Decisions(os.path.join(target, DECISIONS_NAME))
    except DatabaseError:
        with suppress(FileNotFoundError):
            os.unlink(os.path.join(target, _STAMPS))
        return None
    index.be_read_only()
    decisions.be_read_only()
    return Library(place, index, decisions, is_read_only=True)
