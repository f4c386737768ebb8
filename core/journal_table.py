"""The journal's table in decisions.db: rows of what was planned, done, left alone and undone."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from core.actions import Action, Failing
from core.documents import Relation

if TYPE_CHECKING:
    import sqlite3  # noqa: TID251 -- the type only: the connection is handed in by core.decisions
    import threading
    from collections.abc import Iterable, Sequence


class State(StrEnum):
    """Where a row stands. PLANNED, BEGUN and RESTORING are open: after a kill the disk is asked what is true."""

    PLANNED = "planned"
    BEGUN = "begun"
    DONE = "done"
    FAILED = "failed"
    RESTORING = "restoring"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One file's entry.

    Attributes:
        id: 0 until it is stored.
        aside: the name beside its place that it bears for the moment of the proof.
        destination: where it went: its place in the trash, in the holding folder, in the folder chosen.
        mode: permission bits, for a link that is turned back into a file.
        failing: why it was left alone, or could not be brought back.
        restored: where an undo put it.
    """

    act: int
    action: Action
    state: State
    path: str
    aside: str
    destination: str | None
    keeper: str | None
    relation: Relation | None
    is_loss: bool
    size: int
    mtime_ns: int
    mode: int
    blake3: str | None
    keeper_blake3: str | None
    failing: Failing | None
    restored: str | None
    detail: str
    planned_ns: int
    closed_ns: int | None
    id: int = 0


@dataclass(frozen=True, slots=True)
class ActSummary:
    """One clean-up: when, what, how many files and bytes; how many of them were brought back or left alone."""

    act: int
    action: Action
    planned_ns: int
    done: int
    undone: int
    failed: int
    size: int


_NAMES = tuple(spec.name for spec in fields(JournalRow) if spec.name != "id")
_COLUMNS = ", ".join(_NAMES)
_CHANGING = ("state", "destination", "mtime_ns", "mode", "blake3", "failing", "restored", "detail", "closed_ns")
_PATHS = frozenset({"path", "aside", "destination", "keeper", "restored"})
_OPEN = (State.PLANNED, State.BEGUN, State.RESTORING)


class JournalTable:
    """The rows, over the connection of `Decisions`."""

    def __init__(self, db: sqlite3.Connection, lock: threading.RLock) -> None:
        self._db = db
        self._lock = lock

    def next_act(self) -> int:
        """Return a number for a new act."""
        with self._lock:
            return int(self._db.execute("SELECT COALESCE(MAX(act), 0) + 1 FROM journal").fetchone()[0])

    def open(self, rows: Sequence[JournalRow]) -> list[int]:
        """Store intents and wait until they are on the disk itself; return their ids."""
        marks = ", ".join("?" * len(_NAMES))
        with self._lock:
            self._db.execute("PRAGMA synchronous = FULL")
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    ids = [
                        int(
                            self._db.execute(
                                f"INSERT INTO journal ({_COLUMNS}) VALUES ({marks})", _stored(row)
                            ).lastrowid
                            or 0
                        )
                        for row in rows
                    ]
                except BaseException:
                    self._db.execute("ROLLBACK")
                    raise
                self._db.execute("COMMIT")
            finally:
                self._db.execute("PRAGMA synchronous = NORMAL")
        return ids

    def advance(self, changed: Iterable[JournalRow], begun: Iterable[int] = (), unmarked: Iterable[str] = ()) -> None:
        """In one transaction: store what changes in rows, say which have begun, take the marks off files that went."""
        update = ", ".join(f"{name} = ?" for name in _CHANGING)
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._db.executemany(
                    f"UPDATE journal SET {update} WHERE id = ?", ((*_changing(row), row.id) for row in changed)
                )
                self._db.executemany(
                    "UPDATE journal SET state = 'begun' WHERE id = ? AND state = 'planned'", ((row,) for row in begun)
                )
                self._db.executemany("DELETE FROM mark WHERE path = ?", ((os.fsencode(path),) for path in unmarked))
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def drop_open(self, act: int) -> None:
        """Remove the rows of an act that the user stopped before their turn; what went has been closed."""
        with self._lock:
            self._db.execute("DELETE FROM journal WHERE act = ? AND closed_ns IS NULL AND failing IS NULL", (act,))

    def rows(self, ids: Iterable[int]) -> list[JournalRow]:
        """Return rows by id, in the order asked; unknown ids are passed over."""
        with self._lock:
            found = (
                self._db.execute(f"SELECT {_COLUMNS}, id FROM journal WHERE id = ?", (row,)).fetchone() for row in ids
            )
            return [_row(values) for values in found if values is not None]

    def open_rows(self) -> list[JournalRow]:
        """Return the rows that a kill left open."""
        with self._lock:
            found = self._db.execute(
                f"SELECT {_COLUMNS}, id FROM journal WHERE closed_ns IS NULL ORDER BY id"
            ).fetchall()
        return [_row(values) for values in found]

    def search(
        self,
        text: str = "",
        *,
        act: int | None = None,
        states: Sequence[State] = (),
        actions: Sequence[Action] = (),
        since_ns: int | None = None,
        until_ns: int | None = None,
        limit: int = -1,
        offset: int = 0,
    ) -> list[JournalRow]:
        """Return rows, the newest first, whose path, keeper, destination or digest has `text` in it (any case)."""
        terms: list[str] = []
        values: list[Any] = []
        if text:
            like = "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
            columns = ("CAST(path AS TEXT)", "CAST(keeper AS TEXT)", "CAST(destination AS TEXT)", "blake3")
            terms.append("(" + " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for column in columns) + ")")
            values += [like.encode("utf-8", "surrogateescape").decode("utf-8", "replace")] * len(columns)
        for column, wanted in (("state", states), ("action", actions)):
            if wanted:
                terms.append(f"{column} IN ({', '.join('?' * len(wanted))})")
                values += [value.value for value in wanted]
        for term, value in (("act = ?", act), ("planned_ns >= ?", since_ns), ("planned_ns < ?", until_ns)):
            if value is not None:
                terms.append(term)
                values.append(value)
        where = f" WHERE {' AND '.join(terms)}" if terms else ""
        query = f"SELECT {_COLUMNS}, id FROM journal{where} ORDER BY id DESC LIMIT ? OFFSET ?"
        with self._lock:
            return [_row(found) for found in self._db.execute(query, (*values, limit, offset)).fetchall()]

    def acts(self, limit: int = -1) -> list[ActSummary]:
        """Return the clean-ups, the newest first."""
        query = (
            "SELECT act, MIN(action), MIN(planned_ns), SUM(state = 'done'), SUM(state = 'undone'),"
            " SUM(state = 'failed'), SUM(CASE WHEN state IN ('done', 'undone') THEN size ELSE 0 END)"
            " FROM journal GROUP BY act ORDER BY act DESC LIMIT ?"
        )
        with self._lock:
            found = self._db.execute(query, (limit,)).fetchall()
        return [ActSummary(row[0], Action(row[1]), *row[2:]) for row in found]


def closed(row: JournalRow, state: State) -> JournalRow:
    """Return the row with its outcome, as of now."""
    return replace(row, state=state, closed_ns=time.time_ns())


def _stored(row: JournalRow) -> tuple[Any, ...]:
    values = ((name, getattr(row, name)) for name in _NAMES)
    return tuple(
        os.fsencode(value)
        if name in _PATHS and value is not None
        else str(value)
        if isinstance(value, StrEnum)
        else value
        for name, value in values
    )


def _changing(row: JournalRow) -> tuple[Any, ...]:
    """Return the values of _CHANGING: an act closes thousands of rows, so they are spelt out."""
    return (
        row.state.value,
        None if row.destination is None else os.fsencode(row.destination),
        row.mtime_ns,
        row.mode,
        row.blake3,
        None if row.failing is None else row.failing.value,
        None if row.restored is None else os.fsencode(row.restored),
        row.detail,
        row.closed_ns,
    )


def _row(values: Sequence[Any]) -> JournalRow:
    named = dict(zip((*_NAMES, "id"), values, strict=True))
    for name in _PATHS:
        named[name] = None if named[name] is None else os.fsdecode(named[name])
    for name, kind in (("action", Action), ("state", State), ("relation", Relation), ("failing", Failing)):
        named[name] = None if named[name] is None else kind(named[name])
    named["is_loss"] = bool(named["is_loss"])
    return JournalRow(**named)
