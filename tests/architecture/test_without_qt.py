"""core and its tests need no Qt: a server can use the library and a developer can test it without a window."""

from __future__ import annotations

import subprocess
import sys

from tests.architecture.sources import ROOT, sources

IMPORT_ALL = """
import importlib, sys
sys.modules["PySide6"] = sys.modules["shiboken6"] = None
for name in sys.argv[1:]:
    importlib.import_module(name)
"""

COLLECT = """
import sys
sys.modules["PySide6"] = sys.modules["shiboken6"] = None
import pytest
sys.exit(pytest.main(["tests/unit", "--collect-only", "-q", "-p", "no:pytest-qt", "-p", "no:cacheprovider"]))
"""


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program in the checkout."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)


def test_every_module_of_core_can_be_imported_where_qt_is_not() -> None:
    names = [source.module for source in sources("core") if not source.path.endswith("__main__.py")]

    done = run(IMPORT_ALL, *names)

    assert done.returncode == 0, done.stderr


def test_the_unit_tests_can_be_collected_where_qt_is_not() -> None:
    done = run(COLLECT)

    assert done.returncode == 0, done.stdout


def test_the_command_line_starts_without_qt() -> None:
    done = run("import sys; from gui.__main__ import main; main(['--version']); print('PySide6' in sys.modules)")

    assert done.stdout.split()[-1] == "False", done.stderr
