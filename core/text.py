"""Texts as the comparison sees them: canonical text, its digest, and tokens.

Canonical text is what "same text" compares: every punctuation mark and symbol stays. Tokens are what the
similarity counts: punctuation, case and compatibility forms are gone.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from core.characters import (
    DIGIT,
    LETTER,
    MARK,
    NOTHING,
    SINGLE,
    UNDERSCORE,
    CharacterMap,
    classes_of,
    code_points,
    combines,
)
from resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

TOKENS_VERSION: Final = "tokens 1"
"""Names the rules below; token ids made under another name are made again."""

DIGEST_SIZE: Final = 16

_INVISIBLE = re.compile("[\u00ad\u180e\u200b\u200c\u200e\u200f\u202a-\u202c\u2060-\u2064\u2066-\u206f\ufeff]")
_JOINER = re.compile("(?<![\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d")
_SELECTORS = re.compile("[\u200d\u202d\u202e\ufe00-\ufe0f\U000e0100-\U000e01ef]")

_CJK = (
    "\u2e80-\u2fdf\u3001-\u303f\u3041-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\ufe30-\ufe4f\uff61-\uff9f\U0001b000-\U0001b16f\U00020000-\U000323af"
)
_MARKS = "!-/:-@\\[-`{-~\u2018-\u201d\u2026\u2014\u00b7"
_LOOSE_SPACE = re.compile(
    f" (?:(?<=[{_CJK}] )|(?<=[{_CJK}][{_MARKS}] )|(?<=[{_CJK}][{_MARKS}][{_MARKS}] )|(?=[{_MARKS}]{{0,2}}[{_CJK}]))"
)
"""Space beside a Chinese or Japanese character, or parted from it by one or two marks: there it is layout."""

_WIDTH = {0xFF01 + offset: 0x21 + offset for offset in range(94)}
_JOINER_MARK = "\u200d"

_UNORDERED = frozenset(("header", "footer"))
"""Kinds of part that programs repeat and reorder (first page, even pages, each section) without a change of text."""

_CHUNK = 1 << 20
"""Characters tokenised at a time, so that a text of many million needs little memory."""

_CHUNK_END = re.compile("[\\s\u4e00-\u9fff]")

_HASHED = np.uint32(0x8000_0000)
_NUMBER = np.uint32(0x4000_0000)
VARIANTS_FILE: Final = "variants.txt"
_CHINESE_NUMERALS = "〇零一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟萬億貳參陸"


def canonical(text: str) -> str:
    """Return what "same text" compares: one line, NFC, no invisible marks, white space and width folded.

    White space is one space, and none beside Chinese and Japanese characters, where line breaks and padding are
    layout. Only full-width ASCII forms and the ideographic space fold: ≥ is not ≤, ¥ not $, x² not x2, ① not 1.
    """
    plain = _canonical_forms().apply(text)
    if plain is None:
        plain = unicodedata.normalize("NFC", _JOINER.sub("", _INVISIBLE.sub("", text))).translate(_WIDTH)
    return _LOOSE_SPACE.sub("", " ".join(plain.split()))


def canonical_digest(parts: Iterable[tuple[str, str]]) -> bytes:
    """Return 16 bytes of BLAKE2b over the canonical text of all parts, given as (kind, text).

    Insensitive to how a kind's text is split into parts, to the order of different kinds, and to repeated or
    reordered headers and footers; sensitive to everything else in any part.
    """
    texts: dict[str, list[str]] = {}
    for kind, text in parts:
        texts.setdefault(str(kind), []).append(text)
    digest = hashlib.blake2b(digest_size=DIGEST_SIZE)
    for kind in sorted(texts):
        if kind in _UNORDERED:
            whole = "\0".join(sorted({canonical(text) for text in texts[kind]} - {""}))
        else:
            whole = canonical("\n".join(texts[kind]))
        if whole:
            data = whole.encode("utf-8", "surrogatepass")
            digest.update(f"{kind} {len(data)}\n".encode())
            digest.update(data)
    return digest.digest()


def tokens(text: str) -> list[str]:
    """Return the tokens of `text` in order.

    A token is a single Han, kana, Thai, Lao, Khmer or Burmese character with its marks, or a run of other letters
    and digits of any script with their marks and underscores; NFKC, case folded, everything else dropped.
    """
    found: list[str] = []
    for chunk in _chunks(folded(text)):
        starts, ends, _ = _spans(code_points(chunk))
        found += [chunk[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    return found


def token_ids(text: str) -> NDArray[np.uint32]:
    """Return the tokens of `text` in order as numbers that are the same in every process and version.

    A single character is its code point; every other token is a hash with the highest bit set, and with the second
    highest set where it holds a digit.
    """
    return folded_ids(folded(text))


def folded_ids(text: str) -> NDArray[np.uint32]:
    """Return what `token_ids` does, of a text that is folded already."""
    found = [_ids(code_points(chunk)) for chunk in _chunks(text)]
    return np.concatenate(found) if found else np.zeros(0, np.uint32)


def fold_variants(text: str) -> str:
    """Return `text` with traditional Chinese characters as their simplified forms, one by one."""
    return text.translate(_variants())


def folded(text: str) -> str:
    """Return `text` as tokens and words see it: no invisible marks or variant selectors, NFKC, case folded."""
    if text.isascii():
        return text.lower()
    return "".join(_folded_forms().apply(chunk) or _folded_whole(chunk) for chunk in _chunks(text))


def _folded_whole(text: str) -> str:
    text = _SELECTORS.sub("", _INVISIBLE.sub("", text))
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


@cache
def _folded_forms() -> CharacterMap:
    def form(character: str) -> str | None:
        if _INVISIBLE.match(character) or _SELECTORS.match(character):
            return ""
        parts = unicodedata.normalize("NFKC", character)
        is_alone = not (combines(parts) or combines(parts.casefold()))
        return _folded_whole(character) if is_alone else None

    return CharacterMap(form)


@cache
def _canonical_forms() -> CharacterMap:
    def form(character: str) -> str | None:
        if _INVISIBLE.match(character):
            return ""
        composed = unicodedata.normalize("NFC", character)
        is_alone = character != _JOINER_MARK and not combines(composed)
        return composed.translate(_WIDTH) if is_alone else None

    return CharacterMap(form)


def are_numbers(ids: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Return which token ids are numbers: tokens with a digit in them, and Chinese numerals."""
    return (ids >= _HASHED | _NUMBER) | _chinese_numerals()[np.minimum(ids, 0xFFFF)]


def is_layout(character: str) -> bool:
    """Return whether a character is white space or an invisible mark, which canonical text does not keep."""
    return character.isspace() or _INVISIBLE.match(character) is not None


def mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return 64-bit values scrambled one to one.

    Source: S. Vigna's splitmix64 (the finaliser of Stafford's variant 13), 2015.
    """
    mixed = values ^ (values >> np.uint64(30))
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def _chunks(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = start + _CHUNK
        boundary = _CHUNK_END.search(text, end) if end < len(text) else None
        end = boundary.start() if boundary else len(text)
        yield text[start:end]
        start = end


def _spans(points: NDArray[np.uint32]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]:
    """Return the first index and the index behind the last of each token, and the class of each character."""
    classes = classes_of(points)
    base, is_first = classes, None
    marks = classes == MARK
    if marks.any():
        place = np.maximum.accumulate(np.where(marks, 0, np.arange(len(points))))
        base, is_first = classes[place], ~marks
        base[base == MARK] = NOTHING
    alone = base == SINGLE
    letters = base >= LETTER
    begins, stops = letters.copy(), letters.copy()
    begins[1:] &= ~letters[:-1]
    stops[:-1] &= ~letters[1:]
    begins |= alone if is_first is None else alone & is_first
    if is_first is not None:
        alone[:-1] &= is_first[1:] | ~alone[1:]
    stops |= alone
    starts, ends = np.flatnonzero(begins), np.flatnonzero(stops) + 1
    lines = points == UNDERSCORE
    if lines.any():
        named = np.concatenate(([0], np.cumsum((base != NOTHING) & ~lines)))
        has_letter = named[ends] > named[starts]
        starts, ends = starts[has_letter], ends[has_letter]
    return starts, ends, classes


def _ids(points: NDArray[np.uint32]) -> NDArray[np.uint32]:
    starts, ends, classes = _spans(points)
    ids = points[starts]
    hashed = np.flatnonzero((classes[starts] != SINGLE) | (ends - starts > 1))
    if not len(hashed):
        return ids
    starts, ends = starts[hashed], ends[hashed]
    place, firsts = _places(starts, ends - starts)
    has_digit = np.logical_or.reduceat(classes[place] == DIGIT, firsts)
    ids[hashed] = run_ids(points, starts, ends) | np.where(has_digit, _NUMBER, np.uint32(0))
    return ids


def run_ids(points: NDArray[np.uint32], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Return a hash of the code points of each range, none of them empty: 30 bits, and the highest bit set."""
    lengths = ends - starts
    place, firsts = _places(starts, lengths)
    within = place - np.repeat(starts, lengths) + 1
    letters = mix(points[place].astype(np.uint64) | (within.astype(np.uint64) << np.uint64(32)))
    sums = mix(np.add.reduceat(letters, firsts))
    return (sums >> np.uint64(34)).astype(np.uint32) | _HASHED


def _places(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the indices of all ranges one after the other, and where in them each range begins."""
    firsts = np.cumsum(lengths) - lengths
    return np.arange(int(lengths.sum())) + np.repeat(starts - firsts, lengths), firsts


@cache
def _variants() -> dict[int, int]:
    """Return the simplified form of each traditional one: the lines of the data file that are no comment."""
    lines = resource_path(VARIANTS_FILE).read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {ord(traditional): ord(simplified) for traditional, simplified in pairs}


@cache
def _chinese_numerals() -> NDArray[np.bool_]:
    table = np.zeros(0x10000, np.bool_)
    table[[ord(numeral) for numeral in _CHINESE_NUMERALS]] = True
    table.setflags(write=False)
    return table
