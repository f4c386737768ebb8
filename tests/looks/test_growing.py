"""Another size of letters changes what stands as if it had been made with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QHeaderView, QLabel, QLayout, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from gui.growing import OF_QT, own_layouts
from gui.theme import Theme
from tests.gui.conftest import own_places, qt_warnings  # noqa: F401 - fixtures that hold here too
from tests.looks.speech import StretchedWords
from tests.looks.views import MAKERS

Lengths = tuple[Any, ...]
"""A widget's name, and its lengths."""

pytestmark = [pytest.mark.gui, pytest.mark.timeout(120)]


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    made = Theme(qapp, mode="light")
    yield made
    made.deleteLater()


UNSCALED = (6, 9, 11)
"""What the style gives a layout that was given nothing."""


def is_alike(one: Lengths, other: Lengths) -> bool:
    """Are these the same but for rounding?"""
    return one[0] == other[0] and all(
        abs(had - new) <= 1 or (new in UNSCALED and had == round(new * 1.5))
        for had, new in zip(one[1:], other[1:], strict=True)
    )


def sides(owner: QLayout | QWidget) -> tuple[int, ...]:
    margins = owner.contentsMargins()
    return margins.left(), margins.top(), margins.right(), margins.bottom()


def lengths(view: QWidget) -> list[Lengths]:
    """Return the lengths that a view and all in it are laid out with, in the order of making."""
    found: list[Lengths] = []
    for widget in (view, *view.findChildren(QWidget)):
        if (
            widget.objectName().startswith(OF_QT)
            or (widget is not view and widget.isWindow())
            or isinstance(widget, QScrollBar | QHeaderView)
        ):
            continue
        name = f"{type(widget).__name__} {widget.accessibleName() or widget.objectName()}"
        found.extend((f"layout of {name}", *sides(one), one.spacing()) for one in own_layouts(widget))
        margins = sides(widget) if isinstance(widget, QLabel) else ()
        if widget is not view:
            found.append((name, *widget.minimumSize().toTuple(), *widget.maximumSize().toTuple(), *margins))
    return found


@pytest.mark.parametrize("name", list(MAKERS))
def test_what_stands_grows_as_if_made_anew(name: str, theme: Theme, qtbot: QtBot) -> None:
    host = QWidget()
    host.resize(1400, 1000)
    qtbot.addWidget(host)

    def made() -> QWidget:
        view = MAKERS[name](StretchedWords(), theme, host)
        if view.parentWidget() is not host:
            qtbot.addWidget(view)
            view.resize(1300, 900)
        host.show()
        view.show()
        qtbot.wait(15)
        return view

    standing = made()
    theme.set_scale(1.5)
    standing.resize(1300, 900)
    qtbot.wait(15)
    anew = made()

    pairs = zip(lengths(standing), lengths(anew), strict=True)
    assert [f"{one}, anew {other}" for one, other in pairs if not is_alike(one, other)] == []
