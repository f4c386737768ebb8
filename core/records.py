"""Lines made unique: of each the first occurrence stays, in order, for files larger than memory too.

`exact` keeps every distinct key in memory: the quickest way while they fit. `bloom` bounds the memory, confirms each
hit of its filter on disk before a line goes (`core.bloom`), and reads its files four times. Where the keys outgrow
the memory, `exact` goes on as `bloom`. The output is the same: that of `awk '!seen[$0]++'`, but that a byte order mark
is no part of a line and that lists in UTF-16 are read and written as such.
"""

from __future__ import annotations

import errno
import os
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, BinaryIO

import psutil

from core.errors import KnownError
from core.output_file import output_file
from core.progress import NullReporter
from core.record_encoding import encoding_of_output, written
from core.record_reading import KEY_OVERHEAD
from core.record_sources import Reading, open_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.bloom import Bits
    from core.progress import Reporter
    from core.record_reading import Column

MEMORY = ("exact", "bloom")

_PASSES = 4
"""How often the bounded way reads its sources: counting, sieving, spilling, writing."""


@dataclass(frozen=True, slots=True)
class RecordsResult:
    """What became of the lines.

    Attributes:
        lines: read; kept + dropped.
        memory: "exact" or "bloom": the way that finished the work.
        filter_bytes: memory of the filters; 0 when exact.
        false_hits: lines that a filter took for repetitions and that the exact check kept.
        spilled_bytes: written to temporary files for the exact check.
    """

    lines: int
    kept: int
    dropped: int
    memory: str
    filter_bytes: int = 0
    false_hits: int = 0
    spilled_bytes: int = 0

    @property
    def false_rate(self) -> float:
        """Share of the kept lines that the filter took for repetitions, in [0, 1]."""
        return self.false_hits / self.kept if self.kept else 0.0


def unique(
    sources: Sequence[str | BinaryIO],
    out: BinaryIO,
    *,
    memory: str = "exact",
    error_rate: float = 0.001,
    key: Column | None = None,
    normalise_urls: bool = False,
    dropped: BinaryIO | None = None,
    limit: int | None = None,
    reporter: Reporter | None = None,
) -> RecordsResult:
    """Write the first occurrence of every line of `sources` to `out`, in order, each with a line feed.

    Args:
        sources: paths, or binary files; one that cannot be read twice is copied to a temporary file when bounded.
        memory: "exact" or "bloom".
        error_rate: share of new lines that the filter may take for repetitions, in (0, 0.5]; costs time only.
        key: the column of a CSV table that makes two rows the same; without it the whole line does.
        normalise_urls: take addresses for the same that RFC 3986 says are.
        dropped: gets a line `source TAB number TAB record` for every record dropped.
        limit: bytes of keys from which "exact" goes on as "bloom"; by default half of what is available.
        reporter: told bytes read in the phase DIGEST; asked whether to go on.

    Raises:
        KnownError: when a source cannot be read, is no CSV, changed meanwhile, or the disk is full.
        Cancelled: when the reporter says so; `out` holds a beginning of the output.
    """
    if memory not in MEMORY:
        raise ValueError(f"memory = {memory!r} is none of {', '.join(MEMORY)}")
    if not 0.0 < error_rate <= 0.5:
        raise ValueError(f"error_rate = {error_rate} is outside (0, 0.5]")
    with ExitStack() as stack:
        opened = [open_source(source, stack, may_copy=memory == "bloom") for source in sources]
        reading = Reading(opened, key, normalise_urls, reporter or NullReporter())
        try:
            sink = _Sink(written(out, encoding_of_output(source.encoding for source in opened)), dropped)
            done = 0
            if memory == "exact":
                bound = psutil.virtual_memory().available // 2 if limit is None else limit
                is_finished, done = _exact(reading, sink, bound)
                if is_finished:
                    return RecordsResult(done, sink.kept, done - sink.kept, "exact")
            return _bounded(reading, sink, error_rate, done, stack)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise KnownError("The disk is full. Free some space and run this again.") from error
            raise


def unique_file(
    paths: Sequence[str | BinaryIO],
    out_path: str,
    *,
    memory: str = "exact",
    error_rate: float = 0.001,
    key: Column | None = None,
    normalise_urls: bool = False,
    dropped: BinaryIO | None = None,
    reporter: Reporter | None = None,
) -> RecordsResult:
    """As `unique`, into a file that is replaced when all is done: it may be one of the sources."""
    with ExitStack() as stack:
        try:
            out = stack.enter_context(output_file(out_path))
        except OSError as error:
            raise KnownError(
                "{path} cannot be written: {reason}", path=out_path, reason=error.strerror or str(error)
            ) from error
        return unique(
            paths,
            out,
            memory=memory,
            error_rate=error_rate,
            key=key,
            normalise_urls=normalise_urls,
            dropped=dropped,
            reporter=reporter,
        )


@dataclass(slots=True)
class _Sink:
    """Writes what is kept, and reports what is not."""

    out: BinaryIO
    dropped: BinaryIO | None
    kept: int = 0

    def keep(self, records: list[bytes]) -> None:
        """Write all of these."""
        if records:
            self.out.write(b"\n".join(records))
            self.out.write(b"\n")
            self.kept += len(records)

    def sift(self, place: tuple[str, int], records: list[bytes], flags: Sequence[object]) -> None:
        """Write the records whose flag is true; `place` is the source and the number of the first record."""
        kept = list(compress(records, flags))
        self.keep(kept)
        if self.dropped is not None and len(kept) < len(records):
            name = os.fsencode(place[0])
            for number, (record, flag) in enumerate(zip(records, flags, strict=True), place[1]):
                if not flag:
                    self.dropped.write(b"%s\t%d\t%s\n" % (name, number, record))


def _exact(reading: Reading, sink: _Sink, bound: int) -> tuple[bool, int]:
    """Return whether all records are done, and how many are."""
    seen: set[bytes] = set()
    add = seen.add
    done = weight = 0
    for source, number, (records, keys) in reading.batches():
        # add() returns None: a key unknown so far is noted and counts as fresh
        if keys is records and sink.dropped is None:
            fresh = [key for key in keys if key not in seen and not add(key)]
            sink.keep(fresh)
        else:
            flags = [key not in seen and not add(key) for key in keys]
            sink.sift((source.name, number), records, flags)
            fresh = list(compress(keys, flags))
        done += len(records)
        if reading.can_repeat:
            weight += sum(map(len, fresh))
            if weight + KEY_OVERHEAD * len(seen) > bound:
                return False, done
    return True, done


def _bounded(reading: Reading, sink: _Sink, error_rate: float, done: int, stack: ExitStack) -> RecordsResult:
    """Write what is kept of the records after the first `done`, which were written before."""
    from core.bloom import Bits, Sieve, Spill  # noqa: PLC0415  # numpy costs the quick way a tenth of its time

    reading.expect_no_change()
    reading.total = reading.done + reading.size * _PASSES
    sieve = Sieve(reading.count(), error_rate)
    lines = 0
    for _, _, batch in reading.batches():
        sieve.add(batch.keys)
        lines += len(batch.records)
    spill = Spill(stack)
    if sieve.hits:
        position = 0
        for _, _, (_, keys) in reading.batches():
            flags = sieve.suspects(keys)
            spill.add(compress(range(position, position + len(keys)), flags), compress(keys, flags))
            position += len(keys)
    repeated = Bits(lines)
    for positions in spill.repetitions(lambda: reading.advance(0)):
        repeated.set(positions)
    _write(reading, sink, repeated, done)
    dropped = repeated.total()
    return RecordsResult(lines, lines - dropped, dropped, "bloom", sieve.size, sieve.hits - dropped, spill.size)


def _write(reading: Reading, sink: _Sink, repeated: Bits, done: int) -> None:
    position = 0
    for source, number, (records, _) in reading.batches():
        skip = min(max(0, done - position), len(records))
        flags = repeated.clear_from(position, len(records))
        sink.sift((source.name, number + skip), records[skip:], flags[skip:])
        position += len(records)
