"""What the verdicts of a check are called, what each says in one line, and the colour of its kind."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.check_report import coverage_text, repeated_text, share_notes, team_lines, verdict_name
from gui.phrases import display

if TYPE_CHECKING:
    from core.check import CheckMatch, Verdict
    from gui.words import Words

COLOURS = {
    "identical": "identical",
    "same_text": "same",
    "similar": "similar",
    "contained": "contained",
    "passages": "contained",
    "unique": "text",
    "undecided": "mute",
}
"""The palette's colour of each verdict, by name."""


def shown_kind(verdict: Verdict) -> str:
    """Return what is said of a file first: what the library has, else what the other checked files have."""
    return verdict.among[0].relation if verdict.kind == "unique" and verdict.among else verdict.kind


def verdict_word(words: Words, kind: str) -> str:
    """Return a verdict in a word or two."""
    return verdict_name(words.wording, kind)


def verdict_title(words: Words, verdict: Verdict) -> str:
    """Return a verdict in a word or two; a file of the library that has no double is no stranger to it."""
    kind = shown_kind(verdict)
    if kind != verdict.kind:
        is_same = kind in ("identical", "same_text")
        return words.say("Same as another checked file") if is_same else words.say("Like another checked file")
    if verdict.in_library and kind == "unique":
        return words.say("In the library")
    return verdict_word(words, kind)


def verdict_sentence(words: Words, verdict: Verdict) -> str:
    """Return a verdict in one line."""
    if verdict.kind == "undecided":
        reason = (
            words.say(verdict.reason) if verdict.reason else words.say("Whether your library has it cannot be said.")
        )
        own = words.say("This file is itself in your library.") if verdict.in_library else ""
        return " ".join(part for part in (own, reason, _among_sentence(words, verdict)) if part)
    if verdict.in_library:
        return _own_sentence(words, len([match for match in verdict.matches if match.path != verdict.path]))
    if verdict.kind == "unique" and verdict.among:
        return f"{words.say('Nothing like it is in your library.')} {_among_sentence(words, verdict)}"
    if verdict.kind == "passages":
        return words.count(
            "Passages of it stand in {n} document of your library.",
            "Passages of it stand in {n} documents of your library.",
            len(verdict.matches),
        )
    similarity, share = (verdict.matches[0].similarity, verdict.matches[0].share) if verdict.matches else (0.0, 0.0)
    return {
        "identical": words.say("Your library has this file already: every byte is the same."),
        "same_text": words.say("Your library has a document with exactly this text."),
        "similar": words.say("Your library has a similar document: {share} the same.", share=words.percent(similarity)),
        "contained": words.say("{share} of its text stands in another document.", share=words.percent(share)),
        "unique": words.say("Nothing like it is in your library."),
    }[verdict.kind]


def _among_sentence(words: Words, verdict: Verdict) -> str:
    """Return which of the other checked files is most like this one; "" for none."""
    if not verdict.among:
        return ""
    name, figure = display(os.path.basename(verdict.among[0].path)), match_figure(words, verdict.among[0])[0]
    return words.say("Another checked file is like it: {name} ({figure}).", name=name, figure=figure)


def _own_sentence(words: Words, others: int) -> str:
    if not others:
        return words.say("This file is itself in your library, and nothing else there is like it.")
    return words.count(
        "This file is itself in your library, and {n} other is like it.",
        "This file is itself in your library, and {n} others are like it.",
        others,
    )


def coverage_sentence(words: Words, verdict: Verdict) -> str:
    """Return how much of the library took part."""
    return coverage_text(words.wording, verdict)


def more_sentences(words: Words, verdict: Verdict) -> str:
    """Return what is to be said beside the verdict: of the other checked files, and of all passages together."""
    found = []
    if verdict.among:
        found.append(
            words.count(
                "{n} of the other checked files is like it.",
                "{n} of the other checked files are like it.",
                len(verdict.among),
            )
        )
    if verdict.repeated is not None and verdict.repeated.whole and verdict.kind in ("passages", "contained"):
        found.append(repeated_text(words.wording, verdict.repeated) + words.name("at the end of a sentence", "."))
    return " ".join(found)


def team_text(words: Words, verdict: Verdict) -> str:
    """Return what the team says of a file: a sentence, then who has what, at most three of them."""
    if verdict.team is None:
        return ""
    return "\n".join(team_lines(verdict.team, words.wording, most=3))


def match_figure(words: Words, match: CheckMatch) -> tuple[str, str]:
    """Return the figure of a place where a file was found, and what it is a percentage of."""
    if match.relation in ("identical", "same_text"):
        return verdict_word(words, match.relation), ""
    if match.relation in ("contained", "passages"):
        notes = share_notes(words.wording, match.shares) if match.shares else []
        comma = words.name("between the parts of a list", ", ")
        return words.percent(match.share), comma.join([words.say("of its text stands there"), *notes])
    return words.percent(match.similarity), words.say("of the words of both, in order")
