"""Plain calls of `scan` do without the command line's library, and mean the same as with it."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from cyclopts import CycloptsError
from hypothesis import given
from hypothesis import strategies as st

from core.command_line import app
from core.plain_call import plain_scan

if TYPE_CHECKING:
    from pathlib import Path

WORDS = (
    *("--exact-only", "--hidden", "--library", "--json", "--csv", "--html", "--similarity", "--kinds", "--no-hidden"),
    *("--json=x", "--", "-", "-h", "--help", "", "folder", "文档", "-x", "a b", "0.9", "check", "--version"),
)


@given(st.lists(st.sampled_from(WORDS), max_size=7))
def test_a_plain_call_is_read_as_the_command_line_reads_it(words: list[str]) -> None:
    plain = plain_scan(["scan", *words])
    if plain is None:
        return

    command, bound, _ = app.parse_args(["scan", *words], exit_on_error=False, print_error=False)

    assert command.__name__ == "scan"
    assert (list(bound.args), bound.kwargs) == plain


@pytest.mark.parametrize(
    "words",
    [
        ["scan"],
        ["check", "a"],
        ["scan", "a", "--help"],
        ["scan", "a", "--json"],
        ["scan", "a", "--json", "x", "--json", "y"],
        ["scan", "a", "--library", "-"],
        ["scan", "a", "--exact-only", "--exact-only"],
        ["scan", ""],
        ["scan", "--", "-folder"],
        [],
    ],
)
def test_help_mistakes_and_rarer_options_are_left_to_the_command_line(words: list[str]) -> None:
    assert plain_scan(words) is None


def test_most_calls_are_plain() -> None:
    assert plain_scan(["scan", "--exact-only", "a", "--json", "-", "b", "--library", "c"]) == (
        ["a", "b"],
        {"exact_only": True, "json": "-", "library": "c"},
    )


def test_every_plain_option_is_one_of_the_command_line() -> None:
    words = ["scan", "a", "--exact-only", "--hidden", "--library", "b", "--json", "-", "--csv", "c", "--html", "d"]
    plain = plain_scan(words)

    assert plain is not None
    assert plain[1].keys() <= inspect.signature(app["scan"].default_command).parameters.keys()  # type: ignore[arg-type]  # it is the function `scan`
    with pytest.raises(CycloptsError):
        app.parse_args([*words, "--unheard-of"], exit_on_error=False, print_error=False)


def test_a_rescan_for_identical_files_loads_neither_numbers_nor_parsers_nor_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    for name in ("a.txt", "b.txt"):
        (tmp_path / "files" / name).write_text("the same")
    words = ["scan", "--exact-only", "--json", "-", "--library", str(tmp_path / "library"), str(tmp_path / "files")]
    code = (
        "import sys; from core.__main__ import main; status = main(sys.argv[1:]);"
        "heavy = {'numpy', 'cyclopts', 'rich', 'lxml', 'jieba', 'rjieba', 'rapidfuzz', 'babel', 'blake3', 'pebble',"
        " 'platformdirs', 'PySide6', 'psutil', 'tempfile'};"
        "print(status, sorted(heavy & sys.modules.keys()), file=sys.stderr)"
    )
    subprocess.run([sys.executable, "-m", "core", *words], check=True, capture_output=True, timeout=60)
    told = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True, timeout=60)

    assert told.stderr.strip() == "0 []"
    assert '"reclaimable_bytes": 8' in told.stdout
