"""Marking rules: which surplus copies are marked, and why the others are not. Pure.

What holds for every rule: at least one member of every group stays unmarked; similar and contained files are never
marked; protected, linked and cloud-only files and same texts whose pictures differ are never marked.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from core.documents import DuplicateGroup, Member, Reason, Relation
from core.errors import msgid
from core.packed_groups import of_kinds, paths_of
from core.selection import choose_keeper, is_within, plain_name, rank, split_path

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence


class RuleKind(StrEnum):
    """What a rule goes by."""

    SURPLUS = "surplus"
    RANKED = "ranked"
    KEEP_FOLDER = "keep_folder"
    DROP_FOLDER = "drop_folder"
    NEWEST = "newest"
    OLDEST = "oldest"
    LARGEST = "largest"
    SHORTEST_PATH = "shortest_path"


BY_FIGURE = (RuleKind.NEWEST, RuleKind.OLDEST, RuleKind.LARGEST, RuleKind.SHORTEST_PATH)
"""Rules that go by a figure of each file: two files may have the same."""


class SpareReason(StrEnum):
    """Why a file that a rule looked at is not marked."""

    PROTECTED = "protected"
    LINKED = "linked"
    CLOUD_ONLY = "cloud_only"
    IN_DOCUMENT = "in_document"
    PICTURES_DIFFER = "pictures_differ"
    NAMES_DIFFER = "names_differ"
    LAST_IN_GROUP = "last_in_group"
    STAYS = "stays"
    ONLY_THERE = "only_there"


SPARED = {
    SpareReason.PROTECTED: msgid("It lies in a protected folder."),
    SpareReason.LINKED: msgid("It has other names on the volume; removing one frees nothing."),
    SpareReason.CLOUD_ONLY: msgid("It is only in the cloud."),
    SpareReason.IN_DOCUMENT: msgid("A document links to it."),
    SpareReason.PICTURES_DIFFER: msgid("The text is the same; pictures, formulas, links or tracked changes differ."),
    SpareReason.NAMES_DIFFER: msgid("Its name differs from that of the kept copy."),
    SpareReason.LAST_IN_GROUP: msgid("Every other member of one of its groups is marked."),
    SpareReason.STAYS: msgid("It stays for another file that is marked."),
    SpareReason.ONLY_THERE: msgid("There is no copy of it outside the folder."),
}
"""What each reason for sparing a file says to people."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What to mark.

    Attributes:
        folders: RANKED: the most trusted first; KEEP_FOLDER, DROP_FOLDER: the folders meant.
        same_text: mark the surplus of the same text too, not only of identical files (the second switch).
        names_match: mark only files whose name is the kept copy's, less "(1)", "副本" and the like.
    """

    kind: RuleKind
    folders: tuple[str, ...] = ()
    same_text: bool = False
    names_match: bool = False

    def __post_init__(self) -> None:
        needs_folders = self.kind in (RuleKind.RANKED, RuleKind.KEEP_FOLDER, RuleKind.DROP_FOLDER)
        if needs_folders and not self.folders:
            raise ValueError(f"the rule {self.kind} needs a folder")

    def to_json(self) -> str:
        """Return the rule for `Decisions.save_rule`."""
        return json.dumps(asdict(self), ensure_ascii=True)

    @classmethod
    def from_json(cls, text: str) -> Rule:
        """Return the rule that `to_json` wrote.

        Raises:
            ValueError: when it is none.
        """
        values = json.loads(text)
        try:
            return cls(
                RuleKind(values["kind"]),
                tuple(values["folders"]),
                bool(values["same_text"]),
                bool(values["names_match"]),
            )
        except (KeyError, TypeError) as error:
            raise ValueError("this is no rule") from error


@dataclass(frozen=True, slots=True)
class Marking:
    """One file that a rule marks: the copy that stays for it, and what the rule went by.

    Attributes:
        tie: what decided where the two are alike in what the rule goes by; None where the rule did.
    """

    path: str
    keeper: str
    reason: RuleKind
    size: int
    tie: Reason | None = None


@dataclass(frozen=True, slots=True)
class Spared:
    """One file that a rule would have marked and did not."""

    path: str
    reason: SpareReason


@dataclass(frozen=True, slots=True)
class Effect:
    """What a rule does: shown before it is done, stored under one source, undone as a whole."""

    rule: Rule
    marks: tuple[Marking, ...] = ()
    spared: tuple[Spared, ...] = ()

    @property
    def size(self) -> int:
        """Bytes of the marked files."""
        return sum(marking.size for marking in self.marks)


@dataclass(frozen=True, slots=True)
class Untouchable:
    """What no rule marks, beside what the groups tell: questions about paths.

    Attributes:
        linked_from: the document that links to a file (a presentation to its video), or None.
    """

    is_protected: Callable[[str], bool] = lambda _: False
    is_cloud_only: Callable[[str], bool] = lambda _: False
    linked_from: Callable[[str], str | None] = lambda _: None

    def reason(self, member: Member) -> SpareReason | None:
        """Return why no rule marks `member`, or None."""
        path = member.path
        if member.is_protected or self.is_protected(path):
            return SpareReason.PROTECTED
        if member.document.links > 1:
            return SpareReason.LINKED
        if self.is_cloud_only(path):
            return SpareReason.CLOUD_ONLY
        if self.linked_from(path) is not None:
            return SpareReason.IN_DOCUMENT
        return SpareReason.PICTURES_DIFFER if member.content_differs else None


def kinds_meant(*, same_text: bool) -> tuple[Relation, ...]:
    """Return the kinds of group in which rules mark: similar and contained are marked by hand only."""
    return (Relation.IDENTICAL, Relation.SAME_TEXT) if same_text else (Relation.IDENTICAL,)


def apply_rule(
    rule: Rule,
    groups: Sequence[DuplicateGroup],
    *,
    marked: Collection[str] = (),
    untouchable: Untouchable | None = None,
    now_ns: int | None = None,
) -> Effect:
    """Return what `rule` marks in `groups`, on top of what is `marked` already.

    Args:
        now_ns: a file dated later is neither newest nor oldest while another one has a possible date.
    """
    kinds = kinds_meant(same_text=rule.same_text)
    marker = _Marker(rule, untouchable or Untouchable(), now_ns, _Tally(groups, marked, kinds))
    for group in of_kinds(groups, *kinds):
        marker.look_at(group)
    return marker.effect()


def clear_folder(
    folder: str,
    files: Iterable[str],
    groups: Sequence[DuplicateGroup],
    *,
    same_text: bool = False,
    marked: Collection[str] = (),
    untouchable: Untouchable | None = None,
) -> Effect:
    """Return the marks for a folder handled as a whole; each of its `files` without a copy elsewhere is listed."""
    rule = Rule(RuleKind.DROP_FOLDER, (folder,), same_text)
    effect = apply_rule(rule, groups, marked=marked, untouchable=untouchable)
    listed = {marking.path for marking in effect.marks} | {one.path for one in effect.spared} | set(marked)
    alone = tuple(Spared(path, SpareReason.ONLY_THERE) for path in files if path not in listed)
    return Effect(rule, effect.marks, effect.spared + alone)


class _Tally:
    """How many members are unmarked, while a rule marks, of each group with a file that it may mark."""

    def __init__(self, groups: Sequence[DuplicateGroup], marked: Collection[str], kinds: Sequence[Relation]) -> None:
        self._marked = set(marked)
        self._left: dict[int, int] = {}
        self._groups: defaultdict[str, list[int]] = defaultdict(list)
        meant = {path for paths in paths_of(groups, *kinds) for path in paths}
        for number, paths in enumerate(paths_of(groups)):
            if not meant.isdisjoint(paths):
                self._left[number] = len(paths) - sum(map(self._marked.__contains__, paths))
                for path in paths:
                    if path in meant:
                        self._groups[path].append(number)

    def is_marked(self, path: str) -> bool:
        """Whether the path is marked, by now."""
        return path in self._marked

    def may_mark(self, path: str) -> bool:
        """Whether every group of `path` keeps an unmarked member when it is marked."""
        return all(self._left[number] > 1 for number in self._groups[path])

    def mark(self, path: str) -> None:
        """Count `path` as marked."""
        self._marked.add(path)
        for number in self._groups[path]:
            self._left[number] -= 1


class _Marker:
    """One application of a rule: what it has marked and spared so far."""

    def __init__(self, rule: Rule, untouchable: Untouchable, now_ns: int | None, tally: _Tally) -> None:
        self._rule = rule
        self._untouchable = untouchable
        self._now_ns = now_ns
        self._tally = tally
        self._marks: list[Marking] = []
        self._spared: dict[str, SpareReason] = {}
        self._keepers: set[str] = set()

    def effect(self) -> Effect:
        """Return what was marked; a file that one group spared and another marked is marked."""
        spared = (Spared(path, reason) for path, reason in self._spared.items() if not self._tally.is_marked(path))
        return Effect(self._rule, tuple(self._marks), tuple(spared))

    def look_at(self, group: DuplicateGroup) -> None:
        """Mark or spare the members of an identical or same-text group."""
        unmarked = [
            member for member in group.members if not member.content_differs and not self._tally.is_marked(member.path)
        ]
        keeper = _keeper(self._rule, group, unmarked, self._untouchable, self._now_ns)
        for member in _victims(self._rule, group, keeper):
            if self._tally.is_marked(member.path):
                continue
            reason = self._objection(member, keeper)
            if reason is not None:
                self._spared[member.path] = reason
            elif keeper is not None:
                self._tally.mark(member.path)
                self._keepers.add(keeper.path)
                kind = self._rule.kind
                tie = tie_reason(kind, group.kind, keeper, member, self._rule.folders)
                self._marks.append(Marking(member.path, keeper.path, kind, member.document.size, tie))

    def _objection(self, member: Member, keeper: Member | None) -> SpareReason | None:
        if keeper is None:
            return SpareReason.ONLY_THERE
        reason = self._untouchable.reason(member)
        if reason is not None:
            return reason
        if self._rule.names_match and plain_name(member.path) != plain_name(keeper.path):
            return SpareReason.NAMES_DIFFER
        if not self._tally.may_mark(member.path):
            return SpareReason.LAST_IN_GROUP
        return SpareReason.STAYS if member.path in self._keepers else None


def _victims(rule: Rule, group: DuplicateGroup, keeper: Member | None) -> Iterator[Member]:
    """Yield the members that the rule is about, whether or not they may be marked."""
    for member in group.members:
        if member is keeper:
            continue
        if rule.kind is RuleKind.DROP_FOLDER:
            if _is_within_any(rule.folders, member.path):
                yield member
        elif keeper is not None and not (
            rule.kind is RuleKind.KEEP_FOLDER and _is_within_any(rule.folders, member.path)
        ):
            yield member


def _keeper(
    rule: Rule, group: DuplicateGroup, unmarked: Sequence[Member], untouchable: Untouchable, now_ns: int | None
) -> Member | None:
    """Return the unmarked member that stays for the others; None where the rule has nothing to go by."""
    if rule.kind is RuleKind.KEEP_FOLDER:
        unmarked = [member for member in unmarked if _is_within_any(rule.folders, member.path)]
    elif rule.kind is RuleKind.DROP_FOLDER:
        unmarked = [member for member in unmarked if not _is_within_any(rule.folders, member.path)]
    unmarked = [member for member in unmarked if not untouchable.is_cloud_only(member.path)]
    if not unmarked:
        return None
    if rule.kind is RuleKind.SURPLUS and unmarked[0] is group.keeper:
        return group.keeper
    badness = [_badness(rule.kind, member, now_ns) for member in unmarked]
    best = min(badness)
    tied = {member.path: member for member, mark in zip(unmarked, badness, strict=True) if mark == best}
    if len(tied) == 1:
        return next(iter(tied.values()))
    protected = {member.path for member in unmarked if member.is_protected}
    document, _ = choose_keeper(
        [member.document for member in tied.values()],
        kind=group.kind,
        is_protected=lambda path: path in protected or untouchable.is_protected(path),
        ranking=rule.folders if rule.kind is RuleKind.RANKED else (),
    )
    return tied[document.path]


def _badness(kind: RuleKind, member: Member, now_ns: int | None) -> tuple[bool, int]:
    """Return what the rule wants small; members that tie are told apart as in the choice of the keeper."""
    document = member.document
    is_impossible = now_ns is not None and document.mtime_ns > now_ns
    if kind is RuleKind.NEWEST:
        return is_impossible, 0 if is_impossible else -document.mtime_ns
    if kind is RuleKind.OLDEST:
        return is_impossible, 0 if is_impossible else document.mtime_ns
    if kind is RuleKind.LARGEST:
        return False, -document.size
    return False, len(document.path) if kind is RuleKind.SHORTEST_PATH else 0


def tie_reason(
    rule: RuleKind, kind: Relation, keeper: Member, member: Member, ranking: Sequence[str] = ()
) -> Reason | None:
    """Return what told `keeper` from `member` where they are alike in what the rule goes by; None where the rule did.

    Args:
        ranking: the folders of a rule that ranks; without them only one folder is known to be as trusted as itself.
    """
    if rule is RuleKind.RANKED:
        same_rank = split_path(keeper.path)[0] == split_path(member.path)[0]
        if not same_rank and not (ranking and rank(keeper.path, ranking) == rank(member.path, ranking)):
            return None
    elif rule not in BY_FIGURE or _badness(rule, keeper, None) != _badness(rule, member, None):
        return None
    protected = {one.path for one in (keeper, member) if one.is_protected}
    chosen, reason = choose_keeper(
        [keeper.document, member.document], kind=kind, is_protected=lambda path: path in protected
    )
    return reason if chosen is keeper.document else Reason.PROTECTED


def _is_within_any(folders: Sequence[str], path: str) -> bool:
    return any(is_within(folder, path) for folder in folders)
