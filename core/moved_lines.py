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
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.units import Units

    Gap = tuple[int, int, int, int]
    Run = tuple[int, int, int]

SHORTEST: Final = 10
"""Units of the shortest line that is known again by itself; shorter ones follow a neighbour."""

_LINE: Final = re.compile(r"[^\n\r\v\f\x85\u2028\u2029]+")
_NUMBER: Final = re.compile(
    r"\s*(?:[(（]\s*)?(?:第\s*)?(?:\d{1,3}(?:\.\d{1,3}){0,3}|[一二三四五六七八九十百]{1,4})\s*(?:[.、．:：)）题条款]|\s)\s*"
)
"""The number in front of a line: questions and clauses get a new one where they move to."""


@dataclass(frozen=True, slots=True)
class MovedLines:
    """Lines that are not in the order of the others; empty where all are.

    Attributes:
        runs: (start in a, start in b, length) in units, sorted; neighbours that moved together are one.
        numbers: ranges (a, b) of the numbers in front of lines that stand in both texts, where these differ.
    """

    runs: tuple[Run, ...] = ()
    numbers: tuple[Gap, ...] = ()

    def ranges(self, side: int) -> list[tuple[int, int]]:
        """Return the ranges of units of one text (0: a, 1: b) that are accounted for, in order."""
        lines = [(run[side], run[side] + run[2]) for run in self.runs]
        numbers = [gap[:2] if side == 0 else gap[2:] for gap in self.numbers]
        return sorted([*lines, *(number for number in numbers if number[0] < number[1])])


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
    stays = np.zeros(len(places_a), np.bool_)
    stays[longest_rising(places_a, places_b)] = True
    moved = np.logical_or.reduceat(~stays, np.concatenate(([0], np.cumsum(sizes)[:-1]))).tolist()
    numbers = [
        (lines_a.numbers[one], lines_a.starts[one], lines_b.numbers[other], lines_b.starts[other])
        for one, other in pairs
    ]
    runs, renumbered = [], []
    for (one, other), size, number, has_moved in zip(pairs, sizes, numbers, moved, strict=True):
        differs = not np.array_equal(units_a.ids[number[0] : number[1]], units_b.ids[number[2] : number[3]])
        if has_moved and not differs:
            runs.append((number[0], number[2], size + number[1] - number[0]))
            continue
        if has_moved:
            runs.append((lines_a.starts[one], lines_b.starts[other], size))
        if differs:
            renumbered.append(number)
    return MovedLines(tuple(_joined(runs)), tuple(renumbered))


def _lines(text: str, those: Units) -> _Lines:
    spans = [(match.start(), _body(text, *match.span()), match.end()) for match in _LINE.finditer(text)]
    numbers, starts, ends = (
        np.searchsorted(those.starts, [span[place] for span in spans]).tolist() for place in range(3)
    )
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


def _joined(lines: Sequence[Run]) -> list[Run]:
    """Join lines that follow each other in both texts with nothing between."""
    runs: list[Run] = []
    for start_a, start_b, length in lines:
        if runs:
            last_a, last_b, size = runs[-1]
            if (last_a + size, last_b + size) == (start_a, start_b):
                runs[-1] = (last_a, last_b, size + length)
                continue
        runs.append((start_a, start_b, length))
    return runs


def outside(count: int, ranges: Sequence[tuple[int, int]]) -> NDArray[np.intp]:
    """Return the places of the units of a text outside `ranges`."""
    stays = np.ones(count, np.bool_)
    for start, end in ranges:
        stays[start:end] = False
    return np.flatnonzero(stays)
