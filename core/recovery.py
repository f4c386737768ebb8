"""Making journal and disk agree after a kill: the disk is asked about every row that was left open."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from core.actions import Action, Failing
from core.carrying import bring_back, forget_record, is_link_to, part_name
from core.disk import Disk
from core.journal_table import JournalRow, State, closed
from core.trash_listing import TrashListing, list_trash

if TYPE_CHECKING:
    from core.decisions import Decisions

TRIES = 3
"""How often tidying up is tried before a file is left where it stands: a share may hiccup."""

_LINKS = (Action.HARD_LINK, Action.SYMLINK)


def recover(decisions: Decisions, *, disk: Disk | None = None) -> list[JournalRow]:
    """At start after a kill: ask the disk about every open row, put names back, and close the rows.

    Returns:
        The rows as they are now; those whose file could not be given its name back stay open.
    """
    rows = decisions.journal.open_rows()
    if not rows:
        return []
    listing = list_trash([row.path for row in rows if row.action is Action.TRASH])
    settler = Settler(disk or Disk(), listing, has_last_word=True)
    settled = []
    for open_row in rows:
        row = settler.settle(open_row)
        decisions.journal.advance([row], unmarked=[row.path] if row.state is State.DONE else [])
        settled.append(row)
    return settled


class Settler:
    """Finds out what became of an act on one file that did not end as it should, and leaves the disk in order.

    What it does may be done again: a second call after a failure goes on where the first was stopped.

    A file that is in no place where it could be may stand in a folder that somebody moves just now. So its row stays
    open, until the one who `has_last_word` has looked, at the next start.
    """

    def __init__(self, disk: Disk, listing: TrashListing | None = None, *, has_last_word: bool = False) -> None:
        self._disk = disk
        self._listing = listing
        self._has_last_word = has_last_word

    def settle(self, row: JournalRow) -> JournalRow:
        """Return the row closed; after TRIES refusals of the system still open, with the reason."""
        for attempt in range(TRIES):
            try:
                return self._restoring(row) if row.state is State.RESTORING else self._disposing(row)
            except OSError as error:
                if attempt == TRIES - 1:
                    cause = str(error)
        place = row.restored if row.state is State.RESTORING else row.aside
        return row._replace(failing=Failing.IN_HIDING, restored=place, detail=cause)

    def call_back(self, row: JournalRow, folder: int | None) -> JournalRow | None:
        """Give a file set aside its name again in its `folder` that was moved, or hidden by another one, meanwhile.

        Returns:
            The row, closed; None where the folder is where it was, or the file not in it.
        """
        aside = self._disk.place_now(row.aside, folder)
        if aside == row.aside or not self._disk.is_there(aside):
            return None
        place = self._disk.free_name(self._disk.place_now(row.path, folder))
        self._disk.rename(aside, place)
        self._drop(aside + ".link")
        return closed(row._replace(failing=Failing.INTERRUPTED, restored=place), State.FAILED)

    def _disposing(self, row: JournalRow) -> JournalRow:
        self._drop(row.aside + ".link")
        if row.destination is not None:
            self._drop(part_name(row.destination, row.aside))
        if self._disk.is_there(row.aside):
            return self._with_its_name_back(row)
        if self._disk.is_there(row.path) and not self._stands_in_trash(row):
            if row.action in _LINKS and is_link_to(row.path, row.keeper):
                return self._gone_for(row) if self._has_last_word else row._replace(failing=Failing.GONE)
            return self._interrupted(row)
        return self._went(row)

    def _stands_in_trash(self, row: JournalRow) -> bool:
        """Whether the file is in the trash for certain, so that what bears its name is another one."""
        place = row.destination if row.action is Action.TRASH else None
        return place is not None and self._disk.is_there(place) and self._is_it(place, row)

    def _interrupted(self, row: JournalRow, place: str | None = None) -> JournalRow:
        if self._listing is not None:
            for record in self._listing.orphans(row.path):
                self._drop(record)
        failing = Failing.INTERRUPTED if place is None else Failing.OTHER_FILE_IN_PLACE
        return closed(row._replace(failing=failing, restored=place), State.FAILED)

    def _with_its_name_back(self, row: JournalRow) -> JournalRow:
        """Undo the half-done act: whatever of it stands elsewhere goes, the file gets its name."""
        if row.action in _LINKS and self._disk.is_there(row.path) and is_link_to(row.path, row.keeper):
            self._disk.unlink(row.path)
        if row.destination is not None and self._disk.is_there(row.destination):
            self._drop_copy(row.aside, row.destination)
        place = self._disk.free_name(row.path)
        self._disk.rename(row.aside, place)
        return self._interrupted(row, None if place == row.path else place)

    def _drop_copy(self, aside: str, place: str) -> None:
        """Remove what was copied to `place` before its source could be removed; nothing that is not that copy."""
        statuses = self._disk.compare(aside, place)
        if statuses is not None and statuses[0].st_mtime_ns == statuses[1].st_mtime_ns:
            self._disk.unlink(place)

    def _went(self, row: JournalRow) -> JournalRow:
        """Decide about a file that is neither at its path nor aside."""
        if row.state is State.PLANNED:
            return closed(row._replace(failing=Failing.GONE), State.FAILED)
        if row.action is Action.DELETE:
            return self._gone_for(row) if self._has_last_word else row._replace(failing=Failing.GONE)
        places = [row.destination] if row.destination is not None else []
        if row.action is Action.TRASH:
            places += self._in_trash(row.path)
        places = [place for place in places if self._disk.is_there(place) and self._is_it(place, row)]
        if not places:
            row = row._replace(failing=Failing.GONE)
            return closed(row, State.FAILED) if self._has_last_word else row
        row = row._replace(destination=places[0], blake3=row.blake3 or self._disk.read(places[0]).blake3)
        if self._keeper_stands(row):
            return self._gone_for(row)
        back = bring_back(self._disk, places[0], row.path, row.aside)
        place = None if back == row.path else back
        return closed(row._replace(destination=None, failing=Failing.KEEPER_CHANGED, restored=place), State.FAILED)

    def _gone_for(self, row: JournalRow) -> JournalRow:
        digest = row.blake3
        if digest is None and row.keeper is not None and row.action in _LINKS:
            digest = self._disk.read(row.keeper).blake3
        return closed(row._replace(failing=None, restored=None, detail="", blake3=digest), State.DONE)

    def _in_trash(self, path: str) -> list[str]:
        return (self._listing or list_trash([path])).places(path)

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
            place = next((one for one in self._in_trash(row.path) if self._is_it(one, row)), None)
        if self._disk.is_there(target) and not os.path.islink(target):
            if place is not None and self._disk.compare(place, target) is not None:
                self._disk.unlink(place)
                forget_record(self._disk, place)
                place = None
            if place is None:
                if row.destination is not None:
                    forget_record(self._disk, row.destination)
                return closed(row._replace(restored=target), State.UNDONE)
        return as_before(row)

    def _link_restoring(self, row: JournalRow, target: str) -> JournalRow:
        part = row.aside + ".part"
        if self._disk.is_there(target):
            self._drop(part)
            is_link = is_link_to(target, row.keeper)
            return as_before(row) if is_link else closed(row, State.UNDONE)
        if self._disk.is_there(part):
            # The link is gone, so the copy beside it was complete and proved.
            self._disk.rename(part, target)
            return closed(row._replace(restored=target), State.UNDONE)
        return as_before(row)

    def _drop(self, name: str) -> None:
        if self._disk.is_there(name):
            self._disk.unlink(name)


def as_before(row: JournalRow) -> JournalRow:
    """Return a row whose file was to be brought back as the row of a file that is still gone."""
    return closed(row._replace(restored=None), State.DONE)
