"""Every setting is in the dialog once, with a sentence; what is chosen comes back as it was; search and reset work."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from core.errors import KnownError
from core.settings import CHOICES, Settings
from gui.library_section import ACTIONS, LibraryFacts, LibrarySection
from gui.path_list import PathList
from gui.preferences import Preferences
from gui.setting_editors import Folders, Several
from gui.setting_rows import looks_section, privacy_preferences, watching_preferences
from gui.setting_sentences import choice_words, core_sections
from gui.settings_dialog import ORDER, Chosen, SettingsDialog
from gui.settings_file import from_text, to_text
from gui.theme import Theme
from gui.words import Words

CHOSEN = Chosen(
    Settings(
        similarity=0.85,
        kinds=("documents", "pictures"),
        folder_ranking=("/家/教案", "/家/\udcff坏"),
        exclude=("*.tmp", "临时/*"),
        maximum_size=50 * 1024 * 1024,
        settle_seconds=2.5,
        across="inside",
    ),
    Preferences(language="zh_CN", mode="dark", scale=1.5, is_calm=True),
)
FACTS = LibraryFacts("/home/li/.local/share/neartwin/library", 182_000_000, 12_345)


@pytest.fixture
def dialog(qtbot: QtBot, words: Words, theme: Theme) -> SettingsDialog:
    made = SettingsDialog(words, theme, CHOSEN, facts=FACTS, ask_folder=lambda: "/家/新")
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_every_setting_stands_in_one_section_with_a_title_and_a_sentence(words: Words) -> None:
    sentences = [section.settings for section in core_sections(words).values()]
    sentences += [looks_section(words).settings, watching_preferences(words), privacy_preferences(words)]

    counts = Counter(name for section in sentences for name in section)
    assert counts == Counter([spec.name for kind in (Settings, Preferences) for spec in fields(kind)])
    for section in sentences:
        for sentence in section.values():
            assert sentence.title
            assert sentence.text.endswith((".", "*."))


def test_every_choice_has_words(words: Words) -> None:
    assert set(choice_words(words)) == {(name, choice) for name, choices in CHOICES.items() for choice in choices}


def test_what_is_shown_comes_back_as_it_was(dialog: SettingsDialog) -> None:
    assert dialog.chosen() == CHOSEN


def test_switching_the_language_keeps_what_was_entered(dialog: SettingsDialog) -> None:
    dialog.retranslate()

    assert dialog.chosen() == CHOSEN


def test_save_hands_over_the_values_and_cancel_does_not(qtbot: QtBot, dialog: SettingsDialog) -> None:
    with qtbot.waitSignal(dialog.saved, timeout=1000) as saved:
        dialog._save.click()
    assert saved.args == [CHOSEN]

    saved_again: list[object] = []
    dialog.saved.connect(saved_again.append)
    dialog._cancel.click()
    assert not saved_again


def test_pairs_are_remembered_at_least_down_to_the_threshold(dialog: SettingsDialog) -> None:
    dialog.show_chosen(Chosen(replace(CHOSEN.settings, similarity=0.6, floor=0.9), CHOSEN.preferences))

    assert dialog.chosen().settings.floor == 0.6


def test_search_leaves_the_settings_with_these_words(qtbot: QtBot, dialog: SettingsDialog) -> None:
    qtbot.keyClicks(dialog._search, "simhash distance")
    assert [name for name, row in dialog._rows.items() if row.isVisible()] == ["hamming"]

    dialog._search.setText("no such words")
    assert dialog._nothing.isVisible()
    dialog._search.clear()
    assert dialog._rows["hidden"].isVisibleTo(dialog)


def test_one_setting_and_all_can_go_back_to_the_default(dialog: SettingsDialog) -> None:
    row = dialog._rows["similarity"]
    assert row._reset.isVisibleTo(dialog)
    row._reset.click()
    assert dialog.chosen().settings.similarity == 0.90
    assert not row._reset.isVisibleTo(dialog)

    dialog._reset.click()
    assert dialog.chosen() == Chosen(Settings(), Preferences())


def test_folders_are_added_ordered_and_removed(dialog: SettingsDialog) -> None:
    editor = dialog._rows["folder_ranking"].editor
    assert isinstance(editor, Folders)
    editor.folder_wanted.emit()
    assert editor.value() == ("/家/教案", "/家/\udcff坏", "/家/新")
    editor._move_up()
    editor.add("/家/新")
    assert editor.value() == ("/家/教案", "/家/新", "/家/\udcff坏")
    editor._remove()
    assert editor.value() == ("/家/教案", "/家/\udcff坏")


@pytest.mark.parametrize("ticked", [(), ("documents", "pictures", "audio", "video", "archives")])
def test_no_kind_and_all_kinds_are_everything(qtbot: QtBot, theme: Theme, ticked: tuple[str, ...]) -> None:
    editor = Several(theme, [(name, name) for name in ("documents", "pictures", "audio", "video", "archives")])
    qtbot.addWidget(editor)
    editor.set_value(ticked)

    assert editor.value() == ("everything",)


def test_the_library_says_what_it_holds_and_offers_what_can_be_done(qtbot: QtBot, words: Words, theme: Theme) -> None:
    section = LibrarySection(words, theme, FACTS)
    qtbot.addWidget(section)
    wanted: list[str] = []
    section.wanted.connect(wanted.append)
    for button in section.findChildren(QPushButton):
        button.click()

    assert wanted == list(ACTIONS)


@pytest.mark.parametrize("name", ORDER)
def test_a_section_can_be_opened_by_name(dialog: SettingsDialog, name: str) -> None:
    dialog.show_section(name)

    assert dialog._list.currentRow() == ORDER.index(name)


def test_enter_in_the_search_does_not_save(qtbot: QtBot, dialog: SettingsDialog) -> None:
    dialog._search.setFocus()
    saved: list[object] = []
    dialog.saved.connect(saved.append)
    qtbot.keyClick(dialog._search, Qt.Key.Key_Return)

    assert not saved


def test_exported_settings_are_imported_as_they_were() -> None:
    assert from_text(to_text(CHOSEN.settings, CHOSEN.preferences)) == (CHOSEN.settings, CHOSEN.preferences)
    assert from_text('{"settings": {"hidden": true, "unknown": 1}}') == (Settings(hidden=True), Preferences())


@given(st.one_of(st.text(), st.sampled_from(['{"settings": []}', '{"settings": {"similarity": 7}}', "[1]", "null"])))
def test_a_file_that_holds_no_settings_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(KnownError, match="does not hold settings"):
        from_text(text)


@pytest.mark.parametrize(
    "wrong", ['{"hidden": 1}', '{"exclude": "x"}', '{"worker_count": true}', '{"method": "magic"}']
)
def test_a_value_of_the_wrong_kind_is_refused(wrong: str) -> None:
    with pytest.raises(KnownError):
        from_text(f'{{"settings": {wrong}}}')


def test_settings_of_a_newer_version_are_refused() -> None:
    with pytest.raises(KnownError, match="newer version"):
        from_text('{"version": 99, "settings": {}}')


@pytest.mark.parametrize("wrong", [{"language": "xx"}, {"mode": "pink"}, {"scale": 3.0}])
def test_preferences_refuse_what_cannot_be(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="="):
        Preferences(**wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_a_long_folder_is_shortened_in_the_middle_and_whole_in_its_hint(
    qtbot: QtBot, words: Words, theme: Theme
) -> None:
    folder = "/home/u/文档/" + "/".join(f"很长的文件夹名称{n}" for n in range(12))
    editor = Folders(words, theme, is_ordered=False)
    qtbot.addWidget(editor)
    editor.resize(400, 100)
    editor.show()
    editor.set_value([folder])

    listed = editor.findChild(PathList)
    assert listed is not None
    assert listed.visualItemRect(listed.item(0)).width() <= listed.viewport().width()
    assert listed.item(0).toolTip() == folder
