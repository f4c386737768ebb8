"""Every page and dialog: named controls, no word left in another language, room for longer words, both themes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
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

from core.actions import Caution, Warned
from core.documents import Relation
from gui.about import AboutDialog, Facts
from gui.check_sheet import CheckSheet
from gui.compare_pane import ComparePane
from gui.comparing import compare_identical, compare_texts
from gui.comparison import Objects
from gui.crash_dialog import CrashDialog
from gui.elided_label import ElidedLabel
from gui.inbox_view import InboxView
from gui.journal_view import JournalView
from gui.keys_sheet import KeysSheet
from gui.overview import OverviewPage
from gui.overview_figures import summarise
from gui.plan_dialog import PlanDialog
from gui.privacy_page import PrivacyPage
from gui.problem_view import ProblemView
from gui.records_view import RecordsView
from gui.settings_dialog import SettingsDialog
from gui.theme import Theme
from gui.words import Words
from tests.gui import (
    test_check_sheet,
    test_compare_pane,
    test_inbox_view,
    test_journal_view,
    test_overview,
    test_plan_dialog,
    test_problem_view,
    test_settings_dialog,
)

LANGUAGES_BY_NAME = ("English", "简体中文", "繁體中文")

OPEN, CLOSE = "⟦", "⟧"


class StretchedWords(Words):
    """A language whose every sentence is bracketed and half as long again, to see what does not change or fit."""

    def __init__(self) -> None:
        super().__init__("en")
        self.is_stretched = False

    def stretch(self) -> None:
        """Speak the stretched language from now on."""
        self.is_stretched = True
        self.changed.emit()

    def say(self, sentence: str, /, **values: object) -> str:
        return self._stretched(super().say(sentence, **values))

    def count(self, one: str, many: str, n: int, /, **values: object) -> str:
        return self._stretched(super().count(one, many, n, **values))

    def name(self, context: str, word: str, /) -> str:
        return self._stretched(super().name(context, word))

    def _stretched(self, text: str) -> str:
        return f"{OPEN}{text}{'~' * (len(text) // 3)}{CLOSE}" if self.is_stretched else text


Maker = Callable[[Words, Theme, QWidget], QWidget]


def compared(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    pane = ComparePane(words, theme, lambda _left, _right, _done: None)
    shown = compare_texts(
        test_compare_pane.LEFT,
        test_compare_pane.RIGHT,
        (test_compare_pane.OLD, test_compare_pane.NEW),
        relation=Relation.SIMILAR,
        objects=(Objects("picture", 1, 2),),
    )
    pane.show_comparison(shown)
    return pane


def identical(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    pane = ComparePane(words, theme, lambda _left, _right, _done: None)
    pane.show_comparison(compare_identical(test_compare_pane.LEFT, test_compare_pane.RIGHT, "7\n" * 60, is_proved=True))
    return pane


def checked(words: Words, theme: Theme, host: QWidget) -> QWidget:
    sheet = CheckSheet(words, theme, host)
    sheet.show_verdicts([test_check_sheet.SIMILAR, test_check_sheet.UNIQUE])
    return sheet


def planned(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    warning = Warned(Caution.CLOUD, "/7", (("service", "OneDrive"),), needs_second_consent=True)
    plan = replace(test_plan_dialog.PLAN, warnings=(warning,), losses=(test_plan_dialog.LOSS,))
    return PlanDialog(words, theme, plan)


def listed(view: type[Any], method: str, values: Sequence[Any]) -> Maker:
    def make(words: Words, theme: Theme, _host: QWidget) -> QWidget:
        made: QWidget = view(words, theme)
        getattr(made, method)(values)
        return made

    return make


def overview(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    page = OverviewPage(words, theme)
    page.show_overview(summarise(test_overview.RESULT))
    return page


def settings(words: Words, theme: Theme, _host: QWidget) -> QWidget:
    facts, chosen = test_settings_dialog.FACTS, test_settings_dialog.CHOSEN
    return SettingsDialog(words, theme, chosen, facts=facts, ask_folder=lambda: "")


MAKERS: dict[str, Maker] = {
    "comparison": compared,
    "identical": identical,
    "check": checked,
    "plan": planned,
    "journal": listed(JournalView, "show_rows", test_journal_view.ROWS),
    "no journal": listed(JournalView, "show_rows", []),
    "problems": listed(ProblemView, "show_problems", test_problem_view.PROBLEMS),
    "inbox": listed(InboxView, "show_rows", test_inbox_view.ROWS),
    "records": listed(RecordsView, "add_files", ["/7.csv"]),
    "overview": overview,
    "settings": settings,
    "crash": lambda words, theme, _host: CrashDialog(words, theme, "7"),
    "about": lambda words, theme, _host: AboutDialog(words, theme, Facts("7", "/7")),
    "privacy": lambda words, theme, _host: PrivacyPage(words, theme, test_settings_dialog.FACTS),
    "keys": lambda words, theme, _host: KeysSheet(words, theme),
}

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


def is_foreign(text: str) -> bool:
    """Has it a word that did not come through the words? Names, paths, figures and keys are data."""
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
    return "/" in text or "." in text or text in LANGUAGES_BY_NAME


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
