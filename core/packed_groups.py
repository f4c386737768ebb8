"""Groups kept small: what a window holds for hours takes a third of the memory as bytes. Pure.

A group is unpacked when it is looked at, and forgotten again; only those looked at last are kept as values. That takes
some 20 microseconds, so whoever looks through all groups asks for less where less will do: `paths_of`, `of_kinds` and
`groups_of` take packed and plain groups alike.
"""

from __future__ import annotations

import marshal
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from core.documents import NO_DIGESTS, Changes, Digests, Document, DuplicateGroup, Member, Reason, Relation
from core.selection import split_path

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray
else:
    import core.late_numpy as np

MOST_KEPT = 1000
"""So many groups are kept as values: some screens full."""

_KINDS = tuple(Relation)
_REASONS = {reason.value: reason for reason in Reason}

_Rest = tuple[float | None, tuple[str, ...], tuple[int, int, int, bool] | None, bool, bool]
"""What few members have: share, copies, changes, content differs, is protected."""

_NO_REST: _Rest = (None, (), None, False, False)

_Packed = tuple[
    bool,
    tuple[int, int, int, int, int, int],
    str | None,
    tuple[str | None, str | None] | None,
    int | None,
    int | None,
    float,
    _Rest | None,
]
"""A member: whether it is the keeper, numbers of its file, reason, digests, SimHash, distance, similarity, rest."""

_SEPARATOR = "\0"
"""Stands in no path."""


class PackedGroups(Sequence[DuplicateGroup]):
    """Groups in a fixed order; it compares equal to no other sequence, but its items equal those that were packed."""

    def __init__(self, groups: Iterable[DuplicateGroup] = ()) -> None:
        self._heads = _Heads()
        self._paths = bytearray()
        self._facts = bytearray()
        self._path_ends = array("q", [0])
        self._fact_ends = array("q", [0])
        self._member_heads = array("L")
        self._member_ends = array("q", [0])
        self._sizes = array("q")
        self._kinds = bytearray()
        paths, names, named = array("q"), array("q"), array("l")
        for place, group in enumerate(groups):
            paths.extend(hash(member.document.path) for member in group.members)
            for name in _other_names(group):
                names.append(hash(name))
                named.append(place)
            self._pack(group)
        self._members = _Hashes(paths, np.arange(len(paths)))
        self._others = _Hashes(names, np.array(named, np.int32))
        self._kept: dict[int, DuplicateGroup] = {}

    def __len__(self) -> int:
        return len(self._path_ends) - 1

    @overload
    def __getitem__(self, place: int) -> DuplicateGroup: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[DuplicateGroup]: ...
    def __getitem__(self, place: int | slice) -> DuplicateGroup | Sequence[DuplicateGroup]:
        if isinstance(place, slice):
            return Picked(self, range(len(self))[place])
        at = range(len(self))[place]
        found = self._kept.get(at)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[at] = self._unpacked(at)
        return found

    def __iter__(self) -> Iterator[DuplicateGroup]:
        return map(self._unpacked, range(len(self)))

    def paths(self, place: int) -> list[str]:
        """Return the paths of a group's members, the keeper's first."""
        heads = self._member_heads[self._member_ends[place] : self._member_ends[place + 1]]
        tails = self.tails(place).split(_SEPARATOR)
        return [self._heads.path(head, tail) for head, tail in zip(heads, tails, strict=True)]

    def tails(self, place: int) -> str:
        """Return the paths of a group's members in one, less what says where their roots lie."""
        return self._paths[self._path_ends[place] : self._path_ends[place + 1]].decode("utf-8", "surrogatepass")

    def have_start(self, start: str) -> NDArray[np.bool_]:
        """Return for each group whether the path of a member starts so; takes 0.1 s for 100,000 groups."""
        rests = self._heads.rests(start)
        starts = [rest.encode("utf-8", "surrogatepass") for rest in rests if rest is not None]
        pairs = [(one, _SEPARATOR.encode() + one) for one in dict.fromkeys(starts)]
        is_sure = len(rests) == len(starts) and len(pairs) == 1
        paths, ends = self._paths, self._path_ends

        def has(place: int) -> bool:
            first, last = ends[place], ends[place + 1]
            for at_first, later in pairs:
                if paths.startswith(at_first, first, last) or paths.find(later, first, last) >= 0:
                    return is_sure or any(path.startswith(start) for path in self.paths(place))
            return False

        return np.fromiter(map(has, range(len(self))), np.bool_, len(self))

    def holders(self, paths: Iterable[str]) -> dict[str, list[DuplicateGroup]]:
        """Return for each of these paths that is a member the groups that have it, in their order."""
        found: dict[str, list[DuplicateGroup]] = {}
        for path, members in self._members.find(paths):
            places = [place for place in self._places(members) if path in self.paths(place)]
            if places:
                found[path] = [self[place] for place in places]
        return found

    def sizes(self, paths: Iterable[str]) -> dict[str, int]:
        """Return the bytes of those of these paths that are members (by their hashes alone: a figure to show)."""
        return {path: self._sizes[members[0]] for path, members in self._members.find(paths)}

    def filled_by(self, paths: Collection[str]) -> list[DuplicateGroup]:
        """Return the groups all of whose members are among these paths."""
        if not paths or not len(self):
            return []
        is_among = self._members.are_among(paths)
        counts = np.add.reduceat(is_among, np.array(self._member_ends[:-1]), dtype=np.int64)
        places = np.flatnonzero(counts == np.diff(np.array(self._member_ends)))
        return [self[place] for place in places.tolist() if all(path in paths for path in self.paths(place))]

    def places_of(self, names: Iterable[str]) -> list[int]:
        """Return the places of all groups with a member of these paths or BLAKE3 digests, or a copy at such a path.

        There may be others among them: only hashes of the names are compared.
        """
        wanted = list(names)
        found = {place for _, members in self._members.find(wanted) for place in self._places(members)}
        return sorted(found.union(*(places for _, places in self._others.find(wanted))))

    def of_kinds(self, kinds: Iterable[Relation]) -> Iterator[DuplicateGroup]:
        """Yield the groups of these kinds, in their order."""
        return map(self._unpacked, self.places_of_kinds(kinds))

    def places_of_kinds(self, kinds: Iterable[Relation]) -> Iterator[int]:
        """Yield the places of the groups of these kinds."""
        wanted = {_KINDS.index(kind) for kind in kinds}
        return (place for place, kind in enumerate(self._kinds) if kind in wanted)

    def _places(self, members: Sequence[int]) -> list[int]:
        """Return the places of the groups in which members of these numbers stand."""
        return sorted({bisect_right(self._member_ends, member) - 1 for member in members})

    def _pack(self, group: DuplicateGroup) -> None:
        tails = []
        for member in group.members:
            head, tail = self._heads.split(member.document)
            self._member_heads.append(head)
            tails.append(tail)
            self._sizes.append(member.document.size)
        self._member_ends.append(len(self._member_heads))
        self._paths += _SEPARATOR.join(tails).encode("utf-8", "surrogatepass")
        self._path_ends.append(len(self._paths))
        self._kinds.append(_KINDS.index(group.kind))
        about = (group.key, group.similarity, group.reclaimable_bytes)
        self._facts += marshal.dumps((*about, *map(_facts, group.members)))
        self._fact_ends.append(len(self._facts))

    def _unpacked(self, place: int) -> DuplicateGroup:
        facts = self._facts[self._fact_ends[place] : self._fact_ends[place + 1]]
        key, similarity, gain, *packed = marshal.loads(facts)
        first, last = self._member_ends[place], self._member_ends[place + 1]
        roots = [self._heads.root(head) for head in self._member_heads[first:last]]
        members = list(map(_member, self.paths(place), roots, packed))
        return DuplicateGroup(_KINDS[self._kinds[place]], tuple(members), similarity, key, gain)


class Picked(Sequence[DuplicateGroup]):
    """Some groups of a store, in an order of their own."""

    def __init__(self, store: PackedGroups, places: Sequence[int] | NDArray[np.int32]) -> None:
        self._store = store
        self._wanted = places

    def __len__(self) -> int:
        return len(self._wanted)

    @overload
    def __getitem__(self, place: int) -> DuplicateGroup: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[DuplicateGroup]: ...
    def __getitem__(self, place: int | slice) -> DuplicateGroup | Sequence[DuplicateGroup]:
        if isinstance(place, slice):
            return Picked(self._store, self._wanted[place])
        return self._store[int(self._wanted[place])]


class _Hashes:
    """Names by their hashes, each with a number."""

    def __init__(self, hashes: array[int], numbers: NDArray[np.integer]) -> None:
        self._given = np.array(hashes, np.int64)
        order = np.argsort(self._given, kind="stable")
        self._sorted = self._given[order]
        self._numbers = numbers[order].astype(np.int32)

    def find(self, names: Iterable[str]) -> Iterator[tuple[str, list[int]]]:
        """Yield each name that is known with its numbers in their order."""
        wanted = list(names)
        hashes = np.fromiter(map(hash, wanted), np.int64, len(wanted))
        firsts = np.searchsorted(self._sorted, hashes, "left").tolist()
        lasts = np.searchsorted(self._sorted, hashes, "right").tolist()
        for name, first, last in zip(wanted, firsts, lasts, strict=True):
            if first < last:
                yield name, self._numbers[first:last].tolist()

    def are_among(self, names: Collection[str]) -> NDArray[np.bool_]:
        """Return for each name, in the order given, whether it is probably one of these."""
        return np.isin(self._given, np.fromiter(map(hash, names), np.int64, len(names)))


class _Heads:
    """The roots of the members, and how each of their paths starts: with the folder in which the root lies."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}
        self._known: list[tuple[str, str]] = []

    def split(self, document: Document) -> tuple[int, str]:
        """Return the number of a document's head, and the rest of its path."""
        head = document.root[: len(split_path(document.root.rstrip("/\\"))[0])] if document.root else ""
        if not document.path.startswith(head):
            head = ""
        number = self._numbers.setdefault((document.root, head), len(self._known))
        if number == len(self._known):
            self._known.append((document.root, head))
        return number, document.path[len(head) :]

    def path(self, number: int, tail: str) -> str:
        """Put a path together again."""
        return self._known[number][1] + tail

    def rests(self, start: str) -> list[str | None]:
        """Return for each head how the rest of a path starts that starts so as a whole; None where none can."""
        return [
            start[len(head) :] if start.startswith(head) else "" if head.startswith(start) else None
            for _, head in self._known
        ]

    def root(self, number: int) -> str:
        """Return the root that goes with a head."""
        return self._known[number][0]


def _other_names(group: DuplicateGroup) -> Iterator[str]:
    """Yield what a group is looked up by beside the paths of its members."""
    for member in group.members:
        if member.digests.blake3 is not None:
            yield member.digests.blake3
        yield from member.copies


def _facts(member: Member) -> _Packed:
    one, changes = member.document, member.changes
    rest: _Rest = (
        member.share,
        member.copies,
        None if changes is None else (changes.changed, changes.added, changes.removed, changes.only_numbers),
        member.content_differs,
        member.is_protected,
    )
    return (
        member.is_keeper,
        (one.size, one.mtime_ns, one.ctime_ns, one.device, one.inode, one.links),
        None if member.reason is None else member.reason.value,
        None if member.digests == NO_DIGESTS else (member.digests.md5, member.digests.blake3),
        member.simhash,
        member.hamming,
        member.similarity,
        None if rest == _NO_REST else rest,
    )


def _member(path: str, root: str, packed: _Packed) -> Member:
    is_keeper, document, reason, digests, simhash, hamming, similarity, rest = packed
    share, copies, changes, content_differs, is_protected = rest or _NO_REST
    return Member(
        Document(path, root, *document),
        is_keeper,
        None if reason is None else _REASONS[reason],
        NO_DIGESTS if digests is None else Digests(*digests),
        simhash,
        hamming,
        similarity,
        share,
        copies,
        None if changes is None else Changes(*changes),
        content_differs,
        is_protected,
    )


def paths_of(groups: Iterable[DuplicateGroup], *kinds: Relation) -> Iterator[list[str]]:
    """Yield the paths of the members of each group of these kinds, of all without any; the keeper's first."""
    if isinstance(groups, PackedGroups):
        return map(groups.paths, groups.places_of_kinds(kinds or _KINDS))
    wanted = groups if not kinds else of_kinds(groups, *kinds)
    return ([member.document.path for member in group.members] for group in wanted)


def of_kinds(groups: Iterable[DuplicateGroup], *kinds: Relation) -> Iterator[DuplicateGroup]:
    """Yield the groups of these kinds, in their order."""
    if isinstance(groups, PackedGroups):
        return groups.of_kinds(kinds)
    return (group for group in groups if group.kind in kinds)


def groups_of(groups: Iterable[DuplicateGroup], paths: Collection[str]) -> dict[str, list[DuplicateGroup]]:
    """Return for each of these paths that is a member the groups that have it, in their order."""
    if isinstance(groups, PackedGroups):
        return groups.holders(paths)
    wanted = set(paths)
    found: dict[str, list[DuplicateGroup]] = {}
    for group in groups:
        for member in group.members:
            if member.document.path in wanted:
                found.setdefault(member.document.path, []).append(group)
    return found
