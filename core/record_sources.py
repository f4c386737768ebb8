"""The files that records come from, read as often as needed, with progress."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

from core.errors import KnownError
from core.progress import Phase
from core.record_encoding import AS_IT_STANDS, LONGEST_MARK, MARKS, encoding_of, is_wide, narrow
from core.record_reading import Column, batches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import ExitStack

    from core.progress import Reporter
    from core.record_reading import Batch

_COPY = 1 << 20
"""Bytes copied or counted at a time."""


@dataclass(frozen=True, slots=True)
class Source:
    """An open file of records.

    Attributes:
        name: its path, or what a stream calls itself.
        start: where its first record stands, behind a byte order mark.
        size: bytes from there on; None for a stream that can be read only once.
        encoding: what its mark says.
    """

    file: BinaryIO
    name: str
    start: int
    size: int | None
    encoding: str = AS_IT_STANDS

    @property
    def can_repeat(self) -> bool:
        """Can it be read a second time?"""
        return self.size is not None

    def state(self) -> tuple[int, int]:
        """Return what differs when somebody wrote to the file: its size and time."""
        try:
            status = os.fstat(self.file.fileno())
        except OSError:  # in memory
            return 0, 0
        return status.st_size, status.st_mtime_ns


def open_source(source: str | BinaryIO, stack: ExitStack, *, may_copy: bool) -> Source:
    """Open a path, or take a binary file; with `may_copy` a stream goes to a temporary file first.

    Raises:
        KnownError: when the file cannot be read.
    """
    if isinstance(source, str):
        try:
            file: BinaryIO = stack.enter_context(open(source, "rb"))  # noqa: SIM115  # closed by the stack
        except OSError as error:
            raise KnownError(
                "{path} cannot be read: {reason}", path=source, reason=error.strerror or str(error)
            ) from error
        name = source
    else:
        file, name = source, str(getattr(source, "name", "-"))
    if not file.seekable():
        if not may_copy:
            encoding = _skip_mark(file)
            return Source(file, name, 0, None, encoding)
        copy = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115  # closed by the stack
        shutil.copyfileobj(file, copy, _COPY)
        copy.seek(0)
        file = copy
    begin = file.tell()
    encoding = encoding_of(file.read(LONGEST_MARK))
    start = begin + len(MARKS.get(encoding, b""))
    return Source(file, name, start, file.seek(0, os.SEEK_END) - start, encoding)


def _skip_mark(stream: BinaryIO) -> str:
    """Read the mark of a stream that can be read only once, if it has one and can look ahead; return what it says."""
    peek = getattr(stream, "peek", None)
    encoding = encoding_of(peek(LONGEST_MARK)[:LONGEST_MARK]) if peek is not None else AS_IT_STANDS
    stream.read(len(MARKS.get(encoding, b"")))
    return encoding


@dataclass(slots=True)
class Reading:
    """Reads all sources, as often as asked, and tells how far it is.

    Attributes:
        total: bytes to read in all; None where that is unknown.
        done: bytes read.
    """

    sources: Sequence[Source]
    key: Column | None
    normalise_urls: bool
    reporter: Reporter
    total: int | None = None
    done: int = 0
    _states: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.can_repeat:
            self.total = self.size

    @property
    def can_repeat(self) -> bool:
        """Can all sources be read a second time?"""
        return all(source.can_repeat for source in self.sources)

    @property
    def size(self) -> int:
        """Bytes of all sources together."""
        return sum(source.size or 0 for source in self.sources)

    def batches(self) -> Iterator[tuple[Source, int, Batch]]:
        """Return every record once more: its source, the number of the batch's first record in it, the batch."""
        for source in self.sources:
            if source.can_repeat:
                source.file.seek(source.start)
            number, place = 1, source.start
            stream = narrow(source.file, source.name, source.encoding)
            for batch in batches(stream, source.name, self.key, normalise_urls=self.normalise_urls):
                yield source, number, batch
                number += len(batch.records)
                if is_wide(source.encoding) and source.can_repeat:
                    place, before = source.file.tell(), place
                    self.advance(place - before)
                else:
                    self.advance(sum(map(len, batch.records)) + len(batch.records))

    def count(self) -> int:
        """Return how many records the sources have at most."""
        lines = len(self.sources)
        for source in self.sources:
            source.file.seek(source.start)
            while block := source.file.read(_COPY):
                lines += block.count(b"\n")
                self.advance(len(block))
        return lines

    def expect_no_change(self) -> None:
        """From now on the sources must stay as they are: they are read more than once."""
        self._states = [source.state() for source in self.sources]

    def advance(self, size: int) -> None:
        """Tell that `size` more bytes have been read.

        Raises:
            KnownError: when a source changed that must not.
            Cancelled: when the reporter says so.
        """
        for source, state in zip(self.sources, self._states, strict=False):
            if source.state() != state:
                raise KnownError(
                    "{path} changed while it was read. Run this again when nothing writes to it.", path=source.name
                )
        self.done += size
        self.reporter.advance(Phase.DIGEST, self.done, self.total)
