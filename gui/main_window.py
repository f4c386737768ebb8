"""The main window: the side bar, the pages, the bar below; how they share the room."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMainWindow, QMenu, QMenuBar, QStackedWidget, QVBoxLayout, QWidget

from core.wording import LANGUAGES
from gui import tokens
from gui.actions import Actions
from gui.drop_veil import DropVeil
from gui.dropping import dropped_paths
from gui.empty_view import EmptyView
from gui.icons import application_icon
from gui.preferences import MODES
from gui.review_page import ReviewPage
from gui.rules_menu import RulesMenu
from gui.scan_bar import ScanBar
from gui.side_bar import RELATIONS, SideBar, View

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent

    from gui.settings_store import SettingsStore
    from gui.theme import Theme
    from gui.words import Words

LEAST_SIZE = (900, 600)
"""Holds letters of up to one and a half times the usual size; larger ones make it grow."""
FIRST_SIZE = (1360, 860)
FRAME = (4, 40)  # what a title bar and borders take of the screen

LANGUAGE_NAMES = {"en": "English", "zh_CN": "简体中文", "zh_TW": "繁體中文"}
"""Each language in its own words, as people look for it."""


class MainWindow(QMainWindow):
    """Holds the parts; what they do together is wired in `gui.desk`.

    Attributes:
        view_changed: another `View` is shown.
        language_chosen, mode_chosen: from the menus.
        files_dropped, folders_dropped: paths dropped where nothing else takes them.
        closing: the window is about to close.
        pages_room: where the pages are, and what slides over them: a stack tells a screen reader of its pages only.
    """

    view_changed = Signal(object)
    language_chosen = Signal(str)
    mode_chosen = Signal(str)
    closing = Signal()
    files_dropped = Signal(object)
    folders_dropped = Signal(object)

    def __init__(
        self,
        words: Words,
        theme: Theme,
        store: SettingsStore,
        pane: QWidget,
    ) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self._words = words
        self._theme = theme
        self._store = store
        self._pages: dict[View, QWidget] = {}
        self._view = View.IDENTICAL
        self._has_folders = False
        self._is_quitting = False
        self.rules = RulesMenu(words, self)
        self.side = SideBar(words, theme)
        self.review = ReviewPage(words, theme, self.rules, pane)
        self.empty = EmptyView(words, theme)
        self.bar = ScanBar(words, theme)
        self.stack = QStackedWidget()
        self.pages_room = QWidget()
        self._veil = DropVeil(theme, self.pages_room)
        self.actions_ = Actions(words, theme, self, self.review.view)
        self._menus = {name: QMenu(self) for name in ("file", "edit", "view", "language", "looks", "help")}
        self._row_menu = QMenu(self)
        self._main_menu = QMenu(self)
        self._lay_out()
        self._fill_menus()
        self.setWindowIcon(application_icon())
        theme.changed.connect(self._take_least_size)
        self._take_least_size()
        self.side.view_chosen.connect(self.show_view)
        self.side.set_menu(self._main_menu)
        self.review.view.customContextMenuRequested.connect(self._show_row_menu)
        words.changed.connect(self.retranslate)
        self.retranslate()
        self._restore()

    def _lay_out(self) -> None:
        for page in (self.empty, self.review):
            self.stack.addWidget(page)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.pages_room, 1)
        pages = QHBoxLayout(self.pages_room)
        pages.setContentsMargins(0, 0, 0, 0)
        pages.addWidget(self.stack)
        column.addWidget(self.bar)
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.side)
        row.addWidget(right, 1)
        self.setCentralWidget(middle)

    def _fill_menus(self) -> None:
        fill, menus = self.actions_.fill, self._menus
        fill(
            menus["file"],
            "add_folder",
            "check_files",
            "check_clipboard",
            "",
            "scan",
            "stop",
            "pause",
            "",
            "trash",
            "erase",
            "",
            "export_shown",
            "open_list",
            "",
            "quit",
        )
        fill(menus["edit"], "mark_copies", "mark_by_rule", "undo_mark", "clear_marks", "")
        fill(menus["edit"], "copy_path", "settle", "settled_list", "protected_list", "", "settings")
        fill(menus["view"], "find", "open_groups", "close_groups", "")
        menus["view"].addMenu(menus["looks"])
        menus["view"].addMenu(menus["language"])
        fill(menus["help"], "help", "keys", "about")
        fill(
            self._row_menu,
            "mark",
            "compare",
            "next_difference",
            "previous_difference",
            "",
            "open",
            "reveal",
            "copy_path",
            "only_folder",
            "",
            "table",
            "versions",
            "",
            "settle",
            "protect",
            "exclude",
            "",
            "remove_all",
        )
        self._choices("language", LANGUAGES)
        self._choices("looks", MODES)
        names = ("file", "edit", "view", "help")
        for name in names:
            self._main_menu.addMenu(menus[name])
        if sys.platform == "darwin":
            bar = QMenuBar(self)
            for name in names:
                bar.addMenu(menus[name])
            self.setMenuBar(bar)

    def _choices(self, name: str, values: tuple[str, ...]) -> None:
        group = QActionGroup(self)
        signal = self.language_chosen if name == "language" else self.mode_chosen
        for value in values:
            action = self._menus[name].addAction(LANGUAGE_NAMES.get(value, value))
            action.setCheckable(True)
            action.setData(value)
            action.triggered.connect(lambda _=False, chosen=value, told=signal: told.emit(chosen))
            group.addAction(action)

    def retranslate(self) -> None:
        """Say everything in the current language."""
        words = self._words
        self.setWindowTitle(words.say("Neartwin"))
        titles = {
            "file": words.say("File"),
            "edit": words.say("Edit"),
            "view": words.say("View"),
            "language": words.say("Language"),
            "looks": words.say("Looks"),
            "help": words.say("Help"),
        }
        for name, menu in self._menus.items():
            menu.setTitle(titles[name])
        modes = {"system": words.say("As the system"), "light": words.say("Light"), "dark": words.say("Dark")}
        for action in self._menus["looks"].actions():
            action.setText(modes[action.data()])
            action.setChecked(action.data() == self._theme.mode)
        for action in self._menus["language"].actions():
            action.setChecked(action.data() == words.language)

    # views

    @property
    def view(self) -> View:
        """The view that is chosen."""
        return self._view

    def show_pages(self, page_of: Callable[[View], QWidget]) -> None:
        """Take what makes the pages beside the list, and show the view that was open last."""
        self._page_of = page_of
        self.show_view(self._view)

    def add_page(self, view: View) -> QWidget:
        """Return the page of a view; it is made when it is asked for first."""
        if view not in self._pages:
            page = self._pages[view] = self._page_of(view)
            self.stack.addWidget(page)
            self.setTabOrder(self.review, page)
        return self._pages[view]

    def show_view(self, view: View) -> None:
        """Show a view; without folders, those that need some show what to do first."""
        self._view = view
        self.side.choose(view)
        if not self._has_folders and (view in RELATIONS or view is View.OVERVIEW):
            self.stack.setCurrentWidget(self.empty)
        elif view in RELATIONS:
            self.review.show_kind(RELATIONS[view])
            self.stack.setCurrentWidget(self.review)
        else:
            self.stack.setCurrentWidget(self.add_page(view))
        self.view_changed.emit(view)
        self._give_focus()

    def _give_focus(self) -> None:
        """Let the keys work on the list at once, unless someone types."""
        if self._view in RELATIONS and self._has_folders and not isinstance(self.focusWidget(), QLineEdit):
            self.review.take_focus()

    def show_review(self) -> None:
        """Show the list of groups, whichever kind was shown last."""
        if self._view not in RELATIONS:
            self.show_view(View.SIMILAR)
        self.stack.setCurrentWidget(self.review)

    def set_has_folders(self, *, has_folders: bool) -> None:
        """Show the groups, or what to do first."""
        if has_folders != self._has_folders:
            self._has_folders = has_folders
            self.show_view(self._view)

    def _show_row_menu(self, at: QPoint) -> None:
        view = self.review.view
        current = view.current
        if current is not None and current.member is not None:
            self._row_menu.popup(view.viewport().mapToGlobal(at))

    # dropping what no part of the window takes: files are checked, folders are added

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if paths := dropped_paths(event.mimeData()):
            event.acceptProposedAction()
            self._veil.spread(self._drop_sentence(paths))

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._veil.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._veil.hide()
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        paths = dropped_paths(event.mimeData())
        if folders := [path for path in paths if os.path.isdir(path)]:
            self.folders_dropped.emit(folders)
        elif paths:
            self.files_dropped.emit(paths)

    def _drop_sentence(self, paths: Sequence[str]) -> str:
        if any(map(os.path.isdir, paths)):
            return self._words.say("Drop to add to the folders")
        if len(paths) == 2:
            return self._words.say("Drop to check both files, and compare them with each other")
        return self._words.say("Drop to check against the library")

    # closing

    @property
    def is_quitting(self) -> bool:
        """Whether the program shall end, wherever else closing the window would leave it."""
        return self._is_quitting

    def quit(self) -> None:
        """Close for good."""
        self._is_quitting = True
        self.close()

    # room

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = event.size().width()
        self.side.set_folded(is_folded=width < self._theme.px(tokens.FOLD_SIDE_BELOW))
        self.review.set_stacked(is_stacked=width < self._theme.px(tokens.FOLD_PANE_BELOW))

    def _take_least_size(self) -> None:
        growth = max(1.0, self._theme.scale / 1.5)
        self.setMinimumSize(*(round(side * growth) for side in LEAST_SIZE))

    def _restore(self) -> None:
        room = self.screen().availableSize()
        self.resize(QSize(*FIRST_SIZE).boundedTo(QSize(room.width() - FRAME[0], room.height() - FRAME[1])))
        self.restoreGeometry(self._store.shape("geometry"))
        self.review.splitter.restoreState(self._store.shape("splitter"))
        self.review.view.restore_columns(self._store.shape("columns"))
        column, is_descending = self._store.sorting
        order = Qt.SortOrder.DescendingOrder if is_descending else Qt.SortOrder.AscendingOrder
        if column < self.review.model.columnCount():
            self.review.view.horizontalHeader().setSortIndicator(column, order)
        self.review.model.restore_open_state(self._store.toggled_groups)
        self._view = next((view for view in View if view == self._store.view), View.IDENTICAL)

    def closeEvent(self, event: QCloseEvent) -> None:
        header = self.review.view.horizontalHeader()
        is_descending = header.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder
        section = header.sortIndicatorSection()
        self._store.sorting = (section if section < self.review.model.columnCount() else -1, is_descending)
        self._store.toggled_groups = self.review.model.open_state
        self._store.view = self._view.value
        self._store.set_shape("geometry", self.saveGeometry())
        self._store.set_shape("columns", header.saveState())
        self._store.set_shape("splitter", self.review.splitter.saveState())
        self.closing.emit()
        super().closeEvent(event)
