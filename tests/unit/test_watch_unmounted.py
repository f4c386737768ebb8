"""A disk that is unmounted while its empty mount point stays is away: nothing of it is taken for deleted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import core.live
import core.live_result
import core.stock
import core.watched_folder
from core.errors import ProblemKind
from core.live import Fate
from core.live_result import result_now
from core.progress import NullReporter
from core.root_places import known_roots
from core.scan import scan
from core.settings import Settings
from core.volumes import Mount, Mounts
from core.watch import Cause, WatchState
from core.watched_folder import WatchedFolder
from core.workers import InProcess
from tests.unit import made_texts
from tests.unit.following import Followed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.library import Library

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 30.0


def may_mount() -> bool:
    """Return whether this process may mount something where no other process sees it."""
    if not sys.platform.startswith("linux") or not (shutil.which("unshare") and shutil.which("nsenter")):
        return False
    command = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Stick:
    """`neartwin watch` on a mount point of its own, which only it and `mount` see."""

    def __init__(self, base: Path, *, is_mounted: bool) -> None:
        self.disk, self.point = base / "disks" / "one", base / "media" / "stick"
        self.library = base / "library"
        for folder in (self.disk, self.point):
            folder.mkdir(parents=True, exist_ok=True)
        self.events: list[dict[str, str]] = []
        first = f"mount -t tmpfs tmpfs '{self.disk}' && echo 'one text of the disk' > '{self.disk}/a.txt'"
        bind = self.bind if is_mounted else ":"
        watch = f"'{sys.executable}' -m core watch '{self.point}' --json --library '{self.library}'"
        self.process = subprocess.Popen(
            ["unshare", "--mount", "sh", "-c", f"{first} && {bind} && exec {watch}"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def bind(self) -> str:
        """The command that mounts the disk."""
        return f"mount --bind '{self.disk}' '{self.point}'"

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.events.append(json.loads(line))

    def do(self, command: str) -> None:
        """Run a command where the mounts are seen, and forget what was told before."""
        self.events.clear()
        subprocess.run(["nsenter", "-t", str(self.process.pid), "-m", "sh", "-c", command], check=True, timeout=20)

    def until(self, *wanted: str) -> list[str]:
        """Return what was told, once all of this was: events, or states of the folder."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not set(wanted) <= set(told := [event.get("state", event["event"]) for event in list(self.events)]):
            assert time.monotonic() < end, f"only {self.events} were told"
            time.sleep(0.1)
        time.sleep(1.5)
        return [event.get("state", event["event"]) for event in list(self.events)] or told

    def end(self) -> None:
        """Stop watching."""
        self.process.terminate()
        self.process.wait(20)
        self._listener.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.mark.skipif(not may_mount(), reason="needs the right to mount")
def test_a_disk_that_is_unmounted_is_missing_until_it_is_mounted_again(tmp_path: Path) -> None:
    stick = Stick(tmp_path, is_mounted=True)
    try:
        stick.until("watching", "indexed")
        stick.do(f"umount '{stick.point}'")
        gone = stick.until("missing")
        stick.do(f"echo 'another text' > '{stick.disk}/b.txt' && {stick.bind}")
        back = stick.until("watching", "reconciled", "indexed")
        names = [os.path.basename(event["path"]) for event in stick.events if event["event"] == "indexed"]
    finally:
        stick.end()

    assert gone == ["missing"], "and nothing is removed, lost or compared with the empty folder"
    assert "removed" not in back
    assert names == ["b.txt"], "what was known before is not read again"


@pytest.mark.skipif(not may_mount(), reason="needs the right to mount")
def test_a_disk_that_is_not_mounted_at_the_start_is_missing_until_it_is(tmp_path: Path) -> None:
    first = Stick(tmp_path, is_mounted=True)
    first.until("indexed")
    first.end()

    stick = Stick(tmp_path, is_mounted=False)
    try:
        at_start = stick.until("missing", "problem")
        stick.do(stick.bind)
        back = stick.until("watching", "reconciled")
    finally:
        stick.end()

    assert "watching" not in at_start
    assert "removed" not in [*at_start, *back]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "media" / "stick"
    made.mkdir(parents=True)
    (made / "0.txt").write_text(made_texts.text(20, seed=0))
    return made


@pytest.fixture
def mounted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A way to say what is mounted: the volume of the folder, or only what is below it."""

    def say(*volumes: str) -> None:
        mounts = [Mount("/", "/", "ext4", "/dev/below")]
        mounts += [Mount(os.fspath(folder), "/", "ext4", volume) for volume in volumes]
        table = Mounts(mounts, lambda mount: mount.source)
        for module in (core.watched_folder, core.live, core.live_result, core.stock):
            monkeypatch.setattr(module, "mounts_now", lambda: table)

    say("/dev/stick")
    return say


@pytest.fixture
def followed(mounted: Callable[..., None], folder: Path, library: Library) -> Iterator[Followed]:
    assert mounted is not None
    made = Followed(folder, library)
    yield made
    made.watch.close()


def swap(folder: Path, other: str) -> None:
    """Put another folder at the place of one, at once, as mounting does; the one is then in a drawer."""
    drawer = folder.parents[1] / "drawer"
    drawer.mkdir(exist_ok=True)
    (drawer / other).mkdir(exist_ok=True)
    os.rename(folder, drawer / "kept")
    os.rename(drawer / other, folder)
    os.rename(drawer / "kept", drawer / ("below" if other == "stick" else "stick"))


def test_an_empty_mount_point_is_missing_and_its_rows_stay(
    followed: Followed, mounted: Callable[..., None], folder: Path
) -> None:
    before = followed.rows()
    mounted()
    swap(folder, "below")
    followed.until(lambda: followed.states == {os.fspath(folder): WatchState.MISSING})
    again = followed.watch.set_folders([os.fspath(folder)], known_roots([os.fspath(folder)], followed.library.index))
    kept = followed.rows()

    mounted("/dev/stick")
    (folder.parents[1] / "drawer" / "stick" / "1.txt").write_text(made_texts.text(20, seed=1))
    swap(folder, "stick")
    followed.until(lambda: followed.states == {os.fspath(folder): WatchState.WATCHING})
    followed.until_same()

    assert kept == before
    assert again == {os.fspath(folder): WatchState.MISSING}
    assert followed.changes[-1].cause is Cause.CAME_BACK
    assert followed.told(Fate.REMOVED) == []
    assert followed.told(Fate.INDEXED) == ["0.txt", "1.txt"]


def test_another_disk_in_its_place_is_not_the_folder(
    followed: Followed, mounted: Callable[..., None], folder: Path
) -> None:
    before = followed.rows()
    mounted("/dev/other")
    other = folder.parents[1] / "drawer" / "other"
    other.mkdir(parents=True)
    (other / "photo.txt").write_text("not of this library")
    swap(folder, "other")
    followed.until(lambda: followed.states == {os.fspath(folder): WatchState.MISSING})

    assert followed.rows() == before
    assert [change.cause for change in followed.changes] == [Cause.START]


def test_the_next_disk_with_the_numbers_of_the_last_is_no_renamed_folder(
    folder: Path, mounted: Callable[..., None]
) -> None:
    known = WatchedFolder.at(os.fspath(folder))
    mounted()
    os.rename(folder, folder.with_name("next"))

    assert not known.is_there()
    assert known.new_place() is None


def test_a_folder_that_is_made_anew_on_the_same_disk_is_watched(folder: Path, mounted: Callable[..., None]) -> None:
    mounted()
    known = WatchedFolder.at(os.fspath(folder))
    swap(folder, "below")

    assert known.is_there()
    assert not known.is_the_same()


def test_the_result_of_a_folder_that_is_away_is_that_of_a_scan(
    followed: Followed, mounted: Callable[..., None], folder: Path
) -> None:
    roots, library = [os.fspath(folder)], followed.library
    shutil.copy(folder / "0.txt", folder / "copy.txt")
    followed.until_same()
    mounted()
    swap(folder, "below")
    followed.until(lambda: followed.states == {os.fspath(folder): WatchState.MISSING})

    scanned = scan(roots, Settings(), library, InProcess(), NullReporter())
    away = result_now(roots, Settings(), library)
    mounted("/dev/stick")
    swap(folder, "stick")
    back = result_now(roots, Settings(), library, scanned)

    assert [(one.path, one.kind) for one in away.problems] == [(os.fspath(folder), ProblemKind.OFFLINE)]
    assert away.problems == scanned.problems
    assert (away.groups, scanned.groups) == ((), ())
    assert back.problems == ()
    assert len(back.groups) == 1
