"""The window with the real library behind it, on real files."""

from __future__ import annotations

import itertools
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from core.documents import Relation
from gui.application import Application
from gui.check_sheet import CheckSheet
from gui.compare_pane import ComparePane
from gui.side_bar import View
from gui.side_items import FolderStatus
from tests.gui.running import WAIT_MS, names, scanned


def test_without_folders_the_window_says_what_to_do_first(start: Callable[..., Application], qtbot: QtBot) -> None:
    application = start()
    window = application.window
    qtbot.waitUntil(lambda: not application.session.jobs.is_busy, timeout=WAIT_MS)

    assert window.stack.currentWidget() is window.empty
    assert {button.text() for button in window.empty.findChildren(QPushButton)} == {
        "Add folder…",
        "Try it with samples",
    }


def test_a_scan_shows_identical_and_similar_files_and_says_what_it_compared(
    start: Callable[..., Application], qtbot: QtBot, docs: Path
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    window = application.window

    window.show_view(View.IDENTICAL)
    assert names(application) == ["合同", "合同.txt", "合同 - 副本.txt"]
    window.show_view(View.SIMILAR)
    assert len(names(application)) == 3
    assert "3 files compared by their text" in window.bar._text.text()
    assert application.session.folders[0].files == 3


def test_identical_files_appear_before_the_scan_has_ended(
    start: Callable[..., Application], qtbot: QtBot, docs: Path
) -> None:
    application = start(docs)
    early: list[int] = []
    application.session.early.connect(lambda table: early.append(table.count_by_kind()[Relation.IDENTICAL]))

    scanned(application, qtbot)

    assert early[0] == 1


def test_the_folder_list_and_the_marks_survive_a_restart(
    start: Callable[..., Application], qtbot: QtBot, docs: Path
) -> None:
    first = start(docs)
    scanned(first, qtbot)
    first.session.marking.by_hand([str(docs / "合同 - 副本.txt")], is_marked=True)
    qtbot.waitUntil(lambda: not first.session.jobs._reading, timeout=WAIT_MS)
    first.window.close()

    again = start()
    scanned(again, qtbot)

    assert [state.path for state in again.session.folders] == [str(docs)]
    assert list(again.session.marking.marks) == [str(docs / "合同 - 副本.txt")]
    assert again.session.last is not None
    assert again.session.last.result.counts.opened == 0


def test_a_file_changed_on_the_disk_is_followed(start: Callable[..., Application], qtbot: QtBot, docs: Path) -> None:
    application = start(docs)
    scanned(application, qtbot)
    session = application.session
    qtbot.waitUntil(lambda: session.folders[0].status is FolderStatus.WATCHED, timeout=WAIT_MS)

    (docs / "合同 - 副本.txt").write_text("Something else altogether.")

    def has_no_twins() -> bool:
        return session.last is not None and session.last.table.count_by_kind()[Relation.IDENTICAL] == 0

    qtbot.waitUntil(has_no_twins, timeout=WAIT_MS)


def test_the_threshold_regroups_without_a_scan(start: Callable[..., Application], qtbot: QtBot, docs: Path) -> None:
    application = start(docs)
    scanned(application, qtbot)
    window = application.window
    window.show_view(View.SIMILAR)
    assert window.review.model.shown_groups == 1
    scans: list[bool] = []
    application.session.scanning_changed.connect(scans.append)

    window.review.bar.threshold.setValue(100)
    qtbot.waitUntil(lambda: window.review.model.shown_groups == 0, timeout=WAIT_MS)
    window.review.bar.threshold.setValue(60)
    qtbot.waitUntil(lambda: window.review.model.shown_groups == 1, timeout=WAIT_MS)

    assert scans == []


def test_a_word_of_a_text_finds_its_group(start: Callable[..., Application], qtbot: QtBot, docs: Path) -> None:
    application = start(docs)
    scanned(application, qtbot)
    window = application.window
    window.show_view(View.SIMILAR)

    window.review.bar.search.setText("另行商定")
    qtbot.waitUntil(lambda: window.review.model.wanted.needle == "另行商定", timeout=WAIT_MS)
    qtbot.waitUntil(lambda: window.review.model.shown_groups == 1, timeout=WAIT_MS)
    window.review.bar.search.setText("nowhere at all")
    qtbot.waitUntil(lambda: window.review.model.shown_groups == 0, timeout=WAIT_MS)


def test_the_comparison_follows_the_current_row(start: Callable[..., Application], qtbot: QtBot, docs: Path) -> None:
    application = start(docs)
    scanned(application, qtbot)
    window = application.window
    window.show_view(View.SIMILAR)
    pane = window.findChild(ComparePane)

    window.review.view.go_to(2)
    qtbot.waitUntil(lambda: bool(pane.comparison and pane.comparison.differences), timeout=WAIT_MS)

    current = window.review.view.current
    assert current is not None
    assert pane.comparison.left.path in {member.path for member in current.group.members}


def test_enter_compares_two_chosen_rows_of_any_groups_the_upper_one_on_the_left(
    start: Callable[..., Application], qtbot: QtBot, docs: Path
) -> None:
    for n in range(2):
        (docs / f"other {n}.txt").write_text("This is another document altogether, in two copies.\n" * 9)
    application = start(docs)
    scanned(application, qtbot)
    window = application.window
    window.show_view(View.IDENTICAL)
    view, pane = window.review.view, window.findChild(ComparePane)
    files = [row for row in range(window.review.model.rowCount()) if window.review.model.row_at(row).member is not None]
    lower, upper = files[-1], files[0]
    assert window.review.model.row_at(lower).place != window.review.model.row_at(upper).place

    view.go_to(lower)
    both = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    view.selectionModel().setCurrentIndex(window.review.model.index(upper, 0), both)
    qtbot.keyClick(view, Qt.Key.Key_Return)

    wanted = [window.review.model.row_at(row).member.path for row in (upper, lower)]

    def shown() -> list[str]:
        return [pane.comparison.left.path, pane.comparison.right.path] if pane.comparison else []

    qtbot.waitUntil(lambda: shown() == wanted, timeout=WAIT_MS)


def test_not_duplicates_takes_a_pair_off_the_list_for_good(
    start: Callable[..., Application], qtbot: QtBot, docs: Path
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    window = application.window
    window.show_view(View.SIMILAR)
    window.review.view.go_to(2)

    window.actions_["settle"].trigger()
    qtbot.waitUntil(lambda: window.review.model.shown_groups == 0, timeout=WAIT_MS)
    (docs / "合同 2025.txt").rename(docs / "renamed.txt")
    application.session.scan()
    qtbot.wait(300)
    scanned(application, qtbot)

    assert window.review.model.shown_groups == 0


def test_marking_by_key_and_the_surplus_button(start: Callable[..., Application], qtbot: QtBot, docs: Path) -> None:
    application = start(docs)
    scanned(application, qtbot)
    window = application.window
    window.show_view(View.IDENTICAL)
    view = window.review.view
    view.setFocus()
    view.go_to(0)

    qtbot.keyClick(view, Qt.Key.Key_J)
    qtbot.keyClick(view, Qt.Key.Key_J)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert list(application.session.marking.marks) == [str(docs / "合同 - 副本.txt")]
    window.actions_["undo_mark"].trigger()
    assert not application.session.marking.marks

    window.review.bar.mark_copies_asked.emit()
    qtbot.waitUntil(lambda: bool(application.session.marking.marks), timeout=WAIT_MS)
    assert list(application.session.marking.marks) == [str(docs / "合同 - 副本.txt")]


def window_sheet(application: Application) -> CheckSheet:
    """The sheet of checks."""
    return application.window.findChild(CheckSheet)


def test_a_file_dropped_on_the_zone_is_checked_and_not_added(
    start: Callable[..., Application], qtbot: QtBot, docs: Path, tmp_path: Path
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    outside = tmp_path / "outside.txt"
    shutil.copy(docs / "合同.txt", outside)
    zone = application.window.side._zone
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(outside))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, mime, buttons, keys)
    QApplication.sendEvent(zone, enter)
    assert enter.isAccepted()

    QApplication.sendEvent(zone, QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, buttons, keys))
    sheet = window_sheet(application)
    qtbot.waitUntil(lambda: bool(sheet._files.rows()), timeout=WAIT_MS)

    assert sheet._files.rows()[0].kind == "identical"
    assert len(application.session.folders) == 1


def test_language_and_looks_change_during_a_scan_and_marks_stay(
    start: Callable[..., Application], qtbot: QtBot, docs: Path
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    window, session = application.window, application.session
    session.marking.by_hand([str(docs / "合同 - 副本.txt")], is_marked=True)

    session.scan()
    window.language_chosen.emit("zh_CN")
    window.mode_chosen.emit("dark")
    scanned(application, qtbot)

    assert application.words.language == "zh_CN"
    assert application.theme.palette.is_dark
    assert list(session.marking.marks) == [str(docs / "合同 - 副本.txt")]


def test_every_width_gives_the_list_room(start: Callable[..., Application], qtbot: QtBot) -> None:
    window = start().window
    window.stack.setCurrentWidget(window.review)

    for width in (900, 1100, 1360):
        window.resize(width, 600)
        qtbot.wait(50)
        is_stacked = window.review.splitter.orientation() is Qt.Orientation.Vertical
        assert is_stacked == (width < 1200)
        assert (window.side.width() < 100) == (width < 1000)
        assert window.review.view.columnWidth(0) > 200


def test_no_slot_takes_long_while_many_files_are_scanned(
    start: Callable[..., Application], qtbot: QtBot, tmp_path: Path
) -> None:
    """Processor time of the GUI thread between two beats; the benchmark measures gaps by the clock."""
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(5000):
        (folder / f"{number}.bin").write_bytes(b"%d" % (number % 1700) * 40)
    application = start()
    qtbot.waitUntil(lambda: not application.session.jobs.is_busy, timeout=WAIT_MS)
    beats = [time.thread_time()]
    timer = QTimer()
    timer.setInterval(5)
    timer.timeout.connect(lambda: beats.append(time.thread_time()))
    timer.start()

    application.session.add_folders([str(folder)])
    scanned(application, qtbot)
    timer.stop()

    gaps = sorted((later - sooner for sooner, later in itertools.pairwise(beats)), reverse=True)
    assert application.window.review.model.shown_groups == 1700
    assert gaps[0] < 0.15, gaps[:5]
