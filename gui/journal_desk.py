"""The journal's page at work: searched, exported, and files brought back by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMessageBox

from core.errors import KnownError, msgid
from gui import file_acts, phrases
from gui.saving import choose_to_save, save_text
from gui.side_bar import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.actions import Failure, Restored
    from core.journal_table import JournalRow
    from core.library import Library
    from gui.jobs import Progress
    from gui.journal_view import JournalView
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.words import Words

MOST_NAMED = 12
"""So many files that stayed are named in the message; the journal lists them all."""


class JournalDesk(QObject):
    """Fills the page of the journal and does what it asks for."""

    def __init__(self, words: Words, window: MainWindow, session: Session, journal: JournalView) -> None:
        super().__init__(window)
        self._words = words
        self._window = window
        self._session = session
        self._journal = journal
        window.view_changed.connect(lambda view: self.show() if view is View.JOURNAL else None)
        journal.search_wanted.connect(self.show)
        journal.undo_wanted.connect(self.bring_back)
        journal.undo_act_wanted.connect(self.bring_act_back)
        journal.folder_wanted.connect(file_acts.show_in_folder)
        journal.export_wanted.connect(self.export)

    def show(self, needle: str | None = None) -> None:
        """List the rows that have `needle` in a path, by default what is searched for on the page."""
        wanted = self._journal.needle if needle is None else needle
        self._session.ask(lambda library: library.decisions.journal.search(wanted), self._journal.show_rows)

    def bring_back(self, rows: Sequence[int]) -> None:
        """Bring back the files of rows of the journal."""

        def work(library: Library, progress: Progress) -> Restored:
            from core.journal import recover, undo  # noqa: PLC0415 - beside its only use

            with library.writing(progress):
                recover(library.decisions)
                return undo(library.decisions, rows, progress)

        if rows:
            self._session.stop_scan()
            self._session.write(msgid("Bringing files back"), work, self._tell_restored, self.give_up)

    def bring_act_back(self, act: int) -> None:
        """Bring back all of one clean-up."""

        def question(library: Library) -> list[int]:
            from core.journal import act_rows  # noqa: PLC0415 - beside its only use

            return act_rows(library.decisions, act)

        self._session.ask(question, self.bring_back)

    def export(self, rows: Sequence[JournalRow]) -> None:
        """Write what the journal shows to a file that a spreadsheet opens, or as JSON."""
        from core.journal_export import write_csv, write_json  # noqa: PLC0415 - beside its only use

        title = self._words.say("Export the journal")
        kinds = "CSV (*.csv);;JSON (*.json)"
        path, _ = choose_to_save(self._window, self._session.store, title, "neartwin-journal.csv", kinds)
        if path:
            write = write_json if path.lower().endswith(".json") else write_csv
            save_text(path, lambda file: write(rows, file), self._session.refused.emit)

    def give_up(self, error: Exception) -> None:
        """Say why an act ended before its time, and look what is there now."""
        if isinstance(error, KnownError):
            self._session.refused.emit(error)
        self.show()
        self._session.scan()

    def _tell_restored(self, restored: Restored) -> None:
        words = self._words
        n = len(restored.done)
        text = words.count("{n} file is back", "{n} files are back", n)
        self._window.bar.show_note(text if restored.is_complete else words.say("Stopped: {found}", found=text))
        self.show()
        self._session.scan()
        if restored.problems:
            title = words.count(
                "{n} file could not be brought back", "{n} files could not be brought back", len(restored.problems)
            )
            tell_failures(words, self._window, title, restored.problems)


def tell_failures(words: Words, window: MainWindow, title: str, failures: Sequence[Failure]) -> None:
    """Say which files were left as they are, and why."""
    lines = [
        f"{phrases.display(failure.path)}\n{words.say(failure.message, **shown_values(failure))}"
        for failure in failures[:MOST_NAMED]
    ]
    if len(failures) > MOST_NAMED:
        lines.append(words.count("and {n} more; the journal lists them all", "and {n} more; the journal lists them all",
                                 len(failures) - MOST_NAMED))  # fmt: skip
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Information)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(title)
    box.setInformativeText("\n\n".join(lines))
    box.open()


def shown_values(failure: Failure) -> dict[str, str]:
    """Return what fills the sentence of a failure, as it can be painted."""
    return {name: phrases.display(value) for name, value in failure.values.items()}
