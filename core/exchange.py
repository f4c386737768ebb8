"""A library as one file, to be carried elsewhere: export, import, and decisions taken over from another library."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.care import refuse_own
from core.decisions import Decisions, FolderRole
from core.errors import KnownError, not_written
from core.index import Index
from core.library import DECISIONS_NAME, INDEX_NAME
from core.output_file import output_file
from core.progress import NullReporter, Phase
from core.schema import DatabaseError, OperationalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

    from core.library import Library
    from core.progress import Reporter

EXPORT_SUFFIX = ".neartwin"
"""How the name of an exported library ends: a zip archive with both databases and a manifest."""

_MANIFEST = "neartwin.json"
_FORMAT = 1
_BLOCK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class TakenOver:
    """How many decisions came from elsewhere; what was decided here already stays as it is."""

    settled: int
    marks: int
    statuses: int
    folders: int
    rules: int


def export_library(library: Library, target: str, reporter: Reporter, *, with_texts: bool = True) -> None:
    """Write the library to the file `target`, whole or not at all.

    Args:
        with_texts: False leaves the stored texts out (fingerprints and token ids stay).

    Raises:
        KnownError: when it cannot be written there, or is a file of the library itself.
        Cancelled: when the user asked to stop.
    """
    refuse_own(library, target)
    try:
        with tempfile.TemporaryDirectory(prefix="neartwin-") as folder:
            index, decisions = os.path.join(folder, INDEX_NAME), os.path.join(folder, DECISIONS_NAME)
            library.index.copy_to(index, lambda: reporter.advance(Phase.DIGEST, 0))
            library.decisions.copy_to(decisions)
            if not with_texts:
                _leave_texts_out(index)
            with (
                output_file(target, is_private=True) as raw,
                zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed,
            ):
                packed.writestr(_MANIFEST, json.dumps({"format": _FORMAT, "with_texts": with_texts}))
                for path in (index, decisions):
                    _pack(packed, path, reporter)
    except (OSError, OperationalError) as error:
        raise not_written(target, error) from error


def _leave_texts_out(path: str) -> None:
    copy = Index(path)
    try:
        copy.texts.forget_whole_texts()
        copy.compact()
    finally:
        copy.close()


def _pack(packed: zipfile.ZipFile, path: str, reporter: Reporter) -> None:
    with open(path, "rb") as source, packed.open(os.path.basename(path), "w", force_zip64=True) as target:
        _copy(source, target, reporter, os.path.getsize(path))


def _copy(source: IO[bytes], target: IO[bytes], reporter: Reporter, size: int) -> None:
    done = 0
    while block := source.read(_BLOCK):
        target.write(block)
        done += len(block)
        reporter.advance(Phase.DIGEST, done, size)


def import_library(source: str, folder: str, reporter: Reporter) -> None:
    """Make a library in the empty or missing `folder` from an exported one.

    Raises:
        KnownError: when `source` is no exported library, is damaged or newer, or `folder` holds something already.
        Cancelled: when the user asked to stop; nothing is left then.
    """
    _make_folder(folder, lambda part: _unpack(source, part, reporter))


def _unpack(source: str, folder: str, reporter: Reporter) -> None:
    """Unpack both databases into `folder`, and prove that they are whole and of this version or older."""
    try:
        with zipfile.ZipFile(source) as packed:
            if json.loads(packed.read(_MANIFEST))["format"] > _FORMAT:
                raise _unfit(source)
            for name in (INDEX_NAME, DECISIONS_NAME):
                path = os.path.join(folder, name)
                handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
                with packed.open(name) as inner, open(handle, "wb") as target:
                    _copy(inner, target, reporter, packed.getinfo(name).file_size)
        index = Index(os.path.join(folder, INDEX_NAME))
        decisions = Decisions(os.path.join(folder, DECISIONS_NAME))
        faults = (*index.faults(), *decisions.faults())
        index.close()
        decisions.close()
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, DatabaseError) as error:
        raise _unfit(source) from error
    if faults:
        raise _unfit(source)


def _unfit(source: str) -> KnownError:
    return KnownError(
        "{path} is no library that was exported by Neartwin, or it is damaged. Choose another file.", path=source
    )


def copy_library(library: Library, folder: str, reporter: Reporter) -> None:
    """Copy an open library into the empty or missing `folder`, whole or not at all.

    Raises:
        KnownError: when it cannot be written there, or something is there already.
        Cancelled: when the user asked to stop; nothing is left then.
    """

    def fill(part: str) -> None:
        library.index.copy_to(os.path.join(part, INDEX_NAME), lambda: reporter.advance(Phase.DIGEST, 0))
        library.decisions.copy_to(os.path.join(part, DECISIONS_NAME))

    _make_folder(folder, fill)


def _make_folder(folder: str, fill: Callable[[str], None]) -> None:
    """Make a folder with what `fill` puts into it, whole or not at all."""
    if os.path.lexists(folder) and (not os.path.isdir(folder) or os.listdir(folder)):
        raise KnownError("{folder} is not empty. Choose an empty folder for the library.", folder=folder)
    above = os.path.dirname(os.path.abspath(folder))
    try:
        os.makedirs(above, exist_ok=True)
        part = tempfile.mkdtemp(prefix=".neartwin-", dir=above)
        try:
            fill(part)
            if os.path.isdir(folder):
                os.rmdir(folder)
            os.rename(part, folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except (OSError, OperationalError) as error:
        raise KnownError(
            "No library can be made in {folder}: {reason}. Choose another place.",
            folder=folder,
            reason=getattr(error, "strerror", None) or error,
        ) from error


def import_decisions(library: Library, source: str) -> TakenOver:
    """Add the decisions of a backup (a decisions.db) or of an exported library to those of `library`.

    The journal is not taken over: it tells of another computer's files.

    Raises:
        KnownError: when `source` holds no decisions, is damaged or newer, or the library cannot be written.
    """
    with library.writing(NullReporter()), _decisions_of(source) as others:
        return take_over(library.decisions, others)


@contextmanager
def _decisions_of(source: str) -> Iterator[Decisions]:
    """Open a copy of the decisions in a file, brought to the format of this version."""
    with tempfile.TemporaryDirectory(prefix="neartwin-") as folder:
        copy = os.path.join(folder, DECISIONS_NAME)
        try:
            if zipfile.is_zipfile(source):
                with (
                    zipfile.ZipFile(source) as packed,
                    packed.open(DECISIONS_NAME) as inner,
                    open(copy, "wb") as target,
                ):
                    shutil.copyfileobj(inner, target)
            else:
                shutil.copyfile(source, copy)
                if os.path.isfile(source + "-wal"):  # what an open library, or a killed program, decided last
                    shutil.copyfile(source + "-wal", copy + "-wal")
            decisions = Decisions(copy)
        except (zipfile.BadZipFile, KeyError, DatabaseError) as error:
            raise _unfit(source) from error
        except OSError as error:
            raise KnownError(
                "The file {path} cannot be read: {reason}.", path=source, reason=error.strerror or error
            ) from error
        try:
            yield decisions
        finally:
            decisions.close()


def take_over(own: Decisions, others: Decisions) -> TakenOver:
    """Add the decisions of another library that are not made here yet; the journal is no part of them."""
    known = {(row.kind, row.a, row.b) for row in own.settled()}
    settled = [row for row in others.settled() if (row.kind, row.a, row.b) not in known]
    for row in settled:
        if row.a == row.b:
            own.settle_whole(row.kind, row.a, row.members, row.note)
        else:
            own.settle_pairs([(row.a, row.b)], row.kind, row.note)
    marked = own.marks()
    marks = [mark for path, mark in others.marks().items() if path not in marked]
    own.mark(marks)
    audited = own.statuses()
    statuses = [row for path, row in others.statuses().items() if path not in audited]
    own.set_status(statuses)
    named = own.rules()
    rules = {name: text for name, text in others.rules().items() if name not in named}
    for name, definition in rules.items():
        own.save_rule(name, definition)
    return TakenOver(len(settled), len(marks), len(statuses), _take_folders(own, others), len(rules))


def _take_folders(own: Decisions, others: Decisions) -> int:
    count = 0
    for role in FolderRole:
        here = own.folders(role)
        new = [folder for folder in others.folders(role) if folder not in here]
        if new:
            own.set_folders(role, [*here, *new])
        count += len(new)
    return count
