"""Care for the library by the buttons of the settings: check, backup, compact, export, import, another one, erase."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QCheckBox, QFileDialog, QMenu, QMessageBox

from core.errors import KnownError, msgid
from gui import file_acts
from gui.library_section import LibraryFacts
from gui.phrases import display
from gui.saving import choose_to_open, choose_to_save

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.care import Examination, Forgotten
    from core.exchange import TakenOver
    from core.libraries import LibraryPlace
    from core.library import Library
    from gui.jobs import Progress
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.words import Words

MOST_FAULTS = 5


class LibraryDesk(QObject):
    """Carries out what is asked of the library.

    Attributes:
        erase_agreed: all data of Neartwin shall be erased once the libraries are closed.
        told: what became of something that was asked for, as a sentence.
    """

    erase_agreed = Signal()
    told = Signal(str)

    def __init__(self, words: Words, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._words, self._window, self._session = words, window, session
        session.opened.connect(self.show_line)
        session.shown.connect(lambda _shown: self.show_line())

    def show_line(self) -> None:
        """Say in the side bar what is stored and where."""
        keeps_texts = self._session.settings.keep_texts
        self._session.ask(
            lambda library: facts_of(library, keeps_texts=keeps_texts), self._window.side.library.show_facts
        )

    def tend(self, act: str, facts: LibraryFacts) -> None:
        """Do one of `library_section.ACTIONS`."""
        acts: dict[str, Callable[[], object]] = {
            "open_folder": lambda: file_acts.open_file(facts.folder),
            "choose": self._offer_libraries,
            "check": self._check,
            "compact": self._compact,
            "backup": self._back_up,
            "export": self._ask_export,
            "import": self._ask_import,
            "portable": self._ask_portable,
            "erase": self._ask_erase,
        }
        acts[act]()

    # check, compact, backup

    def _check(self) -> None:
        def work(library: Library, progress: Progress) -> Examination:
            from core.care import examine  # noqa: PLC0415 - beside its only use

            return examine(library, progress)

        self._session.write(msgid("Checking the library"), work, self._tell_examined)

    def _tell_examined(self, found: Examination) -> None:
        say = self._words.say
        if found.is_whole:
            self._note(say("The library is in order"))
            return
        faults = "\n".join((*found.index_faults, *found.decisions_faults)[:MOST_FAULTS])
        sentence = (
            say("What you decided is damaged. Import a backup of your decisions.")
            if found.decisions_faults
            else say("The library is damaged; it is made again at the next start")
        )
        self._box(QMessageBox.Icon.Warning, say("The library was checked"), sentence, faults).open()

    def _compact(self) -> None:
        def work(library: Library, progress: Progress) -> int:
            from core.care import compact  # noqa: PLC0415 - beside its only use

            return compact(library, progress)

        self._session.write(msgid("Making the library smaller"), work, self._tell_compacted)

    def _tell_compacted(self, gained: int) -> None:
        words = self._words
        self._note(
            words.say("The library is smaller by {size}", size=words.size(gained))
            if gained > 0
            else words.say("The library is as small as it can be")
        )
        self.show_line()

    def _back_up(self) -> None:
        title = self._words.say("Back up your decisions")
        path, _ = choose_to_save(self._window, self._session.store, title, "neartwin-decisions.db", "SQLite (*.db)")
        if path:
            self.back_up(path)

    def back_up(self, path: str) -> None:
        """Copy the decisions to a file."""

        def work(library: Library, _progress: Progress) -> None:
            from core.care import back_up_decisions  # noqa: PLC0415 - beside its only use

            back_up_decisions(library, path)

        done = self._words.say("Your decisions are backed up in {path}", path=display(path))
        self._session.write(msgid("Backing up"), work, lambda _: self._note(done))

    # export and import

    def _ask_export(self) -> None:
        from core.exchange import EXPORT_SUFFIX  # noqa: PLC0415 - beside its only use

        say = self._words.say
        box = self._box(
            QMessageBox.Icon.Question,
            say("Export the library"),
            say("Export the texts of your documents too?"),
            say("Without them the file is smaller and nobody can read your documents in it."),
        )
        with_texts = box.addButton(say("With the texts"), QMessageBox.ButtonRole.AcceptRole)
        without = box.addButton(say("Without the texts"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(say("Cancel"), QMessageBox.ButtonRole.RejectRole)

        def take(button: object) -> None:
            if button in (with_texts, without):
                name = f"library{EXPORT_SUFFIX}"
                title, kinds = say("Export the library"), f"Neartwin (*{EXPORT_SUFFIX})"
                path, _ = choose_to_save(self._window, self._session.store, title, name, kinds)
                if path:
                    self.export(path, with_texts=button is with_texts)

        box.buttonClicked.connect(take)
        box.open()

    def export(self, path: str, *, with_texts: bool) -> None:
        """Write the library to one file."""

        def work(library: Library, progress: Progress) -> None:
            from core.exchange import export_library  # noqa: PLC0415 - beside its only use

            export_library(library, path, progress, with_texts=with_texts)

        done = self._words.say("The library is exported to {path}", path=display(path))
        self._session.write(msgid("Exporting the library"), work, lambda _: self._note(done))

    def _ask_import(self) -> None:
        say = self._words.say
        title = say("Import decisions or a library")
        path = choose_to_open(self._window, self._session.store, title, "Neartwin (*.neartwin *.db)")
        if not path:
            return
        if path.endswith(".db"):
            self.import_decisions(path)
            return
        box = self._box(
            QMessageBox.Icon.Question,
            say("Import"),
            say("What shall be taken from this library?"),
            say("Its decisions are added to yours; as a library of its own it stands beside yours and can be chosen."),
        )
        decisions = box.addButton(say("Add its decisions"), QMessageBox.ButtonRole.AcceptRole)
        whole = box.addButton(say("A library of its own…"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(say("Cancel"), QMessageBox.ButtonRole.RejectRole)

        def take(button: object) -> None:
            if button is decisions:
                self.import_decisions(path)
            elif button is whole:
                folder = QFileDialog.getExistingDirectory(self._window, say("An empty folder for the library"))
                if folder:
                    self.import_whole(path, folder)

        box.buttonClicked.connect(take)
        box.open()

    def import_decisions(self, path: str) -> None:
        """Add the decisions of a backup or of an exported library."""

        def work(library: Library, _progress: Progress) -> TakenOver:
            from core.exchange import import_decisions  # noqa: PLC0415 - beside its only use

            return import_decisions(library, path)

        def tell(taken: TakenOver) -> None:
            n = taken.settled + taken.marks + taken.statuses + taken.folders + taken.rules
            self._note(self._words.count("{n} decision taken over", "{n} decisions taken over", n))
            self._session.ask(lambda library: library.decisions.marks(), self._session.marking.restore)
            self._session.scan()

        self._session.write(msgid("Importing decisions"), work, tell)

    def import_whole(self, path: str, folder: str) -> None:
        """Make a library of an exported one in an empty folder, and offer to use it."""

        def work(_library: Library, progress: Progress) -> None:
            from core.exchange import import_library  # noqa: PLC0415 - beside its only use
            from core.libraries import remember_library  # noqa: PLC0415 - beside its only use

            import_library(path, folder, progress)
            remember_library(folder)

        self._session.write(msgid("Importing the library"), work, lambda _: self._offer_imported(folder))

    def _offer_imported(self, folder: str) -> None:
        say = self._words.say
        box = self._box(
            QMessageBox.Icon.Question,
            say("Import"),
            say("The library is imported into {folder}.", folder=display(folder)),
            say("Nothing changes before you choose it, here or later in the settings."),
        )
        use = box.addButton(say("Use it from the next start on"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(say("Keep the present one"), QMessageBox.ButtonRole.RejectRole))
        box.buttonClicked.connect(lambda button: self.choose(folder) if button is use else None)
        box.open()

    # other libraries

    def _offer_libraries(self) -> None:
        def question(_library: Library) -> list[LibraryPlace]:
            from core.libraries import libraries  # noqa: PLC0415 - beside its only use

            return libraries()

        self._session.ask(question, self._show_libraries)

    def _show_libraries(self, places: Sequence[LibraryPlace]) -> None:
        say = self._words.say
        menu = QMenu(self._window)
        for place in places:
            name = f"{display(place.name)} — {display(place.folder)}"
            if not place.is_there:
                name = say("{name} (not connected)", name=name)
            elif place.is_shared:
                name = say("{name} (shared, only to be read)", name=name)
            is_in_use = os.path.abspath(place.folder) == os.path.abspath(self._session.library_folder)
            if place.is_current and not is_in_use:
                name = say("{name} (from the next start on)", name=name)
            action = menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(is_in_use)
            action.setEnabled(place.is_there and not place.is_current)
            action.triggered.connect(lambda _=False, folder=place.folder: self.choose(folder))
        menu.addSeparator()
        menu.addAction(say("Another folder…")).triggered.connect(self._choose_folder)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(QCursor.pos())

    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self._window, self._words.say("The folder of the library"))
        if folder:
            self.choose(folder)

    def choose(self, folder: str) -> None:
        """Use another library from the next start on."""
        from core.libraries import choose_library  # noqa: PLC0415 - beside its only use

        try:
            choose_library(folder)
        except KnownError as error:
            self._session.refuse(error)
            return
        self._offer_end(self._words.say("Neartwin uses the library in {folder} from its next start on.",
                                        folder=display(folder)))  # fmt: skip

    def _offer_end(self, sentence: str) -> None:
        say = self._words.say
        box = self._box(QMessageBox.Icon.Information, say("Another library"), sentence, "")
        end = box.addButton(say("Close Neartwin"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(say("Later"), QMessageBox.ButtonRole.RejectRole)
        box.buttonClicked.connect(lambda button: self._window.quit() if button is end else None)
        box.open()

    def _ask_portable(self) -> None:
        from core.library_choice import program_folder  # noqa: PLC0415 - beside its only use

        say = self._words.say
        box = self._box(
            QMessageBox.Icon.Question,
            say("Portable"),
            say("Copy the library beside the program?"),
            say(
                "It is copied to {folder}. Started from there, on this computer or another, Neartwin then uses that"
                " copy.",
                folder=display(program_folder()),
            ),
        )
        copy = box.addButton(say("Copy"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(say("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.buttonClicked.connect(lambda button: self._make_portable() if button is copy else None)
        box.open()

    def _make_portable(self) -> None:
        def work(library: Library, progress: Progress) -> str:
            from core.libraries import make_portable  # noqa: PLC0415 - beside its only use

            return make_portable(library, progress)

        def tell(folder: str) -> None:
            self._offer_end(
                self._words.say("Neartwin uses the library in {folder} from its next start on.", folder=display(folder))
            )

        self._session.write(msgid("Copying the library"), work, tell)

    # forgetting and erasing

    def forget_folder(self, folder: str) -> None:
        """Erase all that is known of a folder that is no longer on the list."""

        def work(library: Library, progress: Progress) -> Forgotten:
            from core.care import forget_folder  # noqa: PLC0415 - beside its only use

            return forget_folder(library, folder, progress)

        def tell(forgotten: Forgotten) -> None:
            words = self._words
            self._note(
                words.count("{n} text erased from the library", "{n} texts erased from the library", forgotten.texts)
            )
            self.show_line()

        self._session.write(msgid("Forgetting the folder"), work, tell)

    def forget_texts(self) -> None:
        """Erase the stored texts: the user chose to keep none."""

        def work(library: Library, progress: Progress) -> int:
            from core.care import forget_texts  # noqa: PLC0415 - beside its only use

            return forget_texts(library, progress)

        self._session.write(msgid("Erasing stored texts"), work, lambda _: self.show_line())

    def _ask_erase(self) -> None:
        from core.libraries import data_places  # noqa: PLC0415 - beside its only use
        from gui.settings_store import default_path  # noqa: PLC0415 - beside its only use

        say = self._words.say
        box = self._box(
            QMessageBox.Icon.Critical,
            say("Erase all Neartwin data"),
            say("Erase everything that Neartwin stored on this computer, and close it?"),
            say(
                "Fingerprints, texts, settings, your decisions and the journal go for good: files in the trash can no"
                " longer be brought back by Neartwin. Your documents are not touched."
            ),
        )
        box.setDetailedText("\n".join(display(place) for place in data_places([default_path()])))
        erase = box.addButton(say("Erase all data"), QMessageBox.ButtonRole.DestructiveRole)
        erase.setEnabled(False)
        agree = QCheckBox(say("My decisions and the journal too"), box)
        agree.toggled.connect(erase.setEnabled)
        box.setCheckBox(agree)
        box.setDefaultButton(box.addButton(say("Keep everything"), QMessageBox.ButtonRole.RejectRole))
        box.buttonClicked.connect(lambda button: self.erase_agreed.emit() if button is erase else None)
        box.open()

    def _note(self, note: str) -> None:
        self._window.bar.show_note(note)
        self.told.emit(note)

    def _box(self, icon: QMessageBox.Icon, title: str, text: str, more: str) -> QMessageBox:
        box = QMessageBox(self._window)
        box.setIcon(icon)
        box.setWindowTitle(title)
        box.setText(text)
        box.setInformativeText(more)
        return box


def facts_of(library: Library, *, keeps_texts: bool) -> LibraryFacts:
    """Return what is said of a library; runs on the reading thread."""
    from core.care import holdings  # noqa: PLC0415 - beside its only use

    held = holdings(library)
    return LibraryFacts(held.folder or "", held.size, held.files, keeps_texts, held.kept_texts, library.is_read_only)
