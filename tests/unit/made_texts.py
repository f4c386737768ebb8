"""Texts with known differences, made of drawn characters, so that two of them share nothing but what was meant."""

from __future__ import annotations

import random

from core.text import canonical

_FIRST, _LAST = 0x4E00, 0x5E00
"""Han characters to draw from: enough that no run of five comes twice by chance."""


def sentences(count: int, seed: int = 0) -> list[str]:
    """Return `count` sentences that are all different, the same for one seed."""
    draw = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        characters = "".join(chr(draw.randrange(_FIRST, _LAST)) for _ in range(draw.randint(14, 24)))
        found[f"{characters}第{draw.randrange(10_000)}号。"] = None
    return list(found)


def text(count: int = 40, seed: int = 0) -> str:
    """Return a text of `count` sentences, one a line."""
    return "\n".join(sentences(count, seed)) + "\n"


def edited(source: str, share: float, seed: int = 1) -> str:
    """Return `source` with a share of its lines replaced by other sentences."""
    draw = random.Random(seed)
    lines = source.splitlines()
    places = draw.sample(range(len(lines)), round(len(lines) * share))
    for place, sentence in zip(places, sentences(len(places), seed + 1000), strict=True):
        lines[place] = sentence
    return "\n".join(lines) + "\n"


def without(text: str, ranges: list[tuple[int, int]]) -> str:
    """Return what is left of a text beside its differences, none over another, as canonical text without blanks."""
    left, at = "", 0
    for start, end in sorted(ranges):
        assert start >= at or start == end
        left += text[at:start] + " "
        at = max(at, end)
    return "".join(canonical(left + text[at:]).split())
