"""The sheet of keys (F1): everything that can be done without the mouse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from gui import tokens
from gui.key_caps import Hint, KeyHint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gui.theme import Theme
    from gui.words import Words


@dataclass(frozen=True, slots=True)
class KeySection:
    """Keys that work in one place."""

    title: str
    hints: tuple[Hint, ...]


def key_sections(words: Words) -> tuple[KeySection, ...]:
    """Return the keys of the program by the place where they work."""
    say, ctrl = words.say, words.name("key", "Ctrl")
    shift, space, enter = words.name("key", "Shift"), words.name("key", "Space"), words.name("key", "Enter")
    return (
        KeySection(
            say("In the list"),
            (
                (("J", "K"), say("Next and previous row")),
                (("]", "["), say("Next and previous group")),
                ((space,), say("Mark or unmark the file")),
                ((enter,), say("Compare with the kept file")),
                (("O",), say("Open the file")),
                (("F",), say("Show it in its folder")),
                (("C",), say("Copy its path")),
                (("N", "P"), say("Next and previous difference")),
                (("X",), say("Not duplicates")),
                (("T",), say("The group as a table")),
                (("V",), say("Versions of the document")),
                ((words.name("key", "Del"),), say("Move the marked files to the trash")),
                ((shift, words.name("key", "Del")), say("Erase the marked files for good")),
                ((ctrl, "Z"), say("Take the last step back")),
            ),
        ),
        KeySection(
            say("In a comparison"),
            (
                (("N", "P"), say("Next and previous difference")),
                (("E",), say("Show the equal lines too")),
                (("O",), say("Open the left document")),
                ((shift, "O"), say("Open the right document")),
                (("F",), say("Show the left document in its folder")),
                ((shift, "F"), say("Show the right document in its folder")),
            ),
        ),
        KeySection(
            say("Everywhere"),
            (
                ((ctrl, "1 – 0"), say("Go to a view")),
                ((ctrl, "O"), say("Add a folder")),
                ((ctrl, "K"), say("Check files against the library")),
                ((ctrl, shift, "K"), say("Check the text on the clipboard")),
                ((ctrl, "D"), say("Compare two checked files")),
                (("F5",), say("Scan the folders")),
                ((ctrl, "F"), say("Filter by names, folders and words")),
                ((ctrl, "M"), say("Mark the surplus copies of identical files")),
                ((ctrl, "R"), say("Mark by a rule")),
                ((ctrl, shift, "X"), say("What is not duplicates")),
                ((ctrl, "S"), say("Export what is shown")),
                ((ctrl, "E"), say("Open all groups")),
                ((ctrl, shift, "E"), say("Close all groups")),
                ((words.name("key", "Esc"),), say("Close the sheet")),
                ((ctrl, ","), say("Settings")),
                (("F1",), say("This sheet")),
                ((shift, "F1"), say("Help")),
            ),
        ),
    )


class KeysSheet(QDialog):
    """Shows the keys in columns; closes with Esc."""

    def __init__(
        self,
        words: Words,
        theme: Theme,
        parent: QWidget | None = None,
        sections: Callable[[Words], Sequence[KeySection]] = key_sections,
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._theme = theme
        self._sections = sections
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
        self._buttons.rejected.connect(self.reject)
        self._rows = layout = QVBoxLayout(self)
        layout.addWidget(self._area, 1)
        layout.addWidget(self._buttons)
        words.changed.connect(self.retranslate)
        self.retranslate()
        self._fit()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        self.setWindowTitle(self._words.say("Keys"))
        self._area.setAccessibleName(self._words.say("Keys"))
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setText(self._words.say("Close"))
        self._area.setWidget(self._sheet())

    def _fit(self) -> None:
        """Be as large as the keys need, as far as the window (or the screen) is; the rest is scrolled to."""
        within = self.parentWidget() or self.screen()
        most = within.size() - QSize(0, 2 * self._theme.px(tokens.GAP_8))
        sheet = self._area.widget()
        assert sheet is not None
        margins = self._rows.contentsMargins()
        wide = margins.left() + margins.right() + self._area.verticalScrollBar().sizeHint().width()
        high = margins.top() + margins.bottom() + self._rows.spacing() + self._buttons.sizeHint().height()
        self.resize((sheet.sizeHint() + QSize(wide + 2, high + 2)).boundedTo(most))

    def _sheet(self) -> QWidget:
        sheet = QWidget()
        columns = QGridLayout(sheet)
        columns.setHorizontalSpacing(self._theme.px(tokens.GAP_8))
        first, *others = self._sections(self._words)
        columns.addLayout(self._column([first]), 0, 0)
        columns.addLayout(self._column(others), 0, 1)
        return sheet

    def _column(self, sections: Sequence[KeySection]) -> QVBoxLayout:
        column = QVBoxLayout()
        for section in sections:
            title = QLabel(section.title)
            title.setProperty("tone", "strong")
            column.addWidget(title)
            rows = QGridLayout()
            rows.setColumnStretch(1, 1)
            rows.setHorizontalSpacing(self._theme.px(tokens.GAP_3))
            for row, (keys, text) in enumerate(section.hints):
                rows.addWidget(KeyHint(self._theme, keys, ""), row, 0, Qt.AlignmentFlag.AlignRight)
                rows.addWidget(QLabel(text), row, 1)
            column.addLayout(rows)
            column.addSpacing(self._theme.px(tokens.GAP_3))
        column.addStretch(1)
        return column
