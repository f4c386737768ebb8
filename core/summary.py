"""A result in a few lines of text, for a person at a terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TextIO

from rich.cells import cell_len

from core.console import line
from core.documents import Relation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.check import Verdict
    from core.documents import DuplicateGroup, Member, ScanResult
    from core.team_answers import TeamAnswer
    from core.wording import Wording


def print_summary(result: ScanResult, stream: TextIO, wording: Wording) -> None:
    """Print counts, every group with its members, and what could not be compared."""
    counts = result.counts
    line(
        stream,
        wording.say(
            "{files} files ({size}) looked at: {texts} compared by their text, {bytes_only} by their bytes only.",
            files=wording.number(counts.files),
            size=wording.size(counts.size),
            texts=wording.number(counts.text_compared),
            bytes_only=wording.number(counts.bytes_only),
        ),
    )
    if not result.is_complete:
        line(stream, wording.say("Stopped before the end: what follows is what was found until then."))
    for kind in Relation:
        _print_kind(kind, [group for group in result.groups if group.kind is kind], stream, wording)
    if not result.groups:
        line(stream, wording.say("No duplicates found."))
    _print_troubles(result, stream, wording)


def _print_kind(kind: Relation, groups: Sequence[DuplicateGroup], stream: TextIO, wording: Wording) -> None:
    if not groups:
        return
    line(stream, "")
    gain = sum(group.reclaimable_bytes or 0 for group in groups)
    facts = [wording.count("{n} group", "{n} groups", len(groups))]
    if gain:
        facts.append(wording.say("{size} could be freed", size=wording.size(gain)))
    line(stream, wording.say("{name}: {facts}", name=wording.relation(kind), facts=_listed(facts, wording)))
    for group in groups:
        line(stream, "")
        for member in group.members:
            line(stream, f"  {_right(_figure(group, member, wording))}  {member.path}{_notes(member, wording)}")


def _figure(group: DuplicateGroup, member: Member, wording: Wording) -> str:
    if member.is_keeper:
        return wording.say("keep") if group.reclaimable_bytes is not None else wording.say("ref.")
    if group.kind is Relation.IDENTICAL:
        return "="
    return wording.percent(member.share if member.share is not None else member.similarity)


def _right(figure: str) -> str:
    """Set a figure flush right in six columns; a Chinese character takes two."""
    return " " * (6 - cell_len(figure)) + figure


def _notes(member: Member, wording: Wording) -> str:
    notes = []
    if member.copies:
        notes.append(wording.count("+{n} copy", "+{n} copies", len(member.copies)))
    if member.content_differs:
        notes.append(wording.say("pictures, links or changes differ"))
    if member.changes is not None and member.changes.only_numbers:
        notes.append(wording.say("only numbers differ"))
    return wording.say("  ({notes})", notes=_listed(notes, wording)) if notes else ""


def _listed(parts: Sequence[str], wording: Wording) -> str:
    return wording.name("between the parts of a list", ", ").join(parts)


def _print_troubles(result: ScanResult, stream: TextIO, wording: Wording) -> None:
    kinds = Counter(problem.kind for problem in result.problems)
    if kinds:
        line(stream, "")
        line(stream, wording.count("{n} file needs a look:", "{n} files need a look:", len(result.problems)))
    for kind, number in kinds.most_common():
        line(stream, f"  {wording.number(number):>6}  {wording.problem(kind)}")
    for shortfall in result.capped:
        line(stream, wording.shortfall(shortfall))


def print_verdicts(verdicts: Sequence[Verdict], stream: TextIO, wording: Wording) -> None:
    """Print for each checked file whether the library has it, and where."""
    for verdict in verdicts:
        line(stream, f"{verdict.path}: {verdict_sentence(verdict, wording)}")
        for match in verdict.matches:
            figure = wording.percent(match.share if match.relation in ("contained", "passages") else match.similarity)
            doubt = "" if match.is_verified else wording.say("  ({notes})", notes=wording.say("not verified"))
            line(stream, f"  {figure:>6}  {match.path}{doubt}")
        if verdict.team is not None:
            _print_team(verdict.team, stream, wording)


def _print_team(answer: TeamAnswer, stream: TextIO, wording: Wording) -> None:
    from core.team_answers import closeness, holder_of_match, match_facts, team_sentence  # noqa: PLC0415 - few are in a team

    line(stream, wording.say("  Team: {sentence}", sentence=team_sentence(answer, wording)))
    for match in answer.matches:
        facts = [holder_of_match(match, wording), closeness(match, wording), match_facts(match, wording)]
        line(stream, f"          {_listed(facts, wording)}")


def verdict_sentence(verdict: Verdict, wording: Wording) -> str:
    """Return a verdict in one line."""
    if verdict.in_library and not verdict.matches:
        return wording.say("This file is itself in your library, and nothing else there is like it.")
    if verdict.kind == "undecided":
        return wording.say(verdict.reason)
    if verdict.kind == "passages":
        return wording.count(
            "Passages of it stand in {n} document of your library.",
            "Passages of it stand in {n} documents of your library.",
            len(verdict.matches),
        )
    similarity, share = (verdict.matches[0].similarity, verdict.matches[0].share) if verdict.matches else (0.0, 0.0)
    return {
        "identical": wording.say("Your library has this file already: every byte is the same."),
        "same_text": wording.say("Your library has a document with exactly this text."),
        "similar": wording.say(
            "Your library has a similar document: {share} the same.", share=wording.percent(similarity)
        ),
        "contained": wording.say("{share} of its text stands in another document.", share=wording.percent(share)),
        "unique": " ".join(
            [
                wording.say("Nothing like it is in your library."),
                *([wording.say(verdict.reason)] if verdict.reason else []),
            ]
        ),
    }[verdict.kind]
