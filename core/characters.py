"""Characters one by one: their classes, and texts rewritten character by character.

What is known of a character is learnt when it first comes: tables of all 1.1 million would cost each worker process
a fifth of a second, and documents use some thousands.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Points = NDArray[np.uint32]

NOTHING, MARK, SINGLE, LETTER, DIGIT = range(5)
"""Classes of characters: none of a token, combining mark, a token by itself, part of a run, decimal digit of a run."""

UNDERSCORE: Final = ord("_")
"""Joins letters (snake_case); a line of nothing else is a blank to fill in, and no token."""

_SINGLE_SCRIPTS = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x2FDF),  # radicals
    (0x3005, 0x3007),
    (0x3021, 0x3029),
    (0x3031, 0x303C),
    (0x3041, 0x30FF),  # kana
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xA9E0, 0xA9FF),
    (0xAA60, 0xAA7F),
    (0xF900, 0xFAFF),
    (0x1B000, 0x1B16F),
    (0x20000, 0x323AF),
)
_LAST_LETTER: Final = 0x323AF
"""The characters behind it are private or change how others look."""

_POINTS: Final = 0x110000
_JAMO = range(0x1100, 0x1200)
_OTHER_SCRIPTS = range(0x10000, 0x1D400)

_LONGER: Final = 1 << 24
"""Numbers of a `CharacterMap` below it are a code point and one; from it on, names of other forms."""

_DEPENDS: Final = 2**32 - 1


def code_points(text: str) -> Points:
    """Return the code points of `text`, one a character."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def from_points(points: Points) -> str:
    """Return the text of these code points."""
    return points.astype("<u4", copy=False).tobytes().decode("utf-32-le", "surrogatepass")


def classes_of(points: Points) -> NDArray[np.uint8]:
    """Return the class of each character."""
    return _classes().of(points).astype(np.uint8) - np.uint8(1)


def combines(text: str) -> bool:
    """Return whether a character of `text` may combine with its neighbours: a mark, a Korean letter, a rare script."""
    return any(
        unicodedata.category(character)[0] == "M"
        or ord(character) in _JAMO
        or (ord(character) in _OTHER_SCRIPTS and unicodedata.category(character)[0] == "L")
        for character in text
    )


class CharacterTable:
    """A number for each character, never 0."""

    def __init__(self, number: Callable[[str], int]) -> None:
        """Take the function that says the number of a character; it is asked when the character first comes."""
        self._number = number
        self._numbers = np.zeros(_POINTS, np.uint32)

    def of(self, points: Points) -> NDArray[np.uint32]:
        """Return the number of each character; 2 ns each."""
        numbers = self._numbers.take(points)
        if not numbers.all():
            for point in set(points[numbers == 0].tolist()):
                self._numbers[point] = self._number(chr(point))
            numbers = self._numbers.take(points)
        return numbers


class CharacterMap:
    """Rewrites texts character by character."""

    def __init__(self, form: Callable[[str], str | None]) -> None:
        """Take the function that says what a character becomes; None where that depends on its neighbours."""
        self._form = form
        self._longer: dict[int, Points] = {}
        self._table = CharacterTable(self._number)

    def apply(self, text: str) -> str | None:
        """Return `text` rewritten, None where a character of it depends on its neighbours; 10 ns a character."""
        numbers = self._table.of(code_points(text))
        highest = int(numbers.max(initial=0))
        if highest == _DEPENDS:
            return None
        return from_points(numbers - np.uint32(1) if highest < _LONGER else self._lengthened(numbers))

    def _number(self, character: str) -> int:
        form = self._form(character)
        if form is None:
            return _DEPENDS
        if len(form) == 1:
            return ord(form) + 1
        number = _LONGER + ord(character)
        self._longer[number] = code_points(form)
        return number

    def _lengthened(self, numbers: NDArray[np.uint32]) -> Points:
        """Return the code points where some characters become several or none."""
        changed = np.flatnonzero(numbers >= _LONGER)
        kinds, place = np.unique(numbers[changed], return_inverse=True)
        forms = [self._longer[kind] for kind in kinds.tolist()]
        lengths = np.ones(len(numbers), np.intp)
        lengths[changed] = np.array([len(form) for form in forms], np.intp)[place]
        points = np.repeat(numbers - np.uint32(1), lengths)
        starts = (np.cumsum(lengths) - lengths)[changed]
        for kind, form in enumerate(forms):
            at = starts[place == kind]
            for offset, point in enumerate(form.tolist()):
                points[at + offset] = point
        return points


@cache
def _classes() -> CharacterTable:
    return CharacterTable(lambda character: _class_of(character) + 1)


def _class_of(character: str) -> int:
    point = ord(character)
    category = unicodedata.category(character)
    if point == UNDERSCORE:
        return LETTER
    if category == "Nd":
        return DIGIT
    if category[0] == "M" and point <= _LAST_LETTER:
        return MARK
    if category[0] not in "LN" or point > _LAST_LETTER:
        return NOTHING
    return SINGLE if any(low <= point <= high for low, high in _SINGLE_SCRIPTS) else LETTER
