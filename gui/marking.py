"""Marks on files: by hand, by rule, undone step by step, kept in the library."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.decisions import Mark
from core.documents import Relation
from core.packed_groups import PackedGroups

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from core.documents import DuplicateGroup
    from core.rules import Effect

_EXACT = (Relation.IDENTICAL, Relation.SAME_TEXT)

STEPS = 200
"""How many steps of marking can be undone."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of one application of a rule, and the bytes of each file.

    Attributes:
        groups, before: the groups, and the marked files, that the rule knew; None where it does not matter.
    """

    marks: dict[str, Mark]
    sizes: dict[str, int]
    groups: Sequence[DuplicateGroup] | None = None
    before: Collection[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Source:
    """One application of a rule: its name among the marks, what the rule went by, how many of its marks are there."""

    name: str
    reason: str
    files: int


def marks_of(
    effect: Effect, groups: Sequence[DuplicateGroup] | None = None, before: Collection[str] = frozenset()
) -> Marks:
    """Return what an application of a rule marks, under a source of its own; callable off the GUI thread.

    Args:
        groups, before: the groups, and the marked files, that the rule was applied to.
    """
    import secrets  # noqa: PLC0415 - the first painting needs none

    source = f"{effect.rule.kind.value}-{secrets.token_hex(4)}"
    return Marks(
        {m.path: Mark(m.path, m.keeper, m.reason.value, source) for m in effect.marks},
        {m.path: m.size for m in effect.marks},
        groups,
        before,
    )


class Marking(QObject):
    """The marks as the window shows them.

    Every change is told to `store` (marks set, paths unmarked), which writes it into the library.

    Attributes:
        changed: other files are marked than before.
        refused: paths that were not marked by hand, because the last of a group or a protected file stays.
        kept: paths that lost their mark, because the file that was to stay for them is not there any more.
    """

    changed = Signal()
    refused = Signal(object)
    kept = Signal(object)

    def __init__(self, store: Callable[[Sequence[Mark], Sequence[str]], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._marks: dict[str, Mark] = {}
        self._sizes: dict[str, int] = {}
        self._groups: Sequence[DuplicateGroup] = ()
        self._known: PackedGroups | None = None
        self._steps: list[dict[str, Mark] | Callable[[], None]] = []
        self._guard: Callable[[str], bool] = lambda _: False

    @property
    def _packed(self) -> PackedGroups:
        """The groups; the first ones, which are none, are packed when they are asked for: that loads numpy."""
        if self._known is None:
            self._known = PackedGroups()
        return self._known

    @property
    def marks(self) -> dict[str, Mark]:
        """The marked files by path."""
        return self._marks

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._steps)

    @property
    def size(self) -> int:
        """Bytes of the marked files that are listed."""
        return sum(filter(None, map(self._sizes.get, self._marks)))

    def restore(self, marks: dict[str, Mark]) -> None:
        """Take the marks that the library kept."""
        self._marks = dict(marks)
        self.changed.emit()

    def protect(self, guard: Callable[[str], bool]) -> None:
        """Learn which files are out of reach now, which may be others than at the last scan."""
        self._guard = guard

    def take_groups(self, groups: Sequence[DuplicateGroup]) -> None:
        """Learn which groups there are now; marks on files that left every group stay until they are taken off.

        Where the unmarked file of an identical or same-text group went, the one that is now proposed to stay loses
        its mark, and that is told.
        """
        self._groups = groups
        self._known = groups if isinstance(groups, PackedGroups) else PackedGroups(groups)
        self._sizes = self._packed.sizes(self._marks)
        spared = self._to_spare(self._marks)
        self._apply({path: mark for path, mark in self._marks.items() if path not in spared}, is_step=False)
        self.changed.emit()
        if spared:
            self.kept.emit(spared)

    def drop(self, gone: Collection[str]) -> None:
        """Forget marks on files that are no longer on the disk; that is no step to take back."""
        self._apply({path: mark for path, mark in self._marks.items() if path not in gone}, is_step=False)
        self._steps = [
            step if callable(step) else {path: mark for path, mark in step.items() if path not in gone}
            for step in self._steps
        ]

    def by_hand(self, paths: Sequence[str], *, is_marked: bool) -> None:
        """Mark or unmark files; protected files and the last unmarked of a group stay as they are."""
        new = dict(self._marks)
        refused = []
        groups = self._packed.holders(paths)
        for path in paths:
            if not is_marked:
                new.pop(path, None)
            elif path not in new:
                if not self._guard(path) and _may_mark(path, groups.get(path, ()), new):
                    new[path] = Mark(path, keeper=_keeper(path, groups.get(path, ())))
                else:
                    refused.append(path)
        self._apply(new)
        if refused:
            self.refused.emit(refused)

    def take(self, marks: Marks) -> None:
        """Mark what an application of a rule marks, as one step.

        Where other files are marked, or listed, than the rule knew, each mark is looked at again.
        """
        new, old = marks.marks, self._marks
        if not new.keys().isdisjoint(old):
            new = {path: mark for path, mark in new.items() if path not in old}
        if marks.groups is not None and (marks.groups is not self._groups or marks.before != self._marks.keys()):
            new = self._still_allowed(new)
        self._sizes.update(marks.sizes)
        self._apply(self._marks | new)

    def _still_allowed(self, marks: dict[str, Mark]) -> dict[str, Mark]:
        """Return those that leave an unmarked file in every group, whatever happened since they were thought of."""
        groups = self._packed.holders(marks)
        allowed = dict(self._marks)
        for path, mark in marks.items():
            found = groups.get(path, ())
            if found and mark.keeper not in allowed and not self._guard(path) and _may_mark(path, found, allowed):
                allowed[path] = mark
        return {path: mark for path, mark in allowed.items() if path not in self._marks}

    @property
    def sources(self) -> list[Source]:
        """The applications of rules whose marks are still there, the last one first."""
        counts = Counter(mark.source for mark in self._marks.values() if mark.source)
        reasons = {mark.source: mark.reason for mark in self._marks.values()}
        return [Source(source, reasons[source], counts[source]) for source in reversed(counts)]

    def take_back(self, source: str) -> None:
        """Take off what one application of a rule marked, as one step."""
        self._apply({path: mark for path, mark in self._marks.items() if mark.source != source})

    def clear(self) -> None:
        """Take all marks off."""
        self._apply({})

    def undo(self) -> None:
        """Take the last step back, but for marks that may not be set any more, and tell which those are."""
        if not self._steps:
            return
        step = self._steps.pop()
        if callable(step):
            self.changed.emit()
            step()
            return
        barred = {path for path in step if path not in self._marks and self._guard(path)}
        barred |= self._to_spare(step.keys() - barred)
        self._apply({path: mark for path, mark in step.items() if path not in barred}, is_step=False)
        if barred:
            self.refused.emit(sorted(barred))

    def add_step(self, back: Callable[[], None]) -> None:
        """Let `back` be the next step to take back: what the user decided beside marks stands in the same row."""
        self._keep_step(back)
        self.changed.emit()

    def leave_group(self, group: DuplicateGroup) -> None:
        """Take the marks off members that are in no other group: this one will not be listed."""
        holders = self._packed.holders([member.path for member in group.members])
        alone = [path for path, groups in holders.items() if all(one.key == group.key for one in groups)]
        self.by_hand([path for path in alone if path in self._marks], is_marked=False)

    def _keep_step(self, step: dict[str, Mark] | Callable[[], None]) -> None:
        self._steps = [*self._steps[1 - STEPS :], step]

    def _to_spare(self, marked: Collection[str]) -> set[str]:
        """Return the files proposed to stay in the identical and same-text groups that would go as a whole."""
        spared: set[str] = set()
        for group in self._packed.filled_by(marked):
            paths = [member.path for member in group.members]
            if group.kind in _EXACT and spared.isdisjoint(paths):
                spared.add(paths[0])
        return spared

    def _apply(self, new: dict[str, Mark], *, is_step: bool = True) -> None:
        old = self._marks
        added = [mark for path, mark in new.items() if path not in old] if old else list(new.values())
        removed = [path for path in old if path not in new]
        if not added and not removed:
            return
        if is_step:
            self._keep_step(old)
        self._marks = new
        unknown = new.keys() - old.keys() - self._sizes.keys()
        self._sizes.update(self._packed.sizes(unknown))
        self._store(added, removed)
        self.changed.emit()


def _may_mark(path: str, groups: Iterable[DuplicateGroup], marks: dict[str, Mark]) -> bool:
    for group in groups:
        if any(member.is_protected and member.path == path for member in group.members):
            return False
        if group.kind in _EXACT and all(member.path in marks or member.path == path for member in group.members):
            return False
    return True


def _keeper(path: str, groups: Iterable[DuplicateGroup]) -> str | None:
    return next((group.keeper.path for group in groups if group.keeper.path != path), None)
