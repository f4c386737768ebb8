"""The help: its pages on the left, and on the right what the page says, with a picture of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui import tokens
from gui.help_texts import help_sections
from gui.reading_page import reading_page
from resources import resource_path

if TYPE_CHECKING:
    from gui.help_texts import Section
    from gui.theme import Theme
    from gui.words import Words

PICTURE_WIDTH = 560


class HelpWindow(QDialog):
    """Shows the help; it stays open beside the window.

    Attributes:
        privacy_wanted, keys_wanted: another page of the program shall be shown.
    """

    privacy_wanted = Signal()
    keys_wanted = Signal()

    def __init__(self, words: Words, theme: Theme, section: str = "start", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._theme = words, theme
        self._list = QListWidget()
        self._list.setProperty("role", "sections")
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setFixedWidth(theme.px(200))
        self._list.setWordWrap(True)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._privacy, self._keys, self._close = QPushButton(), QPushButton(), QPushButton()
        self._lay_out()
        self._list.currentRowChanged.connect(self._show_page)
        self._privacy.clicked.connect(self.privacy_wanted)
        self._keys.clicked.connect(self.keys_wanted)
        self._close.clicked.connect(self.accept)
        words.changed.connect(self.retranslate)
        self.retranslate()
        self.show_section(section)

    def show_section(self, name: str) -> None:
        """Show the page of this name; an unknown one changes nothing."""
        for row, section in enumerate(help_sections(self._words)):
            if section.name == name:
                self._list.setCurrentRow(row)

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        self.setWindowTitle(say("Help"))
        self._list.setAccessibleName(say("Pages of the help"))
        self._privacy.setText(say("What Neartwin does with your files"))
        self._keys.setText(say("Keys"))
        self._close.setText(say("Close"))
        row = max(self._list.currentRow(), 0)
        self._list.blockSignals(True)
        self._list.clear()
        self._list.addItems([section.title for section in help_sections(self._words)])
        for place in range(self._list.count()):
            self._list.item(place).setToolTip(self._list.item(place).text())
        self._list.setCurrentRow(row)
        self._list.blockSignals(False)
        self._show_page(row)

    def _lay_out(self) -> None:
        px = self._theme.px
        body = QHBoxLayout()
        body.setSpacing(px(tokens.GAP_4))
        body.addWidget(self._list)
        body.addWidget(self._area, 1)
        buttons = QHBoxLayout()
        for button in (self._privacy, self._keys):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self._close)
        self._close.setDefault(True)
        layout = QVBoxLayout(self)
        gap = px(tokens.GAP_4)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.addLayout(body, 1)
        layout.addLayout(buttons)
        self.resize(px(880), px(640))

    def _show_page(self, row: int) -> None:
        sections = help_sections(self._words)
        if 0 <= row < len(sections):
            self._area.setWidget(self._page(sections[row]))
            self._area.setAccessibleName(sections[row].title)

    def _page(self, section: Section) -> QWidget:
        page, column = reading_page(self._theme, section.title, section.entries)
        picture = self._picture(section)
        if picture is not None:
            column.addSpacing(self._theme.px(tokens.GAP_4))
            column.addWidget(picture)
        column.addStretch(1)
        return page

    def _picture(self, section: Section) -> QLabel | None:
        path = resource_path("help", f"{section.picture}-{self._words.language}.png")
        if not section.picture or not path.exists():
            return None
        ratio = self.devicePixelRatioF()
        pixels = QPixmap(str(path)).scaledToWidth(
            round(self._theme.px(PICTURE_WIDTH) * ratio), Qt.TransformationMode.SmoothTransformation
        )
        pixels.setDevicePixelRatio(ratio)
        label = QLabel()
        label.setPixmap(pixels)
        label.setAccessibleName(self._words.say("Picture of the window: {page}", page=section.title))
        return label
