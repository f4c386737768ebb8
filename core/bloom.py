"""Repetitions in more records than memory holds: a Bloom filter sieves, the disk decides.

    1  sieve   every key goes through a Bloom filter; a key that it seems to know already may be a repetition, and
               goes into a second filter. A filter forgets nothing, so no repetition escapes.
    2  spill   the records whose key the second filter knows (repetitions, their first occurrences, and the few that
               only seemed to be) go to files, equal keys into the same one.
    3  decide  within each file the keys themselves are compared, byte for byte.

So memory is bounded by the filters and one bit a record, and no record is dropped that does not stand before.
Source: B. H. Bloom, Space/time trade-offs in hash coding with allowable errors, 1970. The filter is rbloom's:
1.44 log2(1 / error rate) bits a key, wheels for every platform, and the asked error rate to a hundredth.
"""

from __future__ import annotations

import tempfile
from array import array
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import compress
from typing import IO, TYPE_CHECKING

import numpy as np
from rbloom import Bloom

from core.record_reading import KEY_OVERHEAD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

PARTITIONS = 64
"""Files that keys are spread over: few enough to be open at once on any system."""

_PARTITION_BITS = 6

KEY_BUDGET = 16 * 1024 * 1024
"""Bytes of keys that are held in memory at a time; a file with more distinct ones is spread again."""

_DEEPEST = 5
"""So often is a file spread again: with the hash's bits used up, equal hashes stay together."""

_LOOSE = 0.01
"""Error rate of the second filter: it costs disk, not correctness."""

_BUFFER = 1 << 15


@dataclass(slots=True)
class Sieve:
    """Tells keys that may repeat from those that surely do not.

    Attributes:
        hits: keys that the filter seemed to know.
    """

    capacity: int
    error_rate: float
    hits: int = 0
    _seen: Bloom = field(init=False)
    _suspects: Bloom = field(init=False)

    def __post_init__(self) -> None:
        self._seen = Bloom(max(self.capacity, 1), self.error_rate)
        # a key that repeats takes two records at least
        self._suspects = Bloom(max(self.capacity // 2, 1), _LOOSE)

    @property
    def size(self) -> int:
        """Bytes of both filters."""
        return (self._seen.size_in_bits + self._suspects.size_in_bits) // 8

    def add(self, keys: Iterable[bytes]) -> None:
        """Take note of keys in their order."""
        seen, add = self._seen, self._seen.add
        # add() returns None: a key unknown so far is noted and left out of the list
        hits = [key for key in keys if key in seen or add(key)]
        self._suspects.update(hits)
        self.hits += len(hits)

    def suspects(self, keys: Iterable[bytes]) -> list[bool]:
        """Say for each key whether it may stand more than once."""
        known = self._suspects
        return [key in known for key in keys]


class Spill:
    """Records on disk, equal keys in the same file, waiting to be decided."""

    def __init__(self, stack: ExitStack, depth: int = 0) -> None:
        self._stack = stack
        self._depth = depth
        self._files: dict[int, tuple[IO[bytes], IO[bytes]]] = {}
        self.size = 0

    def add(self, positions: Iterable[int], keys: Iterable[bytes]) -> None:
        """Write keys without line feeds, with the positions of their records in ascending order."""
        places: list[list[int]] = [[] for _ in range(PARTITIONS)]
        names: list[list[bytes]] = [[] for _ in range(PARTITIONS)]
        shift, mask = self._depth * _PARTITION_BITS, PARTITIONS - 1
        for position, key in zip(positions, keys, strict=True):
            number = (hash(key) >> shift) & mask
            places[number].append(position)
            names[number].append(key)
        for number, part in enumerate(names):
            if part:
                key_file, position_file = self._open(number)
                self.size += key_file.write(b"\n".join(part) + b"\n")
                self.size += position_file.write(array("Q", places[number]).tobytes())

    def _open(self, number: int) -> tuple[IO[bytes], IO[bytes]]:
        if number not in self._files:
            self._files[number] = _file(self._stack), _file(self._stack)
        return self._files[number]

    def repetitions(self, go_on: Callable[[], None]) -> Iterator[NDArray[np.uint64]]:
        """Return the positions of the records whose key stands at a smaller position, in parts, some of them twice.

        Args:
            go_on: called now and then; may raise to stop.
        """
        for keys, positions in self._files.values():
            yield from _decide(keys, positions, self._depth, go_on)
            keys.close()
            positions.close()


def _file(stack: ExitStack) -> IO[bytes]:
    return stack.enter_context(tempfile.TemporaryFile(buffering=_BUFFER))


def _blocks(keys: IO[bytes], positions: IO[bytes]) -> Iterator[tuple[array[int], list[bytes]]]:
    keys.seek(0)
    positions.seek(0)
    while lines := keys.readlines(1 << 18):
        places = array("Q")
        places.frombytes(positions.read(len(lines) * places.itemsize))
        yield places, [line[:-1] for line in lines]


def _decide(
    keys: IO[bytes], positions: IO[bytes], depth: int, go_on: Callable[[], None]
) -> Iterator[NDArray[np.uint64]]:
    seen: set[bytes] = set()
    add = seen.add
    weight = 0
    for places, names in _blocks(keys, positions):
        repeats = [name in seen or add(name) for name in names]
        yield np.array(list(compress(places, repeats)), np.uint64)
        go_on()
        weight += sum(len(name) + KEY_OVERHEAD for name, repeat in zip(names, repeats, strict=True) if not repeat)
        if weight > KEY_BUDGET and depth < _DEEPEST:
            seen.clear()
            yield from _spread(keys, positions, depth + 1, go_on)
            return


def _spread(
    keys: IO[bytes], positions: IO[bytes], depth: int, go_on: Callable[[], None]
) -> Iterator[NDArray[np.uint64]]:
    with ExitStack() as stack:
        spill = Spill(stack, depth)
        for places, names in _blocks(keys, positions):
            go_on()
            spill.add(places, names)
        yield from spill.repetitions(go_on)


@dataclass(slots=True)
class Bits:
    """One bit a record."""

    count: int
    _bytes: NDArray[np.uint8] = field(init=False)

    def __post_init__(self) -> None:
        self._bytes = np.zeros(self.count // 8 + 1, np.uint8)

    def set(self, positions: NDArray[np.uint64]) -> None:
        """Set the bits at `positions`."""
        np.bitwise_or.at(self._bytes, positions >> np.uint64(3), _BIT[positions & np.uint64(7)])

    def total(self) -> int:
        """Return how many bits are set."""
        return int(np.bitwise_count(self._bytes).sum())

    def clear_from(self, start: int, length: int) -> bytes:
        """Return for each of `length` records from `start` on one byte: 1 where its bit is clear, else 0."""
        whole = np.unpackbits(self._bytes[start >> 3 : (start + length + 7) >> 3], bitorder="little")
        return (1 - whole[start & 7 : (start & 7) + length]).tobytes()


_BIT = np.left_shift(np.uint8(1), np.arange(8, dtype=np.uint8))
