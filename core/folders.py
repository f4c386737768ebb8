"""Folders of which much is the same: a backup beside its original, a backup inside a backup. Pure.

Files are put in the order of their paths, so that everything below a folder is one stretch of that order.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from core.documents import FolderPair

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    Contents = Mapping[str, Hashable | None]

LEAST_SHARE = 0.5
"""From this share on, of the folder that has more of its files in the other, two folders are much the same."""

LEAST_FILES = 2
"""Folders that share one content are no pair: the group of its files says all there is to say."""

CROWD = 20
"""A content that stands directly in more folders than this (a licence, an icon) tells nothing about any two."""

SLACK = 0.25
"""How much of its share a pair may lose when it is named by higher folders that have more in common."""


def overlaps(contents: Contents, alone: Iterable[str] = (), least_share: float = LEAST_SHARE) -> list[FolderPair]:
    """Return the pairs of folders that are much the same, those that have the most in common first.

    A pair is named at its highest folders, not once more for the folders below. Each folder of a family of copies
    is linked once: three nested backups of one folder are three pairs, not six. Where one folder of a pair lies
    in the other, the outer one is taken without it.

    Args:
        contents: what the bytes of the files of a scan are; None where they stand alone. Without empty files.
        alone: further files that stand alone with their bytes.
        least_share: share of one folder's files whose content stands in the other, in (0, 1].
    """
    others = list(alone)
    candidates = _neighbours(contents, others, least_share)
    if not candidates:
        return []
    tree = _Tree({**dict.fromkeys(others), **contents})
    raised: list[_Overlap] = []
    for a, b in candidates:
        if any(overlap.covers(a, b) for overlap in raised):
            continue
        overlap = _raise(tree, a, b, least_share)
        if overlap is None or any(overlap.covers(one.a, one.b) and one.shared >= overlap.shared for one in raised):
            continue
        raised = [other for other in raised if not overlap.covers(other.a, other.b)]
        raised.append(overlap)
    return [
        FolderPair(one.a, one.b, one.files_a / one.size_a, one.files_b / one.size_b, one.shared)
        for one in _linked_once(raised)
    ]


def _neighbours(contents: Contents, alone: Iterable[str], least_share: float) -> list[tuple[str, str]]:
    """Return the pairs of folders that directly hold much of the same, those with the most in common first."""
    folders: defaultdict[Hashable, set[str]] = defaultdict(set)
    sizes: Counter[str] = Counter()
    for path, content in contents.items():
        folder = path[: path.rfind(os.sep)] or os.sep
        sizes[folder] += 1
        if content is not None:
            folders[content].add(folder)
    common: Counter[tuple[str, str]] = Counter()
    for places in folders.values():
        if 1 < len(places) <= CROWD:
            common.update(combinations(sorted(places), 2))
    # Most pairs end here: what they have in common is too little even for the few files counted so far.
    few = [pair for pair, count in common.items() if count < least_share * min(sizes[pair[0]], sizes[pair[1]])]
    for pair in few:
        del common[pair]
    wanted = {folder for pair in common for folder in pair}
    if wanted:
        sizes.update(folder for path in alone if (folder := path[: path.rfind(os.sep)] or os.sep) in wanted)
    much = (pair for pair in common if common[pair] >= least_share * min(sizes[pair[0]], sizes[pair[1]]))
    return sorted(much, key=lambda pair: (-common[pair], pair))


@dataclass(frozen=True, slots=True)
class _Overlap:
    """What two folders have in common.

    Attributes:
        shared: distinct contents that stand in both.
        files_a, files_b: files of each whose content stands in the other; size_a, size_b: all its files.
    """

    a: str
    b: str
    shared: int
    files_a: int
    files_b: int
    size_a: int
    size_b: int

    @property
    def share(self) -> float:
        """The share of the folder that has more of its files in the other."""
        return max(self.files_a / self.size_a, self.files_b / self.size_b)

    def covers(self, a: str, b: str) -> bool:
        """Return whether `a` and `b` lie one in each folder of this pair."""
        return (self._in_a(a) and self._in_b(b)) or (self._in_a(b) and self._in_b(a))

    def _in_a(self, folder: str) -> bool:
        return _is_in(folder, self.a) and not (_is_in(self.b, self.a) and _is_in(folder, self.b))

    def _in_b(self, folder: str) -> bool:
        return _is_in(folder, self.b) and not (_is_in(self.a, self.b) and _is_in(folder, self.a))


class _Tree:
    """The files of a scan in the order of their paths; what lies below a folder is a slice."""

    def __init__(self, contents: Contents) -> None:
        self.paths = sorted(contents, key=_in_order)
        self._contents = [contents[path] for path in self.paths]

    def measure(self, a: str, b: str) -> _Overlap | None:
        """Return what two folders have in common; None where one is the other, or has nothing of its own."""
        if a == b:
            return None
        in_a, in_b = self._contents_below(a, b), self._contents_below(b, a)
        if not in_a or not in_b:
            return None
        shared = set(in_a) & set(in_b) - {None}
        files_a, files_b = (sum(map(shared.__contains__, inside)) for inside in (in_a, in_b))
        return _Overlap(a, b, len(shared), files_a, files_b, len(in_a), len(in_b))

    def stretch(self, folder: str) -> slice:
        """Return where the files below `folder` stand."""
        first = _in_order(folder.rstrip(os.sep) + os.sep)
        start = bisect_left(self.paths, first, key=_in_order)
        return slice(start, bisect_left(self.paths, first[:-1] + "\1", lo=start, key=_in_order))

    def _contents_below(self, folder: str, other: str) -> list[Hashable | None]:
        whole = self.stretch(folder)
        if not _is_in(other, folder):
            return self._contents[whole]
        hole = self.stretch(other)
        return self._contents[whole.start : hole.start] + self._contents[hole.stop : whole.stop]


def _raise(tree: _Tree, a: str, b: str, least_share: float) -> _Overlap | None:
    """Return the pair at the highest folders above `a` and `b` that have more in common than any below them."""
    best = here = tree.measure(a, b)
    while here is not None and best is not None:
        above = [
            overlap
            for pair in ((_up(here.a), _up(here.b)), (here.a, _up(here.b)), (_up(here.a), here.b))
            if pair != (here.a, here.b) and (overlap := tree.measure(*pair)) is not None
        ]
        here = max(above, key=lambda overlap: (overlap.shared, overlap.share), default=None)
        if here is None or here.share < max(least_share, best.share - SLACK):
            break
        if here.shared > best.shared:
            best = here
    return best if best and best.share >= least_share and best.shared >= LEAST_FILES else None


def _linked_once(overlaps_found: Iterable[_Overlap]) -> Iterator[_Overlap]:
    """Yield the strongest overlaps that link the folders into families without linking any two of them twice."""
    family: dict[str, str] = {}

    def head(folder: str) -> str:
        while folder in family:
            folder = family[folder]
        return folder

    for overlap in sorted(overlaps_found, key=lambda one: (-one.shared, -one.share, one.a, one.b)):
        a, b = head(overlap.a), head(overlap.b)
        if a != b:
            family[b] = a
            yield overlap


@dataclass(frozen=True, slots=True)
class Twins:
    """What handling two folders as one means.

    Attributes:
        pairs: (path in a, path in b) with equal content; no path twice.
        more_a, more_b: paths whose content stands in the other folder, which has fewer files with it.
        only_a, only_b: paths whose content does not stand in the other folder.
    """

    pairs: tuple[tuple[str, str], ...]
    more_a: tuple[str, ...]
    more_b: tuple[str, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]


def twins(a: str, b: str, contents: Contents) -> Twins:
    """Return the twins of two folders and what has none. All of b is also in a when `only_b` is empty.

    Files at the same place below both folders are twins before others. A folder inside the other is taken out of it.
    """
    tree = _Tree(contents)
    in_a, in_b = (
        [path for path in tree.paths[tree.stretch(one)] if not (_is_in(other, one) and _is_in(path, other))]
        for one, other in ((a, b), (b, a))
    )
    shared = {contents[path] for path in in_a} & {contents[path] for path in in_b} - {None}
    both_a, both_b = ([path for path in inside if contents[path] in shared] for inside in (in_a, in_b))
    pairs = _paired(both_a, both_b, a, b, contents)
    paired = {path for pair in pairs for path in pair}
    return Twins(
        pairs=tuple(pairs),
        more_a=tuple(path for path in both_a if path not in paired),
        more_b=tuple(path for path in both_b if path not in paired),
        only_a=tuple(path for path in in_a if contents[path] not in shared),
        only_b=tuple(path for path in in_b if contents[path] not in shared),
    )


def _paired(in_a: list[str], in_b: list[str], a: str, b: str, contents: Contents) -> list[tuple[str, str]]:
    """Pair files of equal content: those at the same place below the folders, then those of the same name, the rest."""
    waiting: defaultdict[Hashable, dict[str, None]] = defaultdict(dict)
    for path in in_b:
        waiting[contents[path]][path] = None
    pairs: list[tuple[str, str]] = []
    for is_twin in (
        lambda path, other: other[len(b) :] == path[len(a) :],
        lambda path, other: os.path.basename(other) == os.path.basename(path),
        lambda _path, _other: True,
    ):
        left = []
        for path in in_a:
            twin = next((other for other in waiting[contents[path]] if is_twin(path, other)), None)
            if twin is None:
                left.append(path)
            else:
                del waiting[contents[path]][twin]
                pairs.append((path, twin))
        in_a = left
    return sorted(pairs)


def _in_order(path: str) -> str:
    """Return a key that sorts all paths below a folder together: no name holds a zero."""
    return path.replace(os.sep, "\0")


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _up(folder: str) -> str:
    return os.path.dirname(folder)
