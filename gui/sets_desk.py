"""Sets of documents that belong together: a form as a table, the versions of a document in their order."""

from __future__ import annotations

import csv
import io
import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.documents import Relation
from core.errors import KnownError
from core.packed_groups import of_kinds
from core.report import kept_as_written, printable, without_formula
from gui import phrases
from gui.saving import choose_to_save
from gui.template_dialog import Form, TemplateDialog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from core.documents import DuplicateGroup
    from core.library import Library
    from core.versions import Step
    from core.workers import Workers
    from gui.looking import Looking
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.settling import Settling
    from gui.theme import Theme
    from gui.words import Words

MOST_DOCUMENTS = 500
"""So many documents stand in a table; it takes some milliseconds each."""

MOST_VERSIONS = 60


class SetsDesk(QObject):
    """Opens the dialogs and answers them."""

    def __init__(
        self, words: Words, theme: Theme, window: MainWindow, session: Session, *, looking: Looking, settling: Settling
    ) -> None:
        super().__init__(window)
        self._words, self._theme, self._window = words, theme, window
        self._session, self._looking, self._settling = session, looking, settling
        window.actions_["table"].triggered.connect(lambda _=False: self.show_table())
        window.actions_["versions"].triggered.connect(lambda _=False: self.show_versions())

    # a form

    def show_table(self) -> None:
        """Show the documents of the current group as a table."""
        current = self._window.review.view.current
        if current is None:
            return
        if current.group.kind is Relation.IDENTICAL:
            self._window.bar.show_note(self._words.say("Identical files have nothing that differs"))
            return
        group, session = current.group, self._session
        self._window.bar.show_note(self._words.say("Comparing…"))
        session.ask(
            lambda library: form_of(library, session.reading_workers, [member.path for member in group.members]),
            lambda form: self._open_table(group, form),
        )

    def _open_table(self, group: DuplicateGroup, form: Form | None) -> None:
        self._window.bar.show_note("")
        if form is None:
            self._window.bar.show_note(self._words.say("No texts to compare"))
            return
        dialog = TemplateDialog(self._words, self._theme, form, self._window)
        dialog.export_wanted.connect(lambda: self._export(dialog, form))
        dialog.settle_wanted.connect(
            lambda: self._settling.settle_members(group, [member.path for member in group.members[1:]])
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _export(self, dialog: TemplateDialog, form: Form) -> None:
        title = self._words.say("Export as CSV")
        path, _ = choose_to_save(dialog, self._session.store, title, "neartwin-table.csv", "CSV (*.csv)")
        if path:
            document, *places = [dialog.model.title(column) for column in range(dialog.model.columnCount())]
            titles = [document, self._words.say("Folder"), *places]
            try:
                save_table(path, titles, form)
            except OSError as error:
                self._session.refused.emit(
                    KnownError("{path} cannot be written: {reason}", path=path, reason=error.strerror or "")
                )
            else:
                self._window.bar.show_note(self._words.say("Written: {path}", path=phrases.display(path)))

    # versions

    def show_versions(self) -> None:
        """Show the versions of the current document, wherever they are listed."""
        current, last = self._window.review.view.current, self._session.last
        if current is None or last is None:
            return
        path = (current.member or current.group.keeper).path
        groups, session = last.table.groups, self._session
        self._window.bar.show_note(self._words.say("Comparing…"))
        session.ask(
            lambda _library: versions_of(session.reading_workers, groups, current.group, path), self._open_versions
        )

    def _open_versions(self, steps: Sequence[Step]) -> None:
        self._window.bar.show_note("")
        if len(steps) < 2:
            self._window.bar.show_note(self._words.say("No other version of this document is listed"))
            return
        from gui.versions_dialog import VersionsDialog  # noqa: PLC0415 - loads what compares texts

        dialog = VersionsDialog(self._words, self._theme, steps, self._window)
        dialog.compare_wanted.connect(self._looking.compare)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


def form_of(library: Library, workers: Callable[[], Workers], paths: Sequence[str]) -> Form | None:
    """Return the table of documents, None where fewer than two have a text; runs on the reading thread."""
    from core.template_table import template_table  # noqa: PLC0415 - loads what compares texts
    from gui.planning import texts_now  # noqa: PLC0415 - beside its only use

    text_of = texts_now(library, workers)
    texts = {path: text for path in paths[:MOST_DOCUMENTS] if (text := text_of(path))}
    if len(texts) < 2:
        return None
    return Form(tuple(texts), template_table(list(texts.values())), len(paths) - len(texts))


def versions_of(
    workers: Callable[[], Workers], groups: Iterable[DuplicateGroup], group: DuplicateGroup, path: str
) -> list[Step]:
    """Return the versions of a document among all listed files, else the members of its group, in order.

    The files are read anew: their own dates are in no index. Runs on the reading thread.
    """
    from core.reading_text import read_texts  # noqa: PLC0415 - loads what reads texts
    from core.versions import Version, in_order, same_document  # noqa: PLC0415

    dates = {
        member.path: member.document.mtime_ns
        for one in of_kinds(groups, Relation.SAME_TEXT, Relation.SIMILAR, Relation.CONTAINED)
        for member in one.members
    }
    dates = {member.path: member.document.mtime_ns for member in group.members} | dates
    paths = same_document([path, *dates], path)[:MOST_VERSIONS]
    if len(paths) < 2:
        paths = [member.path for member in group.members][:MOST_VERSIONS]
    read = read_texts(paths, workers())
    return in_order(
        [
            Version(one.path, one.reading.text, one.reading.modified, dates.get(one.path, 0))
            for one in read
            if one.reading.text
        ]
    )


def save_table(path: str, titles: Sequence[str], form: Form) -> None:
    """Write a table as CSV that a spreadsheet opens rightly.

    Raises:
        OSError: when it cannot be written.
    """
    from core.output_file import output_file  # noqa: PLC0415 - beside its only use

    with output_file(path) as file:
        text = io.TextIOWrapper(file, "utf-8-sig", "surrogateescape", newline="", write_through=True)
        table = csv.writer(text)
        table.writerow([without_formula(title) for title in titles])
        for document, row in zip(form.paths, form.table.rows, strict=True):
            folder, name = os.path.split(printable(document))
            table.writerow([without_formula(name), without_formula(folder), *map(kept_as_written, row)])
        text.detach()
