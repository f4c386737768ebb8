"""New files that the library has nothing like, and the team has: they wait for the user, with who has them.

The library's own audit comes first and waits for nobody (`core.audit`); a team's answer comes when it comes.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from core.decisions import ReviewStatus
from core.digest import file_digests
from core.errors import msgid
from core.progress import NullReporter
from core.submissions import Submission
from core.team_answers import holder
from core.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.decisions import StatusRow
    from core.errors import KnownError
    from core.index import Index
    from core.library import Library
    from core.team_check import TeamMatch
    from core.wording import Wording

TEAM_KINDS = {"identical": "team_identical", "close": "team_close"}
"""Verdicts of rows that the team answered, by the relation of its best match."""

AT_ONCE: Final = 200
"""So many files are asked about in one go after the server was away."""

NOT_ASKED = msgid("Your team could not be asked about new files, so your library alone decided.")


@dataclass(frozen=True, slots=True)
class Unasked:
    """Files of the inboxes about which the team is still to be asked.

    Attributes:
        rows: as they stand; verdicts, submissions: what is asked of them, as an audit learnt it.
        is_all: there are no more.
    """

    rows: tuple[StatusRow, ...]
    verdicts: tuple[Verdict, ...]
    submissions: Mapping[str, Submission]
    is_all: bool


def unasked(library: Library, most: int = AT_ONCE) -> Unasked:
    """Return the files about which the team could not be asked when they came, the first ones first.

    What is asked of them is taken from the index; files that changed since are passed over, for they are audited again.
    """
    waiting = [row for row in library.decisions.statuses().values() if row.is_unasked]
    waiting.sort(key=lambda row: (row.arrived_ns, row.path))
    found = [(row, submission) for row in waiting if (submission := _submission(row, library)) is not None]
    some = found[:most]
    return Unasked(
        rows=tuple(row for row, _ in some),
        verdicts=tuple(
            Verdict(row.path, row.verdict, "", in_library=True, compared=0, of=0, blake3=row.digest) for row, _ in some
        ),
        submissions={row.path: submission for row, submission in some},
        is_all=len(some) == len(found),
    )


def _submission(row: StatusRow, library: Library) -> Submission | None:
    """Return what is known of a file that is as it was when it came; None where it is not, or not known well enough."""
    index = library.index
    file = index.file(row.path)
    if file is None or file.mtime_ns != row.mtime_ns:
        return None
    md5 = _md5(row, file.content, index)
    text = index.texts.text_of_path(os.fsencode(row.path))
    if not md5:
        return None
    return Submission(row.path, row.digest, None if text is None else index.texts.fingerprints(text), md5=md5)


def _md5(row: StatusRow, content: int | None, index: Index) -> str:
    """Return the MD5 of a file with the digest of its row, reading it where the index has none; "" for another file."""
    known = None if content is None else index.contents([content]).get(content)
    if known is not None and known.md5 is not None:
        return known.md5 if known.blake3 == row.digest else ""
    try:
        digests = file_digests(row.path, NullReporter())
    except OSError:
        return ""
    return digests.md5 or "" if digests.blake3 == row.digest else ""


def take_answers(verdicts: Sequence[Verdict], audited: Sequence[StatusRow], library: Library) -> list[StatusRow]:
    """Let files that the team has wait for the user; return their rows. Files that it was asked about are noted so.

    Args:
        verdicts: with what the team says (`team_answers.with_team`).
        audited: rows as the audit stored them; what the user has decided since then stands.
    """
    before = {row.path: row for row in audited}
    known = library.decisions.statuses()
    answered, waiting = [], []
    for verdict in verdicts:
        row, told = known.get(verdict.path), before.get(verdict.path)
        if row is None or told is None or (verdict.team is not None and verdict.team.trouble is not None):
            continue
        if _is_as_told(row, told):
            best = verdict.team.matches[:1] if verdict.team is not None else ()
            waiting += [_waiting(row, match) for match in best]
            answered += [] if best or not row.is_unasked else [replace(row, is_unasked=False)]
    library.decisions.set_status([*answered, *waiting])
    return waiting


def _is_as_told(row: StatusRow, told: StatusRow) -> bool:
    """Return whether nobody has decided on a row, and no other audit spoken, since the team was asked."""
    return (row.digest, row.status, row.verdict, row.is_unasked) == (
        told.digest,
        told.status,
        told.verdict,
        told.is_unasked,
    )


def _waiting(row: StatusRow, best: TeamMatch) -> StatusRow:
    return replace(
        row,
        status=ReviewStatus.UNREVIEWED,
        verdict=TEAM_KINDS[best.relation],
        figure=best.estimate,
        holder=json.dumps([best.desk, best.number, best.label]),
        decided_ns=0,
        is_unasked=False,
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
