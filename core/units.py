"""Units of a comparison: what is marked as a whole when two texts are shown side by side.

A unit is a word or number of letters and digits ("1,234.56" is one), or any other single character: Han, punctuation,
symbols. White space and invisible marks belong to none, so they never differ.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from core.characters import DIGIT, LETTER, MARK, classes_of, code_points
from core.text import is_layout, run_ids

if TYPE_CHECKING:
    from numpy.typing import NDArray

Gap = tuple[int, int, int, int]
"""Start and end in one text, start and end in the other, in units."""

Run = tuple[int, int, int]
"""Start in one text, start in the other, length, in units: text that stands in both."""

_BLANK, _RUN, _ALONE = range(3)
_WIDE_FIRST: Final = 0xFF01
_WIDE_LAST: Final = 0xFF5E
_WIDE_OFFSET: Final = 0xFEE0
_INSIDE_NUMBERS: Final = (ord("."), ord(","))


@dataclass(frozen=True, slots=True)
class Units:
    """The units of one text.

    Attributes:
        ids: equal where the units are, by their canonical form.
        starts, ends: their ranges of characters in the text.
        has_digit: which hold a digit.
        begins_line: which are the first of a line.
    """

    ids: NDArray[np.uint32]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    has_digit: NDArray[np.bool_]
    begins_line: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ids)


def units(text: str) -> Units:
    """Return the units of `text`; 50 ns a character."""
    points = code_points(text)
    wide = (points >= _WIDE_FIRST) & (points <= _WIDE_LAST)
    points = np.where(wide, points - np.uint32(_WIDE_OFFSET), points).astype(np.uint32)
    classes = classes_of(points)
    kinds = _kinds(points, classes)
    marks = (classes == MARK) & (kinds != _BLANK)
    goes_on = np.zeros(len(points), np.bool_)
    goes_on[1:] = (kinds[1:] == _RUN) & (kinds[:-1] == _RUN)
    goes_on[1:] |= marks[1:] & (kinds[:-1] != _BLANK)
    is_unit = kinds != _BLANK
    begins = is_unit & ~goes_on
    stops = np.ones(len(points), np.bool_)
    stops[:-1] = ~goes_on[1:]
    starts, ends = np.flatnonzero(begins), np.flatnonzero(is_unit & stops) + 1
    ids = points[starts]
    runs = np.flatnonzero((kinds[starts] == _RUN) | (ends - starts > 1))
    if len(runs):
        ids[runs] = run_ids(points, starts[runs], ends[runs])
    if not unicodedata.is_normalized("NFC", text):
        _compose(text, starts, ends, ids)
    digits = np.concatenate(([0], np.cumsum(classes == DIGIT)))
    breaks = np.concatenate(([0], np.cumsum((points == ord("\n")) | (points == ord("\r")))))
    begins_line = np.ones(len(starts), np.bool_)
    begins_line[1:] = breaks[starts[1:]] > breaks[ends[:-1]]
    return Units(ids, starts, ends, digits[ends] > digits[starts], begins_line)


def _kinds(points: NDArray[np.uint32], classes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    kinds = np.full(len(points), _ALONE, np.uint8)
    kinds[(classes == LETTER) | (classes == DIGIT)] = _RUN
    kinds[_layout_characters()[points]] = _BLANK
    parts = np.flatnonzero((points == _INSIDE_NUMBERS[0]) | (points == _INSIDE_NUMBERS[1]))
    parts = parts[(parts > 0) & (parts < len(points) - 1)]
    kinds[parts[(classes[parts - 1] == DIGIT) & (classes[parts + 1] == DIGIT)]] = _RUN
    after_run = np.flatnonzero(classes == MARK)
    for place in after_run[after_run > 0].tolist():
        if kinds[place] != _BLANK and kinds[place - 1] == _RUN:
            kinds[place] = _RUN
    return kinds


def _compose(text: str, starts: NDArray[np.int64], ends: NDArray[np.int64], ids: NDArray[np.uint32]) -> None:
    """Give units whose characters are not composed the ids of their composed forms."""
    for index, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        written = text[start:end]
        composed = unicodedata.normalize("NFC", written)
        if composed != written:
            whole = units(composed)
            if len(whole) == 1:
                ids[index] = whole.ids[0]


@cache
def _layout_characters() -> NDArray[np.bool_]:
    table = np.zeros(0x110000, np.bool_)
    for point in (*range(0x3001), 0xFEFF):
        table[point] = is_layout(chr(point))
    table.setflags(write=False)
    return table
