"""Qt's own dialogs speak the language of the window, and change it with the window."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox, QPushButton, QToolButton

from gui.qt_words import QtWords
from gui.words import Words

ENGLISH = re.compile(r"[A-Za-z]{2,}")


@pytest.fixture
def following(qapp: QApplication, words: Words) -> Iterator[QtWords]:
    made = QtWords(qapp, words)
    yield made
    words.set_language("en")
    made.deleteLater()


def texts_of(dialog: QFileDialog) -> list[str]:
    """Return what the dialog says, without the names of files and drives."""
    said = [one.text() for kind in (QLabel, QPushButton, QAction) for one in dialog.findChildren(kind)]
    said += [one.toolTip() for one in dialog.findChildren(QToolButton)]
    said += [one.accessibleName() for one in dialog.findChildren(QToolButton)]
    return [text for text in said if text]


@pytest.mark.usefixtures("following")
@pytest.mark.parametrize("language", ["zh_CN", "zh_TW"])
@pytest.mark.parametrize("mode", [QFileDialog.FileMode.Directory, QFileDialog.FileMode.ExistingFiles])
def test_the_file_dialog_has_no_english_left(language: str, mode: QFileDialog.FileMode, words: Words) -> None:
    words.set_language(language)
    dialog = QFileDialog()
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setFileMode(mode)

    said = texts_of(dialog)

    assert len(said) > 10
    assert [text for text in said if ENGLISH.search(text)] == []


@pytest.mark.usefixtures("following")
def test_the_buttons_of_qt_follow_the_language(words: Words) -> None:
    def cancel() -> str:
        box = QMessageBox(QMessageBox.Icon.NoIcon, "", "", QMessageBox.StandardButton.Cancel)
        return box.buttons()[0].text()

    before = cancel()
    words.set_language("zh_TW")
    assert (before, cancel(), QLocale().name()) == ("Cancel", "取消", "zh_TW")
    words.set_language("en")
    assert cancel() == "Cancel"
