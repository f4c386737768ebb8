"""Words counted by their numbers. Lines and words of earlier texts are remembered: revisions repeat them."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

import numpy as np

from core.fingerprint import VOTE_SIZE, vote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

MOST_WORDS: Final = 1 << 18
MOST_LINES: Final = 1 << 15
LONGEST_LINE: Final = 1000
"""What is remembered: 30 MB a process at most."""


class WordCounter:
    """Counts the words of texts; a word keeps its number from text to text until there are too many."""

    def __init__(self, cut: Callable[[str], list[str]], is_counted: Callable[[str], bool]) -> None:
        """Take what cuts a text into words, line by line with the same result, and which of them count."""
        self._cut = cut
        self._is_counted = is_counted
        self._words = _Words(is_counted)
        self._lines = _Lines(cut, self._words)

    def counts(self, text: str, further: Iterable[str] = ()) -> tuple[Numbers, NDArray[np.int64]]:
        """Return the numbers of the words that count, each once, and how often each comes in `text` and `further`."""
        if len(self._words) > MOST_WORDS or len(self._lines) > MOST_LINES:
            self._words = _Words(self._is_counted)
            self._lines = _Lines(self._cut, self._words)
        found = b"".join(map(self._lines.__getitem__, text.split("\n"))) + self._words.numbers(further)
        numbers = np.frombuffer(found, np.int32)
        return _times(numbers[numbers >= 0])

    def words(self, numbers: Numbers) -> list[str]:
        """Return the words that had these numbers in the last count."""
        return [self._words.names[number] for number in numbers.tolist()]

    def votes(self, numbers: Numbers) -> NDArray[np.uint8]:
        """Return the votes of these words of the last count, a row each."""
        return self._words.votes()[numbers]


class _Words(dict[str, int]):
    """The number of each word that counts, -1 for every other one; `names` in the order of their numbers."""

    def __init__(self, is_counted: Callable[[str], bool]) -> None:
        super().__init__()
        self._is_counted = is_counted
        self.names: list[str] = []
        self._votes = np.zeros((0, VOTE_SIZE), np.uint8)

    def __missing__(self, word: str) -> int:
        number = -1
        if self._is_counted(word):
            number = len(self.names)
            self.names.append(word)
        self[word] = number
        return number

    def numbers(self, words: Iterable[str]) -> bytes:
        """Return the number of each word, as the bytes of an array of 32-bit integers."""
        return array("i", [*map(self.__getitem__, words)]).tobytes()

    def votes(self) -> NDArray[np.uint8]:
        """Return the votes of all words that count, a row each."""
        known = len(self._votes)
        if known < len(self.names):
            new = np.frombuffer(b"".join(map(vote, self.names[known:])), np.uint8)
            self._votes = np.concatenate((self._votes, new.reshape(-1, VOTE_SIZE)))
        return self._votes


class _Lines(dict[str, bytes]):
    """The numbers of the words of each line."""

    def __init__(self, cut: Callable[[str], list[str]], words: _Words) -> None:
        super().__init__()
        self._cut = cut
        self._words = words

    def __missing__(self, line: str) -> bytes:
        numbers = self._words.numbers(self._cut(line))
        if len(line) <= LONGEST_LINE:
            self[line] = numbers
        return numbers


def _times(numbers: Numbers) -> tuple[Numbers, NDArray[np.int64]]:
    """Return the different numbers, and how often each comes."""
    ranked = np.sort(numbers)
    starts = np.flatnonzero(np.concatenate((np.ones(min(1, len(ranked)), np.bool_), ranked[1:] != ranked[:-1])))
    return ranked[starts], np.diff(starts, append=len(ranked))
