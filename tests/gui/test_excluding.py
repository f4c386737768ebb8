"""A folder is excluded from scans by right click on one of its files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from gui.application import Application
from gui.side_bar import View
from tests.gui.running import scanned


def test_a_folder_excluded_from_the_row_s_menu_is_in_no_scan_any_more(
    qtbot: QtBot, start: Callable[..., Application], tmp_path: Path
) -> None:
    documents = tmp_path / "documents"
    for name in ("a", "b", "c"):
        (documents / name).mkdir(parents=True)
        (documents / name / "file.bin").write_text("the same")
    application = start(documents)
    scanned(application, qtbot)
    window = application.window
    window.show_view(View.IDENTICAL)
    view = window.review.view
    view.setCurrentIndex(view.model().index(1, 0))
    current = view.current
    assert current is not None
    assert current.member is not None
    excluded = Path(current.member.path).parent

    window.actions_["exclude"].trigger()
    [box] = window.findChildren(QMessageBox)
    with qtbot.waitSignal(application.session.shown, timeout=20_000):
        next(button for button in box.buttons() if button.text() == "Exclude").click()

    assert application.session.settings.excluded_folders == (str(excluded),)
    last = application.session.last
    assert last is not None
    assert [(one.path, one.reason) for one in last.result.skipped] == [(str(excluded), "excluded_folder")]
    [group] = last.result.groups
    assert len(group.members) == 2
    assert not any(Path(member.path).parent == excluded for member in group.members)
