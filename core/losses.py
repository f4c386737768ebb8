"""What would exist nowhere else: the stretches of a text that no kept text has. Pure."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SENTENCE = re.compile(r"[^。！？!?；;\n]+[。！？!?；;]*|[。！？!?；;]+")
"""A sentence or line with its end marks; a full stop of Latin script also stands in numbers and does not end one."""


def unique_passages(text: str, kept: Iterable[str]) -> list[str]:
    """Return the sentences and lines of `text` that stand in none of the `kept` texts, in their order, each once.

    White space is not compared, every other character is.
    """
    known = {_plain(sentence) for other in kept for sentence in _SENTENCE.findall(other)}
    found: dict[str, str] = {}
    for sentence in _SENTENCE.findall(text):
        plain = _plain(sentence)
        if plain and plain not in known:
            found.setdefault(plain, sentence.strip())
    return list(found.values())


def excerpt(passage: str, kept: Sequence[str], length: int) -> str:
    """Return at most `length` characters of `passage`, and "…" for the rest: those where it leaves the kept texts."""
    if len(passage) <= length:
        return passage
    low, high = 0, len(passage)
    while low < high:  # the longest head that stands in a kept text: of a head that stands there, so does each shorter
        middle = (low + high + 1) // 2
        if any(passage[:middle] in text for text in kept):
            low = middle
        else:
            high = middle - 1
    start = min(max(0, low - length // 4), len(passage) - length)
    end = start + length
    return ("…" if start else "") + passage[start:end].strip() + ("…" if end < len(passage) else "")


def _plain(sentence: str) -> str:
    return "".join(unicodedata.normalize("NFC", sentence).split())
