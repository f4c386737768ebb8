"""A line of controls breaks where it is full, and what stands at its right end goes to the next line together."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from gui.flow_layout import FlowLayout


def laid_out(qtbot: QtBot, width: int) -> list[list[str]]:
    """Return the names of five labels of 100 pixels by line, of which the last two stand at the right end."""
    host = QWidget()
    qtbot.addWidget(host)
    flow = FlowLayout(host, spacing=10)
    labels = []
    for name in ("a", "b", "c", "y", "z"):
        if name == "y":
            flow.end_begins()
        label = QLabel(name)
        label.setFixedSize(100, 20)
        flow.addWidget(label)
        labels.append(label)
    host.resize(width, 200)
    with qtbot.waitExposed(host):
        host.show()
    rows: dict[int, list[str]] = {}
    for label in labels:
        rows.setdefault(label.y(), []).append(label.text())
    return [rows[y] for y in sorted(rows)]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (540, [["a", "b", "c", "y", "z"]]),
        (530, [["a", "b", "c"], ["y", "z"]]),
        (330, [["a", "b", "c"], ["y", "z"]]),
        (220, [["a", "b"], ["c"], ["y", "z"]]),
        (110, [["a"], ["b"], ["c"], ["y"], ["z"]]),
    ],
)
def test_what_stands_at_the_end_stays_together(qtbot: QtBot, width: int, lines: list[list[str]]) -> None:
    assert laid_out(qtbot, width) == lines


def test_the_end_is_at_the_right(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    flow = FlowLayout(host, spacing=10)
    flow.addWidget(QLabel("a"))
    flow.end_begins()
    last = QLabel("z")
    flow.addWidget(last)
    host.resize(400, 50)
    with qtbot.waitExposed(host):
        host.show()

    assert last.geometry().right() == host.width() - 1
