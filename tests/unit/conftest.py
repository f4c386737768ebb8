"""What the unit tests share: no Qt, a library in memory, a runner without processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.library import Library, memory_library
from core.progress import NullReporter
from core.settings import Settings
from core.workers import InProcess
from tests.unit.servers import RedisServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

    from core.documents import ScanResult

QT = ("PySide6", "shiboken6")


class _Refusal:
    """An import hook that knows no Qt. What pytest's Qt plugin loaded before is out of its reach: CI runs without."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> None:
        if name.partition(".")[0] in QT:
            raise ModuleNotFoundError(f"unit tests run without Qt: {name}", name=name)


@pytest.fixture(autouse=True, scope="module")
def without_qt() -> Iterator[None]:
    """Make every new import of Qt fail while the tests of a module run."""
    refusal = _Refusal()
    sys.meta_path.insert(0, refusal)  # type: ignore[arg-type]  # a finder needs no more than find_spec
    yield
    sys.meta_path.remove(refusal)  # type: ignore[arg-type]


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


@pytest.fixture
def own_trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a trash of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "Trash"


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on another volume: one mounted for the test, else the memory file system."""
    place = tmp_path / "volume"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "none", str(place)]
    if os.geteuid() == 0 and subprocess.run(command, check=False, capture_output=True).returncode == 0:
        yield place
        subprocess.run(["umount", "-l", place], check=True)
        return
    if not os.path.isdir("/dev/shm") or os.stat("/dev/shm").st_dev == os.stat(tmp_path).st_dev:
        pytest.skip("this machine has no second volume to write to")
    other = Path(tempfile.mkdtemp(dir="/dev/shm"))
    yield other
    shutil.rmtree(other)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """Return a server that writes every change to its disk."""
    running = RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "no", "--save", "")
    yield running
    running.kill()
