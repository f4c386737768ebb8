"""A new file that the library has nothing like, and the team has, waits for the user with who has it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from core.audit_team import holder_of, take_answers, trouble_of
from core.decisions import ReviewStatus, StatusRow
from core.team_answers import TeamAnswer
from core.team_check import TeamMatch
from core.team_server import AWAY, TeamError
from core.verdicts import Verdict
from core.wording import Wording

if TYPE_CHECKING:
    from core.library import Library

IDENTICAL = TeamMatch("identical", 1.0, 0, "Anna", 1, "Legal", 2048, 1_700_000_000)
CLOSE = TeamMatch("close", 0.9449, 2, "", 3, "", 2048, 1_700_000_000)
NEW = StatusRow("d1", "/inbox/new.docx", ReviewStatus.ACCEPTED, "unique", mtime_ns=5)


def answered(*matches: TeamMatch, trouble: TeamError | None = None) -> Verdict:
    return Verdict(NEW.path, "unique", "", False, 9, 9, blake3="d1", team=TeamAnswer(matches, trouble))


def now(library: Library) -> StatusRow:
    return library.decisions.statuses()[NEW.path]


@pytest.mark.parametrize(
    ("match", "verdict", "holder"),
    [(IDENTICAL, "team_identical", "Anna (Legal)"), (CLOSE, "team_close", "Library 3 of your team")],
)
def test_what_the_team_has_waits_with_who_has_it(library: Library, match: TeamMatch, verdict: str, holder: str) -> None:
    library.decisions.set_status([NEW])
    [changed] = take_answers([answered(match)], [NEW], library)

    row = now(library)
    assert (row.status, row.verdict, row.figure) == (ReviewStatus.UNREVIEWED, verdict, match.estimate)
    assert holder_of(row, Wording("en")) == holder
    assert changed.status is ReviewStatus.UNREVIEWED


def test_what_the_user_decided_meanwhile_stands(library: Library) -> None:
    library.decisions.set_status([replace(NEW, status=ReviewStatus.REJECTED)])

    assert take_answers([answered(IDENTICAL)], [NEW], library) == []
    assert now(library).status is ReviewStatus.REJECTED


def test_a_file_that_changed_meanwhile_is_not_spoken_for(library: Library) -> None:
    library.decisions.set_status([replace(NEW, digest="d2")])

    assert take_answers([answered(IDENTICAL)], [NEW], library) == []


def test_a_team_that_has_nothing_or_cannot_be_asked_changes_nothing(library: Library) -> None:
    library.decisions.set_status([NEW])
    away = TeamError(AWAY, place="office:6379")

    assert take_answers([answered(), answered(trouble=away)], [NEW], library) == []
    assert (now(library).status, now(library).holder) == (ReviewStatus.ACCEPTED, "")
    assert trouble_of([answered(), answered(trouble=away)]) is away
    assert trouble_of([answered(IDENTICAL)]) is None
