"""The figures of the overview page, counted from a result. Pure; for large results call it off the GUI thread."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.documents import Relation
from gui.group_table import Family, family_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np

    from core.documents import FolderPair, ScanResult
else:
    import core.late_numpy as np

LOWEST = 0.50
BINS = 25
"""The histogram goes from LOWEST to 1 in so many steps of 2 %."""

MOST_FOLDERS = 14
"""So many folders have a tile of their own; the smallest are added up in one."""

_EXACT = (Relation.IDENTICAL, Relation.SAME_TEXT)


@dataclass(frozen=True, slots=True)
class FolderShare:
    """Bytes to gain and surplus files under one folder; path "" stands for all the others."""

    path: str
    size: int
    files: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What the page shows.

    Attributes:
        gains, groups: bytes to gain, and number of groups, by kind.
        largest_in: by path of a folder and by family, the kind of exact groups in which it has most to gain.
        pairs: how many stored pairs of texts, in steps of 2 % from 50 % on, also below the threshold.
        unread: files that could not be read or compared.
    """

    files: int
    documents: int
    folders: int
    text_compared: int
    bytes_only: int
    unread: int
    is_complete: bool
    gains: dict[Relation, int]
    groups: dict[Relation, int]
    by_folder: tuple[FolderShare, ...]
    by_family: tuple[tuple[Family, int, int], ...]
    largest_in: dict[str, Relation]
    pairs: tuple[int, ...]
    folder_pairs: tuple[FolderPair, ...]


def summarise(result: ScanResult) -> Overview:
    """Return the figures of a result."""
    gains: Counter[Relation] = Counter()
    groups: Counter[Relation] = Counter()
    sizes: Counter[str] = Counter()
    files: Counter[str] = Counter()
    family_sizes: Counter[Family] = Counter()
    family_files: Counter[Family] = Counter()
    by_kind: Counter[tuple[str, Relation]] = Counter()
    for group in result.groups:
        groups[group.kind] += 1
        gains[group.kind] += group.reclaimable_bytes or 0
    for path, root, kind, size in _surplus(result):
        folder, family = _under(path, root), family_of(path)
        sizes[folder] += size
        files[folder] += 1
        family_sizes[family] += size
        family_files[family] += 1
        by_kind[folder, kind] += size
        by_kind[family, kind] += size
    return Overview(
        files=result.counts.files,
        documents=result.counts.documents,
        folders=len(result.roots),
        text_compared=result.counts.text_compared,
        bytes_only=result.counts.bytes_only,
        unread=len(result.problems),
        is_complete=result.is_complete,
        gains={kind: gains[kind] for kind in Relation},
        groups={kind: groups[kind] for kind in Relation},
        by_folder=_folders(sizes, files),
        by_family=tuple((family, size, family_files[family]) for family, size in family_sizes.most_common()),
        largest_in={name: kind for (name, kind), _ in reversed(by_kind.most_common())},
        pairs=histogram(result.similarities),
        folder_pairs=tuple(sorted(result.folders, key=lambda pair: -max(pair.share_a, pair.share_b) * pair.files)),
    )


def histogram(similarities: Sequence[float]) -> tuple[int, ...]:
    """Return how many of `similarities` lie in each step; 1 belongs to the last, below LOWEST nowhere."""
    figures = np.asarray(similarities, np.float64)
    places = ((figures[figures >= LOWEST] - LOWEST) / (1 - LOWEST) * BINS + 1e-9).astype(np.int64)
    return tuple(np.bincount(np.minimum(places, BINS - 1), minlength=BINS).tolist())


def bin_of(similarity: float) -> int:
    """Return the step of the histogram in which a similarity of at least LOWEST lies."""
    return min(int((similarity - LOWEST) / (1 - LOWEST) * BINS + 1e-9), BINS - 1)


def bin_bounds(place: int) -> tuple[float, float]:
    """Return the similarities between which a step of the histogram lies."""
    step = (1 - LOWEST) / BINS
    return round(LOWEST + place * step, 4), round(LOWEST + (place + 1) * step, 4)


def _surplus(result: ScanResult) -> Iterator[tuple[str, str, Relation, int]]:
    """Yield path, root, kind of group and bytes to gain of every member of exact groups beside the keeper.

    What a group gains is less than its members' sizes where some are hard links: it is shared out by size.
    """
    for group in result.groups:
        others = group.members[1:]
        total = sum(member.document.size for member in others)
        if group.kind not in _EXACT or not total or not group.reclaimable_bytes:
            continue
        for member in others:
            share = member.document.size * group.reclaimable_bytes // total
            yield member.path, member.document.root, group.kind, share


def _under(path: str, root: str) -> str:
    """Return the folder directly under `root` in which a file lies, else `root` itself."""
    within = path[len(root) :].lstrip(os.sep) if path.startswith(root) else path
    head, sep, _ = within.partition(os.sep)
    return os.path.join(root, head) if sep else root


def _folders(sizes: Counter[str], files: Counter[str]) -> tuple[FolderShare, ...]:
    ranked = [FolderShare(path, size, files[path]) for path, size in sizes.most_common() if size > 0]
    if len(ranked) <= MOST_FOLDERS:
        return tuple(ranked)
    shown, rest = ranked[: MOST_FOLDERS - 1], ranked[MOST_FOLDERS - 1 :]
    other = FolderShare("", sum(share.size for share in rest), sum(share.files for share in rest))
    return (*shown, other)
