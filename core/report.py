"""A scan's result as JSON (the command line's contract, see ARCHITECTURE) and CSV."""

from __future__ import annotations

import csv
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TextIO

from core.documents import Relation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.documents import DuplicateGroup, Match, Member, ScanResult
    from core.wording import Wording

JSON_VERSION = 1


def rounded_down(share: float) -> float:
    """Return a share with four decimals, rounded down: 1.0 stays reserved for equality."""
    return int(share * 10_000 + 1e-9) / 10_000


def scan_json(result: ScanResult, wording: Wording) -> dict[str, Any]:
    """Return the result as JSON values, by the layout that the command line promises."""
    counts = result.counts
    return {
        "version": JSON_VERSION,
        "complete": result.is_complete,
        "roots": list(result.roots),
        "counts": {
            "files": counts.files,
            "bytes": counts.size,
            "documents": counts.documents,
            "text_compared": counts.text_compared,
            "bytes_only": counts.bytes_only,
            "opened": counts.opened,
            "skipped": dict(counts.skipped),
        },
        "groups": [_group_json(group, wording) for group in result.groups],
        "matches": [_match_json(match) for match in result.matches],
        "folders": [
            {
                "a": pair.a,
                "b": pair.b,
                "share_a": rounded_down(pair.share_a),
                "share_b": rounded_down(pair.share_b),
                "files": pair.files,
            }
            for pair in result.folders
        ],
        "same_file": [list(paths) for paths in result.names],
        "skipped": [{"path": skipped.path, "reason": skipped.reason} for skipped in result.skipped],
        "capped": [wording.shortfall(one) for one in result.capped],
        "problems": [
            {"path": problem.path, "kind": problem.kind.value, "detail": problem.detail} for problem in result.problems
        ],
    }


def _group_json(group: DuplicateGroup, wording: Wording) -> dict[str, Any]:
    return {
        "kind": group.kind.value,
        "similarity": rounded_down(group.similarity),
        "reclaimable_bytes": group.reclaimable_bytes,
        "members": [_member_json(member, wording) for member in group.members],
    }


def _member_json(member: Member, wording: Wording) -> dict[str, Any]:
    row: dict[str, Any] = {
        "path": member.path,
        "keeper": member.is_keeper,
        "reason": wording.reason(member.reason) if member.reason else "",
        "size": member.document.size,
        "modified": iso_time(member.document.mtime_ns),
        "md5": member.digests.md5,
        "blake3": member.digests.blake3,
        "simhash": None if member.simhash is None else f"{member.simhash:016x}",
        "hamming": member.hamming,
        "similarity": rounded_down(member.similarity),
        "copies": list(member.copies),
    }
    if member.share is not None:
        row["share"] = rounded_down(member.share)
    if member.content_differs:
        row["content_differs"] = True
    if member.is_protected:
        row["protected"] = True
    if member.changes is not None:
        changes = member.changes
        row["changes"] = {
            "changed": changes.changed,
            "added": changes.added,
            "removed": changes.removed,
            "only_numbers": changes.only_numbers,
        }
    return row


def _match_json(match: Match) -> dict[str, Any]:
    return {
        "a": match.a,
        "b": match.b,
        "kind": match.kind.value,
        "similarity": rounded_down(match.similarity),
        "by": match.by.value,
        "share_a": rounded_down(match.share_a),
        "share_b": rounded_down(match.share_b),
        "hamming": match.hamming,
    }


def iso_time(time_ns: int) -> str:
    """Return a time stamp in ISO 8601, UTC, to the second; the year 1 or 9999 where a file's clock is absurd."""
    try:
        return datetime.fromtimestamp(time_ns // 1_000_000_000, UTC).isoformat()
    except (OverflowError, ValueError, OSError):
        return "0001-01-01T00:00:00+00:00" if time_ns < 0 else "9999-12-31T23:59:59+00:00"


def write_csv(result: ScanResult, file: TextIO, wording: Wording, marked: Mapping[str, str] | None = None) -> None:
    """Write one row a member, with a byte order mark so that spreadsheets show Chinese names rightly.

    Args:
        marked: why files are marked, by path ("" by hand): adds two columns; None leaves them out.
    """
    file.write("\ufeff")
    table = csv.writer(file)
    say = wording.say
    table.writerow(
        [
            say("Group"),
            say("Kind"),
            say("Path"),
            say("Kept"),
            say("Why"),
            say("Size in bytes"),
            say("Modified"),
            say("Similarity"),
            "MD5",
            "BLAKE3",
            "SimHash",
            say("Copies"),
            *((say("Marked"), say("Why marked")) if marked is not None else ()),
        ]
    )
    for number, group in enumerate(result.groups, 1):
        for member, row in zip(group.members, _csv_rows(number, group, wording), strict=True):
            why = None if marked is None else marked.get(member.path)
            mark = () if marked is None else (say("yes") if why is not None else "", why or "")
            table.writerow([*row, *mark])


def _csv_rows(number: int, group: DuplicateGroup, wording: Wording) -> Iterator[list[object]]:
    keeps = group.kind in (Relation.IDENTICAL, Relation.SAME_TEXT)
    for member in group.members:
        yield [
            number,
            wording.relation(group.kind),
            without_formula(printable(member.path)),
            wording.say("yes") if member.is_keeper and keeps else "",
            wording.reason(member.reason) if member.reason else "",
            member.document.size,
            iso_time(member.document.mtime_ns),
            f"{rounded_down(member.similarity):.4f}",
            member.digests.md5 or "",
            member.digests.blake3 or "",
            "" if member.simhash is None else f"{member.simhash:016x}",
            without_formula(" | ".join(printable(path) for path in member.copies)),
        ]


def printable(path: str) -> str:
    """Return a path that every encoder takes: bytes that are no UTF-8 become their escapes."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


_TAKEN_FOR_FIGURES = re.compile(r"0\d+|\d{12,}|\d+[eE]\d+|\d{1,2}[-/]\d{1,2}")
"""What spreadsheets rewrite: 010 to 10, the number of an identity card to 1.1E+17, 3-5 to the fifth of March."""


def kept_as_written(cell: str) -> str:
    """Return a cell that a spreadsheet shows as it is written: a tab at its end makes a text of what looks a figure."""
    return f"{cell}\t" if _TAKEN_FOR_FIGURES.fullmatch(cell) else without_formula(cell)


def without_formula(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula: a name may begin with =, +, - or @."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
