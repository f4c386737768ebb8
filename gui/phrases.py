"""What the list says of groups and members: short phrases made from their values."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.documents import Reason, Relation
from core.pair_hints import PairHint, PairKind, hint
from core.rules import RuleKind, tie_reason
from core.selection import plain_name

if TYPE_CHECKING:
    from core.decisions import Mark
    from core.documents import Changes, DuplicateGroup, Member
    from gui.words import Words


@dataclass(frozen=True, slots=True)
class Badge:
    """A short text behind a name.

    Attributes:
        tone: "keep" (why it stays), "mute" (a plain remark) or "chip" (a remark on a soft ground).
    """

    text: str
    tone: str


def kind_name(words: Words, kind: Relation) -> str:
    """Return the name of a view."""
    return {
        Relation.IDENTICAL: words.say("Identical files"),
        Relation.SAME_TEXT: words.say("Same text"),
        Relation.SIMILAR: words.say("Similar content"),
        Relation.CONTAINED: words.say("Contained in another"),
    }[kind]


def kind_tag(words: Words, kind: Relation) -> str:
    """Return the word on the tag of a group."""
    return {
        Relation.IDENTICAL: words.say("Identical"),
        Relation.SAME_TEXT: words.say("Same text"),
        Relation.SIMILAR: words.say("Similar"),
        Relation.CONTAINED: words.say("Contained"),
    }[kind]


def keep_reason(words: Words, reason: Reason | None) -> str:
    """Return why a member is proposed to stay."""
    return {
        Reason.PROTECTED: words.say("Keep: protected"),
        Reason.FOLDER_RANK: words.say("Keep: ranked first"),
        Reason.MORE_CONTENT: words.say("Keep: holds more"),
        Reason.EDITABLE: words.say("Keep: can be edited"),
        Reason.NO_COPY_SUFFIX: words.say("Keep: no copy mark"),
        Reason.OLDER: words.say("Keep: older"),
        Reason.SHORTER_PATH: words.say("Keep: shorter path"),
        Reason.FIRST_NAME: words.say("Keep: first by name"),
        Reason.REFERENCE: words.say("Reference"),
        None: words.say("Keep"),
    }[reason]


def changes_text(words: Words, changes: Changes) -> str:
    """Return "5 changed, 1 added": the words that differ from the reference."""
    if changes.only_numbers:
        return words.say("only numbers differ")
    parts = []
    if changes.changed:
        parts.append(words.count("{n} changed", "{n} changed", changes.changed))
    if changes.added:
        parts.append(words.count("{n} added", "{n} added", changes.added))
    if changes.removed:
        parts.append(words.count("{n} removed", "{n} removed", changes.removed))
    return words.name("between the parts of a list", ", ").join(parts)


def badges(
    words: Words, kind: Relation, member: Member, why_marked: str = "", reference: Member | None = None
) -> list[Badge]:
    """Return what stands behind the name of a member, the most important first.

    Args:
        reference: the member that it is compared with, for the hint that people keep both.
    """
    found = []
    if member.is_keeper:
        is_kept = kind in (Relation.IDENTICAL, Relation.SAME_TEXT)
        found.append(Badge(keep_reason(words, member.reason), "keep" if is_kept else "mute"))
    elif why_marked:
        found.append(Badge(why_marked, "mute"))
    if member.is_protected and not (member.is_keeper and member.reason is Reason.PROTECTED):
        found.append(Badge(words.say("Protected"), "chip"))
    if member.content_differs:
        found.append(Badge(words.say("text as above; pictures, links or changes differ"), "chip"))
    if reference is not None and kind is not Relation.IDENTICAL and not member.is_keeper:
        pair = hint(member.path, reference.path)
        if pair is not None:
            found.append(Badge(pair_phrase(words, pair), "chip"))
    if member.changes is not None and not member.is_keeper:
        found.append(Badge(changes_text(words, member.changes), "mute"))
    if member.copies:
        found.append(Badge(words.count("+{n} copy", "+{n} copies", len(member.copies)), "chip"))
    return [badge for badge in found if badge.text]


def pair_phrase(words: Words, pair: PairHint) -> str:
    """Return in a few words why two documents are usually kept both."""
    if pair.kind is PairKind.CONFLICT:
        return words.say("edited on two machines")
    told = " / ".join(word for word in (pair.a, pair.b) if word)
    return words.say("{told}: usually both stay", told=display(told))


def pair_sentence(words: Words, pair: PairHint) -> str:
    """Return the same as a sentence."""
    return words.say(pair.message, a=display(pair.a), b=display(pair.b))


def likeness_text(words: Words, kind: Relation, member: Member) -> str:
    """Return what stands in the last column: a figure relative to the keeper, or "—" for the keeper itself."""
    if member.is_keeper:
        return "—"
    if kind in (Relation.IDENTICAL, Relation.SAME_TEXT):
        return kind_tag(words, kind)
    return words.percent(likeness(kind, member))


def likeness(kind: Relation, member: Member) -> float:
    """Return the figure that the bar of a member shows, in [0, 1]."""
    if kind is Relation.CONTAINED and member.share is not None:
        return member.share
    return member.similarity


def likeness_hint(words: Words, kind: Relation, member: Member) -> str:
    """Return what the figure of a member is a percentage of."""
    if member.is_keeper or kind in (Relation.IDENTICAL, Relation.SAME_TEXT):
        return ""
    share = words.percent(likeness(kind, member))
    if kind is Relation.CONTAINED:
        return words.say("{share} of the words of this document stand in the reference", share=share)
    return words.say("{share} of the words of this document and the reference are shared, in order", share=share)


def group_title(group: DuplicateGroup) -> str:
    """Return the name of a group: that of its first member without the suffix."""
    return display(os.path.splitext(os.path.basename(group.keeper.path))[0])


def group_summary(words: Words, group: DuplicateGroup) -> str:
    """Return "3 files · 94 – 97 %", or what there is to gain."""
    files = words.count("{n} file", "{n} files", len(group.members))
    if group.kind in (Relation.IDENTICAL, Relation.SAME_TEXT):
        if not group.reclaimable_bytes:
            return files
        gain = words.size(group.reclaimable_bytes)
        return words.say("{files} · {size} free after the trash is emptied", files=files, size=gain)
    figures = sorted(likeness(group.kind, member) for member in group.members[1:])
    low, high = words.percent(figures[0]), words.percent(figures[-1])
    if low == high:
        return f"{files} · {low}"
    return words.say("{files} · {low} to {high}", files=files, low=low, high=high)


def counts_note(words: Words, by_text: int, by_bytes: int, problems: int) -> str:
    """Return how many files were compared by what, and how many have a problem."""
    parts = [words.count("{n} file compared by its text", "{n} files compared by their text", by_text)]
    if by_bytes:
        parts.append(words.count("{n} by its bytes only", "{n} by their bytes only", by_bytes))
    if problems:
        parts.append(words.count("{n} with a problem", "{n} with problems", problems))
    return words.name("between the parts of a list", ", ").join(parts)


def folder_text(path: str, root: str) -> str:
    """Return where a file lies, from the name of the chosen folder on: "Contracts / 2024"."""
    folder = os.path.dirname(path)
    place = root.rstrip(os.sep)
    within = folder[len(os.path.dirname(place)) :] if place and folder.startswith(place) else folder
    return display(" / ".join(part for part in within.split(os.sep) if part))


def display(name: str) -> str:
    """Return a name as it can be painted: bytes that are no text and line breaks as a mark."""
    shown = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in shown)


MOST_COPIES = 10
"""So many further paths of a text stand in the hint of its row."""


def member_hint(words: Words, group: DuplicateGroup, member: Member, mark: Mark | None) -> list[str]:
    """Return the lines that say all of a member: its path, its copies, why it is marked, why both may be wanted."""
    lines = [display(member.path), *(display(path) for path in member.copies[:MOST_COPIES])]
    if mark is not None and mark.keeper is not None and (why := mark_reason(words, mark, group)):
        lines.append(
            words.say("{keeper} stays. Marked: {why}.", why=why, keeper=display(os.path.basename(mark.keeper)))
        )
    pair = None if member.is_keeper else hint(member.path, group.keeper.path)
    if pair is not None and group.kind is not Relation.IDENTICAL:
        lines.append(pair_sentence(words, pair))
    return lines


def mark_reason(words: Words, mark: Mark | None, group: DuplicateGroup | None = None) -> str:
    """Return in a few words why a file is marked; "" by hand, which the tick says already.

    Args:
        group: holds the file; where it holds the one that stays too, what decided between equals is said.
    """
    if mark is None or mark.reason not in set(RuleKind):
        return ""
    kind = RuleKind(mark.reason)
    members = {member.path: member for member in group.members} if group is not None and mark.keeper else {}
    keeper, member = members.get(mark.keeper or ""), members.get(mark.path)
    if group is None or keeper is None or member is None:
        return rule_reason(words, kind, mark.path)
    return rule_reason(words, kind, mark.path, tie_reason(kind, group.kind, keeper, member))


def rule_reason(words: Words, kind: RuleKind, path: str, tie: Reason | None = None) -> str:
    """Return in a few words why a rule marks a file.

    Args:
        tie: what decided where the file and the one that stays are alike in what the rule goes by.
    """
    name = os.path.splitext(os.path.basename(path))[0]
    if kind is RuleKind.SURPLUS and plain_name(path) != name.casefold():
        return words.say("named as a copy")
    if tie is not None:
        return words.say("{alike}; {stays}", alike=_alike(words, kind), stays=_stays(words, tie))
    return {
        RuleKind.SURPLUS: words.say("surplus copy"),
        RuleKind.RANKED: words.say("in a folder trusted less"),
        RuleKind.KEEP_FOLDER: words.say("not in the folder to keep"),
        RuleKind.DROP_FOLDER: words.say("in the folder to clear"),
        RuleKind.NEWEST: words.say("not the newest"),
        RuleKind.OLDEST: words.say("not the oldest"),
        RuleKind.LARGEST: words.say("not the largest"),
        RuleKind.SHORTEST_PATH: words.say("not the shortest path"),
    }[kind]


def _alike(words: Words, kind: RuleKind) -> str:
    return {
        RuleKind.RANKED: words.say("folder trusted as much"),
        RuleKind.LARGEST: words.say("same size"),
        RuleKind.SHORTEST_PATH: words.say("path as short"),
    }.get(kind, words.say("same date"))


def _stays(words: Words, tie: Reason) -> str:
    return {
        Reason.PROTECTED: words.say("protected stays"),
        Reason.MORE_CONTENT: words.say("fuller one stays"),
        Reason.EDITABLE: words.say("editable one stays"),
        Reason.NO_COPY_SUFFIX: words.say("plain name stays"),
        Reason.OLDER: words.say("older one stays"),
        Reason.SHORTER_PATH: words.say("shorter path stays"),
    }.get(tie, words.say("first by name stays"))
