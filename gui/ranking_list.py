"""The user's ranking of folders: the most trusted on top, moved by buttons or keys, begun from a preset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from core.folder_ranking import Preset, arranged
from gui import tokens
from gui.path_list import PathList
from gui.phrases import display

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QKeyEvent

    from gui.theme import Theme
    from gui.words import Words


def preset_name(words: Words, preset: Preset) -> str:
    """Return what a preset does."""
    return {
        Preset.PASSING_LAST: words.say("Downloads, desktop and chat folders last"),
        Preset.BACKUPS_LAST: words.say("Backups, archives and old versions last"),
        Preset.FULLEST_FIRST: words.say("The folder with most files first"),
        Preset.HIGHEST_FIRST: words.say("The shortest path first"),
    }[preset]


class RankingList(QWidget):
    """Folders in an order.

    Attributes:
        changed: the order is another.
    """

    changed = Signal()

    def __init__(self, words: Words, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._folders: list[str] = []
        self._files: Mapping[str, int] = {}
        self._list = PathList(theme)
        self._list.setProperty("ground", "card")
        self._presets, self._up, self._down, self._remove = (QPushButton() for _ in range(4))
        self._menu = QMenu(self._presets)
        self._presets.setMenu(self._menu)
        for preset in Preset:
            action = self._menu.addAction("")
            action.setData(preset)
            action.triggered.connect(lambda _=False, chosen=preset: self.arrange(chosen))
        buttons = QVBoxLayout()
        for button in (self._presets, self._up, self._down, self._remove):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.px(tokens.GAP_2))
        layout.addWidget(self._list, 1)
        layout.addLayout(buttons)
        self.setFocusProxy(self._list)
        self._up.clicked.connect(lambda: self.move_current(-1))
        self._down.clicked.connect(lambda: self.move_current(1))
        self._remove.clicked.connect(self._take_off)
        words.changed.connect(self.retranslate)
        self.retranslate()

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders, the most trusted first."""
        return tuple(self._folders)

    def set_folders(self, folders: Sequence[str], files: Mapping[str, int] | None = None) -> None:
        """Show these, in this order; `files` counts what lies in each."""
        if files is not None:
            self._files = files
        self._folders = list(dict.fromkeys(folders))
        self._show(0)
        self.changed.emit()

    def arrange(self, preset: Preset) -> None:
        """Put the folders into the order of a preset."""
        self.set_folders(arranged(self._folders, preset, self._files))

    def move_current(self, by: int) -> None:
        """Move the current folder up (-1) or down (1)."""
        row = self._list.currentRow()
        if row >= 0 and 0 <= row + by < len(self._folders):
            self._folders.insert(row + by, self._folders.pop(row))
            self._show(row + by)
            self.changed.emit()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        self._list.setAccessibleName(say("Ranking of folders, the most trusted first"))
        for button, text in zip(
            (self._presets, self._up, self._down, self._remove),
            (say("Begin with ▾"), say("Move up"), say("Move down"), say("Remove")),
            strict=True,
        ):
            button.setText(text)
        for action in self._menu.actions():
            action.setText(preset_name(self._words, Preset(action.data())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the current folder by Ctrl and an arrow."""
        steps = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.key() in steps:
            self.move_current(steps[event.key()])
        else:
            super().keyPressEvent(event)

    def _take_off(self) -> None:
        row = self._list.currentRow()
        if row >= 0:
            del self._folders[row]
            self._show(row)
            self.changed.emit()

    def _show(self, row: int) -> None:
        self._list.clear()
        self._list.add_texts(f"{place}  {display(folder)}" for place, folder in enumerate(self._folders, 1))
        self._list.setCurrentRow(min(row, len(self._folders) - 1))
