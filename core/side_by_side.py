"""The passages that two texts have in common, as ranges of their characters, so that they can be shown side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.fingerprint import LONG_SHINGLE, shingles
from core.passages import passages_between
from core.units import units

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Stretch(NamedTuple):
    """A passage: ranges of characters in either text."""

    start: int
    end: int
    there_start: int
    there_end: int


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two texts and what they have in common, in the order of the first. An empty text could not be read."""

    text: str
    there: str
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class SideTask:
    """Two files to show side by side.

    Attributes:
        stored: the texts that the library keeps, for files that cannot be read now.
    """

    path: str
    there: str
    stored: tuple[str | None, str | None] = (None, None)


def read_side_by_side(task: SideTask) -> SideBySide:
    """Read two files and find their passages; runs in a worker process."""
    from core.reading_text import read_text  # noqa: PLC0415 - loaded where it runs

    texts = [
        read_text(path).reading.text or stored or ""
        for path, stored in zip((task.path, task.there), task.stored, strict=True)
    ]
    return SideBySide(texts[0], texts[1], stretches(texts[0], texts[1]))


def stretches(text: str, there: str) -> tuple[Stretch, ...]:
    """Return the passages of `text` that stand in `there`, in order, none over another."""
    ours, our_starts, our_ends = _words(text)
    theirs, their_starts, their_ends = _words(there)
    if min(len(ours), len(theirs)) < LONG_SHINGLE:
        return ()
    found = []
    for one in passages_between(shingles(ours, LONG_SHINGLE), shingles(theirs, LONG_SHINGLE)):
        there_end = min(one.there_end, len(theirs))
        found.append(
            Stretch(
                int(our_starts[one.start]),
                int(our_ends[one.end - 1]),
                int(their_starts[min(one.there_start, len(theirs) - 1)]),
                int(their_ends[there_end - 1]),
            )
        )
    return tuple(found)


def _words(text: str) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.int64]]:
    """Return ids and places of the units that are letters or digits: punctuation does not part a passage."""
    found = units(text)
    starts = found.starts.tolist()
    counted = np.fromiter((text[start].isalnum() for start in starts), np.bool_, len(starts))
    return found.ids[counted], found.starts[counted], found.ends[counted]
