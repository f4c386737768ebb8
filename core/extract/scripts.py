"""Raised and lowered characters: formatting that changes what a text says, written as characters. Pure.

Extractors put `RAISED` or `LOWERED` before such a stretch and `LEVEL` behind it; the collector calls `written`, which
puts Unicode's own superscripts and subscripts in their place (10 with a raised 2 is 10², as if it had been typed so).
Words with letters that have none get braces, x_{b}. What fills its whole line is layout, and so is what was moved by
some points (`RAISED_BY_POINTS`, `LOWERED_BY_POINTS`), unless it is short and stands directly behind another character.
The three marks are noncharacters, which no text may hold (Unicode Standard, section 23.7).
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RAISED: Final = "\ufdd0"
LOWERED: Final = "\ufdd1"
LEVEL: Final = "\ufdd2"
RAISED_BY_POINTS: Final = "\ufdd3"
LOWERED_BY_POINTS: Final = "\ufdd4"

LONGEST_BY_POINTS: Final = 6
"""Characters of the longest exponent or index that is made by moving text: labels beside a form's blanks are longer."""

_MARK: Final = re.compile("([\ufdd0-\ufdd4\n])")
_WORDS: Final = re.compile(r"\S+|\s+")
_BRACES: Final = {RAISED: "^{%s}", LOWERED: "_{%s}"}
_SMALL: Final = {RAISED: "super", LOWERED: "sub"}
_BY_POINTS: Final = {RAISED_BY_POINTS: RAISED, LOWERED_BY_POINTS: LOWERED}
_FORMS_FROM: Final = (
    *((0xB2, 0xB4), (0xB9, 0xBA), (0x2070, 0x209D), (0x1D2C, 0x1D6B), (0x2B0, 0x2B9), (0x1D78, 0x1D79)),
    *((0x1D9B, 0x1DC0), (0x2C7C, 0x2C7E), (0x2E0, 0x2E5)),
)
"""Blocks with raised and lowered forms, those first that are read most easily; kanbun and ordinals are none."""


def _forms(word: str) -> Mapping[str, str]:
    """Return the raised or lowered form of each character that has one, by its decomposition in Unicode's data."""
    found = {"-": {"super": "⁻", "sub": "₋"}[word]}
    for first, last in _FORMS_FROM:
        for code in range(first, last):
            kind, _, plain = unicodedata.decomposition(chr(code)).partition(" ")
            if kind == f"<{word}>" and " " not in plain:
                found.setdefault(chr(int(plain, 16)), chr(code))
    return found


_FORMS: Final = {mark: str.maketrans(dict(_forms(word))) for mark, word in _SMALL.items()}


def has_marks(text: str) -> bool:
    """Whether any stretch of `text` is marked as raised or lowered."""
    return LEVEL in text or RAISED in text or LOWERED in text or RAISED_BY_POINTS in text or LOWERED_BY_POINTS in text


def written(text: str) -> str:
    """Return `text` with its marked stretches written as raised and lowered characters."""
    return "".join(_line(line) for line in _lines(text))


def _lines(text: str) -> Iterator[list[tuple[str, str]]]:
    """Yield the stretches of each line as (mark, text), neighbours of one mark joined."""
    mark, line = LEVEL, list[tuple[str, str]]()
    for piece in _MARK.split(text):
        if piece == "\n":
            line.append((LEVEL, piece))
            yield line
            line = []
        elif len(piece) == 1 and "\ufdd0" <= piece <= "\ufdd4":
            mark = piece
        elif piece and line and line[-1][0] == mark:
            line[-1] = (mark, line[-1][1] + piece)
        elif piece:
            line.append((mark, piece))
    yield line


def _line(line: list[tuple[str, str]]) -> str:
    if all(mark != LEVEL or not text.strip() for mark, text in line):
        return "".join(text for _, text in line)
    shown, before = [], ""
    for said, text in line:
        mark = _moved(said, text, before)
        shown.append(text if mark == LEVEL else "".join(_word(word, mark) for word in _WORDS.findall(text)))
        before = text[-1:]
    return "".join(shown)


def _moved(mark: str, text: str, before: str) -> str:
    """Return the mark that counts: text moved by points is an exponent or index only where it looks like one."""
    wanted = _BY_POINTS.get(mark)
    if wanted is None:
        return mark
    is_short = len(text) <= LONGEST_BY_POINTS and not text[:1].isspace()
    return wanted if is_short and before.strip() and all(ord(sign) in _FORMS[wanted] for sign in text) else LEVEL


def _word(word: str, mark: str) -> str:
    """Return a word raised or lowered; marks without a form stay as they are, letters and numbers need braces."""
    forms = _FORMS[mark]
    if any(unicodedata.category(sign)[0] == "L" or sign.isdecimal() for sign in word if ord(sign) not in forms):
        return word if all(_is_small(sign) for sign in word) else _BRACES[mark] % word
    return word.translate(forms)


def _is_small(sign: str) -> bool:
    return unicodedata.category(sign) == "Lm"
