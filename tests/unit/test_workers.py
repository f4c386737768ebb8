"""Worker processes: an item that hangs, dies or grows costs itself and nothing else."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from core.progress import Cancelled
from core.workers import InProcess, WorkerFailure, Workers

if TYPE_CHECKING:
    from collections.abc import Iterator

MEBIBYTE = 1024 * 1024


def behave(item: str) -> str:
    """Do what the item says."""
    if item == "die":
        os._exit(3)
    if item == "hang":
        time.sleep(60)
    if item == "grow":
        return str(len(bytearray(900 * MEBIBYTE)))
    if item == "raise":
        raise ValueError(item)
    return item.upper()


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    pool = Workers(2, seconds=30, memory=512 * MEBIBYTE)
    yield pool
    pool.close()


def test_one_item_s_death_costs_only_itself(workers: Workers) -> None:
    items = ["a", "die", "b", "raise", "c", "die", "d", "grow", "e"]

    outcomes = list(workers.map(behave, items))

    answers = {item: outcome for item, outcome in outcomes if not isinstance(outcome, WorkerFailure)}
    failures = [(item, outcome.kind) for item, outcome in outcomes if isinstance(outcome, WorkerFailure)]
    assert answers == {letter: letter.upper() for letter in "abcde"}
    assert sorted(failures) == [("die", "died"), ("die", "died"), ("grow", "memory"), ("raise", "error")]


def test_an_item_that_hangs_is_ended_after_its_time(workers: Workers) -> None:
    start = time.monotonic()

    [(item, outcome)] = workers.map(behave, ["hang"], seconds=1)

    assert item == "hang"
    assert isinstance(outcome, WorkerFailure)
    assert outcome.kind == "timeout"
    assert time.monotonic() - start < 20


def test_a_stop_ends_a_run_within_a_second_whatever_its_items_do(workers: Workers) -> None:
    list(workers.map(behave, ["warm"]))
    start = time.monotonic()

    def poll() -> None:
        if time.monotonic() - start > 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        list(workers.map(behave, ["hang", "hang"], poll=poll))

    assert time.monotonic() - start < 1.5
    assert [outcome for _, outcome in workers.map(behave, ["after"])] == ["AFTER"]


def test_running_in_this_process_gives_the_same_answers(workers: Workers) -> None:
    items = ["x", "y", "z"]

    assert sorted(InProcess().map(behave, items)) == sorted(workers.map(behave, items))
