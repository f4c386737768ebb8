"""From two texts to what the comparison shows. No Qt; run it in a worker or a job, never on the GUI thread."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.differences import Kind, differences, only_numbers, order_differs
from core.documents import Relation
from core.units import units
from gui.comparison import Comparison, Difference, Mark, Objects, Placed, Side, lay_out, once, with_context

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core import differences as found_in
    from core.extract.reading import Item
    from core.units import Units


def compare_texts(
    left: Side,
    right: Side,
    texts: tuple[str, str],
    *,
    relation: Relation | None = None,
    objects: Sequence[Objects] = (),
) -> Comparison:
    """Return the comparison of two documents with text: all differences, and both texts as rows."""
    a, b = texts
    found = differences(a, b)
    return Comparison(
        left,
        right,
        relation,
        rows=lay_out(a, b, placed(a, b, found)),
        differences=tuple(_listed(a, b, one) for one in found),
        only_numbers=only_numbers(found) and not objects,
        order_differs=order_differs(found),
        objects=tuple(objects),
    )


def compare_identical(left: Side, right: Side, text: str, *, is_proved: bool) -> Comparison:
    """Return the comparison of two files with the same bytes; `is_proved` if they were read again just now."""
    return Comparison(left, right, Relation.IDENTICAL, is_proved, rows=once(text))


def differing_objects(left: Iterable[Item], right: Iterable[Item]) -> tuple[Objects, ...]:
    """Return what two inventories do not have in common, by kind."""
    ours, theirs = Counter(left), Counter(right)
    only_left, only_right = ours - theirs, theirs - ours
    kinds = sorted({item.kind for item in (*only_left, *only_right)})
    if kinds != ["order"]:  # where other things differ, so does their order
        kinds = [kind for kind in kinds if kind != "order"]
    return tuple(
        Objects(kind, *(sum(n for item, n in only.items() if item.kind == kind) for only in (only_left, only_right)))
        for kind in kinds
    )


def placed(a: str, b: str, found: Sequence[found_in.Difference]) -> list[Placed]:
    """Return where differences are marked, in reading order of both texts; moved text once on each side."""
    return list(_Walk(a, b, found).steps())


def _listed(a: str, b: str, one: found_in.Difference) -> Difference:
    ours, theirs = a[one.a_start : one.a_end], b[one.b_start : one.b_end]
    return with_context(Difference(one.a_start, one.a_end, one.b_start, one.b_end, ours, theirs, mark=_mark(one)), a, b)


def _mark(one: found_in.Difference) -> Mark:
    if one.critical is not None:
        return Mark.CRITICAL
    return Mark.MOVED if one.kind is Kind.MOVED else Mark.CHANGED


def _ground(one: found_in.Difference) -> Mark:
    """Return how a difference is marked in the text: what only one side has shows that first, weighty or not."""
    is_one_sided = one.kind in (Kind.ADDED, Kind.REMOVED)
    return Mark.CHANGED if is_one_sided else _mark(one)


@dataclass(frozen=True, slots=True)
class _Event:
    """A difference on its way along both texts: ranges in characters, starts in units."""

    number: int
    mark: Mark
    left: tuple[int, int]
    right: tuple[int, int]
    left_unit: int
    right_unit: int


class _Walk:
    """Goes along the units of both texts, which are equal but for the differences."""

    def __init__(self, a: str, b: str, found: Sequence[found_in.Difference]) -> None:
        self._units = units(a), units(b)
        events = [self._event(number, one) for number, one in enumerate(found)]
        stays = [event for event in events if event.mark is not Mark.MOVED]
        moves = [event for event in events if event.mark is Mark.MOVED]
        self._both = sorted(stays, key=lambda event: (event.left_unit, event.right_unit, event.number))
        self._left = sorted(moves, key=lambda event: event.left_unit)
        self._right = sorted(moves, key=lambda event: event.right_unit)

    def steps(self) -> Iterator[Placed]:
        """Yield each difference where both texts have come to it."""
        at = [0, 0]
        ends = [0, 0]
        while self._both or self._left or self._right:
            run = self._run(at[0], at[1])
            at = [at[0] + run, at[1] + run]
            event, has_left, has_right = self._take(at[0], at[1])
            left = event.left if has_left else (self._before(0, at[0], ends[0]),) * 2
            right = event.right if has_right else (self._before(1, at[1], ends[1]),) * 2
            yield Placed(*left, *right, event.mark, event.number)
            ends = [left[1], right[1]]
            at = [_unit(self._units[side], end, low) for side, end, low in ((0, left[1], at[0]), (1, right[1], at[1]))]

    def _event(self, number: int, one: found_in.Difference) -> _Event:
        left_unit = _unit(self._units[0], one.a_start, 0)
        right_unit = _unit(self._units[1], one.b_start, 0)
        return _Event(number, _ground(one), (one.a_start, one.a_end), (one.b_start, one.b_end), left_unit, right_unit)

    def _run(self, left: int, right: int) -> int:
        """Return how many equal units lie ahead before something differs on either side."""
        ahead = [event.left_unit - left for event in (*self._both[:1], *self._left[:1])]
        ahead += [event.right_unit - right for event in (*self._both[:1], *self._right[:1])]
        return max(min(ahead), 0)

    def _take(self, left: int, right: int) -> tuple[_Event, bool, bool]:
        """Return what differs here, and on which sides; moved text comes as soon as its side has come to it."""
        if self._both and self._comes_first(self._both[0], left, right):
            return self._both.pop(0), True, True
        if self._left and self._left[0].left_unit <= left:
            return self._left.pop(0), True, False
        if self._right and self._right[0].right_unit <= right:
            return self._right.pop(0), False, True
        if self._both:
            return self._both.pop(0), True, True
        return (self._left.pop(0), True, False) if self._left else (self._right.pop(0), False, True)

    def _comes_first(self, one: _Event, left: int, right: int) -> bool:
        """Return whether something on one side only ends before the moved text that is due here on either side."""
        is_one_sided = one.left[0] == one.left[1] or one.right[0] == one.right[1]
        if not is_one_sided or one.left_unit > left or one.right_unit > right:
            return False
        ends_left = not self._left or self._left[0].left_unit > left or one.left[1] <= self._left[0].left[0]
        ends_right = not self._right or self._right[0].right_unit > right or one.right[1] <= self._right[0].right[0]
        return ends_left and ends_right

    def _before(self, side: int, unit: int, low: int) -> int:
        """Return the place in the text behind the unit before `unit`."""
        return max(int(self._units[side].ends[unit - 1]) if unit else 0, low)


def _unit(those: Units, place: int, low: int) -> int:
    """Return the number of the first unit that begins at or after a place in the text."""
    return max(int(np.searchsorted(those.starts, place, side="left")), low)
