"""Walks for the tests, and what they saw in a form that is easy to compare."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from core.progress import NullReporter
from core.settings import Settings
from core.volumes import Mounts
from core.walk import Walk, walk

if TYPE_CHECKING:
    pass

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="POSIX names, links or modes")


def walked(*roots: Path, mounts: Mounts | None = None, **choices: Any) -> Walk:
    return walk([str(root) for root in roots], Settings(**choices), NullReporter(), mounts or Mounts(()))


def paths(seen: Walk) -> list[str]:
    return sorted(document.path for document in seen.documents)


def reasons(seen: Walk, below: Path) -> dict[str, str]:
    return {os.path.relpath(skipped.path, below): skipped.reason for skipped in seen.skipped}


def write(path: Path, content: bytes = b"content") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path
