"""Every question, message and menu that the window opens over itself, as it opens them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar
from unittest.mock import patch

from PySide6.QtCore import QObject, QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget

from core.actions import Failing, Failure
from core.care import Examination
from core.errors import KnownError, Problem, ProblemKind
from core.rules import Rule, RuleKind
from gui.application import Application
from gui.desk import Desk
from gui.document_head import DocumentHead
from gui.excluding import Excluding
from gui.exporting import Checked, Exporting
from gui.inbox_desk import InboxDesk
from gui.journal_desk import tell_failures
from gui.journal_view import JournalView
from gui.library_desk import LibraryDesk
from gui.rule_desk import RuleDesk
from gui.side_bar import View
from gui.side_items import FolderItem
from gui.tray import Tray
from tests.gui import test_journal_view, test_settings_dialog
from tests.looks.window import settle, show_view, wait_for

Ask = Callable[[Application], object]

Kind = TypeVar("Kind", bound=QObject)

HERE = QPoint(40, 40)

FAILURE = Failure("/7/合同.docx", Failing.KEEPER_CHANGED, "/7/a")


def part(application: Application, kind: type[Kind]) -> Kind:
    """Return a part of the window."""
    for where in (application.window, application):
        found = where.findChild(kind)
        if found is not None:
            return found
    raise AssertionError(f"no {kind.__name__}")


def folder(application: Application) -> str:
    """Return the folder on the list."""
    return application.session.folders[0].path


def library(act: str) -> Ask:
    """Return what does one of the acts on the library."""
    return lambda application: part(application, LibraryDesk).tend(act, test_settings_dialog.FACTS)


def menu(name: str) -> Ask:
    """Return what opens one of the menus of the window."""
    return lambda application: application.window._menus[name].popup(HERE)


def journal_menu(application: Application) -> None:
    view = part(application, JournalView)
    view.show_rows(test_journal_view.ROWS)
    view._table.choose(0)
    view._show_menu(HERE)


def rules_menu(application: Application) -> None:
    application.window.rules.set_saved({"7": Rule(RuleKind.NEWEST)})
    application.window.rules.popup(HERE)


def ask_to_exclude(application: Application) -> None:
    show_view(View.IDENTICAL)(application)
    part(application, Excluding).exclude_current()


def ask_name(application: Application) -> None:
    desk = part(application, RuleDesk)
    with patch.object(desk, "_dialog", application.window):  # it is asked over the dialog of rules
        desk._ask_name(Rule(RuleKind.NEWEST))


QUESTIONS: dict[str, Ask] = {
    "add with care": lambda application: part(application, Desk)._ask_about("/"),
    "take off": lambda application: part(application, Desk).remove_folder(folder(application)),
    "refused": lambda application: application.session.refuse(
        KnownError("{path} cannot be written: {reason}", path="/7", reason="7")
    ),
    "exclude": ask_to_exclude,
    "make an inbox": lambda application: part(application, InboxDesk).ask_inbox(folder(application)),
    "not moved": lambda application: part(application, InboxDesk)._tell_moved(
        ([], [Problem("/7", ProblemKind.DENIED)])
    ),
    "left out": lambda application: part(application, Exporting)._tell_left_out(
        Checked((), ("/7/a",), ("/7/b",)), ["/7/c"]
    ),
    "left alone": lambda application: tell_failures(
        application.words,
        application.window,
        application.words.count("{n} file could not be brought back", "{n} files could not be brought back", 1),
        [FAILURE],
    ),
    "name of a rule": ask_name,
    "damaged": lambda application: part(application, LibraryDesk)._tell_examined(Examination(("7",), ("7",))),
    "export": library("export"),
    "portable": library("portable"),
    "erase all": library("erase"),
    "another library": lambda application: part(application, LibraryDesk)._offer_end(
        application.words.say("Neartwin uses the library in {folder} from its next start on.", folder="/7")
    ),
    "imported": lambda application: part(application, LibraryDesk)._offer_imported("/7"),
    "libraries": library("choose"),
    **{f"menu {name}": menu(name) for name in ("file", "edit", "view", "language", "looks", "help")},
    "menu main": lambda application: application.window._main_menu.popup(HERE),
    "menu of a row": lambda application: application.window._row_menu.popup(HERE),
    "menu of rules": rules_menu,
    "menu of the journal": journal_menu,
    "menu of a folder": lambda application: application.window.side._folder_menu(
        part(application, FolderItem), QPoint(0, 0)
    ),
    "menu of a document": lambda application: part(application, DocumentHead)._menu.popup(HERE),
    "menu of the tray": lambda application: part(application, Tray)._menu.popup(HERE),
}
"""What asks, tells or offers, by a name."""


@contextmanager
def opened(application: Application, ask: Ask) -> Iterator[QWidget]:
    """Ask, hand the dialog or menu on, and close it."""
    before = set(map(id, _open_ones()))
    ask(application)
    wait_for(lambda: set(map(id, _open_ones())) - before, "the question")
    shown = next(one for one in _open_ones() if id(one) not in before)
    settle(shown)
    try:
        yield shown
    finally:
        if isinstance(shown, QDialog):
            shown.reject()
            shown.deleteLater()
        else:
            shown.close()
        QTest.qWait(5)


def _open_ones() -> list[QWidget]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog | QMenu) and one.isVisible()]
