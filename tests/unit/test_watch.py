"""Watchdog's events as settled sets of paths, on a real file system."""

from __future__ import annotations

import logging
import os
import queue
import time
from typing import TYPE_CHECKING

import pytest

from core.watch import Cause, Changed, Watch, WatchState

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE_SECONDS = 15.0


class Heard:
    """A watch, and what it reported."""

    def __init__(self, folder: Path) -> None:
        self.changes: queue.SimpleQueue[Changed] = queue.SimpleQueue()
        self.watch = Watch(self.changes.put, settle_seconds=0.3, poll_seconds=3600)
        self.watch.start()
        self.states = self.watch.set_folders([os.fspath(folder)])

    def paths_until(self, wanted: set[str]) -> list[Changed]:
        """Return the reports until all the wanted names were in one."""
        found: list[Changed] = []
        names: set[str] = set()
        end = time.monotonic() + PATIENCE_SECONDS
        while not wanted <= names:
            assert time.monotonic() < end, f"only {names} were reported"
            try:
                change = self.changes.get(timeout=0.5)
            except queue.Empty:
                continue
            found.append(change)
            names |= {os.path.basename(path) for path in change.paths}
        return found


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[Heard]:
    found = Heard(tmp_path)
    yield found
    found.watch.close()


def test_a_new_file_is_reported_once_it_is_quiet(heard: Heard, tmp_path: Path) -> None:
    assert list(heard.states.values()) == [WatchState.WATCHING]
    with open(tmp_path / "growing.txt", "w") as file:
        for _ in range(6):
            file.write("more\n" * 1000)
            file.flush()
            time.sleep(0.15)

    changes = heard.paths_until({"growing.txt"})

    assert len(changes) == 1
    assert changes[0].folders == {os.fspath(tmp_path)}
    assert not changes[0].is_reconciling


def test_saving_as_office_programs_do_is_one_change_of_one_document(heard: Heard, tmp_path: Path) -> None:
    target = tmp_path / "report.docx"
    (tmp_path / "~$report.docx").write_bytes(b"lock")
    (tmp_path / "~WRD0001.tmp").write_bytes(b"whole")
    os.replace(tmp_path / "~WRD0001.tmp", target)
    (tmp_path / "~$report.docx").unlink()

    changes = heard.paths_until({"report.docx"})

    assert {os.path.basename(path) for change in changes for path in change.paths} - {tmp_path.name} == {"report.docx"}


def test_moves_and_deletions_are_reported_with_both_paths(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("1")
    heard.paths_until({"one.txt"})
    (tmp_path / "sub").mkdir()
    os.rename(tmp_path / "one.txt", tmp_path / "sub" / "two.txt")

    heard.paths_until({"one.txt", "two.txt"})
    (tmp_path / "sub" / "two.txt").unlink()
    heard.paths_until({"two.txt"})


def test_lost_events_make_the_whole_folder_be_looked_at(heard: Heard, tmp_path: Path) -> None:
    logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed; filesystem events were lost")

    change = heard.changes.get(timeout=PATIENCE_SECONDS)

    assert change == Changed(frozenset([os.fspath(tmp_path)]), cause=Cause.LOST)


def test_a_folder_that_cannot_be_watched_is_polled_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes: queue.SimpleQueue[Changed] = queue.SimpleQueue()
    watch = Watch(changes.put, poll_seconds=0.3)

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(watch._observer, "schedule", refuse)
    watch.start()
    try:
        states = watch.set_folders([os.fspath(tmp_path)])
        change = changes.get(timeout=PATIENCE_SECONDS)
    finally:
        watch.close()

    assert list(states.values()) == [WatchState.LIMITED]
    assert change.cause is Cause.POLLED


def test_a_pause_reports_nothing_and_its_end_everything(heard: Heard, tmp_path: Path) -> None:
    heard.watch.pause(is_paused=True)
    (tmp_path / "quiet.txt").write_text("x")
    time.sleep(1.0)
    assert heard.changes.empty()

    heard.watch.pause(is_paused=False)

    assert heard.changes.get(timeout=PATIENCE_SECONDS).is_reconciling


def test_a_folder_taken_off_the_list_is_no_longer_reported(heard: Heard, tmp_path: Path) -> None:
    heard.watch.set_folders([])
    (tmp_path / "later.txt").write_text("x")
    time.sleep(1.0)

    assert heard.changes.empty()
