"""What the unit tests share: a library in memory, a runner without processes, makers of small documents."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from core.library import Library, memory_library
from core.progress import NullReporter
from core.settings import Settings
from core.workers import InProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from core.documents import ScanResult


@pytest.fixture
def library() -> Iterator[Library]:
    """A library that vanishes with the test."""
    with memory_library() as opened:
        yield opened


@pytest.fixture
def scan_folder(library: Library) -> Callable[..., ScanResult]:
    """Scan folders into the test's library, in this process."""
    from core.scan import scan

    def run(*roots: Path, reporter: object = None, **options: object) -> ScanResult:
        settings = Settings(**{"floor": 0.5, **options})  # type: ignore[arg-type]
        places = [os.fspath(root) for root in roots]
        return scan(places, settings, library, InProcess(), reporter or NullReporter())  # type: ignore[arg-type]

    return run
