"""The report after a bug names none of the user's files unless they say so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from gui.crash_dialog import CrashDialog
from gui.crash_report import HIDDEN, without_paths
from gui.theme import Theme
from gui.words import Words

STORY = """Traceback (most recent call last):
  File "/home/li/apps/neartwin/gui/desk.py", line 12, in go
    read("/home/li/合同/离婚协议 最终.docx")
FileNotFoundError: [Errno 2] No such file: '/home/li/合同/离婚协议 最终.docx'
"""


@pytest.fixture
def dialog(qtbot: QtBot, words: Words, theme: Theme) -> CrashDialog:
    made = CrashDialog(words, theme, STORY, ["/home/li"])
    qtbot.addWidget(made)
    return made


def test_the_text_names_modules_but_no_personal_path(dialog: CrashDialog) -> None:
    assert '"…/gui/desk.py", line 12' in dialog.report
    assert "离婚" not in dialog.report
    assert "/home/li" not in dialog.report


def test_paths_are_included_only_when_the_user_says_so(dialog: CrashDialog) -> None:
    dialog._with_paths.setChecked(True)
    assert dialog.report == STORY.rstrip("\n") or dialog.report == STORY

    dialog._with_paths.setChecked(False)
    assert "离婚" not in dialog.report


def test_the_text_can_be_copied(dialog: CrashDialog) -> None:
    dialog._copy.click()

    assert QGuiApplication.clipboard().text() == dialog.report
    assert dialog._copy.text() == "Copied"


def test_closing_the_program_is_offered_but_going_on_is_the_default(qtbot: QtBot, dialog: CrashDialog) -> None:
    assert dialog._go_on.isDefault()
    with qtbot.waitSignal(dialog.quit_wanted, timeout=1000):
        dialog._quit.click()


@pytest.mark.parametrize(
    "path",
    [
        r"C:\Users\李\Documents\secret.docx",
        r"\\server\share\secret.docx",
        "/mnt/usb/secret.docx",
        "~/secret.docx",
        "D:/data/secret.docx",
    ],
)
@pytest.mark.parametrize("frame", ["cannot open {}", "'{}' is gone", 'repr="{}"', "({})"])
def test_paths_of_every_system_are_hidden(path: str, frame: str) -> None:
    told = without_paths(frame.format(path))

    assert "secret" not in told
    assert HIDDEN in told


@given(st.text(st.characters(exclude_characters="\n\"'", exclude_categories=["Cs", "Cc"]), min_size=3, max_size=20))
def test_what_follows_a_known_folder_on_its_line_is_hidden(name: str) -> None:
    told = without_paths(f"trouble with /home/li/{name}x.docx\nnext line", ["/home/li"])

    assert told == f"trouble with {HIDDEN}\nnext line"


def test_plain_words_stay() -> None:
    story = "ValueError: 3 / 4 is not and/or 50 %; see section 2.1"

    assert without_paths(story) == story
