"""Asks a team's index: does anyone here have this already?

Identical: MD5 through the Bloom filter, then MD5 and BLAKE3 in the exact sets, so no answer is wrong. Near: SimHash
segments (every text within the radius) and sketch bands, each confirmed on the text's record. The texts themselves are
with the colleagues, so a near answer is only ever "close by fingerprint", never "similar".
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from core.documents import SIMHASH_BITS
from core.team_layout import (
    BANDS,
    CONTENT,
    PAGE,
    SLOTS,
    TEXT,
    WITH_SIMHASH,
    bloom_places,
    bucket_of,
    estimate,
    flips,
    in_bloom,
    simhash_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from core.team_server import Command, Server

WHOLE_FILTER: Final = 256
"""From so many questions on the filter is fetched whole and looked at here: 2 MB for a million contents."""

AT_ONCE: Final = 1000
"""Questions that travel together."""

MOST_BY_BANDS: Final = 256
"""Of one question's candidates by bands, so many are looked at: a form that thousands have filled in meets them all."""

_LOW_32: Final = (1 << 32) - 1
_LOW_16: Final = (1 << 16) - 1


class Print(NamedTuple):
    """What is asked of one file: no text, no name.

    Attributes:
        simhash: unsigned; None where the text has none, or there is no text.
        slots: of its sketch (uint16); empty where there is no text to compare.
    """

    blake3: bytes
    md5: bytes
    simhash: int | None = None
    slots: bytes = b""


@dataclass(frozen=True, slots=True)
class Desk:
    """A library that shares.

    Attributes:
        name: "" where its owner gave none.
        labels: of its folders; a record's label counts from 1.
        bits: size of its Bloom filter.
    """

    number: int
    name: str
    labels: tuple[str, ...]
    bits: int
    maker: str

    def label(self, number: int) -> str:
        """Return the label that a record's number stands for; "" for none."""
        return self.labels[number - 1] if 1 <= number <= len(self.labels) else ""


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A file that a colleague's library has.

    Attributes:
        relation: "identical" (by MD5 and BLAKE3) or "close" (by fingerprints only).
        estimate: about how similar, by the sketches; 1 for identical.
        hamming: differing SimHash bits; None where one has no SimHash, or another choice of words.
        desk: the colleague's name for the library, "" for none; number: the team's.
        modified: seconds since 1970.
    """

    relation: str
    estimate: float
    hamming: int | None
    desk: str
    number: int
    label: str
    size: int
    modified: int


class TeamIndex:
    """A team's index at one moment, open for questions."""

    def __init__(self, server: Server, maker: str = "", *, without: str = "") -> None:
        """Read which desks there are.

        Args:
            maker: what makes our SimHashes; only those of the same maker are compared.
            without: a desk that is not asked: our own.

        Raises:
            TeamError: when the server cannot be asked.
        """
        self._server = server
        self._maker = maker
        server.require_format(is_writer=False)
        with server.asking():
            client: Any = server.client
            stored: Mapping[bytes, bytes] = client.hgetall(server.keys.named("desks"))
        entries = [(name.decode(), json.loads(entry)) for name, entry in stored.items()]
        self.desks = {
            entry["number"]: Desk(
                entry["number"], entry.get("name", ""), tuple(entry.get("labels", ())), entry["bits"], entry["maker"]
            )
            for name, entry in entries
            if name != without and "bits" in entry
        }

    def ask(self, prints: Sequence[Print], radius: int, at_least: float) -> list[list[TeamMatch]]:
        """Return for each print where the team has it: identical ones, or else the close ones, the closest first.

        Args:
            radius: SimHash bits that may differ; every text within is found.
            at_least: similarity from which a text is close by its sketch alone.

        Raises:
            TeamError: when the server cannot be asked.
        """
        with self._server.asking():
            found = self.identical(prints)
            open_ones = [place for place, matches in enumerate(found) if not matches and prints[place].slots]
            near = self.close([prints[place] for place in open_ones], radius, at_least)
        for place, matches in zip(open_ones, near, strict=True):
            found[place] = matches
        return found

    def identical(self, prints: Sequence[Print]) -> list[list[TeamMatch]]:
        """Return for each print the identical contents; inside `Server.asking`."""
        found: list[list[TeamMatch]] = [[] for _ in prints]
        for desk in self.desks.values():
            places = self._in_sets(desk, prints, self._in_filter(desk, prints))
            for place, record in zip(places, self._contents(desk, [prints[place] for place in places]), strict=True):
                if record is not None:
                    _, size, modified, label = CONTENT.unpack(record)
                    found[place].append(
                        TeamMatch("identical", 1.0, 0, desk.name, desk.number, desk.label(label), size, modified)
                    )
        return found

    def _in_filter(self, desk: Desk, prints: Sequence[Print]) -> list[int]:
        """Return which prints the desk's filter does not rule out."""
        key = self._server.keys.of_desk(desk.number, f"bloom:{desk.bits}")
        bits = bloom_places([one.md5 for one in prints], desk.bits) if prints else np.zeros((0, 1), np.uint64)
        client: Any = self._server.client
        if len(prints) >= WHOLE_FILTER:
            bitmap: bytes | None = client.get(key)
            if bitmap is None:  # made anew in another size meanwhile: the sets answer alone
                return list(range(len(prints)))
            return [int(place) for place in np.flatnonzero(in_bloom(bitmap.ljust(desk.bits // 8, b"\0"), bits))]
        asked: list[Command] = [("EXISTS", key)]
        for row in bits.tolist():
            asked.append(("BITFIELD_RO", key, *(part for bit in row for part in ("GET", "u1", bit))))
        is_there, *answers = self._server.answers(asked)
        return [place for place, answer in enumerate(answers) if not is_there or all(answer)]

    def _in_sets(self, desk: Desk, prints: Sequence[Print], places: Sequence[int]) -> list[int]:
        """Return those of the places whose MD5 and BLAKE3 both are among the desk's."""
        keys = self._server.keys
        asked: list[Command] = []
        for chunk in _chunks(places):
            asked.append(("SMISMEMBER", keys.of_desk(desk.number, "md5"), *(prints[one].md5 for one in chunk)))
            asked.append(("SMISMEMBER", keys.of_desk(desk.number, "blake3"), *(prints[one].blake3 for one in chunk)))
        answers = iter(self._server.answers(asked))
        found = []
        for chunk in _chunks(places):
            both = zip(chunk, next(answers), next(answers), strict=True)
            found += [place for place, has_md5, has_blake3 in both if has_md5 and has_blake3]
        return found

    def _contents(self, desk: Desk, prints: Sequence[Print]) -> Iterator[bytes | None]:
        """Yield the record of each content; None for one that was withdrawn a moment ago."""
        for chunk in _chunks(prints):
            keys = [self._server.keys.bucket(desk.number, bucket_of(one.blake3)) for one in chunk]
            yield from self._server.answers([("HGET", key, one.blake3) for key, one in zip(keys, chunk, strict=True)])

    def close(self, prints: Sequence[Print], radius: int, at_least: float) -> list[list[TeamMatch]]:
        """Return for each print the texts that are close by fingerprint; inside `Server.asking`."""
        found: list[list[TeamMatch]] = []
        for chunk in _chunks(prints):
            candidates = self._candidates(chunk, radius)
            pairs = [(place, text) for place, texts in enumerate(candidates) for text in texts]
            matches: list[list[TeamMatch]] = [[] for _ in chunk]
            for place, match in self._matches(chunk, pairs, radius, at_least):
                matches[place].append(match)
            found += [sorted(some, key=_closest_first) for some in matches]
        return found

    def _candidates(self, prints: Sequence[Print], radius: int) -> list[set[tuple[int, int]]]:
        """Return for each print the (desk, text) that its segments and bands lead to."""
        keys = self._server.keys
        asked: list[Command] = []
        firsts = np.stack([np.frombuffer(one.slots, np.uint16)[: 2 * BANDS : 2] for one in prints]).tolist()
        for one, slots in zip(prints, firsts, strict=True):
            if one.simhash is not None:
                segments = _segments(one.simhash, radius)
                asked.append(("SUNION", *(keys.segment(number, value) for number, value in segments)))
            asked.append(("SUNION", *(keys.band(band, slot) for band, slot in enumerate(slots))))
        answers = iter(self._server.answers(asked))
        by_segment, by_band = [], []
        for one in prints:
            by_segment.append(next(answers) if one.simhash is not None else ())
            by_band.append(next(answers))
        near = [pair for pair in _within(by_segment, prints, radius) if self._has_our_words(pair[1])]
        texts = self._texts_of({(desk, simhash) for _, desk, simhash in near})
        found = self._by_bands(by_band, prints)
        for place, desk, simhash in near:
            found[place].update((desk, text) for text in texts.get((desk, simhash), ()))
        return found

    def _has_our_words(self, desk: int) -> bool:
        return desk in self.desks and self.desks[desk].maker == self._maker

    def _by_bands(self, members: Sequence[Iterable[bytes]], prints: Sequence[Print]) -> list[set[tuple[int, int]]]:
        """Return for each print (desk, text) of the members whose second slot is one of its own."""
        values, owners = _flat(members)
        seconds = np.stack([np.frombuffer(one.slots, np.uint16)[1 : 2 * BANDS : 2] for one in prints])
        met = ((values >> np.uint64(48)).astype(np.uint16)[:, None] == seconds[owners]).any(axis=1)
        desks, texts = values[met] >> np.uint64(32) & np.uint64(_LOW_16), values[met] & np.uint64(_LOW_32)
        found: list[set[tuple[int, int]]] = [set() for _ in prints]
        for place, desk, text in zip(owners[met].tolist(), desks.tolist(), texts.tolist(), strict=True):
            if desk in self.desks and len(found[place]) < MOST_BY_BANDS:
                found[place].add((desk, text))
        return found

    def _texts_of(self, simhashes: Iterable[tuple[int, int]]) -> dict[tuple[int, int], list[int]]:
        """Return the numbers of the texts that have these (desk, SimHash)."""
        asked = list(simhashes)
        found = {}
        for chunk in _chunks(asked):
            keys = [self._server.keys.simhash(desk, simhash) for desk, simhash in chunk]
            answers = self._server.answers(
                [("HGET", key, pair[1].to_bytes(8, "big")) for key, pair in zip(keys, chunk, strict=True)]
            )
            for pair, stored in zip(chunk, answers, strict=True):
                if stored is not None:
                    found[pair] = [int(text) for text in np.frombuffer(stored, "<u4")]
        return found

    def _records(self, texts: Sequence[tuple[int, int]]) -> NDArray[np.void]:
        """Return the records of these (desk, text)."""
        keys, size = self._server.keys, TEXT.itemsize
        found: list[bytes] = []
        for chunk in _chunks(texts):
            starts = [text % PAGE * size for _, text in chunk]
            pages = [keys.page(desk, text // PAGE) for desk, text in chunk]
            found += self._server.answers(
                [("GETRANGE", page, start, start + size - 1) for page, start in zip(pages, starts, strict=True)]
            )
        return np.frombuffer(b"".join(one.ljust(size, b"\0") for one in found), TEXT)

    def _matches(
        self, prints: Sequence[Print], pairs: Sequence[tuple[int, tuple[int, int]]], radius: int, at_least: float
    ) -> Iterator[tuple[int, TeamMatch]]:
        """Yield (place of a print, match) for the pairs that are within the radius, or close by their sketches."""
        if not pairs:
            return
        records = self._records([text for _, text in pairs])
        places = np.array([place for place, _ in pairs])
        ours = np.frombuffer(b"".join(one.slots[: 2 * SLOTS] for one in prints), np.uint16).reshape(-1, SLOTS)
        agreeing = (ours[places] == records["slots"]).sum(axis=1)
        own = np.array([one.simhash or 0 for one in prints], np.uint64)[places]
        has_one = np.array([one.simhash is not None for one in prints])[places] & (records["state"] == WITH_SIMHASH)
        has_one &= np.array([self._has_our_words(desk) for _, (desk, _) in pairs])
        distances = np.where(has_one, np.bitwise_count(own ^ records["simhash"]).astype(np.int64), SIMHASH_BITS + 1)
        about = np.array([estimate(count) for count in range(SLOTS + 1)])[agreeing]
        for index in np.flatnonzero((records["state"] != 0) & ((about >= at_least) | (distances <= radius))).tolist():
            place, (number, _) = pairs[index]
            desk, record = self.desks[number], records[index]
            yield (
                place,
                TeamMatch(
                    relation="close",
                    estimate=float(about[index]),
                    hamming=int(distances[index]) if has_one[index] else None,
                    desk=desk.name,
                    number=number,
                    label=desk.label(int(record["label"])),
                    size=int(record["size"]),
                    modified=int(record["modified"]),
                ),
            )


def _segments(simhash: int, radius: int) -> list[tuple[int, int]]:
    """Return which (segment, value) lead to all SimHashes within a radius.

    Two values that differ in at most k of 64 bits differ in at most k // 4 bits of one of the four segments.
    """
    values = [(number, simhash >> (64 - 16 * number) & _LOW_16) for number in range(1, 5)]
    return [(number, other) for number, value in values for other in flips(value, radius // 4)]


def _within(members: Sequence[Iterable[bytes]], prints: Sequence[Print], radius: int) -> Iterator[tuple[int, int, int]]:
    """Yield (place of a print, desk, SimHash) of each print's members within the radius.

    A member tells 48 bits and not which segment is left out: each is tried; a wrong guess leads to no text.
    """
    values, owners = _flat(members)
    own = np.array([one.simhash or 0 for one in prints], np.uint64)[owners]
    rests, desks = values >> np.uint64(16), values & np.uint64(_LOW_16)
    for number in range(1, 5):
        shift = np.uint64(64 - 16 * number)
        below = (np.uint64(1) << shift) - np.uint64(1)
        high = own >> shift >> np.uint64(16)
        distances = np.bitwise_count(rests ^ (high << shift | own & below))
        for place in np.flatnonzero(distances <= radius).tolist():
            most = min(radius - int(distances[place]), radius // 4)
            segment = int(own[place] >> shift & np.uint64(_LOW_16))
            for value in flips(segment, most):
                yield int(owners[place]), int(desks[place]), simhash_of(int(rests[place]), number, value)


def _flat(members: Sequence[Iterable[bytes]]) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """Return all members of all answers in a row, and of which answer each is."""
    rows = [list(map(int, answer)) for answer in members]
    owners = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    return np.array([value for row in rows for value in row], np.int64).view(np.uint64), owners


def _closest_first(match: TeamMatch) -> tuple[float, int, int, str]:
    return -match.estimate, 65 if match.hamming is None else match.hamming, match.number, match.label


def _chunks(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(values), AT_ONCE):
        yield values[start : start + AT_ONCE]
