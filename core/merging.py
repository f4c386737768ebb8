"""Two libraries without a server: one taken into another, and what one has that the other lacks."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from core.digest import file_digests
from core.errors import KnownError
from core.exchange import TakenOver, take_over
from core.library import DECISIONS_NAME, INDEX_NAME, open_library
from core.progress import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.index import FileRow, Index
    from core.library import Library
    from core.merged_rows import Brought
    from core.progress import Reporter


@dataclass(frozen=True, slots=True)
class Merged:
    """What came over from another library.

    Attributes:
        brought: of its index.
        decisions: that ours did not have; what was decided here stays as it is.
        journal: rows of its journal.
    """

    brought: Brought
    decisions: TakenOver
    journal: int


class Absence(StrEnum):
    """How a file of one library is missing from another.

    TEXT_THERE: no file there has its bytes, but one has its text. UNDECIDED: bytes that had to be compared could not
    be read.
    """

    ABSENT = "absent"
    TEXT_THERE = "text_there"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Lacking:
    """A file that another library does not have."""

    path: str
    size: int
    absence: Absence


def merge(library: Library, folder: str, reporter: Reporter) -> Merged:
    """Take the library in `folder` into `library`: files, texts, fingerprints, pairs, decisions and journal.

    The other library stays as it is. Doing it again adds nothing. Texts of both are compared with each other by the
    next scan.

    Raises:
        KnownError: when there is no library, or it is this one.
        Cancelled: when the user asked to stop before a half was stored.
    """
    with other_library(library, folder) as other, library.writing(reporter):
        reporter.advance(Phase.DIGEST, 0, 2)
        with library.index.texts.beside(other.index.path), library.index.transaction():
            brought = library.index.texts.merge_beside()
            library.index.set_walk("")
            library.index.prune()
        reporter.advance(Phase.DIGEST, 1, 2)
        decisions = take_over(library.decisions, other.decisions)
        journal = library.decisions.journal.merge(other.decisions.path)
    return Merged(brought, decisions, journal)


def other_library(library: Library | None, folder: str) -> Library:
    """Open another library, which must be there.

    Raises:
        KnownError: when it is not, or is `library` itself.
    """
    place = os.path.abspath(folder)
    if not all(os.path.isfile(os.path.join(place, name)) for name in (INDEX_NAME, DECISIONS_NAME)):
        raise KnownError("There is no library in {folder}. Name the folder that holds index.db.", folder=place)
    if library is not None and library.folder is not None and os.path.samefile(place, library.folder):
        raise KnownError("{folder} is this very library. Name another one.", folder=place)
    return open_library(place)


def lacking(library: Library, archive: Library, reporter: Reporter, folder: str | None = None) -> list[Lacking]:
    """Return the files of a library, or of one folder of it, that the archive lacks, in the order of their paths.

    Bytes decide, by BLAKE3; files whose digest neither library needed so far are read now.

    Raises:
        Cancelled: when the user asked to stop.
    """
    rows = sorted(_rows(library.index, folder), key=lambda row: row.path)
    contents = library.index.contents([row.content for row in rows if row.content is not None])
    there = _Archive(archive.index, reporter)
    found = []
    for number, row in enumerate(rows):
        reporter.advance(Phase.COMPARE, number, len(rows))
        known = contents.get(row.content) if row.content is not None else None
        absence = there.absence(row, None if known is None else known.blake3)
        if absence is Absence.ABSENT and _has_text(library.index, archive.index, row):
            absence = Absence.TEXT_THERE
        if absence is not None:
            found.append(Lacking(row.path, row.size, absence))
    return found


def _rows(index: Index, folder: str | None) -> Iterator[FileRow]:
    if folder is not None:
        yield from index.files_under(folder)
        return
    for root in index.roots():
        yield from index.files(root.id)


def _has_text(index: Index, archive: Index, row: FileRow) -> bool:
    """Return whether a file of the archive has the text of this file."""
    text = index.texts.text_of_path(os.fsencode(row.path))
    if text is None:
        return False
    digest, _ = index.texts.facts([text])[text]
    same = archive.texts.text_ids([digest]).get(digest)
    return same is not None and any(archive.paths_of_content(one) for one in archive.texts.contents_of_text(same))


class _Archive:
    """The archive's files by size: their digests, and the paths of those without one."""

    def __init__(self, index: Index, reporter: Reporter) -> None:
        self._reporter = reporter
        self._digests: dict[int, set[str]] = {}
        self._undigested: dict[int, list[str]] = {}
        rows = list(_rows(index, None))
        contents = index.contents(list({row.content for row in rows if row.content is not None}))
        for row in rows:
            content = contents.get(row.content) if row.content is not None else None
            if content is None or content.blake3 is None:
                self._undigested.setdefault(row.size, []).append(row.path)
            else:
                self._digests.setdefault(row.size, set()).add(content.blake3)

    def absence(self, row: FileRow, blake3: str | None) -> Absence | None:
        """Return how the archive lacks a file; None where it has it. An empty file is nothing to lack."""
        digests, undigested = self._digests.get(row.size, set()), self._undigested.get(row.size, [])
        if not row.size:
            return None
        if not digests and not undigested:
            return Absence.ABSENT
        own = blake3 or self._read(row.path)
        if own is None:
            return Absence.UNDECIDED
        if own in digests:
            return None
        read = [self._read(path) for path in undigested]
        if own in read:
            return None
        return Absence.UNDECIDED if None in read else Absence.ABSENT

    def _read(self, path: str) -> str | None:
        try:
            return file_digests(path, self._reporter).blake3
        except OSError:
            return None
