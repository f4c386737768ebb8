"""New files that the library has nothing like, and the team has: they wait for the user, with who has them.

The library's own audit comes first and waits for nobody (`core.audit`); a team's answer comes when it comes.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from core.decisions import ReviewStatus
from core.errors import msgid
from core.team_answers import holder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.decisions import StatusRow
    from core.errors import KnownError
    from core.library import Library
    from core.team_check import TeamMatch
    from core.verdicts import Verdict
    from core.wording import Wording

TEAM_KINDS = {"identical": "team_identical", "close": "team_close"}
"""Verdicts of rows that the team answered, by the relation of its best match."""

NOT_ASKED = msgid("Your team could not be asked about new files, so your library alone decided.")


def take_answers(verdicts: Sequence[Verdict], audited: Sequence[StatusRow], library: Library) -> list[StatusRow]:
    """Let files that the team has wait for the user; return their rows.

    Args:
        verdicts: with what the team says (`team_answers.with_team`).
        audited: rows as the audit stored them; what the user has decided since then stands.
    """
    before = {row.path: row for row in audited}
    known = library.decisions.statuses()
    changed = []
    for verdict in verdicts:
        row, told = known.get(verdict.path), before.get(verdict.path)
        if row is None or told is None or verdict.team is None or not verdict.team.matches:
            continue
        if (row.digest, row.status, row.verdict) == (told.digest, told.status, told.verdict):
            changed.append(_waiting(row, verdict.team.matches[0]))
    library.decisions.set_status(changed)
    return changed


def _waiting(row: StatusRow, best: TeamMatch) -> StatusRow:
    return replace(
        row,
        status=ReviewStatus.UNREVIEWED,
        verdict=TEAM_KINDS[best.relation],
        figure=best.estimate,
        holder=json.dumps([best.desk, best.number, best.label]),
        decided_ns=0,
    )


def trouble_of(verdicts: Sequence[Verdict]) -> KnownError | None:
    """Return why the team could not be asked; None where it was."""
    return next((verdict.team.trouble for verdict in verdicts if verdict.team and verdict.team.trouble), None)


def holder_of(row: StatusRow, wording: Wording) -> str:
    """Return who has what a row stands for; "" where the team did not answer it."""
    if not row.holder:
        return ""
    desk, number, label = json.loads(row.holder)
    return holder(desk, number, label, wording)
