"""The journal as a table for people and programs."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.journal_table import JournalRow


def exported(row: JournalRow) -> dict[str, Any]:
    """Return a row for people and programs: paths, digests, ISO 8601 dates."""
    return {
        "act": row.act,
        "when": datetime.fromtimestamp(row.planned_ns / 1e9, UTC).isoformat(timespec="seconds"),
        "action": row.action.value,
        "state": row.state.value,
        "path": row.path,
        "size": row.size,
        "modified": datetime.fromtimestamp(row.mtime_ns / 1e9, UTC).isoformat(timespec="microseconds"),
        "blake3": row.blake3,
        "relation": row.relation.value if row.relation else None,
        "kept": row.keeper,
        "went_to": row.destination,
        "brought_back_to": row.restored,
        "reason": row.failing.value if row.failing else None,
    }


def write_csv(rows: Iterable[JournalRow], file: TextIO) -> None:
    """Write rows as CSV; open `file` with encoding "utf-8-sig", errors "surrogateescape", newline ""."""
    writer: csv.DictWriter[str] | None = None
    for row in rows:
        values = exported(row)
        if writer is None:
            writer = csv.DictWriter(file, list(values))
            writer.writeheader()
        writer.writerow(values)


def write_json(rows: Iterable[JournalRow], file: TextIO) -> None:
    """Write rows as a JSON array in ASCII, so that names of any bytes survive as `\\udcXX`."""
    json.dump([exported(row) for row in rows], file, ensure_ascii=True, indent=1)
