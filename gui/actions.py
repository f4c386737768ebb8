"""Everything the window can be told to do: one action each, with its keys, its icon and its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence

from gui.icons import icon

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu, QWidget

    from gui.theme import Theme
    from gui.words import Words


@dataclass(frozen=True, slots=True)
class _Spec:
    """An action.

    Attributes:
        is_of_list: its keys work while the list has the focus only: they are plain letters.
        is_checkable: it is on or off.
    """

    name: str
    keys: str = ""
    icon: str = ""
    is_of_list: bool = False
    is_checkable: bool = False


_SPECS = (
    _Spec("add_folder", "Ctrl+O", "folder"),
    _Spec("check_files", "Ctrl+K", "search"),
    _Spec("check_clipboard", "Ctrl+Shift+K"),
    _Spec("pause", is_checkable=True),
    _Spec("scan", "F5", "scan"),
    _Spec("stop", "", "stop"),
    _Spec("find", "Ctrl+F", "search"),
    _Spec("mark_copies", "Ctrl+M", "check"),
    _Spec("mark_by_rule", "Ctrl+R"),
    _Spec("undo_mark", "Ctrl+Z", "undo"),
    _Spec("clear_marks", "Ctrl+Shift+M"),
    _Spec("mark", "", "check"),
    _Spec("only_folder"),
    _Spec("trash", "Del", "trash", is_of_list=True),
    _Spec("erase", "Shift+Del", is_of_list=True),
    _Spec("remove_all"),
    _Spec("compare", "", "compare"),
    _Spec("open", "O", "open", is_of_list=True),
    _Spec("reveal", "F", "reveal", is_of_list=True),
    _Spec("copy_path", "C", "copy", is_of_list=True),
    _Spec("next_difference", "N", is_of_list=True),
    _Spec("previous_difference", "P", is_of_list=True),
    _Spec("settle", "X", "close", is_of_list=True),
    _Spec("exclude"),
    _Spec("protect"),
    _Spec("protected_list"),
    _Spec("export_shown", "Ctrl+S"),
    _Spec("open_list"),
    _Spec("table", "T", is_of_list=True),
    _Spec("versions", "V", is_of_list=True),
    _Spec("settled_list", "Ctrl+Shift+X"),
    _Spec("open_groups", "Ctrl+E"),
    _Spec("close_groups", "Ctrl+Shift+E"),
    _Spec("settings", "Ctrl+,", "settings"),
    _Spec("keys", "F1", "keyboard"),
    _Spec("help", "Shift+F1", "help"),
    _Spec("about", "", "help"),
    _Spec("quit", "Ctrl+Q"),
)


def action_texts(words: Words) -> dict[str, str]:
    """Return what each action is called."""
    return {
        "add_folder": words.say("Add folder…"),
        "check_files": words.say("Check files…"),
        "check_clipboard": words.say("Check the text on the clipboard"),
        "pause": words.say("Pause watching"),
        "scan": words.say("Scan"),
        "stop": words.say("Stop the scan"),
        "find": words.say("Filter the list"),
        "mark_copies": words.say("Mark the surplus copies of identical files"),
        "mark_by_rule": words.say("Mark by a rule…"),
        "undo_mark": words.say("Take the last step back"),
        "clear_marks": words.say("Clear marks"),
        "trash": words.say("Move the marked files to the trash…"),
        "erase": words.say("Erase the marked files for good…"),
        "remove_all": words.say("Remove all members of this group…"),
        "compare": words.say("Compare"),
        "open": words.say("Open"),
        "reveal": words.say("Show in folder"),
        "copy_path": words.say("Copy path"),
        "next_difference": words.say("Next difference"),
        "previous_difference": words.say("Previous difference"),
        "settle": words.say("Not duplicates"),
        "mark": words.say("Mark or unmark (Space)"),
        "only_folder": words.say("Show only groups of this folder"),
        "exclude": words.say("Exclude this folder from scans"),
        "protect": words.say("Protect this folder"),
        "protected_list": words.say("Protected folders…"),
        "export_shown": words.say("Export what is shown…"),
        "open_list": words.say("Open a ticked list…"),
        "table": words.say("Show the group as a table…"),
        "versions": words.say("Show versions…"),
        "settled_list": words.say("What is not duplicates…"),
        "open_groups": words.say("Open all groups"),
        "close_groups": words.say("Close all groups"),
        "settings": words.say("Settings…"),
        "keys": words.say("Keys"),
        "help": words.say("Help"),
        "about": words.say("About Neartwin"),
        "quit": words.say("Quit"),
    }


class Actions(QObject):
    """The actions of one window, by name: `actions["scan"].triggered.connect(…)`."""

    def __init__(self, words: Words, theme: Theme, window: QWidget, view: QWidget) -> None:
        super().__init__(window)
        self._words = words
        self._theme = theme
        self._made: dict[str, QAction] = {}
        for spec in _SPECS:
            action = QAction(window)
            action.setShortcut(QKeySequence(spec.keys))
            action.setCheckable(spec.is_checkable)
            owner = view if spec.is_of_list else window
            if spec.is_of_list:
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            owner.addAction(action)
            self._made[spec.name] = action
        words.changed.connect(self.retranslate)
        theme.changed.connect(self._take_theme)
        self._take_theme()
        self.retranslate()

    def __getitem__(self, name: str) -> QAction:
        return self._made[name]

    def retranslate(self) -> None:
        """Say everything in the current language."""
        for name, text in action_texts(self._words).items():
            self._made[name].setText(text)

    def fill(self, menu: QMenu, *names: str) -> None:
        """Put actions into a menu; "" is a line between them."""
        for name in names:
            if name:
                menu.addAction(self._made[name])
            else:
                menu.addSeparator()

    def _take_theme(self) -> None:
        colour = self._theme.colour("mute")
        for spec in _SPECS:
            if spec.icon:
                self._made[spec.name].setIcon(icon(spec.icon, colour))
