"""The library: a folder with index.db (derived) and decisions.db (never thrown away)."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from core.decisions import Decisions
from core.errors import KnownError
from core.index import Index
from core.library_choice import chosen_folders, current_folder
from core.progress import NullReporter
from core.schema import DatabaseError, OperationalError
from core.soundness import checked_at, note_of
from core.write_lock import WriteLock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from core.progress import Reporter

T = TypeVar("T")

INDEX_NAME = "index.db"
DECISIONS_NAME = "decisions.db"
LOCK_NAME = "write.lock"

CHECKED_WHOLE = 256 * 1024 * 1024
"""Larger indexes are not checked page by page at every start: it would take seconds."""


class Library:
    """Both halves of a library, open.

    Attributes:
        folder: where it lies; None in memory.
        set_aside: where a damaged index went when it had to be made anew; None when all was well.
        is_read_only: it is a snapshot of a shared library: nothing can be stored in it.
        checked: when every page of the index was last found in order, in seconds since the epoch; None for never.
    """

    def __init__(
        self,
        folder: str | None,
        index: Index,
        decisions: Decisions,
        set_aside: str | None = None,
        *,
        is_read_only: bool = False,
        checked: float | None = None,
    ) -> None:
        self.folder = folder
        self.index = index
        self.decisions = decisions
        self.set_aside = set_aside
        self.is_read_only = is_read_only
        self.checked = checked
        self._lock = WriteLock(None if folder is None else os.path.join(folder, LOCK_NAME))

    def answered(self, question: Callable[[Library], T]) -> T:
        """Return the answer to a question, which may store a decision where the library is not read only.

        Raises:
            KnownError: when it would have stored something in a library that is open to be read only.
        """
        try:
            return question(self)
        except OperationalError as error:
            if self.is_read_only:
                raise self.refusal() from error
            raise

    def refusal(self) -> KnownError:
        """Return what is said when something is to be stored in a library that is open to be read only."""
        return KnownError(
            "The library in {folder} is shared and open to be read only. Choose a library of your own to scan into.",
            folder=self.folder,
        )

    @contextmanager
    def writing(self, reporter: Reporter) -> Iterator[None]:
        """Hold the right to write into the index during a block, so that scans of two processes take turns.

        Raises:
            KnownError: when the library is open to be read only, or cannot be written (its disk is full).
            Cancelled: when the user asked to stop while another process wrote.
        """
        if self.is_read_only:
            raise self.refusal()
        try:
            with self._lock.held(reporter):
                yield
        except OperationalError as error:
            raise KnownError(
                "The library in {folder} cannot be written: {reason}. Free some space on its disk, or choose another"
                " library. What it knew before is kept.",
                folder=self.folder,
                reason=error,
            ) from error

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, DatabaseError):
            # It may be damaged: let the next opening look at every page.
            self.checked = None
        self.close()

    def close(self) -> None:
        """Close both databases, and note how the index was left."""
        self.index.close()
        if self.folder is not None and not self.is_read_only:
            note = "" if self.checked is None else note_of(os.path.join(self.folder, INDEX_NAME), self.checked)
            with suppress(DatabaseError):  # a note is not worth an error: without it the index is checked
                self.decisions.note_closed(note)
        self.decisions.close()

    def whole_text(self, path: str) -> str | None:
        """Return the stored text of the document at `path`; None where none is kept."""
        text = self.index.texts.text_of_path(os.fsencode(path))
        return None if text is None else self.index.texts.whole_text(text)


def default_folder() -> str:
    """Return where the library lies that is used when none is named (see `core.library_choice`)."""
    return current_folder()


def open_library(folder: str | None = None) -> Library:
    """Open the library in `folder` (by default the user's own), making it where there is none.

    A damaged index is set aside and begun anew; decisions are kept. Both files are readable by their owner only.

    Raises:
        KnownError: when the folder cannot be made, the disk is full, a newer version made the library, or the disk
            of a chosen library is away.
    """
    if folder == "":
        raise KnownError("The name of the library's folder is empty. Name a folder, or leave the option out.")
    place = os.path.abspath(folder or default_folder())
    if not os.path.isfile(os.path.join(place, INDEX_NAME)):
        _refuse_absent(place)
    elif folder is not None:
        from core.snapshot import is_shared, open_shared  # noqa: PLC0415 - for a library that is named

        # The second question is the dearer one: it looks for the user's own place.
        if is_shared(place) and place != os.path.abspath(default_folder()):
            return open_shared(place, NullReporter())
    try:
        os.makedirs(place, mode=0o700, exist_ok=True)
        _refuse_emptied(place)
        decisions = _open_decisions(os.path.join(place, DECISIONS_NAME))
        try:
            index_path = os.path.join(place, INDEX_NAME)
            checked = checked_at(index_path, decisions.closed_note())
            index, set_aside = _open_index(index_path, is_checked=checked is not None)
        except BaseException:
            decisions.close()
            raise
    except (OSError, OperationalError) as error:
        raise KnownError(
            "The library in {folder} cannot be opened: {reason}. Check that the folder can be written and that the"
            " disk has space, or choose another library.",
            folder=place,
            reason=getattr(error, "strerror", None) or error,
        ) from error
    return Library(place, index, decisions, set_aside, checked=checked or time.time())


def _refuse_absent(place: str) -> None:
    """Make no second library where a chosen one was, whose disk is away."""
    if not os.path.isdir(place) and place in chosen_folders():
        raise KnownError(
            "The library in {folder} is not there. Connect its disk, or choose another library.", folder=place
        )


def _refuse_emptied(place: str) -> None:
    """Take no file of no bytes for new decisions beside an index, which is made after them: it lost what it held."""
    path, index = os.path.join(place, DECISIONS_NAME), os.path.join(place, INDEX_NAME)
    if os.path.isfile(path) and not os.path.getsize(path) and os.path.isfile(index) and os.path.getsize(index):
        raise _damaged_decisions(path)


def memory_library() -> Library:
    """Return a library that vanishes when it is closed."""
    return Library(None, Index(), Decisions(":memory:"))


def _open_index(path: str, *, is_checked: bool) -> tuple[Index, str | None]:
    try:
        index = Index(path)
        if is_checked or os.path.getsize(path) > CHECKED_WHOLE or index.is_whole():
            return index, None
        index.close()
    except OperationalError:
        raise
    except DatabaseError:
        # Damaged beyond opening: treated below like a file that does not pass its check.
        pass
    aside = _set_aside(path)
    return Index(path), aside


def _open_decisions(path: str) -> Decisions:
    try:
        return Decisions(path)
    except OperationalError:
        raise
    except DatabaseError as error:
        raise _damaged_decisions(path) from error


def _damaged_decisions(path: str) -> KnownError:
    """Set damaged decisions aside, and return what is to be said of them."""
    return KnownError(
        "The file with your decisions was damaged and has been kept as {path}. Start again to go on with an"
        " empty one, or put a backup in its place first.",
        path=_set_aside(path),
    )


def _set_aside(path: str) -> str:
    aside = f"{path}.damaged-{time.time_ns() // 1_000_000}"
    os.replace(path, aside)
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.replace(path + suffix, aside + suffix)
    return aside
