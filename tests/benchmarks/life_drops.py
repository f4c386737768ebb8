"""New documents against a large library in `library_life.py`: dropped, and followed on the disk, by the sorted file
beside the index and, as it was before there was one, by loading all texts."""

from __future__ import annotations

import gc
import os
import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core import lookups
from core.check import check
from core.check_table import CheckTable
from core.library import memory_library, open_library
from core.live import refresh
from core.live_result import result_now
from core.lookup_place import forget_lookup, lookup_files
from core.near import compare_texts
from core.progress import NullReporter
from core.settings import Settings
from core.watch import Changed
from core.workers import Workers
from tests.benchmarks import large_library

if TYPE_CHECKING:
    from pathlib import Path

    from core.library import Library

QUIET = NullReporter()


@dataclass(slots=True)
class Drops:
    """What was measured, in seconds and bytes.

    Attributes:
        first, later: checks of a document by a worker that is warm, as the window keeps one.
        follow: index brought up to date with one new file; result: and the result made from it.
        first_of_all, follow_of_all: without the sorted file: all texts are loaded.
        memory, memory_of_all: what the first check took.
        written: seconds and bytes of the sorted file, once at the end of a scan.
    """

    first: float = 0.0
    later: list[float] = field(default_factory=list)
    follow: list[float] = field(default_factory=list)
    result: list[float] = field(default_factory=list)
    first_of_all: float = 0.0
    follow_of_all: float = 0.0
    memory: int = 0
    memory_of_all: int = 0
    written: tuple[float, int] = (0.0, 0)


def drops(base: Path, count: int, times: int) -> Drops:
    """Fill a library with `count` documents, check new ones of ten pages, then let new ones appear in its folder."""
    folder = base / "documents"
    folder.mkdir()
    measured = Drops()
    gc.set_threshold(2_000, 10, 1_000_000_000)  # as the window has it: no collection of everything in between
    workers = Workers(1)
    with open_library(str(base / "library")) as opened:
        large_library.fill(opened, str(folder), count)
        before = time.perf_counter()
        compare_texts(Settings(), opened.index, workers, QUIET)
        [file] = lookup_files(str(base / "library"))
        measured.written = time.perf_counter() - before, os.path.getsize(file)
        asked = base / "已知.docx"
        ten_pages(asked, 10_000)
        with memory_library() as nothing:
            check([str(asked)], Settings(), nothing, workers, QUIET)
        _check(opened, base, workers, measured, times)
        for number in range(times):
            path = folder / f"新来 {number}.docx"
            ten_pages(path, 20_000 + number)
            measured.follow.append(_follow(opened, folder, path, workers))
            before = time.perf_counter()
            result_now([str(folder)], Settings(), opened)
            measured.result.append(time.perf_counter() - before)
        measured.follow_of_all = _follow_of_all(opened, folder, workers)
    workers.close()
    return measured


def _check(library: Library, base: Path, workers: Workers, measured: Drops, times: int) -> None:
    """Check documents, first by the sorted file, then one by all texts; the answers are the same."""
    table = CheckTable()
    for number in range(times + 1):
        path = base / f"新文件 {number}.docx"
        ten_pages(path, number)
        memory, before = _memory(), time.perf_counter()
        verdict = check([str(path)], Settings(), library, workers, QUIET, table=table)
        seconds = time.perf_counter() - before
        if number:
            measured.later.append(seconds)
        else:
            measured.first, measured.memory = seconds, _memory() - memory
    name = library.index.meta("lookup") or ""
    library.index.set_meta("lookup", "")
    memory, before = _memory(), time.perf_counter()
    of_all = check([str(path)], Settings(), library, workers, QUIET, table=CheckTable())
    measured.first_of_all, measured.memory_of_all = time.perf_counter() - before, _memory() - memory
    library.index.set_meta("lookup", name)
    assert of_all == verdict


def _follow(library: Library, folder: Path, path: Path, workers: Workers) -> float:
    changed = Changed(frozenset([str(folder)]), frozenset([str(path)]))
    before = time.perf_counter()
    done = refresh(changed, Settings(), library, workers, QUIET)
    seconds = time.perf_counter() - before
    assert len(done.events) == 1
    return seconds


def _follow_of_all(library: Library, folder: Path, workers: Workers) -> float:
    forget_lookup(library.index)
    worth, lookups.WORTH = lookups.WORTH, 10**9
    path = folder / "ohne.docx"
    ten_pages(path, 30_000)
    seconds = _follow(library, folder, path, workers)
    lookups.WORTH = worth
    return seconds


def _memory() -> int:
    """Return the bytes that this process has of its own, the mapped file not counted; 0 where that is not told."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            return sum(int(line.split()[1]) * 1024 for line in file if line.startswith("RssAnon:"))
    except OSError:
        return 0


def ten_pages(path: Path, seed: int) -> None:
    """Write a .docx of ten pages: 60 paragraphs of 120 characters, two tables."""
    from docx import Document

    draw = random.Random(seed)
    made = Document()
    for _ in range(60):
        made.add_paragraph("".join(chr(draw.randrange(0x4E00, 0x5E00)) for _ in range(120)) + "。")
    for _ in range(2):
        table = made.add_table(10, 4)
        for row in table.rows:
            for cell in row.cells:
                cell.text = str(draw.randrange(10**6))
    made.save(str(path))
