"""decisions.db: what people decided, and the journal of what was done. Never thrown away.

One connection, which may be used from several threads: every call takes a lock, so a call that says "in one
transaction" is one for every thread.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from core.documents import Relation
from core.schema import DECISIONS_STEPS, be_read_only, connect, copy_to, faults, storable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.journal_table import JournalTable


_PATHS = (("mark", "path"), ("mark", "keeper"), ("status", "path"), ("status", "repeats"), ("folder", "path"))
"""Where decisions name a path that goes along when the file or folder moves (the journal tells what was)."""


class FolderRole(StrEnum):
    """What a folder was declared to be.

    PROTECTED: nothing below it is ever disposed of. REFERENCE: compared against, never proposed. RANKED: the
    ranking for the choice of the keeper. RELEASED: a place that is protected by default, opened by the user. INBOX:
    each new file in it is audited.
    """

    PROTECTED = "protected"
    REFERENCE = "reference"
    RANKED = "ranked"
    RELEASED = "released"
    INBOX = "inbox"


class ReviewStatus(StrEnum):
    """How far a person got with a document."""

    UNREVIEWED = "unreviewed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Mark:
    """A named file marked for disposal.

    Attributes:
        keeper: the file that was proposed to stay when it was marked.
        reason: a `MarkReason`, or "by_hand".
        source: the act of marking it came with (one application of a rule), "" by hand; undone as a whole.
    """

    path: str
    keeper: str | None = None
    reason: str = "by_hand"
    source: str = ""
    marked_ns: int = 0


@dataclass(frozen=True, slots=True)
class Settled:
    """Texts or files declared "not duplicates", by digests, so that a new name or place leaves them settled.

    Attributes:
        a, b: text digests of a pair; the key of an identical or same-text group twice, when all of it is wanted.
        kind: SIMILAR (also for contained), SAME_TEXT or IDENTICAL.
        members: of a whole group, how many there were; one more brings it back.
    """

    a: str
    b: str
    kind: Relation
    members: int = 0
    decided_ns: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Settlement:
    """All that is settled at one moment."""

    members: Mapping[tuple[Relation, str, str], int]

    def __call__(self, kind: Relation, a: str, b: str, members: int = 0) -> bool:
        """Return whether a pair, or (a == b) a whole group of `members`, was declared "not duplicates"."""
        a, b = min(a, b), max(a, b)
        wanted = self.members.get((Relation(_family(kind)), a, b))
        return wanted is not None and (a != b or members <= wanted)


@dataclass(frozen=True, slots=True)
class StatusRow:
    """Where the review of a file stands.

    Attributes:
        digest: of its bytes (BLAKE3), by which the row follows the file to another name.
        verdict: what the check said when it came in.
        repeats: path of the document that it repeats.
        figure: how alike both are, in [0, 1]; None where the verdict has no figure.
        mtime_ns: of the file when it was checked.
        arrived_ns: when it was checked first.
        holder: who of the team has it (`core.audit_team`); "" where the team did not answer.
        is_unasked: the team is still to be asked about it, and nobody has decided on it since.
    """

    digest: str
    path: str
    status: ReviewStatus
    verdict: str = ""
    repeats: str | None = None
    decided_ns: int = 0
    figure: float | None = None
    mtime_ns: int = 0
    arrived_ns: int = 0
    holder: str = ""
    is_unasked: bool = False


class Decisions:
    """The library's kept half."""

    def __init__(self, path: str = ":memory:") -> None:
        self.path = path
        self._db = connect(path, DECISIONS_STEPS, is_kept=True)
        self._lock = threading.RLock()

    @cached_property
    def journal(self) -> JournalTable:
        """The journal of what was done; loaded when it is asked for, since no scan needs it."""
        from core.journal_table import JournalTable  # noqa: PLC0415 - no scan needs it

        return JournalTable(self._db, self._lock)

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._db.close()

    def faults(self) -> tuple[str, ...]:
        """Return what is wrong with the file, in English; nothing where it is whole."""
        with self._lock:
            return faults(self._db)

    def empty_log(self) -> bool:
        """Bring the log into the file; return whether it is empty, which it is not while another process reads."""
        with self._lock:
            return not self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]

    def be_read_only(self) -> None:
        """Refuse every write from now on."""
        with self._lock:
            be_read_only(self._db)

    def copy_to(self, path: str) -> None:
        """Copy all decisions and the journal, as they are at this moment, into a new file at `path`."""
        with self._lock:
            copy_to(self._db, path)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the block as one transaction; other threads wait."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    # how the index was left

    def closed_note(self) -> str:
        """Return the note of the closed index (see `core.soundness`); "" where there is none."""
        with self._lock:
            row = self._db.execute("SELECT value FROM meta WHERE name = 'index closed'").fetchone()
        return "" if row is None else str(row[0])

    def note_closed(self, note: str) -> None:
        """Keep the note of an index that was closed; an unchanged one writes nothing."""
        if note != self.closed_note():
            with self._lock:
                self._db.execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('index closed', ?)", (note,))

    # marks

    def marks(self) -> dict[str, Mark]:
        """Return all marks by path, in the order in which they were set."""
        with self._lock:
            rows = self._db.execute(
                "SELECT path, keeper, reason, source, marked_ns FROM mark ORDER BY marked_ns, path"
            ).fetchall()
        marks = (Mark(os.fsdecode(row[0]), _decoded(row[1]), row[2], row[3], row[4]) for row in rows)
        return {mark.path: mark for mark in marks}

    def mark(self, marks: Iterable[Mark]) -> None:
        """Set marks in one transaction; a file that is marked already keeps its earlier mark."""
        now = time.time_ns()
        with self.transaction():
            self._db.executemany(
                "INSERT OR IGNORE INTO mark (path, keeper, reason, source, marked_ns) VALUES (?, ?, ?, ?, ?)",
                (
                    (os.fsencode(mark.path), _encoded(mark.keeper), mark.reason, mark.source, mark.marked_ns or now)
                    for mark in marks
                ),
            )

    def unmark(self, paths: Iterable[str]) -> None:
        """Take marks off in one transaction."""
        with self.transaction():
            self._db.executemany("DELETE FROM mark WHERE path = ?", ((os.fsencode(path),) for path in paths))

    def unmark_source(self, source: str) -> list[str]:
        """Undo one application of a rule as a whole; return the paths that are no longer marked."""
        with self.transaction():
            rows = self._db.execute("DELETE FROM mark WHERE source = ? RETURNING path", (source,)).fetchall()
        return sorted(os.fsdecode(row[0]) for row in rows)

    # "not duplicates"

    def settle_pairs(self, pairs: Iterable[tuple[str, str]], kind: Relation = Relation.SIMILAR, note: str = "") -> None:
        """Declare pairs of different digests "not duplicates", in one transaction."""
        now = time.time_ns()
        with self.transaction():
            self._db.executemany(
                "INSERT OR REPLACE INTO settled (a, b, kind, decided_ns, note) VALUES (?, ?, ?, ?, ?)",
                ((*sorted(pair), _family(kind), now, note) for pair in pairs if pair[0] != pair[1]),
            )

    def settle_set(self, digests: Iterable[str], kind: Relation = Relation.SIMILAR, note: str = "") -> None:
        """Declare a group or a template set "not duplicates": every pair of its digests."""
        self.settle_pairs(combinations(sorted(set(digests)), 2), kind, note)

    def settle_whole(self, kind: Relation, key: str, members: int, note: str = "") -> None:
        """Declare that all `members` files of the identical or same-text group `key` are wanted."""
        with self._lock:
            self._db.execute(
                "INSERT OR REPLACE INTO settled (a, b, kind, members, decided_ns, note) VALUES (?, ?, ?, ?, ?, ?)",
                (key, key, _family(kind), members, time.time_ns(), note),
            )

    def settled(self, kind: Relation | None = None) -> list[Settled]:
        """Return what was declared "not duplicates", the newest first."""
        query = "SELECT a, b, kind, members, decided_ns, note FROM settled"
        where, values = (" WHERE kind = ?", (_family(kind),)) if kind else ("", ())
        with self._lock:
            rows = self._db.execute(f"{query}{where} ORDER BY decided_ns DESC, a, b", values).fetchall()
        return [Settled(row[0], row[1], Relation(row[2]), *row[3:]) for row in rows]

    def settlement(self) -> Settlement:
        """Return what is settled as one value that a scan asks a million times."""
        return Settlement({(row.kind, row.a, row.b): row.members for row in self.settled()})

    def unsettle(self, pairs: Iterable[tuple[str, str]], kind: Relation = Relation.SIMILAR) -> None:
        """Take declarations back, in one transaction."""
        with self.transaction():
            self._db.executemany(
                "DELETE FROM settled WHERE a = ? AND b = ? AND kind = ?",
                ((*sorted(pair), _family(kind)) for pair in pairs),
            )

    # review status

    def set_status(self, rows: Iterable[StatusRow]) -> None:
        """Store where the review of files stands, in one transaction."""
        now = time.time_ns()
        with self.transaction():
            self._db.executemany(
                "INSERT OR REPLACE INTO status (path, digest, status, verdict, repeats, figure, mtime_ns, arrived_ns,"
                " decided_ns, holder, is_unasked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        *(os.fsencode(row.path), row.digest, row.status.value, row.verdict, _encoded(row.repeats)),
                        *(row.figure, storable(row.mtime_ns), row.arrived_ns or now, row.decided_ns or now, row.holder),
                        int(row.is_unasked),
                    )
                    for row in rows
                ),
            )

    def statuses(self) -> dict[str, StatusRow]:
        """Return all review rows by path; a file without one has not been audited."""
        with self._lock:
            rows = self._db.execute(
                "SELECT digest, path, status, verdict, repeats, decided_ns, figure, mtime_ns, arrived_ns, holder,"
                " is_unasked FROM status"
            ).fetchall()
        found = (
            StatusRow(
                *(row[0], os.fsdecode(row[1]), ReviewStatus(row[2]), row[3], _decoded(row[4])),
                *(row[5], row[6], row[7], row[8], row[9], bool(row[10])),
            )
            for row in rows
        )
        return {row.path: row for row in found}

    def rename_statuses(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Let review rows follow their files from an old path to a new one, in one transaction."""
        with self.transaction():
            self._db.executemany(
                "UPDATE OR REPLACE status SET path = ? WHERE path = ?",
                ((os.fsencode(new), os.fsencode(old)) for old, new in pairs),
            )

    # folders

    def folders(self, role: FolderRole) -> list[str]:
        """Return the folders of a role, in their order."""
        with self._lock:
            rows = self._db.execute(
                "SELECT path FROM folder WHERE role = ? ORDER BY position, path", (role.value,)
            ).fetchall()
        return [os.fsdecode(row[0]) for row in rows]

    def set_folders(self, role: FolderRole, paths: Sequence[str]) -> None:
        """Replace the folders of a role by `paths`, in this order."""
        with self.transaction():
            self._db.execute("DELETE FROM folder WHERE role = ?", (role.value,))
            self._db.executemany(
                "INSERT OR IGNORE INTO folder (path, role, position) VALUES (?, ?, ?)",
                ((os.fsencode(path), role.value, position) for position, path in enumerate(paths)),
            )

    def move_paths(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Let everything that was decided of single files hold where they are now, in one transaction."""
        moved = [(os.fsencode(new), os.fsencode(old)) for old, new in pairs]
        with self.transaction():
            for table, column in _PATHS:
                self._db.executemany(f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {column} = ?", moved)

    def move_folder(self, old: str, new: str) -> None:
        """Let everything that was decided of paths in `old` hold in `new`: its volume is mounted elsewhere now."""
        start, there = os.fsencode(old), os.fsencode(new)
        inside = os.fsencode(old.rstrip(os.sep) + os.sep)
        with self.transaction():
            for table, column in _PATHS:
                self._db.execute(
                    f"UPDATE OR REPLACE {table} SET {column} = CAST(? || substr({column}, ?) AS BLOB)"
                    f" WHERE {column} = ? OR substr({column}, 1, ?) = ?",
                    (there, len(start) + 1, start, len(inside), inside),
                )

    # rules

    def rules(self) -> dict[str, str]:
        """Return the saved rules: definitions (JSON) by name."""
        with self._lock:
            return dict(self._db.execute("SELECT name, definition FROM rule ORDER BY name").fetchall())

    def save_rule(self, name: str, definition: str) -> None:
        """Save a rule under a name, in place of an earlier one of that name."""
        with self._lock:
            self._db.execute("INSERT OR REPLACE INTO rule (name, definition) VALUES (?, ?)", (name, definition))

    def forget_rule(self, name: str) -> None:
        """Remove a saved rule."""
        with self._lock:
            self._db.execute("DELETE FROM rule WHERE name = ?", (name,))


def _family(kind: Relation) -> str:
    """Return under which kind a settlement is kept: similar and contained are one question."""
    return (Relation.SIMILAR if kind is Relation.CONTAINED else kind).value


def _encoded(path: str | None) -> bytes | None:
    return None if path is None else os.fsencode(path)


def _decoded(path: bytes | None) -> str | None:
    return None if path is None else os.fsdecode(path)
