"""Every page and dialog: named controls, no word left in another language, room for longer words, both themes."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gui.elided_label import ElidedLabel
from gui.main_window import LANGUAGE_NAMES
from gui.theme import Theme
from gui.words import Words
from tests.looks.speech import CLOSE, OPEN, StretchedWords
from tests.looks.views import MAKERS

pages = pytest.mark.parametrize("name", list(MAKERS))


@pytest.fixture
def stretched() -> StretchedWords:
    return StretchedWords()


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.resize(900, 700)
    qtbot.addWidget(made)
    return made


def shown(name: str, words: Words, theme: Theme, host: QWidget, qtbot: QtBot) -> QWidget:
    made = MAKERS[name](words, theme, host)
    if made.parentWidget() is host:
        host.show()
    else:
        qtbot.addWidget(made)
    made.show()
    qtbot.wait(10)
    return made


def visible(page: QWidget, kind: type[Any]) -> list[Any]:
    return [one for one in page.findChildren(kind) if one.isVisible()]


COMMANDS = ("redis-server ",)
"""What is typed into a terminal is the same in every language."""


def is_foreign(text: str) -> bool:
    """Has it a word that did not come through the words? Names, paths, figures and keys are data."""
    if text.startswith(COMMANDS):
        return False
    outside, depth = [], 0
    for char in text:
        depth += (char == OPEN) - (char == CLOSE)
        if depth == 0:
            outside.append(char)
    rest = "".join(outside).replace("Neartwin", "").replace("文档查重", "")
    return any(word.isascii() and len(word) > 3 for word in rest.split() if word.isalpha())


@pages
def test_every_control_has_a_name(name: str, words: Words, theme: Theme, host: QWidget, qtbot: QtBot) -> None:
    page = shown(name, words, theme, host, qtbot)
    controls = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractItemView, QPlainTextEdit)
    inner = {"qt_spinbox_lineedit", "qt_tableview_cornerbutton"}

    unnamed = [
        f"{type(control).__name__} {control.objectName()}"
        for kind in controls
        for control in visible(page, kind)
        if control.focusPolicy() != Qt.FocusPolicy.NoFocus
        and control.objectName() not in inner
        and not control.accessibleName()
        and not (isinstance(control, QAbstractButton) and control.text())
    ]
    assert unnamed == []


@pages
def test_no_word_stays_in_the_language_before(
    name: str, stretched: StretchedWords, theme: Theme, host: QWidget, qtbot: QtBot
) -> None:
    page = shown(name, stretched, theme, host, qtbot)
    stretched.stretch()
    qtbot.wait(10)

    texts = [one.text() for kind in (QLabel, QAbstractButton) for one in visible(page, kind)]
    for view in visible(page, QAbstractItemView):
        texts += model_texts(view.model())
    assert any(OPEN in text for text in texts)
    assert [text for text in texts if is_foreign(text)] == []


def model_texts(model: QAbstractItemModel) -> list[str]:
    """Return what the first rows say; what is a path is data."""
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
    texts = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(columns)]
    texts += [model.index(row, column).data() for row in range(min(model.rowCount(), 20)) for column in range(columns)]
    return [text for text in texts if isinstance(text, str) and (OPEN in text or not is_name(text))]


def is_name(text: str) -> bool:
    """Is it a name of a file, a folder or a language?"""
    return "/" in text or "." in text or text in LANGUAGE_NAMES.values()


@pages
def test_longer_words_clip_no_label_and_no_button(
    name: str, stretched: StretchedWords, theme: Theme, host: QWidget, qtbot: QtBot
) -> None:
    page = shown(name, stretched, theme, host, qtbot)
    stretched.stretch()
    qtbot.wait(10)
    page.resize(max(page.minimumSizeHint().width(), 560), 900)
    qtbot.wait(30)

    clipped = [
        f"{one.text()!r}: {one.width()} of {one.minimumSizeHint().width()}"
        for kind in (QLabel, QAbstractButton)
        for one in visible(page, kind)
        if not isinstance(one, ElidedLabel) and one.text() and one.width() < one.minimumSizeHint().width()
    ]
    clipped += [
        f"{label.text()!r}: {label.height()} of {label.heightForWidth(label.width())} high"
        for label in visible(page, QLabel)
        if label.wordWrap() and label.height() < label.heightForWidth(label.width())
    ]
    assert clipped == []


@pages
def test_both_themes_and_a_larger_scale_are_painted_without_a_warning(
    name: str, words: Words, theme: Theme, host: QWidget, qtbot: QtBot
) -> None:
    page = shown(name, words, theme, host, qtbot)
    pictures = []
    for mode, scale in (("light", 1.0), ("dark", 1.0), ("dark", 2.0)):
        theme.set_mode(mode)
        theme.set_scale(scale)
        qtbot.wait(10)
        pictures.append(page.grab().toImage())

    assert pictures[0] != pictures[1]
    ground = pictures[1].pixelColor(pictures[1].width() - 3, pictures[1].height() - 3)
    assert ground.lightness() < 80
