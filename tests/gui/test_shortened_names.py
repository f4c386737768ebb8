"""A shortened name keeps what tells copies apart; remarks give way to it."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics
from pytestqt.qtbot import QtBot

from gui.group_delegate import GroupDelegate, shortened
from gui.group_model import GroupModel
from gui.group_view import GroupView
from gui.phrases import Badge
from gui.theme import Theme
from gui.words import Words


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("房屋租赁合同（定稿） 最终版 - 副本.docx", "副本.docx"),
        ("Quarterly report of the department (12).pptx", "(12).pptx"),
        ("Quarterly report of the department v2.odt", " v2.odt"),
        ("no suffix at all but a long name indeed", "deed"),
    ],
)
def test_the_end_of_the_stem_stays(theme: Theme, name: str, kept: str) -> None:
    metrics = QFontMetrics(theme.font())
    whole = metrics.horizontalAdvance(name)

    short = shortened(metrics, name, whole * 2 // 3)

    assert short.endswith(kept)
    assert "…" in short
    assert metrics.horizontalAdvance(short) <= whole * 2 // 3
    assert shortened(metrics, name, whole) == name


def test_no_room_is_kept_for_a_remark_that_is_not_drawn(words: Words, theme: Theme, qtbot: QtBot) -> None:
    view = GroupView(words, theme, GroupModel(words))
    qtbot.addWidget(view)
    delegate = GroupDelegate(words, theme, view)
    older, copies = Badge("Keep: older than the others", "keep"), Badge("+5 copies", "chip")

    def split(room: int) -> tuple[int, list[Badge]]:
        badges = [older, copies]
        return delegate._make_room(200, badges, room), badges

    assert split(600)[1] == [older, copies]
    assert split(600)[0] >= 200
    name, badges = split(260)
    assert badges == [older]
    assert 150 <= name < 200
    assert split(120) == (120, [])


def test_in_hardly_any_room_something_of_either_end_is_left(theme: Theme) -> None:
    metrics = QFontMetrics(theme.font())
    name = "房屋租赁合同（定稿）副本.docx"

    short = shortened(metrics, name, metrics.horizontalAdvance(name) // 3)

    assert metrics.horizontalAdvance(short) <= metrics.horizontalAdvance(name) // 3
