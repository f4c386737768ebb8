"""The text of single files for the command `text`, and for comparisons of files outside the library."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core import extract
from core.analysis import trouble_of
from core.errors import msgid
from core.extract.reading import Limits, Reading, Status
from core.opening import open_to_read
from core.workers import WorkerFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from core.library import Library
    from core.workers import Runner


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of one file, with the seconds it took."""

    path: str
    reading: Reading
    seconds: float


def read_text(path: str, limits: Limits | None = None) -> FileText:
    """Read the text of the file at `path`; trouble is told in the reading's status, never raised."""
    start = time.perf_counter()
    try:
        with os.fdopen(open_to_read(path), "rb") as file:
            reading = extract.read(file, os.path.basename(path), limits or Limits())
    except OSError as error:
        _, detail = trouble_of(error)
        reading = Reading(Status.UNREADABLE, "", detail=detail)
    return FileText(path, reading, time.perf_counter() - start)


SENTENCES = {
    Status.NO_TEXT: msgid("no text in it"),
    Status.ENCRYPTED: msgid("protected by a password"),
    Status.DAMAGED: msgid("damaged"),
    Status.NOT_AS_NAMED: msgid("not what its name says"),
    Status.UNSUPPORTED: msgid("of a kind whose text is not read"),
    Status.TOO_LARGE: msgid("too large for its text to be read"),
    Status.TIMEOUT: msgid("took too long to read"),
    Status.UNREADABLE: msgid("could not be read"),
}
"""What the command `text` says where there is no text to show."""

FAILURES = {
    "timeout": Status.TIMEOUT,
    "memory": Status.TOO_LARGE,
    "died": Status.DAMAGED,
    "error": Status.DAMAGED,
}
"""What it means for a file that its worker gave no answer."""


def read_texts(paths: Sequence[str], workers: Runner, poll: Callable[[], None] | None = None) -> Iterator[FileText]:
    """Yield the text of each file, in the order given, each read in a worker with all bounds."""
    ready: dict[str, FileText] = {}
    due = 0
    for path, outcome in workers.map(read_text, dict.fromkeys(paths), poll=poll):
        ready[path] = (
            FileText(path, Reading(FAILURES[outcome.kind], "", detail=outcome.detail), 0.0)
            if isinstance(outcome, WorkerFailure)
            else outcome
        )
        while due < len(paths) and paths[due] in ready:
            yield ready[paths[due]]
            due += 1


def text_now(library: Library, path: str, workers: Callable[[], Runner]) -> str | None:
    """Return the text of a document: the one that the library keeps, else what a worker reads; None for none.

    Args:
        workers: asked for only where a file has to be read.
    """
    return library.whole_text(path) or next(read_texts([path], workers())).reading.text or None
