"""What people see after a bug: what it means for them, and a text they may copy that names none of their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from gui import tokens
from gui.crash_report import without_paths

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gui.theme import Theme
    from gui.words import Words


class CrashDialog(QDialog):
    """Tells about a bug.

    Attributes:
        quit_wanted: the user wants to close the program.
    """

    quit_wanted = Signal()

    def __init__(
        self, words: Words, theme: Theme, story: str, folders: Iterable[str] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._story = story
        self._folders = tuple(folders)
        self._title = QLabel()
        self._title.setProperty("tone", "title")
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._report = QPlainTextEdit()
        self._report.setReadOnly(True)
        self._report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._report.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._with_paths = QCheckBox()
        self._copy, self._quit, self._go_on = QPushButton(), QPushButton(), QPushButton()
        self._lay_out(theme)
        self._with_paths.toggled.connect(self._show_report)
        self._copy.clicked.connect(self._copy_report)
        self._quit.clicked.connect(self.quit_wanted)
        self._go_on.clicked.connect(self.accept)
        self._show_report()
        words.changed.connect(self.retranslate)
        self.retranslate()

    @property
    def report(self) -> str:
        """The text as it would be copied now."""
        return self._report.toPlainText()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        self.setWindowTitle(say("Something went wrong"))
        self._title.setText(say("Something went wrong inside Neartwin"))
        self._text.setText(
            say(
                "This is a mistake in the program, not in your files. What you marked and decided is kept, and the"
                " journal knows about every file that was moved. You can go on; if the window behaves oddly, close"
                " Neartwin and start it again. To report it, copy the text below: it is sent to nobody by itself."
            )
        )
        self._report.setAccessibleName(say("Text of the report"))
        self._with_paths.setText(say("Include the names of my folders and files"))
        self._copy.setText(say("Copy text"))
        self._quit.setText(say("Close Neartwin"))
        self._go_on.setText(say("Go on"))

    def _lay_out(self, theme: Theme) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self._copy)
        buttons.addStretch(1)
        buttons.addWidget(self._quit)
        buttons.addWidget(self._go_on)
        self._go_on.setProperty("role", "primary")
        self._go_on.setDefault(True)
        layout = QVBoxLayout(self)
        gap = theme.px(tokens.GAP_6)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(theme.px(tokens.GAP_3))
        for widget in (self._title, self._text, self._report, self._with_paths):
            layout.addWidget(widget)
        layout.addLayout(buttons)
        self.resize(theme.px(620), theme.px(460))

    def _show_report(self) -> None:
        is_whole = self._with_paths.isChecked()
        self._report.setPlainText(self._story if is_whole else without_paths(self._story, self._folders))

    def _copy_report(self) -> None:
        QGuiApplication.clipboard().setText(self.report)
        self._copy.setText(self._words.say("Copied"))
