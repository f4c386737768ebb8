"""Where comparisons come from: two files are read and compared in a warm worker, pictures in the reading thread."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.documents import Relation
from core.errors import ProblemKind
from gui.comparison import Comparison, Side
from gui.group_table import Family, family_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.extract.reading import Reading
    from core.library import Library
    from gui.jobs import Progress
    from gui.session import Session

_UNREAD = {
    "timeout": ProblemKind.TIMEOUT,
    "memory": ProblemKind.TOO_LARGE,
    "died": ProblemKind.UNREADABLE,
}
"""Why there are no texts when a worker gave no answer; any other reason is a fault of the program."""

LARGEST_PICTURE = 200_000_000
"""Bytes: larger pictures are not loaded for a comparison."""


@dataclass(frozen=True, slots=True)
class CompareTask:
    """Two files to compare.

    Attributes:
        stored: the texts that the library keeps, for files that cannot be read now; None where it keeps none.
    """

    left: Side
    right: Side
    relation: Relation | None
    stored: tuple[str | None, str | None] = (None, None)


def compare_files(task: CompareTask) -> Comparison:
    """Read two files and compare them; runs in a worker process."""
    from core.pair_hints import hint  # noqa: PLC0415 - loaded where it runs
    from core.reading_text import read_text  # noqa: PLC0415
    from gui.comparing import compare_identical, compare_texts, differing_objects  # noqa: PLC0415

    left, right = task.left, task.right
    may_be_equal = task.relation is Relation.IDENTICAL or (task.relation is None and left.size == right.size)
    if may_be_equal and _is_proved(left.path, right.path):
        return compare_identical(left, right, read_text(left.path).reading.text, is_proved=True)
    readings = read_text(left.path).reading, read_text(right.path).reading
    texts = tuple(reading.text or stored or "" for reading, stored in zip(readings, task.stored, strict=True))
    if not all(texts):
        reasons = tuple(None if text else _reason(r) for text, r in zip(texts, readings, strict=True))
        return Comparison(left, right, task.relation, no_text=(reasons[0], reasons[1]))
    relation = None if task.relation is Relation.IDENTICAL else task.relation
    objects = differing_objects(readings[0].inventory, readings[1].inventory)
    found = compare_texts(left, right, (texts[0], texts[1]), relation=relation, objects=objects)
    is_stored = tuple(not reading.text for reading in readings)
    return replace(found, pair=hint(left.path, right.path, *texts), stored=(is_stored[0], is_stored[1]))


def _is_proved(one: str, other: str) -> bool:
    from core.disk import Disk  # noqa: PLC0415 - loaded where it runs

    try:
        return Disk().compare(one, other) is not None
    except OSError:
        return False


def _reason(reading: Reading) -> ProblemKind:
    known = {kind.value: kind for kind in ProblemKind}
    return known.get(reading.status.value, ProblemKind.NO_TEXT)


class Comparer:
    """Answers `ComparePane`: the pair that was asked for last, whatever came before."""

    def __init__(self, session: Session, relation_of: Callable[[str, str], Relation | None]) -> None:
        self._session = session
        self._relation_of = relation_of
        self._asked: Progress | None = None

    def __call__(self, left: Side, right: Side, done: Callable[[Comparison], None]) -> None:
        if self._asked is not None:
            self._asked.stop()
        task = CompareTask(left, right, self._relation_of(left.path, right.path))
        broken = Comparison(left, right, task.relation, is_broken=True)
        self._asked = self._session.ask(lambda library: self._answer(library, task), done, lambda _error: done(broken))

    def warm(self) -> None:
        """Start the worker, so that the first comparison need not wait for it."""
        self._session.ask(lambda _library: self._session.reading_workers().start(), lambda _: None)

    def _answer(self, library: Library, task: CompareTask) -> Comparison:
        """Compare; runs on the reading thread."""
        from core.workers import WorkerFailure  # noqa: PLC0415 - beside its only use

        if family_of(task.left.path) is family_of(task.right.path) is Family.PICTURES:
            return _pictures(task)
        stored = (library.whole_text(task.left.path), library.whole_text(task.right.path))
        for _, outcome in self._session.reading_workers().map(compare_files, [replace(task, stored=stored)]):
            if not isinstance(outcome, WorkerFailure):
                return outcome
            if outcome.kind in _UNREAD:
                return Comparison(task.left, task.right, task.relation, no_text=(_UNREAD[outcome.kind],) * 2)
            raise RuntimeError(outcome.detail)
        raise RuntimeError("the worker gave no answer")


def side_of(path: str, folder: str, md5: str | None = None) -> Side:
    """Return a file as one side of a comparison, by what the disk says now."""
    try:
        status = os.stat(path)
    except OSError:
        return Side(path, folder, 0, 0, md5)
    return Side(path, folder, status.st_size, status.st_mtime_ns, md5)


def _pictures(task: CompareTask) -> Comparison:
    from PySide6.QtGui import QImage, QImageReader  # noqa: PLC0415 - the worker imports this module without Qt

    def load(path: str) -> QImage:
        if task.left.size > LARGEST_PICTURE or task.right.size > LARGEST_PICTURE:
            return QImage()
        reader = QImageReader(path)
        reader.setAutoTransform(True)
        return reader.read()

    is_proved = task.relation is Relation.IDENTICAL and _is_proved(task.left.path, task.right.path)
    images = (load(task.left.path), load(task.right.path))
    return Comparison(task.left, task.right, task.relation, is_proved, pictures=images)
