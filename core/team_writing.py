"""Brings the buckets and pages of a desk to what they should be; each step can be interrupted and done again.

In a bucket, what goes leaves the sets before it leaves the bucket, and what comes enters the bucket before it enters
the sets: the sets never hold what no bucket tells. The check sum says so while a bucket is written, and is set at the
end.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from core.team_layout import (
    PAGE,
    TEXT,
    WITH_SIMHASH,
    band_members,
    bucket_of,
    bucket_sum,
    differing,
    page_sum,
    segment_members,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from core.team_layout import Keys
    from core.team_server import Command, Server
    from core.team_shares import Wanted

    Pause = Callable[[int, int], None]

BUCKETS_AT_ONCE: Final = 512
PAGES_AT_ONCE: Final = 32
"""What one batch holds: some ten thousand commands, a tenth of a second of the server's time."""

WRITING: Final = b"\xff" * 8
"""Check sum of a bucket that is being written: no empty one has it, so that what is left of it is found."""

_NO_SUM: Final = bytes(8)
_MANY: Final = 1000
"""Members of one command: a longer one would keep others waiting."""


def write_contents(server: Server, desk: int, wanted: Wanted, before: Callable[[], None], pause: Pause) -> int:
    """Bring the contents of a desk to `wanted`; return how many buckets that were.

    Args:
        before: called once, before the first change.
    """
    buckets: dict[int, dict[bytes, bytes]] = {}
    for digest, record in wanted.contents.items():
        buckets.setdefault(bucket_of(digest), {})[digest] = record
    sums = _sums({number: bucket_sum(entries) for number, entries in buckets.items()})
    key = server.keys.of_desk(desk, "sums:c")
    wrong = differing(_bytes(server, key), sums)
    if wrong:
        before()
    _void(server, key, wrong)
    for done, batch in _batches(wrong, BUCKETS_AT_ONCE):
        pause(done, len(wrong))
        _write_buckets(server, desk, {number: buckets.get(number, {}) for number in batch}, wanted.md5s)
        _settle(server, key, batch, sums)
    return len(wrong)


def _write_buckets(
    server: Server, desk: int, buckets: Mapping[int, Mapping[bytes, bytes]], md5s: frozenset[bytes]
) -> None:
    keys = server.keys
    answers = server.answers([("HGETALL", keys.bucket(desk, number)) for number in buckets])
    known = [dict(zip(flat[::2], flat[1::2], strict=True)) for flat in answers]
    gone = [
        [digest for digest in had if digest not in entries]
        for had, entries in zip(known, buckets.values(), strict=True)
    ]
    gone_md5s = [
        record[:16]
        for had, entries in zip(known, buckets.values(), strict=True)
        for digest, record in had.items()
        if entries.get(digest, b"")[:16] != record[:16] and record[:16] not in md5s
    ]
    here = {record[:16] for entries in buckets.values() for record in entries.values()}
    commands = [
        *_each("SREM", keys.of_desk(desk, "blake3"), [digest for digests in gone for digest in digests]),
        *_each("SREM", keys.of_desk(desk, "md5"), gone_md5s),
    ]
    for number, entries in buckets.items():
        commands += _each("HSET", keys.bucket(desk, number), [part for entry in entries.items() for part in entry])
    there = [digest for entries in buckets.values() for digest in entries]
    commands += _each("SADD", keys.of_desk(desk, "blake3"), there)
    commands += _each("SADD", keys.of_desk(desk, "md5"), list(here))
    for number, digests in zip(buckets, gone, strict=True):
        commands += _each("HDEL", keys.bucket(desk, number), digests)
    server.answers(commands)


def write_texts(server: Server, desk: int, wanted: Wanted, pause: Pause) -> int:
    """Bring the texts of a desk to `wanted`; return how many pages that were."""
    pages = _pages(wanted.numbers, wanted.records)
    sums = _sums({number: page_sum(page.tobytes()) for number, page in pages.items()})
    key = server.keys.of_desk(desk, "sums:t")
    wrong = differing(_bytes(server, key), sums)
    if not wrong:
        return 0
    of_simhash = _texts_of_simhash(wanted)
    _void(server, key, wrong)
    for done, batch in _batches(wrong, PAGES_AT_ONCE):
        pause(done, len(wrong))
        _write_pages(server, desk, {number: pages.get(number, np.zeros(PAGE, TEXT)) for number in batch}, of_simhash)
        _settle(server, key, batch, sums)
    return len(wrong)


def _write_pages(
    server: Server, desk: int, pages: Mapping[int, NDArray[np.void]], of_simhash: Mapping[int, list[int]]
) -> None:
    keys = server.keys
    [stored] = server.answers([("MGET", *(keys.page(desk, number) for number in pages))])
    commands: list[Command] = []
    touched: set[int] = set()
    for (number, page), there in zip(pages.items(), stored, strict=True):
        old = _page(there)
        for place in np.flatnonzero((old["state"] != 0) & _differ(old, page)).tolist():
            simhash = _simhash(old[place])
            touched |= simhash
            left = simhash - of_simhash.keys()
            commands += _marks("SREM", keys, desk, number * PAGE + place, old[place], simhash=left)
        if page["state"].any():
            commands.append(("SET", keys.page(desk, number), page.tobytes()))
        for place in np.flatnonzero(page["state"] != 0).tolist():
            simhash = _simhash(page[place])
            touched |= simhash
            commands += _marks("SADD", keys, desk, number * PAGE + place, page[place], simhash=simhash)
    for value in touched:
        key, name = keys.simhash(desk, value), value.to_bytes(8, "big")
        texts = of_simhash.get(value)
        commands.append(("HDEL", key, name) if texts is None else ("HSET", key, name, np.array(texts, "<u4").tobytes()))
    commands += [("DEL", keys.page(desk, number)) for number, page in pages.items() if not page["state"].any()]
    server.answers(commands)


def _marks(
    act: str, keys: Keys, desk: int, text: int, record: np.void, *, simhash: Collection[int]
) -> Iterator[Command]:
    """Yield what puts a text into the sets of its bands and of the segments of its SimHash, or takes it out of them."""
    for band, slot, member in band_members(record["slots"], desk, text):
        yield act, keys.band(band, slot), member
    for value in simhash:
        for number, segment, member in segment_members(value, desk):
            yield act, keys.segment(number, segment), member


def _simhash(record: np.void) -> set[int]:
    """Return the SimHash of a record, if it has one."""
    return {int(record["simhash"])} if record["state"] == WITH_SIMHASH else set()


def _pages(numbers: NDArray[np.int64], records: NDArray[np.void]) -> dict[int, NDArray[np.void]]:
    """Return the records as pages by their number; what has no record is zero."""
    pages: dict[int, NDArray[np.void]] = {}
    for number in np.unique(numbers // PAGE).tolist():
        start, stop = np.searchsorted(numbers, (number * PAGE, (number + 1) * PAGE))
        page = np.zeros(PAGE, TEXT)
        page[numbers[start:stop] % PAGE] = records[start:stop]
        pages[number] = page
    return pages


def _page(stored: bytes | None) -> NDArray[np.void]:
    whole = (stored or b"")[: PAGE * TEXT.itemsize].ljust(PAGE * TEXT.itemsize, b"\0")
    return np.frombuffer(whole, TEXT)


def _differ(one: NDArray[np.void], other: NDArray[np.void]) -> NDArray[np.bool_]:
    """Return [PAGE] which records of two pages are not equal."""
    ours, theirs = (np.frombuffer(page.tobytes(), np.uint8).reshape(PAGE, -1) for page in (one, other))
    return np.asarray((ours != theirs).any(axis=1))


def _texts_of_simhash(wanted: Wanted) -> dict[int, list[int]]:
    has_one = wanted.records["state"] == WITH_SIMHASH
    found: dict[int, list[int]] = {}
    for simhash, text in zip(
        wanted.records["simhash"][has_one].tolist(), wanted.numbers[has_one].tolist(), strict=True
    ):
        found.setdefault(simhash, []).append(text)
    return found


def _sums(sums: Mapping[int, bytes]) -> bytes:
    """Return check sums by number as one string."""
    whole = bytearray(8 * (max(sums, default=-1) + 1))
    for number, one in sums.items():
        whole[8 * number : 8 * number + 8] = one
    return bytes(whole)


def _bytes(server: Server, key: str) -> bytes:
    found: Any = server.client.get(key)
    return found or b""


def _void(server: Server, key: str, numbers: Sequence[int]) -> None:
    """Say that these buckets are being written."""
    server.answers([("SETRANGE", key, 8 * number, WRITING) for number in numbers])


def _settle(server: Server, key: str, numbers: Sequence[int], sums: bytes) -> None:
    """Say that these buckets are as they should be."""
    server.answers([("SETRANGE", key, 8 * one, sums[8 * one : 8 * one + 8] or _NO_SUM) for one in numbers])


def _each(act: str, key: str, parts: Sequence[bytes]) -> Iterator[Command]:
    """Yield the command on these members, cut into several where there are many."""
    for start in range(0, len(parts), _MANY):
        yield act, key, *parts[start : start + _MANY]


def _batches(numbers: Iterable[int], size: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the numbers in batches, each with how many came before it."""
    source, done = iter(numbers), 0
    while batch := list(islice(source, size)):
        yield done, batch
        done += len(batch)
