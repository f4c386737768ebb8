"""The real window over the sample documents, and the states in which it is looked at."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from core.progress import Phase
from core.settings import Settings
from gui.application import Application
from gui.compared_view import SETTLE_MS
from gui.group_model import GroupModel
from gui.jobs import Snapshot
from gui.preferences import Preferences
from gui.session import SCANNING
from gui.settings_store import SettingsStore
from gui.side_bar import RELATIONS, View
from resources import resource_path
from tests.looks.speech import StretchedWords

PATIENCE_SECONDS = 60.0

MOST_LOOKS = 30
"""So often is looked whether a widget still moves."""

WIDE, NARROW = (1280, 800), (900, 600)


@dataclass(frozen=True, slots=True)
class State:
    """A state of the window: how it is reached, and in which sizes it is looked at."""

    name: str
    reach: Callable[[Application], None]
    sizes: tuple[tuple[int, int], ...] = (WIDE,)


def wait_for(is_there: Callable[[], object], what: str) -> None:
    """Run the event loop until something is true."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_there():
        QTest.qWait(20)
        assert time.monotonic() < end, f"did not come: {what}"


def place_documents(folder: Path) -> Path:
    """Copy the samples, and put something into each page: a damaged file, one without text."""
    documents = folder / "文档 Documents"
    shutil.copytree(resource_path("samples"), documents)
    (documents / "扫描件.pdf").write_bytes(b"%PDF-1.4\nnot really")
    (documents / "空白.docx").write_bytes(b"")
    return documents


@contextmanager
def sample_window(qt: QApplication, folder: Path, documents: Path, letters: float = 1.0) -> Iterator[Application]:
    """Open the window over `documents`, scanned, with words that can be stretched; letters grow while it stands."""
    store = SettingsStore(os.fspath(folder / "neartwin.ini"))
    store.preferences = Preferences(language="en", mode="light", is_calm=True, is_tray_shown=False)
    store.settings = Settings(worker_count=1)
    with patch("gui.application.Words", StretchedWords):
        application = Application(qt, store, os.fspath(folder / "library"))
    crashes: list[str] = []
    application.session.crashed.connect(crashes.append)
    application.start([os.fspath(documents)])
    session = application.session
    wait_for(lambda: session.last is not None and not session.is_scanning, "the scan of the samples")
    application.theme.set_scale(letters)
    try:
        yield application
    finally:
        application.window.close()
        application.window.deleteLater()
        application.theme.setParent(None)
        application.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert crashes == []


def show_view(view: View) -> Callable[[Application], None]:
    """Return what shows a view; in a list of groups, with the first pair compared and marked."""

    def reach(application: Application) -> None:
        window = application.window
        application.session.progressed.emit(None)
        window.show_view(view)
        if view not in RELATIONS:
            QTest.qWait(60)
            return
        review = window.review
        review.model.set_all_open(are_open=True)
        if review.model.rowCount() < 2:
            return
        pane = review.splitter.widget(1)
        group = review.model.row_at(0).group
        member = group.members[1].path
        review.view.go_to(row_of(review.model, member))
        wait_for(
            lambda: (
                pane.comparison is not None
                and {pane.comparison.left.path, pane.comparison.right.path} == {member, group.keeper.path}
            ),
            f"the comparison in {view}",
        )
        QTest.qWait(40)

    return reach


def row_of(model: GroupModel, path: str) -> int:
    """Return the row of a file."""
    for row in range(model.rowCount()):
        member = model.row_at(row).member
        if member is not None and member.path == path:
            return row
    raise AssertionError(f"{path} has no row")


def mark(application: Application) -> None:
    """Show identical files, the surplus ones marked by the rule."""
    show_view(View.IDENTICAL)(application)
    application.window.actions_["mark_copies"].trigger()
    wait_for(lambda: application.session.marking.marks, "the marks")
    QTest.qWait(40)


def scan(application: Application) -> None:
    """Show a running scan, as its progress would show it."""
    show_view(View.SIMILAR)(application)
    application.window.bar.show_progress(Snapshot(SCANNING, Phase.EXTRACT, 5518, 8902, 30.0))


def filter_nothing(application: Application) -> None:
    """Show what a filter that fits nothing leaves."""
    show_view(View.SIMILAR)(application)
    application.window.review.bar.search.setText("7777777")
    wait_for(lambda: application.window.review.model.rowCount() == 0, "the empty list")
    QTest.qWait(40)


def check(application: Application) -> None:
    """Show the sheet over the list, with what a check of a copy found."""
    application.window.review.bar.search.clear()
    show_view(View.IDENTICAL)(application)
    sheet = application._checking.sheet
    application._checking.check([application.session.last.table.groups[0].keeper.path])
    wait_for(lambda: sheet.isVisible() and sheet._files.rows(), "the verdict")
    QTest.qWait(300)


def leave_sheet(application: Application) -> None:
    application._checking.sheet.leave()
    QTest.qWait(60)


def states() -> list[State]:
    """Return the states of the window, in an order in which each can be reached from the one before."""
    both = (WIDE, NARROW)
    every = [State(view.value, show_view(view), both) for view in View]
    return [
        *every,
        State("marked", mark, both),
        State("scanning", scan, both),
        State("filtered", filter_nothing),
        State("checking", check, both),
    ]


AFTERWARDS: dict[str, Callable[[Application], None]] = {
    "checking": leave_sheet,
    "filtered": lambda application: application.window.review.bar.search.clear(),
    "scanning": lambda application: application.window.bar.show_progress(None),
}
"""What brings the window back for the next state."""


def fold(application: Application, size: tuple[int, int]) -> None:
    """Give the window a size and let it settle."""
    window = application.window
    window.setWindowState(Qt.WindowState.WindowNoState)
    if window.size() != QSize(*size):
        window.resize(*size)
        QTest.qWait(SETTLE_MS + 40)
    settle(window)


def settle(widget: QWidget) -> None:
    """Run the event loop until nothing within a widget moves or is about to, however slow the machine is."""
    before: list[object] = []
    for _ in range(MOST_LOOKS):
        QTest.qWait(10)
        now = [one.geometry().getRect() for one in widget.findChildren(QWidget) if one.isVisible()]
        is_waiting = any(one.isActive() and one.interval() <= SETTLE_MS for one in widget.findChildren(QTimer))
        if now == before and not is_waiting:
            return
        before = now
