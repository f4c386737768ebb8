"""Raised and lowered numbers on a page of a PDF, which knows only where a character stands and how large it is.

A digit or a sign that stands directly behind another character, is smaller and stands off its line, is an exponent, an
index or the mark of a note. Letters are not looked at: that would cost more than reading the page. Source: PDFium's
public headers fpdf_text.h (sizes, origins) and fpdf_searchex.h (from a place in the text to a character).
"""

from __future__ import annotations

import ctypes
import re
from typing import TYPE_CHECKING, Final

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # ships no types

from core.extract.scripts import LEVEL, LOWERED, RAISED, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pypdfium2

SMALLER: Final = 0.85
"""Share of its neighbour's size below which a character may be an exponent; programs use 0.5 to 0.7."""

OFF_LINE: Final = 0.06
"""Share of its neighbour's size by which an exponent stands higher or an index lower."""

_CANDIDATE: Final = re.compile("(?:(?<=[^\\s\ufffe])|(?<=[\u2e80-\ufaff] ))[0-9+\\-−]+")
"""PDFium puts a space between a Chinese character and a smaller digit."""


def with_scripts(text_page: pypdfium2.PdfTextPage, text: str) -> str:
    """Return the text of a page with its raised and lowered numbers written as such."""
    if not text.isascii() and any(sign > "\uffff" for sign in text):
        return text  # places in the text count other units than Python does
    page = text_page.raw
    pieces, done = list[str](), 0
    for match in _CANDIDATE.finditer(text):
        start, end = match.span()
        before = start - 1 - text[start - 1].isspace()
        level = _size(page, before)
        if level <= 0 or (_size(page, end - 1) > SMALLER * level and _size(page, start) > SMALLER * level):
            continue
        pieces += (text[done:start], *_marked(page, text, before, range(start, end)))
        done = end
    return written("".join((*pieces, text[done:]))) if pieces else text


def _marked(page: object, text: str, before: int, places: range) -> Iterator[str]:
    """Yield the characters of a number, each with its mark, by how they stand to the last one on the line."""
    level, line = _size(page, before), _height(page, before)
    for place in places:
        size, height = _size(page, place), _height(page, place)
        rise = (height - line) / level
        if size > SMALLER * level or abs(rise) < OFF_LINE or abs(rise) > 1:
            yield LEVEL + text[place]
            level, line = max(size, 1e-3), height
        else:
            yield (RAISED if rise > 0 else LOWERED) + text[place] + LEVEL


def _size(page: object, place: int) -> float:
    return float(pdfium.FPDFText_GetFontSize(page, pdfium.FPDFText_GetCharIndexFromTextIndex(page, place)))


def _height(page: object, place: int) -> float:
    x, y = ctypes.c_double(), ctypes.c_double()
    index = pdfium.FPDFText_GetCharIndexFromTextIndex(page, place)
    return y.value if pdfium.FPDFText_GetCharOrigin(page, index, x, y) else 0.0
