"""index.db, first half: roots, files and contents. Derived: it may be thrown away and made again by a scan.

One thread writes (the job thread); readers open their own connection.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from core.schema import INDEX_STEPS, be_read_only, connect, copy_to, faults, storable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from core.shared_rows import SharedRows
    from core.text_index import TextIndex

_WALK = "walk"
"""The name in `meta` under which stands what is kept of the last walk (see `core.recall`)."""

_MANY = 500
"""Values in one IN list: below SQLite's bound of 999 in old builds."""


@dataclass(frozen=True, slots=True)
class RootRow:
    """A scanned folder.

    Attributes:
        volume: identity of its volume; within: the folder's path inside that volume.
        is_listed: it is one of the window's folders (a scan from the command line does not list it).
        state: "ready", "offline".
    """

    id: int
    path: str
    volume: str
    within: str
    is_listed: bool
    state: str
    scanned_ns: int | None


class FileRow(NamedTuple):
    """A file as the last scan stored it; `content` is None while nothing had to be known of it.

    A tuple, for a scan reads hundreds of thousands of them.
    """

    path: str
    size: int
    mtime_ns: int
    ctime_ns: int
    content: int | None


class ContentRow(NamedTuple):
    """Equal bytes. Digests are None while they were not needed: None equals nothing. A tuple, as `FileRow`."""

    id: int
    size: int
    blake3: str | None
    md5: str | None


class Index:
    """The library's derived half."""

    def __init__(self, path: str = ":memory:") -> None:
        self.path = path
        self._db = connect(path, INDEX_STEPS, is_kept=False)

    @cached_property
    def texts(self) -> TextIndex:
        """The second half: readings, texts, pairs; loaded when it is asked for, since identical files need none."""
        from core.text_index import TextIndex  # noqa: PLC0415 - not for identical files

        return TextIndex(self._db)

    @cached_property
    def shared(self) -> SharedRows:
        """What a team index is made of; loaded when it is asked for."""
        from core.shared_rows import SharedRows  # noqa: PLC0415 - most libraries are in no team

        return SharedRows(self._db)

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    def is_whole(self) -> bool:
        """Ask SQLite whether every page of the file is in order."""
        return bool(self._db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make what happens inside one step: all of it is stored, or nothing."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # a full disk has rolled it back already
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """See the index as it is at this moment during the block, whatever other processes write meanwhile."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.execute("COMMIT")

    # Roots

    def root(self, path: str, volume: str, within: str) -> int:
        """Return the id of the root at `path`, adding it when it is new; its volume is brought up to date."""
        row = self._db.execute(
            "INSERT INTO root (path, volume, within) VALUES (?, ?, ?)"
            " ON CONFLICT (path) DO UPDATE SET volume = excluded.volume, within = excluded.within RETURNING id",
            (os.fsencode(path), volume, os.fsencode(within)),
        ).fetchone()
        return int(row[0])

    def roots(self) -> list[RootRow]:
        """Return all roots, in the order of their addition."""
        rows = self._db.execute(
            "SELECT id, path, volume, within, is_listed, state, scanned_ns FROM root ORDER BY id"
        ).fetchall()
        return [
            RootRow(number, os.fsdecode(path), volume, os.fsdecode(within), bool(listed), state, scanned)
            for number, path, volume, within, listed, state, scanned in rows
        ]

    def list_root(self, root: int, *, is_listed: bool) -> None:
        """Put a root on the window's list, or take it off."""
        self._db.execute("UPDATE root SET is_listed = ? WHERE id = ?", (int(is_listed), root))

    def set_root_state(self, root: int, state: str, scanned_ns: int | None = None) -> None:
        """Store the state of a root, and when it was last scanned to the end."""
        self._db.execute(
            "UPDATE root SET state = ?, scanned_ns = coalesce(?, scanned_ns) WHERE id = ?", (state, scanned_ns, root)
        )

    def move_root(self, root: int, path: str) -> None:
        """Give a root and its files another place: the same volume came back under another mount point."""
        self.set_walk("")
        old = self._db.execute("SELECT path FROM root WHERE id = ?", (root,)).fetchone()[0]
        new = os.fsencode(path)
        with self.transaction():
            self._db.execute("UPDATE root SET path = ? WHERE id = ?", (new, root))
            self._db.execute(
                "UPDATE OR REPLACE file SET path = CAST(? || substr(path, ?) AS BLOB) WHERE root = ?",
                (new, len(old) + 1, root),
            )

    def forget_root(self, root: int) -> None:
        """Erase a root, its files and all that is known only through them, from the file on disk too."""
        with self.transaction():
            self.drop_root(root)
            self.prune()
        self.compact()

    def drop_root(self, root: int) -> None:
        """Forget a root and its files; what is known only through them stays until `prune`."""
        self.set_walk("")
        self._db.execute("DELETE FROM file WHERE root = ?", (root,))
        self._db.execute("DELETE FROM root WHERE id = ?", (root,))

    def compact(self) -> bool:
        """Give back the space of erased rows; return whether neither database nor log holds them any more.

        The log keeps them while another process is reading what they were.
        """
        self._db.execute("VACUUM")
        return not self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]

    def faults(self) -> tuple[str, ...]:
        """Return what is wrong with the file, in English; nothing where it is whole."""
        return faults(self._db)

    def copy_to(self, path: str, pause: Callable[[], None] = lambda: None) -> None:
        """Copy the index, as it is at this moment, into a new file at `path`; `pause` may raise to stop."""
        copy_to(self._db, path, pause)

    def be_read_only(self) -> None:
        """Refuse every write from now on."""
        be_read_only(self._db)

    def spare_bytes(self) -> int:
        """Return how many bytes of the file hold nothing any more."""
        pages, size = (self._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("freelist_count", "page_size"))
        return int(pages) * int(size)

    # Files

    def files(self, root: int) -> Iterator[FileRow]:
        """Yield the stored files of a root."""
        rows = self._db.execute("SELECT path, size, mtime_ns, ctime_ns, content FROM file WHERE root = ?", (root,))
        for path, size, mtime_ns, ctime_ns, content in rows:
            yield FileRow(os.fsdecode(path), size, mtime_ns, ctime_ns, content)

    def file(self, path: str) -> FileRow | None:
        """Return the stored file at `path`."""
        row = self._db.execute(
            "SELECT size, mtime_ns, ctime_ns, content FROM file WHERE path = ?", (os.fsencode(path),)
        ).fetchone()
        return None if row is None else FileRow(path, *row)

    def undigested_files(self, sizes: Collection[int]) -> Iterator[tuple[int, FileRow]]:
        """Yield the stored files of these sizes of which no digest is known, each with its root."""
        wanted = tuple(set(sizes))
        for start in range(0, len(wanted), _MANY):
            chunk = wanted[start : start + _MANY]
            marks = ",".join("?" * len(chunk))
            for root, path, size, mtime_ns, ctime_ns, content in self._db.execute(
                "SELECT root, path, file.size, mtime_ns, ctime_ns, content FROM file LEFT JOIN content"
                f" ON content.id = file.content WHERE file.size IN ({marks}) AND content.blake3 IS NULL",
                chunk,
            ):
                yield root, FileRow(os.fsdecode(path), size, mtime_ns, ctime_ns, content)

    def file_count(self, folder: str = "") -> int:
        """Return how many files are stored: all, or those below a folder."""
        where, values = (" WHERE path >= ? AND path < ?", _below(folder)) if folder else ("", ())
        return int(self._db.execute("SELECT count(*) FROM file" + where, values).fetchone()[0])

    def store_files(self, root: int, rows: Iterable[FileRow]) -> None:
        """Store files of a root, new ones and changed ones."""
        self.set_walk("")
        self._db.executemany(
            "INSERT INTO file (root, path, size, mtime_ns, ctime_ns, content) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (path) DO UPDATE SET root = excluded.root, size = excluded.size,"
            " mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns, content = excluded.content",
            ((root, os.fsencode(r.path), r.size, storable(r.mtime_ns), storable(r.ctime_ns), r.content) for r in rows),
        )

    def drop_files(self, paths: Iterable[str]) -> None:
        """Forget files that are gone from the disk; their contents stay until `prune`."""
        self.set_walk("")
        self._db.executemany("DELETE FROM file WHERE path = ?", ((os.fsencode(path),) for path in paths))

    def document_counts(self, roots_away: Sequence[int]) -> tuple[int, int]:
        """Return how many documents have a text and are in none of the roots that are away, and how many there are."""
        marks = ",".join("?" * len(roots_away))
        row = self._db.execute(
            f"SELECT count(*) FILTER (WHERE reading.text IS NOT NULL AND file.root NOT IN ({marks})), count(*)"
            " FROM file JOIN reading ON reading.content = file.content",
            roots_away,
        ).fetchone()
        return int(row[0]), int(row[1])

    def undigested_paths(self, size: int) -> list[str]:
        """Return a path of each file or content of this size of which the library knows no digest."""
        rows = self._db.execute(
            "SELECT file.path FROM file LEFT JOIN content ON content.id = file.content"
            " WHERE file.size = ? AND content.blake3 IS NULL",
            (size,),
        ).fetchall()
        return [os.fsdecode(row[0]) for row in rows]

    # Contents

    def next_content(self) -> int:
        """Return the first free id of a content."""
        return int(self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM content").fetchone()[0])

    def add_contents(self, rows: Iterable[tuple[int, int]]) -> None:
        """Store new contents as (id, size), without digests."""
        self._db.executemany("INSERT INTO content (id, size) VALUES (?, ?)", rows)

    def set_digests(self, content: int, blake3: str, md5: str) -> None:
        """Store the digests of a content."""
        self._db.execute(
            "UPDATE content SET blake3 = ?, md5 = ? WHERE id = ?",
            (bytes.fromhex(blake3), bytes.fromhex(md5), content),
        )

    def content_by_blake3(self, blake3: str, size: int) -> int | None:
        """Return the content with this digest."""
        row = self._db.execute(
            "SELECT id FROM content WHERE blake3 = ? AND size = ? ORDER BY id LIMIT 1", (bytes.fromhex(blake3), size)
        ).fetchone()
        return None if row is None else int(row[0])

    def paths_by_blake3(self, blake3: str) -> list[str]:
        """Return every known path whose bytes have this digest."""
        rows = self._db.execute(
            "SELECT path FROM content JOIN file ON file.content = content.id WHERE blake3 = ? ORDER BY path",
            (bytes.fromhex(blake3),),
        ).fetchall()
        return [os.fsdecode(row[0]) for row in rows]

    def contents_by_md5(self, md5: str) -> list[int]:
        """Return the contents with this MD5: the classic first step of an audit."""
        rows = self._db.execute("SELECT id FROM content WHERE md5 = ? ORDER BY id", (bytes.fromhex(md5),)).fetchall()
        return [int(row[0]) for row in rows]

    def contents(self, ids: Sequence[int]) -> dict[int, ContentRow]:
        """Return the named contents."""
        found: dict[int, ContentRow] = {}
        for start in range(0, len(ids), _MANY):
            chunk = ids[start : start + _MANY]
            marks = ",".join("?" * len(chunk))
            for number, size, blake3, md5 in self._db.execute(
                f"SELECT id, size, blake3, md5 FROM content WHERE id IN ({marks})", chunk
            ):
                found[number] = ContentRow(number, size, blake3.hex() if blake3 else None, md5.hex() if md5 else None)
        return found

    def contents_of_sizes(
        self, sizes: Collection[int], *, is_undigested: bool = False
    ) -> Iterator[tuple[ContentRow, FileRow | None]]:
        """Yield the known contents of these sizes (without digests), each with one file that had it when last seen."""
        wanted = set(sizes)
        if not wanted:
            return
        where = f" AND size IN ({','.join('?' * len(wanted))})" if len(wanted) <= _MANY else ""
        rows = self._db.execute(
            f"SELECT id, size, blake3, md5 FROM content WHERE (blake3 IS NULL OR NOT ?){where}",
            (is_undigested, *(wanted if where else ())),
        ).fetchall()
        for number, size, blake3, md5 in rows:
            if size in wanted:
                content = ContentRow(number, size, blake3.hex() if blake3 else None, md5.hex() if md5 else None)
                found = self._db.execute("SELECT path FROM file WHERE content = ? LIMIT 1", (number,)).fetchone()
                yield content, None if found is None else self.file(os.fsdecode(found[0]))

    def files_under(self, folder: str) -> Iterator[FileRow]:
        """Yield the stored files below a folder, whatever their root."""
        rows = self._db.execute(
            "SELECT path, size, mtime_ns, ctime_ns, content FROM file WHERE path >= ? AND path < ?", _below(folder)
        )
        encoding, errors = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()
        for path, size, mtime_ns, ctime_ns, content in rows:
            yield FileRow(path.decode(encoding, errors), size, mtime_ns, ctime_ns, content)

    def walk(self) -> str:
        """Return what is kept of the walk that the rows of files stand for; "" where they stand for none."""
        return self.meta(_WALK) or ""

    def set_walk(self, kept: str) -> None:
        """Keep what is known of the walk that the rows of files stand for ("": they stand for none any more)."""
        self.set_meta(_WALK, kept)

    def paths_of_content(self, content: int) -> list[str]:
        """Return every known path with this content."""
        rows = self._db.execute("SELECT path FROM file WHERE content = ? ORDER BY path", (content,)).fetchall()
        return [os.fsdecode(row[0]) for row in rows]

    def merge_content(self, gone: int, kept: int) -> None:
        """Fold a content into the one it turned out to be equal to."""
        self.set_walk("")
        self._db.execute("UPDATE file SET content = ? WHERE content = ?", (kept, gone))
        self._db.execute("DELETE FROM content WHERE id = ?", (gone,))

    def orphan_count(self) -> int:
        """Return how many contents no file has any more."""
        query = "SELECT count(*) FROM content WHERE NOT EXISTS (SELECT 1 FROM file WHERE file.content = content.id)"
        return int(self._db.execute(query).fetchone()[0])

    def prune(self) -> None:
        """Drop contents that no file has, and texts that no content has."""
        with self.transaction():
            self._db.execute("DELETE FROM content WHERE id NOT IN (SELECT content FROM file WHERE content IS NOT NULL)")
            self._db.execute("DELETE FROM text WHERE id NOT IN (SELECT text FROM reading WHERE text IS NOT NULL)")

    # Meta

    def meta(self, name: str) -> str | None:
        """Return a parameter of the library."""
        row = self._db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_meta(self, name: str, value: str) -> None:
        """Store a parameter of the library."""
        self._db.execute(
            "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, value),
        )


def _below(folder: str) -> tuple[bytes, bytes]:
    """Return between which stored paths those below a folder stand, the second one left out."""
    start = os.fsencode(folder.rstrip(os.sep) + os.sep)
    return start, start[:-1] + bytes([start[-1] + 1])
