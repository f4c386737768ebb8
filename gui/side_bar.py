"""The side bar: the views with their counts, the folders with their states, the zone for checking."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.documents import Relation
from gui import phrases, tokens
from gui.dropping import dropped_paths
from gui.elided_label import ElidedLabel
from gui.icons import icon
from gui.library_line import LibraryLine
from gui.side_items import DropZone, FolderItem, FolderState, ViewItem

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent

    from gui.theme import Theme
    from gui.words import Words


class View(StrEnum):
    """The pages of the window."""

    OVERVIEW = "overview"
    IDENTICAL = "identical"
    SAME_TEXT = "same_text"
    SIMILAR = "similar"
    CONTAINED = "contained"
    FOLDERS = "folders"
    INBOX = "inbox"
    PROBLEMS = "problems"
    JOURNAL = "journal"
    RECORDS = "records"


RELATIONS = {
    View.IDENTICAL: Relation.IDENTICAL,
    View.SAME_TEXT: Relation.SAME_TEXT,
    View.SIMILAR: Relation.SIMILAR,
    View.CONTAINED: Relation.CONTAINED,
}
"""The views that are the list of groups, and the kind that each shows."""

_DOTS = {View.IDENTICAL: "identical", View.SAME_TEXT: "same", View.SIMILAR: "similar", View.CONTAINED: "contained"}


def view_name(words: Words, view: View) -> str:
    """Return the name of a view."""
    if view in RELATIONS:
        return phrases.kind_name(words, RELATIONS[view])
    return {
        View.OVERVIEW: words.say("Overview"),
        View.FOLDERS: words.say("Folder copies"),
        View.INBOX: words.say("Inbox"),
        View.PROBLEMS: words.say("Problem files"),
        View.JOURNAL: words.say("Journal"),
        View.RECORDS: words.say("Repeated lines"),
    }[view]


class SideBar(QFrame):
    """Chooses a view; holds the list of folders.

    Attributes:
        view_chosen: a `View`.
        folders_dropped: paths dropped on the bar outside the zone.
        add_asked: a folder shall be chosen.
        remove_asked, scan_asked, show_asked: path of a folder to take off, scan or show.
        check_asked: paths to check; empty when they shall be chosen first.
        inbox_asked: path of a folder to make an inbox, or an ordinary folder if it is one.
    """

    view_chosen = Signal(object)
    folders_dropped = Signal(object)
    add_asked = Signal()
    remove_asked = Signal(str)
    scan_asked = Signal(str)
    show_asked = Signal(str)
    check_asked = Signal(object)
    inbox_asked = Signal(str)

    def __init__(
        self, words: Words, theme: Theme, views: Collection[View] = tuple(View), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._views = frozenset(views)
        self._theme = theme
        self._is_folded = False
        self._items: dict[View, ViewItem] = {}
        self._folders: dict[str, FolderItem] = {}
        self._captions = {name: QLabel() for name in ("duplicates", "work", "folders")}
        self._title, self._subtitle = QLabel("Neartwin"), ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._add, self._menu = QPushButton(), QToolButton()
        self._menu.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._zone = DropZone(words, theme)
        self.library = LibraryLine(words, theme)
        self.setProperty("ground", "panel")
        self.setProperty("edge", "right")
        self.setAcceptDrops(True)
        self._lay_out()
        self._add.clicked.connect(self.add_asked)
        self._zone.files_dropped.connect(self.check_asked)
        self._zone.choose_asked.connect(lambda: self.check_asked.emit([]))
        words.changed.connect(self.retranslate)
        theme.changed.connect(self._take_lengths)
        self._take_lengths()
        self.retranslate()

    def _lay_out(self) -> None:
        px = self._theme.px
        outer = self._column = QVBoxLayout(self)
        outer.setSpacing(px(tokens.GAP_2))
        outer.addLayout(self._head())
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self._list())
        outer.addWidget(area, 1)
        outer.addWidget(self._zone)
        outer.addWidget(self.library)

    def _head(self) -> QHBoxLayout:
        row = self._head_row = QHBoxLayout()
        row.setContentsMargins(self._theme.px(tokens.GAP_2), 0, 0, self._theme.px(tokens.GAP_1))
        row.setSpacing(6)
        self._title.setProperty("tone", "title")
        self._subtitle.setProperty("tone", "mute")
        self._menu.setProperty("role", "quiet")
        row.addWidget(self._title)
        row.addWidget(self._subtitle, 1)
        row.addWidget(self._menu)
        return row

    def _list(self) -> QWidget:
        inner = QFrame()
        inner.setProperty("ground", "panel")
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        for view in (view for view in View if view in self._views):
            caption = {View.IDENTICAL: "duplicates", View.INBOX: "work"}.get(view)
            if caption:
                column.addWidget(self._captions[caption])
            item = ViewItem(self._theme, view.value, _DOTS.get(view, ""))
            item.clicked.connect(lambda _=False, chosen=view: self.view_chosen.emit(chosen))
            self._items[view] = item
            column.addWidget(item)
        column.addWidget(self._captions["folders"])
        self._folder_column = QVBoxLayout()
        self._folder_column.setSpacing(2)
        column.addLayout(self._folder_column)
        self._add.setProperty("role", "link")
        column.addWidget(self._add)
        column.addStretch(1)
        for label in self._captions.values():
            label.setProperty("tone", "caption")
            label.setContentsMargins(self._theme.px(tokens.GAP_2), self._theme.px(tokens.GAP_3), 0, 4)
        return inner

    def retranslate(self) -> None:
        """Say everything in the current language."""
        words = self._words
        self._subtitle.setText(words.name("what the program does, beside its name", "Document twins"))
        self._captions["duplicates"].setText(words.say("Duplicates"))
        self._captions["work"].setText(words.say("Work"))
        self._captions["folders"].setText(words.say("Folders"))
        for view, item in self._items.items():
            name = view_name(words, view)
            item.setText(name)
            item.setAccessibleName(name)
            item.setToolTip(name)
        for folder in self._folders.values():
            folder.show_state(folder.state)
        self._menu.setAccessibleName(words.say("Menu"))
        self._menu.setToolTip(words.say("Menu"))
        self._add.setText("" if self._is_folded else words.say("Add folder"))
        self._add.setProperty("folded", self._is_folded)
        self._add.setAccessibleName(words.say("Add folder"))
        self._add.setToolTip(words.say("Add a folder whose documents shall be compared"))

    def set_menu(self, menu: QMenu) -> None:
        """Put the menu of the program behind the button in the head."""
        self._menu.setMenu(menu)
        self._menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    # views

    def choose(self, view: View) -> None:
        """Show which view is open."""
        self._items[view].setChecked(True)

    def set_counts(self, counts: Mapping[View, int]) -> None:
        """Show numbers behind these views, none for 0; the others keep theirs."""
        for view, count in counts.items():
            item = self._items.get(view)
            if item is None:
                continue
            item.set_count(self._words.number(count) if count else "")
            name = view_name(self._words, view)
            item.setAccessibleName(f"{name}, {self._words.number(count)}" if count else name)

    # folders

    def set_folders(self, states: Sequence[FolderState]) -> None:
        """Show these folders, in this order."""
        wanted = {state.path: state for state in states}
        for path in [path for path in self._folders if path not in wanted]:
            item = self._folders.pop(path)
            self._folder_column.removeWidget(item)
            item.deleteLater()
        for place, (path, state) in enumerate(wanted.items()):
            if path not in self._folders:
                self._folders[path] = self._folder_item(state)
                self._folder_column.insertWidget(place, self._folders[path])
            elif self._folders[path].state != state:
                self._folders[path].show_state(state)

    def _folder_item(self, state: FolderState) -> FolderItem:
        item = FolderItem(self._words, self._theme, state)
        item.set_folded(is_folded=self._is_folded)
        item.clicked.connect(lambda: self._folder_menu(item, item.rect().bottomLeft()))
        item.customContextMenuRequested.connect(lambda at: self._folder_menu(item, at))
        item.remove_asked.connect(lambda: self.remove_asked.emit(item.state.path))
        return item

    def _folder_menu(self, item: FolderItem, at: QPoint) -> None:
        words, path = self._words, item.state.path
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, signal in (
            (words.say("Scan this folder"), self.scan_asked),
            (words.say("Show in the file manager"), self.show_asked),
            (
                words.say("No inbox any more") if item.state.is_inbox else words.say("Make it an inbox…"),
                self.inbox_asked,
            ),
            (words.say("Take off the list…"), self.remove_asked),
        ):
            action = QAction(text, menu)
            action.triggered.connect(lambda _=False, told=signal: told.emit(path))
            menu.addAction(action)
        menu.popup(item.mapToGlobal(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused = next((item for item in self._folders.values() if item.hasFocus()), None)
        if focused is not None and event.key() == Qt.Key.Key_Delete:
            self.remove_asked.emit(focused.state.path)
            return
        super().keyPressEvent(event)

    # width

    def set_folded(self, *, is_folded: bool) -> None:
        """Show icons only, or everything."""
        if is_folded == self._is_folded:
            return
        self._is_folded = is_folded
        for item in (*self._items.values(), *self._folders.values()):
            item.set_folded(is_folded=is_folded)
        for label in (self._title, self._subtitle, *self._captions.values()):
            label.setVisible(not is_folded)
        left = 0 if is_folded else self._theme.px(tokens.GAP_2)
        self._head_row.setContentsMargins(left, 0, 0, self._theme.px(tokens.GAP_1))
        self._zone.set_folded(is_folded=is_folded)
        self.library.set_folded(is_folded=is_folded)
        self._take_lengths()
        self.retranslate()
        self._add.style().unpolish(self._add)
        self._add.style().polish(self._add)

    def _take_lengths(self) -> None:
        side = self._theme.px(tokens.GAP_1 if self._is_folded else tokens.GAP_3)
        self._column.setContentsMargins(side, self._theme.px(tokens.GAP_4), side, self._theme.px(tokens.GAP_3))
        self._menu.setIcon(icon("menu", self._theme.colour("mute")))
        self._add.setIcon(icon("add", self._theme.colour("accent")))
        self.setFixedWidth(self._theme.px(tokens.SIDE_WIDTH_FOLDED if self._is_folded else tokens.SIDE_WIDTH))

    # dropping folders

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(os.path.isdir(path) for path in dropped_paths(event.mimeData())):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.folders_dropped.emit([path for path in dropped_paths(event.mimeData()) if os.path.isdir(path)])
