"""What the parts of the window do together: from the session to the pages, from the buttons to the session."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox

from core.errors import KnownError
from core.places import Care, care_of
from core.volumes import mounts_now
from gui import file_acts, phrases
from gui.group_table import GroupTable
from gui.samples import place_samples
from gui.side_bar import RELATIONS, View
from gui.text_search import TextSearch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.documents import ScanResult
    from gui.jobs import Progress, Snapshot
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.shown import Shown
    from gui.words import Words

REGROUP_AFTER_MS = 120
"""How long the threshold must rest before the groups follow."""

MOST_OPENED = 8
"""So many of the selected files are opened at once, and no more."""


class Desk(QObject):
    """Wires the window to the session.

    Attributes:
        forget_wanted: a folder was taken off the list, and what is known of it shall be erased: path.
    """

    forget_wanted = Signal(str)

    def __init__(self, words: Words, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._words = words
        self._window = window
        self._session = session
        self._note_of: ScanResult | None = None
        self._narrowing: Progress | None = None
        self._search = TextSearch(session, self)
        self._pause = QTimer(self, singleShot=True, interval=REGROUP_AFTER_MS)
        self._wire_session()
        self._wire_folders()
        self._wire_list()
        self._wire_actions()
        words.changed.connect(self._say_note)
        self._show_folders()
        self._show_marks()
        window.review.set_scanning(is_scanning=bool(session.folders))  # they are as soon as the library is open

    def _wire_session(self) -> None:
        session, window = self._session, self._window
        session.shown.connect(self._show)
        session.early.connect(self._show_table)
        session.folders_changed.connect(self._show_folders)
        session.scanning_changed.connect(self._show_scanning)
        session.progressed.connect(self._show_progress)
        session.refused.connect(self._tell_refusal)
        session.marking.changed.connect(self._show_marks)
        session.marking.refused.connect(self._tell_kept)
        session.marking.kept.connect(self._tell_spared)
        window.closing.connect(session.close)
        window.bar.stop_asked.connect(session.stop)
        window.bar.clear_asked.connect(session.marking.clear)

    def _wire_folders(self) -> None:
        window = self._window
        for signal in (window.side.add_asked, window.empty.add_asked):
            signal.connect(self.choose_folder)
        for dropped in (window.side.folders_dropped, window.empty.folders_dropped, window.folders_dropped):
            dropped.connect(self.add_folders)
        window.empty.samples_asked.connect(self.add_samples)
        window.side.remove_asked.connect(self.remove_folder)
        window.side.scan_asked.connect(lambda _path: self._session.scan())
        window.side.show_asked.connect(file_acts.show_in_folder)

    def _wire_list(self) -> None:
        review = self._window.review
        review.view.mark_asked.connect(lambda paths, on: self._session.marking.by_hand(paths, is_marked=on))
        review.bar.needle_changed.connect(self._narrow)
        review.bar.needle_changed.connect(self._search.start)
        self._search.found.connect(self._show_found)
        review.bar.scan_asked.connect(self._session.scan)
        review.bar.set_threshold(self._session.settings.similarity)
        review.bar.threshold_changed.connect(lambda _figure: self._pause.start())
        self._pause.timeout.connect(lambda: self._session.regroup(review.bar.threshold.value() / 100))

    def _wire_actions(self) -> None:
        actions, session, view = self._window.actions_, self._session, self._window.review.view
        told = {
            "add_folder": self.choose_folder,
            "scan": session.scan,
            "stop": session.stop,
            "find": self._window.review.bar.search.setFocus,
            "mark": self._window.review.view.mark_selected,
            "only_folder": self._show_only_folder,
            "undo_mark": session.marking.undo,
            "clear_marks": session.marking.clear,
            "open": lambda: self._each(file_acts.open_file),
            "reveal": lambda: self._each(file_acts.show_in_folder),
            "copy_path": lambda: file_acts.copy_paths(view.selected_paths()),
            "open_groups": lambda: self._window.review.model.set_all_open(are_open=True),
            "close_groups": lambda: self._window.review.model.set_all_open(are_open=False),
            "quit": self._window.quit,
        }
        for name, act in told.items():
            actions[name].triggered.connect(lambda _=False, done=act: done())

    # folders

    def choose_folder(self) -> None:
        """Let the user choose a folder and add it."""
        if self._session.refuses():
            return
        title = self._words.say("Add a folder whose documents shall be compared")
        folder = QFileDialog.getExistingDirectory(self._window, title)
        if folder:
            self.add_folders([folder])

    def add_folders(self, paths: Sequence[str]) -> None:
        """Put folders on the list; they are scanned at once. Places that need care are asked about first."""
        if not paths or self._session.refuses():
            return
        plain = [path for path in paths if care_sentence(self._words, path) is None]
        if plain:
            self._session.add_folders(plain)
        for path in paths:
            if path not in plain:
                self._ask_about(path)

    def _ask_about(self, path: str) -> None:
        words = self._words
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(words.say("Add this folder?"))
        box.setText(words.say("Add {folder}?", folder=phrases.display(path)))
        box.setInformativeText(care_sentence(words, path) or "")
        add = box.addButton(words.say("Add it all the same"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(words.say("Choose another folder"), QMessageBox.ButtonRole.RejectRole))
        box.buttonClicked.connect(lambda button: self._session.add_folders([path]) if button is add else None)
        box.open()

    def add_samples(self) -> None:
        """Copy the sample documents to a place of the user's own, and add that folder."""
        try:
            self.add_folders([place_samples()])
        except KnownError as error:
            self._tell_refusal(error)

    def remove_folder(self, path: str) -> None:
        """Ask, then take a folder off the list."""
        if self._session.refuses():
            return
        words = self._words
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(words.say("Take a folder off the list"))
        box.setText(words.say("Take {folder} off the list?", folder=os.path.basename(path) or path))
        box.setInformativeText(
            words.say(
                "Nothing in the folder is touched, and what you decided is kept. Forgetting also erases its texts and"
                " fingerprints from the library."
            )
        )
        take = box.addButton(words.say("Take off the list"), QMessageBox.ButtonRole.AcceptRole)
        forget = box.addButton(words.say("Take off and forget"), QMessageBox.ButtonRole.AcceptRole)
        keep = box.addButton(words.say("Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)

        def answer(button: object) -> None:
            if button in (take, forget):
                self._session.remove_folder(path)
            if button is forget:
                self.forget_wanted.emit(path)

        box.buttonClicked.connect(answer)
        box.open()

    def _show_folders(self) -> None:
        states = self._session.folders
        self._window.side.set_folders(states)
        self._window.set_has_folders(has_folders=bool(states))
        self._window.bar.setVisible(bool(states))
        self._allow_scan()

    # results

    def _show(self, shown: Shown) -> None:
        self._show_table(shown.table)
        result = shown.result
        self._window.review.bar.threshold.show_bars(shown.overview.pairs)
        self._note_of = result
        self._say_note()

    def _show_table(self, table: GroupTable) -> None:
        self._window.review.show_table(table)
        counts = table.count_by_kind()
        numbers = {view: counts[relation] for view, relation in RELATIONS.items()}
        result = self._session.last.result if self._session.last else None
        numbers[View.PROBLEMS] = len(result.problems) if result else 0
        self._window.side.set_counts(numbers)

    def _narrow(self, needle: str, paths: frozenset[str] = frozenset()) -> None:
        """Show the groups with these words; they are looked for on the reading thread."""
        review = self._window.review
        wanted, table = replace(review.model.wanted, needle=needle, paths=paths), review.model.table
        if self._narrowing is not None:
            self._narrowing.stop()
        self._narrowing = self._session.jobs.read(
            lambda: table.searched(wanted), lambda _mask: review.narrow(needle=needle, paths=paths)
        )

    def _show_found(self, needle: str, paths: frozenset[str]) -> None:
        if self._window.review.model.wanted.needle == needle:
            self._narrow(needle, paths)

    def _say_note(self) -> None:
        result, words = self._note_of, self._words
        note = result_note(words, result) if result and result.roots else ""
        if self._session.is_read_only:
            note = words.say("Shared library: only read, nothing is scanned or watched · {found}", found=note)
        self._window.bar.rest_on(note)

    def _show_scanning(self, is_scanning: bool) -> None:
        self._window.review.set_scanning(is_scanning=is_scanning)
        self._window.actions_["stop"].setEnabled(is_scanning)
        self._allow_scan()

    def _allow_scan(self) -> None:
        can_scan = bool(self._session.folders) and not self._session.is_read_only
        self._window.review.bar.set_scanning(is_scanning=self._session.is_scanning, can_scan=can_scan)
        self._window.actions_["scan"].setEnabled(can_scan)

    def _show_progress(self, snapshot: Snapshot | None) -> None:
        self._window.bar.show_progress(snapshot)

    def _tell_refusal(self, error: KnownError) -> None:
        self._window.review.set_scanning(is_scanning=self._session.is_scanning)
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self._words.say("This did not work"))
        box.setText(self._words.error(error))
        box.open()

    # marks

    def _show_marks(self) -> None:
        marking = self._session.marking
        self._window.review.model.set_marks(marking.marks)
        self._window.bar.show_marked(len(marking.marks), marking.size)
        self._window.actions_["undo_mark"].setEnabled(marking.can_undo)
        for name in ("clear_marks", "trash", "erase"):
            self._window.actions_[name].setEnabled(bool(marking.marks))

    def _tell_kept(self, paths: Sequence[str]) -> None:
        words = self._words
        self._window.bar.show_note(
            words.count(
                "{n} file stays: it is protected, or the last of its group",
                "{n} files stay: they are protected, or the last of their group",
                len(paths),
            )
        )

    def _show_only_folder(self) -> None:
        current = self._window.review.view.current
        if current is not None and current.member is not None:
            self._window.review.bar.choose_folder(os.path.dirname(current.member.path))

    def _tell_spared(self, paths: Sequence[str]) -> None:
        words = self._words
        self._window.bar.show_note(
            words.count(
                "{n} file is no longer marked: the copy that was to stay is gone",
                "{n} files are no longer marked: the copies that were to stay are gone",
                len(paths),
            )
        )

    def _each(self, act: Callable[[str], bool]) -> None:
        for path in self._window.review.view.selected_paths()[:MOST_OPENED]:
            act(path)


def care_sentence(words: Words, folder: str) -> str | None:
    """Return why adding a folder should be thought about; None for an ordinary one."""
    care = care_of(folder)
    if care is None:
        if mounts_now().of(os.path.realpath(folder)).is_network:
            return words.say(
                "It lies on another machine. It is read over the network, looked at every few minutes instead of"
                " watched, and the texts of its documents are kept in the library on this computer."
            )
        return None
    return {
        Care.SYSTEM: words.say("It belongs to the system or to installed programs; their files are no documents."),
        Care.DRIVE: words.say("It is a whole drive. Scanning takes long, and most of it is not yours to clean up."),
        Care.HOME: words.say("It holds all your files, those of programs too. A folder of documents is enough."),
        Care.CHAT: words.say("A chat program keeps its files here. They are compared, and protected from deletion."),
        Care.SYNC: words.say("It is kept in step with the cloud: what is deleted here is deleted there too."),
    }[care]


def result_note(words: Words, result: ScanResult) -> str:
    """Return the first line after a scan: how many files were compared by what, how many could not be read."""
    text = phrases.counts_note(words, result.counts.text_compared, result.counts.bytes_only, len(result.problems))
    text = " · ".join((text, *(words.wording.shortfall(one) for one in result.capped)))
    return text if result.is_complete else words.say("Stopped or incomplete: {found}", found=text)
