"""Protected folders, changeable at any time: from then on nothing in them is marked, by hand or by rule, or goes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.decisions import FolderRole
from gui import tokens
from gui.phrases import display
from gui.setting_editors import Folders

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.library import Library
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.theme import Theme
    from gui.words import Words


class ProtectedDialog(QDialog):
    """Shows the protected folders, to be changed.

    Attributes:
        agreed: protect these folders and no others: list of paths.
    """

    agreed = Signal(object)

    def __init__(
        self,
        words: Words,
        theme: Theme,
        folders: Sequence[str],
        ask_folder: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._title, self._about = QLabel(), QLabel()
        self._title.setProperty("tone", "title")
        self._about.setProperty("tone", "mute")
        self._about.setWordWrap(True)
        self.folders = Folders(words, theme, is_ordered=False)
        self.folders.set_value(folders)
        self.folders.folder_wanted.connect(lambda: self.folders.add(ask_folder()))
        self._cancel, self._save = QPushButton(), QPushButton()
        self._save.setProperty("role", "primary")
        self._cancel.clicked.connect(self.reject)
        self._save.clicked.connect(self._agree)
        self._lay_out(theme)
        words.changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the current language."""
        say = self._words.say
        self.setWindowTitle(say("Protected folders"))
        self._title.setText(say("Protected folders"))
        self._about.setText(
            say(
                "Files in these folders are compared like all others; they are never marked and never go, not even"
                " when another path leads to them. Folders of chat programs are protected without being listed."
            )
        )
        self.folders.describe(say("Protected folders"), "")
        self._cancel.setText(say("Cancel"))
        self._save.setText(say("Save"))

    def _lay_out(self, theme: Theme) -> None:
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*(theme.px(tokens.GAP_4),) * 4)
        layout.setSpacing(theme.px(tokens.GAP_3))
        for widget in (self._title, self._about, self.folders):
            layout.addWidget(widget)
        layout.addStretch(1)
        layout.addLayout(buttons)
        self.resize(theme.px(620), theme.px(300))

    def _agree(self) -> None:
        self.agreed.emit(list(self.folders.value()))
        self.accept()


class Protecting(QObject):
    """Keeps the window's marks true to what is protected now."""

    def __init__(self, words: Words, theme: Theme, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._words, self._theme = words, theme
        self._window, self._session = window, session
        window.actions_["protect"].triggered.connect(lambda _=False: self.protect_current())
        window.actions_["protected_list"].triggered.connect(lambda _=False: self.show_list())
        session.opened.connect(self.refresh)
        session.shown.connect(lambda _shown: self.refresh())

    def refresh(self) -> None:
        """Let marks by hand ask what is protected now, and take off those that may not be there."""
        settings, marked = self._session.settings, list(self._session.marking.marks)

        def work(library: Library) -> tuple[Callable[[str], bool], list[str]]:
            guard = self._session.care.guard(library, settings)
            return guard, [path for path in marked if guard(path)]

        def take(found: tuple[Callable[[str], bool], list[str]]) -> None:
            self._session.marking.protect(found[0])
            if found[1]:
                self._session.marking.by_hand(found[1], is_marked=False)

        self._session.ask(work, take)

    def protect_current(self) -> None:
        """Protect the folder of the current file."""
        current = self._window.review.view.current
        if current is not None and current.member is not None:
            folder = os.path.dirname(current.member.path)
            self._session.ask(_protected, lambda known: self.protect([*known, folder]))
            self._window.bar.show_note(self._words.say("Protected: {folder}", folder=display(folder)))

    def show_list(self) -> None:
        """Show the protected folders."""
        self._session.ask(_protected, self._open)

    def _open(self, folders: Sequence[str]) -> None:
        title = self._words.say("Protect a folder")
        ask = lambda: QFileDialog.getExistingDirectory(self._window, title)  # noqa: E731 - a question with its answer
        dialog = ProtectedDialog(self._words, self._theme, folders, ask, self._window)
        dialog.agreed.connect(self.protect)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def protect(self, folders: Sequence[str]) -> None:
        """Protect these folders and no others; the rows follow by a scan, marks at once."""
        unique = list(dict.fromkeys(folders))
        self._session.ask(
            lambda library: library.decisions.set_folders(FolderRole.PROTECTED, unique), lambda _: self._follow()
        )

    def _follow(self) -> None:
        self.refresh()
        self._session.scan()


def _protected(library: Library) -> list[str]:
    return library.decisions.folders(FolderRole.PROTECTED)
