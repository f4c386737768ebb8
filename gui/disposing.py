"""From the marks to the trash: the wish, the plan, the dialog, the act, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from core.actions import Action
from core.errors import msgid
from gui.journal_desk import JournalDesk, tell_failures
from gui.plan_dialog import EraseDialog, PlanDialog, RemoveAllDialog
from gui.planning import Wish, make_plan, texts_now, unique_passages_of
from gui.saving import choose_to_save, save_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.actions import Outcome, Plan
    from core.documents import DuplicateGroup
    from core.library import Library
    from gui.jobs import Progress
    from gui.journal_view import JournalView
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.theme import Theme
    from gui.words import Words

TITLES = {
    Action.TRASH: msgid("Moving files to the trash"),
    Action.HOLD: msgid("Moving files to the holding folder"),
    Action.MOVE: msgid("Moving files to another folder"),
    Action.HARD_LINK: msgid("Replacing files by links"),
    Action.SYMLINK: msgid("Replacing files by links"),
    Action.DELETE: msgid("Erasing files for good"),
}
"""What the bar says while it goes on."""


@dataclass(slots=True)
class _Asking:
    """A dialog that is open: what is wished for, over which groups, and the plan that was asked for last."""

    dialog: PlanDialog
    wish: Wish
    groups: Sequence[DuplicateGroup]
    planning: Progress | None = None
    reading: Progress | None = None


class Disposing(QObject):
    """Asks before files go, carries it out, and tells.

    Attributes:
        compare_wanted: show two files side by side: their paths.
    """

    compare_wanted = Signal(object, object)

    def __init__(self, words: Words, theme: Theme, window: MainWindow, session: Session, journal: JournalView) -> None:
        super().__init__(window)
        self._words = words
        self._theme = theme
        self._window = window
        self._session = session
        self._journal = JournalDesk(words, window, session, journal)
        self._asking: _Asking | None = None
        self._is_planning = False
        window.bar.trash_asked.connect(self.ask)
        window.actions_["trash"].triggered.connect(self.ask)
        window.actions_["erase"].triggered.connect(self.ask_to_erase)
        window.actions_["remove_all"].triggered.connect(self.ask_about_group)

    # before

    def ask(self) -> None:
        """Plan what happens to the marked files, and ask."""
        self._begin(PlanDialog, Wish(tuple(self._session.marking.marks)))

    def ask_to_erase(self) -> None:
        """Plan to erase the marked files for good, and ask in other words."""
        self._begin(EraseDialog, Wish(tuple(self._session.marking.marks), Action.DELETE))

    def ask_about_group(self) -> None:
        """Plan to remove all members of the group in hand, whatever is marked, and ask in other words."""
        current = self._window.review.view.current
        if current is not None:
            self._begin(RemoveAllDialog, Wish(tuple(member.path for member in current.group.members)))

    def _begin(self, kind: type[PlanDialog], wish: Wish) -> None:
        if self._asking is not None or self._is_planning or not wish.marked:
            return
        last = self._session.last
        groups = last.table.groups if last else ()
        self._is_planning = True
        self._ask_for_plan(groups, wish, lambda plan: self._open(kind, plan, wish, groups), self._give_up)

    def _give_up(self, _error: Exception) -> None:
        self._is_planning = False

    def _ask_for_plan(
        self,
        groups: Sequence[DuplicateGroup],
        wish: Wish,
        then: Callable[[Plan], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> Progress:
        settings, care = self._session.settings, self._session.care
        return self._session.ask(lambda library: make_plan(library, settings, care, groups, wish), then, failed)

    def _open(self, kind: type[PlanDialog], plan: Plan, wish: Wish, groups: Sequence[DuplicateGroup]) -> None:
        self._is_planning = False
        dialog = kind(self._words, self._theme, plan, self._window)
        self._asking = _Asking(dialog, wish, groups)
        if kind is PlanDialog:
            dialog.show_wish(wish)
        dialog.confirmed.connect(lambda paths: self._wish_for(replace(self._wish(), confirmed=tuple(paths))))
        dialog.way_chosen.connect(self._take_way)
        dialog.compare_wanted.connect(self._compare)
        dialog.agreed.connect(self.carry_out)
        dialog.export_wanted.connect(self._export)
        dialog.finished.connect(self._forget_dialog)
        dialog.open()
        self._read_losses(plan)

    def _wish(self) -> Wish:
        assert self._asking is not None
        return self._asking.wish

    def _wish_for(self, wish: Wish) -> None:
        """Plan anew; until then nothing can be agreed to."""
        asking = self._asking
        if asking is None:
            return
        asking.wish = wish
        asking.dialog.wait()
        if asking.planning is not None:
            asking.planning.stop()
        asking.planning = self._ask_for_plan(asking.groups, wish, self._show_plan)

    def _show_plan(self, plan: Plan) -> None:
        asking = self._asking
        if asking is not None:
            asking.dialog.show_plan(plan)
            if asking.dialog.offers_ways:
                asking.dialog.show_wish(asking.wish)
            self._read_losses(plan)

    def _take_way(self, action: Action, allow_editable_links: bool) -> None:
        asking = self._asking
        if asking is None:
            return
        destination = None
        if action is Action.MOVE:
            title = self._words.say("Choose the folder to move the files to")
            destination = QFileDialog.getExistingDirectory(asking.dialog, title, asking.wish.destination or "") or None
            if destination is None:
                asking.dialog.show_wish(asking.wish)
                return
        wish = replace(asking.wish, action=action, destination=destination, allow_editable_links=allow_editable_links)
        self._wish_for(wish)

    def _read_losses(self, plan: Plan) -> None:
        """Find the sentences that would exist nowhere else; they are shown when they are known."""
        asking, session = self._asking, self._session
        if asking is None or not plan.losses:
            return
        if asking.reading is not None:
            asking.reading.stop()
        groups, going = asking.groups, {*asking.wish.marked} - {refused.path for refused in plan.refused}

        def question(library: Library) -> dict[str, list[str]]:
            return dict(unique_passages_of(plan.losses, groups, going, texts_now(library, session.reading_workers)))

        asking.reading = session.ask(question, self._show_passages)

    def _show_passages(self, found: dict[str, list[str]]) -> None:
        if self._asking is not None:
            self._asking.dialog.show_unique_passages(found)

    def _compare(self, one: str, other: str) -> None:
        """Show both side by side; the marks are kept, and the dialog can be opened again."""
        if self._asking is not None:
            self._asking.dialog.reject()
        self._window.show_review()
        self.compare_wanted.emit(one, other)

    def _forget_dialog(self) -> None:
        asking, self._asking = self._asking, None
        if asking is not None:
            for running in (asking.planning, asking.reading):
                if running is not None:
                    running.stop()
            asking.dialog.deleteLater()

    def _export(self, plan: Plan) -> None:
        """Write the plan to a file: the dry run, and the list that can be ticked and handed to the command line."""
        from core.plan_file import write_csv, write_json  # noqa: PLC0415 - beside its only use

        title = self._words.say("Save the list")
        kinds = "CSV (*.csv);;JSON (*.json)"
        path, _ = choose_to_save(self._window, self._session.store, title, "neartwin-plan.csv", kinds)
        if path:
            write = write_json if path.lower().endswith(".json") else write_csv
            save_text(path, lambda file: write(plan, file), self._session.refused.emit)

    # the act

    def carry_out(self, plan: Plan) -> None:
        """Do what the plan says, after the work that runs already."""
        settings, care = self._session.settings, self._session.care
        self._session.stop_scan()

        def work(library: Library, progress: Progress) -> Outcome:
            from core.disposal import dispose  # noqa: PLC0415 - beside its only use
            from core.recovery import recover  # noqa: PLC0415
            from gui.qt_trash import move_to_trash  # noqa: PLC0415

            guard = care.guard(library, settings)
            with library.writing(progress):
                recover(library.decisions)
                return dispose(plan, move_to_trash, library.decisions, progress, is_protected=guard)

        self._session.write(
            TITLES[plan.action], work, lambda outcome: self._tell_outcome(plan, outcome), self._journal.give_up
        )

    def _tell_outcome(self, plan: Plan, outcome: Outcome) -> None:
        words, n = self._words, len(outcome.done)
        self._session.forget(frozenset(outcome.done))
        text = (
            words.count("{n} file erased for good", "{n} files erased for good", n)
            if plan.action is Action.DELETE
            else words.count(
                "{n} file moved; the journal brings it back", "{n} files moved; the journal brings them back", n
            )
        )
        self._window.bar.show_note(text if outcome.is_complete else words.say("Stopped: {found}", found=text))
        self._journal.show()
        if outcome.problems:
            title = words.count("{n} file was left alone", "{n} files were left alone", len(outcome.problems))
            tell_failures(words, self._window, title, outcome.problems)
