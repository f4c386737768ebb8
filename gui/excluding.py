"""Folders excluded from scans by right click."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox

from gui.phrases import display

if TYPE_CHECKING:
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.settings_store import SettingsStore
    from gui.words import Words


class Excluding(QObject):
    """Asks, then leaves the folder of the current file out of scans."""

    def __init__(self, words: Words, store: SettingsStore, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._words, self._store = words, store
        self._window, self._session = window, session
        window.actions_["exclude"].triggered.connect(lambda _=False: self.exclude_current())

    def exclude_current(self) -> None:
        """Ask whether the folder of the current file shall be left out."""
        current = self._window.review.view.current
        if current is None or current.member is None:
            return
        folder, words = os.path.dirname(current.member.path), self._words
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(words.say("Exclude this folder from scans"))
        box.setText(words.say("Exclude {folder} from scans?", folder=display(folder)))
        box.setInformativeText(
            words.say(
                "The folder and all that is in it are left out of scans from now on. Nothing on the disk is touched;"
                " you can take it back in the settings."
            )
        )
        exclude = box.addButton(words.say("Exclude"), QMessageBox.ButtonRole.AcceptRole)
        keep = box.addButton(words.say("Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.buttonClicked.connect(lambda button: self.exclude(folder) if button is exclude else None)
        box.open()

    def exclude(self, folder: str) -> None:
        """Leave a folder out of scans from now on, and scan."""
        settings = self._store.settings
        folders = dict.fromkeys([*settings.excluded_folders, folder])
        self._store.settings = replace(settings, excluded_folders=tuple(folders))
        self._session.scan()
