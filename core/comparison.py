"""Files of one size, compared byte for byte: which of them are equal, and which could not be read."""

from __future__ import annotations

import os
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from core.errors import Problem, ProblemKind
from core.opening import open_with_status, read_at, read_block
from core.progress import Cancelled, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from core.documents import Document
    from core.progress import Reporter

BLOCK = 256 * 1024
"""Bytes of each file held at a time in lock step: two of them stay in the processor's cache. (64 KiB take a tenth
longer, 1 MiB a third.)"""

EDGE = 4 * 1024
"""Bytes read at the head and at the tail before the whole: most files that differ, differ there."""

FEW = 8
"""So many small files are read whole and kept until they are compared: 2 MiB at most."""

MANY = 200
"""A class of more files than this is hashed: so many files cannot be held open at once."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Names of which one is enough to be read: they are one file, or known to have one content.

    Attributes:
        names: at least one; the next is tried when one cannot be read.
        contents: ids of the library's contents that these bytes are known to be.
        is_guest: stands for a content of the library; its names are no part of the scan.
    """

    names: tuple[Document, ...]
    contents: tuple[int, ...] = ()
    is_guest: bool = False

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return self.names[0].size


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comparing units of one size told.

    Attributes:
        classes: units with equal bytes; units of different classes differ.
        unread: units of which no name could be read: equal to nothing, told apart from nothing.
    """

    classes: list[list[Unit]]
    unread: list[Unit]


class ChangedError(OSError):
    """The file is not as the walk saw it."""


class Account:
    """What the threads of one comparison share: progress, problems, and the wish to stop.

    Attributes:
        problems: one for each name that could not be read.
        opened: how many files were opened.
    """

    def __init__(self, reporter: Reporter, total: int) -> None:
        self.problems: list[Problem] = []
        self.opened = 0
        self._reporter = reporter
        self._total = total
        self._done = 0
        self._is_stopped = False
        self._lock = Lock()

    def stop(self) -> None:
        """Let every thread end at its next block."""
        self._is_stopped = True

    def advance(self, size: int, opened: int = 0) -> None:
        """Count bytes as done, and files as opened.

        Raises:
            Cancelled: when the user asked to stop, or another thread failed.
        """
        if self._is_stopped:
            raise Cancelled
        with self._lock:
            self._done += size
            self.opened += opened
            self._reporter.advance(Phase.DIGEST, self._done, self._total)

    def lose(self, name: Document, error: OSError) -> None:
        """Note that a file could not be read."""
        kind = ProblemKind.UNREADABLE
        if isinstance(error, ChangedError | FileNotFoundError):
            kind = ProblemKind.CHANGED
        elif isinstance(error, PermissionError):
            kind = ProblemKind.DENIED
        self.problems.append(Problem(name.path, kind, error.strerror or str(error)))


class Buffers:
    """Memory of one thread for two blocks and two edges, used again from one comparison to the next."""

    def __init__(self) -> None:
        self._pairs = {length: (bytearray(length), bytearray(length)) for length in (EDGE, BLOCK)}

    def agree(self, descriptors: Sequence[int], offset: int, length: int) -> bool:
        """Return whether all open files hold the same `length` bytes at `offset`, and no fewer."""
        first, other = self._pairs[EDGE if length == EDGE else BLOCK]
        view = memoryview(other)[:length]
        if read_block(descriptors[0], first, length, offset) != length:
            return False
        for descriptor in descriptors[1:]:
            if read_block(descriptor, other, length, offset) != length or not first.startswith(view):
                return False
        return True


def split(units: Sequence[Unit], account: Account, maximum_open: int = MANY, buffers: Buffers | None = None) -> Outcome:
    """Split units of one size into classes of equal bytes, with at most `maximum_open` files open.

    Args:
        buffers: to be used again by the next call in the same thread.

    Raises:
        Cancelled: when the user asked to stop.
    """
    return _Split(units, account, maximum_open, buffers or Buffers()).outcome()


class _OpenFile(NamedTuple):
    descriptor: int
    unit: Unit
    name: Document

    def block(self, offset: int, length: int) -> bytes:
        block = read_at(self.descriptor, length, offset)
        if len(block) != length:
            raise ChangedError("shorter than at the walk")
        return block

    def check(self) -> None:
        """Raise ChangedError when the file is not as the walk saw it."""
        _check(os.fstat(self.descriptor), self.name)

    def close(self) -> None:
        os.close(self.descriptor)


def _check(status: os.stat_result, name: Document) -> None:
    if status.st_size != name.size or status.st_mtime_ns != name.mtime_ns:
        raise ChangedError("changed since the walk")


class _Split:
    """The work on the units of one size."""

    def __init__(self, units: Sequence[Unit], account: Account, maximum_open: int, buffers: Buffers) -> None:
        self._units = units
        self._buffers = buffers
        self._opened = 0
        self._size = units[0].size
        self._account = account
        self._maximum_open = maximum_open
        self._counted = 0
        self._classes: list[list[Unit]] = []
        self._unread: list[Unit] = []

    def outcome(self) -> Outcome:
        if len(self._units) <= FEW and self._size <= BLOCK:
            self._compare_whole()
        elif len(self._units) <= self._maximum_open:
            self._compare(self._units)
        else:
            for alike in self._alike_at_edges():
                self._tell_apart(alike)
        self._account.advance(self._size * len(self._units) - self._counted, self._opened)
        return Outcome(self._classes, self._unread)

    def _tell_apart(self, alike: list[Unit]) -> None:
        if len(alike) == 1 or self._size <= 2 * EDGE:
            self._classes.append(alike)
        elif len(alike) <= self._maximum_open:
            self._compare(alike)
        else:
            self._compare_digests(alike)

    # A few small files: each is read at once

    def _compare_whole(self) -> None:
        files: list[_OpenFile] = []
        blocks: list[bytes] = []
        parts: list[list[_OpenFile]] = []
        try:
            for unit in self._units:
                file = self._open(unit)
                if file is None:
                    continue
                files.append(file)
                self._sort_in(file, blocks, parts)
            for part in parts:
                same = [file.unit for file in part if self._is_unchanged(file)]
                if same:
                    self._classes.append(same)
        finally:
            for file in files:
                file.close()

    def _sort_in(self, file: _OpenFile, blocks: list[bytes], parts: list[list[_OpenFile]]) -> None:
        try:
            block = file.block(0, self._size)
        except OSError as error:
            self._lose(file.unit, file.name, error)
            return
        if block in blocks:
            parts[blocks.index(block)].append(file)
        else:
            blocks.append(block)
            parts.append([file])

    # A few files: all are open, and read in lock step

    def _compare(self, units: Sequence[Unit]) -> None:
        files: list[_OpenFile] = []
        try:
            for unit in units:
                file = self._open(unit)
                if file is not None:
                    files.append(file)
            for part in self._in_lock_step(files):
                self._classes.append([file.unit for file in part])
        finally:
            for file in files:
                file.close()

    def _in_lock_step(self, files: list[_OpenFile]) -> Iterator[list[_OpenFile]]:
        """Yield the classes of equal files, those of one file too."""
        pending = [(files, 0)]
        while pending:
            group, step = pending.pop()
            while len(group) > 1 and (stretch := _stretch(self._size, step)) is not None:
                step += 1
                if not self._agree(group, *stretch):
                    group, *others = self._parts(group, *stretch)
                    pending += [(other, step) for other in others]
            if len(group) > 1:
                group = [file for file in group if self._is_unchanged(file)]
            if group:
                yield group

    def _agree(self, files: list[_OpenFile], offset: int, length: int) -> bool:
        """Return whether a block of all files could be read and is the same: the usual case, at the least cost."""
        try:
            if not self._buffers.agree([file.descriptor for file in files], offset, length):
                return False
        except OSError:
            return False
        if length == BLOCK:
            self._count(length * len(files))
        return True

    def _parts(self, files: list[_OpenFile], offset: int, length: int) -> list[list[_OpenFile]]:
        """Return the files parted by one block of each; one empty part when none could be read."""
        blocks: list[bytes] = []
        parts: list[list[_OpenFile]] = []
        for file in files:
            try:
                block = file.block(offset, length)
            except OSError as error:
                self._lose(file.unit, file.name, error)
                continue
            for known, part in zip(blocks, parts, strict=True):
                if known == block:
                    part.append(file)
                    break
            else:
                blocks.append(block)
                parts.append([file])
        return parts or [[]]

    def _is_unchanged(self, file: _OpenFile) -> bool:
        try:
            file.check()
        except OSError as error:
            self._lose(file.unit, file.name, error)
            return False
        return True

    # Many files: one open at a time

    def _alike_at_edges(self) -> list[list[Unit]]:
        """Return the units parted by their head and tail; files of up to two edges are read whole."""
        parts: defaultdict[bytes, list[Unit]] = defaultdict(list)
        for unit in self._units:
            edges = self._read_once(unit, self._edges)
            if edges is not None:
                parts[edges].append(unit)
        return list(parts.values())

    def _edges(self, file: _OpenFile) -> bytes:
        edges = blake2b(file.block(0, min(self._size, 2 * EDGE)), digest_size=32)
        if self._size > 2 * EDGE:
            edges.update(file.block(self._size - EDGE, EDGE))
        return edges.digest()

    def _compare_digests(self, units: Sequence[Unit]) -> None:
        parts: defaultdict[bytes, list[Unit]] = defaultdict(list)
        for unit in units:
            digest = self._read_once(unit, self._digest)
            if digest is not None:
                parts[digest].append(unit)
        self._classes += parts.values()

    def _digest(self, file: _OpenFile) -> bytes:
        from blake3 import blake3  # noqa: PLC0415  # seldom needed, and every scan would wait for it

        digest = blake3()
        for offset in range(0, self._size, BLOCK):
            length = min(BLOCK, self._size - offset)
            digest.update(file.block(offset, length))
            self._count(length)
        return digest.digest()

    def _read_once(self, unit: Unit, question: Callable[[_OpenFile], bytes]) -> bytes | None:
        file = self._open(unit)
        if file is None:
            return None
        with closing(file):
            try:
                answer = question(file)
                file.check()
            except OSError as error:
                self._lose(unit, file.name, error)
                return None
        self._count(0)
        return answer

    # Both

    def _open(self, unit: Unit) -> _OpenFile | None:
        """Open the first name of a unit that can be opened and is as the walk saw it."""
        for name in unit.names:
            try:
                descriptor, status = open_with_status(name.path)
                self._opened += 1
                try:
                    _check(status, name)
                except ChangedError:
                    os.close(descriptor)
                    raise
            except OSError as error:
                if not unit.is_guest:
                    self._account.lose(name, error)
            else:
                return _OpenFile(descriptor, unit, name)
        self._unread.append(unit)
        return None

    def _lose(self, unit: Unit, name: Document, error: OSError) -> None:
        """Note that reading failed half-way: the unit is equal to nothing."""
        if not unit.is_guest:
            self._account.lose(name, error)
        self._unread.append(unit)

    def _count(self, size: int) -> None:
        self._counted += size
        self._account.advance(size)


def _stretch(size: int, step: int) -> tuple[int, int] | None:
    """Return offset and length of what is read at `step`: head, tail, then the whole in blocks; None at the end.

    What fits into one block is read at once: the disk reads that much ahead anyway.
    """
    if size <= BLOCK:
        return (0, size) if step == 0 else None
    if step == 0:
        return 0, EDGE
    if step == 1:
        return size - EDGE, EDGE
    offset = (step - 2) * BLOCK
    return (offset, min(BLOCK, size - offset)) if offset < size else None
