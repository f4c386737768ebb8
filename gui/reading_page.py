"""A page to be read: a title, then headings, each with its text; help and privacy are such pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui import tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gui.theme import Theme


def reading_page(theme: Theme, title: str, entries: Iterable[tuple[str, str]]) -> tuple[QWidget, QVBoxLayout]:
    """Return the page, and its column to which more can be added below."""
    page = QWidget()
    page.setProperty("ground", "panel")
    column = QVBoxLayout(page)
    gap = theme.px(tokens.GAP_6)
    column.setContentsMargins(gap, gap, gap, gap)
    column.setSpacing(theme.px(tokens.GAP_1))
    column.addWidget(_label(title, "title"))
    for heading, text in entries:
        column.addSpacing(theme.px(tokens.GAP_3))
        column.addWidget(_label(heading, "strong"))
        column.addWidget(_label(text, "mute"))
    return page, column


def _label(text: str, tone: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("tone", tone)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
