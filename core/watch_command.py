"""`neartwin watch`: keeps the library current and prints what happens, one event a line."""

from __future__ import annotations

import os
import queue
import sys
from typing import TYPE_CHECKING, Any

from core.command_line_output import write_json
from core.console import ConsoleReporter, line, stop_on_signal
from core.documents import Relation
from core.library import open_library
from core.progress import Cancelled, Phase
from core.scan import scan
from core.watch import Changed, Watch
from core.wording import Wording, mark, system_language
from core.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.documents import ScanResult
    from core.library import Library
    from core.settings import Settings

WAIT_SECONDS = 0.2
"""How soon a signal to stop is noticed."""


def watch_folders(folders: Sequence[str], settings: Settings, library: str | None, *, as_json: bool) -> int:
    """Scan the folders, then follow their changes until stopped; return the exit status."""
    wording = Wording(system_language())
    changes: queue.SimpleQueue[Changed] = queue.SimpleQueue()
    roots = [os.path.abspath(folder) for folder in folders]
    workers = Workers(settings.worker_count, settings.worker_seconds, settings.worker_memory)
    watch = Watch(changes.put, settle_seconds=settings.settle_seconds)
    reporter = ConsoleReporter(wording, sys.stderr)
    watch.start()
    try:
        with open_library(library) as opened, stop_on_signal(reporter):
            follower = _Follower(opened, settings, workers, reporter, _Printer(wording, as_json=as_json))
            for folder, state in watch.set_folders(roots).items():
                follower.printer.event("watching", folder, state=state.value)
            follower.look_again(Changed(frozenset(roots), frozenset(), is_reconciling=True))
            while True:
                reporter.advance(Phase.WALK, 0)
                try:
                    changed = changes.get(timeout=WAIT_SECONDS)
                except queue.Empty:
                    continue
                follower.look_again(changed)
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
            what = self._wording.say(_NAMES[name])
            line(sys.stdout, self._wording.say("{name}: {facts}", name=what, facts=path))
        sys.stdout.flush()


_NAMES = {
    "watching": mark("Watching"),
    "reconciled": mark("Compared with the disk"),
    "indexed": mark("Read"),
    "removed": mark("Gone"),
    "duplicate": mark("You have this already"),
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
        self._known: dict[str, tuple[int, int]] = {}
        self.printer = printer

    def look_again(self, changed: Changed) -> None:
        """Scan the folders that changed."""
        folders = sorted(changed.folders)
        before = self._stamps(folders)
        result = scan(folders, self._settings, self._library, self._workers, self._reporter)
        after = self._stamps(folders)
        if changed.is_reconciling:
            for folder in folders:
                self.printer.event("reconciled", folder)
        for path in sorted(path for path in after if after[path] != before.get(path)):
            self.printer.event("indexed", path, **self._facts(path))
        for path in sorted(before.keys() - after.keys()):
            self.printer.event("removed", path)
        self._tell_duplicates(result, {path for path in after if path not in before})

    def _stamps(self, folders: Sequence[str]) -> dict[str, tuple[int, int]]:
        index = self._library.index
        return {row.path: (row.size, row.mtime_ns) for folder in folders for row in index.files_under(folder)}

    def _facts(self, path: str) -> dict[str, Any]:
        row = self._library.index.file(path)
        content = None if row is None or row.content is None else self._library.index.contents([row.content])
        digests = next(iter(content.values())) if content else None
        return {"size": row.size if row else None, "md5": digests.md5 if digests else None}

    def _tell_duplicates(self, result: ScanResult, new: set[str]) -> None:
        for group in result.groups:
            if group.kind is Relation.CONTAINED:
                continue
            for member in group.members:
                if member.path in new:
                    others = [other.path for other in group.members if other is not member]
                    self.printer.event(
                        "duplicate", member.path, kind=group.kind.value, similarity=member.similarity, of=others
                    )
