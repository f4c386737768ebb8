"""Texts rewritten character by character are what they would be if they were rewritten as a whole."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.characters import DIGIT, LETTER, MARK, NOTHING, SINGLE, CharacterMap, classes_of, code_points, from_points
from core.text import canonical, folded

ALONE = "aé中가각か①…=<कกاK１（ \n👨½ﬁßﾊ_"
COMBINING = "\u1100\u1161\u11a8\u0301\u3099\u200d\ufe0f\u00adﾞ\u0130"
UNIFORM = (range(0x3410, 0x4DB0), range(0x4E10, 0x9FF0), range(0xAC10, 0xD7A0))
"""Blocks of thousands of characters of one kind."""

MIXED = st.text(st.sampled_from(ALONE + COMBINING) | st.characters(), max_size=30)


def folded_whole(text: str) -> str:
    dropped = "".join(c for c in text if not _is_dropped(ord(c)))
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", dropped).casefold())


def _is_dropped(point: int) -> bool:
    return (
        point in {0xAD, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0xFEFF}
        or 0x202A <= point <= 0x202E
        or 0x2060 <= point <= 0x2064
        or 0x2066 <= point <= 0x206F
        or 0xFE00 <= point <= 0xFE0F
        or 0xE0100 <= point <= 0xE01EF
    )


@given(MIXED)
def test_a_folded_text_is_that_of_the_whole(text: str) -> None:
    assert folded(text) == folded_whole(text)


@given(MIXED)
def test_a_canonical_text_is_composed(text: str) -> None:
    assert canonical(text) == canonical(unicodedata.normalize("NFD", text))


@pytest.mark.parametrize("start", range(0, 0x11000, 0x1000))
def test_every_character_beside_every_neighbour_is_folded_as_the_whole(start: int) -> None:
    for point in range(start, min(start + 0x1000, 0x110000)):
        text = "".join(neighbour + chr(point) for neighbour in ALONE)
        if unicodedata.category(chr(point)) not in ("Cn", "Co", "Cs") and not any(point in block for block in UNIFORM):
            assert folded(text) == folded_whole(text), hex(point)


def test_characters_may_become_none_or_several() -> None:
    rewrite = CharacterMap(lambda character: {"-": "", "…": "...", "!": None}.get(character, character.upper()))

    assert rewrite.apply("a-b…-c…") == "AB...C..."
    assert rewrite.apply("--") == rewrite.apply("") == ""
    assert rewrite.apply("a!b") is None
    assert rewrite.apply("a-b") == "AB"


def test_characters_have_one_class_each() -> None:
    classes = classes_of(code_points("a_中かก7Ⅷé\u0301ก\u0e34 ，\U000e0100"))

    runs, marks = [LETTER, LETTER], [MARK, SINGLE, MARK, NOTHING, NOTHING, NOTHING]
    assert classes.tolist() == [*runs, SINGLE, SINGLE, SINGLE, DIGIT, LETTER, LETTER, *marks]
    assert classes.dtype == np.uint8


@given(st.text(st.characters(), max_size=50))
def test_code_points_make_the_text_again(text: str) -> None:
    assert from_points(code_points(text)) == text
