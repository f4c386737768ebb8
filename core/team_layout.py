"""How a team's index lies in Redis: keys, records, filters, bands. Pure; `core.team` writes it, `core.team_check` asks.

    desks                hash   each library that shares: its number, and what it allows to be told of it (JSON)
    N:md5  N:blake3      sets   the digests of desk N, exact
    N:bloom:BITS         bits   a Bloom filter of its MD5s: most questions end there, the sets confirm the rest
    N:c:BUCKET           hash   by BLAKE3: MD5, size, date, label of each content
    N:t:PAGE             string records of 64 texts: SimHash, tokens, size, date, label, half of the sketch
    N:h:BUCKET           hash   by SimHash: the numbers of the texts that have it
    N:sums:c  N:sums:t   string a check sum of each bucket and page; all bits set while it is written
    s1:XXXX ... s4:XXXX  sets   by SimHash segment: the other 48 bits and the desk, as one integer
    b0:XXXX ... bf:XXXX  sets   by the first slot of a sketch band: the second slot, desk and text, as one integer

All keys start with `neartwin:{TEAM}:`. Sets of integers up to 512 members take 8 bytes a member. What a desk has in the
sets follows from its buckets and pages, and those are written first and emptied last: so a desk can always be brought
to what it should be, whatever was interrupted. Commands are those of Redis 6.2, which Valkey has too.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import TYPE_CHECKING, Final

import numpy as np
from blake3 import blake3

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

FORMAT: Final = 1
"""Raised when anything below changes."""

SLOTS: Final = 64
"""Slots of a sketch that are shared: half of them; the estimate is off by a hundredth more."""

BANDS: Final = 16
"""Bands of two slots each: of texts that are 90 % alike they miss 4 in 1,000, of those 95 % alike none in 100,000."""

BUCKET_BITS: Final = 14
"""Contents are spread over 16,384 buckets: up to 2,000,000 they stay in Redis's compact form."""

PAGE: Final = 64
"""Texts of a page."""

HASHES: Final = 10
BITS_EACH: Final = 14.4
"""Of a Bloom filter that errs once in 1,000 times: 1.44 log2(1000) bits a key, and log2(1000) of them set."""

TEXT: Final = np.dtype(
    [
        *(("state", "u1"), ("spare", "u1"), ("label", "<u2"), ("tokens", "<u4")),
        *(("simhash", "<u8"), ("size", "<u8"), ("modified", "<u4"), ("unused", "<u4"), ("slots", "<u2", (SLOTS,))),
    ]
)
"""A text's record, 160 bytes. state: 0 none, 1 with a SimHash, 2 without; modified: seconds since 1970."""

WITH_SIMHASH: Final = 1
WITHOUT_SIMHASH: Final = 2

CONTENT: Final = Struct("<16sQIH")
"""A content's record, 30 bytes: MD5, size, date (seconds since 1970), label."""

_SLOTS_OF_MODEL: Final = 3
"""Tokens of a shingle: a changed token takes three shingles with it (see `core.candidates.needed_slots`)."""

_ZERO_SUM: Final = bytes(8)


@dataclass(frozen=True, slots=True)
class Keys:
    """The names of a team's keys."""

    team: str

    def __post_init__(self) -> None:
        is_odd = any(sign in "{}*?[]\\" or not sign.isprintable() for sign in self.team)
        if is_odd or not 1 <= len(self.team) <= 64:
            raise ValueError("the name of a team has 1 to 64 characters, none of them {}*?[]\\")

    @property
    def start(self) -> str:
        """What all keys of the team begin with; the braces keep them together on a cluster."""
        return f"neartwin:{{{self.team}}}:"

    def named(self, name: str) -> str:
        """Return the key of the team with this name."""
        return self.start + name

    def of_desk(self, desk: int, name: str) -> str:
        """Return the key of a desk with this name."""
        return f"{self.start}{desk}:{name}"

    def bucket(self, desk: int, bucket: int) -> str:
        """Return the key of a bucket of contents."""
        return f"{self.start}{desk}:c:{bucket:04x}"

    def page(self, desk: int, page: int) -> str:
        """Return the key of a page of texts."""
        return f"{self.start}{desk}:t:{page:x}"

    def simhash(self, desk: int, simhash: int) -> str:
        """Return the key of the bucket that says which texts have this SimHash."""
        return f"{self.start}{desk}:h:{simhash >> (64 - BUCKET_BITS):04x}"

    def segment(self, number: int, value: int) -> str:
        """Return the key of a SimHash segment, number 1 to 4."""
        return f"{self.start}s{number}:{value:04x}"

    def band(self, number: int, slot: int) -> str:
        """Return the key of a band by its first slot, number 0 to 15."""
        return f"{self.start}b{number:x}:{slot:04x}"


def bucket_of(digest: bytes) -> int:
    """Return the bucket of a BLAKE3 digest."""
    return int.from_bytes(digest[:2], "big") >> (16 - BUCKET_BITS)


def bucket_sum(entries: Mapping[bytes, bytes]) -> bytes:
    """Return the check sum of a bucket; the same for the same entries, never zero unless it is empty."""
    if not entries:
        return _ZERO_SUM
    return blake3(b"".join(digest + entries[digest] for digest in sorted(entries))).digest(8)


def page_sum(page: bytes) -> bytes:
    """Return the check sum of a page of texts; zero for an empty one."""
    return blake3(page).digest(8) if any(page) else _ZERO_SUM


def differing(known: bytes, wanted: bytes) -> list[int]:
    """Return the numbers of the check sums, 8 bytes each, that differ; a missing one is zero."""
    length = max(len(known), len(wanted))
    ours, theirs = (np.frombuffer(one.ljust(length, b"\0"), np.uint64) for one in (wanted, known))
    return [int(number) for number in np.flatnonzero(ours != theirs)]


def segment_members(simhash: int, desk: int) -> tuple[tuple[int, int, int], ...]:
    """Return (segment number, its value, the member that stands for this SimHash of this desk) for all four."""
    found = []
    for number in range(1, 5):
        shift = 64 - 16 * number
        rest = (simhash >> (shift + 16)) << shift | (simhash & ((1 << shift) - 1))
        found.append((number, simhash >> shift & 0xFFFF, signed(rest << 16 | desk)))
    return tuple(found)


def simhash_of(rest: int, number: int, value: int) -> int:
    """Return the SimHash whose segment `number` is `value` and whose other 48 bits are `rest`."""
    shift = 64 - 16 * number
    return (rest >> shift) << (shift + 16) | value << shift | rest & ((1 << shift) - 1)


def band_members(slots: NDArray[np.uint16], desk: int, text: int) -> list[tuple[int, int, int]]:
    """Return (band, its first slot, the member that stands for this text of this desk) for all bands."""
    firsts, seconds = slots[0 : 2 * BANDS : 2].tolist(), slots[1 : 2 * BANDS : 2].tolist()
    low = desk << 32 | text
    return [(band, firsts[band], signed(seconds[band] << 48 | low)) for band in range(BANDS)]


def signed(value: int) -> int:
    """Return 64 unsigned bits as a signed integer: what a compact set of Redis holds."""
    return value - (1 << 64) if value >> 63 else value


def flips(value: int, most: int) -> list[int]:
    """Return all 16-bit values at most `most` bits from `value`, itself first."""
    found = [value]
    ring = [(value, 0)]
    for _ in range(most):
        ring = [(one ^ 1 << bit, bit + 1) for one, start in ring for bit in range(start, 16)]
        found += [one for one, _ in ring]
    return found


def bloom_bits(count: int) -> int:
    """Return the size of a filter for so many keys, a power of two so that it seldom changes; at least 2**16 bits."""
    return max(1 << 16, 1 << int(np.ceil(np.log2(max(count, 1) * BITS_EACH))))


def bloom_places(digests: Sequence[bytes], bits: int) -> NDArray[np.uint64]:
    """Return [n, HASHES] which bits stand for each MD5.

    An MD5 is a good hash already: its halves are the two that all others are made from.
    Source: A. Kirsch, M. Mitzenmacher, Less hashing, same performance, ESA 2006.
    """
    halves = np.frombuffer(b"".join(digests), "<u8").reshape(-1, 2).astype(np.uint64)
    steps = np.arange(HASHES, dtype=np.uint64)
    return (halves[:, :1] + steps * (halves[:, 1:] | np.uint64(1))) & np.uint64(bits - 1)


def bloom_filter(digests: Iterable[bytes], bits: int) -> bytes:
    """Return the filter of these MD5s as Redis stores bits: the first is the highest of the first byte."""
    is_set = np.zeros(bits, np.bool_)
    chosen = list(digests)
    for start in range(0, len(chosen), 1 << 16):
        is_set[bloom_places(chosen[start : start + (1 << 16)], bits).ravel()] = True
    return np.packbits(is_set).tobytes()


def in_bloom(bitmap: bytes, places: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return for each row of places whether all of its bits are set."""
    cells = np.frombuffer(bitmap, np.uint8)
    hit = cells[(places >> np.uint64(3)).astype(np.intp)] >> (np.uint8(7) - (places & np.uint64(7)).astype(np.uint8))
    return np.asarray((hit & 1).all(axis=1))


def estimate(agreeing: int) -> float:
    """Return about how similar two texts are whose shared slots agree in so many of SLOTS, in [0, 1).

    The mean of what `core.candidates.usual_slots` says, turned round: changes stand far apart, each takes three
    shingles. Off by 0.02 at 0.9 (one standard deviation of 64 slots).
    """
    resemblance = agreeing / SLOTS
    kept = 2 * resemblance / (1 + resemblance)
    return min(0.99, 1 - (1 - kept) / _SLOTS_OF_MODEL) if agreeing else 0.0
