"""One file in trouble among a hundred thousand."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any

import pytest

from core import comparison, stock
from core.errors import ProblemKind
from core.library import memory_library
from core.opening import open_with_status
from core.progress import NullReporter
from core.scan import scan
from core.settings import Settings
from core.workers import InProcess
from tests.unit.walking import write

if TYPE_CHECKING:
    from pathlib import Path

    from core.walk import Walk

OTHERS = 100_000


def test_one_denied_file_among_100_000_is_one_problem_and_all_else_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = [str(write(tmp_path / name, b"the same")) for name in ("a.bin", "b.bin", "denied.bin")]
    real_walk, opened = stock.walk, []

    def large_walk(roots: Any, *more: Any) -> Walk:
        """See the folder as it is, and beside it many files of sizes of their own, which nobody need open."""
        seen = real_walk(roots, *more)
        seen.files.extend((f"{tmp_path}/{n}.bin", str(tmp_path), n + 1000, n, n, 1, n + 1, 1) for n in range(OTHERS))
        return seen

    def open_unless_denied(path: str) -> tuple[int, os.stat_result]:
        opened.append(path)
        if path == places[2]:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return open_with_status(path)

    monkeypatch.setattr(stock, "walk", large_walk)
    monkeypatch.setattr(comparison, "open_with_status", open_unless_denied)
    with memory_library() as library:
        result = scan([str(tmp_path)], Settings(exact_only=True), library, InProcess(), NullReporter())
        rows = library.index.file_count()

    assert [(problem.path, problem.kind) for problem in result.problems] == [(places[2], ProblemKind.DENIED)]
    assert [[member.path for member in group.members] for group in result.groups] == [places[:2]]
    assert result.counts.files == rows == OTHERS + 3
    assert result.is_complete
    assert sorted(opened) == places
