"""A shortened name keeps what tells copies apart; remarks give way to it."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics

from gui.group_delegate import shortened
from gui.theme import Theme


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


def test_in_hardly_any_room_something_of_either_end_is_left(theme: Theme) -> None:
    metrics = QFontMetrics(theme.font())
    name = "房屋租赁合同（定稿）副本.docx"

    short = shortened(metrics, name, metrics.horizontalAdvance(name) // 3)

    assert metrics.horizontalAdvance(short) <= metrics.horizontalAdvance(name) // 3
