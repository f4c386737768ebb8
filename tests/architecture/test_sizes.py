"""Written caps decay, so they are counted: 400 lines a file, 60 a function, and low medians."""

from __future__ import annotations

import ast
from statistics import median

from tests.architecture.sources import ALL, PRODUCT, sources

LONGEST_FILE = 400
LONGEST_FUNCTION = 60


def lengths(*tops: str) -> list[tuple[int, str]]:
    """Return lines and place of every function, its signature and docstring included."""
    return [
        ((node.end_lineno or 0) - node.lineno + 1, f"{source.path}:{node.lineno} {node.name}")
        for source in sources(*tops)
        for node in source.nodes(ast.FunctionDef, ast.AsyncFunctionDef)
    ]


def test_no_file_is_longer_than_its_subject() -> None:
    assert [
        f"{source.path} has {source.line_count} lines" for source in sources(*ALL) if source.line_count > LONGEST_FILE
    ] == []


def test_no_function_is_longer_than_a_screen() -> None:
    assert [f"{place}: {length} lines" for length, place in lengths(*ALL) if length > LONGEST_FUNCTION] == []


def test_half_of_the_functions_have_ten_lines_at_most() -> None:
    assert median(length for length, _ in lengths(*PRODUCT)) <= 10


def test_half_of_the_files_have_about_150_lines_at_most() -> None:
    assert median(source.line_count for source in sources(*PRODUCT)) <= 150
