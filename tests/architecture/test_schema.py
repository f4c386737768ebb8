"""The rules of the two databases: every step from every old version, whole or not at all, never backwards."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from core.errors import KnownError
from core.schema import DECISIONS_STEPS, INDEX_STEPS, connect, user_version

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.schema import Step

DATABASES = [pytest.param(INDEX_STEPS, id="index"), pytest.param(DECISIONS_STEPS, id="decisions")]
EVERY_OLD_VERSION = [
    pytest.param(steps, version, id=f"{name}-{version}")
    for name, steps in (("index", INDEX_STEPS), ("decisions", DECISIONS_STEPS))
    for version in range(len(steps) + 1)
]
BROKEN: Step = ("CREATE TABLE half (x INTEGER) STRICT", "CREATE TABLE half (x INTEGER) STRICT")


def old_database(path: Path, steps: Sequence[Step], version: int) -> None:
    """Make a database as the program of that version left it."""
    connection = sqlite3.connect(path, isolation_level=None)
    for step in steps[:version]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()


def structure(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    """Return all tables and indexes, column by column, so that the order of steps does not show."""
    found = []
    for kind, name in connection.execute("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"):
        function = "table_xinfo" if kind == "table" else "index_xinfo"
        rows = connection.execute(f"PRAGMA {function}({name})").fetchall()
        found.append((kind, name, repr(rows if kind == "index" else sorted(row[1:] for row in rows))))
    return sorted(found)


def opened(path: str, steps: Sequence[Step], *, is_kept: bool = False) -> tuple[int, list[tuple[str, str, str]]]:
    """Open a database as the program does; return its version and structure."""
    connection = connect(path, steps, is_kept=is_kept)
    try:
        return user_version(connection), structure(connection)
    finally:
        connection.close()


@pytest.mark.parametrize(("steps", "version"), EVERY_OLD_VERSION)
def test_every_old_version_ends_like_a_new_database(tmp_path: Path, steps: Sequence[Step], version: int) -> None:
    path = tmp_path / "old.db"
    old_database(path, steps, version)

    assert opened(str(path), steps) == opened(":memory:", steps)


@pytest.mark.parametrize(("steps", "version"), EVERY_OLD_VERSION)
def test_a_step_that_fails_leaves_the_version_before_it_whole(
    tmp_path: Path, steps: Sequence[Step], version: int
) -> None:
    path = tmp_path / "old.db"
    old_database(path, steps, version)

    with pytest.raises(sqlite3.OperationalError):
        connect(str(path), (*steps, BROKEN), is_kept=False)

    assert opened(str(path), steps) == opened(":memory:", steps)


@pytest.mark.parametrize("steps", DATABASES)
def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path, steps: Sequence[Step]) -> None:
    path = tmp_path / "new.db"
    old_database(path, steps, len(steps))
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {len(steps) + 1}")
    connection.close()

    with pytest.raises(KnownError, match="newer version"):
        connect(str(path), steps, is_kept=True)

    connection = sqlite3.connect(path)
    assert user_version(connection) == len(steps) + 1
    connection.close()


def test_what_people_decided_is_copied_aside_before_a_step(tmp_path: Path) -> None:
    path = tmp_path / "decisions.db"
    old_database(path, DECISIONS_STEPS, len(DECISIONS_STEPS))
    more = (*DECISIONS_STEPS, ("CREATE TABLE later (x INTEGER) STRICT",))

    opened(str(path), more, is_kept=True)

    kept = list(tmp_path.glob("*.backup"))
    assert len(kept) == 1
    connection = sqlite3.connect(kept[0])
    assert user_version(connection) == len(DECISIONS_STEPS)
    connection.close()


@pytest.mark.parametrize("steps", DATABASES)
def test_every_table_is_strict(steps: Sequence[Step]) -> None:
    connection = connect(":memory:", steps, is_kept=False)
    rows = connection.execute("PRAGMA table_list").fetchall()
    connection.close()

    assert [row[1] for row in rows if not row[1].startswith("sqlite_") and not row[5]] == []


def test_the_four_segments_of_a_fingerprint_are_indexed() -> None:
    connection = connect(":memory:", INDEX_STEPS, is_kept=False)
    plans = [
        connection.execute(f"EXPLAIN QUERY PLAN SELECT text FROM fingerprint WHERE segment{n} = 7").fetchall()
        for n in range(1, 5)
    ]
    connection.close()

    assert all("USING" in plan[0][3] and f"segment{n}" in plan[0][3] for n, plan in enumerate(plans, 1))
