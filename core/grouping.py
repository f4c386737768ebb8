"""Groups of near duplicates: stars with repair, which do not chain and leave no text with a partner alone.

Texts come in an order that does not depend on the scan (their digests). Each joins its most similar earlier reference
or becomes one; then each reference that stayed alone gets a partner. Every member reaches the threshold with its
reference, and one text more or less moves few others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    Indices = NDArray[np.intp]
    Figures = NDArray[np.float64]


class Container(NamedTuple):
    """The best of the texts that hold a text: its share there, and how many others hold it too."""

    outer: int
    share: float
    more: int


def stars(pairs: Iterable[tuple[int, int, float]], order: Sequence[int]) -> dict[int, list[int]]:
    """Return each reference with its members, the most similar first; texts without a partner are left out.

    Args:
        pairs: (text, text, similarity) of all pairs at or above the threshold, each once.
        order: all texts of the pairs in the order of their digests.
    """
    place = {text: index for index, text in enumerate(order)}
    rows = list(pairs)
    a = np.array([place[row[0]] for row in rows], np.intp)
    b = np.array([place[row[1]] for row in rows], np.intp)
    figures = np.array([row[2] for row in rows], np.float64)
    keeper = references(a, b, figures, len(order))
    ends = zip(np.concatenate((a, b)).tolist(), np.concatenate((b, a)).tolist(), strict=True)
    with_keeper = dict(zip(ends, np.concatenate((figures, figures)).tolist(), strict=True))
    groups: dict[int, list[int]] = {}
    for member in np.flatnonzero(keeper != np.arange(len(order))).tolist():
        groups.setdefault(int(keeper[member]), []).append(member)
    return {
        order[reference]: [order[m] for m in sorted(groups[reference], key=lambda m: (-with_keeper[m, reference], m))]
        for reference in sorted(groups)
    }


def references(a: Indices, b: Indices, similarity: Figures, count: int) -> Indices:
    """Return the reference of each of `count` texts, itself for references and for texts without a partner.

    The texts are numbered in the order of their digests; `a`, `b` and `similarity` are the pairs at or above the
    threshold, each once. Two million pairs take about a second.
    """
    earlier, later = np.minimum(a, b), np.maximum(a, b)
    is_reference = _first_independent(earlier, later, count)
    keeper = np.arange(count)
    joins = np.flatnonzero(is_reference[earlier] & ~is_reference[later])
    joins = joins[np.lexsort((earlier[joins], -similarity[joins], later[joins]))]
    members, first = np.unique(later[joins], return_index=True)
    keeper[members] = earlier[joins[first]]
    _repair(keeper, earlier, later, similarity)
    return keeper


def families(a: Indices, b: Indices, count: int) -> Indices:
    """Return for each text the smallest number in its connected component: drifting versions of one document."""
    label = np.arange(count)
    while True:
        lowest = np.minimum(label[a], label[b])
        new = label.copy()
        np.minimum.at(new, label[a], lowest)
        np.minimum.at(new, label[b], lowest)
        new = new[new]
        if np.array_equal(new, label):
            return label
        label = new


def may_refer(chosen: int, others: Collection[int], figures: Mapping[tuple[int, int], float], threshold: float) -> bool:
    """Return whether `chosen` reaches the threshold with all other members, so that it may be their reference.

    Args:
        figures: similarity by (smaller id, larger id).
    """
    ends = ((min(chosen, other), max(chosen, other)) for other in others if other != chosen)
    return all(figures.get(pair, 0.0) >= threshold for pair in ends)


def best_containers(
    contained: Iterable[tuple[int, int, float]], lengths: Mapping[int, int], members: Collection[int] = ()
) -> dict[int, Container]:
    """Return one container for each contained text: a reference or lone text before a member, the largest share, the
    shortest text.

    Args:
        contained: (inner, outer, share) of pairs that are not similar.
        lengths: tokens of each text.
        members: texts that stand in a similar group without being its reference; they get no row of their own.
    """
    rows: dict[int, list[tuple[bool, float, int, int]]] = {}
    for inner, outer, share in contained:
        if inner not in members:
            rows.setdefault(inner, []).append((outer in members, -share, lengths[outer], outer))
    best = {inner: min(found) for inner, found in rows.items()}
    return {inner: Container(row[3], -row[1], len(rows[inner]) - 1) for inner, row in best.items()}


def _first_independent(earlier: Indices, later: Indices, count: int) -> NDArray[np.bool_]:
    """Return which texts have no reference among their earlier neighbours, which makes them references.

    Rounds over all texts at once: a text is a reference when all earlier neighbours are known to be none. With
    digests as order the number of rounds grows with the logarithm of the number of texts.
    """
    is_open = np.ones(count, np.bool_)
    is_reference = np.zeros(count, np.bool_)
    while is_open.any():
        waits = np.zeros(count, np.bool_)
        waits[later] = True
        new = is_open & ~waits
        is_reference |= new
        joined = later[new[earlier]]
        is_open &= ~new
        is_open[joined] = False
        both = is_open[earlier] & is_open[later]
        earlier, later = earlier[both], later[both]
    return is_reference


def _repair(keeper: Indices, earlier: Indices, later: Indices, similarity: Figures) -> None:
    """Give each reference without members a partner, in order, without taking the last member of another."""
    sizes = np.bincount(keeper, minlength=len(keeper)) - 1
    is_lonely = (keeper == np.arange(len(keeper))) & (sizes == 0)
    near: dict[int, list[tuple[float, int]]] = {}
    for v, u, figure in _edges_of(is_lonely, earlier, later, similarity):
        near.setdefault(v, []).append((-figure, u))
    for v in sorted(near):
        if sizes[v] or keeper[v] != v:
            continue
        neighbours = [u for _, u in sorted(near[v])]
        joined = next((u for u in neighbours if keeper[u] == u and sizes[u]), None)
        spare = next((u for u in neighbours if keeper[u] != u and sizes[keeper[u]] >= 2), None)
        if joined is not None:
            keeper[v] = joined
            sizes[joined] += 1
        elif spare is not None:
            sizes[keeper[spare]] -= 1
            keeper[spare] = v
            sizes[v] = 1
        else:
            middle = neighbours[0]
            old = keeper[middle]
            keeper[[old, middle, v]] = middle
            sizes[old], sizes[middle] = 0, 2


def _edges_of(
    chosen: NDArray[np.bool_], earlier: Indices, later: Indices, similarity: Figures
) -> Iterable[tuple[int, int, float]]:
    """Yield (chosen text, neighbour, similarity) of all pairs with a chosen text."""
    for ends, others in ((earlier, later), (later, earlier)):
        rows = np.flatnonzero(chosen[ends])
        yield from zip(ends[rows].tolist(), others[rows].tolist(), similarity[rows].tolist(), strict=True)
