"""A plan as a table: the dry run, and the list that a colleague ticks and sends back."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TextIO

from core.errors import KnownError
from core.report import iso_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.actions import Plan

COLUMNS = ("tick", "path", "action", "kept", "relation", "loss", "size", "modified", "blake3", "reason")

MOST_BYTES = 256 * 1024 * 1024
"""Of a longer file only so much is read: a list of a million files is shorter."""

_TICKS = frozenset(("x", "1", "yes", "y", "true", "ok", "是", "√", "✓", "✔", "☑"))


@dataclass(frozen=True, slots=True)
class Ticked:
    """What came back: files to mark, losses confirmed by name, and the contents that were agreed to.

    Attributes:
        confirmed: only with the digest of the content beside: without it, it may be another one by now.
        contents: BLAKE3 by path, as in the list; a file that is no longer it is not what was ticked.
    """

    marked: tuple[str, ...]
    confirmed: tuple[str, ...] = ()
    contents: Mapping[str, str] = field(default_factory=dict)


def plan_rows(plan: Plan) -> Iterator[dict[str, Any]]:
    """Yield a row for each file of the plan, ticked, then one for each that is refused, not ticked."""
    for item in plan.items:
        yield {
            "tick": "x",
            "path": item.path,
            "action": item.action.value,
            "kept": item.keeper,
            "relation": item.relation.value if item.relation else None,
            "loss": item.is_loss,
            "size": item.document.size,
            "modified": iso_time(item.document.mtime_ns),
            "blake3": item.blake3,
            "reason": None,
        }
    for refused in plan.refused:
        yield dict.fromkeys(COLUMNS) | {"tick": "", "path": refused.path, "reason": refused.refusal.value}


def write_csv(plan: Plan, file: TextIO) -> None:
    """Write the plan as CSV; open `file` with encoding "utf-8-sig", errors "surrogateescape", newline ""."""
    writer = csv.DictWriter(file, COLUMNS)
    writer.writeheader()
    for row in plan_rows(plan):
        writer.writerow({**row, "loss": "x" if row["loss"] else ""})


def write_json(plan: Plan, file: TextIO) -> None:
    """Write the plan as one JSON object in ASCII, so that names of any bytes survive as `\\udcXX`."""
    value = {
        "version": 1,
        "action": plan.action.value,
        "freed_bytes": plan.freed_bytes,
        "files": list(plan_rows(plan)),
        "folders": [{"path": row.folder, "files": row.files, "size": row.size, "of": row.of} for row in plan.folders],
        "losses": [
            {"path": loss.path, "copies": list(loss.copies), "like": loss.keeper, "confirmed": loss.is_confirmed}
            for loss in plan.losses
        ],
        "warnings": [
            {"about": warning.subject, "warning": warning.caution.value, **dict(warning.values)}
            for warning in plan.warnings
        ],
    }
    json.dump(value, file, ensure_ascii=True, indent=1)


def open_list(path: str) -> Ticked:
    """Return what is ticked in a file, whatever encoding and separator a spreadsheet saved it with.

    Raises:
        KnownError: when it cannot be read, or is no such list.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES)
    except OSError as error:
        raise KnownError(
            "The list {path} cannot be read: {reason}.", path=path, reason=error.strerror or str(error)
        ) from error
    text = _decoded(data)
    head = text.partition("\n")[0]
    separator = max(",;\t", key=head.count)
    return read_csv(io.StringIO(text, newline=""), separator)


def _decoded(data: bytes) -> str:
    """Return the text of a list: UTF-8 as written, UTF-16 ("Unicode text"), or the code page of a Chinese system."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if data.startswith(b"\xef\xbb\xbf"):
        return data.decode("utf-8-sig", "surrogateescape")
    for encoding in ("utf-8", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("utf-8", "surrogateescape")


def read_csv(file: TextIO, separator: str = ",") -> Ticked:
    """Return what is ticked in a list that `write_csv` wrote, whatever a spreadsheet did to its columns' order.

    Nothing is done with it but to mark: the plan is made anew from the current groups.

    Raises:
        KnownError: when it is no such list.
    """
    try:
        reader = csv.DictReader(file, delimiter=separator)
        is_list = {"tick", "path"} <= set(reader.fieldnames or ())
        rows = [row for row in reader if _is_ticked(row["tick"]) and row["path"]] if is_list else []
    except csv.Error:  # a cell longer than any path: no list of ours
        is_list = False
    if not is_list:
        raise KnownError("This file is no list of marked files: it has no columns “tick” and “path”.")
    return Ticked(
        marked=tuple(row["path"] for row in rows),
        confirmed=tuple(row["path"] for row in rows if row.get("blake3") and _is_ticked(row.get("loss"))),
        contents={row["path"]: row["blake3"] for row in rows if row.get("blake3")},
    )


def _is_ticked(cell: str | None) -> bool:
    return (cell or "").strip().casefold() in _TICKS


def changed_since(ticked: Ticked, plan: Plan) -> list[str]:
    """Return the files of the new plan whose content is not the one that was ticked."""
    return [
        item.path
        for item in plan.items
        if item.blake3 is not None and ticked.contents.get(item.path, item.blake3) != item.blake3
    ]
