"""Ranges of similarity that the list of similar groups can be narrowed to."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gui.words import Words

Range = tuple[float, float]
"""From the first on, below the second; 1 is in the last range."""

WHOLE: Range = (0.0, 1.0)

RANGES: tuple[Range, ...] = ((0.98, 1.0), (0.95, 0.98), (0.90, 0.95), (0.80, 0.90), (0.50, 0.80))
"""What the menu offers."""


def range_name(words: Words, wanted: Range) -> str:
    """Return what a range is called in a menu."""
    if wanted == WHOLE:
        return words.say("Any similarity")
    low, high = map(words.percent, wanted)
    return words.say("Similarity from {low} to {high}", low=low, high=high)


def range_short(words: Words, wanted: Range) -> str:
    """Return the same in a few signs, for a chip."""
    return f"{words.number(round(wanted[0] * 100))}–{words.percent(wanted[1])}"
