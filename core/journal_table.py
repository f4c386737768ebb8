"""The journal's table in decisions.db: rows of what was planned, done, left alone and undone."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from core.actions import Action, Failing
from core.documents import Relation
from core.errors import KnownError
from core.merged_rows import beside, merge_journal
from core.schema import OperationalError, storable

if TYPE_CHECKING:
    import sqlite3  # noqa: TID251 -- the type only: the connection is handed in by core.decisions
    import threading
    from collections.abc import Iterable, Iterator, Sequence


class State(StrEnum):
    """Where a row stands. PLANNED, BEGUN and RESTORING are open: after a kill the disk is asked what is true."""

    PLANNED = "planned"
    BEGUN = "begun"
    DONE = "done"
    FAILED = "failed"
    RESTORING = "restoring"
    UNDONE = "undone"


class JournalRow(NamedTuple):
    """One file's entry. A tuple, for an act changes thousands of them, and a dataclass copies 10 times slower.

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


_COLUMNS = ", ".join(JournalRow._fields)
_AT = {name: number for number, name in enumerate(JournalRow._fields)}
_CHANGING = ("state", "destination", "mtime_ns", "mode", "blake3", "failing", "restored", "detail", "closed_ns")


class JournalTable:
    """The rows, over the connection of `Decisions`."""

    def __init__(self, db: sqlite3.Connection, lock: threading.RLock) -> None:
        self._db = db
        self._lock = lock

    def next_act(self) -> int:
        """Return a number for a new act."""
        with self._lock:
            return int(self._db.execute("SELECT COALESCE(MAX(act), 0) + 1 FROM journal").fetchone()[0])

    def open(self, rows: Sequence[JournalRow]) -> list[JournalRow]:
        """Store intents and wait until they are on the disk itself; return them with their ids."""
        marks = ", ".join("?" * len(JournalRow._fields))
        with self._lock, _trouble_told():
            self._db.execute("PRAGMA synchronous = FULL")
            try:
                with self._transaction():
                    first = int(self._db.execute("SELECT COALESCE(MAX(id), 0) + 1 FROM journal").fetchone()[0])
                    numbered = [row._replace(id=first + number) for number, row in enumerate(rows)]
                    self._db.executemany(
                        f"INSERT INTO journal ({_COLUMNS}) VALUES ({marks})", (_stored(row) for row in numbered)
                    )
            finally:
                self._db.execute("PRAGMA synchronous = NORMAL")
        return numbered

    def advance(
        self, changed: Iterable[JournalRow], begun: Sequence[JournalRow] = (), unmarked: Iterable[str] = ()
    ) -> None:
        """In one transaction: store what changes in rows, say which have begun, take the marks off files that went.

        Args:
            begun: rows as `open` returned them, next to each other.
        """
        update = ", ".join(f"{name} = ?" for name in _CHANGING)
        with self._transaction():
            self._db.executemany(f"UPDATE journal SET {update} WHERE id = ?", map(_changing, changed))
            if begun:
                self._db.execute(
                    "UPDATE journal SET state = 'begun' WHERE id BETWEEN ? AND ? AND state = 'planned'",
                    (begun[0].id, begun[-1].id),
                )
            self._db.executemany("DELETE FROM mark WHERE path = ?", ((os.fsencode(path),) for path in unmarked))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock, _trouble_told():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                if self._db.in_transaction:  # a full disk has rolled it back already
                    self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def drop_open(self, act: int) -> None:
        """Remove the rows of an act that the user stopped before their turn; what went has been closed."""
        with self._lock:
            self._db.execute("DELETE FROM journal WHERE act = ? AND closed_ns IS NULL AND failing IS NULL", (act,))

    def merge(self, path: str) -> int:
        """Bring over the closed rows of another library's journal, in the decisions.db at `path`; return how many."""
        with self._lock, beside(self._db, path), self._transaction():
            return merge_journal(self._db)

    def rows(self, ids: Iterable[int]) -> list[JournalRow]:
        """Return rows by id, in the order asked; unknown ids are passed over."""
        with self._lock:
            found = (self._db.execute(f"SELECT {_COLUMNS} FROM journal WHERE id = ?", (row,)).fetchone() for row in ids)
            return [_row(values) for values in found if values is not None]

    def open_rows(self) -> list[JournalRow]:
        """Return the rows that a kill left open."""
        with self._lock:
            found = self._db.execute(f"SELECT {_COLUMNS} FROM journal WHERE closed_ns IS NULL ORDER BY id").fetchall()
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
        query = f"SELECT {_COLUMNS} FROM journal{where} ORDER BY id DESC LIMIT ? OFFSET ?"
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


@contextmanager
def _trouble_told() -> Iterator[None]:
    """Say in a sentence that the journal cannot be written: nothing may be done then, and what was is found again."""
    try:
        yield
    except OperationalError as error:
        raise KnownError(
            "The journal cannot be written: {reason}. Free some space on the disk of the library, then try again.",
            reason=error,
        ) from error


def closed(row: JournalRow, state: State) -> JournalRow:
    """Return the row with its outcome, as of now."""
    return row._replace(state=state, closed_ns=time.time_ns())


def _encoded(path: str | None) -> bytes | None:
    return None if path is None else os.fsencode(path)


def _decoded(path: bytes | None) -> str | None:
    return None if path is None else os.fsdecode(path)


def _stored(row: JournalRow) -> tuple[Any, ...]:
    """Return the columns of a row as SQLite takes them."""
    values: dict[str, Any] = row._asdict()
    for name in ("action", "state", "relation", "failing"):
        values[name] = values[name] and values[name].value
    for name in ("path", "aside", "destination", "keeper", "restored"):
        values[name] = _encoded(values[name])
    values["mtime_ns"] = storable(row.mtime_ns)
    return tuple(values.values())


def _changing(row: JournalRow) -> tuple[Any, ...]:
    """Return the values of _CHANGING and the id."""
    return (
        row.state.value,
        _encoded(row.destination),
        storable(row.mtime_ns),
        row.mode,
        row.blake3,
        row.failing and row.failing.value,
        _encoded(row.restored),
        row.detail,
        row.closed_ns,
        row.id,
    )


def _row(values: Sequence[Any]) -> JournalRow:
    raw = JournalRow(*values)
    return raw._replace(
        action=Action(raw.action),
        state=State(raw.state),
        path=os.fsdecode(raw.path),
        aside=os.fsdecode(raw.aside),
        destination=_decoded(values[_AT["destination"]]),
        keeper=_decoded(values[_AT["keeper"]]),
        relation=raw.relation and Relation(raw.relation),
        is_loss=bool(raw.is_loss),
        failing=raw.failing and Failing(raw.failing),
        restored=_decoded(values[_AT["restored"]]),
    )
