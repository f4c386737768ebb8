"""The groups as columns of numbers: what filtering and sorting 100,000 groups within a blink needs. No Qt.

Names are compared once, when the table is made; sorting and filtering afterwards are array operations.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any

from core.documents import Relation, gain_of
from core.filters import KINDS, suffix
from core.packed_groups import PackedGroups
from gui.pair_likeness import PairLikeness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np

    from core.documents import DuplicateGroup, Match, Member
else:
    import core.late_numpy as np

KIND_ORDER = tuple(Relation)
"""The number of a kind in the table is its place here."""


class Column(IntEnum):
    """The columns of the list."""

    NAME = 0
    SIZE = 1
    DATE = 2
    SIMILARITY = 3


class Family(StrEnum):
    """Kinds of file as the filter offers them."""

    WORD = "word"
    SLIDES = "slides"
    SHEETS = "sheets"
    PDF = "pdf"
    TEXT = "text"
    PICTURES = "pictures"
    OTHER = "other"


_SUFFIXES = {
    Family.WORD: "doc docx docm dot dotx dotm rtf odt ott fodt wps wpt pages sxw hwp hwpx wpd",
    Family.SLIDES: "ppt pptx pptm pps ppsx ppsm pot potx potm odp otp fodp dps dpt key sxi",
    Family.SHEETS: "xls xlsx xlsm xlsb xlt xltx xltm csv tsv ods ots fods et ett numbers sxc",
    Family.PDF: "pdf ofd xps oxps djvu caj",
    Family.TEXT: "txt text md markdown rst org tex log json jsonl ndjson xml yaml yml html htm mht mhtml xhtml srt ass",
    Family.PICTURES: " ".join(KINDS["pictures"]),
}
_FAMILY_OF = {end: family for family, ends in _SUFFIXES.items() for end in ends.split()}
_BIT_OF = {family: 1 << place for place, family in enumerate(Family)}


def family_of(path: str) -> Family:
    """Return the kind of file that a path's suffix tells."""
    return _FAMILY_OF.get(suffix(os.path.basename(path)), Family.OTHER)


Asked = tuple[str, str, frozenset[str]]
"""Words, folder and paths of a search."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which groups to show.

    Attributes:
        kinds: kinds of likeness.
        needle: words that stand in a name or folder of a member; "" for all.
        families: kinds of file of which a group must have one; empty for all.
        folder: a folder under which a group must have a member; "" for all.
        paths: paths of which a group must have one (those whose text has the needle), beside the needle itself.
        since_ns, before_ns: a group must have a member that was changed in this span; 0 is no bound.
        least, most: a group must have a pair of a similarity from the one on and below the other (1 is in the last
            range); only similar groups do.
    """

    kinds: frozenset[Relation] = frozenset(Relation)
    needle: str = ""
    families: frozenset[Family] = frozenset()
    folder: str = ""
    paths: frozenset[str] = frozenset()
    since_ns: int = 0
    before_ns: int = 0
    least: float = 0.0
    most: float = 1.0

    @property
    def is_narrow(self) -> bool:
        """Whether anything but the kind of likeness is asked for."""
        is_ranged = self.least > 0.0 or self.most < 1.0
        return bool(self.needle or self.families or self.folder or self.since_ns or self.before_ns or is_ranged)


@dataclass(frozen=True, slots=True)
class Order:
    """By which column the groups, and the members in each, are sorted; None is the order of the result."""

    column: Column | None = None
    is_descending: bool = False


class GroupTable:
    """All groups of a result with what they are sorted and filtered by.

    Making one takes about a second for 100,000 groups: do it off the GUI thread.
    """

    def __init__(self, found: Sequence[DuplicateGroup] = (), matches: Iterable[Match] = ()) -> None:
        groups = tuple(found)
        count = len(groups)
        self.groups = PackedGroups(groups)
        self.lengths = np.fromiter((len(group.members) for group in groups), np.int32, count)
        self._kinds = np.fromiter((KIND_ORDER.index(group.kind) for group in groups), np.uint8, count)
        self._keys: dict[Column, np.ndarray] = {
            Column.NAME: _ranks([os.path.basename(group.keeper.path).casefold() for group in groups]),
            Column.SIZE: np.fromiter((_size(group) for group in groups), np.int64, count),
            Column.DATE: np.fromiter(
                (max(member.document.mtime_ns for member in group.members) for group in groups), np.int64, count
            ),
            Column.SIMILARITY: np.fromiter((group.similarity for group in groups), np.float64, count),
        }
        self._oldest = np.fromiter(
            (min(member.document.mtime_ns for member in group.members) for group in groups), np.int64, count
        )
        self._pairs = PairLikeness(groups, matches)
        self._families = np.fromiter((_family_bits(group) for group in groups), np.uint16, count)
        self._answer: tuple[Asked, np.ndarray] = (("", "", frozenset()), np.ones(count, np.bool_))
        names = np.fromiter((hash((group.kind, group.key)) for group in groups), np.int64, count)
        self._by_name = np.argsort(names, kind="stable").astype(np.int32)
        self._names = names[self._by_name]

    def __len__(self) -> int:
        return len(self.groups)

    def place_of(self, kind: Relation, key: str) -> int:
        """Return where a group stands in the table; -1 where it does not. (A dictionary would take 10 MB more.)"""
        name = hash((kind, key))
        for at in range(int(np.searchsorted(self._names, name)), len(self._names)):
            if self._names[at] != name:
                break
            place = int(self._by_name[at])
            group = self.groups[place]
            if (group.kind, group.key) == (kind, key):
                return place
        return -1

    def count_by_kind(self) -> dict[Relation, int]:
        """Return how many groups there are of each kind."""
        counts = np.bincount(self._kinds, minlength=len(KIND_ORDER))
        return {kind: int(counts[place]) for place, kind in enumerate(KIND_ORDER)}

    def arrange(self, wanted: Wanted, order: Order) -> np.ndarray:
        """Return the places of the wanted groups in the wanted order, as int32."""
        mask = np.isin(self._kinds, [KIND_ORDER.index(kind) for kind in wanted.kinds])
        if wanted.families:
            mask &= (self._families & sum(_BIT_OF[family] for family in wanted.families)) > 0
        if wanted.since_ns:
            mask &= self._keys[Column.DATE] >= wanted.since_ns
        if wanted.before_ns:
            mask &= self._oldest < wanted.before_ns
        if wanted.least > 0.0 or wanted.most < 1.0:
            mask &= self._pairs.within(wanted.least, wanted.most)
        if wanted.folder or wanted.needle:
            mask &= self.searched(wanted)
        places = np.flatnonzero(mask).astype(np.int32)
        if order.column is None:
            return places
        keys = self._keys[order.column][places]
        return places[np.argsort(-keys if order.is_descending else keys, kind="stable")]

    def searched(self, wanted: Wanted) -> np.ndarray:
        """Return for each group whether it has the words and the folder wanted; the last answer is kept.

        Words take a quarter of a second for 100,000 groups: call it off the GUI thread before `arrange`.
        """
        asked = (wanted.needle, wanted.folder, wanted.paths)
        known, mask = self._answer
        if known != asked:
            count = len(self.groups)
            mask = np.ones(count, np.bool_)
            if wanted.folder:
                mask = self.groups.have_start(os.path.join(wanted.folder, ""))
            if wanted.needle:
                is_found = _finder(self.groups, wanted)
                mask = np.fromiter((bool(mask[place]) and is_found(place) for place in range(count)), np.bool_, count)
            self._answer = (asked, mask)
        return mask

    def members(self, place: int, order: Order) -> tuple[Member, ...]:
        """Return the members of a group as listed: the keeper first, the others in the wanted order."""
        keeper, *others = self.groups[place].members
        if order.column is not None:
            others.sort(key=_MEMBER_KEYS[order.column], reverse=order.is_descending)
        return (keeper, *others)

    def left_without(self, gone: frozenset[str]) -> list[DuplicateGroup]:
        """Return the groups less these paths: what is left after they went to the trash."""
        left = []
        for group in self.groups:
            kept = group if not any(member.path in gone for member in group.members) else group.without(gone)
            if kept is not None:
                left.append(_with_gain(kept))
        return left


_MEMBER_KEYS: dict[Column, Callable[[Member], Any]] = {
    Column.NAME: lambda member: os.path.basename(member.path).casefold(),
    Column.SIZE: lambda member: member.document.size,
    Column.DATE: lambda member: member.document.mtime_ns,
    Column.SIMILARITY: lambda member: member.similarity,
}


def _finder(groups: PackedGroups, wanted: Wanted) -> Callable[[int], bool]:
    """Return the test for the words; where a root lies, no one searches for."""
    needles = wanted.needle.casefold().split()
    is_cased = any(needle.upper() != needle for needle in needles)
    paths = wanted.paths

    def is_found(place: int) -> bool:
        joined = groups.tails(place)
        if is_cased:
            joined = joined.casefold()
        for needle in needles:
            if needle not in joined:
                return bool(paths) and not paths.isdisjoint(groups.paths(place))
        return True

    return is_found


def _ranks(names: list[str]) -> np.ndarray:
    order = sorted(range(len(names)), key=names.__getitem__)
    ranks = np.empty(len(names), np.int64)
    ranks[order] = np.arange(len(names))
    return ranks


def _size(group: DuplicateGroup) -> int:
    return group.keeper.document.size if group.reclaimable_bytes is None else group.reclaimable_bytes


def _family_bits(group: DuplicateGroup) -> int:
    bits = 0
    for member in group.members:
        bits |= _BIT_OF[family_of(member.path)]
    return bits


def _with_gain(group: DuplicateGroup) -> DuplicateGroup:
    if group.reclaimable_bytes is None:
        return group
    return replace(group, reclaimable_bytes=gain_of(group.members))
