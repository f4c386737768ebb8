"""A quick part of `render.py`, and that its list leaves no widget out: the whole run is a script of its own."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QLineEdit, QPushButton, QSplitter, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

import gui
from gui.elided_label import ElidedLabel
from gui.theme import Theme
from tests.gui.conftest import own_places, qt_warnings  # noqa: F401 - fixtures that hold here too
from tests.looks.faults import faults, look
from tests.looks.questions import QUESTIONS, opened
from tests.looks.speech import LATIN_WORD, STRETCHED, StretchedWords, foreign_words
from tests.looks.views import DATA, MAKERS, fitting_size
from tests.looks.window import WIDE, place_documents, sample_window, settle, states

pytestmark = [pytest.mark.gui, pytest.mark.timeout(300)]

PARTS = frozenset({"Editor", "SideItem", "_Part"})
"""Bases that are never shown themselves."""


def widget_classes() -> set[type[QWidget]]:
    """Return every class of widget in `gui`."""
    found = set()
    for module in pkgutil.iter_modules(gui.__path__):
        if module.name != "__main__":
            members = vars(importlib.import_module(f"gui.{module.name}")).values()
            found |= {
                one
                for one in members
                if isinstance(one, type) and issubclass(one, QWidget) and one.__module__ == f"gui.{module.name}"
            }
    return found


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    made = Theme(qapp, mode="light")
    yield made
    made.deleteLater()


def made_view(name: str, words: StretchedWords, theme: Theme, qtbot: QtBot) -> QWidget:
    host = QWidget()
    host.resize(960, 720)
    qtbot.addWidget(host)
    view = MAKERS[name](words, theme, host)
    if view.parentWidget() is host:
        host.show()
    else:
        qtbot.addWidget(view)
        view.resize(fitting_size(view))
    view.show()
    qtbot.wait(15)
    return view


@pytest.mark.parametrize("name", list(MAKERS))
def test_a_view_has_no_fault_in_chinese_and_stretched(name: str, theme: Theme, qtbot: QtBot) -> None:
    words = StretchedWords()
    view = made_view(name, words, theme, qtbot)
    found = []
    for language, mode in (("zh_CN", "light"), (STRETCHED, "dark")):
        words.speak(language)
        theme.set_mode(mode)
        settle(view)
        found += faults(look(view)[0], language, DATA)
    assert found == []


def test_every_widget_is_in_a_view(qapp: QApplication, theme: Theme, tmp_path: Path, qtbot: QtBot) -> None:
    """Who adds a page or a dialog adds it to `views.MAKERS`, or shows it in a state of the window."""
    seen: set[str] = set()
    for name in MAKERS:
        view = made_view(name, StretchedWords(), theme, qtbot)
        seen |= {type(one).__name__ for one in (view, *view.findChildren(QWidget))}
    documents = place_documents(tmp_path)
    with sample_window(qapp, tmp_path, documents) as application:
        application.window.resize(*WIDE)
        seen |= {type(one).__name__ for one in (application.window, *application.window.findChildren(QWidget))}
    missing = {one.__name__ for one in widget_classes()} - seen - PARTS
    assert sorted(missing) == [], " ".join(sorted(missing))
    assert len(states()) > 10


def test_questions_and_menus_have_no_fault_in_chinese(qapp: QApplication, tmp_path: Path) -> None:
    found = []
    documents = place_documents(tmp_path)
    shown = LATIN_WORD.findall(f"{documents} {tmp_path}")
    with sample_window(qapp, tmp_path, documents) as application:
        application.words.speak("zh_CN")
        for ask in QUESTIONS.values():
            with opened(application, ask) as question:
                found += faults(look(question)[0], "zh_CN", DATA | frozenset(shown))
    assert found == []


# the checks can fail


def shown_faults(widget: QWidget, qtbot: QtBot, language: str = "zh_CN") -> list[str]:
    qtbot.addWidget(widget)
    widget.show()
    qtbot.wait(15)
    return faults(look(widget)[0], language, frozenset())


@pytest.mark.usefixtures("theme")
def test_a_label_without_room_is_found(qtbot: QtBot) -> None:
    host = QWidget()
    label = QLabel("这一句话太长了", host)
    label.setGeometry(0, 0, 40, 20)
    assert any("too small" in fault for fault in shown_faults(host, qtbot))
    assert any("clipped" in fault for fault in faults(look(host)[0], "zh_CN", frozenset()))


@pytest.mark.usefixtures("theme")
def test_a_shortened_name_needs_the_whole_on_hover(qtbot: QtBot) -> None:
    host = QWidget()
    label = ElidedLabel("很长的名字很长的名字很长的名字", host)
    label.setGeometry(0, 0, 80, 20)
    assert shown_faults(host, qtbot) == []
    label.setToolTip("")
    assert any("without the whole" in fault for fault in faults(look(host)[0], "zh_CN", frozenset()))


@pytest.mark.usefixtures("theme")
def test_faint_letters_and_faint_edges_are_found(qtbot: QtBot) -> None:
    host = QWidget()
    column = QVBoxLayout(host)
    for style in ("color: #999999; background: #ffffff", "color: #1c2330; background: #ffffff"):
        label = QLabel("文字")
        label.setStyleSheet(style)
        column.addWidget(label)
    field = QLineEdit()
    field.setAccessibleName("7")
    field.setStyleSheet("background: #ffffff; border: 1px solid #eeeeee")
    host.setStyleSheet("background: #ffffff")
    column.addWidget(field)
    found = shown_faults(host, qtbot)
    assert [fault[:15] for fault in found if "'文字'" in fault] == ["contrast 2.85: "]
    assert len([fault for fault in found if "edge" in fault]) == 1


@pytest.mark.usefixtures("theme")
def test_boxes_foreign_words_and_unnamed_controls_are_found(qtbot: QtBot) -> None:
    host = QWidget()
    row = QHBoxLayout(host)
    for text in ("\U0010fffa", "文件 driftwood"):
        row.addWidget(QLabel(text))
    button = QPushButton()
    button.setProperty("role", "quiet")
    row.addWidget(button)
    found = shown_faults(host, qtbot)
    assert any("no glyph" in fault for fault in found)
    assert any("not translated: 'driftwood'" in fault for fault in found)
    assert any("no name for a screen reader: QPushButton" in fault for fault in found)


def test_words_of_names_and_parts_of_them_are_no_foreign_words() -> None:
    assert foreign_words("合同 contract.docx", "zh_CN", frozenset({"contract", "docx"})) == []
    assert foreign_words("合同 contr…docx", "zh_CN", frozenset({"contract", "docx"})) == []
    assert foreign_words("合同 draft", "zh_CN", frozenset({"contract"})) == ["draft"]


@pytest.mark.usefixtures("theme")
def test_parts_of_a_splitter_that_cover_each_other_are_found(qtbot: QtBot) -> None:
    splitter = QSplitter(Qt.Orientation.Vertical)
    host = QWidget()
    QVBoxLayout(host).addWidget(splitter)
    for _ in range(2):
        part = QWidget()
        part.setMinimumHeight(80)
        splitter.addWidget(part)
    splitter.setMinimumHeight(20)
    host.resize(200, 100)
    assert any("the parts of QSplitter" in fault for fault in shown_faults(host, qtbot))
    host.resize(200, 300)
    qtbot.wait(15)
    assert faults(look(host)[0], "zh_CN", frozenset()) == []


@pytest.mark.usefixtures("theme")
def test_what_lies_under_another_widget_is_not_looked_at(qtbot: QtBot) -> None:
    host = QWidget()
    host.resize(200, 60)
    below = QLabel("下面", host)
    below.setGeometry(10, 10, 100, 20)
    cover = QWidget(host)
    cover.setGeometry(0, 0, 200, 60)
    cover.setAutoFillBackground(True)
    qtbot.addWidget(host)
    host.show()
    assert look(host)[0].texts == []
    cover.hide()
    assert [text.painted.text for text in look(host)[0].texts] == ["下面"]


def test_pictures_have_the_colours_of_the_theme(theme: Theme, qtbot: QtBot) -> None:
    view = made_view("about", StretchedWords(), theme, qtbot)
    light = look(view)[1]
    theme.set_mode("dark")
    qtbot.wait(15)
    dark = look(view)[1]
    assert isinstance(light, QImage)
    assert QColor(light.pixel(2, 2)).lightness() > 200
    assert QColor(dark.pixel(2, 2)).lightness() < 80


@pytest.fixture(autouse=True)
def swept() -> Iterator[None]:
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
