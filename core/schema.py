"""The two databases as numbered steps, and the one function that opens them.

Each step is a tuple of SQL statements of its own time, run with the new `user_version` in one transaction.
`executescript` is never used: it commits the open transaction first.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from typing import TYPE_CHECKING

from core.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Step = tuple[str, ...]
Connection = sqlite3.Connection
DatabaseError = sqlite3.DatabaseError
OperationalError = sqlite3.OperationalError

INDEX_STEPS: tuple[Step, ...] = (
    (
        """CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT""",
        """CREATE TABLE root (
            id INTEGER PRIMARY KEY,
            path BLOB NOT NULL UNIQUE,
            volume TEXT NOT NULL,
            within BLOB NOT NULL,
            is_listed INTEGER NOT NULL DEFAULT 0,
            state TEXT NOT NULL DEFAULT 'ready',
            scanned_ns INTEGER
        ) STRICT""",
        """CREATE TABLE content (
            id INTEGER PRIMARY KEY,
            size INTEGER NOT NULL,
            blake3 BLOB,
            md5 BLOB
        ) STRICT""",
        """CREATE INDEX content_by_blake3 ON content (blake3) WHERE blake3 IS NOT NULL""",
        """CREATE INDEX content_by_size ON content (size)""",
        """CREATE INDEX content_by_md5 ON content (md5) WHERE md5 IS NOT NULL""",
        """CREATE TABLE file (
            id INTEGER PRIMARY KEY,
            root INTEGER NOT NULL REFERENCES root ON DELETE CASCADE,
            path BLOB NOT NULL UNIQUE,
            size INTEGER NOT NULL,
            mtime_ns INTEGER NOT NULL,
            ctime_ns INTEGER NOT NULL,
            content INTEGER REFERENCES content
        ) STRICT""",
        """CREATE INDEX file_by_root ON file (root)""",
        """CREATE INDEX file_by_content ON file (content) WHERE content IS NOT NULL""",
        """CREATE TABLE text (
            id INTEGER PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE,
            whole BLOB,
            tokens BLOB NOT NULL,
            token_count INTEGER NOT NULL,
            maker TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE reading (
            content INTEGER PRIMARY KEY REFERENCES content ON DELETE CASCADE,
            extractor TEXT NOT NULL,
            status TEXT NOT NULL,
            detail TEXT NOT NULL,
            form TEXT NOT NULL,
            encoding TEXT,
            modified TEXT,
            inventory TEXT NOT NULL,
            text INTEGER REFERENCES text
        ) STRICT""",
        """CREATE INDEX reading_by_text ON reading (text) WHERE text IS NOT NULL""",
        """CREATE TABLE fingerprint (
            text INTEGER PRIMARY KEY REFERENCES text ON DELETE CASCADE,
            simhash INTEGER NOT NULL,
            segment1 INTEGER NOT NULL,
            segment2 INTEGER NOT NULL,
            segment3 INTEGER NOT NULL,
            segment4 INTEGER NOT NULL
        ) STRICT""",
        """CREATE INDEX fingerprint_by_segment1 ON fingerprint (segment1, simhash)""",
        """CREATE INDEX fingerprint_by_segment2 ON fingerprint (segment2, simhash)""",
        """CREATE INDEX fingerprint_by_segment3 ON fingerprint (segment3, simhash)""",
        """CREATE INDEX fingerprint_by_segment4 ON fingerprint (segment4, simhash)""",
        """CREATE TABLE sketch (
            text INTEGER PRIMARY KEY REFERENCES text ON DELETE CASCADE,
            slots BLOB NOT NULL,
            bag BLOB NOT NULL,
            samples BLOB NOT NULL
        ) STRICT""",
        """CREATE TABLE pair (
            a INTEGER NOT NULL REFERENCES text ON DELETE CASCADE,
            b INTEGER NOT NULL REFERENCES text ON DELETE CASCADE,
            kind TEXT NOT NULL,
            similarity REAL NOT NULL,
            by TEXT NOT NULL,
            share_a REAL NOT NULL,
            share_b REAL NOT NULL,
            changed INTEGER,
            added INTEGER,
            removed INTEGER,
            only_numbers INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (a, b),
            CHECK (a < b)
        ) STRICT, WITHOUT ROWID""",
        """CREATE INDEX pair_by_b ON pair (b)""",
        """CREATE TABLE compared (
            text INTEGER PRIMARY KEY REFERENCES text ON DELETE CASCADE
        ) STRICT""",
    ),
    (
        # which texts came, changed or went since their fingerprints were sorted for look-ups
        """CREATE TABLE altered (number INTEGER PRIMARY KEY AUTOINCREMENT, text INTEGER NOT NULL) STRICT""",
        """CREATE TRIGGER sketch_added AFTER INSERT ON sketch
            BEGIN INSERT INTO altered (text) VALUES (new.text); END""",
        """CREATE TRIGGER sketch_changed AFTER UPDATE ON sketch
            BEGIN INSERT INTO altered (text) VALUES (new.text); END""",
        """CREATE TRIGGER sketch_dropped AFTER DELETE ON sketch
            BEGIN INSERT INTO altered (text) VALUES (old.text); END""",
        # tells this index from one that was made anew in its place
        """INSERT INTO meta (name, value) VALUES ('identity', lower(hex(randomblob(16))))""",
    ),
)
"""index.db: derived, may be thrown away. Contents without a digest were told apart byte for byte."""

DECISIONS_STEPS: tuple[Step, ...] = (
    (
        """CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT""",
        """CREATE TABLE folder (
            path BLOB NOT NULL,
            role TEXT NOT NULL,
            position INTEGER NOT NULL DEFAULT 0,
            volume TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (path, role)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE settled (
            a TEXT NOT NULL,
            b TEXT NOT NULL,
            kind TEXT NOT NULL,
            members INTEGER NOT NULL DEFAULT 0,
            decided_ns INTEGER NOT NULL,
            note TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (a, b, kind),
            CHECK (a <= b)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE mark (
            path BLOB PRIMARY KEY,
            keeper BLOB,
            reason TEXT NOT NULL,
            source TEXT NOT NULL DEFAULT '',
            marked_ns INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE INDEX mark_by_source ON mark (source)""",
        """CREATE TABLE status (
            digest TEXT PRIMARY KEY,
            path BLOB NOT NULL,
            status TEXT NOT NULL,
            verdict TEXT NOT NULL DEFAULT '',
            repeats BLOB,
            decided_ns INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE rule (
            name TEXT PRIMARY KEY,
            definition TEXT NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE journal (
            id INTEGER PRIMARY KEY,
            act INTEGER NOT NULL,
            action TEXT NOT NULL,
            state TEXT NOT NULL,
            path BLOB NOT NULL,
            aside BLOB NOT NULL,
            destination BLOB,
            keeper BLOB,
            relation TEXT,
            is_loss INTEGER NOT NULL DEFAULT 0,
            size INTEGER NOT NULL,
            mtime_ns INTEGER NOT NULL,
            mode INTEGER NOT NULL DEFAULT 0,
            blake3 TEXT,
            keeper_blake3 TEXT,
            failing TEXT,
            restored BLOB,
            detail TEXT NOT NULL DEFAULT '',
            planned_ns INTEGER NOT NULL,
            closed_ns INTEGER
        ) STRICT""",
        """CREATE INDEX journal_by_act ON journal (act)""",
        """CREATE INDEX journal_open ON journal (state) WHERE closed_ns IS NULL""",
    ),
    (
        # one row a file rather than a text: of two new files with one text, one may be accepted and one rejected
        """CREATE TABLE review (
            path BLOB PRIMARY KEY,
            digest TEXT NOT NULL,
            status TEXT NOT NULL,
            verdict TEXT NOT NULL DEFAULT '',
            repeats BLOB,
            figure REAL,
            mtime_ns INTEGER NOT NULL DEFAULT 0,
            arrived_ns INTEGER NOT NULL,
            decided_ns INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """INSERT OR REPLACE INTO review (path, digest, status, verdict, repeats, arrived_ns, decided_ns)
            SELECT path, digest, status, verdict, repeats, decided_ns, decided_ns FROM status""",
        """DROP TABLE status""",
        """ALTER TABLE review RENAME TO status""",
        """CREATE INDEX status_by_digest ON status (digest)""",
    ),
    (
        # who of the team has a new file: JSON of the name, number and label that the team's index told
        """ALTER TABLE status ADD COLUMN holder TEXT NOT NULL DEFAULT ''""",
    ),
    (
        # a new file about which the team is still to be asked: its server was away
        """ALTER TABLE status ADD COLUMN is_unasked INTEGER NOT NULL DEFAULT 0""",
    ),
)
"""decisions.db: what people decided; never thrown away, copied aside before every step."""

_FURTHEST_NS = 2**63 - 1
"""The largest number that SQLite holds: nanoseconds until the year 2262."""

_COPIED_PAGES = 2000
"""Pages copied at a time: a few milliseconds."""

BUSY_MS = 10_000
"""How long a statement waits for another process's transaction: longer than any batch of ours takes."""


def connect(path: str, steps: Sequence[Step], *, is_kept: bool) -> sqlite3.Connection:
    """Open the database at `path` (":memory:" for a test), bringing its schema up to date.

    Args:
        is_kept: copy the file aside before any schema step (decisions.db).

    Raises:
        KnownError: when the file was made by a newer version of the program.
        sqlite3.DatabaseError: when the file is damaged.
    """
    is_memory = path == ":memory:"
    is_new = is_memory or not os.path.exists(path)
    if is_new and not is_memory:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_MS / 1000)
    try:
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        _upgrade(connection, path, steps, is_kept=is_kept and not is_new)
    except BaseException:
        connection.close()
        raise
    return connection


def _upgrade(connection: sqlite3.Connection, path: str, steps: Sequence[Step], *, is_kept: bool) -> None:
    version = user_version(connection)
    if version > len(steps):
        raise KnownError(
            "The library {path} was made by a newer version of Neartwin (its format is {found}, this program knows"
            " {known}). Install the newer version, or choose another library.",
            path=path,
            found=version,
            known=len(steps),
        )
    if version < 0 or (version == 0 and connection.execute("SELECT 1 FROM sqlite_master").fetchone()):
        raise sqlite3.DatabaseError(f"{path} holds tables of no version")
    if version < len(steps) and is_kept and version > 0:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        shutil.copy2(path, f"{path}.format-{version}.backup")
    while version < len(steps):
        connection.execute("BEGIN IMMEDIATE")
        try:
            version = user_version(connection)
            if version < len(steps):
                for statement in steps[version]:
                    connection.execute(statement)
                version += 1
                connection.execute(f"PRAGMA user_version = {version}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def user_version(connection: sqlite3.Connection) -> int:
    """Return how many steps the schema of this database has been through."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def faults(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return what is wrong with pages, indexes and references of a database; nothing where it is whole."""
    try:
        told = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
        loose = connection.execute("PRAGMA foreign_key_check").fetchmany(20)
    except sqlite3.DatabaseError as error:
        return (str(error),)
    return (
        *told,
        *(f"{table} row {row} refers to a row of {parent} that is not there" for table, row, parent, _ in loose),
    )


def copy_to(connection: sqlite3.Connection, path: str, pause: Callable[[], None] = lambda: None) -> None:
    """Copy a database, as it is at one moment, into a new file at `path`, which only its owner may read.

    Args:
        pause: called several times a second; may raise to stop.

    Raises:
        OSError: when the file cannot be made.
        sqlite3.OperationalError: when it cannot be written, for instance because the disk is full.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    copy = sqlite3.connect(path, isolation_level=None)
    try:
        connection.backup(copy, pages=_COPIED_PAGES, progress=lambda *_: pause(), sleep=0.01)
        copy.execute("PRAGMA journal_mode=DELETE").fetchall()
    finally:
        copy.close()


def storable(time_ns: int) -> int:
    """Return a file's time as SQLite can hold it: a broken one may lie centuries away, beyond 64 bits."""
    return max(-_FURTHEST_NS, min(time_ns, _FURTHEST_NS))


def be_read_only(connection: sqlite3.Connection) -> None:
    """Refuse every write on a connection from now on."""
    connection.execute("PRAGMA query_only=ON").fetchall()
