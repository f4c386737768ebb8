"""The help: pages by name, in the language of the window, with pictures of it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.wording import LANGUAGES
from gui.help_texts import help_sections
from gui.help_window import HelpWindow
from gui.theme import Theme
from gui.words import Words
from resources import resource_path


@pytest.fixture
def window(qtbot: QtBot, words: Words, theme: Theme) -> HelpWindow:
    made = HelpWindow(words, theme)
    qtbot.addWidget(made)
    made.show()
    return made


def texts(window: HelpWindow) -> str:
    return "\n".join(label.text() for label in window._area.widget().findChildren(QLabel))


def test_a_page_is_opened_by_its_name(window: HelpWindow) -> None:
    window.show_section("trouble")

    assert "antivirus" in texts(window)
    assert window._area.accessibleName() == "When something is wrong"


def test_the_open_page_follows_the_language(window: HelpWindow, words: Words) -> None:
    window.show_section("glossary")
    words.set_language("zh_TW")

    assert "漢明距離" in texts(window)
    assert window._list.currentItem().text() == "詞彙表"


def test_terms_and_symptoms_are_explained(words: Words) -> None:
    sections = {section.name: section for section in help_sections(words)}

    terms = {heading for heading, _ in sections["glossary"].entries}
    assert {"SimHash", "Hamming distance", "Keeper", "Reference", "Threshold"} <= terms
    assert len(sections["trouble"].entries) >= 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_in_every_language(language: str) -> None:
    pictures = [section.picture for section in help_sections(Words(language)) if section.picture]

    assert len(pictures) >= 3
    assert [name for name in pictures if not resource_path("help", f"{name}-{language}.png").exists()] == []


def test_a_picture_has_a_name_for_screen_readers(window: HelpWindow) -> None:
    window.show_section("kinds")

    [picture] = [one for one in window._area.widget().findChildren(QLabel) if not one.pixmap().isNull()]
    assert picture.accessibleName() == "Picture of the window: Four kinds of likeness"
    assert picture.pixmap().width() >= 400
