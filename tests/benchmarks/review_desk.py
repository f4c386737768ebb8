"""The review desk at 100,000 groups: first paint, sorting, filtering, marking by rule, the slider, scrolling, memory.

    python tests/benchmarks/review_desk.py [GROUPS]

Prints each figure beside its bound and exits 1 where one falls short. Gaps of the GUI thread are measured by a timer
of 5 ms. On a machine that is busy with other work, its processor time counts instead of the clock, and the script
says so: what other programs take is not measured, but neither is waiting for another thread.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from core.documents import (
    Counts,
    Digests,
    Document,
    DuplicateGroup,
    Match,
    MeasuredBy,
    Member,
    Reason,
    Relation,
    ScanResult,
)
from core.rules import Rule, RuleKind
from gui.application import Application
from gui.group_table import Column
from gui.interpreter import SWITCH_SECONDS
from gui.settings_store import SettingsStore
from gui.shown import Shown, made_ready
from gui.side_bar import View

BEAT_MS = 5

IDLE_PERCENT = 15.0
"""Above this the clock measures other programs."""


class Desk:
    """The program with a result in it, and a heartbeat."""

    def __init__(self, qt: QApplication, folder: str, clock: Callable[[], float]) -> None:
        self.qt = qt
        self.clock = clock
        store = SettingsStore(f"{folder}/neartwin.ini")
        store.folders_of(f"{folder}/library")
        store.folders = ["/home/user/文档"]
        self.application = Application(qt, store, f"{folder}/library")
        self.application.finish()
        self.window = self.application.window
        self.window.show()
        self.wait(0.5)
        self._last = clock()
        self.gaps: list[float] = []
        self._timer = QTimer()
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def wait(self, seconds: float) -> None:
        """Let the window live for a while."""
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            self.qt.processEvents()
            time.sleep(0.001)

    def until(self, is_done: Callable[[], bool], seconds: float = 60.0) -> float:
        """Let the window live until something is so; return how long that took."""
        last = time.perf_counter() + seconds
        started = self.whole()
        while not is_done():
            if time.perf_counter() > last:
                raise TimeoutError
            self.qt.processEvents()
            time.sleep(0.001)
        return self.whole() - started

    def whole(self) -> float:
        """The clock for work of all threads."""
        return time.process_time() if self.clock is time.thread_time else self.clock()

    def timed(self, act: Callable[[], object]) -> tuple[float, float]:
        """Do something and paint it; return seconds and the longest gap of the heartbeat around it."""
        self.wait(0.1)
        self.gaps.clear()
        started = self.clock()
        act()
        self.qt.processEvents()
        seconds = self.clock() - started
        self.wait(0.2)
        return seconds, max(self.gaps, default=0.0)

    def _beat(self) -> None:
        now = self.clock()
        self.gaps.append(now - self._last)
        self._last = now


def made_groups(count: int) -> list[DuplicateGroup]:
    """Return `count` groups of three files each, of all kinds, with Chinese names and the digests of real ones."""
    kinds = list(Relation)
    groups = []
    for number in range(count):
        kind = kinds[number % 4]
        is_same = kind in (Relation.IDENTICAL, Relation.SAME_TEXT)
        members = tuple(
            Member(
                Document(
                    f"/home/user/文档/部门{number % 97}/{2015 + number % 10}/关于第{number}次工作会议的通知 ({m}).docx",
                    "/home/user/文档",
                    1000 + number * 7919 % 1_000_000,
                    1_600_000_000_000_000_000 + number * 1_000_003_000_000 % 10**17,
                    1_700_000_000_000_000_000 + number * 3 + m,
                    2049,
                    10_000_000 + number * 3 + m,
                ),
                is_keeper=m == 0,
                reason=Reason.OLDER if m == 0 else None,
                digests=Digests(f"{number:032x}", f"{number:064x}"),
                simhash=None if kind is Relation.IDENTICAL else 2**63 + number,
                hamming=None if kind is Relation.IDENTICAL else m,
                similarity=1.0 if m == 0 or is_same else 0.9 + number % 10 / 100,
            )
            for m in range(3)
        )
        gain = 2 * members[0].document.size if is_same else None
        groups.append(DuplicateGroup(kind, members, min(m.similarity for m in members), f"i:{number:064x}", gain))
    return groups


def made_matches(count: int) -> list[Match]:
    """Return as many pairs, each of paths of their own, which a scan shares with its documents."""
    return [
        Match(f"/a{n}", f"/b{n}", Relation.SIMILAR, 0.5 + n % 50 / 100, MeasuredBy.ORDER, 1.0, 1.0, 3)
        for n in range(count)
    ]


def memory() -> float:
    """Return the resident memory in MB."""
    return float(psutil.Process().memory_info().rss) / 1e6


class Report:
    """Prints figures and remembers which fell short."""

    def __init__(self) -> None:
        self.is_short = False

    def line(self, name: str, value: float, bound: float, unit: str) -> None:
        """Print a figure beside its bound."""
        is_short = value > bound
        self.is_short |= is_short
        print(f"{name:48} {value:9.3f} {unit:3} (at most {bound:g}){'  FALLS SHORT' if is_short else ''}")


def measure(desk: Desk, count: int) -> bool:
    """Measure everything; return whether all bounds were kept."""
    report = Report()
    before = memory()
    matches = made_matches(count // 2)
    figures = tuple(match.similarity for match in matches)
    shown = made_ready(ScanResult(True, ("/home/user/文档",), Counts(files=3 * count), tuple(made_groups(count)),
                                  tuple(matches), similarities=figures))  # fmt: skip
    del matches
    _show(desk, shown, report)
    report.line("memory above the empty window", memory() - before, 200.0, "MB")
    _sort_and_filter(desk, report)
    _scroll(desk, report)
    _mark(desk, report)
    _slide(desk, report)
    return not report.is_short


def _show(desk: Desk, shown: Shown, report: Report) -> None:
    session = desk.application.session
    desk.window.show_view(View.IDENTICAL)
    seconds, gap = desk.timed(lambda: session._show(shown))
    report.line("first paint after the result", seconds, 0.5, "s")
    report.line("longest gap while it appears", gap, 0.4, "s")


def _sort_and_filter(desk: Desk, report: Report) -> None:
    review = desk.window.review
    header = review.view.horizontalHeader()
    for column in Column:
        seconds, gap = desk.timed(lambda column=column: header.setSortIndicator(column, header.sortIndicatorOrder()))
        report.line(f"sort by {column.name.lower()}", seconds, 0.5, "s")
        report.line("  longest gap", gap, 0.4, "s")
    for needle in ("通知 99", "docx 部门9", ""):
        desk.wait(0.1)
        desk.gaps.clear()
        review.bar.needle_changed.emit(needle)
        seconds = desk.until(lambda needle=needle: review.model.wanted.needle == needle)
        report.line(f"filter by {needle!r}", seconds, 0.5, "s")
        report.line("  longest gap", max(desk.gaps, default=0.0), 0.4, "s")
    for view in (View.SIMILAR, View.IDENTICAL):
        seconds, _ = desk.timed(lambda view=view: desk.window.show_view(view))
        report.line(f"change to the view {view.value}", seconds, 0.5, "s")


def _scroll(desk: Desk, report: Report) -> None:
    view = desk.window.review.view
    desk.gaps.clear()
    for step in range(60):
        view.verticalScrollBar().setValue(step * 5000)
        desk.wait(0.01)
    view.step(1)
    report.line("longest gap while scrolling", max(desk.gaps), 0.1, "s")


def _mark(desk: Desk, report: Report) -> None:
    session = desk.application.session
    desk.wait(0.2)
    desk.gaps.clear()
    session.mark_by_rule(Rule(RuleKind.SURPLUS), lambda _effect: None)
    seconds = desk.until(lambda: bool(session.marking.marks))
    desk.wait(0.3)
    print(f"{len(session.marking.marks)} files marked by rule in {seconds:.2f} s")
    report.line("longest gap while marking by rule", max(desk.gaps), 0.1, "s")


def _slide(desk: Desk, report: Report) -> None:
    desk.window.show_view(View.SIMILAR)
    desk.wait(0.2)
    desk.gaps.clear()
    for value in range(95, 60, -1):
        desk.window.review.bar.threshold.setValue(value)
        desk.wait(0.01)
    report.line("longest gap while the slider moves", max(desk.gaps), 0.1, "s")


def main() -> int:
    """Measure and return the exit status."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    sys.setswitchinterval(SWITCH_SECONDS)
    qt = QApplication(sys.argv[:1])
    busy = psutil.cpu_percent(1.0)
    clock = time.perf_counter if busy <= IDLE_PERCENT else time.thread_time
    how = "by the clock" if clock is time.perf_counter else "in processor time"
    print(f"{count} groups, {3 * count} files; the machine was {busy:.0f} % busy with other work; measured {how}")
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(qt, folder, clock)
        is_kept = measure(desk, count)
        desk.window.close()
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
