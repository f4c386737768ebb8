"""A scan through Dask: the same answer as a local one, also when a worker dies."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.cluster import Cluster, path_map
from core.errors import KnownError
from core.library import memory_library
from core.progress import Cancelled, NullReporter
from core.report import scan_json
from core.scan import scan
from core.settings import Settings
from core.wording import Wording
from core.workers import InProcess, WorkerFailure
from tests.unit.servers import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.workers import Runner

ROOT = Path(__file__).resolve().parents[2]
DASK = Path(sys.executable).with_name("dask")
SECONDS = 90.0

pytestmark = [
    pytest.mark.skipif(not DASK.exists(), reason="dask is not installed"),
    pytest.mark.timeout(240),
    pytest.mark.filterwarnings("default"),
]


class DaskCluster:
    """A scheduler and two workers with a process each."""

    def __init__(self, folder: Path) -> None:
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self._folder = folder
        self._processes = [self._start("scheduler", "--host", "127.0.0.1", "--port", self.address.rpartition(":")[2])]
        self.workers = [self.add_worker(name) for name in ("one", "two")]

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__ADMIN__LOG_FORMAT": ""}
        return subprocess.Popen(
            [DASK, *arguments, "--no-dashboard", "--dashboard-address", "127.0.0.1:0"],
            env=environment,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def add_worker(self, name: str) -> subprocess.Popen[bytes]:
        """Start a worker with a nanny."""
        where = ("--name", name, "--local-directory", str(self._folder / name))
        worker = self._start("worker", self.address, "--nthreads", "1", "--memory-limit", "0", *where)
        self._processes.append(worker)
        return worker

    def close(self) -> None:
        """End all of it."""
        for process in reversed(self._processes):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            process.wait()


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """Return a cluster that serves all tests of this file."""
    running = DaskCluster(tmp_path_factory.mktemp("dask"))
    try:
        cluster = Cluster(running.address)
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                cluster.start()
                break
            except KnownError:
                if time.monotonic() > deadline:
                    raise
        cluster.close()
        yield running
    finally:
        running.close()


def documents(folder: Path, count: int = 12) -> Path:
    """Write texts of which each second is a near copy of the one before, and a copy of the first."""
    folder.mkdir(parents=True)
    choice = random.Random(3)
    for number in range(count):
        if number % 2 == 0:
            words = [f"word{choice.randrange(900)}" for _ in range(150)]
        else:
            words[number] = "changed"
        (folder / f"{number:02}.txt").write_text(" ".join(words))
    (folder / "copy.txt").write_bytes((folder / "00.txt").read_bytes())
    return folder


def answer(folder: Path, workers: Runner) -> object:
    """Return what a scan of a folder says, as JSON values."""
    with memory_library() as library:
        result = scan([str(folder)], Settings(), library, workers, NullReporter())
    return scan_json(result, Wording("en"))


def test_a_scan_by_two_workers_says_what_a_local_one_says(dask: DaskCluster, tmp_path: Path) -> None:
    folder = documents(tmp_path / "docs")
    cluster = Cluster(dask.address)
    try:
        assert answer(folder, cluster) == answer(folder, InProcess())
    finally:
        cluster.close()


def test_files_are_read_where_the_workers_have_them(dask: DaskCluster, tmp_path: Path) -> None:
    folder = documents(tmp_path / "here" / "docs")
    shutil.copytree(folder, tmp_path / "there" / "docs")
    local = answer(folder, InProcess())
    cluster = Cluster(dask.address, [path_map(f"{tmp_path / 'here'}={tmp_path / 'there'}")])
    try:
        assert cluster.remote(str(folder / "00.txt")) == str(tmp_path / "there" / "docs" / "00.txt")
        assert answer(folder, cluster) == local
    finally:
        cluster.close()


def test_a_folder_that_a_worker_does_not_have_is_told_before_the_scan(dask: DaskCluster, tmp_path: Path) -> None:
    cluster = Cluster(dask.address, [path_map(f"{tmp_path}=/not-there")])
    try:
        with pytest.raises(KnownError, match="does not have the folder /not-there/docs"):
            cluster.require_folders([str(tmp_path / "docs")])
    finally:
        cluster.close()


def kill_once(item: tuple[str, int]) -> int:
    """End the worker on the first call for item 3; a file remembers that."""
    folder, number = item
    flag = Path(folder) / "killed"
    time.sleep(0.05)
    if number == 3 and not flag.exists():
        flag.touch()
        os._exit(9)
    return number * 2


def hang_at_three(number: int) -> int:
    """Take for ever with 3."""
    while number == 3:
        time.sleep(0.1)
    return number


def test_a_worker_that_dies_costs_a_retry_and_no_item(dask: DaskCluster, tmp_path: Path) -> None:
    cluster = Cluster(dask.address)
    try:
        found = dict(cluster.map(kill_once, [(str(tmp_path), number) for number in range(12)]))
    finally:
        cluster.close()

    assert (tmp_path / "killed").exists()
    assert found == {(str(tmp_path), number): number * 2 for number in range(12)}


def test_an_item_that_hangs_is_lost_alone(dask: DaskCluster) -> None:
    cluster = Cluster(dask.address)
    try:
        found = dict(cluster.map(hang_at_three, range(8), seconds=3.0))
    finally:
        cluster.close()

    assert found.pop(3) == WorkerFailure("timeout", "took longer than 3 seconds")
    assert found == {number: number for number in range(8) if number != 3}


def test_an_exception_costs_its_own_item(dask: DaskCluster) -> None:
    cluster = Cluster(dask.address)
    try:
        found = dict(cluster.map(int, ["1", "x", "3"]))
    finally:
        cluster.close()

    assert (found["1"], found["3"]) == (1, 3)
    assert isinstance(found["x"], WorkerFailure)
    assert found["x"].kind == "error"


def test_a_stop_is_heard_while_items_wait(dask: DaskCluster) -> None:
    cluster = Cluster(dask.address)
    begun = time.monotonic()

    def stop() -> None:
        raise Cancelled

    try:
        with pytest.raises(Cancelled):
            list(cluster.map(time.sleep, [5.0] * 20, poll=stop))
        assert time.monotonic() - begun < 5.0
    finally:
        cluster.close()


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(KnownError, match="cannot be reached"):
        Cluster(f"tcp://127.0.0.1:{free_port()}").start()


@pytest.mark.parametrize("text", ["", "a", "=b", "a="])
def test_what_is_no_mapping_is_told(text: str) -> None:
    with pytest.raises(KnownError, match="no mapping"):
        path_map(text)
