"""`neartwin watch`: keeps the library current and prints what happens, one event a line.

Events, each with a path: watching (with its state), lost (the system dropped events), reconciled, indexed, moved (with
`before`), removed, duplicate (with what it repeats), problem, renamed (a watched folder, with `before`).
"""

from __future__ import annotations

import os
import queue
import sys
from typing import TYPE_CHECKING, Any

from core.command_line_output import write_json
from core.console import ConsoleReporter, line, stop_on_signal
from core.library import open_library
from core.live import Fate, refresh
from core.live_result import repeats
from core.progress import Cancelled, Phase
from core.root_places import known_roots
from core.watch import Cause, Changed, Watch, WatchState
from core.wording import Wording, mark, system_language
from core.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.library import Library
    from core.live import FileEvent, Refreshed
    from core.settings import Settings

WAIT_SECONDS = 0.2
"""How soon a signal to stop is noticed."""

States = dict[str, WatchState]


def watch_folders(folders: Sequence[str], settings: Settings, library: str | None, *, as_json: bool) -> int:
    """Compare the folders with the disk, then follow their changes until stopped; return the exit status."""
    wording = Wording(system_language())
    news: queue.SimpleQueue[Changed | States] = queue.SimpleQueue()
    roots = [os.path.abspath(folder) for folder in folders]
    workers = Workers(settings.worker_count, settings.worker_seconds, settings.worker_memory)
    watch = Watch(news.put, on_states=lambda states: news.put(dict(states)), settle_seconds=settings.settle_seconds)
    reporter = ConsoleReporter(wording, sys.stderr)
    try:
        with stop_on_signal(reporter), open_library(library) as opened:
            watch.start()
            follower = _Follower(opened, settings, workers, reporter, _Printer(wording, as_json=as_json))
            follower.tell_states(dict(watch.set_folders(roots, known_roots(roots, opened.index))))
            follower.look_again(Changed(frozenset(roots), cause=Cause.START))
            while True:
                reporter.advance(Phase.WALK, 0)
                try:
                    heard = news.get(timeout=WAIT_SECONDS)
                except queue.Empty:
                    continue
                if isinstance(heard, Changed):
                    follower.look_again(heard)
                else:
                    follower.tell_states(heard)
    except Cancelled:
        return 0
    finally:
        watch.close()
        workers.close()


class _Printer:
    """Prints events as JSON lines, or as sentences."""

    def __init__(self, wording: Wording, *, as_json: bool) -> None:
        self._wording = wording
        self._as_json = as_json

    def event(self, name: str, path: str, **values: Any) -> None:
        """Print one event at once."""
        if self._as_json:
            write_json(sys.stdout, {"event": name, "path": path, **values})
        else:
            key = str(values["state"]) if name == "watching" else name
            what = self._wording.say(_NAMES[key])
            line(sys.stdout, self._wording.say("{name}: {facts}", name=what, facts=path))
        sys.stdout.flush()


_NAMES = {
    "lost": mark("Events were lost, so the folder is compared with the disk"),
    "reconciled": mark("Compared with the disk"),
    "indexed": mark("Read"),
    "moved": mark("Moved"),
    "removed": mark("Gone"),
    "duplicate": mark("You have this already"),
    "problem": mark("Problem"),
    "renamed": mark("The watched folder was renamed"),
    WatchState.WATCHING.value: mark("Watching"),
    WatchState.POLLING.value: mark("On another machine, compared with the disk every few minutes"),
    WatchState.LIMITED.value: mark("The system has no watches left, compared with the disk every few minutes"),
    WatchState.MISSING.value: mark("Not there at present"),
}


class _Follower:
    """Brings the library up to date after each change, and tells what became of it."""

    def __init__(
        self, library: Library, settings: Settings, workers: Workers, reporter: ConsoleReporter, printer: _Printer
    ) -> None:
        self._library = library
        self._settings = settings
        self._workers = workers
        self._reporter = reporter
        self._states: States = {}
        self._printer = printer

    def tell_states(self, states: Mapping[str, WatchState]) -> None:
        """Tell how each folder is kept current, where that is news."""
        for folder, state in states.items():
            if self._states.get(folder) is not state:
                self._printer.event("watching", folder, state=state.value)
        self._states = dict(states)

    def look_again(self, changed: Changed) -> None:
        """Bring the index up to date with what changed, and tell it."""
        if changed.cause is Cause.LOST:
            for folder in sorted(changed.folders):
                self._printer.event("lost", folder)
        self._tell(refresh(changed, self._settings, self._library, self._workers, self._reporter))

    def _tell(self, done: Refreshed) -> None:
        tell = self._printer.event
        for old, new in done.moved_roots:
            tell("renamed", new, before=old)
        for folder in done.reconciled:
            tell("reconciled", folder)
        for event in done.events:
            self._tell_event(event)
        for problem in done.problems:
            tell("problem", problem.path, kind=problem.kind.value, detail=problem.detail)

    def _tell_event(self, event: FileEvent) -> None:
        if event.fate is Fate.REMOVED:
            self._printer.event("removed", event.path)
        elif event.fate is Fate.MOVED:
            self._printer.event("moved", event.path, before=event.before, size=event.size)
        else:
            self._printer.event("indexed", event.path, size=event.size, new=event.is_new, md5=self._md5(event.path))
            self._tell_duplicate(event.path)

    def _md5(self, path: str) -> str | None:
        row = self._library.index.file(path)
        content = None if row is None or row.content is None else self._library.index.contents([row.content])
        return next(iter(content.values())).md5 if content else None

    def _tell_duplicate(self, path: str) -> None:
        found = repeats(self._library, path, self._settings)
        if found:
            relation, _, similarity = found[0]
            others = [other for kind, other, _ in found if kind is relation]
            self._printer.event("duplicate", path, kind=relation.value, similarity=similarity, of=others)
