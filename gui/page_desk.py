"""The pages beside the list: overview, problems, inbox, repeated records, and what they ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.documents import Relation
from gui import file_acts
from gui.folder_desk import FolderDesk
from gui.group_table import Family, Order
from gui.inbox_desk import InboxDesk
from gui.overview import OverviewPage
from gui.problem_view import ProblemView
from gui.records_desk import RecordsDesk
from gui.side_bar import RELATIONS, View

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from core.documents import Relation
    from gui.looking import Looking
    from gui.main_window import MainWindow
    from gui.session import Session
    from gui.shown import Shown
    from gui.theme import Theme
    from gui.words import Words

_VIEWS = {relation: view for view, relation in RELATIONS.items()}


class PageDesk(QObject):
    """Makes the pages and feeds them.

    Attributes:
        inbox: what audits new files.
    """

    def __init__(self, words: Words, theme: Theme, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._overview = OverviewPage(words, theme)
        self._folders = FolderDesk(words, theme, session, self)
        self._problems = ProblemView(words, theme)
        self.inbox = InboxDesk(words, theme, session, self)
        self._records = RecordsDesk(words, theme, session, self)

    @property
    def pages(self) -> dict[View, QWidget]:
        """The pages by their views."""
        return {
            View.OVERVIEW: self._overview,
            View.FOLDERS: self._folders.page,
            View.PROBLEMS: self._problems,
            View.INBOX: self.inbox.page,
            View.RECORDS: self._records.page,
        }

    def wire(self, window: MainWindow, looking: Looking) -> None:
        """Connect the pages with the window that shows them."""
        self._window = window
        self._session.shown.connect(self._show)
        self._overview.kind_wanted.connect(self._open_kind)
        self._overview.problems_wanted.connect(lambda: window.show_view(View.PROBLEMS))
        self._overview.folder_wanted.connect(self._open_folder)
        self._overview.family_wanted.connect(self._open_family)
        self._overview.similarity_wanted.connect(self._open_similarity)
        self._overview.folders_wanted.connect(self._folders.open)
        self._problems.retry_wanted.connect(lambda _paths: self._session.scan())
        self._problems.folder_wanted.connect(file_acts.show_in_folder)
        self._folders.wire(window)
        self.inbox.wire(window, looking)
        self._records.wire(window)

    # overview and problems

    def _show(self, shown: Shown) -> None:
        self._overview.show_overview(shown.overview, self._session.settings.similarity)
        self._problems.show_problems(shown.result.problems, shown.result.skipped)

    def _open_kind(self, relation: Relation) -> None:
        self._window.show_view(_VIEWS[relation])

    def _open_folder(self, folder: str) -> None:
        """Show the groups of a folder, in the first view of exact copies that has any."""
        review = self._window.review
        table, wanted = review.model.table, replace(review.model.wanted, folder=folder)

        def look() -> View:
            places = table.arrange(replace(wanted, kinds=frozenset({Relation.IDENTICAL})), Order())
            return View.IDENTICAL if len(places) else View.SAME_TEXT

        def show(view: View) -> None:
            self._window.show_view(view)
            review.bar.choose_folder(folder)

        self._session.jobs.read(look, show)

    def _open_family(self, family: str) -> None:
        self._window.show_view(View.IDENTICAL)
        self._window.review.bar.choose_family(Family(family))

    def _open_similarity(self, least: float, most: float) -> None:
        """Show the similar groups of a bar; the threshold goes down only where they lie below it."""
        bar = self._window.review.bar
        self._window.show_view(View.SIMILAR)
        if least * 100 < bar.threshold.value():
            bar.threshold.setValue(int(least * 100))
        bar.choose_range(least, most)
