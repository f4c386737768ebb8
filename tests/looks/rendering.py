"""One process of `render.py`: looks at everything in one scaling, and prints the faults as one line of JSON."""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QWidget

from core.reading_text import read_text
from gui.application import Application
from gui.side_bar import View
from gui.theme import Theme
from tests.looks.faults import faults, look
from tests.looks.questions import QUESTIONS, opened
from tests.looks.render import Run
from tests.looks.speech import LATIN_WORD, StretchedWords
from tests.looks.views import DATA, MAKERS, fitting_size
from tests.looks.window import AFTERWARDS, fold, sample_window, settle, show_view, states

HARMLESS = ("propagateSizeHints", "This plugin does not support")


class Gallery:
    """Looks at widgets, keeps their pictures and their faults."""

    def __init__(self, run: Run, pictures: Path | None, data: frozenset[str]) -> None:
        self._run = run
        self._pictures = pictures
        self._data = data
        self.found: dict[str, list[str]] = defaultdict(list)

    def add(self, widget: QWidget, name: str, language: str, mode: str) -> None:
        """Look at a widget."""
        looked, picture = look(widget)
        view = f"{name} ({language}, {mode}, {self._run.name})"
        for fault in faults(looked, language, self._data):
            self.found[fault].append(view)
        if self._pictures is not None:
            folder = self._pictures / self._run.name
            folder.mkdir(parents=True, exist_ok=True)
            picture.save(os.fspath(folder / f"{name}-{language}-{mode}.jpg".replace(" ", "-")), "JPG", 88)


def look_at_window(application: Application, gallery: Gallery, run: Run, only: str) -> None:
    """Show every state in every language and theme, switched while the window stands."""
    words, theme, window = application.words, application.theme, application.window
    for state in states():
        if only not in state.name:
            continue
        state.reach(application)
        for mode in run.modes:
            theme.set_mode(mode)
            for size in state.sizes:
                fold(application, size)
                for language in run.languages:
                    words.speak(language)
                    settle(window)
                    gallery.add(window, f"window-{state.name}-{size[0]}", language, mode)
        words.speak("en")
        AFTERWARDS.get(state.name, lambda _application: None)(application)


def look_at_views(application: Application, gallery: Gallery, run: Run, only: str) -> None:
    """Make every view of the list in every language and theme."""
    for mode in run.modes:
        application.theme.set_mode(mode)
        for language in run.languages:
            words = StretchedWords(parent=application)
            words.speak(language)
            application.theme.set_language(words.language)
            for name in MAKERS:
                if only in name:
                    look_at_view(name, words, application.theme, gallery, language)


def look_at_questions(application: Application, gallery: Gallery, run: Run, only: str) -> None:
    """Let the window ask every question and open every menu, in every language and theme."""
    if not any(only in name for name in QUESTIONS):
        return
    show_view(View.IDENTICAL)(application)
    for mode in run.modes:
        application.theme.set_mode(mode)
        for language in run.languages:
            application.words.speak(language)
            for name, ask in QUESTIONS.items():
                if only in name:
                    with opened(application, ask) as shown:
                        gallery.add(shown, name, language, mode)


def look_at_view(name: str, words: StretchedWords, theme: Theme, gallery: Gallery, language: str) -> None:
    """Make one view, show it, look at it, and drop it."""
    host = QWidget()
    host.resize(theme.px(960), theme.px(720))
    made = MAKERS[name](words, theme, host)
    if made.parentWidget() is host:
        host.show()
    else:
        made.resize(fitting_size(made, theme.scale))
    made.show()
    settle(made)
    gallery.add(made, name, language, theme.mode)
    for one in (made, host):
        one.close()
        one.deleteLater()


def main() -> None:
    """Look at everything, and print what is wrong."""
    run = Run(**json.loads(sys.argv[1]))
    folder, documents, only = Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[5]
    warned: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not any(part in message for part in HARMLESS):
            warned.append(message)

    qInstallMessageHandler(hear)
    files = [os.fspath(path) for path in documents.rglob("*")]
    shown = [*files, os.fspath(folder), *(read_text(path).reading.text for path in files if os.path.isfile(path))]
    data = DATA | frozenset(word for text in shown for word in LATIN_WORD.findall(text))
    qt = QApplication([])
    gallery = Gallery(run, Path(sys.argv[4]) if sys.argv[4] else None, data)
    with sample_window(qt, folder, documents, run.letters) as application:
        look_at_window(application, gallery, run, only)
        look_at_questions(application, gallery, run, only)
        look_at_views(application, gallery, run, only)
    for message in warned:
        gallery.found[f"Qt warns: {message}"].append(run.name)
    print(json.dumps(gallery.found))


if __name__ == "__main__":
    main()
