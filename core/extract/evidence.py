"""How likely a decoded text is: bits a character costs under a plain model of its language. Pure.

Minimum description length: of several ways to decode the same bytes the cheapest is the likeliest (Rissanen, Modeling
by shortest data description, 1978). Ranked characters cost what a Zipf-like law gives; the rest costs by the class that
the old character sets put it in (GB 2312 and Big5 keep rare characters in a second level), so four characters decide.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import cache, lru_cache
from math import log2
from typing import TYPE_CHECKING, Final

from core.extract.frequencies import ALPHABETS, HANGUL, KANA, LATIN, SIMPLIFIED, TRADITIONAL

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMON_SIGNS: Final = "，。、；：？！（）《》“”‘’—…·「」『』【】〔〕\u3000％～＋－／０１２３４５６７８９"
QUOTES: Final = "“”‘’„«»–—…•·°§©®€£\xa0"
SIGN_BITS: Final = 8.0
FOREIGN_BITS: Final = 19.0  # a character that this language hardly ever uses
PRIVATE_BITS: Final = 26.0  # unassigned and private characters
CONTROL_BITS: Final = 40.0
SYMBOL_BITS: Final = 12.0

UPPER_CASE_BITS: Final = 3.0
STRANGE_CASE_BITS: Final = 7.0  # a capital letter after a small one
SCRIPT_CHANGE_BITS: Final = 8.0  # two alphabets, or a symbol, within one word
RARE_LETTER_BITS: Final = 12.5


def ideographic_bits(text: str, language: str) -> float:
    """Return what `text` costs in one of "simplified", "traditional", "japanese" and "korean", ASCII included."""
    table = _table(language)
    counts = Counter(text).items()
    return sum(n * (_ascii(c) if c <= "\x7f" else table.get(c) or _unranked(c, language)) for c, n in counts)


def alphabetic_bits(text: str) -> float:
    """Return what `text` costs in a language written with an alphabet, ASCII included."""
    ranks = _letters()
    total = 0.0
    before = " "
    for character in text:
        total += _ascii(character) if character <= "\x7f" else _letter(character, before, ranks)
        if _script(before) != _script(character) and _is_letter(before) and _is_letter(character):
            total += SCRIPT_CHANGE_BITS
        before = character
    return total


@lru_cache(maxsize=128)
def _ascii(character: str) -> float:
    """Letters, digits and the signs of prose are cheap; control characters are hardly ever text."""
    if character.isalnum() or character in " \n\r\t.,":
        return 5.5
    return 8.0 if character >= " " and character != "\x7f" else CONTROL_BITS


def _letter(character: str, before: str, ranks: Mapping[str, float]) -> float:
    if character in QUOTES:
        return SIGN_BITS
    category = unicodedata.category(character)
    if category in ("Cn", "Co", "Cc", "Cs"):
        return PRIVATE_BITS
    if category[0] not in "LM":
        return SYMBOL_BITS + SCRIPT_CHANGE_BITS * before.isalpha()
    cost = ranks.get(character.lower(), RARE_LETTER_BITS)
    if character == character.lower():
        return cost
    return cost + (STRANGE_CASE_BITS if before.islower() else UPPER_CASE_BITS)


def _is_letter(character: str) -> bool:
    return character.isalpha() or unicodedata.category(character)[0] == "M"


def _script(character: str) -> int:
    """A number for the alphabet of a letter: Latin is one, others go by blocks of 256."""
    code = ord(character)
    return 0 if code < 0x250 or 0x1E00 <= code < 0x1F00 else code >> 8


@cache
def _letters() -> Mapping[str, float]:
    """Bits of the letters by rank in their alphabet; an accented Latin letter is one of many that could stand there."""
    ranks = {letter: 9.0 + rank / 40 for rank, letter in enumerate(LATIN)}
    for alphabet in ALPHABETS:
        ranks.update(_ranked(alphabet, 4, 0.35))
    return ranks


@cache
def _table(language: str) -> Mapping[str, float]:
    """Bits of the ranked characters: rank r of Chinese has a share of about 0.2 / (r + 10)."""
    signs = dict.fromkeys(COMMON_SIGNS, SIGN_BITS)
    if language == "simplified":
        return signs | _ranked(SIMPLIFIED, 10, 0.2)
    if language == "traditional":
        return signs | _ranked(TRADITIONAL, 10, 0.2)
    if language == "korean":
        return signs | _ranked(HANGUL, 10, 0.3)
    kanji = _ranked(SIMPLIFIED[:600], 10, 0.2) | _ranked(TRADITIONAL, 10, 0.2)
    return signs | {character: cost + 2.5 for character, cost in kanji.items()} | _ranked(KANA, 10, 0.4)


def _ranked(characters: str, offset: int, share: float) -> dict[str, float]:
    return {character: log2((rank + offset) / share) for rank, character in enumerate(characters)}


@lru_cache(maxsize=1 << 15)
def _unranked(character: str, language: str) -> float:
    if "\u4e00" <= character <= "\u9fff":
        return _ideograph(character, language)
    if "\uac00" <= character <= "\ud7a3":
        return _level(character, "euc_kr", 0xB0, 0xC8, (13.0, 18.0, 20.0)) if language == "korean" else PRIVATE_BITS
    if "\u3040" <= character <= "\u30ff":
        return 10.0 if language == "japanese" else 18.0
    if "\uff61" <= character <= "\uff9f":
        return 15.0
    return _other(character)


def _ideograph(character: str, language: str) -> float:
    if language == "simplified":
        return _level(character, "gb2312", 0xB0, 0xD7, (14.5, 19.0, 20.0))
    if language == "traditional":
        return _level(character, "big5", 0xA4, 0xC6, (14.5, 18.0, 21.0))
    if language == "japanese":
        return _level(character, "euc_jp", 0xB0, 0xCF, (13.0, 18.0, 24.0))
    return FOREIGN_BITS


def _level(character: str, codec: str, first: int, last: int, costs: tuple[float, float, float]) -> float:
    """Cost by where a national set keeps the character: its first level, its second, or not at all."""
    try:
        lead = character.encode(codec)[0]
    except UnicodeEncodeError:
        return costs[2]
    return costs[0] if first <= lead <= last else costs[1]


def _other(character: str) -> float:
    category = unicodedata.category(character)
    if category == "Cc":
        return CONTROL_BITS
    if category in ("Cn", "Co", "Cs"):
        return PRIVATE_BITS
    if "\u2000" <= character <= "\u33ff" or "\uff00" <= character <= "\uffef":
        return 13.0
    return FOREIGN_BITS + (5.0 if character > "\uffff" else 0.0)
