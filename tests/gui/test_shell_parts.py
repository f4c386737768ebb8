"""The parts of the shell: bars, side bar, phrases, what is dropped, names for screen readers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QAbstractSlider, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.decisions import Mark
from core.documents import Changes, Relation
from core.progress import Phase
from core.rules import Rule, RuleKind
from gui import phrases
from gui.application import Application
from gui.dropping import dropped_paths
from gui.filter_bar import FilterBar
from gui.group_table import Family
from gui.jobs import Snapshot
from gui.marking import Source
from gui.rules_menu import RulesMenu
from gui.scan_bar import ScanBar, progress_text, remaining_seconds
from gui.session import SCANNING
from gui.side_bar import SideBar, View
from gui.side_items import FolderState, FolderStatus
from gui.theme import Theme
from gui.words import Words
from tests.gui.made_groups import group_of


def test_the_bar_says_stage_counts_and_what_is_left(words: Words) -> None:
    snapshot = Snapshot(SCANNING, Phase.EXTRACT, 5518, 8902, 65.0)

    assert progress_text(words, snapshot) == "Reading texts 5,518 / 8,902 · about 40 seconds left"


@given(st.sampled_from(Phase), st.integers(0, 10**7), st.none() | st.integers(0, 10**7), st.floats(0, 10**6))
def test_every_progress_can_be_said(phase: Phase, done: int, total: int | None, seconds: float) -> None:
    snapshot = Snapshot(SCANNING, phase, done, total, seconds)

    assert progress_text(Words("en"), snapshot)
    left = remaining_seconds(snapshot)
    assert left is None or total is not None


def test_stop_can_be_pressed_once_a_scan(words: Words, theme: Theme, qtbot: QtBot) -> None:
    bar = ScanBar(words, theme)
    qtbot.addWidget(bar)
    asked: list[int] = []
    bar.stop_asked.connect(lambda: asked.append(1))

    bar.show_progress(Snapshot(SCANNING, Phase.WALK, 1))
    bar._stop.click()
    bar._stop.click()
    assert asked == [1]
    bar.show_progress(None)
    bar.show_progress(Snapshot(SCANNING, Phase.WALK, 1))
    assert bar._stop.isEnabled()


def test_without_marks_nothing_can_go_to_the_trash(words: Words, theme: Theme, qtbot: QtBot) -> None:
    bar = ScanBar(words, theme)
    qtbot.addWidget(bar)

    assert not bar._trash.isEnabled()
    bar.show_marked(3, 4096)
    assert bar._trash.isEnabled()
    assert bar._marks.text() == "3 files marked · 4 KB"


def test_the_side_bar_shows_folders_in_their_order_and_their_states(words: Words, theme: Theme, qtbot: QtBot) -> None:
    side = SideBar(words, theme)
    qtbot.addWidget(side)
    first = FolderState("/docs/合同", FolderStatus.WATCHED, 3214)
    second = FolderState("/mnt/backup", FolderStatus.OFFLINE, 8902)

    side.set_folders([first, second])
    side.set_folders([replace(first, status=FolderStatus.SCANNING, share=0.62), second])
    notes = [side._folders[path].accessibleName() for path in ("/docs/合同", "/mnt/backup")]
    assert notes == ["合同, being scanned · 62%", "backup, 8,902 files · offline, kept"]
    side.set_folders([second])
    assert list(side._folders) == ["/mnt/backup"]


def test_a_view_is_chosen_by_keyboard_and_its_count_is_heard(words: Words, theme: Theme, qtbot: QtBot) -> None:
    side = SideBar(words, theme)
    qtbot.addWidget(side)
    side.set_counts({View.SIMILAR: 58})
    item = side._items[View.SIMILAR]
    assert item.accessibleName() == "Similar content, 58"

    with qtbot.waitSignal(side.view_chosen, timeout=1000) as told:
        qtbot.keyClick(item, Qt.Key.Key_Space)

    assert told.args == [View.SIMILAR]


def test_kinds_of_file_are_chosen_one_by_one_and_all_at_once(words: Words, theme: Theme, qtbot: QtBot) -> None:
    bar = FilterBar(words, theme, RulesMenu(words))
    qtbot.addWidget(bar)
    heard: list[frozenset[Family]] = []
    bar.families_changed.connect(heard.append)

    bar.choose_family(Family.PDF)
    bar.choose_family(Family.WORD)
    bar.choose_family(Family.PDF)
    bar.choose_family(None)

    assert heard == [{Family.PDF}, {Family.PDF, Family.WORD}, {Family.WORD}, frozenset()]


def test_setting_the_threshold_from_outside_asks_for_nothing(words: Words, theme: Theme, qtbot: QtBot) -> None:
    bar = FilterBar(words, theme, RulesMenu(words))
    qtbot.addWidget(bar)
    heard: list[float] = []
    bar.threshold_changed.connect(heard.append)

    bar.set_threshold(0.85)
    assert heard == []
    qtbot.keyClick(bar.threshold, Qt.Key.Key_Right)
    assert heard == [0.86]


def test_the_menu_of_rules_offers_saved_ones_and_takes_applied_ones_back(words: Words, qtbot: QtBot) -> None:
    menu = RulesMenu(words)
    qtbot.addWidget(menu)
    saved = Rule(RuleKind.KEEP_FOLDER, ("/docs/合同",))
    menu.set_saved({"合同为准": saved})
    menu.set_sources([Source("newest-1", "newest", 214)])
    menu.aboutToShow.emit()
    acts = {action.text(): action for action in menu.actions()}

    with qtbot.waitSignal(menu.choice_asked, timeout=1000) as told:
        acts["合同为准…"].trigger()
    assert told.args == [saved]
    with qtbot.waitSignal(menu.back_asked, timeout=1000) as told:
        acts["Take back: Keep the newest (214 files)"].trigger()
    assert told.args == ["newest-1"]


def test_a_similar_member_says_its_changes_and_its_copies(words: Words) -> None:
    member = replace(
        group_of(Relation.SIMILAR, "a", "b").members[1], changes=Changes(5, 1), copies=("/x", "/y"), is_protected=True
    )

    said = [badge.text for badge in phrases.badges(words, Relation.SIMILAR, member)]

    assert said == ["Protected", "5 changed, 1 added", "+2 copies"]


def test_a_mark_by_hand_needs_no_reason_and_one_by_rule_has_one(words: Words) -> None:
    assert phrases.mark_reason(words, Mark("/a")) == ""
    assert phrases.mark_reason(words, Mark("/a", reason="newest")) == "not the newest"
    assert phrases.mark_reason(words, Mark("/a (1).txt", reason="surplus")) == "named as a copy"
    assert phrases.mark_reason(words, Mark("/a.txt", reason="a reason of a later version")) == ""


def test_a_folder_is_named_from_the_chosen_one_on() -> None:
    assert phrases.folder_text("/home/anna/docs/2024/rent/a.txt", "/home/anna/docs") == "docs / 2024 / rent"
    assert phrases.folder_text("/a.txt", "/") == ""
    assert phrases.folder_text("/elsewhere/a.txt", "/home/anna/docs") == "elsewhere"


@pytest.mark.skipif(sys.platform == "win32", reason="names are Unicode there")
def test_a_dropped_name_keeps_its_bytes() -> None:
    mime = QMimeData()
    mime.setData("text/uri-list", b"file:///tmp/a%20b%23\r\nfile://host/tmp/odd%FF\r\nhttp://example.org/x\r\n")

    assert dropped_paths(mime) == ["/tmp/a b#", os.fsdecode(b"/tmp/odd\xff")]


def test_every_control_of_the_window_has_a_name(start: Callable[..., Application], qtbot: QtBot) -> None:
    window = start().window
    window.stack.setCurrentWidget(window.review)

    def is_named(widget: QWidget) -> bool:
        text = widget.text() if isinstance(widget, QAbstractButton) else ""
        return bool(widget.accessibleName() or text.strip())

    nameless = [
        widget
        for kind in (QAbstractButton, QLineEdit, QAbstractSlider, QAbstractItemView)
        for widget in window.findChildren(kind)
        if widget.isVisibleTo(window) and not is_named(widget) and not is_part_of_another(widget)
    ]

    assert nameless == []


def is_part_of_another(widget: QWidget) -> bool:
    """Scroll bars, headers, corners, and what is inside of fields and combo boxes speak through what holds them."""
    if widget.objectName() == "qt_tableview_cornerbutton" or isinstance(widget.parentWidget(), QLineEdit):
        return True
    parents = []
    while widget.parentWidget() is not None:
        parents.append(type(widget).__name__)
        widget = widget.parentWidget()
    return any(name in ("QScrollBar", "QComboBox", "QHeaderView", "ColumnHeader", "QTabBar") for name in parents)


def test_a_row_says_why_both_are_usually_kept_and_its_hint_says_it_in_a_sentence(words: Words) -> None:
    group = group_of(Relation.SIMILAR, "期末数学A卷.docx", "期末数学B卷.docx", "期末数学 A卷 旧.docx")
    reference, other, older = group.members

    badges = [badge.text for badge in phrases.badges(words, group.kind, other, reference=reference)]
    assert "B / A: usually both stay" in badges
    assert "Two papers of one exam (B, A): usually both are kept." in phrases.member_hint(words, group, other, None)
    assert phrases.badges(words, group.kind, older, reference=reference) == []
    assert phrases.badges(words, Relation.IDENTICAL, other, reference=reference) == []


def test_the_hint_of_a_marked_row_says_what_stays_and_what_the_rule_went_by(words: Words) -> None:
    group = group_of(Relation.IDENTICAL, "合同.docx", "合同 旧.docx")
    mark = Mark("/docs/合同 旧.docx", "/docs/合同.docx", "largest", "largest-1")

    said = "合同.docx stays. Marked: same size; older one stays."
    assert said in phrases.member_hint(words, group, group.members[1], mark)
    larger = replace(group.members[0], document=replace(group.members[0].document, size=2000))
    group = replace(group, members=(larger, *group.members[1:]))
    assert "合同.docx stays. Marked: not the largest." in phrases.member_hint(words, group, group.members[1], mark)
