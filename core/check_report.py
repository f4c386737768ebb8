"""A report on a check, as an HTML page that can be printed or sent, or as a table for a spreadsheet.

It names what the figures rest on: the day, the library with its size, and the threshold. Nothing is loaded from
elsewhere.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, TextIO

from core.page_style import PAGE_STYLE
from core.report import iso_time, printable, rounded_down, without_formula

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.passages import Shares
    from core.team_answers import TeamAnswer
    from core.verdicts import CheckMatch, Verdict
    from core.wording import Wording


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """What a check rested on.

    Attributes:
        checked_ns: when; library: its folder; documents: how many it knows; similarity: the threshold.
    """

    checked_ns: int
    library: str
    documents: int
    similarity: float


def service_sentence(wording: Wording) -> str:
    """Return what a check is not."""
    return wording.say("Only your own library is asked. This is no plagiarism service and knows nothing of the web.")


def _scope(verdicts: Sequence[Verdict], wording: Wording) -> str:
    """Return what was asked, and what a check is not."""
    if not any(verdict.team for verdict in verdicts):
        return service_sentence(wording)
    return wording.say(
        "Your own library was asked, then your team by fingerprints. This is no plagiarism service and knows nothing of"
        " the web."
    )


def verdict_name(wording: Wording, kind: str) -> str:
    """Return a verdict or the relation of a match in a word or two."""
    return {
        "identical": wording.say("Identical"),
        "same_text": wording.say("Same text"),
        "similar": wording.say("Similar"),
        "contained": wording.say("Contained"),
        "passages": wording.say("Passages"),
        "unique": wording.say("Not in the library"),
        "undecided": wording.say("Undecided"),
    }.get(kind, kind)


def write_check_html(verdicts: Sequence[Verdict], facts: CheckFacts, file: TextIO, wording: Wording) -> None:
    """Write the page: what the figures rest on first, then each file with the places where it was found."""
    file.writelines(f"{piece}\n" for piece in _page(verdicts, facts, wording))


def write_check_csv(verdicts: Sequence[Verdict], facts: CheckFacts, file: TextIO, wording: Wording) -> None:
    """Write one row a place where a file was found, and one for a file without any; with a byte order mark."""
    file.write("\ufeff")
    table = csv.writer(file)
    say = wording.say
    heads = (say("File"), say("Verdict"), say("Found in"), say("Where"), say("How alike"), say("Similarity"))
    shares = (say("Share"), say("Share without references"), say("Share without templates"), say("Share without both"))
    basis = (say("Verified"), say("Compared"), say("Of"), say("Checked"), say("Library"), say("Threshold"))
    table.writerow((*heads, *shares, *basis))
    ending = (iso_time(facts.checked_ns), without_formula(printable(facts.library)), f"{facts.similarity:.2f}")
    for verdict in verdicts:
        start = (without_formula(printable(verdict.path)), verdict_name(wording, verdict.kind))
        of = (verdict.compared, verdict.of)
        if not verdict.matches and not verdict.among:
            reason = wording.say(verdict.reason) if verdict.reason else ""
            table.writerow((*start, "", "", reason, "", "", "", "", "", "", *of, *ending))
        table.writerows((*start, *row, *of, *ending) for row in _team_rows(verdict, wording))
        for match, where in _places(verdict, wording):
            figures = [f"{rounded_down(one):.4f}" for one in _four(match)]
            row = (without_formula(printable(match.path)), where, verdict_name(wording, match.relation))
            verified = say("yes") if match.is_verified else say("no")
            table.writerow((*start, *row, f"{rounded_down(match.similarity):.4f}", *figures, verified, *of, *ending))


def _team_rows(verdict: Verdict, wording: Wording) -> Iterator[tuple[str, ...]]:
    """Yield what the team has: by fingerprints, so nothing there is verified and no share is known."""
    if verdict.team is None:
        return
    from core.team_answers import closeness, holder_of_match  # noqa: PLC0415 - most libraries are in no team

    for match in verdict.team.matches:
        who = without_formula(printable(holder_of_match(match, wording)))
        yield (
            who,
            wording.say("team"),
            closeness(match, wording),
            f"{rounded_down(match.estimate):.4f}",
            *[""] * 4,
            (wording.say("no")),
        )


def team_lines(answer: TeamAnswer, wording: Wording, most: int | None = None) -> list[str]:
    """Return what the team says of a file: a sentence, then who has what."""
    from core.team_answers import closeness, holder_of_match, match_facts, team_sentence  # noqa: PLC0415 - as above

    comma = wording.name("between the parts of a list", ", ")
    lines = [wording.say("Team: {sentence}", sentence=team_sentence(answer, wording))]
    return lines + [
        comma.join((holder_of_match(match, wording), closeness(match, wording), match_facts(match, wording)))
        for match in answer.matches[:most]
    ]


def _four(match: CheckMatch) -> Sequence[float]:
    return match.shares or (match.share,) * 4


def _places(verdict: Verdict, wording: Wording) -> Iterator[tuple[CheckMatch, str]]:
    yield from ((match, wording.say("library")) for match in verdict.matches)
    yield from ((match, wording.say("another checked file")) for match in verdict.among)


def _page(verdicts: Sequence[Verdict], facts: CheckFacts, wording: Wording) -> Iterator[str]:
    say = wording.say
    title = escape(say("Check against the library"))
    yield f'<!DOCTYPE html>\n<html lang="{wording.language.replace("_", "-")}"><head><meta charset="utf-8">'
    yield f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{PAGE_STYLE}</style></head>'
    yield f"<body><h1>{title}</h1>"
    basis = (
        say("Checked on {date}.", date=wording.time(facts.checked_ns)),
        say(
            "Library: {folder}, with {n} documents.",
            folder=printable(facts.library),
            n=wording.number(facts.documents),
        ),
        say("Two texts count as similar from {share} on.", share=wording.percent(facts.similarity)),
        _scope(verdicts, wording),
    )
    yield from (f"<p>{escape(sentence)}</p>" for sentence in basis)
    for verdict in verdicts:
        yield from _verdict(verdict, wording)
    yield "</body></html>"


def coverage_text(wording: Wording, verdict: Verdict) -> str:
    """Return with how much of the library a file was compared, and what became of the rest."""
    n, of = wording.number(verdict.compared), wording.number(verdict.of)
    if verdict.compared == verdict.of:
        return wording.say("Compared with {n} of {of} documents.", n=n, of=of)
    return wording.say(
        "Compared with {n} of {of} documents; the others have no readable text or are not connected.",
        n=n,
        of=of,
    )


def _verdict(verdict: Verdict, wording: Wording) -> Iterator[str]:
    say = wording.say
    folder, _, name = printable(verdict.path).replace("\\", "/").rpartition("/")
    word = verdict_name(wording, verdict.kind)
    yield f"<h2>{escape(name)} · <span class='tag {escape(verdict.kind)}'>{escape(word)}</span></h2>"
    yield f"<p>{escape(folder)}</p>"
    if verdict.reason:
        yield f"<p>{escape(say(verdict.reason))}</p>"
    if verdict.in_library:
        yield f"<p>{escape(say('This file is itself in your library.'))}</p>"
    if verdict.repeated is not None and verdict.repeated.whole:
        yield f"<p>{escape(repeated_text(wording, verdict.repeated))}</p>"
    yield f"<p>{escape(coverage_text(wording, verdict))}</p>"
    if verdict.team is not None:
        yield from (f"<p>{escape(printable(one))}</p>" for one in team_lines(verdict.team, wording))
    if verdict.matches or verdict.among:
        yield from _table(verdict, wording)


def _table(verdict: Verdict, wording: Wording) -> Iterator[str]:
    say = wording.say
    heads = (say("Found in"), say("How alike"), say("Share"), say("Without references"), say("Without templates"))
    yield '<table><colgroup><col><col class="note"><col class="figure"><col class="figure"><col class="figure">'
    yield "</colgroup><thead><tr>"
    yield from (f'<th scope="col"{_figure(place)}>{escape(head)}</th>' for place, head in enumerate(heads))
    yield "</tr></thead><tbody>"
    for match, where in _places(verdict, wording):
        folder, _, name = printable(match.path).replace("\\", "/").rpartition("/")
        figures = _four(match)
        by_share = match.relation in ("contained", "passages")
        notes = [verdict_name(wording, match.relation), where]
        if not match.is_verified:
            notes.append(say("not verified: its disk is not connected"))
        shown = figures[:3] if by_share else (match.similarity, None, None)
        yield f'<tr><td><span class="name">{escape(name)}</span><br><span class="folder">{escape(folder)}</span></td>'
        yield f'<td><span class="note">{escape(" · ".join(notes))}</span></td>'
        for figure in shown:
            yield f'<td class="figure">{"—" if figure is None else escape(wording.percent(figure))}</td>'
        yield "</tr>"
    yield "</tbody></table>"


def _figure(place: int) -> str:
    return ' class="figure"' if place >= 2 else ""


def repeated_text(wording: Wording, shares: Shares) -> str:
    """Return how much of a text stands in all documents with passages of it together."""
    parts = [wording.say("In all, {share} of its text is repeated", share=wording.percent(shares.whole))]
    parts += share_notes(wording, shares)
    return wording.name("between the parts of a list", ", ").join(parts)


def share_notes(wording: Wording, shares: Shares) -> list[str]:
    """Return the shares without references and templates, those that are others than the whole."""
    notes = []
    if shares.without_references != shares.whole:
        notes.append(wording.say("{share} without references", share=wording.percent(shares.without_references)))
    if shares.without_templates != shares.whole:
        notes.append(wording.say("{share} without templates", share=wording.percent(shares.without_templates)))
    if len(notes) > 1:
        notes.append(wording.say("{share} without both", share=wording.percent(shares.without_both)))
    return notes
