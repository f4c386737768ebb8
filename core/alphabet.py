"""Token ids as characters: strings are what rapidfuzz compares fastest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]

_SMALL: Final = 1 << 14
_TABLE: Final = 1 << 18
_CHARACTERS: Final = 0x110000


class Alphabet:
    """Writes token ids as strings, one character a token: characters are equal exactly where the ids are.

    An id takes the character of its lowest 18 bits; the few ids that clash take one of the 851,968 characters above.
    Should these run out, some ids share a character.
    """

    def __init__(self) -> None:
        self._owners = np.zeros(_TABLE, np.uint32)
        self._others: dict[int, int] = {}

    def text(self, ids: Tokens) -> str:
        """Return the string of `ids`; 10 ns a token."""
        codes = ids & np.uint32(_TABLE - 1)
        owners = self._owners[codes]
        free = owners == 0
        if free.any():
            self._owners[codes[free]] = ids[free]
            owners = self._owners[codes]
        clashes = np.flatnonzero(owners != ids)
        if len(clashes):
            distinct, place = np.unique(ids[clashes], return_inverse=True)
            codes[clashes] = np.array([self._other(one) for one in distinct.tolist()], np.uint32)[place]
        return _decoded(codes)

    def _other(self, one: int) -> int:
        spare = _CHARACTERS - _TABLE
        return self._others.setdefault(one, _TABLE + len(self._others) % spare)


def as_text(a: Tokens, b: Tokens) -> tuple[str, str]:
    """Return two strings with one character a token, equal where the tokens are."""
    if len(a) + len(b) < _SMALL:
        codes = np.unique(np.concatenate((a, b)), return_inverse=True)[1]
        return _decoded(codes[: len(a)]), _decoded(codes[len(a) :])
    alphabet = Alphabet()
    return alphabet.text(a), alphabet.text(b)


def _decoded(codes: NDArray[np.integer]) -> str:
    return codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
