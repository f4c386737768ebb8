"""Jobs run one after the other, end exactly once, and tell the GUI thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from core.documents import Relation
from core.errors import KnownError
from core.progress import Phase
from gui.jobs import Jobs, Progress, Snapshot
from tests.gui.made_groups import group_of


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    made = Jobs()
    yield made
    assert made.close()


def test_an_answer_arrives_on_the_gui_thread(jobs: Jobs, qtbot: QtBot) -> None:
    heard: list[tuple[int, int]] = []
    here = threading.get_ident()

    jobs.write("", lambda _: threading.get_ident(), lambda there: heard.append((there, threading.get_ident())))
    qtbot.waitUntil(lambda: bool(heard), timeout=5000)

    there, told = heard[0]
    assert told == here
    assert there != here


def test_writing_jobs_run_one_after_the_other_in_their_order(jobs: Jobs, qtbot: QtBot) -> None:
    running: list[str] = []
    order: list[str] = []

    def work(name: str) -> str:
        assert not running
        running.append(name)
        time.sleep(0.02)
        running.remove(name)
        return name

    for name in "abc":
        jobs.write("", lambda _, name=name: work(name), order.append)  # type: ignore[misc]  # the default binds
    qtbot.waitUntil(lambda: len(order) == 3, timeout=5000)

    assert order == ["a", "b", "c"]


def test_a_question_is_answered_while_a_writing_job_runs(jobs: Jobs, qtbot: QtBot) -> None:
    go_on = threading.Event()
    answers: list[int] = []
    jobs.write("", lambda _: go_on.wait(5))

    jobs.read(lambda: 42, answers.append)
    qtbot.waitUntil(lambda: answers == [42], timeout=5000)

    assert jobs.is_busy
    go_on.set()
    qtbot.waitUntil(lambda: not jobs.is_busy, timeout=5000)


def test_writing_begins_when_the_decisions_before_it_are_stored(jobs: Jobs, qtbot: QtBot) -> None:
    go_on = threading.Event()
    done: list[str] = []

    def decide() -> None:
        go_on.wait(5)
        done.append("stored")

    jobs.read(decide, must_run=True)
    jobs.write("", lambda _: done.append("written"))
    qtbot.wait(120)
    assert done == []

    go_on.set()
    qtbot.waitUntil(lambda: done == ["stored", "written"], timeout=5000)


def test_a_job_that_waits_for_decisions_can_be_stopped(jobs: Jobs, qtbot: QtBot) -> None:
    go_on = threading.Event()
    endings: list[str] = []
    jobs.read(lambda: go_on.wait(5), must_run=True)
    jobs.write("", lambda _: 1, lambda _: endings.append("done"), stopped=lambda: endings.append("stopped"))
    qtbot.wait(60)

    jobs.stop()
    qtbot.waitUntil(lambda: endings == ["stopped"], timeout=1000)

    go_on.set()


def test_stop_ends_a_job_within_a_second_and_only_as_stopped(jobs: Jobs, qtbot: QtBot) -> None:
    endings: list[str] = []

    def forever(progress: Progress) -> None:
        for turn in range(10**9):
            progress.advance(Phase.WALK, turn)
            time.sleep(0.001)

    jobs.write("", forever, lambda _: endings.append("done"), lambda _: endings.append("failed"),
               lambda: endings.append("stopped"))  # fmt: skip
    qtbot.wait(50)
    started = time.monotonic()
    jobs.stop()
    qtbot.waitUntil(lambda: bool(endings), timeout=2000)

    assert time.monotonic() - started < 1.0
    assert endings == ["stopped"]


def test_a_refusal_of_the_environment_is_no_crash(jobs: Jobs, qtbot: QtBot) -> None:
    crashes: list[str] = []
    jobs.crashed.connect(crashes.append)

    def work(_: Progress) -> None:
        raise KnownError("The disk is full.")

    with qtbot.waitSignal(jobs.refused, timeout=5000) as told:
        jobs.write("", work)

    assert str(told.args[0]) == "The disk is full."
    assert crashes == []


def test_a_bug_in_a_job_tells_its_story_and_the_next_job_runs(jobs: Jobs, qtbot: QtBot) -> None:
    answers: list[int] = []

    def broken(_: Progress) -> None:
        raise ZeroDivisionError("by hand")

    with qtbot.waitSignal(jobs.crashed, timeout=5000) as told:
        jobs.write("", broken)
        jobs.write("", lambda _: 1, answers.append)
    qtbot.waitUntil(lambda: answers == [1], timeout=5000)

    assert "ZeroDivisionError: by hand" in told.args[0]


def test_progress_and_early_groups_are_read_by_a_timer(jobs: Jobs, qtbot: QtBot) -> None:
    go_on = threading.Event()
    seen: list[Snapshot] = []
    groups: list[Any] = []
    jobs.progressed.connect(seen.append)
    jobs.found.connect(groups.extend)

    def work(progress: Progress) -> None:
        progress.found([group_of(Relation.IDENTICAL, "a", "b")])
        for turn in range(1000):
            progress.advance(Phase.EXTRACT, turn, 1000)
        go_on.wait(5)

    jobs.write("Scanning", work)
    qtbot.waitUntil(lambda: bool(seen) and bool(groups), timeout=5000)
    go_on.set()
    qtbot.waitUntil(lambda: not jobs.is_busy, timeout=5000)

    assert seen[-1].phase is Phase.EXTRACT
    assert (seen[-1].done, seen[-1].total) == (999, 1000)
    assert len(groups) == 1


def test_a_dropped_question_is_not_answered(jobs: Jobs, qtbot: QtBot) -> None:
    answers: list[int] = []
    go_on = threading.Event()
    first = jobs.read(lambda: go_on.wait(5), lambda _: answers.append(1))
    jobs.read(lambda: 2, answers.append)

    first.stop()
    go_on.set()
    qtbot.waitUntil(lambda: answers == [2], timeout=5000)

    assert answers == [2]


def test_busy_is_said_once_when_work_begins_and_once_when_it_ends(jobs: Jobs, qtbot: QtBot) -> None:
    said: list[bool] = []
    jobs.busy_changed.connect(said.append)

    for _ in range(3):
        jobs.write("", lambda _: None)
    qtbot.waitUntil(lambda: not jobs.is_busy, timeout=5000)

    assert said == [True, False]
