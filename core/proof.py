"""The proof, at the moment of the act, that a file may go: what it is, and that its content stays elsewhere."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.actions import Failing
from core.carrying import Left, failing_of
from core.disk import Disk, Seen, go_on
from core.documents import Relation
from core.selection import split_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.actions import Item

_OFFICE = frozenset(
    ("doc", "docx", "docm", "xls", "xlsx", "xlsm", "ppt", "pptx", "pptm", "odt", "ods", "odp", "rtf", "wps")
)
"""Suffixes beside whose files office programs leave a mark while they have them open."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Both files as they were when they were proved; `keeper` is None for a loss that nothing stands for."""

    victim: os.stat_result
    keeper: os.stat_result | None


def is_same_still(now: os.stat_result, then: os.stat_result) -> bool:
    """Return whether a file is the one that was proved, with the same bytes as far as its status tells."""
    return os.path.samestat(now, then) and is_as_before(now, then)


def is_as_before(now: os.stat_result, then: os.stat_result) -> bool:
    """Return whether size and date are those of the proof; a trash on another device has other numbers."""
    return (now.st_size, now.st_mtime_ns) == (then.st_size, then.st_mtime_ns)


class Prover:
    """Asks the disk about files that are to go."""

    def __init__(self, disk: Disk, is_protected: Callable[[str], bool], pulse: Callable[[], None] = go_on) -> None:
        self._disk = disk
        self._is_protected = is_protected
        self.pulse = pulse
        self._real: dict[str, str] = {}

    def first_look(self, item: Item) -> Seen:
        """Return the file as read while it still has its name.

        Raises:
            Left: when it is protected, gone, open elsewhere, changed, or its keeper does not open.
        """
        path = item.path
        real = self._real_path(path)
        if self._is_protected(path) or (real != path and self._is_protected(real)):
            raise Left(Failing.PROTECTED)
        seen = self._read(item)
        if item.blake3 is not None and seen.blake3 != item.blake3:
            raise Left(Failing.CHANGED)
        if self._is_open_in_office(path):
            raise Left(Failing.IN_USE)
        if item.keeper is not None and os.path.samestat(self._keeper_status(item.keeper), seen.status):
            raise Left(Failing.SAME_FILE)
        return seen

    def prove(self, item: Item, aside: str, seen: Seen) -> Proof:
        """Prove, while the file bears the name `aside`, that what must stay stands at its own path.

        Raises:
            Left: when it does not.
        """
        if item.keeper is None:
            return Proof(self._unchanged(aside, seen), None)
        try:
            if item.relation is Relation.IDENTICAL:
                statuses = self._disk.compare(aside, item.keeper, self.pulse)
                if statuses is None:
                    raise Left(self._which_changed(item, aside, seen))
                return Proof(*statuses)
            victim = self._unchanged(aside, seen)
            keeper = self._disk.read(item.keeper, self.pulse)
        except (FileNotFoundError, NotADirectoryError) as error:
            # It opened a moment ago, under both names: so it was one file under two.
            raise Left(Failing.SAME_FILE) from error
        if keeper.blake3 != item.keeper_blake3:
            raise Left(Failing.KEEPER_CHANGED)
        return Proof(victim, keeper.status)

    def last_look(self, item: Item, place: str, proof: Proof) -> None:
        """See that the file, now at `place`, and its keeper are as they were proved.

        Raises:
            Left: when one of them is not.
        """
        if not is_as_before(self._disk.look(place), proof.victim):
            raise Left(Failing.CHANGED)
        if item.keeper is None or proof.keeper is None:
            return
        if not is_same_still(self._keeper_status(item.keeper), proof.keeper):
            raise Left(Failing.KEEPER_CHANGED)

    def _read(self, item: Item) -> Seen:
        try:
            return self._disk.read(item.path, self.pulse)
        except FileNotFoundError as error:
            is_offline = not os.path.isdir(item.document.root)
            raise Left(Failing.OFFLINE if is_offline else Failing.GONE, cause=str(error)) from error

    def _keeper_status(self, keeper: str) -> os.stat_result:
        try:
            return self._disk.look(keeper)
        except OSError as error:
            failing = failing_of(error)
            is_gone = failing is Failing.GONE
            raise Left(Failing.KEEPER_GONE if is_gone else Failing.KEEPER_CHANGED, cause=str(error)) from error

    def _unchanged(self, aside: str, seen: Seen) -> os.stat_result:
        again = self._disk.read(aside, self.pulse)
        if again.blake3 != seen.blake3:
            raise Left(Failing.CHANGED)
        return again.status

    def _which_changed(self, item: Item, aside: str, seen: Seen) -> Failing:
        """Return which of two files that were equal at the scan is no longer what it was."""
        self._unchanged(aside, seen)
        is_as_scanned = (seen.status.st_size, seen.status.st_mtime_ns) == (item.document.size, item.document.mtime_ns)
        return Failing.KEEPER_CHANGED if item.blake3 is not None or is_as_scanned else Failing.CHANGED

    def _real_path(self, path: str) -> str:
        folder, name = os.path.split(path)
        if folder not in self._real:
            self._real[folder] = os.path.realpath(folder)
        return os.path.join(self._real[folder], name)

    def _is_open_in_office(self, path: str) -> bool:
        """Whether an office program left its mark "I have this open" beside the file."""
        folder, name = os.path.split(path)
        if split_name(name)[1] not in _OFFICE:
            return False
        marks = (f".~lock.{name}#", f"~${name}", f"~${name[2:]}")
        return any(os.path.lexists(os.path.join(folder, mark)) for mark in marks)
