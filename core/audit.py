"""Audits, as an upload desk makes them: each new file of an inbox is checked, and accepted, rejected, or waits.

    arrivals     files of the inboxes that no row of the review stands for; rows follow renamed files first
    audit        the check (MD5 and content, then SimHash and sketch, and the texts decide), then the user's rule
    move_files   into a folder that the user names; the rows follow

Of two new files that repeat each other the one that came first is the original.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.carrying import carry, part_name
from core.check import check
from core.decisions import FolderRole, ReviewStatus, StatusRow
from core.disk import Disk
from core.errors import Problem, ProblemKind
from core.verdicts import ORDER

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from core.check_table import CheckTable
    from core.decisions import Decisions
    from core.index import FileRow
    from core.library import Library
    from core.progress import Reporter
    from core.settings import Settings
    from core.submissions import Submission
    from core.verdicts import CheckMatch, Verdict
    from core.workers import Runner

_REJECTED = {
    "nothing": frozenset[str](),
    "identical": frozenset(ORDER[:1]),
    "same_text": frozenset(ORDER[:2]),
    "similar": frozenset(ORDER[:3]),
}
"""What each choice of `Settings.inbox_rejects` rejects."""

_UNKNOWN = ("unique", "undecided")


@dataclass(frozen=True, slots=True)
class Audited:
    """What an audit did.

    Attributes:
        rows: of the files that were checked and are listed now, in the order of their arrival.
        unknown: verdicts on those of them that the library has nothing like: a team may know them (`core.audit_team`).
    """

    rows: tuple[StatusRow, ...]
    unknown: tuple[Verdict, ...] = ()

    @property
    def counts(self) -> Counter[ReviewStatus]:
        """How many files ended as what."""
        return Counter(row.status for row in self.rows)


def arrivals(library: Library) -> list[str]:
    """Return the files of the inboxes that are to be audited, in the order of their arrival.

    Rows of files that were renamed or moved follow them first, by the digest of their bytes.
    """
    known = library.decisions.statuses()
    folders = library.decisions.folders(FolderRole.INBOX)
    new: dict[str, FileRow] = {}
    for row in (row for folder in folders for row in library.index.files_under(folder)):
        stored = known.get(row.path)
        if stored is None or stored.mtime_ns != row.mtime_ns:
            new[row.path] = row
    followed = _follow(library, known.values())
    wanted = (row for path, row in new.items() if path not in followed or followed[path] != row.mtime_ns)
    return [row.path for row in sorted(wanted, key=lambda row: (row.mtime_ns, row.path))]


def _follow(library: Library, rows: Iterable[StatusRow]) -> dict[str, int]:
    """Let rows whose files are gone follow them to the places where the same bytes are; return dates by new path."""
    taken = {row.path for row in rows}
    pairs, followed = [], {}
    for row in rows:
        if row.digest and _is_gone(library, row.path):
            places = (path for path in library.index.paths_by_blake3(row.digest) if path not in taken)
            place = next(places, None)
            if place is not None:
                taken.add(place)
                pairs.append((row.path, place))
                followed[place] = row.mtime_ns
    library.decisions.rename_statuses(pairs)
    return followed


def _is_gone(library: Library, path: str) -> bool:
    return library.index.file(path) is None and not os.path.lexists(path)


def audit(
    paths: Sequence[str],
    pending: Collection[str],
    library: Library,
    workers: Runner,
    reporter: Reporter,
    *,
    settings: Settings,
    table: CheckTable | None = None,
    heard: dict[str, Submission] | None = None,
    is_in_team: bool = False,
) -> Audited:
    """Check new files and store what became of them by the user's rule.

    Args:
        paths: the next ones of `arrivals`.
        pending: all that wait for their audit, these too: they are no originals yet.
        heard: takes what was learnt of each file, for a team that is asked later.
        is_in_team: note of what the library has nothing like that the team is still to be asked.
    """
    known = library.decisions.statuses()
    waiting = set(pending)
    stored, told, unknown = [], [], []
    for verdict in check(paths, settings, library, workers, reporter, table=table, heard=heard):
        waiting.discard(verdict.path)
        row = _row(verdict, known, waiting, settings)
        if row is None:
            continue
        old = known.get(verdict.path) or _renamed(library, row, known)
        if old is not None and old.digest == row.digest and row.digest:
            if old.path != row.path:
                library.decisions.rename_statuses([(old.path, row.path)])
            row = replace(old, path=row.path, mtime_ns=row.mtime_ns)
        else:
            if row.verdict in _UNKNOWN:
                row = replace(row, is_unasked=is_in_team)
                unknown.append(verdict)
            told.append(row)
        known[row.path] = row
        stored.append(row)
    library.decisions.set_status(stored)
    return Audited(tuple(told), tuple(unknown))


def _row(
    verdict: Verdict, known: Mapping[str, StatusRow], waiting: Collection[str], settings: Settings
) -> StatusRow | None:
    """Return the row of a checked file; None where it is no longer there."""
    try:
        status = os.stat(verdict.path)
    except OSError:
        return None
    match = _original(verdict, known, waiting)
    kind = match.relation if match else "undecided" if verdict.doubt else "unique"
    by_share = match is not None and match.relation in ("contained", "passages")
    return StatusRow(
        digest=verdict.blake3,
        path=verdict.path,
        status=decided(kind, settings),
        verdict=kind,
        repeats=match.path if match else None,
        figure=None if match is None else match.share if by_share else match.similarity,
        mtime_ns=status.st_mtime_ns,
    )


def _original(verdict: Verdict, known: Mapping[str, StatusRow], waiting: Collection[str]) -> CheckMatch | None:
    """Return what a file repeats most: nothing that came later, and one that was rejected only when all were."""

    def rank(match: CheckMatch) -> tuple[int, bool]:
        row = known.get(match.path)
        return ORDER.index(match.relation), row is not None and row.status is ReviewStatus.REJECTED

    return min((match for match in verdict.matches if match.path not in waiting), key=rank, default=None)


def _renamed(library: Library, row: StatusRow, known: Mapping[str, StatusRow]) -> StatusRow | None:
    """Return the row of the same bytes whose file is gone: no digest was known before this file was read."""
    if not row.digest:
        return None
    same = (old for old in known.values() if old.digest == row.digest and old.path != row.path)
    return next((old for old in same if _is_gone(library, old.path)), None)


def decided(kind: str, settings: Settings) -> ReviewStatus:
    """Return what the user's rule says of a verdict."""
    if kind in _REJECTED[settings.inbox_rejects]:
        return ReviewStatus.REJECTED
    is_new = kind == "unique" and settings.inbox_accepts_new
    return ReviewStatus.ACCEPTED if is_new else ReviewStatus.UNREVIEWED


def listed(library: Library) -> list[StatusRow]:
    """Return the rows of files that are there, or on a disk that is away."""
    return [row for row in library.decisions.statuses().values() if library.index.file(row.path) is not None]


def accept_what_is_there(library: Library, folder: str) -> int:
    """List the files that are in `folder` now as accepted unseen, so that only later ones are audited."""
    known = library.decisions.statuses()
    rows = []
    for file in library.index.files_under(folder):
        content = library.index.contents([] if file.content is None else [file.content])
        digest = next((one.blake3 for one in content.values()), None) or ""
        if file.path not in known:
            rows.append(StatusRow(digest, file.path, ReviewStatus.ACCEPTED, mtime_ns=file.mtime_ns))
    library.decisions.set_status(rows)
    return len(rows)


def move_files(
    paths: Sequence[str],
    folder: str,
    decisions: Decisions,
    reporter: Callable[[], None],
    *,
    is_protected: Callable[[str], bool],
    disk: Disk | None = None,
) -> tuple[list[tuple[str, str]], list[Problem]]:
    """Move files into a folder, none over another; their rows follow.

    Args:
        reporter: called between files and blocks; raises `Cancelled` to stop.

    Returns:
        (old, new) paths of those that were moved, and why the others were not.
    """
    disk = disk or Disk()
    moved, problems = [], []
    for path in paths:
        reporter()
        if is_protected(path):
            problems.append(Problem(path, ProblemKind.DENIED, "it is protected"))
            continue
        try:
            disk.look(path)
            target = disk.free_name(os.path.join(folder, os.path.basename(path)))
            carry(disk, path, target, part_name(target, f"{os.path.basename(target)}.neartwin"), reporter)
        except OSError as error:
            kind = ProblemKind.DENIED if isinstance(error, PermissionError) else ProblemKind.UNREADABLE
            problems.append(Problem(path, kind, error.strerror or str(error)))
        else:
            moved.append((path, target))
            decisions.rename_statuses([(path, target)])
    return moved, problems
