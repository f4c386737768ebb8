"""What a check answers, as values and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.report import rounded_down

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.passages import Shares
    from core.team_answers import TeamAnswer
    from core.wording import Wording

ORDER = ("identical", "same_text", "similar", "contained", "passages")
"""Relations of a match, the strongest first; the strongest is the verdict."""


@dataclass(frozen=True, slots=True)
class CheckMatch:
    """A place where a checked file was found.

    Attributes:
        relation: of ORDER.
        similarity: of both texts; 1 for identical and same text.
        share: of the checked text that stands there.
        is_verified: the file there is as the library knows it; False when its disk is away or it changed since.
        shares: of "contained" and "passages": with and without the list of references and templates.
    """

    path: str
    relation: str
    similarity: float
    share: float
    hamming: int | None
    is_verified: bool
    shares: Shares | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer for one file.

    Attributes:
        kind: of ORDER, "unique" or "undecided".
        reason: the catalogue's sentence that says why it is undecided; "" otherwise.
        in_library: the file is itself one of the library's.
        compared, of: documents of the library that took part, and all.
        matches: places in the library, the strongest first.
        among: other files of the same check that are like it, the strongest first.
        repeated: how much of it stands in all documents with passages of it together; None where it has no text.
        doubt: why it would be undecided without matches; "" where nothing speaks against "unique".
        blake3: digest of its bytes; "" where they could not be read.
        team: what the team says of a file that the library does not have byte for byte; None where it was not asked.
    """

    path: str
    kind: str
    reason: str
    in_library: bool
    compared: int
    of: int
    matches: tuple[CheckMatch, ...] = ()
    among: tuple[CheckMatch, ...] = ()
    repeated: Shares | None = None
    doubt: str = ""
    blake3: str = ""
    team: TeamAnswer | None = None


def strongest_first(match: CheckMatch) -> tuple[int, float, str]:
    """Return the key by which matches are sorted."""
    by_share = match.relation in ("contained", "passages")
    return ORDER.index(match.relation), -(match.share if by_share else match.similarity), match.path


def checks_json(verdicts: Sequence[Verdict], wording: Wording) -> list[dict[str, Any]]:
    """Return verdicts as JSON values, by the layout that the command line promises."""
    return [
        {
            "path": verdict.path,
            "verdict": verdict.kind,
            "reason": wording.say(verdict.reason) if verdict.reason else "",
            "in_library": verdict.in_library,
            "compared": verdict.compared,
            "of": verdict.of,
            "matches": [_match_json(match) for match in verdict.matches],
            **({"among": [_match_json(match) for match in verdict.among]} if verdict.among else {}),
            **({"repeated": _shares_json(verdict.repeated)} if verdict.repeated else {}),
            **(_team_json(verdict, wording) if verdict.team else {}),
        }
        for verdict in verdicts
    ]


def _match_json(match: CheckMatch) -> dict[str, Any]:
    return {
        "path": match.path,
        "relation": match.relation,
        "similarity": rounded_down(match.similarity),
        "share": rounded_down(match.share),
        "hamming": match.hamming,
        "verified": match.is_verified,
        **({"shares": _shares_json(match.shares)} if match.shares else {}),
    }


def _team_json(verdict: Verdict, wording: Wording) -> dict[str, Any]:
    from core.team_answers import answered_by, team_json  # noqa: PLC0415 - most libraries are in no team

    assert verdict.team is not None
    return {"answered_by": answered_by(verdict), "team": team_json(verdict.team, wording)}


def _shares_json(shares: Shares) -> dict[str, float]:
    return {name: rounded_down(value) for name, value in shares._asdict().items()}
