"""Token ids as characters: strings are what rapidfuzz compares fastest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]

_SMALL: Final = 1 << 14
_TABLE: Final = 1 << 20
_SPARE: Final = 0x110000 - _TABLE
"""Characters above the table, for the ids that clash in it."""


def as_text(a: Tokens, b: Tokens) -> tuple[str, str]:
    """Return two strings with one character a token, equal exactly where the tokens are."""
    first, second = as_texts((a, b))
    return first, second


def as_texts(texts: Sequence[Tokens]) -> list[str]:
    """Return a string for each array of token ids: one character a token, equal exactly where the tokens are.

    Raises:
        ValueError: when there are more different tokens than Unicode has characters (over a million).
    """
    whole = np.concatenate(texts) if texts else np.zeros(0, np.uint32)
    data = _codes(whole).astype("<u4").tobytes()
    ends = np.cumsum([4 * len(text) for text in texts]).tolist()
    return [
        data[start:end].decode("utf-32-le", "surrogatepass") for start, end in zip([0, *ends[:-1]], ends, strict=True)
    ]


def _codes(ids: Tokens) -> NDArray[np.integer]:
    if len(ids) < _SMALL:
        return np.unique(ids, return_inverse=True)[1]
    codes = ids & np.uint32(_TABLE - 1)
    owner = np.zeros(_TABLE, np.uint32)
    owner[codes] = ids
    clashes = np.flatnonzero(owner[codes] != ids)
    if not len(clashes):
        return codes
    distinct, place = np.unique(ids[clashes], return_inverse=True)
    if len(distinct) <= _SPARE:
        codes[clashes] = place + _TABLE
        return codes
    distinct, place = np.unique(ids, return_inverse=True)
    if len(distinct) > _TABLE + _SPARE:
        raise ValueError(f"{len(distinct)} different tokens are more than Unicode has characters")
    return place
