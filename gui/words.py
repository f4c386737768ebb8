"""The words of the window: a `Wording` that can change its language while the program runs.

A widget takes a `Words`, keeps no translated string, sets all its texts in a method `retranslate()`, calls it once at
the end of its construction and connects it to `Words.changed`. Sentences stand as literals at the call, so that
pybabel finds them: `words.say("Move to trash…")`, `words.count("{n} file", "{n} files", n)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gui.qt_wording import QtWording

if TYPE_CHECKING:
    from core.errors import KnownError
    from core.wording import Wording


MOST_KEPT = 5000
"""Figures kept in words: some screens full."""


class Words(QObject):
    """Says things in the current language; `changed` tells when that language is another."""

    changed = Signal()

    def __init__(self, language: str = "en", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wording: Wording = QtWording(language)
        self._said: dict[tuple[str, float], str] = {}

    @property
    def wording(self) -> Wording:
        """The wording as core takes it; do not keep it beyond a call."""
        return self._wording

    @property
    def language(self) -> str:
        """One of `core.wording.LANGUAGES`."""
        return self._wording.language

    def set_language(self, language: str) -> None:
        """Speak `language` from now on, and say so if that is a change."""
        if language != self._wording.language:
            self._wording = QtWording(language)
            self._said.clear()
            self.changed.emit()

    def say(self, sentence: str, /, **values: object) -> str:
        """Return `sentence` in this language with its `{name}` fields filled."""
        return self._wording.say(sentence, **values)

    def count(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Return the form for `n`, which fills the field `{n}`."""
        return self._wording.count(one, many, n, **values)

    def name(self, context: str, word: str, /) -> str:
        """Return a word that needs its context to be translated."""
        return self._wording.name(context, word)

    def error(self, error: KnownError) -> str:
        """Return the sentence of an error of the environment."""
        return self._wording.error(error)

    def number(self, value: float) -> str:
        """Return a number with the separators of this language."""
        return self._cached("number", value)

    def percent(self, share: float) -> str:
        """Return a share in [0, 1] as whole per cent, rounded down."""
        return self._cached("percent", share)

    def size(self, size: int) -> str:
        """Return bytes as people read them."""
        return self._cached("size", size)

    def date(self, time_ns: int) -> str:
        """Return the day of a time stamp in local time."""
        return self._cached("date", time_ns)

    def time(self, time_ns: int) -> str:
        """Return day and time of a time stamp in local time."""
        return self._wording.time(time_ns)

    def _cached(self, how: str, value: float) -> str:
        """Return a figure in words. Lists ask for the same ones at every paint, and each costs a tenth of a ms."""
        found = self._said.get((how, value))
        if found is None:
            if len(self._said) >= MOST_KEPT:
                self._said.clear()
            made: str = getattr(self._wording, how)(value)
            found = self._said[how, value] = made
        return found
