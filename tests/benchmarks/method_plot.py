"""The plot of `methods.py`: precision against recall, drawn as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH, HEIGHT = 760, 400
SIDE = 270
"""Length of either axis of one panel."""

TOP, LEFT, APART = 64, 64, 350
INK, MUTE, GRID, GROUND = "#1f2430", "#5b6475", "#dfe3ea", "#ffffff"
FONT = "font-family='system-ui, sans-serif'"


class Point(NamedTuple):
    """One method: its figures, its label, and where the label stands from the point."""

    recall: float
    precision: float
    label: str
    colour: str
    anchor: str = "start"
    right: float = 9
    down: float = 4


class Panel(NamedTuple):
    """One corpus: single methods, and the SimHash at every distance as a line."""

    title: str
    line: Sequence[tuple[float, float]]
    points: Sequence[Point]


def drawn(panels: Sequence[Panel]) -> str:
    """Return the whole picture."""
    rows = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}'"
        " role='img' aria-label='Precision against recall of each method'>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='{GROUND}'/>",
    ]
    for number, panel in enumerate(panels):
        rows.append(f"<g transform='translate({LEFT + number * APART} {TOP})'>")
        rows += _axes(panel.title)
        rows += _line(panel.line)
        rows += [row for point in panel.points for row in _point(point)]
        rows.append("</g>")
    return "\n".join([*rows, "</svg>", ""])


def _axes(title: str) -> Iterator[str]:
    yield _text(0, -28, title, INK, size=15, weight="600")
    for step in range(6):
        share, place = step / 5, SIDE * step / 5
        yield f"<path d='M{place:.1f} 0V{SIDE}M0 {place:.1f}H{SIDE}' stroke='{GRID}' fill='none'/>"
        yield _text(place, SIDE + 18, f"{share:.1f}", MUTE, anchor="middle")
        yield _text(-8, SIDE - place + 4, f"{share:.1f}", MUTE, anchor="end")
    yield _text(SIDE / 2, SIDE + 40, "recall: copies that are found", MUTE, anchor="middle")
    yield (
        f"<g transform='translate(-42 {SIDE / 2}) rotate(-90)'>"
        + _text(0, 0, "precision: finds that are copies", MUTE, anchor="middle")
        + "</g>"
    )


def _line(places: Sequence[tuple[float, float]]) -> Iterator[str]:
    path = "L".join(f"{SIDE * recall:.1f} {SIDE * (1 - precision):.1f}" for recall, precision in places)
    yield f"<path d='M{path}' fill='none' stroke='#8a5a00' stroke-width='1.5' stroke-dasharray='4 3'/>"


def _point(point: Point) -> Iterator[str]:
    x, y = SIDE * point.recall, SIDE * (1 - point.precision)
    yield f"<circle cx='{x:.1f}' cy='{y:.1f}' r='5' fill='{point.colour}'/>"
    yield _text(x + point.right, y + point.down, point.label, INK, anchor=point.anchor)


def _text(
    x: float, y: float, text: str, colour: str, *, size: int = 12, anchor: str = "start", weight: str = ""
) -> str:
    heavy = f" font-weight='{weight}'" if weight else ""
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' {FONT} font-size='{size}'{heavy} fill='{colour}' text-anchor='{anchor}'>"
        f"{escape(text)}</text>"
    )
