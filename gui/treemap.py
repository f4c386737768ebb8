"""Rectangles whose areas stand for sizes. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle; x and y are its upper left corner."""

    x: float
    y: float
    width: float
    height: float


def squarify(sizes: Sequence[float], width: float, height: float) -> list[Rect]:
    """Return one rectangle for each size, in order, that together fill `width` times `height`.

    Args:
        sizes: positive, the largest first.

    Source: M. Bruls, K. Huizing, J. van Wijk, Squarified Treemaps, 2000.
    """
    total = sum(sizes)
    if not sizes or total <= 0 or width <= 0 or height <= 0:
        return [Rect(0, 0, 0, 0) for _ in sizes]
    areas = [size * width * height / total for size in sizes]
    placed: list[Rect] = []
    free = Rect(0, 0, width, height)
    row: list[float] = []
    for area in areas:
        side = min(free.width, free.height)
        if row and _worst([*row, area], side) > _worst(row, side):
            free = _place(row, free, placed)
            row = []
        row.append(area)
    _place(row, free, placed)
    return placed


def _worst(row: Sequence[float], side: float) -> float:
    """Return the largest ratio of the sides of the rectangles of a row along `side`."""
    total = sum(row)
    return max(side * side * max(row) / (total * total), total * total / (side * side * min(row)))


def _place(row: Sequence[float], free: Rect, placed: list[Rect]) -> Rect:
    """Set a row along the shorter side of the free rectangle; return what is left of it."""
    total = sum(row)
    if free.width >= free.height:
        thick = total / free.height if free.height else 0
        y = free.y
        for area in row:
            long = area / thick if thick else 0
            placed.append(Rect(free.x, y, thick, long))
            y += long
        return Rect(free.x + thick, free.y, max(free.width - thick, 0), free.height)
    thick = total / free.width if free.width else 0
    x = free.x
    for area in row:
        long = area / thick if thick else 0
        placed.append(Rect(x, free.y, long, thick))
        x += long
    return Rect(free.x, free.y + thick, free.width, max(free.height - thick, 0))
