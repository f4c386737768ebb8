"""Makes the pictures of the help and the contact sheet of README.md from the window itself.

Run by `render.py --sheet`: resources/help/VIEW-LANGUAGE.png, and sheet.png beside them with views in both themes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.wording import LANGUAGES
from gui.application import Application
from gui.plan_dialog import PlanDialog
from gui.side_bar import View
from tests.looks.window import WIDE, check, fold, leave_sheet, mark, sample_window, show_view

HELP = Path(__file__).resolve().parents[2] / "resources" / "help"

ON_SHEET = (View.SIMILAR, View.IDENTICAL, View.OVERVIEW, View.CONTAINED, View.PROBLEMS, View.JOURNAL)

TILE, MARGIN = QSize(640, 400), 12


def save(picture: QImage, name: str) -> None:
    """Keep a picture as it is: flat colours pack better than smoothed ones."""
    picture.save(os.fspath(HELP / f"{name}.png"), "PNG", 5)


def pictures_of_the_help(application: Application) -> None:
    """Make the pictures of each page of the help in each language."""
    window, words = application.window, application.words
    application.theme.set_mode("light")
    for language in LANGUAGES:
        application.window.actions_["clear_marks"].trigger()
        words.set_language(language)
        for name, reach in (("identical", mark), ("similar", show_view(View.SIMILAR)), ("checking", check)):
            reach(application)
            fold(application, WIDE)
            QTest.qWait(60)
            save(window.grab().toImage(), f"{name}-{language}")
        leave_sheet(application)
        save(plan_picture(application), f"plan-{language}")


def plan_picture(application: Application) -> QImage:
    """Return the dialog that comes before anything moves."""
    mark(application)
    application.window.actions_["trash"].trigger()
    dialogs: list[PlanDialog] = []
    for _ in range(400):
        QTest.qWait(25)
        dialogs = [one for one in application.window.findChildren(PlanDialog) if one.isVisible()]
        if dialogs:
            break
    QTest.qWait(100)
    picture = dialogs[0].grab().toImage()
    dialogs[0].reject()
    return picture


def contact_sheet(application: Application) -> None:
    """Put the views side by side, light on the left and dark on the right."""
    rows = len(ON_SHEET)
    size = QSize(2 * TILE.width() + 3 * MARGIN, rows * (TILE.height() + MARGIN) + MARGIN)
    sheet = QImage(size, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#8c95a3"))
    painter = QPainter(sheet)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    application.words.set_language("en")
    for row, view in enumerate(ON_SHEET):
        for column, mode in enumerate(("light", "dark")):
            application.theme.set_mode(mode)
            application.words.set_language("en" if column == 0 else "zh_CN")
            show_view(view)(application)
            QTest.qWait(60)
            at = QPoint(MARGIN + column * (TILE.width() + MARGIN), MARGIN + row * (TILE.height() + MARGIN))
            tile = application.window.grab().toImage()
            tile = tile.scaled(TILE, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
            painter.drawImage(QRect(at, TILE), tile)
    painter.end()
    sheet.save(os.fspath(HELP / "sheet.png"), "PNG", 5)


def main() -> None:
    """Make all pictures."""
    qt = QApplication([])
    HELP.mkdir(exist_ok=True)
    with sample_window(qt, Path(sys.argv[1]), Path(sys.argv[2])) as application:
        pictures_of_the_help(application)
        fold(application, WIDE)
        contact_sheet(application)


if __name__ == "__main__":
    main()
