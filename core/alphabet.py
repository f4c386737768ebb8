"""Token ids as characters: strings are what rapidfuzz compares fastest, and the first 256 characters fastest of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]

_SMALL: Final = 1 << 14
_TABLE: Final = 1 << 18
_QUICKEST: Final = 1 << 8
_CHARACTERS: Final = 0x110000


class Alphabet:
    """Writes token ids as strings, one character a token: characters are equal exactly where the ids are.

    Ids are told apart by their lowest 18 bits, which take the first free character, the most frequent first (rapidfuzz
    looks up 256 characters in a table and the others in a hash, four times as slowly). The few ids that clash take
    one of the 851,968 characters above. Should these run out, some ids share a character.
    """

    def __init__(self, texts: Sequence[Tokens] = ()) -> None:
        """Number the tokens of `texts` when the first text is written; those of other texts follow as they come."""
        self._owners = np.zeros(_TABLE, np.uint32)
        self._characters = np.zeros(_TABLE, np.uint32)
        self._others: dict[int, int] = {}
        self._next = 0
        self._texts = texts

    def text(self, ids: Tokens) -> str:
        """Return the string of `ids`; 10 ns a token."""
        if self._texts:
            self._take(np.concatenate(self._texts))
            self._texts = ()
        places = ids & np.uint32(_TABLE - 1)
        owners = self._owners[places]
        free = owners == 0
        if free.any():
            self._take(ids[free])
            owners = self._owners[places]
        codes = self._characters[places]
        clashes = np.flatnonzero(owners != ids)
        if len(clashes):
            distinct, place = np.unique(ids[clashes], return_inverse=True)
            codes[clashes] = np.array([self._other(one) for one in distinct.tolist()], np.uint32)[place]
        return _decoded(codes)

    def _take(self, ids: Tokens) -> None:
        """Give each new place one of the ids that fall on it, and the next free character."""
        places = ids & np.uint32(_TABLE - 1)
        self._owners[places] = ids
        if len(ids) < _SMALL:
            distinct, counts = np.unique(places, return_counts=True)
        else:
            times = np.bincount(places)
            distinct = np.flatnonzero(times)
            counts = times[distinct]
        last = min(_QUICKEST, len(distinct) - 1)
        ranked = distinct[np.argpartition(-counts, last)] if last > 0 else distinct
        self._characters[ranked] = np.arange(self._next, self._next + len(ranked), dtype=np.uint32)
        self._next += len(ranked)

    def _other(self, one: int) -> int:
        spare = _CHARACTERS - _TABLE
        return self._others.setdefault(one, _TABLE + len(self._others) % spare)


def as_text(a: Tokens, b: Tokens) -> tuple[str, str]:
    """Return two strings with one character a token, equal where the tokens are."""
    write = writer(a, b)
    return write(a), write(b)


def writer(a: Tokens, b: Tokens) -> Callable[[Tokens], str]:
    """Return what writes these two texts as strings; small ones need no tables."""
    if len(a) + len(b) >= _SMALL:
        return Alphabet((a, b)).text
    known, counts = np.unique(np.concatenate((a, b)), return_counts=True)
    ranks = np.empty(len(known), np.uint32)
    ranks[np.argsort(-counts, kind="stable")] = np.arange(len(known), dtype=np.uint32)
    return lambda ids: _decoded(ranks[np.searchsorted(known, ids)])


def _decoded(codes: NDArray[np.integer]) -> str:
    return codes.astype("<u4", copy=False).tobytes().decode("utf-32-le", "surrogatepass")
