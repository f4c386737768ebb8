"""What a rule would do to the groups, and what it can be about: computed on the reading thread."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.documents import Relation
from core.packed_groups import of_kinds
from core.rule_preview import FolderNode, Preview, SameTextFacts, folder_tree, preview, same_text_facts
from core.rules import Effect, Rule, apply_rule
from core.selection import split_path

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.documents import DuplicateGroup
    from core.rules import Untouchable

MOST_RANKED = 30
"""So many folders with most members of groups are offered to be ranked."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What rules can be about in a result: folders with counts, and what differs where the text is the same."""

    folders: tuple[FolderNode, ...]
    ranked: tuple[str, ...]
    files: dict[str, int]
    same_text: SameTextFacts


@dataclass(frozen=True, slots=True)
class Ruled:
    """A rule's effect with its figures."""

    effect: Effect
    preview: Preview


def look_at(groups: Sequence[DuplicateGroup], roots: Sequence[str]) -> Ground:
    """Return what rules can be about."""
    files = Counter(
        split_path(member.path)[0]
        for group in of_kinds(groups, Relation.IDENTICAL, Relation.SAME_TEXT)
        for member in group.members
    )
    ranked = tuple(folder for folder, _ in files.most_common(MOST_RANKED))
    return Ground(folder_tree(groups, roots), ranked, dict(files), same_text_facts(groups))


def rule_on(groups: Sequence[DuplicateGroup], rule: Rule, marked: Collection[str], untouchable: Untouchable) -> Ruled:
    """Return what `rule` would mark on top of what is `marked`."""
    effect = apply_rule(rule, groups, marked=marked, untouchable=untouchable, now_ns=time.time_ns())
    return Ruled(effect, preview(effect, groups))
