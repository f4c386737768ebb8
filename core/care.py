"""Care for an open library: what it holds, whether it is whole, backups, compaction, forgetting a folder.

Which libraries there are stands in `core.libraries`, export and import in `core.exchange`, the read-only snapshot of a
shared library in `core.snapshot`.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import KnownError, not_written
from core.library import DECISIONS_NAME, INDEX_NAME
from core.lookup_place import forget_lookup, lookup_files, lookup_of
from core.output_file import is_same_file
from core.progress import Phase
from core.schema import OperationalError

if TYPE_CHECKING:
    from core.library import Library
    from core.progress import Reporter

BACKUPS_NAME = "backups"
"""The folder inside a library that keeps copies of its decisions."""

KEPT_BACKUPS = 10
"""Of the copies that the library makes by itself, so many of the newest stay."""


DAMAGED = ".damaged-"
"""Part of the names of databases that were set aside because they were damaged."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a library stores, and where.

    Attributes:
        folder: where it lies; None in memory.
        index_bytes, decisions_bytes: on the disk, logs and sorted fingerprints included.
        backup_bytes: of the copies of its decisions that it keeps.
        files: files known; documents: files of which a text was read or tried; texts: distinct texts.
        kept_texts: how many of the texts are stored word by word (the setting may keep none).
        spare_bytes: what `compact` would give back at least.
    """

    folder: str | None
    index_bytes: int
    decisions_bytes: int
    backup_bytes: int
    files: int
    documents: int
    texts: int
    kept_texts: int
    spare_bytes: int

    @property
    def size(self) -> int:
        """All bytes on the disk."""
        return self.index_bytes + self.decisions_bytes + self.backup_bytes


@dataclass(frozen=True, slots=True)
class Examination:
    """What an integrity check found.

    Attributes:
        index_faults, decisions_faults: what SQLite says of damaged pages and rows, in English; empty when whole.
    """

    index_faults: tuple[str, ...]
    decisions_faults: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.index_faults and not self.decisions_faults


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What forgetting a folder erased.

    Attributes:
        files: of how many files the library knows nothing any more.
        texts: how many stored texts went, since no other folder has them.
        freed_bytes: how much smaller the library is on the disk.
    """

    files: int
    texts: int
    freed_bytes: int


def holdings(library: Library) -> Holdings:
    """Return what the library stores; a question for the reading thread, cheap at any size."""
    index_bytes = decisions_bytes = 0
    if library.folder is not None:
        index_bytes, decisions_bytes = _index_size(library), size_on_disk(database_paths(library.folder)[1])
    texts, kept_texts = library.index.texts.text_counts()
    return Holdings(
        folder=library.folder,
        index_bytes=index_bytes,
        decisions_bytes=decisions_bytes,
        backup_bytes=sum(map(size_on_disk, backups(library))),
        files=library.index.file_count(),
        documents=library.index.document_counts([])[1],
        texts=texts,
        kept_texts=kept_texts,
        spare_bytes=library.index.spare_bytes(),
    )


def examine(library: Library, reporter: Reporter) -> Examination:
    """Check every page, index and reference of both databases; a minute for gigabytes.

    It only reads, but for a file of sorted fingerprints that is not as it was written: that is removed, since the next
    scan makes another.

    Raises:
        Cancelled: when the user asked to stop, between the two.
    """
    reporter.advance(Phase.WALK, 0, 2)
    index_faults = library.index.faults()
    _drop_damaged_lookup(library)
    reporter.advance(Phase.WALK, 1, 2)
    return Examination(index_faults, library.decisions.faults())


def _drop_damaged_lookup(library: Library) -> None:
    place = None if library.is_read_only else lookup_of(library.index)
    if place is None:
        return
    from core.lookup_file import is_intact  # noqa: PLC0415 - the window shows before arrays are loaded

    if not is_intact(*place):
        forget_lookup(library.index)


def back_up_decisions(library: Library, target: str) -> None:
    """Copy decisions and journal, as they are at this moment, to the file `target`, whole or not at all.

    Raises:
        KnownError: when it cannot be written there, or is a file of the library itself.
    """
    refuse_own(library, target)
    part = os.path.join(os.path.dirname(os.path.abspath(target)), f".neartwin-{time.time_ns()}.part")
    try:
        library.decisions.copy_to(part)
        os.replace(part, target)
    except (OSError, OperationalError) as error:
        raise not_written(target, error) from error
    finally:
        with suppress(FileNotFoundError):
            os.unlink(part)


def refuse_own(library: Library, target: str) -> None:
    """Refuse to write a copy over the databases that it is taken from.

    Raises:
        KnownError: when `target` is one of them.
    """
    if library.folder is not None and any(is_same_file(target, path) for path in database_paths(library.folder)):
        raise KnownError("{folder} is this very library. Name another one.", folder=target)


def back_up_daily(library: Library) -> str | None:
    """Keep a copy of the decisions inside the library, at most one a day, the newest KEPT_BACKUPS of them.

    Returns:
        The copy's path; None when today's is there already, or the library is not this user's to write.

    Raises:
        KnownError: when it cannot be written.
    """
    if library.folder is None or library.is_read_only:
        return None
    folder = os.path.join(library.folder, BACKUPS_NAME)
    target = os.path.join(folder, time.strftime("decisions-%Y-%m-%d.db"))
    if os.path.exists(target):
        return None
    os.makedirs(folder, mode=0o700, exist_ok=True)
    back_up_decisions(library, target)
    for old in backups(library)[KEPT_BACKUPS:]:
        os.unlink(old)
    return target


def backups(library: Library) -> list[str]:
    """Return the copies of the decisions that the library keeps, the newest first."""
    return [] if library.folder is None else copies_in(library.folder)


def copies_in(library_folder: str) -> list[str]:
    """Return the copies of decisions in the folder of a library, the newest first, and no other file beside them."""
    folder = os.path.join(library_folder, BACKUPS_NAME)
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    kept = sorted((name for name in names if name.startswith("decisions-") and name.endswith(".db")), reverse=True)
    return [os.path.join(folder, name) for name in kept]


def compact(library: Library, reporter: Reporter) -> int:
    """Drop what no file has any more, and give the space back; return the bytes gained.

    On the writing thread.

    Raises:
        KnownError: when the library is open to be read only, or the disk is too full to rewrite it.
        Cancelled: when the user asked to stop while another process wrote.
    """
    before = _index_size(library)
    with library.writing(reporter):
        library.index.prune()
        _rewrite(library)
        _remove_damaged(library)
    return max(0, before - _index_size(library))


def forget_folder(library: Library, folder: str, reporter: Reporter) -> Forgotten:
    """Forget a folder: its files, marks on them, and all texts and fingerprints known only through them.

    Afterwards neither database nor log holds a word of those texts. The journal and what was settled stay.
    `folder` may be a root, a folder inside one, or one that holds roots. On the writing thread.

    Raises:
        KnownError: when the library is open to be read only, the disk is too full, or another program reads the
            library all the time: then all is forgotten, and erased from the disk by the next `compact`.
        Cancelled: when the user asked to stop while another process wrote.
    """
    index, before = library.index, _index_size(library)
    with library.writing(reporter):
        texts = index.texts.text_count()
        paths = [row.path for row in index.files_under(folder)]
        inside = folder.rstrip(os.sep) + os.sep
        with index.transaction():
            index.drop_files(paths)
            for root in index.roots():
                if root.path == folder or root.path.startswith(inside):
                    index.drop_root(root.id)
            index.prune()
        known = library.decisions.marks()
        library.decisions.unmark([path for path in known if path.startswith(inside)])
        is_erased = _rewrite(library)
        _remove_damaged(library)
    if not is_erased:
        raise KnownError(
            "{folder} is forgotten, but another program is reading the library, so its texts are not erased from the"
            " disk yet. Close the other program and make the library smaller.",
            folder=folder,
        )
    return Forgotten(len(paths), texts - index.texts.text_count(), max(0, before - _index_size(library)))


def forget_texts(library: Library, reporter: Reporter) -> int:
    """Erase the stored texts, as the setting that keeps none asks; fingerprints stay. Return the bytes gained.

    Raises:
        KnownError, Cancelled: as `compact`.
    """
    before = _index_size(library)
    with library.writing(reporter):
        with library.index.transaction():
            library.index.texts.forget_whole_texts()
        _rewrite(library)
        _remove_damaged(library)
    return max(0, before - _index_size(library))


def _rewrite(library: Library) -> bool:
    """Write the index anew without what was erased; return whether the logs are empty too (other readers end soon)."""
    forget_lookup(library.index)
    try:
        is_erased = library.index.compact() and library.decisions.empty_log()
    except OperationalError as error:
        raise KnownError(
            "The library cannot be made smaller: {reason}. Free as much space as it takes, and close other programs"
            " that use it.",
            reason=error,
        ) from error
    return is_erased


def _remove_damaged(library: Library) -> None:
    """Remove damaged indexes that were set aside: they can be made again, and hold texts that were forgotten."""
    if library.folder is None:
        return
    with os.scandir(library.folder) as entries:
        old = [entry.path for entry in entries if entry.name.startswith(INDEX_NAME + DAMAGED)]
    for path in old:
        os.unlink(path)


def _index_size(library: Library) -> int:
    return 0 if library.folder is None else index_size(library.folder)


def index_size(folder: str) -> int:
    """Return the bytes of an index with its log and its sorted fingerprints."""
    return size_on_disk(database_paths(folder)[0]) + sum(map(size_on_disk, lookup_files(folder)))


def size_on_disk(path: str) -> int:
    """Return the bytes of a database with its logs; 0 for what is not there."""
    total = 0
    for suffix in ("", "-wal", "-shm"):
        with suppress(OSError):
            total += os.stat(path + suffix).st_size
    return total


def database_paths(folder: str) -> tuple[str, str]:
    """Return the paths of index and decisions of the library in `folder`."""
    return os.path.join(folder, INDEX_NAME), os.path.join(folder, DECISIONS_NAME)
