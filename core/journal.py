"""Bringing files back: from the trash, from where they were held or moved, from links."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from core.actions import Action, Failing, Failure, Restored
from core.carrying import Left, failing_of, fetch, is_link_to, part_name
from core.disk import Disk
from core.holding import HOLDING_NAME
from core.journal_table import JournalRow, State, closed
from core.progress import Cancelled, NullReporter, Phase
from core.recovery import Settler, as_before, recover
from core.trash_listing import TrashListing, list_trash

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.decisions import Decisions
    from core.progress import Reporter

__all__ = ["act_rows", "recover", "undo"]

BATCH = 64
"""Files between two writes to the journal."""

_LINKS = (Action.HARD_LINK, Action.SYMLINK)


def undo(
    decisions: Decisions,
    rows: Iterable[int],
    reporter: Reporter | None = None,
    *,
    disk: Disk | None = None,
    listing: TrashListing | None = None,
) -> Restored:
    """Bring back the files of journal rows (by id): one, a selection, or all of `act_rows`.

    Folders are made again, a free name is chosen where another file has the old one, dates and modes are those of
    before. What cannot be brought back is a problem, and its row says why.

    Args:
        listing: what lies in the trash, for places that the system did not tell; looked up when needed.
    """
    found = [row for row in decisions.journal.rows(rows) if row.state is State.DONE]
    return _Undo(decisions, disk or Disk(), reporter or NullReporter(), listing).run(found)


def act_rows(decisions: Decisions, act: int | None = None) -> list[int]:
    """Return the rows of an act that can be asked back, by default of the last act that has some."""
    journal = decisions.journal
    if act is None:
        act = next((summary.act for summary in journal.acts() if summary.done), None)
    return [] if act is None else [row.id for row in reversed(journal.search(act=act, states=(State.DONE,)))]


class _Undo:
    """One undo."""

    def __init__(self, decisions: Decisions, disk: Disk, reporter: Reporter, listing: TrashListing | None) -> None:
        self._journal = decisions.journal
        self._disk = disk
        self._reporter = reporter
        self._listing = listing
        self._at = 0
        self._total = 0

    def run(self, rows: Sequence[JournalRow]) -> Restored:
        """Bring back `rows`, in batches: what is about to be done is in the journal before it is done."""
        done: list[tuple[int, str]] = []
        problems: list[Failure] = []
        self._total = len(rows)
        is_complete = True
        for start in range(0, len(rows), BATCH):
            settled: list[JournalRow] = []
            batch = self._aimed(rows[start : start + BATCH])
            self._journal.advance(batch)
            try:
                for row in batch:
                    self._pulse()
                    settled.append(self._bring_back(row))
                    self._at += 1
            except Cancelled:
                is_complete = False
            finally:
                left = batch[len(settled) :] if not is_complete else []
                self._journal.advance([*settled, *(as_before(row) for row in left)])
            for row in settled:
                if row.state is State.UNDONE and row.restored is not None:
                    done.append((row.id, row.restored))
                elif row.failing is not None:
                    problems.append(Failure(row.path, row.failing, row.keeper, row.restored, row.detail))
            if not is_complete:
                break
        return Restored(tuple(done), tuple(problems), is_complete)

    def _pulse(self) -> None:
        self._reporter.advance(Phase.RESTORE, self._at, self._total)

    def _aimed(self, rows: Sequence[JournalRow]) -> list[JournalRow]:
        """Return the rows with the path each is to be brought back to, before anything is touched."""
        taken: set[str] = set()
        aimed = []
        for row in rows:
            is_link = row.action in _LINKS and self._is_our_link(row)
            target = row.path if is_link else self._disk.free_name(row.path, taken.__contains__)
            taken.add(target)
            aimed.append(row._replace(state=State.RESTORING, restored=target, failing=None, closed_ns=None))
        return aimed

    def _bring_back(self, row: JournalRow) -> JournalRow:
        try:
            if row.action is Action.DELETE:
                raise Left(Failing.FOR_GOOD)
            place = self._from_link(row) if row.action in _LINKS else self._from_place(row)
        except Left as left:
            return self._left(row, left)
        except OSError as error:
            return self._left(row, Left(failing_of(error), cause=str(error)))
        return closed(row._replace(restored=place), State.UNDONE)

    def _left(self, row: JournalRow, left: Left) -> JournalRow:
        """Return the row of a file that was not brought back, after the disk is in order: it may be back yet."""
        settled = Settler(self._disk, self._listing).settle(row)
        if settled.state is not State.DONE:
            return settled
        return settled._replace(failing=left.failing, restored=left.place, detail=left.cause)

    def _from_place(self, row: JournalRow) -> str:
        place = self._place(row)
        target = row.restored or row.path
        while True:
            try:
                fetch(self._disk, place, target, part_name(target, row.aside), self._pulse)
            except FileExistsError:
                target = self._disk.free_name(row.path)
                self._journal.advance([row._replace(restored=target)])
            else:
                self._tidy(os.path.dirname(place))
                return target

    def _tidy(self, folder: str) -> None:
        """Remove the folders of a holding folder that are empty by now."""
        with suppress(OSError):
            while HOLDING_NAME in folder.split(os.sep):
                self._disk.remove_empty_folder(folder)
                folder = os.path.dirname(folder)

    def _place(self, row: JournalRow) -> str:
        """Return where the file is now: where it was put, else where the trash says that it came from this path."""
        places = [row.destination] if row.destination is not None else []
        if row.action is Action.TRASH and not any(map(self._disk.is_there, places)):
            places = self._listed(row.path)
        changed = False
        for place in places:
            if self._disk.is_there(place):
                if row.blake3 is None or self._disk.read(place, self._pulse).blake3 == row.blake3:
                    return place
                changed = True
        if changed and row.action is not Action.TRASH:
            raise Left(Failing.CHANGED)
        raise Left(Failing.NOT_IN_TRASH if row.action is Action.TRASH else Failing.GONE)

    def _listed(self, path: str) -> list[str]:
        if self._listing is None:
            self._listing = list_trash([path])
        return self._listing.places(path) or list_trash([path]).places(path)

    def _is_our_link(self, row: JournalRow) -> bool:
        return self._disk.is_there(row.path) and is_link_to(row.path, row.keeper)

    def _from_link(self, row: JournalRow) -> str:
        """Put a file of its own in the place of a link: a copy of what it leads to, as it was then."""
        if row.keeper is None or not self._disk.is_there(row.keeper):
            raise Left(Failing.KEEPER_GONE)
        target = row.restored or row.path
        self._disk.make_folders(os.path.dirname(target))
        part = row.aside + ".part"
        if self._disk.is_there(part):
            self._disk.unlink(part)
        copied = self._disk.copy(row.keeper, part, self._pulse)
        if row.blake3 is not None and copied.blake3 != row.blake3:
            raise Left(Failing.KEEPER_CHANGED)
        self._disk.set_times(part, row.mtime_ns, row.mode)
        if target == row.path and self._is_our_link(row):
            self._disk.unlink(row.path)
        self._disk.rename(part, target)
        return target
