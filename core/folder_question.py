"""Is everything in one folder also in another? Answered by what the last scan knew: no file is opened."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.documents import Relation
from core.folders import twins
from core.rules import clear_folder

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.documents import DuplicateGroup
    from core.index import Index
    from core.rules import Effect, Untouchable


@dataclass(frozen=True, slots=True)
class LoneFile:
    """A file whose bytes stand in one of two folders only."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class FolderAnswer:
    """What of `inner` is also in `outer`. Empty files hold nothing and count for nothing.

    Attributes:
        files, size: files of `inner`, and their bytes.
        lone: those that are nowhere in `outer`; a file that could not be read is among them.
        more: files of `outer` that are nowhere in `inner`.
        is_known: False when no scan has seen a file of `inner`, or none of `outer`.
    """

    inner: str
    outer: str
    files: int
    size: int
    lone: tuple[LoneFile, ...]
    more: int
    is_known: bool

    @property
    def is_all_there(self) -> bool:
        """Whether every file of `inner` is also in `outer`."""
        return self.is_known and not self.lone


def ask_of_folders(index: Index, inner: str, outer: str) -> FolderAnswer:
    """Return which files of the folder `inner` are also in the folder `outer`.

    Where one lies in the other, the outer one is taken without it.
    """
    sizes: dict[str, int] = {}
    contents: dict[str, int | None] = {}
    is_known = inner != outer
    for folder in (inner, outer):
        is_empty = True
        for row in index.files_under(folder):
            is_empty = False
            if row.size:
                sizes[row.path], contents[row.path] = row.size, row.content
        is_known = is_known and not is_empty
    found = twins(inner, outer, contents)
    there = [path for path, _ in found.pairs] + list(found.more_a)
    return FolderAnswer(
        inner=inner,
        outer=outer,
        files=len(there) + len(found.only_a),
        size=sum(sizes[path] for path in (*there, *found.only_a)),
        lone=tuple(LoneFile(path, sizes[path]) for path in found.only_a),
        more=len(found.only_b),
        is_known=is_known,
    )


def clear_twins(
    answer: FolderAnswer,
    groups: Sequence[DuplicateGroup],
    *,
    marked: Collection[str] = (),
    untouchable: Untouchable | None = None,
) -> Effect:
    """Return the marks on the files of `inner` that are also in `outer`: no other file of either folder is marked.

    Files that a rule must not touch, and one that is the last of its bytes by then, are spared with their reason.
    """
    inside, outside = (folder.rstrip(os.sep) + os.sep for folder in (answer.inner, answer.outer))
    shared = [
        group
        for group in groups
        if group.kind is Relation.IDENTICAL
        and any(
            member.path.startswith(outside) and not (outside < inside and member.path.startswith(inside))
            for member in group.members
        )
    ]
    lone = [one.path for one in answer.lone]
    return clear_folder(answer.inner, lone, shared, marked=marked, untouchable=untouchable)
