"""Lets widgets that stand follow another size of letters: the lengths that they were laid out with are scaled.

Margins, spacings and least sizes are set once, at construction, from `Theme.px`. A widget that has more to do, or that
sets its lengths itself, does so when the theme tells of its change, which comes afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFormLayout, QGridLayout, QLabel, QLayout, QMainWindow, QWidget

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NO_LIMIT = 16_777_215
"""QWIDGETSIZE_MAX: the greatest size of a widget that was given none."""

HAIRLINE = 1

OF_QT = "qt_"
"""How the names of widgets begin that Qt makes within others, for itself."""


def grow(windows: Iterable[QWidget], by: float) -> None:
    """Scale the lengths of windows and of all in them; on the way back rounding may leave a pixel's difference."""
    for window in windows:
        widgets = [one for one in (window, *window.findChildren(QWidget)) if not one.objectName().startswith(OF_QT)]
        for widget in widgets:
            _grow_margins([widget] if isinstance(widget, QLabel) else [], by)
            if not widget.isWindow():
                _grow_limits(widget, by)
        layouts = [layout for widget in widgets for layout in own_layouts(widget)]
        _grow_margins(layouts, by)
        _grow_gaps(layouts, by)
        if window.isVisible() and not isinstance(window, QMainWindow):
            room = window.screen().availableSize()
            window.resize((window.size() * by).boundedTo(room))


def own_layouts(widget: QWidget) -> list[QLayout]:
    """Return the layout of a widget and those within it."""
    layout = widget.layout()
    return [] if layout is None else [layout, *layout.findChildren(QLayout)]


def _grow_limits(widget: QWidget, by: float) -> None:
    least, most = widget.minimumSize(), widget.maximumSize()
    for side, length, take in (
        ("maxw", most.width(), widget.setMaximumWidth),
        ("maxh", most.height(), widget.setMaximumHeight),
        ("minw", least.width(), widget.setMinimumWidth),
        ("minh", least.height(), widget.setMinimumHeight),
    ):
        is_of_the_style_sheet = widget.property(f"_q_stylesheet_{side}") is not None
        if length < NO_LIMIT and not is_of_the_style_sheet:
            take(_grown(length, by))


def _grow_margins(owners: Sequence[QLayout | QLabel], by: float) -> None:
    for owner in owners:
        margins = owner.contentsMargins()
        sides = (margins.left(), margins.top(), margins.right(), margins.bottom())
        owner.setContentsMargins(*(_grown(side, by) for side in sides))


def _grow_gaps(layouts: Sequence[QLayout], by: float) -> None:
    """Scale the spacings; all are read before one is set, for a layout that has none says that of the one around it."""
    found = [
        (one, one.horizontalSpacing(), one.verticalSpacing())
        if isinstance(one, QGridLayout | QFormLayout)
        else (one, one.spacing(), -1)
        for one in layouts
    ]
    for layout, across, down in found:
        if isinstance(layout, QGridLayout | QFormLayout):
            layout.setHorizontalSpacing(_grown(across, by))
            layout.setVerticalSpacing(_grown(down, by))
        else:
            layout.setSpacing(_grown(across, by))


def _grown(length: int, by: float) -> int:
    """Return a length scaled; a hairline stays one, and so does what says that there is no length."""
    return length if length <= HAIRLINE else round(length * by)
