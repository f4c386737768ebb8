"""What the list shows, written to a file (CSV, JSON, a page with the differences), and a ticked list read back."""

from __future__ import annotations

import io
import json
import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox

from core.errors import KnownError
from core.packed_groups import groups_of, paths_of
from core.report import scan_json, write_csv
from core.wording import Wording
from gui import phrases
from gui.saving import choose_to_open, choose_to_save

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.decisions import Mark
    from core.documents import DuplicateGroup, ScanResult
    from core.library import Library
    from core.plan_file import Ticked
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.words import Words

MOST_NAMED = 12
"""So many files that were not marked are named one by one."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A ticked list, looked at beside what is listed now.

    Attributes:
        marked: files to mark: listed, and of the content that was ticked.
        changed: ticked, but the content is another now.
        gone: ticked, but in no group now.
    """

    marked: tuple[str, ...]
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


class Exporting(QObject):
    """Carries out "Export what is shown" and "Open a ticked list"."""

    def __init__(self, words: Words, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._words, self._window, self._session = words, window, session
        window.actions_["export_shown"].triggered.connect(lambda _=False: self.choose_file())
        window.actions_["open_list"].triggered.connect(lambda _=False: self.choose_list())

    # out

    def choose_file(self) -> None:
        """Ask where to, and write what the list shows."""
        if self._session.last is None:
            return
        kinds = ";;".join((self._words.say("Page with the differences (*.html)"), "CSV (*.csv)", "JSON (*.json)"))
        title = self._words.say("Export what is shown")
        path, kind = choose_to_save(self._window, self._session.store, title, "neartwin.html", kinds)
        if path:
            suffix = os.path.splitext(path)[1].lower()
            known = suffix in (".csv", ".json", ".html", ".htm")
            self.export(path if known else path + kind.rpartition("*")[2].rstrip(")"))

    def export(self, path: str) -> None:
        """Write the groups that the list shows to a file; its suffix says how."""
        last = self._session.last
        if last is None:
            return
        listed = self._window.review.model.listed
        wording, marks = Wording(self._words.language), dict(self._session.marking.marks)

        def work(library: Library) -> str:
            why = reasons(self._words, listed, marks)
            return self._write(library, path, of_groups(last.result, listed), wording, why)

        self._session.ask(work, self._tell, self._refuse)

    def _write(self, library: Library, path: str, shown: ScanResult, wording: Wording, why: Mapping[str, str]) -> str:
        """Write the file; runs on the reading thread."""
        from core.html_report import write_html  # noqa: PLC0415 - loads what compares texts
        from core.output_file import output_file  # noqa: PLC0415 - beside its only use
        from core.reading_text import text_now  # noqa: PLC0415 - loads what reads texts

        suffix = os.path.splitext(path)[1].lower()
        try:
            with output_file(path) as file:
                if suffix == ".json":
                    file.write(json.dumps(scan_json(shown, wording), ensure_ascii=True, indent=1).encode("ascii"))
                    return path
                table = io.TextIOWrapper(file, "utf-8", "surrogateescape", newline="", write_through=True)
                if suffix == ".csv":
                    write_csv(shown, table, wording, why)
                else:
                    # None of the texts is kept: a page may be about thousands.
                    workers = self._session.reading_workers
                    write_html(shown, table, wording, lambda one: text_now(library, one, workers))
                table.detach()
        except OSError as error:
            raise KnownError("{path} cannot be written: {reason}", path=path, reason=error.strerror or "") from error
        return path

    def _tell(self, path: str) -> None:
        self._window.bar.show_note(self._words.say("Written: {path}", path=phrases.display(path)))

    def _refuse(self, error: Exception) -> None:
        if isinstance(error, KnownError):
            self._session.refused.emit(error)

    # back in

    def choose_list(self) -> None:
        """Ask for a list that was exported and ticked."""
        title = self._words.say("Open a ticked list")
        path = choose_to_open(self._window, self._session.store, title, "CSV (*.csv *.txt);;* (*)")
        if path:
            self.open_list(path)

    def open_list(self, path: str) -> None:
        """Mark what is ticked in a list, as far as it is still as it was, and show the plan before anything goes."""
        last = self._session.last
        groups = last.table.groups if last else ()

        def work(_library: Library) -> Checked:
            from core.plan_file import open_list  # noqa: PLC0415 - beside its only use

            return check(open_list(path), groups)

        self._session.ask(work, self._mark, self._refuse)

    def _mark(self, found: Checked) -> None:
        before = set(self._session.marking.marks)
        self._session.marking.by_hand(found.marked, is_marked=True)
        kept = [path for path in found.marked if path not in self._session.marking.marks]
        if found.changed or found.gone or kept:
            self._tell_left_out(found, kept)
        elif set(self._session.marking.marks) - before or before & set(found.marked):
            self._window.actions_["trash"].trigger()
        else:
            self._window.bar.show_note(self._words.say("Nothing is ticked in this list"))

    def _tell_left_out(self, found: Checked, kept: Sequence[str]) -> None:
        words = self._words
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(words.say("Ticked list"))
        left = len(found.changed) + len(found.gone) + len(kept)
        box.setText(words.count("{n} ticked file was not marked", "{n} ticked files were not marked", left))
        reasons = (
            (words.say("changed since the list was made"), found.changed),
            (words.say("in no group now"), found.gone),
            (words.say("protected, or the last of its group"), kept),
        )
        lines = [f"{phrases.display(path)}\n{reason}" for reason, paths in reasons for path in paths]
        more = len(lines) - MOST_NAMED
        named = lines[:MOST_NAMED] + ([words.count("and {n} more", "and {n} more", more)] if more > 0 else [])
        box.setInformativeText("\n\n".join(named))
        go_on = box.addButton(words.say("Show the plan for the others"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(words.say("Close"), QMessageBox.ButtonRole.RejectRole))
        go_on.setEnabled(bool(self._session.marking.marks))
        box.buttonClicked.connect(lambda button: self._window.actions_["trash"].trigger() if button is go_on else None)
        box.open()


def of_groups(result: ScanResult, groups: Sequence[DuplicateGroup]) -> ScanResult:
    """Return a result with these groups only, and the pairs between their members."""
    listed = {path for paths in paths_of(groups) for path in paths}
    matches = tuple(match for match in result.matches if match.a in listed and match.b in listed)
    return replace(result, groups=groups, matches=matches)


def reasons(words: Words, listed: Sequence[DuplicateGroup], marks: Mapping[str, Mark]) -> dict[str, str]:
    """Return why each of the `marks` was set, as the list says it."""
    holders = groups_of(listed, marks)

    def holder(mark: Mark) -> DuplicateGroup | None:
        found = holders.get(mark.path, ())
        return next((group for group in found if any(one.path == mark.keeper for one in group.members)), None)

    return {path: phrases.mark_reason(words, mark, holder(mark)) for path, mark in marks.items()}


def check(ticked: Ticked, groups: Sequence[DuplicateGroup]) -> Checked:
    """Return what may be marked of a ticked list, and what not and why."""
    wanted = dict.fromkeys(ticked.marked)
    digests = {
        member.path: member.digests.blake3
        for holders in groups_of(groups, wanted).values()
        for group in holders
        for member in group.members
        if member.path in wanted
    }
    changed = {
        path for path, digest in digests.items() if digest is not None and ticked.contents.get(path, digest) != digest
    }
    return Checked(
        marked=tuple(path for path in wanted if path in digests and path not in changed),
        changed=tuple(path for path in wanted if path in changed),
        gone=tuple(path for path in wanted if path not in digests),
    )
