"""What a rule would do, in figures: for the sentence that people read before it is done. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.documents import Relation
from core.packed_groups import of_kinds
from core.rules import kinds_meant
from core.selection import split_name, split_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.documents import DuplicateGroup
    from core.rules import Effect, SpareReason


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Why a rule leaves files alone: how many, and in how many groups it therefore marks nothing at all."""

    reason: SpareReason
    files: int
    groups: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What an `Effect` comes to.

    Attributes:
        files, size: marked files and their bytes.
        groups: in how many groups something is marked.
        untouched: groups in which nothing is marked because of a reason of `left_out`.
        left_out: reasons, the most frequent first.
    """

    files: int
    size: int
    groups: int
    untouched: int
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class SameTextFacts:
    """What differs beside the text in the groups of the same text.

    Attributes:
        formats: groups whose files are of more than one format.
        objects: groups in which pictures, formulas or other objects differ; no rule marks those files.
    """

    groups: int
    formats: int
    objects: int


@dataclass(frozen=True, slots=True)
class FolderNode:
    """A folder in which files of groups lie, with all that lies below it.

    Attributes:
        files: members of groups in it and below it.
        surplus: those of them that are not the one proposed to stay.
        size: bytes of `surplus`.
    """

    path: str
    files: int
    surplus: int
    size: int
    children: tuple[FolderNode, ...] = ()


def preview(effect: Effect, groups: Iterable[DuplicateGroup]) -> Preview:
    """Return what `effect` comes to in the `groups` that it was made from."""
    marked = {marking.path for marking in effect.marks}
    spared = {one.path: one.reason for one in effect.spared}
    files = Counter(spared.values())
    untouched: Counter[SpareReason] = Counter()
    touched = skipped = 0
    for group in of_kinds(groups, *kinds_meant(same_text=effect.rule.same_text)):
        paths = [member.path for member in group.members]
        if any(path in marked for path in paths):
            touched += 1
            continue
        reasons = {spared[path] for path in paths if path in spared}
        untouched.update(reasons)
        skipped += bool(reasons)
    left_out = tuple(LeftOut(reason, n, untouched[reason]) for reason, n in files.most_common())
    return Preview(len(marked), effect.size, touched, skipped, left_out)


def same_text_facts(groups: Iterable[DuplicateGroup]) -> SameTextFacts:
    """Return what differs beside the text where the text is the same."""
    same = list(of_kinds(groups, Relation.SAME_TEXT))
    return SameTextFacts(
        groups=len(same),
        formats=sum(len({_format(member.path) for member in group.members}) > 1 for group in same),
        objects=sum(any(member.content_differs for member in group.members) for group in same),
    )


def folder_tree(groups: Iterable[DuplicateGroup], roots: Sequence[str]) -> tuple[FolderNode, ...]:
    """Return the folders of identical and same-text files as trees below the `roots`, each with its counts."""
    own: dict[str, list[int]] = {}
    for group in of_kinds(groups, *kinds_meant(same_text=True)):
        for member in group.members:
            counts = own.setdefault(split_path(member.path)[0], [0, 0, 0])
            counts[0] += 1
            if not member.is_keeper:
                counts[1] += 1
                counts[2] += member.document.size
    below: defaultdict[str, set[str]] = defaultdict(set)
    tops = {root.rstrip("/\\") or root for root in roots}
    for folder in list(own):
        at = folder
        while at not in tops and (above := split_path(at)[0]) and above != at:
            below[above].add(at)
            at = above
    return tuple(node for root in sorted(tops) if (node := _node(root, own, below)).files)


def _node(path: str, own: Mapping[str, list[int]], below: Mapping[str, set[str]]) -> FolderNode:
    children = tuple(_node(child, own, below) for child in sorted(below.get(path, ())))
    files, surplus, size = own.get(path, (0, 0, 0))
    return FolderNode(
        path,
        files + sum(child.files for child in children),
        surplus + sum(child.surplus for child in children),
        size + sum(child.size for child in children),
        children,
    )


def _format(path: str) -> str:
    return split_name(split_path(path)[1])[1]
