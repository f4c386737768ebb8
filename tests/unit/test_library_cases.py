"""What becomes of a library when disks go away, processes end, space runs out and folders are forgotten."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core import care
from core.decisions import Mark
from core.errors import KnownError, ProblemKind
from core.library import INDEX_NAME, open_library
from core.progress import Cancelled, NullReporter
from core.scan import scan
from core.settings import Settings
from core.workers import InProcess
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.documents import ScanResult
    from core.library import Library
    from core.progress import Phase

ROOT = Path(__file__).resolve().parents[2]


def fill(folder: Path, count: int, seed: int = 0) -> list[Path]:
    """Write so many documents, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number}.txt" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_text(made_texts.text(12, seed=seed + number))
    return paths


def scanned(library: Library, *folders: Path, reporter: object = None, **options: object) -> ScanResult:
    settings = Settings(**options)  # type: ignore[arg-type]  # options of a test
    places = [os.fspath(folder) for folder in folders]
    return scan(places, settings, library, InProcess(), reporter or NullReporter())  # type: ignore[arg-type]  # as above


def command(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "core", *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


class AtPhase(NullReporter):
    """Does something when a scan comes to a place."""

    def __init__(self, act: Callable[[], object], is_time: Callable[[Phase, int, int | None], bool]) -> None:
        self._act: Callable[[], object] | None = act
        self._is_time = is_time

    def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
        """See Reporter.advance."""
        if self._act is not None and self._is_time(phase, done, total):
            act, self._act = self._act, None
            act()


# a disk goes away


def test_a_folder_deleted_in_the_middle_of_a_scan_is_offline_and_the_other_finishes(
    tmp_path: Path, library: Library
) -> None:
    """S2."""
    stick, disk = tmp_path / "stick", tmp_path / "disk"
    fill(stick, 20)
    fill(disk, 20, seed=100)
    scanned(library, stick, disk)
    fill(stick, 5, seed=300)
    unplug = AtPhase(lambda: shutil.move(stick, tmp_path / "drawer"), lambda _, done, total: done > 0 or total == 0)

    result = scanned(library, stick, disk, reporter=unplug)

    assert [problem.path for problem in result.problems if problem.kind is ProblemKind.OFFLINE] == [str(stick)]
    assert not result.is_complete
    assert len(list(library.index.files_under(str(stick)))) == 20
    assert result.counts.files == 20


def test_a_scan_that_begins_with_a_root_missing_keeps_its_rows_and_reads_the_other(
    tmp_path: Path, library: Library
) -> None:
    """S2."""
    fill(tmp_path / "stick", 3)
    scanned(library, tmp_path / "stick")
    shutil.move(tmp_path / "stick", tmp_path / "drawer")
    fill(tmp_path / "disk", 2, seed=50)

    result = scanned(library, tmp_path / "stick", tmp_path / "disk")

    assert [problem.kind for problem in result.problems] == [ProblemKind.OFFLINE]
    assert len(list(library.index.files_under(str(tmp_path / "stick")))) == 3
    assert result.counts.files == 2


# a stop


def test_a_stop_inside_a_file_of_four_gigabytes_ends_within_a_second_and_the_next_scan_goes_on(
    tmp_path: Path, library: Library
) -> None:
    """S9."""
    fill(tmp_path / "documents", 30)
    shutil.copy(tmp_path / "documents" / "0.txt", tmp_path / "documents" / "copy.txt")
    for name in ("a.bin", "b.bin"):
        with open(tmp_path / "documents" / name, "wb") as file:
            file.write(b"x" * (1 << 20))
            file.truncate(4 << 30)
            file.seek(-(1 << 20), os.SEEK_END)
            file.write(b"x" * (1 << 20))
    asked: list[float] = []

    def stop() -> None:
        asked.append(time.monotonic())
        raise Cancelled

    large = AtPhase(stop, lambda phase, done, _: phase.value == "digest" and done > 50 << 20)
    result = scanned(library, tmp_path / "documents", reporter=large)
    seconds = time.monotonic() - asked[0]

    assert seconds < 1.0
    assert not result.is_complete
    assert result.counts.files == 33
    for name in ("a.bin", "b.bin"):
        (tmp_path / "documents" / name).unlink()
    again = scanned(library, tmp_path / "documents")
    assert again.is_complete
    assert [len(group.members) for group in again.groups] == [2]


# two processes, a kill, a full disk


def test_two_scans_of_one_new_library_at_the_same_time_both_finish(tmp_path: Path) -> None:
    """S7."""
    for name in ("one", "two"):
        fill(tmp_path / name, 15, seed=len(name) * ord(name[0]))
    running = [command("scan", tmp_path / name, "--library", tmp_path / "library") for name in ("one", "two", "one")]
    told = [process.communicate(timeout=120) for process in running]

    assert [(process.returncode, error) for process, (_, error) in zip(running, told, strict=True)] == [(0, "")] * 3
    with open_library(str(tmp_path / "library")) as opened:
        assert opened.index.file_count() == 30
        assert care.examine(opened, NullReporter()).is_whole


def test_a_library_survives_the_kill_of_its_writers_and_keeps_every_decision(tmp_path: Path) -> None:
    """S7: killed at random moments."""
    folder, place = tmp_path / "documents", str(tmp_path / "library")
    paths = fill(folder, 60)
    draw = random.Random(3)
    with open_library(place) as opened:
        opened.decisions.mark([Mark(os.fspath(path)) for path in paths])
    for number in range(6):
        fill(folder, 60, seed=1000 * number)
        process = command(("scan", "watch")[number % 2], folder, "--library", place)
        time.sleep(draw.uniform(0.5, 1.5))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with open_library(place) as opened:
            assert opened.set_aside is None
            assert care.examine(opened, NullReporter()).is_whole
            assert len(opened.decisions.marks()) == 60
    with open_library(place) as opened, open_library(str(tmp_path / "fresh")) as fresh:
        known, new = scanned(opened, folder).counts, scanned(fresh, folder).counts
        assert replace(known, opened=0) == replace(new, opened=0), "what a killed process stored is not opened again"


def test_a_full_disk_is_told_in_a_sentence_and_the_library_stays_whole(tmp_path: Path, volume: Path) -> None:
    """S7."""
    small = volume / "library"
    if subprocess.run(["mount", "-o", "remount,size=700k", volume], check=False, capture_output=True).returncode:
        pytest.skip("no small volume can be mounted here")
    fill(tmp_path / "few", 5)
    fill(tmp_path / "many", 600, seed=10)
    with open_library(str(small)) as opened:
        scanned(opened, tmp_path / "few")
        opened.decisions.mark([Mark("/some/file")])

        with pytest.raises(KnownError, match=r"cannot be written: .*full"):
            scanned(opened, tmp_path / "many")

        assert care.examine(opened, NullReporter()).is_whole
    with open_library(str(small)) as opened:
        assert opened.set_aside is None
        assert list(opened.decisions.marks()) == ["/some/file"]
        assert len(list(opened.index.files_under(str(tmp_path / "few")))) == 5


# a volume comes back elsewhere


def test_a_stick_that_is_mounted_at_another_place_is_not_read_again(
    tmp_path: Path, volume: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S10."""
    other = tmp_path / "elsewhere"
    other.mkdir()
    monkeypatch.setattr("core.volumes._disk_identities", lambda: {"none": "uuid:stick", "volume": "uuid:stick"})
    monkeypatch.setattr("core.volumes.Mounts.identity", lambda _, mount: "uuid:stick" if mount.kind == "tmpfs" else "")
    paths = fill(volume / "papers", 5)
    scanned(library, volume / "papers")
    library.decisions.mark([Mark(os.fspath(paths[0]))])
    if subprocess.run(["mount", "--move", volume, other], check=False, capture_output=True).returncode:
        if subprocess.run(["mount", "--bind", volume, other], check=False, capture_output=True).returncode:
            pytest.skip("nothing can be mounted here")
        subprocess.run(["umount", "-l", volume], check=True)
    try:
        result = scanned(library, other / "papers")
    finally:
        subprocess.run(["umount", "-l", other], check=False)
        subprocess.run(["mount", "-t", "tmpfs", "none", volume], check=False)

    assert result.counts.opened == 0
    assert [row.path for row in library.index.roots()] == [str(other / "papers")]
    assert list(library.decisions.marks()) == [str(other / "papers" / "0.txt")]


def test_an_empty_mount_point_and_another_volume_lose_no_row(
    tmp_path: Path, volume: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S10."""
    current = {"name": "uuid:first"}
    monkeypatch.setattr(
        "core.volumes.Mounts.identity", lambda _, mount: current["name"] if mount.kind == "tmpfs" else "disk"
    )
    fill(volume / "papers", 3)
    scanned(library, volume / "papers")
    subprocess.run(["umount", "-l", volume], check=False)
    if os.path.exists(volume / "papers"):
        pytest.skip("nothing can be mounted here")
    (volume / "papers").mkdir()
    away = scanned(library, volume / "papers")
    subprocess.run(["mount", "-t", "tmpfs", "none", volume], check=True)
    current["name"] = "uuid:second"
    fill(volume / "papers", 1, seed=40)
    other = scanned(library, volume / "papers")

    for result in (away, other):
        assert [problem.kind for problem in result.problems] == [ProblemKind.OFFLINE]
    assert len(list(library.index.files_under(str(volume / "papers")))) == 3


# forgetting


def test_a_forgotten_folder_s_phrase_is_in_no_file_of_the_library(tmp_path: Path) -> None:
    """S11."""
    phrase = "the phrase that nobody may ever find again"
    kept, secret, place = tmp_path / "kept", tmp_path / "secret", tmp_path / "library"
    fill(kept, 3)
    fill(secret / "deep", 2, seed=20)
    (secret / "deep" / "secret.txt").write_text(made_texts.text(10, seed=30) + phrase)
    with open_library(str(place)) as library:
        scanned(library, kept, secret)
        library.decisions.mark([Mark(str(secret / "deep" / "secret.txt"))])
        index = place / INDEX_NAME
        (place / f"{INDEX_NAME}.damaged-1").write_bytes(index.read_bytes())
        assert library.whole_text(str(secret / "deep" / "secret.txt"))

        done = care.forget_folder(library, str(secret / "deep"), NullReporter())

        left = b"".join(path.read_bytes() for path in place.rglob("*") if path.is_file())
        assert phrase.encode() not in left
        assert b"secret.txt" not in left
        assert (done.files, done.texts) == (3, 3)
        assert library.index.file_count() == 3
        assert library.decisions.marks() == {}
        assert not list(place.glob("*.damaged-*"))


def test_while_another_process_reads_forgetting_says_that_the_disk_still_holds_the_text(tmp_path: Path) -> None:
    fill(tmp_path / "secret", 2)
    with open_library(str(tmp_path / "l")) as library, open_library(str(tmp_path / "l")) as reader:
        scanned(library, tmp_path / "secret")
        library.index._db.execute("PRAGMA busy_timeout = 100")
        with reader.index.snapshot():
            assert reader.index.file_count() == 2
            with pytest.raises(KnownError, match="another program is reading"):
                care.forget_folder(library, str(tmp_path / "secret"), NullReporter())

        assert library.index.file_count() == 0


# a scan that ended early


def test_a_changed_file_is_not_taken_for_what_it_was_when_a_scan_ended_before_its_text_was_read(
    tmp_path: Path, library: Library
) -> None:
    one, two = fill(tmp_path / "one", 1)[0], tmp_path / "two" / "copy.txt"
    two.parent.mkdir()
    shutil.copy(one, two)

    def stop() -> None:
        raise Cancelled

    scanned(library, tmp_path / "one", tmp_path / "two", reporter=AtPhase(stop, lambda phase, *_: phase == "extract"))
    one.write_bytes(one.read_bytes()[::-1])
    scanned(library, tmp_path / "one")

    rows = [library.index.file(os.fspath(path)) for path in (one, two)]
    assert rows[0] is not None
    assert rows[1] is not None
    assert rows[0].content != rows[1].content
