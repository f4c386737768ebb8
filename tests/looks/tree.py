"""Walks through the widgets of a window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from PySide6.QtWidgets import QMenu, QWidget

Kind = TypeVar("Kind", bound=QWidget)


def visible(root: QWidget, kind: type[Kind]) -> Iterator[Kind]:
    """Yield what is shown of a kind within a widget, in its own window."""
    for one in root.findChildren(kind):
        if one.isVisible() and (one.window() is root.window()):
            yield one


def text_of(widget: QWidget) -> str:
    """Return what a label or a button says; "" for anything else."""
    said = getattr(widget, "text", None)
    text = said() if callable(said) else ""
    return text if isinstance(text, str) else ""


def sentence_of(widget: QWidget) -> str:
    """Return what a widget was given to say, be there room for it or not."""
    if isinstance(widget, QMenu):
        return " ".join(action.text().replace("&&", "&") for action in widget.actions())
    said = getattr(widget, "text", None) or getattr(widget, "placeholderText", None)
    text = said() if callable(said) else ""
    return text if isinstance(text, str) else ""


def named(widget: QWidget) -> str:
    """Return how a fault names a widget: its class, what it says, and the widgets of the program around it."""
    name = text_of(widget) or widget.accessibleName() or widget.objectName()
    chain, parent = [], widget.parentWidget()
    while parent is not None and len(chain) < 2:
        if type(parent).__module__.startswith("gui"):
            chain.append(type(parent).__name__)
        parent = parent.parentWidget()
    return f"{type(widget).__name__} {name!r}" + (f" of {' of '.join(chain)}" if chain else "")
