"""Another library's databases beside ours, and their rows brought over: set by set, so that 50,000 take seconds.

The columns of each table are asked of the database, so that a later format needs no change here.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.schema import Connection


class Brought(NamedTuple):
    """How many files, contents, texts and pairs came over that were not there."""

    files: int
    contents: int
    texts: int
    pairs: int


@contextmanager
def beside(connection: Connection, path: str) -> Iterator[None]:
    """Have the database at `path` beside ours, as `other`, during the block."""
    connection.execute("ATTACH DATABASE ? AS other", (path,))
    try:
        yield
    finally:
        connection.execute("DETACH DATABASE other")


def merge_index(connection: Connection) -> Brought:
    """Bring over what `other` knows; inside a transaction.

    The same content or text, by its digest, is one afterwards. Of a file that both know, the later scan of its folder
    is believed. Texts that come over count as not compared with ours: the next scan does that.
    """
    was_empty = not connection.execute("SELECT EXISTS (SELECT 1 FROM main.text)").fetchone()[0]
    _map_contents(connection)
    contents = _bring_contents(connection)
    files = _bring_files(connection)
    texts = _bring_texts(connection)
    _copy(connection, "reading", "content_map", "content", maps={"text": "text_map"})
    pairs = _bring_pairs(connection)
    if was_empty:
        _copy(connection, "compared", "text_map", "text")
        connection.execute(
            "INSERT OR REPLACE INTO main.meta SELECT name, value FROM other.meta"
            " WHERE name NOT IN ('walk', 'identity', 'lookup')"
        )
    for table in ("content_map", "text_map", "root_map"):
        connection.execute(f"DROP TABLE temp.{table}")
    return Brought(files, contents, texts, pairs)


def _map_contents(connection: Connection) -> None:
    """Say which content of ours each of theirs is: by its BLAKE3, else a new one."""
    _make_map(connection, "content_map")
    connection.execute(
        "INSERT INTO temp.content_map SELECT theirs.id, min(ours.id), 0 FROM other.content AS theirs"
        " JOIN main.content AS ours ON ours.blake3 = theirs.blake3 AND ours.size = theirs.size"
        " WHERE theirs.blake3 IS NOT NULL GROUP BY theirs.id"
    )
    connection.execute(
        "INSERT OR IGNORE INTO temp.content_map"
        " SELECT id, id + (SELECT coalesce(max(id), 0) FROM main.content), 1 FROM other.content"
    )


def _bring_contents(connection: Connection) -> int:
    connection.execute(
        "UPDATE main.content SET md5 = theirs.md5 FROM temp.content_map AS map JOIN other.content AS theirs"
        " ON theirs.id = map.theirs WHERE map.ours = main.content.id AND main.content.md5 IS NULL"
    )
    return _copy(connection, "content", "content_map", "id")


def _bring_files(connection: Connection) -> int:
    """Bring over roots and files; return how many files were not known."""
    connection.execute("CREATE TEMP TABLE root_map (theirs INTEGER PRIMARY KEY, ours INTEGER, is_later INTEGER)")
    columns = _columns(connection, "root", but=("id",))
    names = ", ".join(columns)
    connection.execute(
        "INSERT INTO temp.root_map SELECT theirs.id, NULL,"
        " coalesce(theirs.scanned_ns, 0) > coalesce(ours.scanned_ns, 0) FROM other.root AS theirs"
        " LEFT JOIN main.root AS ours ON ours.path = theirs.path"
    )
    connection.execute(f"INSERT OR IGNORE INTO main.root ({names}) SELECT {names} FROM other.root")
    connection.execute(
        "UPDATE temp.root_map SET ours = (SELECT ours.id FROM other.root AS theirs JOIN main.root AS ours"
        " ON ours.path = theirs.path WHERE theirs.id = temp.root_map.theirs)"
    )
    before = _count(connection, "file")
    columns = _columns(connection, "file", but=("id", "root", "content"))
    changed = ", ".join(f"{name} = excluded.{name}" for name in (*columns, "root", "content"))
    for is_later, conflict in ((1, f"DO UPDATE SET {changed}"), (0, "DO NOTHING")):
        connection.execute(
            f"INSERT INTO main.file ({', '.join(columns)}, root, content)"
            f" SELECT {', '.join(f'theirs.{name}' for name in columns)}, root_map.ours, content_map.ours"
            " FROM other.file AS theirs JOIN temp.root_map ON root_map.theirs = theirs.root"
            " LEFT JOIN temp.content_map ON content_map.theirs = theirs.content"
            f" WHERE root_map.is_later = ? ON CONFLICT (path) {conflict}",
            (is_later,),
        )
    return _count(connection, "file") - before


def _bring_texts(connection: Connection) -> int:
    _make_map(connection, "text_map")
    connection.execute(
        "INSERT INTO temp.text_map SELECT theirs.id, ours.id, 0 FROM other.text AS theirs"
        " JOIN main.text AS ours ON ours.digest = theirs.digest"
    )
    connection.execute(
        "INSERT OR IGNORE INTO temp.text_map"
        " SELECT id, id + (SELECT coalesce(max(id), 0) FROM main.text), 1 FROM other.text"
    )
    brought = _copy(connection, "text", "text_map", "id")
    for table in ("fingerprint", "sketch"):
        _copy(connection, table, "text_map", "text")
    return brought


def _bring_pairs(connection: Connection) -> int:
    """Bring over pairs, each with the smaller number first."""
    before = _count(connection, "pair")
    columns = _columns(connection, "pair", but=("a", "b"))
    turned = {"share_a": "share_b", "share_b": "share_a", "added": "removed", "removed": "added"}
    for is_turned, first, second in ((False, "a", "b"), (True, "b", "a")):
        taken = [turned.get(name, name) if is_turned else name for name in columns]
        connection.execute(
            f"INSERT OR IGNORE INTO main.pair (a, b, {', '.join(columns)})"
            f" SELECT first.ours, second.ours, {', '.join(f'theirs.{name}' for name in taken)}"
            f" FROM other.pair AS theirs JOIN temp.text_map AS first ON first.theirs = theirs.{first}"
            f" JOIN temp.text_map AS second ON second.theirs = theirs.{second} WHERE first.ours < second.ours"
        )
    return _count(connection, "pair") - before


def merge_journal(connection: Connection) -> int:
    """Bring over the closed rows of another journal that ours does not have; return how many; inside a transaction.

    Its acts get numbers of their own, so that each is still undone as a whole.
    """
    connection.execute("CREATE TEMP TABLE known (path BLOB, planned_ns INTEGER, action TEXT)")
    connection.execute("INSERT INTO temp.known SELECT path, planned_ns, action FROM main.journal")
    connection.execute("CREATE INDEX temp.known_rows ON known (path, planned_ns, action)")
    columns = _columns(connection, "journal", but=("id", "act"))
    before = _count(connection, "journal")
    connection.execute(
        f"INSERT INTO main.journal (act, {', '.join(columns)})"
        f" SELECT act + (SELECT coalesce(max(act), 0) FROM main.journal), {', '.join(columns)}"
        " FROM other.journal AS theirs WHERE closed_ns IS NOT NULL AND NOT EXISTS (SELECT 1 FROM temp.known"
        " WHERE known.path = theirs.path AND known.planned_ns = theirs.planned_ns AND known.action = theirs.action)"
        " ORDER BY id"
    )
    connection.execute("DROP TABLE temp.known")
    return _count(connection, "journal") - before


def _make_map(connection: Connection, name: str) -> None:
    connection.execute(
        f"CREATE TEMP TABLE {name} (theirs INTEGER PRIMARY KEY, ours INTEGER NOT NULL, is_new INTEGER NOT NULL)"
    )


def _copy(connection: Connection, table: str, by: str, key: str, maps: dict[str, str] | None = None) -> int:
    """Bring over the rows of a table that ours lacks, their `key` translated by the map `by`; return how many.

    Args:
        maps: other columns to translate, each by the map that is named.
    """
    maps = maps or {}
    columns = _columns(connection, table, but=(key,))
    taken = [f"{maps[name]}.ours" if name in maps else f"theirs.{name}" for name in columns]
    joins = "".join(f" LEFT JOIN temp.{one} ON {one}.theirs = theirs.{name}" for name, one in maps.items())
    before = _count(connection, table)
    connection.execute(
        f"INSERT OR IGNORE INTO main.{table} ({', '.join((key, *columns))})"
        f" SELECT {', '.join((f'{by}.ours', *taken))} FROM other.{table} AS theirs"
        f" JOIN temp.{by} ON {by}.theirs = theirs.{key}{joins}"
    )
    return _count(connection, table) - before


def _columns(connection: Connection, table: str, but: tuple[str, ...]) -> list[str]:
    """Return the columns that the table has in both databases."""
    rows = connection.execute(
        "SELECT ours.name FROM pragma_table_info(?1, 'main') AS ours"
        " JOIN pragma_table_info(?1, 'other') AS theirs ON theirs.name = ours.name ORDER BY ours.cid",
        (table,),
    ).fetchall()
    return [name for (name,) in rows if name not in but]


def _count(connection: Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM main.{table}").fetchone()[0])
