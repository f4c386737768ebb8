"""From a plan back to the disk: each file proved at the moment of the act, moved, looked after, and journalled.

Per file: is it there, not protected by its real path, its digest as scanned; it is renamed aside in its folder (so
one file reached by two paths is unmasked: its keeper no longer opens); does the keeper open at its own path, byte
for byte equal (identical) or with the digest as scanned (others)? If not, its name comes back. Then it goes: to the
trash under its own name, or straight from aside to where it is held, moved, linked or erased; then a look whether it
went, and whether the keeper still stands as it was proved: if not, it comes back.

The intents of all files are in the journal, on the platter, before the first is touched. What a kill leaves open is
settled by `core.journal.recover`, which asks the disk.
"""

from __future__ import annotations

import os
import secrets
import stat
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from core.actions import Action, Failing, Failure, Outcome
from core.carrying import Left, bring_back, carry, failing_of, part_name, put_back
from core.disk import Disk, Seen
from core.holding import place_below
from core.journal_table import JournalRow, State, closed
from core.progress import Cancelled, NullReporter, Phase
from core.proof import Proof, Prover, is_same_still
from core.recovery import Settler
from core.trash_listing import list_trash

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.actions import Item, Plan
    from core.decisions import Decisions
    from core.progress import Reporter
    from core.trash import Trash

BATCH = 64
"""Files between two writes to the journal; after a kill, the disk is asked about so many."""


def dispose(
    plan: Plan,
    trash: Trash | None,
    decisions: Decisions,
    reporter: Reporter | None = None,
    *,
    is_protected: Callable[[str], bool],
    disk: Disk | None = None,
) -> Outcome:
    """Carry out `plan`; files that went lose their marks, the others stay marked.

    Args:
        trash: moves one file to the trash of the system; may be None for a plan that trashes nothing.
        is_protected: asked again, of the path and of the real path.
        reporter: may stop it between files and inside a large one; the rest of the plan then stays marked.
    """
    disk = disk or Disk()
    act = _Act(plan.items, decisions, disk, reporter or NullReporter())
    worker = _Worker(Prover(disk, is_protected, act.pulse), trash, disk, decisions)
    return act.run(worker)


class _Act:
    """One act: its rows in the journal, its progress, what came of it so far."""

    def __init__(self, items: Sequence[Item], decisions: Decisions, disk: Disk, reporter: Reporter) -> None:
        self._items = items
        self._journal = decisions.journal
        self._reporter = reporter
        self.number = self._journal.next_act()
        self._rows = self._journal.open(_intents(items, self.number, disk))
        self._at = 0
        self._closed: list[JournalRow] = []
        self._done: list[str] = []
        self._problems: list[Failure] = []

    def pulse(self) -> None:
        """Say how far it is.

        Raises:
            Cancelled: when the user asked to stop.
        """
        self._reporter.advance(Phase.DISPOSE, self._at, len(self._items))

    def run(self, worker: _Worker) -> Outcome:
        """Dispose of one file after the other until all are done or the user stops it."""
        is_complete = True
        try:
            for item, row in zip(self._items, self._rows, strict=True):
                self.pulse()
                if self._at % BATCH == 0:
                    self._write(worker, begun=self._rows[self._at : self._at + BATCH])
                self._close(item, worker.dispose_of(item, row))
                self._at += 1
            self.pulse()
        except Cancelled:
            is_complete = self._at == len(self._items)
        finally:
            self._write(worker)
        if not is_complete:
            self._journal.drop_open(self.number)
        return Outcome(self.number, tuple(self._done), tuple(self._problems), is_complete)

    def _close(self, item: Item, row: JournalRow) -> None:
        self._closed.append(row)
        if row.state is State.DONE:
            self._done.append(item.path)
        elif row.failing is not None:
            self._problems.append(Failure(item.path, row.failing, item.keeper, row.restored, row.detail))

    def _write(self, worker: _Worker, begun: Sequence[JournalRow] = ()) -> None:
        rows = [row if row.closed_ns is not None else worker.look_again(row) for row in self._closed]
        went = [row.path for row in rows if row.state is State.DONE]
        self._journal.advance(rows, begun, went)
        self._closed.clear()


def _intents(items: Sequence[Item], act: int, disk: Disk) -> list[JournalRow]:
    """Return the rows that say what is about to be done to which file, and under which names it may stand."""
    now, token = time.time_ns(), secrets.token_hex(4)
    taken: set[str] = set()
    rows = []
    for number, item in enumerate(items):
        place = None
        if item.destination is not None and item.action in (Action.HOLD, Action.MOVE):
            place = disk.free_name(place_below(item.destination, item.document), taken.__contains__)
            taken.add(place)
        rows.append(
            JournalRow(
                act=act,
                action=item.action,
                state=State.PLANNED,
                path=item.path,
                aside=os.path.join(os.path.dirname(item.path), f".neartwin-{token}-{number}"),
                destination=place,
                keeper=item.keeper,
                relation=item.relation,
                is_loss=item.is_loss,
                size=item.document.size,
                mtime_ns=item.document.mtime_ns,
                mode=_mode(item, disk),
                blake3=item.blake3,
                keeper_blake3=item.keeper_blake3,
                failing=None,
                restored=None,
                detail="",
                planned_ns=now,
                closed_ns=None,
            )
        )
    return rows


def _mode(item: Item, disk: Disk) -> int:
    """Return the mode that a link turned back into a file will need; 0 (unknown) for a file that is not there."""
    if item.action not in (Action.HARD_LINK, Action.SYMLINK):
        return 0
    try:
        return disk.look(item.path).st_mode
    except OSError:
        return 0


class _Worker:
    """Disposes of one file at a time; `_row` is the row of the file in hand, as far as it is known."""

    def __init__(self, prover: Prover, trash: Trash | None, disk: Disk, decisions: Decisions) -> None:
        self._prover = prover
        self._trash = trash
        self._disk = disk
        self._journal = decisions.journal
        self._settler = Settler(disk)
        self._row: JournalRow
        self._ways: dict[Action, Callable[[Item, Proof], None]] = {
            Action.TRASH: self._to_trash,
            Action.HOLD: self._to_place,
            Action.MOVE: self._to_place,
            Action.HARD_LINK: self._to_link,
            Action.SYMLINK: self._to_link,
            Action.DELETE: self._for_good,
        }

    def dispose_of(self, item: Item, row: JournalRow) -> JournalRow:
        """Dispose of one file; return its row with what came of it, to be stored."""
        try:
            seen = self._first_look(item)
        except Left as left:
            return closed(row._replace(failing=left.failing, detail=left.cause), State.FAILED)
        except OSError as error:
            return closed(row._replace(failing=failing_of(error), detail=str(error)), State.FAILED)
        status = seen.status
        self._row = row._replace(
            state=State.BEGUN, mode=status.st_mode, mtime_ns=status.st_mtime_ns, blake3=seen.blake3
        )
        try:
            folder = self._disk.hold_folder(item.path)
        except OSError as error:
            return closed(self._row._replace(failing=failing_of(error), detail=str(error)), State.FAILED)
        try:
            return self._acted(item, seen, folder)
        finally:
            self._disk.let_go(folder)

    def _acted(self, item: Item, seen: Seen, folder: int | None) -> JournalRow:
        try:
            self._act(item, seen)
        except Left as left:
            return self._left(item, left, folder)
        except OSError as error:
            return self._left(item, Left(failing_of(error), cause=str(error)), folder)
        except BaseException:
            settled = self._settled(folder)
            if settled.state is not State.FAILED:  # it went, or could not be put back: no stop may drop its row
                self._journal.advance([settled], unmarked=[item.path] if settled.state is State.DONE else [])
            raise
        return closed(self._row, State.DONE)

    def look_again(self, row: JournalRow) -> JournalRow:
        """Return the row of a file that was out of sight, settled if it is back by now; its reason stays."""
        settled = self._settler.settle(row)
        return settled if settled.state is State.DONE else settled._replace(failing=row.failing)

    def _settled(self, folder: int | None) -> JournalRow:
        with suppress(OSError):
            called_back = self._settler.call_back(self._row, folder)
            if called_back is not None:
                return called_back
        return self._settler.settle(self._row)

    def _left(self, item: Item, left: Left, folder: int | None) -> JournalRow:
        """Return the row of a file that was left alone, after the disk is in order again: it may have gone yet."""
        settled = self._settled(folder)
        if settled.state is not State.FAILED:
            return settled
        failing = left.failing if settled.failing is Failing.INTERRUPTED else settled.failing
        if failing is Failing.SAME_FILE and item.keeper is not None and not os.path.lexists(item.keeper):
            failing = Failing.KEEPER_GONE
        return settled._replace(failing=failing, restored=left.place or settled.restored, detail=left.cause)

    def _first_look(self, item: Item) -> Seen:
        if item.action is Action.TRASH and self._trash is None:
            raise Left(Failing.NO_TRASH)
        seen = self._prover.first_look(item)
        if item.action is Action.DELETE and not seen.status.st_mode & stat.S_IWUSR:
            raise Left(Failing.READ_ONLY)
        return seen

    def _act(self, item: Item, seen: Seen) -> None:
        self._disk.rename(item.path, self._row.aside)
        proof = self._prover.prove(item, self._row.aside, seen)
        self._ways[item.action](item, proof)

    def _to_trash(self, item: Item, proof: Proof) -> None:
        """Trash the file under its own name, so that the desktop too can put it back."""
        path = item.path
        put_back(self._disk, self._row.aside, path)
        place = self._trashed(path)
        if self._disk.is_there(path) and is_same_still(self._disk.look(path), proof.victim):
            raise Left(Failing.STILL_THERE)
        self._row = self._row._replace(destination=place)
        if place is not None and self._disk.is_there(place):
            self._regret(item, place, proof)

    def _trashed(self, path: str) -> str | None:
        if self._trash is None:
            raise Left(Failing.NO_TRASH)
        try:
            place = self._trash(path)
        except OSError as error:
            failing = failing_of(error)
            failing = failing if failing is Failing.NO_SPACE else Failing.TRASH_FAILED
            raise Left(failing, cause=str(error)) from error
        return place or next(iter(list_trash([path]).places(path)), None)

    def _regret(self, item: Item, place: str, proof: Proof) -> None:
        """Bring the file back from `place` when it, or its keeper, changed in the last moment."""
        try:
            self._prover.last_look(item, place, proof)
        except Left as left:
            back = bring_back(self._disk, place, item.path, self._row.aside)
            raise Left(left.failing, None if back == item.path else back, left.cause) from left

    def _to_place(self, item: Item, proof: Proof) -> None:
        """Carry the file to its destination; to a free name, journalled first, where that was taken meanwhile."""
        self._prover.last_look(item, self._row.aside, proof)
        place = self._row.destination
        if place is None:
            raise ValueError(f"{item.action} of {item.path} has no destination")
        while True:
            self._disk.make_folders(os.path.dirname(place))
            try:
                aside = self._row.aside
                carry(self._disk, aside, place, part_name(place, aside), self._prover.pulse)
                break
            except FileExistsError:
                place = self._disk.free_name(place)
                self._row = self._row._replace(destination=place)
                self._journal.advance([self._row])
        self._regret(item, place, proof)

    def _for_good(self, item: Item, proof: Proof) -> None:
        self._prover.last_look(item, self._row.aside, proof)
        self._disk.unlink(self._row.aside)

    def _to_link(self, item: Item, proof: Proof) -> None:
        """Make the link beside, verify it, put it in place; only then the file itself goes."""
        aside, link = self._row.aside, self._row.aside + ".link"
        make = self._disk.hard_link if item.action is Action.HARD_LINK else self._disk.symbolic_link
        if item.keeper is None or proof.keeper is None:
            raise Left(Failing.KEEPER_GONE)
        try:
            make(item.keeper, link)
        except OSError as error:
            raise Left(Failing.NO_LINKS, cause=str(error)) from error
        _verify_link(link, proof.keeper)
        self._disk.rename(link, item.path)
        _verify_link(item.path, proof.keeper)
        self._prover.last_look(item, aside, proof)
        self._disk.unlink(aside)


def _verify_link(link: str, keeper: os.stat_result) -> None:
    if not is_same_still(os.stat(link), keeper):
        raise Left(Failing.KEEPER_CHANGED)
