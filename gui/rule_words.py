"""What is said of a rule: its name, what it would do, what differs where the text is the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.rules import SPARED, RuleKind, SpareReason

if TYPE_CHECKING:
    from core.rule_preview import LeftOut, Preview, SameTextFacts
    from gui.words import Words

MOST_REASONS = 3
"""So many reasons stand in the sentence; all of them stand in the table."""


def rule_name(words: Words, kind: RuleKind) -> str:
    """Return what a rule does."""
    return {
        RuleKind.SURPLUS: words.say("Surplus copies of identical files"),
        RuleKind.RANKED: words.say("By the ranking of folders"),
        RuleKind.KEEP_FOLDER: words.say("Keep what is in this folder"),
        RuleKind.DROP_FOLDER: words.say("Drop what is in this folder"),
        RuleKind.NEWEST: words.say("Keep the newest"),
        RuleKind.OLDEST: words.say("Keep the oldest"),
        RuleKind.LARGEST: words.say("Keep the largest"),
        RuleKind.SHORTEST_PATH: words.say("Keep the shortest path"),
    }[kind]


def rule_sentence(words: Words, kind: RuleKind) -> str:
    """Return in one sentence which file of a group stays."""
    return {
        RuleKind.SURPLUS: words.say(
            "Of identical files the one proposed to stay is kept; the list says why it is that."
        ),
        RuleKind.RANKED: words.say("The file in the folder that you trust most stays."),
        RuleKind.KEEP_FOLDER: words.say("Copies outside the ticked folders are marked; nothing inside them is."),
        RuleKind.DROP_FOLDER: words.say("Files in the ticked folders are marked where a copy stays elsewhere."),
        RuleKind.NEWEST: words.say("The file changed last stays; a date in the future does not count."),
        RuleKind.OLDEST: words.say("The file changed first stays; a date in the future does not count."),
        RuleKind.LARGEST: words.say("The file with most bytes stays."),
        RuleKind.SHORTEST_PATH: words.say("The file with the shortest path stays."),
    }[kind]


def spare_reason(words: Words, reason: SpareReason) -> str:
    """Return why a rule leaves a file alone."""
    return words.say(SPARED[reason])


def spare_phrase(words: Words, reason: SpareReason) -> str:
    """Return the same as part of a sentence."""
    return {
        SpareReason.PROTECTED: words.say("protected"),
        SpareReason.LINKED: words.say("other names of one file"),
        SpareReason.CLOUD_ONLY: words.say("only in the cloud"),
        SpareReason.IN_DOCUMENT: words.say("used by a document"),
        SpareReason.PICTURES_DIFFER: words.say("pictures, links or changes differ"),
        SpareReason.NAMES_DIFFER: words.say("names differ"),
        SpareReason.LAST_IN_GROUP: words.say("the last of another group"),
        SpareReason.STAYS: words.say("stay for another file"),
        SpareReason.ONLY_THERE: words.say("no copy outside the folder"),
    }[reason]


def preview_sentences(words: Words, found: Preview) -> tuple[str, str]:
    """Return what a rule would mark, and what it leaves out and why ("" for nothing)."""
    if not found.files:
        marks = words.say("This rule would mark nothing more.")
    else:
        files = words.count("{n} file", "{n} files", found.files)
        marks = words.count(
            "Would mark {files} in {n} group, {size}.",
            "Would mark {files} in {n} groups, {size}.",
            found.groups,
            files=files,
            size=words.size(found.size),
        )
    if not found.left_out:
        return marks, ""
    reasons = words.name("between the parts of a list", ", ").join(
        _reason(words, left) for left in found.left_out[:MOST_REASONS]
    )
    if not found.untouched:
        return marks, words.say("Left alone: {reasons}.", reasons=reasons)
    return marks, words.count(
        "{n} group is left out: {reasons}.", "{n} groups are left out: {reasons}.", found.untouched, reasons=reasons
    )


def _reason(words: Words, left: LeftOut) -> str:
    return words.say("{reason} ({n})", reason=spare_phrase(words, left.reason), n=words.number(left.files))


def same_text_sentence(words: Words, facts: SameTextFacts) -> str:
    """Return what differs beside the text where the text is the same: read before it is marked too."""
    if not facts.groups:
        return words.say("No documents have the same text in different files.")
    say, count = words.say, words.count
    parts = [say("layout, fonts and properties may differ")]
    if facts.formats:
        parts.append(
            count("in {n} group the file format differs", "in {n} groups the file format differs", facts.formats)
        )
    if facts.objects:
        parts.append(
            count(
                "in {n} group pictures, formulas or objects differ; those are never marked",
                "in {n} groups pictures, formulas or objects differ; those are never marked",
                facts.objects,
            )
        )
    groups = count(
        "{n} group has the same text in different files",
        "{n} groups have the same text in different files",
        facts.groups,
    )
    return say(
        "{groups}: {parts}.", groups=groups, parts=words.name("between the parts of a sentence", "; ").join(parts)
    )


def mark_button(words: Words, files: int) -> str:
    """Return what the button that marks says."""
    return words.count("Mark {n} file", "Mark {n} files", files) if files else words.say("Mark")
