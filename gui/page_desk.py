"""The pages beside the list: overview, folders, problems, inbox, repeated records, journal, and what they ask for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.documents import Relation
from gui import file_acts
from gui.group_table import Family
from gui.side_bar import RELATIONS, View

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from gui.folder_desk import FolderDesk
    from gui.inbox_desk import InboxDesk
    from gui.journal_view import JournalView
    from gui.looking import Looking
    from gui.main_window import MainWindow
    from gui.overview import OverviewPage
    from gui.problem_view import ProblemView
    from gui.records_desk import RecordsDesk
    from gui.session import Session
    from gui.theme import Theme
    from gui.words import Words

_VIEWS = {relation: view for view, relation in RELATIONS.items()}


class PageDesk(QObject):
    """Makes each page when it is asked for first, and feeds it; all are to be there before the library is open."""

    def __init__(self, words: Words, theme: Theme, session: Session, window: MainWindow, looking: Looking) -> None:
        super().__init__(window)
        self._words, self._theme, self._session = words, theme, session
        self._window, self._looking = window, looking

    def page(self, view: View) -> QWidget:
        """Return the page of a view that is not the list."""
        pages: dict[View, Callable[[], QWidget]] = {
            View.OVERVIEW: lambda: self._overview,
            View.FOLDERS: lambda: self._folders.page,
            View.PROBLEMS: lambda: self._problems,
            View.INBOX: lambda: self.inbox.page,
            View.RECORDS: lambda: self._records.page,
            View.JOURNAL: lambda: self.journal,
        }
        return pages[view]()

    @cached_property
    def _overview(self) -> OverviewPage:
        from gui.overview import OverviewPage  # noqa: PLC0415 - the first painting may need none

        page, window = OverviewPage(self._words, self._theme), self._window
        page.kind_wanted.connect(self._open_kind)
        page.problems_wanted.connect(lambda: window.show_view(View.PROBLEMS))
        page.folder_wanted.connect(self._open_folder)
        page.family_wanted.connect(self._open_family)
        page.similarity_wanted.connect(self._open_similarity)
        page.folders_wanted.connect(self._open_folders)
        self._session.shown.connect(lambda shown: page.show_overview(shown.overview, self._session.settings.similarity))
        return page

    @cached_property
    def _folders(self) -> FolderDesk:
        from gui.folder_desk import FolderDesk  # noqa: PLC0415 - the first painting may need none

        desk = FolderDesk(self._words, self._theme, self._session, self)
        desk.wire(self._window)
        return desk

    @cached_property
    def _problems(self) -> ProblemView:
        from gui.problem_view import ProblemView  # noqa: PLC0415 - the first painting may need none

        page = ProblemView(self._words, self._theme)
        page.retry_wanted.connect(lambda _paths: self._session.scan())
        page.folder_wanted.connect(file_acts.show_in_folder)
        self._session.shown.connect(lambda shown: page.show_problems(shown.result.problems, shown.result.skipped))
        return page

    @cached_property
    def inbox(self) -> InboxDesk:
        """What audits new files."""
        from gui.inbox_desk import InboxDesk  # noqa: PLC0415 - the first painting may need none

        desk = InboxDesk(self._words, self._theme, self._session, self)
        desk.wire(self._window, self._looking)
        return desk

    @cached_property
    def _records(self) -> RecordsDesk:
        from gui.records_desk import RecordsDesk  # noqa: PLC0415 - the first painting may need none

        desk = RecordsDesk(self._words, self._theme, self._session, self)
        desk.wire(self._window)
        return desk

    @cached_property
    def journal(self) -> JournalView:
        """The page of the journal."""
        from gui.journal_view import JournalView  # noqa: PLC0415 - the first painting may need none

        return JournalView(self._words, self._theme)

    # what the overview asks for

    def _open_folders(self, one: str, other: str) -> None:
        self._folders.open(one, other)

    def _open_kind(self, relation: Relation) -> None:
        """Show all groups of a kind: what was filtered before is not what the figure counts."""
        self._window.review.bar.clear()
        self._window.show_view(_VIEWS[relation])

    def _open_folder(self, folder: str, relation: Relation) -> None:
        self._open_kind(relation)
        self._window.review.bar.choose_folder(folder)

    def _open_family(self, family: str, relation: Relation) -> None:
        self._open_kind(relation)
        self._window.review.bar.choose_family(Family(family))

    def _open_similarity(self, least: float, most: float) -> None:
        self._open_kind(Relation.SIMILAR)
        self._window.review.bar.choose_range(least, most)
