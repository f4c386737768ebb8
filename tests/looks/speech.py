"""A language whose every sentence is bracketed and a third longer, and which words each language may show."""

from __future__ import annotations

import re
from functools import cache

from babel.messages.pofile import read_po

from core.wording import LANGUAGES, Wording
from gui.words import Words
from resources import resource_path

OPEN, CLOSE = "⟦", "⟧"

STRETCHED = "stretched"

WORD = 8
"""Letters of a word that makes a sentence longer."""

LATIN_WORD = re.compile(r"[A-Za-z]{4,}")

NAMES = frozenset({"Neartwin", "English"})
"""The program's name, and the name of a language in its own words."""


class StretchedWording(Wording):
    """English, every sentence bracketed and a third longer."""

    def say(self, sentence: str, /, **values: object) -> str:
        return stretched(super().say(sentence, **values))

    def count(self, one: str, many: str, n: int, /, **values: object) -> str:
        return stretched(super().count(one, many, n, **values))

    def name(self, context: str, word: str, /) -> str:
        return stretched(super().name(context, word))


def stretched(text: str) -> str:
    """Return a text as the stretched language has it; what is added can be broken between lines as words can."""
    added = "~" * (len(text) // 3)
    words = (added[at : at + WORD] for at in range(0, len(added), WORD))
    return f"{OPEN}{text}{' '.join(words)}{CLOSE}"


class StretchedWords(Words):
    """Words that can speak the stretched language too, to see what does not change or fit."""

    def stretch(self, *, is_stretched: bool = True) -> None:
        """Speak the stretched language from now on, or English again."""
        self.speak(STRETCHED if is_stretched else "en")

    def speak(self, language: str) -> None:
        """Speak one of `LANGUAGES`, or STRETCHED."""
        wording = wording_of(language)
        if wording is not self._wording:
            self._wording = wording
            self._said.clear()
            self.changed.emit()

    def set_language(self, language: str) -> None:
        """Speak one of `LANGUAGES`."""
        self.speak(language)


@cache
def wording_of(language: str) -> Wording:
    """Return a language; reading a catalogue that is not compiled takes as long as a view."""
    return StretchedWording("en") if language == STRETCHED else Wording(language)


@cache
def known_words(language: str) -> frozenset[str]:
    """Return the Latin words that the sentences of a Chinese catalogue have themselves: SimHash, JSON, Enter."""
    if language not in LANGUAGES[1:]:
        return NAMES
    with resource_path("translations", language, "neartwin.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    texts = [text for message in catalogue for text in _forms(message.string)]
    return NAMES | {word for text in texts for word in LATIN_WORD.findall(text)}


def foreign_words(text: str, language: str, data: frozenset[str]) -> list[str]:
    """Return the words of a text that belong to no sentence of the language and to no name in `data`.

    A word beside "…" may be the rest of one.
    """
    if language not in LANGUAGES[1:]:
        return []
    allowed = known_words(language) | data
    foreign = []
    for found in LATIN_WORD.finditer(text):
        word, before, after = found[0], text[: found.start()][-1:], text[found.end() :][:1]
        is_part = any(
            (before == "…" and whole.endswith(word)) or (after == "…" and whole.startswith(word)) for whole in allowed
        )
        if word not in allowed and not is_part:
            foreign.append(word)
    return foreign


def _forms(string: object) -> list[str]:
    forms = string if isinstance(string, list | tuple) else [string]
    return [str(form) for form in forms]
