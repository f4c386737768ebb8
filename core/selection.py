"""Which member of a group is proposed to stay, and why. Pure: names, dates and sizes are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.documents import Document, Reason, Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def choose_keeper(
    members: Sequence[Document],
    *,
    kind: Relation,
    is_protected: Callable[[str], bool] = lambda _: False,
    ranking: Sequence[str] = (),
    richness: Mapping[str, int] | None = None,
) -> tuple[Document, Reason]:
    """Return the member proposed to stay and the first reason that told it from another member.

    Args:
        members: at least one.
        kind: SIMILAR and CONTAINED have no keeper: their first member is the reference.
        ranking: folders, the most trusted first.
        richness: how much each path holds beside its text (inventory items); more stays.

    Raises:
        ValueError: when there is no member.
    """
    if not members:
        raise ValueError("a group without members has no keeper")
    if kind in (Relation.SIMILAR, Relation.CONTAINED):
        return members[0], Reason.REFERENCE
    return min(members, key=lambda document: document.path), Reason.FIRST_NAME
