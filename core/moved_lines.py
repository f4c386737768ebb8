"""Whole lines that stand in another place, found before two texts are compared unit by unit. Pure.

Lines of one form ("Which of the following…") have so much in common that the longest common subsequence lays one over
another, and tells of a moved question as of a changed one. A line that occurs once in both texts is the same line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from core.anchors import longest_rising

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from core.units import Gap, Units

SHORTEST: Final = 10
"""Units of the shortest line that is known again by itself; shorter ones follow a neighbour."""

_LINE: Final = re.compile(r"[^\n\r\v\f\x85\u2028\u2029]+")
_FIGURE: Final = r"(?:\d{1,3}|[一二三四五六七八九十百]{1,4})"
_NUMBER: Final = re.compile(
    rf"\s*(?:第\s*{_FIGURE}\s*(?:条|[章节题款项编篇](?=[\s、.．:：]))[\s、.．:：]*+"
    rf"|[(（]\s*{_FIGURE}\s*[)）]\s*+|{_FIGURE}\s*[.、．)）]\s*+)(?!\d)"
)
"""The number in front of a line: questions and clauses get a new one where they move to.

No more than that: a day ("05.06."), a time, a ratio, an amount or "5.5 %" is part of what the line says.
"""


@dataclass(frozen=True, slots=True)
class MovedLines:
    """Lines that are not in the order of the others; empty where all are.

    Attributes:
        moved: ranges (a, b) of units that hold the same lines, but for the number in front; neighbours that moved
            together are one.
        stays: ranges (a, b) of the lines that stay, without their numbers, in order.
        numbers: ranges (a, b) of the numbers in front of those, where these differ.
    """

    moved: tuple[Gap, ...] = ()
    stays: tuple[Gap, ...] = ()
    numbers: tuple[Gap, ...] = ()

    def ranges(self, side: int) -> list[tuple[int, int]]:
        """Return the ranges of units of one text (0: a, 1: b) that are accounted for, in order."""
        ranges = (gap[:2] if side == 0 else gap[2:] for gap in (*self.moved, *self.numbers))
        return sorted(found for found in ranges if found[0] < found[1])


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of one text.

    Attributes:
        numbers, starts, ends: where they begin, with and without their number, and end, in units; lines without any
            unit are left out.
        keys: equal where the lines are, less their numbers.
    """

    numbers: list[int]
    starts: list[int]
    ends: list[int]
    keys: list[bytes]

    def __len__(self) -> int:
        return len(self.keys)

    def size(self, line: int) -> int:
        """Return how many units a line has."""
        return self.ends[line] - self.starts[line]


def moved_lines(a: str, b: str, units_a: Units, units_b: Units) -> MovedLines:
    """Return the equal lines of two texts that stand elsewhere.

    The heaviest lines that rise in both texts stay where they are.
    """
    lines_a, lines_b = _lines(a, units_a), _lines(b, units_b)
    pairs = _pairs(lines_a, lines_b)
    if all(here[1] < there[1] for here, there in pairwise(pairs)):
        return MovedLines()
    sizes = [lines_a.size(line) for line, _ in pairs]
    places_a = np.concatenate([np.arange(lines_a.starts[one], lines_a.ends[one]) for one, _ in pairs])
    places_b = np.concatenate([np.arange(lines_b.starts[other], lines_b.ends[other]) for _, other in pairs])
    has_moved = np.ones(len(places_a), np.bool_)
    has_moved[longest_rising(places_a, places_b)] = False
    moved = np.logical_or.reduceat(has_moved, np.concatenate(([0], np.cumsum(sizes)[:-1]))).tolist()
    numbers = [
        (lines_a.numbers[one], lines_a.starts[one], lines_b.numbers[other], lines_b.starts[other])
        for one, other in pairs
    ]
    found, stays, renumbered = [], [], []
    for (one, other), number, is_moved in zip(pairs, numbers, moved, strict=True):
        keeps_number = np.array_equal(units_a.ids[number[0] : number[1]], units_b.ids[number[2] : number[3]])
        if is_moved:
            found.append(((number[0], lines_a.ends[one], number[2], lines_b.ends[other]), keeps_number))
            continue
        stays.append((number[1], lines_a.ends[one], number[3], lines_b.ends[other]))
        if not keeps_number:
            renumbered.append(number)
    return MovedLines(tuple(_joined(found)), tuple(stays), tuple(renumbered))


def new_number(old: str, new: str) -> tuple[str, str] | None:
    """Return the numbers in front of a line that moved, before and now; None where they are the same."""
    numbers = old[: _body(old, 0, len(old))].strip(), new[: _body(new, 0, len(new))].strip()
    return numbers if numbers[0] != numbers[1] else None


def _lines(text: str, those: Units) -> _Lines:
    spans = [(match.start(), _body(text, *match.span()), match.end()) for match in _LINE.finditer(text)]
    numbers, starts, ends = (
        np.searchsorted(those.starts, [span[place] for span in spans]).tolist() for place in range(3)
    )
    for line, (_, body, _) in enumerate(spans):
        if starts[line] and those.ends[starts[line] - 1] > body:  # it ends within a unit, so it is no number by itself
            starts[line] = numbers[line]
    kept = [line for line in range(len(spans)) if ends[line] > starts[line]]
    return _Lines(
        [numbers[line] for line in kept],
        [starts[line] for line in kept],
        [ends[line] for line in kept],
        [those.ids[starts[line] : ends[line]].tobytes() for line in kept],
    )


def _body(text: str, start: int, end: int) -> int:
    """Return where a line begins behind its number."""
    match = _NUMBER.match(text, start, end)
    return match.end() if match is not None else start


def _pairs(a: _Lines, b: _Lines) -> list[tuple[int, int]]:
    """Return the lines that are the same in both texts, in the order of `a`."""
    once_b = _once(b)
    other_of = {line: once_b[key] for key, line in _once(a).items() if key in once_b}
    taken = set(other_of.values())
    for step, order in ((1, sorted(other_of)), (-1, sorted(other_of, reverse=True))):
        for line in order:
            one, other = line + step, other_of[line] + step
            while (
                0 <= one < len(a)
                and 0 <= other < len(b)
                and one not in other_of
                and other not in taken
                and a.keys[one] == b.keys[other]
            ):
                other_of[one] = other
                taken.add(other)
                one, other = one + step, other + step
    return sorted(other_of.items())


def _once(lines: _Lines) -> dict[bytes, int]:
    """Return the lines that are long enough and occur once, by their keys."""
    found: dict[bytes, int] = {}
    for line, key in enumerate(lines.keys):
        found[key] = -1 if key in found else line
    return {key: line for key, line in found.items() if line >= 0 and lines.size(line) >= SHORTEST}


def _joined(lines: Iterable[tuple[Gap, bool]]) -> list[Gap]:
    """Join to a line those that follow it in both texts with nothing between and keep their numbers."""
    found: list[Gap] = []
    for gap, keeps_number in lines:
        if found and keeps_number and (found[-1][1], found[-1][3]) == (gap[0], gap[2]):
            found[-1] = (found[-1][0], gap[1], found[-1][2], gap[3])
        else:
            found.append(gap)
    return found


def outside(count: int, ranges: Sequence[tuple[int, int]]) -> NDArray[np.intp]:
    """Return the places of the units of a text outside `ranges`."""
    stays = np.ones(count, np.bool_)
    for start, end in ranges:
        stays[start:end] = False
    return np.flatnonzero(stays)
