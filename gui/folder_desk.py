"""Folders beside folders: answers what the page asks, and marks what two folders have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from core.folder_question import ask_of_folders, clear_twins
from gui import file_acts
from gui.folder_view import FolderView
from gui.marking import marks_of
from gui.side_bar import View

if TYPE_CHECKING:
    from PySide6.QtWidgets import QComboBox

    from core.folder_question import FolderAnswer
    from core.library import Library
    from core.rules import Effect
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.shown import Shown
    from gui.theme import Theme
    from gui.words import Words


class FolderDesk(QObject):
    """Feeds the page of folders."""

    def __init__(self, words: Words, theme: Theme, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words, self._session = words, session
        self.page = FolderView(words, theme)

    def wire(self, window: MainWindow) -> None:
        """Connect the page with the window that shows it."""
        self._window = window
        self._session.shown.connect(self._show)
        self.page.question_wanted.connect(self._answer)
        self.page.choice_wanted.connect(self._choose)
        self.page.mark_wanted.connect(self._mark)
        self.page.file_wanted.connect(file_acts.show_in_folder)

    def open(self, one: str, other: str) -> None:
        """Show the page with the question of two folders."""
        self._window.show_view(View.FOLDERS)
        self.page.ask(one, other)

    def _show(self, shown: Shown) -> None:
        pairs = shown.result.folders
        self.page.show_pairs(pairs, [state.path for state in self._session.folders])
        self._window.side.set_counts({View.FOLDERS: len(pairs)})

    def _answer(self, inner: str, outer: str) -> None:
        self._session.ask(lambda library: ask_of_folders(library.index, inner, outer), self.page.show_answer)

    def _choose(self, box: QComboBox) -> None:
        folder = QFileDialog.getExistingDirectory(self._window, self._words.say("Choose a folder"))
        if folder:
            self.page.choose(box, folder)

    def _mark(self, answer: FolderAnswer) -> None:
        session = self._session
        groups = session.last.table.groups if session.last else ()
        settings, marked = session.settings, frozenset(session.marking.marks)

        def work(library: Library) -> Effect:
            untouchable = session.care.untouchable(library, settings, groups)
            return clear_twins(answer, groups, marked=marked, untouchable=untouchable)

        session.ask(work, self._marked)

    def _marked(self, effect: Effect) -> None:
        self._session.marking.take(marks_of(effect))
        words = self._words
        told = words.count("{n} file marked", "{n} files marked", len(effect.marks))
        spared = words.count("{n} left alone by the rule", "{n} left alone by the rule", len(effect.spared))
        self._window.bar.show_note(f"{told} · {spared}" if effect.spared else "")
