"""What the program is, its version, its licence and what it is built with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui import tokens
from gui.elided_label import ElidedLabel
from gui.icons import application_icon

if TYPE_CHECKING:
    from gui.theme import Theme
    from gui.words import Words


@dataclass(frozen=True, slots=True)
class Facts:
    """What the dialog shows beside fixed words.

    Attributes:
        newer: what is known of newer versions, a sentence.
        components: names and versions of the libraries, in the order of display.
    """

    version: str
    library: str
    newer: str = ""
    components: tuple[tuple[str, str], ...] = ()


class AboutDialog(QDialog):
    """Name, version, licence, components.

    Attributes:
        privacy_wanted: show what the program does with files.
    """

    privacy_wanted = Signal()

    def __init__(self, words: Words, theme: Theme, facts: Facts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._facts = facts
        self._name = QLabel()
        self._name.setProperty("tone", "title")
        self._version, self._purpose, self._licence, self._built = QLabel(), QLabel(), QLabel(), QLabel()
        self._newer = QLabel()
        self._library = ElidedLabel()
        self._privacy = QPushButton()
        self._privacy.setProperty("role", "link")
        self._privacy.clicked.connect(self.privacy_wanted)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
        self._buttons.rejected.connect(self.reject)
        self._lay_out(theme)
        words.changed.connect(self.retranslate)
        self.resize(theme.px(520), theme.px(360))
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        self.setWindowTitle(say("About Neartwin"))
        what = self._words.name("what the program does, beside its name", "Document twins")
        self._name.setText(f"Neartwin {what}")
        self._version.setText(say("Version {version}", version=self._facts.version))
        self._newer.setText(self._facts.newer)
        self._newer.setVisible(bool(self._facts.newer))
        self._purpose.setText(
            say(
                "Finds copies and near copies among the documents in your folders, and helps to dispose of them safely."
            )
        )
        self._library.setText(say("Library: {folder}", folder=self._facts.library))
        self._licence.setText(say("Free software under the MIT licence."))
        built = ", ".join(f"{name} {version}" for name, version in self._facts.components)
        self._built.setText(say("Built with {components}.", components=built) if built else "")
        self._privacy.setText(say("What Neartwin does with your files"))
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setText(say("Close"))

    def event(self, event: QEvent) -> bool:
        is_done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self.resize(self.width(), max(self.height(), self._column.totalHeightForWidth(self.width())))
        return is_done

    def _lay_out(self, theme: Theme) -> None:
        picture = QLabel()
        picture.setPixmap(application_icon().pixmap(theme.px(64), theme.px(64)))
        picture.setAlignment(Qt.AlignmentFlag.AlignTop)
        lines = QVBoxLayout()
        lines.setSpacing(theme.px(tokens.GAP_2))
        for label in (self._version, self._newer):
            label.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
        for label in (self._version, self._newer, self._licence, self._built, self._library):
            label.setProperty("tone", "mute")
        for label in (self._name, self._version, self._newer, self._purpose, self._library, self._licence, self._built):
            label.setWordWrap(label is not self._library)
            lines.addWidget(label)
        lines.addWidget(self._privacy, 0, Qt.AlignmentFlag.AlignLeft)
        lines.addStretch(1)
        columns = QHBoxLayout()
        columns.setSpacing(theme.px(tokens.GAP_4))
        columns.addWidget(picture)
        columns.addLayout(lines, 1)
        layout = self._column = QVBoxLayout(self)
        gap = theme.px(tokens.GAP_6)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.addLayout(columns, 1)
        layout.addWidget(self._buttons)
