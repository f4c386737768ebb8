"""The library as the window uses it: folders, scans, results, marks, questions. Owns the jobs; knows no widget."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from core.documents import Counts, DuplicateGroup, ScanResult
from core.errors import KnownError, msgid
from core.library_choice import current_folder
from core.rules import apply_rule
from gui.care import Care
from gui.folder_list import FolderList
from gui.following import Following
from gui.group_table import GroupTable
from gui.jobs import Jobs
from gui.marking import Marking, Marks, marks_of
from gui.reading import Reading, damage, keep_daily_copy, open_to_write
from gui.shown import Shown, early_table, made_ready, regrouped, scan_to_show, shared_to_show, without
from gui.watching import Watching

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.decisions import Mark
    from core.library import Library
    from core.linked import File
    from core.rules import Effect, Rule
    from core.settings import Settings
    from core.workers import Workers
    from gui.jobs import Progress, Snapshot
    from gui.live import Followed
    from gui.settings_store import SettingsStore
    from gui.side_items import FolderState

T = TypeVar("T")

SCANNING = msgid("Scanning")


class Session(QObject):
    """Runs scans over the folders on the list and keeps what they found.

    Attributes:
        opened: the library is open.
        shown: another `Shown` is known.
        early: a `GroupTable` of what is certain while a scan goes on.
        folders_changed: `FolderState` list.
        scanning_changed: whether a scan runs or waits.
        progressed: a `Snapshot`, or None when nothing runs.
        store: what is remembered; list: folders; following: changes of the disk; watching: what hears of them.
        named_library: the folder that was named at the start, or None. refused, crashed: see `Jobs`.
    """

    opened = Signal()
    shown = Signal(object)
    early = Signal(object)
    folders_changed = Signal(object)
    scanning_changed = Signal(bool)
    progressed = Signal(object)
    refused = Signal(object)
    crashed = Signal(str)

    def __init__(self, store: SettingsStore, library_folder: str | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.named_library = library_folder
        self._library: Library | None = None
        self._reading = Reading(library_folder)
        self._last: Shown | None = None
        self._scan: Progress | None = None
        self._is_scan_due = False
        self._regrouping: Progress | None = None
        self.list = FolderList(store.folders_of(self.library_folder), self)
        self.care = Care()
        self.jobs = Jobs(self)
        self.watching = Watching(self)
        self.following = Following(self.jobs, self)
        self.following.due.connect(self._follow)
        self.following.done.connect(self._take_followed)
        self.following.failed.connect(self.refuse)
        self.watching.changed.connect(self.following.hear, Qt.ConnectionType.QueuedConnection)
        self.watching.watched.connect(self.list.set_watched, Qt.ConnectionType.QueuedConnection)
        self.marking = Marking(self._store_marks, self)
        self.list.changed.connect(self.folders_changed)
        self.jobs.found.connect(self._take_early)
        self.jobs.progressed.connect(self._take_progress)
        self.jobs.busy_changed.connect(self._take_busy)
        self.jobs.refused.connect(self.refused)
        self.jobs.crashed.connect(self.crashed)

    # what is known

    @property
    def settings(self) -> Settings:
        """The options of a scan."""
        return self.store.settings

    @property
    def folders(self) -> list[FolderState]:
        """The folders on the list."""
        return self.list.states

    @property
    def library_folder(self) -> str:
        """Where the library lies."""
        return self.named_library or current_folder()

    @property
    def is_read_only(self) -> bool:
        """Whether the library is another's, open to be read only."""
        return self._library is not None and self._library.is_read_only

    @property
    def last(self) -> Shown | None:
        """The last result."""
        return self._last

    @property
    def is_scanning(self) -> bool:
        """Whether a scan runs or waits."""
        return self._scan is not None

    # opening and closing

    def start(self) -> None:
        """Open the library, then bring what it knows up to date."""
        self.jobs.write("", lambda progress: open_to_write(self.named_library, progress), self._opened)

    def _opened(self, library: Library) -> None:
        self._library = library
        self.marking.restore(library.decisions.marks())
        self.opened.emit()
        if library.is_read_only:
            self.ask(lambda opened: shared_to_show(opened, self.settings), self._show_shared)
            return
        self.ask(keep_daily_copy, lambda _: None)
        if library.set_aside:
            self.refused.emit(damage(library.set_aside))
        if self._scan is None:
            self.scan()

    def _show_shared(self, shown: Shown) -> None:
        """Show a library that others keep current, with its own folders; nothing of it is scanned or watched."""
        self.list.take_all(shown.result.roots)
        self._show(shown)
        self.scanning_changed.emit(False)

    def close(self) -> bool:
        """Stop all work and close the library; return whether everything ended in time."""
        self._is_scan_due = False
        self.watching.close()
        is_ended = self.jobs.close()
        self.store.flush()
        self.following.close()
        self._reading.close(closes_library=is_ended)
        if self._library is not None and is_ended:
            self._library.close()
        return is_ended

    # folders

    def add_folders(self, paths: Sequence[str]) -> list[str]:
        """Put folders on the list and scan; return those that were new."""
        new = self.list.add(paths)
        if new:
            self._keep_folders()
            self.scan()
        return new

    def remove_folder(self, path: str) -> None:
        """Take a folder off the list. Nothing on the disk and none of its decisions is touched."""
        if not self.list.remove(path):
            return
        self._keep_folders()
        if self.list:
            self.scan()
        else:
            self.stop()
            self._show(made_ready(ScanResult(True, (), Counts())))

    def refuses(self) -> bool:
        """Say that the folders of a library that is another's cannot be changed, and return whether it is."""
        if self._library is not None and self._library.is_read_only:
            self.refuse(self._library.refusal())
        return self.is_read_only

    def _keep_folders(self) -> None:
        self.store.folders = self.list.paths
        self._watch()
        self.folders_changed.emit(self.folders)

    def _watch(self) -> None:
        self.watching.follow(self.list.paths, self.settings.settle_seconds, self.ask)

    # scanning

    def scan(self) -> None:
        """Scan all folders; while a scan runs, once more after it."""
        if self._library is None or self.is_read_only or not self.list:
            return
        if self._scan is not None:
            self._is_scan_due = True
            return
        roots, settings, library = self.list.paths, self.settings, self._library
        self.list.set_scanning()
        self._scan = self.jobs.write(
            SCANNING,
            lambda progress: scan_to_show(roots, settings, library, progress),
            self._scanned,
            self._scan_failed,
        )
        self.scanning_changed.emit(True)

    def stop(self) -> None:
        """End the running scan; what it found is kept and shown."""
        self._is_scan_due = False
        self.jobs.stop()

    def stop_scan(self) -> None:
        """End the running scan, but no other work."""
        self._is_scan_due = False
        if self._scan is not None:
            self._scan.stop()

    def _scanned(self, shown: Shown) -> None:
        self._end_scan()
        self._show(shown)
        self._watch()
        self._go_on()

    def _scan_failed(self, error: Exception) -> None:
        self._end_scan()
        self.list.end_scanning()
        self._is_scan_due = False
        self.refuse(error)

    def _end_scan(self) -> None:
        self._scan = None
        self.scanning_changed.emit(False)
        self.progressed.emit(None)

    def _go_on(self) -> None:
        if self._is_scan_due:
            self._is_scan_due = False
            self.scan()
        else:
            self._follow()

    # following the disk

    def _follow(self) -> None:
        """Bring index and list up to date with what settled, after the work that runs already."""
        if self._library is None or self._scan is not None or not self.following.is_due:
            return
        if self._last is None:
            self.following.drop()
            self.scan()
        else:
            self.following.go_on(self._library, self.list.paths, self.settings, self._last)

    def _take_followed(self, followed: Followed) -> None:
        if followed.moved_roots:
            self.list.follow(followed.moved_roots)
            self._keep_folders()
        if followed.marks is not None:
            self.marking.restore(followed.marks)
        if followed.shown is not None and self._scan is None:
            self._show(followed.shown)

    def regroup(self, similarity: float) -> None:
        """Show the similar and contained groups at another threshold; no file is looked at."""
        settings = replace(self.settings, similarity=similarity)
        self.store.settings = settings
        last = self._last
        if last is None or self._scan is not None:
            self._is_scan_due = self._scan is not None
            return
        if self._regrouping is not None:
            self._regrouping.stop()
        self._regrouping = self.ask(lambda library: regrouped(last, settings, library), self._show)

    def _show(self, shown: Shown) -> None:
        self._last = shown
        self.list.show(shown)
        self.marking.take_groups(shown.result.groups)
        self.shown.emit(shown)
        roots = self.list.paths
        self.ask(lambda library: self.care.due(library, roots), self._learn_links)

    def _learn_links(self, portions: list[list[File]]) -> None:
        """Read where documents lead to, one portion after the other, so that questions get in between."""
        if portions:
            now, *later = portions
            self.jobs.read(lambda: self.care.look_at(now), lambda _: self._learn_links(later))

    def _take_early(self, groups: Sequence[DuplicateGroup]) -> None:
        """Show identical groups as soon as they are certain."""
        last = self._last
        self.jobs.read(lambda: early_table(groups, last), self._show_early)

    def _show_early(self, table: GroupTable) -> None:
        if self._scan is not None:
            self.marking.take_groups(table.groups)
            self.early.emit(table)

    def _take_progress(self, snapshot: Snapshot) -> None:
        if self._scan is None:
            if snapshot.title:
                self.progressed.emit(snapshot)
            return
        share = snapshot.done / snapshot.total if snapshot.total else None
        if share is not None:
            self.list.set_scanning(int(share * 100) / 100)
        self.progressed.emit(snapshot)

    def _take_busy(self, is_busy: bool) -> None:
        if not is_busy and self._scan is None:
            self.progressed.emit(None)

    # what was disposed of

    def forget(self, gone: frozenset[str]) -> None:
        """Show the last result less files that are no longer there, and bring it up to date by a scan."""
        self.marking.drop(gone)
        last = self._last
        if last is not None and gone:
            self.jobs.read(lambda: without(last, gone), self._show)
        self.scan()

    # questions and writing

    def ask(
        self,
        question: Callable[[Library], T],
        then: Callable[[T], None],
        failed: Callable[[Exception], None] | None = None,
        *,
        must_run: bool = False,
    ) -> Progress:
        """Answer a question about the library, also while a scan runs; what stores a decision `must_run`."""
        return self.jobs.read(lambda: self._reading.library().answered(question), then, failed, must_run=must_run)

    def write(
        self,
        title: str,
        work: Callable[[Library, Progress], T],
        then: Callable[[T], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
        stopped: Callable[[], None] | None = None,
    ) -> Progress:
        """Do work that writes into the library, after what runs already."""

        def on_library(progress: Progress) -> T:
            assert self._library is not None
            return self._library.answered(lambda library: work(library, progress))

        return self.jobs.write(title, on_library, then, failed, stopped)

    def refuse(self, error: Exception) -> None:
        """Tell the user why something could not be done; a bug has been told of already."""
        if isinstance(error, KnownError):
            self.refused.emit(error)

    def mark_by_rule(self, rule: Rule, then: Callable[[Effect], None]) -> None:
        """Mark what a rule marks, and tell `then` what that was."""
        groups = self._last.table.groups if self._last else ()
        marked = frozenset(self.marking.marks)

        def work(library: Library) -> tuple[Effect, Marks]:
            untouchable = self.care.untouchable(library, self.settings, groups)
            effect = apply_rule(rule, groups, marked=marked, untouchable=untouchable, now_ns=time.time_ns())
            return effect, marks_of(effect, groups, marked)

        def take(found: tuple[Effect, Marks]) -> None:
            self.marking.take(found[1])
            then(found[0])

        self.ask(work, take)

    def reading_workers(self) -> Workers:
        """Return the worker that is kept for questions; called on the reading thread only."""
        return self._reading.workers(self.settings)

    def _store_marks(self, added: Sequence[Mark], removed: Sequence[str]) -> None:
        """Write marks by the reading thread: decisions have a lock of their own, and must not wait for a scan."""

        def work(library: Library) -> None:
            library.decisions.unmark(removed)
            library.decisions.mark(added)

        self.ask(work, lambda _: None, self._unmark, must_run=True)

    def _unmark(self, error: Exception) -> None:
        """Say why marks could not be stored, and show those that are."""
        self.refuse(error)
        self.ask(lambda library: library.decisions.marks(), self.marking.restore)
