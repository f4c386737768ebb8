"""From marks and wishes to a plan, and to what would exist nowhere else; all of it runs on the reading thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.actions import Action
from core.packed_groups import groups_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from core.actions import Loss, Plan
    from core.documents import DuplicateGroup
    from core.library import Library
    from core.settings import Settings
    from core.workers import Runner
    from gui.care import Care

LONGEST_PASSAGE = 160
"""Characters of a sentence that are shown of it."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What shall happen to which files.

    Attributes:
        confirmed: files whose content may be lost, by name.
        destination: MOVE: the folder.
        allow_editable_links: replace documents that people edit by links too.
    """

    marked: tuple[str, ...]
    action: Action = Action.TRASH
    confirmed: tuple[str, ...] = ()
    destination: str | None = None
    allow_editable_links: bool = False


def make_plan(library: Library, settings: Settings, care: Care, groups: Sequence[DuplicateGroup], wish: Wish) -> Plan:
    """Return what would happen to the marked files, over all of them at once."""
    from core.plan import plan_disposals  # noqa: PLC0415 - the window shows before it is loaded

    return plan_disposals(
        groups,
        wish.marked,
        action=wish.action,
        is_protected=care.guard(library, settings),
        confirmed_losses=wish.confirmed,
        destination=wish.destination,
        allow_editable_links=wish.allow_editable_links,
        surroundings=care.surroundings(library, wish.marked),
    )


def unique_passages_of(
    losses: Sequence[Loss],
    groups: Sequence[DuplicateGroup],
    going: Collection[str],
    text_of: Callable[[str], str | None],
) -> Iterator[tuple[str, list[str]]]:
    """Yield for each loss the sentences that no file which stays and is like it has.

    Args:
        going: files of the plan: what stands in them only is no comfort.
        text_of: the text of a file; None where it has none.
    """
    from core.losses import excerpt, unique_passages  # noqa: PLC0415 - beside its only use

    for loss in losses:
        text = text_of(loss.path)
        if text:
            kept = [one for path in _kin(loss, groups, going) if (one := text_of(path))]
            passages = unique_passages(text, kept)
            yield loss.path, [excerpt(passage, kept, LONGEST_PASSAGE) for passage in passages]


def _kin(loss: Loss, groups: Sequence[DuplicateGroup], going: Collection[str]) -> list[str]:
    """Return the files that stay and are like the one that would be lost."""
    out = {*going, loss.path, *loss.copies}
    found = dict.fromkeys([loss.keeper] if loss.keeper else [])
    for holders in groups_of(groups, (loss.path, *loss.copies)).values():
        for group in holders:
            found |= dict.fromkeys(member.path for member in group.members if member.path not in out)
    return list(found)


def texts_now(library: Library, workers: Callable[[], Runner]) -> Callable[[str], str | None]:
    """Return what tells the text of a file: the stored one, else what a worker reads; each is asked for once."""
    from core.reading_text import text_now  # noqa: PLC0415 - loads what reads texts

    known: dict[str, str | None] = {}

    def text_of(path: str) -> str | None:
        if path not in known:
            known[path] = text_now(library, path, workers)
        return known[path]

    return text_of
