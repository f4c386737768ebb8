"""Who may know whom: gui -> core -> resources, pure modules without effects, SQL in the stores only."""

from __future__ import annotations

import ast
import re

import pytest

from tests.architecture.sources import PRODUCT, Source, sources

PURE = (
    "text",
    "alphabet",
    "fingerprint",
    "similarity",
    "text_rows",
    "pair_columns",
    "candidates",
    "critical",
    "person_names",
    "characters",
    "units",
    "anchors",
    "containment",
    "differences",
    "gap_slides",
    "moved_lines",
    "sliding",
    "template_table",
    "versions",
    "grouping",
    "selection",
    "plan",
    "plan_contents",
    "rules",
    "rule_preview",
    "folder_ranking",
    "pair_hints",
    "packed_groups",
)
"""Modules of core that compute and do nothing else."""

EFFECTS = {
    *("os", "io", "pathlib", "shutil", "tempfile", "glob", "fileinput", "mmap", "select", "subprocess", "signal"),
    *("socket", "ssl", "urllib", "http", "sqlite3", "logging", "time", "random", "secrets", "uuid"),
    *("threading", "multiprocessing", "concurrent", "asyncio", "queue", "psutil", "pebble", "watchdog"),
}
"""Input and output, the clock, chance, threads."""

VALUES = ("core.documents", "core.errors", "core.progress", "core.settings", "core.actions", "core.extract.reading")
"""Modules of values that pure ones may know besides each other (and the tables in `resources`, which never change)."""

STORES = (
    *("core/schema.py", "core/index.py", "core/text_index.py", "core/shared_rows.py", "core/merged_rows.py"),
    *("core/decisions.py", "core/journal_table.py"),
)
"""The modules that speak SQL: index.db (schema, index, text_index, shared_rows), decisions.db (schema, decisions,
journal_table), both (merged_rows)."""

SQL = re.compile(
    r"^\s*(?:SELECT\s.+\sFROM\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s"
    r"|CREATE\s+(?:TABLE|INDEX|TRIGGER|TEMP)|DROP\s+TABLE|ALTER\s+TABLE|PRAGMA\s)",
    re.DOTALL,
)


def pure_sources() -> list[Source]:
    """Return the pure modules that exist."""
    return [source for source in sources("core") if source.module in {f"core.{name}" for name in PURE}]


def top(name: str) -> str:
    """Return the package that a dotted name belongs to."""
    return name.partition(".")[0]


@pytest.mark.parametrize(
    ("package", "strangers"),
    [
        ("core", {"PySide6", "shiboken6", "gui", "installer", "tests"}),
        ("resources", {"PySide6", "shiboken6", "core", "gui", "installer", "tests"}),
        ("gui", {"installer", "tests"}),
    ],
)
def test_a_layer_does_not_know_those_above_it(package: str, strangers: set[str]) -> None:
    assert [
        f"{source.path}:{line} imports {name}"
        for source in sources(package)
        for line, name in source.imports()
        if top(name) in strangers
    ] == []


def test_most_of_the_named_pure_modules_exist() -> None:
    assert len(pure_sources()) >= 9


def test_pure_modules_import_no_effects() -> None:
    assert [
        f"{source.path}:{line} imports {name}"
        for source in pure_sources()
        for line, name in source.imports()
        if top(name) in EFFECTS
    ] == []


def test_pure_modules_open_nothing_and_print_nothing() -> None:
    assert [
        f"{source.path}:{call.lineno} calls {call.func.id}"
        for source in pure_sources()
        for call in source.nodes(ast.Call)
        if isinstance(call.func, ast.Name) and call.func.id in {"open", "print", "input", "exec", "eval"}
    ] == []


def test_pure_modules_know_only_values_and_each_other() -> None:
    known = {*VALUES, *(f"core.{name}" for name in PURE), "core.extract", "resources"}
    assert [
        f"{source.path}:{node.lineno} imports {node.module}"
        for source in pure_sources()
        for node in source.nodes(ast.ImportFrom)
        if top(node.module or "") in {*PRODUCT} and node.module not in known
    ] == []


def test_only_the_stores_know_sqlite() -> None:
    assert [
        f"{source.path}:{line} imports {name}"
        for source in sources(*PRODUCT)
        if source.path not in STORES
        for line, name in source.imports()
        if top(name) in {"sqlite3", "apsw", "sqlalchemy"}
    ] == []


def test_only_the_stores_speak_sql() -> None:
    assert [
        f"{source.path}:{node.lineno}: {node.value.strip().splitlines()[0]}"
        for source in sources(*PRODUCT)
        if source.path not in STORES
        for node in source.nodes(ast.Constant)
        if isinstance(node.value, str) and SQL.match(node.value)
    ] == []


def test_no_store_commits_behind_the_back_of_a_transaction() -> None:
    assert [
        f"{source.path}:{call.lineno}"
        for source in sources("core")
        for call in source.nodes(ast.Call)
        if isinstance(call.func, ast.Attribute) and call.func.attr == "executescript"
    ] == []


def test_nothing_reaches_for_the_application_from_inside_a_widget() -> None:
    owners = {"gui/application.py", "gui/__main__.py"}
    assert [
        f"{source.path}:{node.lineno}"
        for source in sources("gui")
        if source.path not in owners
        for node in source.nodes(ast.Attribute)
        if node.attr == "instance" and isinstance(node.value, ast.Name) and node.value.id.endswith("Application")
    ] == []
