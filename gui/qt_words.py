"""Lets Qt's own dialogs speak the language of the window: Qt's catalogues, and what they lack from ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QTranslator

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from gui.words import Words

CATALOGUES = ("qtbase", "qt")


def missing_sentences(words: Words) -> dict[tuple[str, str], str]:
    """Return what Qt's Chinese catalogues lack in the dialogs that this program opens, by class and source text.

    Qt changed these texts after its catalogues were last brought up to date.
    """
    return {
        ("QFileDialog", "&Look in:"): words.say("&Look in:"),
        ("QFileDialog", "Files of &type:"): words.say("Files of &type:"),
    }


class _Rest(QTranslator):
    """Says what Qt's catalogues lack; asked after them, for Qt asks the last one first."""

    def __init__(self, words: Words, parent: QObject) -> None:
        super().__init__(parent)
        self._sentences = missing_sentences(words)

    def isEmpty(self) -> bool:
        return False

    def translate(
        self,
        context: bytes | bytearray | memoryview | str,
        sourceText: bytes | bytearray | memoryview | str,
        disambiguation: bytes | bytearray | memoryview | str | None = None,  # noqa: ARG002 - Qt's signature
        n: int = -1,  # noqa: ARG002 - the same
    ) -> str:
        """Return the sentence, or None: an empty text would stand for the translation."""
        return self._sentences.get((str(context), str(sourceText)))  # type: ignore[return-value]  # a null QString


class QtWords(QObject):
    """Follows the language of the window with Qt's own texts and its rules for dates and numbers."""

    def __init__(self, application: QApplication, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._application = application
        self._words = words
        self._translators: list[QTranslator] = []
        words.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        for translator in self._translators:
            self._application.removeTranslator(translator)
            translator.deleteLater()
        language = self._words.language
        QLocale.setDefault(QLocale(language))
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        found = [QTranslator(self) for _ in CATALOGUES]
        loaded = [one for one, name in zip(found, CATALOGUES, strict=True) if one.load(f"{name}_{language}", folder)]
        self._translators = [_Rest(self._words, self), *loaded]
        for translator in self._translators:
            self._application.installTranslator(translator)
