"""Documents of one form as a table: what stands in the places where they differ, one column a place. Pure."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.differences import gaps
from core.units import units

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.units import Gap, Units

MOST_FIELDS = 80
"""More places than this are no form; the first ones are shown."""

LONGEST_HEAD = 6
"""Units between a colon and a place that belong to the value."""

LONGEST_TITLE = 24
"""Characters before a place that name its column."""


@dataclass(frozen=True, slots=True)
class TemplateTable:
    """What differs between documents of one form.

    Attributes:
        titles: the words before each place, in the order of the reference; "" at the beginning of a line.
        rows: for each document what stands in each place, the reference first.
        places: how many places differ in all, of which the first MOST_FIELDS are in the table.
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    places: int


def template_table(texts: Sequence[str]) -> TemplateTable:
    """Return the table of texts, the first of which is the reference that the others are set beside.

    Raises:
        ValueError: when there is no text.
    """
    if not texts:
        raise ValueError("a table needs a document")
    reference, *others = [units(text) for text in texts]
    found = [list(gaps(reference, other)) for other in others]
    fields = _from_labels(texts[0], reference, _fields(gap for one in found for gap in one))
    shown = fields[:MOST_FIELDS]
    rows = [tuple(_text(texts[0], reference, field) for field in shown)]
    for text, other, one in zip(texts[1:], others, found, strict=True):
        rows.append(tuple(_text(text, other, _mapped(field, one)) for field in shown))
    titles = tuple(_title(texts[0], reference, fields[:place], field[0]) for place, field in enumerate(shown))
    return TemplateTable(titles, tuple(rows), len(fields))


def _fields(found: Iterable[Gap]) -> list[tuple[int, int]]:
    """Return the places of the reference where any document differs: ranges of units that meet are one place."""
    fields: list[tuple[int, int]] = []
    for start, end in sorted({gap[:2] for gap in found}):
        if fields and start <= fields[-1][1]:
            fields[-1] = (fields[-1][0], max(end, fields[-1][1]))
        else:
            fields.append((start, end))
    return fields


def _from_labels(text: str, those: Units, fields: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the places grown back to a colon close before them: names that begin alike are still whole values."""
    grown: list[tuple[int, int]] = []
    for start, end in fields:
        label = _label_end(text, those, start)
        grown.append((start if grown and label < grown[-1][1] else label, end))
    return grown


def _label_end(text: str, those: Units, start: int) -> int:
    for place in range(start - 1, max(-1, start - 1 - LONGEST_HEAD), -1):
        unit = text[int(those.starts[place]) : int(those.ends[place])]
        if unit in (":", "："):
            return place + 1
        following = int(those.starts[place + 1]) if place + 1 < len(those.starts) else len(text)
        if not unit.isalnum() or "\n" in text[int(those.ends[place]) : following]:
            break
    return start


def _mapped(field: tuple[int, int], found: Sequence[Gap]) -> tuple[int, int]:
    """Return the range of units of a document that stands for a place of the reference."""
    start, end = field
    inside = [gap for gap in found[bisect_right(found, (start,)) :] if gap[0] <= end]
    if inside:
        first, last = inside[0], inside[-1]
        return first[2] - (first[0] - start), last[3] + (end - last[1])
    before = bisect_right(found, (start,)) - 1
    shift = found[before][3] - found[before][1] if before >= 0 else 0
    return start + shift, end + shift


def _text(text: str, those: Units, field: tuple[int, int]) -> str:
    start, end = field
    return " ".join(text[int(those.starts[start]) : int(those.ends[end - 1])].split()) if start < end else ""


def _title(text: str, those: Units, before: Sequence[tuple[int, int]], start: int) -> str:
    """Return the words of the line before a place, with "…" for what other places hold."""
    end = int(those.ends[start - 1]) if start else 0
    if start < len(those.starts) and "\n" in text[end : int(those.starts[start])]:
        return ""
    at = text.rfind("\n", 0, end) + 1
    pieces: list[str] = []
    for first, last in before:
        if first < last and int(those.starts[first]) >= at:
            pieces.append(text[at : int(those.starts[first])] + "…")
            at = int(those.ends[last - 1])
    line = "".join(pieces) + text[at:end]
    return " ".join(line[-LONGEST_TITLE:].split())
