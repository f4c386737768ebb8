"""What is left of the groups after an act. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.actions import Failing
from core.documents import DuplicateGroup, Member, Reason, Relation, gain_of
from core.selection import choose_keeper

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from core.actions import Outcome

_OF_THE_FILE = frozenset((Failing.GONE, Failing.CHANGED))
_OF_THE_KEEPER = frozenset((Failing.KEEPER_GONE, Failing.KEEPER_CHANGED))


def doubtful(outcome: Outcome) -> set[str]:
    """Return the files that are not what the scan saw: gone or changed, kept copies among them."""
    files = {failure.path for failure in outcome.problems if failure.failing in _OF_THE_FILE}
    return files | {
        failure.keeper for failure in outcome.problems if failure.failing in _OF_THE_KEEPER and failure.keeper
    }


def after(
    groups: Sequence[DuplicateGroup], outcome: Outcome, is_protected: Callable[[str], bool] = lambda _: False
) -> list[DuplicateGroup]:
    """Return the groups without what went and without what is no longer as the scan saw it.

    Identical and same-text groups that lose their keeper get a new one; near groups that lose their reference wait
    for the next scan, for their figures were relative to it.
    """
    out = set(outcome.done) | doubtful(outcome)
    left = (without(group, out, is_protected) for group in groups)
    return [group for group in left if group is not None]


def without(
    group: DuplicateGroup, out: Collection[str], is_protected: Callable[[str], bool] = lambda _: False
) -> DuplicateGroup | None:
    """Return a group less some of its files; None where no two are left to be alike."""
    members = [_without_copies(member, out) for member in group.members if member.path not in out]
    if len(members) < 2:
        return None
    if group.keeper.path in out:
        if group.kind not in (Relation.IDENTICAL, Relation.SAME_TEXT) or any(m.content_differs for m in members):
            return None
        members = _with_new_keeper(group.kind, members, is_protected)
    reclaimable = None if group.reclaimable_bytes is None else gain_of(members)
    return replace(
        group,
        members=tuple(members),
        similarity=min(member.similarity for member in members),
        reclaimable_bytes=reclaimable,
    )


def _without_copies(member: Member, out: Collection[str]) -> Member:
    if not any(copy in out for copy in member.copies):
        return member
    return replace(member, copies=tuple(copy for copy in member.copies if copy not in out))


def _with_new_keeper(kind: Relation, members: Sequence[Member], is_protected: Callable[[str], bool]) -> list[Member]:
    chosen, reason = choose_keeper([member.document for member in members], kind=kind, is_protected=is_protected)
    others = [replace(member, is_keeper=False, reason=None) for member in members if member.path != chosen.path]
    keeper = next(member for member in members if member.path == chosen.path)
    return [_as_keeper(keeper, reason), *others]


def _as_keeper(member: Member, reason: Reason) -> Member:
    return replace(member, is_keeper=True, reason=reason, similarity=1.0)
