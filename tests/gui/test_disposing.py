"""From a mark to the trash and back, through the window, with the trash of the desktop."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.application import Application
from gui.journal_view import JournalView
from gui.plan_dialog import PlanDialog
from gui.qt_trash import move_to_trash
from gui.side_bar import View
from tests.gui.running import WAIT_MS, scanned

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into the trash of a Linux desktop")


@pytest.fixture(autouse=True)
def own_trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the tests a trash of their own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "Trash" / "files"


def test_the_trash_tells_where_a_file_went(tmp_path: Path) -> None:
    file = tmp_path / "文件 #1.txt"
    file.write_text("kept")

    place = move_to_trash(str(file))

    assert not file.exists()
    assert place is not None
    assert Path(place).read_text() == "kept"


def test_a_name_that_is_no_unicode_goes_to_the_trash_too(tmp_path: Path) -> None:
    path = os.fsdecode(os.path.join(os.fsencode(tmp_path), b"odd\xff.txt"))
    with open(path, "w") as file:
        file.write("kept")

    place = move_to_trash(path)

    assert not os.path.exists(path)
    assert place is not None
    assert os.path.exists(place)


def test_a_file_that_is_gone_is_refused_by_the_trash(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"."):
        move_to_trash(str(tmp_path / "never was"))


def test_marked_copies_go_to_the_trash_and_the_journal_brings_them_back(
    start: Callable[..., Application],
    qtbot: QtBot,
    docs: Path,
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    window, session = application.window, application.session
    copy = docs / "合同 - 副本.txt"
    session.marking.by_hand([str(copy)], is_marked=True)

    window.bar.trash_asked.emit()
    qtbot.waitUntil(lambda: window.findChild(PlanDialog) is not None, timeout=WAIT_MS)
    window.findChild(PlanDialog)._agree()
    qtbot.waitUntil(lambda: not copy.exists() and not session.marking.marks, timeout=WAIT_MS)
    scanned(application, qtbot)
    window.show_view(View.IDENTICAL)
    assert window.review.model.shown_groups == 0
    assert (docs / "合同.txt").exists()

    journal = window.findChild(JournalView)
    qtbot.waitUntil(lambda: bool(journal._model.rows()), timeout=WAIT_MS)
    journal.undo_wanted.emit([journal._model.rows()[0].id])
    qtbot.waitUntil(copy.exists, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: window.review.model.shown_groups == 1, timeout=WAIT_MS)


def test_keeping_all_files_in_the_dialog_changes_nothing(
    start: Callable[..., Application],
    qtbot: QtBot,
    docs: Path,
) -> None:
    application = start(docs)
    scanned(application, qtbot)
    copy = docs / "合同 - 副本.txt"
    application.session.marking.by_hand([str(copy)], is_marked=True)

    application.window.bar.trash_asked.emit()
    qtbot.waitUntil(lambda: application.window.findChild(PlanDialog) is not None, timeout=WAIT_MS)
    application.window.findChild(PlanDialog).reject()
    qtbot.wait(100)

    assert copy.exists()
    assert list(application.session.marking.marks) == [str(copy)]


def test_the_samples_are_copied_once_and_hold_all_kinds(tmp_path: Path) -> None:
    from gui.samples import place_samples

    place = place_samples(str(tmp_path / "samples"))
    files = [path for path in Path(place).rglob("*") if path.is_file()]
    assert len(files) >= 8
    shutil.rmtree(Path(place) / "下载")

    assert place_samples(place) == place
    assert not (Path(place) / "下载").exists()
