"""Which groups have a pair whose similarity lies in a range. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.documents import Relation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np

    from core.documents import DuplicateGroup, Match
else:
    import core.late_numpy as np


class PairLikeness:
    """The similarity of each pair, and the place of the group in which it is found.

    A group lists how alike its members and its reference are. Pairs of two members, or of a member and a document of
    another group, are only among the matches; they count where no listed pair lies in a range, so that no step of a
    histogram of all pairs opens nothing. Eight bytes a pair.
    """

    def __init__(self, groups: Sequence[DuplicateGroup], matches: Iterable[Match]) -> None:
        similar = [(place, group) for place, group in enumerate(groups) if group.kind is Relation.SIMILAR]
        self._count = len(groups)
        self._listed, self._others = (
            np.fromiter(pairs, [("figure", "f4"), ("place", "i4")])
            for pairs in (_of_members(similar), _of_matches(similar, matches))
        )

    def within(self, least: float, most: float) -> np.ndarray:
        """Return for each group whether it has a pair from `least` on and below `most`; 1 is the last of all."""
        mask = np.zeros(self._count, np.bool_)
        for pairs in (self._listed, self._others):
            is_in = pairs["figure"] >= least
            if most < 1.0:
                is_in &= pairs["figure"] < most
            mask[pairs["place"][is_in]] = True
            if mask.any():
                break
        return mask


def _of_members(similar: Iterable[tuple[int, DuplicateGroup]]) -> Iterator[tuple[float, int]]:
    return ((member.similarity, place) for place, group in similar for member in group.members[1:])


def _of_matches(similar: Iterable[tuple[int, DuplicateGroup]], matches: Iterable[Match]) -> Iterator[tuple[float, int]]:
    place_of = {member.path: place for place, group in similar for member in group.members}
    for match in matches:
        if match.kind is Relation.SIMILAR:
            for place in {place_of[path] for path in (match.a, match.b) if path in place_of}:
                yield match.similarity, place
