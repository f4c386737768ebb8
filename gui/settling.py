"""What people say is no duplicate is kept by its text, so that it stays said after a rename."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.declarations import listed, take_back
from core.documents import Relation
from gui.settled_dialog import SettledDialog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.declarations import Declaration
    from core.documents import DuplicateGroup
    from core.library import Library
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.theme import Theme
    from gui.words import Words

_WHOLE = (Relation.IDENTICAL, Relation.SAME_TEXT)


class Settling(QObject):
    """Carries out the action "Not duplicates" on the chosen rows, and lists what was declared."""

    def __init__(self, words: Words, theme: Theme, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self._words, self._theme = words, theme
        self._window, self._session = window, session
        self._dialog: SettledDialog | None = None
        window.actions_["settle"].triggered.connect(lambda _=False: self.settle())
        window.actions_["settled_list"].triggered.connect(lambda _=False: self.show_list())

    def settle(self) -> None:
        """Declare the chosen members and their reference, or the whole current group, "not duplicates"."""
        current = self._window.review.view.current
        if current is None:
            return
        group = current.group
        chosen = set(self._window.review.view.selected_paths())
        paths = [member.path for member in group.members[1:] if member.path in chosen]
        if current.member is None or current.member.is_keeper or not paths:
            paths = [member.path for member in group.members[1:]]
        self.settle_members(group, paths)

    def settle_members(self, group: DuplicateGroup, paths: Sequence[str]) -> None:
        """Declare members and the reference of their group; with all of them, every pair of the group."""
        if len(paths) == len(group.members) - 1:
            self._session.marking.leave_group(group)
        if group.kind is Relation.IDENTICAL and group.keeper.digests.blake3 is None:
            self._session.write("", lambda library, _progress: declared(library, group, paths), self._tell)
        else:
            self._session.ask(lambda library: declared(library, group, paths), self._tell, must_run=True)

    def _tell(self, new: Sequence[Declaration]) -> None:
        self._window.bar.show_note(self._words.say("Kept as not duplicates, also after a rename"))
        if new:
            self._session.marking.add_step(lambda: self.take_back(new))
        self._session.scan()

    # what was declared

    def show_list(self) -> None:
        """Show everything that was declared."""
        self._session.ask(listed, self._open)

    def _open(self, entries: Sequence[Declaration]) -> None:
        if self._dialog is not None:
            self._dialog.show_entries(entries)
            return
        dialog = SettledDialog(self._words, self._theme, entries, self._window)
        dialog.back_wanted.connect(self.take_back)
        dialog.finished.connect(self._close)
        self._dialog = dialog
        dialog.open()

    def _close(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None

    def take_back(self, entries: Sequence[Declaration]) -> None:
        """Let these be listed as duplicates again."""

        def work(library: Library) -> list[Declaration]:
            take_back(library, entries)
            return listed(library)

        def show(left: list[Declaration]) -> None:
            if self._dialog is not None:
                self._dialog.show_entries(left)
            self._session.scan()

        self._session.ask(work, show)


def declared(library: Library, group: DuplicateGroup, paths: Sequence[str]) -> list[Declaration]:
    """Write it down, and return what is declared by that."""
    before = {(one.kind, one.pairs) for one in listed(library)}
    if group.kind is Relation.IDENTICAL and group.keeper.digests.blake3 is None:
        store_undigested(library, group)
    else:
        store(library, group, paths)
    return [one for one in listed(library) if (one.kind, one.pairs) not in before]


def store(library: Library, group: DuplicateGroup, paths: Sequence[str]) -> None:
    """Write it down: an identical or same-text group as a whole, near duplicates by pairs of texts.

    Decisions have a lock of their own, so this may run on the reading thread while a scan writes the index.
    """
    decisions, name = library.decisions, os.path.basename(group.keeper.path)
    if group.kind in _WHOLE:
        decisions.settle_whole(group.kind, group.key, len(group.members), name)
        return
    digests = {path: _digest(library, path) for path in (group.keeper.path, *paths)}
    reference = digests[group.keeper.path]
    if len(paths) == len(group.members) - 1:
        decisions.settle_set([digest for digest in digests.values() if digest], group.kind, name)
    else:
        pairs = [(reference, digests[path]) for path in paths]
        decisions.settle_pairs([pair for pair in pairs if all(pair)], group.kind, name)


def store_undigested(library: Library, group: DuplicateGroup) -> None:
    """Write down a group of identical files that were compared without digests: its content gets one first.

    The number of a content would name another one after the index was made anew. Runs on the writing thread.
    """
    from core.digest import file_digests  # noqa: PLC0415 - beside its only use

    path = group.keeper.path
    row = library.index.file(path)
    digests = file_digests(path)
    if row is not None and row.content is not None and digests.blake3 and digests.md5:
        with library.index.transaction():
            library.index.set_digests(row.content, digests.blake3, digests.md5)
        key = f"i:{digests.blake3}"
        library.decisions.settle_whole(Relation.IDENTICAL, key, len(group.members), os.path.basename(path))


def _digest(library: Library, path: str) -> str:
    """Return the digest of the text of a file as hex; "" where the library knows none."""
    text = library.index.texts.text_of_path(os.fsencode(path))
    return "" if text is None else library.index.texts.facts([text])[text][0].hex()
