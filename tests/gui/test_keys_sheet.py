"""The sheet of keys names the keys that the window really has."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui.actions import Actions, action_texts
from gui.compare_pane import ComparePane
from gui.key_caps import KeyHint
from gui.keys_sheet import KeysSheet, key_sections
from gui.theme import Theme
from gui.words import Words

PORTABLE = QKeySequence.SequenceFormat.PortableText


def test_every_shortcut_of_the_window_stands_on_the_sheet(qtbot: QtBot, words: Words, theme: Theme) -> None:
    window, view = QWidget(), QWidget()
    qtbot.addWidget(window)
    qtbot.addWidget(view)
    actions = Actions(words, theme, window, view)
    told = {key for section in key_sections(words) for keys, _ in section.hints for key in ("+".join(keys), *keys)}

    missing = {
        name: actions[name].shortcut().toString(PORTABLE)
        for name in action_texts(words)
        if not actions[name].shortcut().isEmpty() and actions[name].shortcut().toString(PORTABLE) not in told
    }
    assert missing.keys() <= {"quit", "clear_marks"}


def test_each_hint_is_named_for_a_screen_reader(qtbot: QtBot, words: Words, theme: Theme) -> None:
    sheet = KeysSheet(words, theme)
    qtbot.addWidget(sheet)

    assert {hint.accessibleName() for hint in sheet.findChildren(KeyHint)} >= {"N P", "F5", "Ctrl F"}


def test_the_sheet_shows_all_keys_where_there_is_room_and_scrolls_where_there_is_not(
    qtbot: QtBot, words: Words, theme: Theme
) -> None:
    for height in (500, 1400):
        window = QWidget()
        window.resize(1200, height)
        qtbot.addWidget(window)
        sheet = KeysSheet(words, theme, window)
        with qtbot.waitExposed(sheet):
            sheet.show()
        bar = sheet._area.verticalScrollBar()
        assert sheet.height() < height
        assert (bar.maximum() > 0) == (height == 500)


def test_the_bar_under_the_comparison_wraps_when_it_is_narrow(qtbot: QtBot, words: Words, theme: Theme) -> None:
    pane = ComparePane(words, theme, lambda _left, _right, _done: None)
    qtbot.addWidget(pane)
    bar = pane._keys

    assert bar.heightForWidth(120) > bar.heightForWidth(600)
