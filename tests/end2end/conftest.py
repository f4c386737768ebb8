"""The desktop of the end-to-end tests; on a machine that cannot have one they are skipped with the reason."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from tests.end2end.desktop import ROOT, Desktop, missing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    """A screen with a window manager, a bus and an accessibility tree."""
    if not sys.platform.startswith("linux"):
        pytest.skip("the end-to-end tests drive X11")
    gone = missing()
    if gone and os.environ.get("CI"):
        pytest.fail(f"not installed: {', '.join(gone)}")
    if gone:
        pytest.skip(f"not installed: {', '.join(gone)}")
    made = Desktop(tmp_path)
    yield made
    made.close()


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """A folder of the test's own with the samples that come with the program."""
    made = tmp_path / "documents"
    shutil.copytree(ROOT / "resources" / "samples", made)
    return made
