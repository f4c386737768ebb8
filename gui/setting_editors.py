"""The controls in which a setting is changed, chosen by the kind of its value."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gui import tokens
from gui.flow_layout import FlowLayout
from gui.path_list import PathList
from gui.phrases import display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gui.theme import Theme
    from gui.words import Words

CONTROL_WIDTH = 160
"""How wide a number or a choice is, so that they stand below one another."""


class Editor(QWidget):
    """One control, or a few, for one value.

    Attributes:
        changed: the value is another.
        IS_WIDE: stands below its sentence rather than beside it.
    """

    changed = Signal()
    IS_WIDE = False

    @abstractmethod
    def value(self) -> Any:
        """Return the value as `Settings` takes it."""

    @abstractmethod
    def set_value(self, value: Any) -> None:
        """Show a value."""

    def describe(self, title: str, text: str) -> None:
        """Tell a screen reader what is changed here."""
        control = self.focusProxy() or self
        control.setAccessibleName(title)
        control.setAccessibleDescription(text)

    def _hold(self, control: QWidget, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignRight) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(control, 0, align)
        self.setFocusProxy(control)


class Tick(Editor):
    """Yes or no."""

    def __init__(self) -> None:
        super().__init__()
        self._box = QCheckBox()
        self._hold(self._box)
        self._box.toggled.connect(self.changed)

    def value(self) -> bool:
        return self._box.isChecked()

    def set_value(self, value: bool) -> None:
        self._box.setChecked(value)


class Number(Editor):
    """A number in a unit of which one stands for `factor` in the setting (KB: 1024, %: 0.01)."""

    def __init__(
        self, theme: Theme, low: float | None, high: float | None, factor: float, unit: str, *, is_whole: bool
    ) -> None:
        super().__init__()
        self._factor = factor
        self._is_whole = is_whole
        is_fraction = not is_whole and factor >= 1
        self._box: QSpinBox | QDoubleSpinBox = QDoubleSpinBox() if is_fraction else QSpinBox()
        if isinstance(self._box, QDoubleSpinBox):
            self._box.setDecimals(1)
        most = 2**31 - 1 if high is None else round(high / factor)
        self._box.setRange(round((low or 0) / factor), min(most, 2**31 - 1))
        self._box.setSuffix(f" {unit}" if unit else "")
        self._box.setGroupSeparatorShown(True)
        self._box.setFixedWidth(theme.px(CONTROL_WIDTH))
        inset = theme.px(tokens.GAP_2)
        self._box.lineEdit().setTextMargins(inset, 0, inset, 0)  # a style sheet does not reach the text of a spin box
        self._hold(self._box)
        self._box.valueChanged.connect(self.changed)

    def value(self) -> float:
        value = self._box.value() * self._factor
        return round(value) if self._is_whole else round(value, 4)

    def set_value(self, value: float) -> None:
        shown = value / self._factor
        if isinstance(self._box, QDoubleSpinBox):
            self._box.setValue(shown)
        else:
            self._box.setValue(round(shown))


class Choice(Editor):
    """One of a few words."""

    def __init__(self, theme: Theme, choices: Sequence[tuple[Any, str]]) -> None:
        super().__init__()
        self._box = QComboBox()
        for value, text in choices:
            self._box.addItem(text, value)
        self._box.setMinimumWidth(theme.px(CONTROL_WIDTH))
        self._box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._hold(self._box)
        self._box.currentIndexChanged.connect(self.changed)

    def value(self) -> Any:
        return self._box.currentData()

    def set_value(self, value: Any) -> None:
        self._box.setCurrentIndex(max(self._box.findData(value), 0))


class Lines(Editor):
    """A list of words or patterns, one a line."""

    IS_WIDE = True

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._box = QPlainTextEdit()
        self._box.setTabChangesFocus(True)
        self._box.setFixedHeight(theme.px(76))
        self._hold(self._box, Qt.AlignmentFlag(0))
        self._box.textChanged.connect(self.changed)

    def value(self) -> tuple[str, ...]:
        lines = (line.strip() for line in self._box.toPlainText().splitlines())
        return tuple(dict.fromkeys(line for line in lines if line))

    def set_value(self, value: Sequence[str]) -> None:
        self._box.setPlainText("\n".join(value))


class Several(Editor):
    """Any of a few words, each with a tick."""

    IS_WIDE = True

    def __init__(self, theme: Theme, choices: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        layout = FlowLayout(self, theme.px(tokens.GAP_4))
        self._boxes = {value: QCheckBox(text) for value, text in choices}
        for box in self._boxes.values():
            layout.addWidget(box)
            box.toggled.connect(self.changed)

    def value(self) -> tuple[str, ...]:
        """Return what is ticked; ticking nothing, or all, is "everything"."""
        ticked = tuple(value for value, box in self._boxes.items() if box.isChecked())
        return ticked if 0 < len(ticked) < len(self._boxes) else ("everything",)

    def set_value(self, value: Sequence[str]) -> None:
        for name, box in self._boxes.items():
            box.setChecked("everything" in value or name in value)

    def describe(self, title: str, text: str) -> None:
        for box in self._boxes.values():
            box.setAccessibleName(f"{title}: {box.text()}")
            box.setAccessibleDescription(text)


class Folders(Editor):
    """A list of folders in an order.

    Attributes:
        folder_wanted: the user wants to add one; `add` takes the answer.
    """

    folder_wanted = Signal()
    IS_WIDE = True

    def __init__(self, words: Words, theme: Theme, *, is_ordered: bool) -> None:
        super().__init__()
        self._folders: list[str] = []
        self._list = PathList(theme)
        self._list.setFixedHeight(theme.px(84))
        self._list.setProperty("ground", "card")
        self._words = words
        add, remove, up = self._buttons = QPushButton(), QPushButton(), QPushButton()
        up.setVisible(is_ordered)
        buttons = QVBoxLayout()
        for button in self._buttons:
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.px(tokens.GAP_2))
        layout.addWidget(self._list, 1)
        layout.addLayout(buttons)
        self.setFocusProxy(self._list)
        add.clicked.connect(self.folder_wanted)
        remove.clicked.connect(self._remove)
        up.clicked.connect(self._move_up)
        words.changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        for button, text in zip(self._buttons, (say("Add folder…"), say("Remove"), say("Move up")), strict=True):
            button.setText(text)

    def value(self) -> tuple[str, ...]:
        return tuple(self._folders)

    def set_value(self, value: Sequence[str]) -> None:
        self._folders = list(value)
        self._show(0)
        self.changed.emit()

    def add(self, folder: str) -> None:
        """Put a folder at the end; one that is there already stays where it is."""
        if folder and folder not in self._folders:
            self._folders.append(folder)
            self._show(len(self._folders) - 1)
            self.changed.emit()

    def _show(self, row: int) -> None:
        """List the folders anew; Qt's own strings would lose names that are no text."""
        self._list.clear()
        self._list.add_texts(map(display, self._folders))
        self._list.setCurrentRow(min(row, len(self._folders) - 1))

    def _remove(self) -> None:
        row = self._list.currentRow()
        if row >= 0:
            del self._folders[row]
            self._show(row)
            self.changed.emit()

    def _move_up(self) -> None:
        row = self._list.currentRow()
        if row > 0:
            self._folders.insert(row - 1, self._folders.pop(row))
            self._show(row - 1)
            self.changed.emit()
