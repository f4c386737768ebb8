"""What the team says about checked files, after the library has spoken; and how that is told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core.analysis import word_choice
from core.report import rounded_down
from core.team_check import Print, TeamIndex, TeamMatch
from core.team_server import Server, TeamError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.settings import Settings
    from core.submissions import Submission
    from core.team_settings import TeamSettings
    from core.verdicts import Verdict
    from core.wording import Wording


@dataclass(frozen=True, slots=True)
class TeamAnswer:
    """What the team says about one file.

    Attributes:
        matches: identical ones, or else close ones, the closest first.
        trouble: why the team could not be asked, None when it was; what the library said stands as it is.
    """

    matches: tuple[TeamMatch, ...] = ()
    trouble: TeamError | None = None


def with_team(
    verdicts: Sequence[Verdict], submissions: Mapping[str, Submission], team: TeamSettings, settings: Settings
) -> list[Verdict]:
    """Return the verdicts with what the team says of those files that the library has not, byte for byte, itself.

    Nothing but digests and fingerprints is sent. A server that cannot be asked changes no verdict.
    """
    asked = [verdict for verdict in verdicts if _is_open(verdict) and verdict.path in submissions]
    prints = [_print(submissions[verdict.path], settings.minimum_tokens) for verdict in asked]
    known = [place for place, one in enumerate(prints) if one is not None]
    try:
        found = _ask([one for one in prints if one is not None], team, settings)
    except TeamError as error:
        answers = {asked[place].path: TeamAnswer(trouble=error) for place in known}
    else:
        answers = {asked[place].path: TeamAnswer(tuple(matches)) for place, matches in zip(known, found, strict=True)}
    return [replace(verdict, team=answers.get(verdict.path)) for verdict in verdicts]


def _is_open(verdict: Verdict) -> bool:
    return not any(match.relation == "identical" for match in verdict.matches)


def _print(submission: Submission, least_tokens: int) -> Print | None:
    """Return what is asked of a file; None for one that could not be read. A short text is known by its bytes only."""
    if not submission.blake3 or not submission.md5:
        return None
    blake3, md5, text = bytes.fromhex(submission.blake3), bytes.fromhex(submission.md5), submission.text
    if text is None or text.token_count < least_tokens:
        return Print(blake3, md5)
    return Print(blake3, md5, text.simhash, text.slots)


def _ask(prints: Sequence[Print], team: TeamSettings, settings: Settings) -> list[list[TeamMatch]]:
    if not prints:
        return []
    with Server(team.place, team.team) as server:
        index = TeamIndex(server, word_choice(settings).maker(), without=team.desk)
        return index.ask(prints, settings.hamming, settings.similarity)


def answered_by(verdict: Verdict) -> str | None:
    """Return which index found something like the file: "library", "team", or None for neither."""
    if verdict.matches:
        return "library"
    return "team" if verdict.team is not None and verdict.team.matches else None


def team_json(answer: TeamAnswer, wording: Wording) -> dict[str, Any]:
    """Return an answer as JSON values; figures of close ones are estimates and never verified."""
    return {
        "reason": wording.error(answer.trouble) if answer.trouble is not None else "",
        "matches": [
            {
                "relation": match.relation,
                "estimate": rounded_down(match.estimate),
                "hamming": match.hamming,
                "desk": match.desk,
                "label": match.label,
                "size": match.size,
                "modified": match.modified,
                "verified": False,
            }
            for match in answer.matches
        ],
    }


def team_sentence(answer: TeamAnswer, wording: Wording) -> str:
    """Return an answer in one line."""
    if answer.trouble is not None:
        return wording.error(answer.trouble)
    if not answer.matches:
        return wording.say("Nobody in your team has it, as far as fingerprints tell.")
    best = answer.matches[0]
    who = holder_of_match(best, wording)
    if best.relation == "identical":
        return wording.say("{holder} has this file: every byte is the same, by MD5 and BLAKE3.", holder=who)
    return wording.say("{holder} has a document that is {closeness}.", holder=who, closeness=closeness(best, wording))


def closeness(match: TeamMatch, wording: Wording) -> str:
    """Return how alike a match is: identical, or close by fingerprint and never more than that."""
    if match.relation == "identical":
        return wording.say("identical by MD5 and BLAKE3")
    return wording.say("close by fingerprint, about {share}, not verified", share=wording.percent(match.estimate))


def holder_of_match(match: TeamMatch, wording: Wording) -> str:
    """Return who has it, as far as that was allowed to be told."""
    return holder(match.desk, match.number, match.label, wording)


def holder(desk: str, number: int, label: str, wording: Wording) -> str:
    """Return a colleague's library by its name, else by the team's number of it, with the folder's label if any."""
    name = desk or wording.say("Library {n} of your team", n=wording.number(number))
    if not label:
        return name
    return wording.say("{desk} ({label})", desk=name, label=label)


def match_facts(match: TeamMatch, wording: Wording) -> str:
    """Return size and date of what the team has."""
    facts = (wording.size(match.size), wording.date(match.modified * 1_000_000_000))
    return wording.name("between the parts of a list", ", ").join(facts)
