"""Groups made up for the tests of the window."""

from __future__ import annotations

from collections.abc import Sequence

from core.documents import Document, DuplicateGroup, Member, Reason, Relation


def group_of(
    kind: Relation,
    *names: str,
    sizes: Sequence[int] = (),
    similarity: float = 0.9,
    root: str = "/docs",
    protected: Sequence[str] = (),
    key: str = "",
) -> DuplicateGroup:
    """Return a group of files under `root`; the first is the keeper."""
    is_same = kind in (Relation.IDENTICAL, Relation.SAME_TEXT)
    figure = 1.0 if is_same else similarity
    members = tuple(
        Member(
            Document(f"{root}/{name}", root, sizes[place] if sizes else 1000, 1_700_000_000_000_000_000 + place, 1),
            is_keeper=place == 0,
            reason=Reason.OLDER if place == 0 else None,
            similarity=1.0 if place == 0 else figure,
            is_protected=name in protected,
        )
        for place, name in enumerate(names)
    )
    gain = sum(member.document.size for member in members[1:]) if is_same else None
    return DuplicateGroup(kind, members, figure, key or f"{kind}-{names[0]}", gain)
