"""Making journal and disk agree after a kill: the disk is asked about every row that was left open."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from core.actions import Action, Failing
from core.carrying import Left, failing_of, fetch, forget_record, is_link_to, part_name
from core.disk import Disk
from core.journal_table import JournalRow, State
from core.trash_listing import TrashListing, list_trash

if TYPE_CHECKING:
    from core.decisions import Decisions

_LINKS = (Action.HARD_LINK, Action.SYMLINK)


def recover(decisions: Decisions, *, disk: Disk | None = None) -> list[JournalRow]:
    """At start after a kill: ask the disk about every open row, put names back, and close the rows.

    Returns:
        The rows as they are now; those whose file could not be given its name back stay open.
    """
    rows = decisions.journal.open_rows()
    if not rows:
        return []
    disk = disk or Disk()
    settler = _Settler(disk, list_trash([row.path for row in rows if row.action is Action.TRASH]))
    settled = []
    for row in rows:
        closed = settler.settle(row)
        decisions.journal.advance([closed], unmarked=[closed.path] if closed.state is State.DONE else [])
        settled.append(closed)
    return settled


class _Settler:
    """Finds out what became of rows that a kill left open."""

    def __init__(self, disk: Disk, listing: TrashListing) -> None:
        self._disk = disk
        self._listing = listing

    def settle(self, row: JournalRow) -> JournalRow:
        """Return the row closed, with the disk in order; still open where the system refuses that."""
        try:
            return self._restoring(row) if row.state is State.RESTORING else self._disposing(row)
        except Left as left:
            return replace(row, failing=left.failing, restored=left.place, detail=left.cause)
        except OSError as error:
            return replace(row, failing=failing_of(error), detail=str(error))

    def _disposing(self, row: JournalRow) -> JournalRow:
        self._drop(row.aside + ".link")
        if row.destination is not None:
            self._drop(part_name(row.destination, row.aside))
        if self._disk.is_there(row.aside):
            return self._with_its_name_back(row)
        if self._disk.is_there(row.path):
            if row.action in _LINKS and is_link_to(row.path, row.keeper):
                return _closed(row, State.DONE)
            return self._interrupted(row)
        return self._went(row)

    def _interrupted(self, row: JournalRow, place: str | None = None) -> JournalRow:
        for record in self._listing.orphans(row.path):
            self._drop(record)
        return _closed(replace(row, failing=Failing.INTERRUPTED, restored=place), State.FAILED)

    def _with_its_name_back(self, row: JournalRow) -> JournalRow:
        """Undo the half-done act: whatever of it stands elsewhere goes, the file gets its name."""
        if row.action in _LINKS and self._disk.is_there(row.path) and is_link_to(row.path, row.keeper):
            self._disk.unlink(row.path)
        place = row.destination
        if place is not None and self._disk.is_there(place) and self._disk.compare(row.aside, place) is not None:
            self._disk.unlink(place)
        place = self._disk.free_name(row.path)
        self._disk.rename(row.aside, place)
        return self._interrupted(row, None if place == row.path else place)

    def _went(self, row: JournalRow) -> JournalRow:
        """Decide about a file that is neither at its path nor aside."""
        if row.state is State.PLANNED:
            return _closed(replace(row, failing=Failing.GONE), State.FAILED)
        if row.action is Action.DELETE:
            return _closed(row, State.DONE)
        if row.action is Action.TRASH:
            places = [place for place in self._listing.places(row.path) if self._is_it(place, row)]
        else:
            places = [place for place in (row.destination,) if place is not None and self._disk.is_there(place)]
        if not places:
            return _closed(replace(row, failing=Failing.GONE), State.FAILED)
        row = replace(row, destination=places[0], blake3=row.blake3 or self._disk.read(places[0]).blake3)
        if self._keeper_stands(row):
            return _closed(row, State.DONE)
        target = self._disk.free_name(row.path)
        fetch(self._disk, places[0], target, part_name(target, row.aside))
        return _closed(replace(row, destination=None, failing=Failing.KEEPER_CHANGED), State.FAILED)

    def _is_it(self, place: str, row: JournalRow) -> bool:
        return self._disk.look(place).st_size == row.size and (
            row.blake3 is None or self._disk.read(place).blake3 == row.blake3
        )

    def _keeper_stands(self, row: JournalRow) -> bool:
        """Whether what stays for the file still stands: the kill may have hit between the proof and the last look."""
        if row.keeper is None:
            return True
        try:
            digest = self._disk.read(row.keeper).blake3
        except OSError:
            return False
        return digest in (row.blake3, row.keeper_blake3)

    def _restoring(self, row: JournalRow) -> JournalRow:
        target = row.restored or row.path
        if row.action in _LINKS:
            return self._link_restoring(row, target)
        self._drop(part_name(target, row.aside))
        place = row.destination
        if place is None or not self._disk.is_there(place):
            place = next((one for one in self._listing.places(row.path) if self._is_it(one, row)), None)
        if self._disk.is_there(target) and not is_link_to(target, None):
            if place is not None and self._disk.compare(place, target) is not None:
                self._disk.unlink(place)
                forget_record(self._disk, place)
                place = None
            if place is None:
                if row.destination is not None:
                    forget_record(self._disk, row.destination)
                return replace(row, state=State.UNDONE, restored=target, closed_ns=time.time_ns())
        return as_before(row)

    def _link_restoring(self, row: JournalRow, target: str) -> JournalRow:
        part = row.aside + ".part"
        if self._disk.is_there(target):
            self._drop(part)
            is_link = is_link_to(target, row.keeper)
            return as_before(row) if is_link else replace(row, state=State.UNDONE, closed_ns=time.time_ns())
        if self._disk.is_there(part):
            # The link is gone, so the copy beside it was complete and proved.
            self._disk.rename(part, target)
            return replace(row, state=State.UNDONE, restored=target, closed_ns=time.time_ns())
        return as_before(row)

    def _drop(self, name: str) -> None:
        if self._disk.is_there(name):
            self._disk.unlink(name)


def _closed(row: JournalRow, state: State) -> JournalRow:
    return replace(row, state=state, closed_ns=time.time_ns())


def as_before(row: JournalRow) -> JournalRow:
    """Return a row whose file was to be brought back as the row of a file that is still gone."""
    return replace(row, state=State.DONE, restored=None, closed_ns=time.time_ns())
