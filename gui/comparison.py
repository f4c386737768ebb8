"""Two documents side by side, as rows: what the comparison shows, made from two texts and their differences. Pure.

Make it off the GUI thread: a million characters take about a second.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.documents import Relation
    from core.errors import ProblemKind
    from core.pair_hints import PairHint

CONTEXT = 1
"""So many equal lines stay in view before and after a line that differs."""

BEGINNING = 20
"""Where nothing differs, so many lines are shown before the fold."""

LEAST_FOLD = 3
"""Fewer equal lines than this are not worth folding."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two documents.

    Attributes:
        folder: where it lies, as the list says it.
        md5: hex; None where it is not known.
    """

    path: str
    folder: str
    size: int
    mtime_ns: int
    md5: str | None = None


class Mark(StrEnum):
    """How a stretch of text is marked."""

    SAME = "same"
    CHANGED = "changed"
    CRITICAL = "critical"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference as the list on top shows it.

    Attributes:
        left_start, left_end, right_start, right_end: its place in the texts, in characters; an empty range where
            one side has nothing.
        left, right: what stands there.
        before, after: a few words around it, "" at an end.
        mark: CRITICAL for numbers, dates, negations, ticks, signs; MOVED for text that stands elsewhere.
    """

    left_start: int
    left_end: int
    right_start: int
    right_end: int
    left: str
    right: str
    before: str = ""
    after: str = ""
    mark: Mark = Mark.CHANGED


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a difference is marked in the texts, in characters; text that moved is marked once on each side.

    Attributes:
        number: its place in the list of differences.
    """

    left_start: int
    left_end: int
    right_start: int
    right_end: int
    mark: Mark
    number: int


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a line; `difference` is its number in the list, None where both sides are the same."""

    text: str
    mark: Mark = Mark.SAME
    difference: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the left and the right document that belong together; an empty side has no such line."""

    left: tuple[Span, ...]
    right: tuple[Span, ...]

    @property
    def differences(self) -> tuple[int, ...]:
        """The numbers of the differences in it, in order."""
        numbers = (span.difference for span in (*self.left, *self.right) if span.difference is not None)
        return tuple(dict.fromkeys(numbers))

    @property
    def is_same(self) -> bool:
        """Whether nothing in it differs."""
        return all(span.difference is None for span in (*self.left, *self.right))


@dataclass(frozen=True, slots=True)
class Fold:
    """Equal lines that are folded away; `is_rest` for what follows the beginning of a document shown once."""

    rows: tuple[Row, ...]
    is_rest: bool = False


@dataclass(frozen=True, slots=True)
class Objects:
    """What differs beside the text: of one kind ("picture", "formula"), how many only one side has."""

    kind: str
    only_left: int
    only_right: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is shown of a pair.

    Attributes:
        relation: IDENTICAL shows the content once; None where the pair is in no group.
        is_proved: identical: the bytes were compared just now.
        differences: of the texts; critical ones first.
        only_numbers: nothing but numbers differs.
        order_differs: the same parts stand in another order.
        objects: what differs beside the texts.
        no_text: why a side has no text to compare (left, right); None where it has.
        pair: why people usually keep both; None where nothing says so.
        stored: of which side the library's stored text is shown, as the file cannot be read now (left, right).
        is_broken: a fault of the program kept the two from being compared.
        pictures: two images where both are pictures; typed by the window, for core has none.
    """

    left: Side
    right: Side
    relation: Relation | None = None
    is_proved: bool = False
    rows: tuple[Row | Fold, ...] = ()
    differences: tuple[Difference, ...] = ()
    only_numbers: bool = False
    order_differs: bool = False
    objects: tuple[Objects, ...] = ()
    no_text: tuple[ProblemKind | None, ProblemKind | None] = (None, None)
    pair: PairHint | None = None
    stored: tuple[bool, bool] = (False, False)
    is_broken: bool = False
    pictures: tuple[object, object] | None = None


@dataclass(slots=True)
class _Builder:
    """Sets pieces of both texts into rows."""

    rows: list[Row] = field(default_factory=list)
    left: list[Span] = field(default_factory=list)
    right: list[Span] = field(default_factory=list)

    def same(self, left: str, right: str) -> None:
        """Add a stretch that is the same on both sides but for blanks and line breaks."""
        ours, theirs = left.split("\n"), right.split("\n")
        mine = [place for place, line in enumerate(ours) if line.strip()]
        others = [place for place, line in enumerate(theirs) if line.strip()]
        if len(mine) != len(others):
            self._lines(ours, theirs, Mark.SAME, None)
            return
        at = (0, 0)
        for place in zip(mine, others, strict=True):
            if place != at:
                self.end_row()
            self.left.append(Span(ours[place[0]]))
            self.right.append(Span(theirs[place[1]]))
            at = place
        if len(ours) - 1 > at[0] or len(theirs) - 1 > at[1]:
            self.end_row()

    def differing(self, left: str, right: str, mark: Mark, number: int) -> None:
        """Add what stands on one side for what stands on the other."""
        self._lines(left.split("\n"), right.split("\n"), mark, number)

    def end_row(self) -> None:
        """Close the row; one that is blank on both sides is left out."""
        left, right = tuple(self.left), tuple(self.right)
        self.left, self.right = [], []
        if any(span.text.strip() or span.difference is not None for span in (*left, *right)):
            self.rows.append(Row(_trimmed(left), _trimmed(right)))

    def _lines(self, ours: Sequence[str], theirs: Sequence[str], mark: Mark, number: int | None) -> None:
        for place in range(max(len(ours), len(theirs))):
            if place:
                self.end_row()
            if place < len(ours) and ours[place]:
                self.left.append(Span(ours[place], mark, number))
            if place < len(theirs) and theirs[place]:
                self.right.append(Span(theirs[place], mark, number))


def lay_out(left: str, right: str, placed: Iterable[Placed]) -> tuple[Row | Fold, ...]:
    """Return the rows of two texts, equal lines folded.

    Args:
        placed: in reading order: no range begins before the one before it ends, on either side.
    """
    builder = _Builder()
    at_left = at_right = 0
    for one in placed:
        if one.left_start < at_left or one.right_start < at_right:
            raise ValueError(f"{one} begins before the one before it ends")
        builder.same(left[at_left : one.left_start], right[at_right : one.right_start])
        ours, theirs = left[one.left_start : one.left_end], right[one.right_start : one.right_end]
        builder.differing(ours, theirs, one.mark, one.number)
        at_left, at_right = one.left_end, one.right_end
    builder.same(left[at_left:], right[at_right:])
    builder.end_row()
    return tuple(folded(builder.rows))


def once(text: str, shown: int = 40) -> tuple[Row | Fold, ...]:
    """Return the rows of a text shown once: its beginning, and the rest folded."""
    rows = [Row((Span(line.strip()),), ()) for line in text.split("\n") if line.strip()]
    rest = tuple(rows[shown:])
    return (*rows[:shown], Fold(rest, is_rest=True)) if rest else tuple(rows)


def folded(rows: Iterable[Row]) -> Iterator[Row | Fold]:
    """Yield the rows, long stretches of equal ones as a `Fold`, with CONTEXT rows around what differs."""
    run: list[Row] = []
    is_first = True
    for row in rows:
        if row.is_same:
            run.append(row)
            continue
        yield from _run(run, before=0 if is_first else CONTEXT, after=CONTEXT)
        run, is_first = [], False
        yield row
    yield from _run(run, before=BEGINNING if is_first else CONTEXT, after=0)


def shown_from(row: Row, width: int) -> str:
    """Return the beginning of a row as plain text of at most `width` characters, for a screen reader."""
    sides = ("".join(span.text for span in side).strip() for side in (row.left, row.right))
    return " | ".join(side[:width] for side in sides)


def with_context(one: Difference, left: str, right: str, width: int = 5) -> Difference:
    """Return `one` with up to `width` characters of the same line around it."""
    text, start, end = (left, one.left_start, one.left_end)
    if one.left_start == one.left_end and one.right_start != one.right_end:
        text, start, end = (right, one.right_start, one.right_end)
    before = text[max(0, start - width) : start].rpartition("\n")[2]
    after = text[end : end + width].partition("\n")[0]
    return replace(one, before=before.lstrip(), after=after.rstrip())


def _run(run: Sequence[Row], before: int, after: int) -> Iterator[Row | Fold]:
    middle = run[before : len(run) - after]
    if len(middle) < LEAST_FOLD:
        yield from run
        return
    yield from run[:before]
    yield Fold(tuple(middle))
    yield from run[len(run) - after :] if after else ()


def _trimmed(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return a side without blanks alone; they say nothing."""
    return spans if any(span.text.strip() or span.difference is not None for span in spans) else ()
