"""Canonical text keeps every symbol and drops layout; tokens serve every script."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import text as module
from core.text import are_numbers, canonical, canonical_digest, fold_variants, token_ids, tokens

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


STORED_WORDS = [0x9F0C4607, 0xF30498C9, 0xEF9C955E]


def digest(text: str) -> bytes:
    return canonical_digest([("body", text)])


@given(ANY_TEXT)
def test_canonical_text_is_canonical_already(text: str) -> None:
    assert canonical(canonical(text)) == canonical(text)


@given(ANY_TEXT, st.sampled_from(["\n", "\r\n", "\t", "  ", "\u3000", "\u00a0", "\u2028"]))
def test_any_white_space_is_the_same_white_space(text: str, space: str) -> None:
    assert canonical(text.replace(" ", space)) == canonical(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("≥", "≤"), ("∪", "∩"), ("√", "×"), ("☑", "☐"), ("¥", "$"), ("%", "‰"), ("x²", "x2"), ("①", "1"),
        ("-5", "5"), ("不得", "可以"), ("a+b>c", "a-b<c"), ("±", "+"), ("now here", "nowhere"), ("A", "a"),
        ("1 2", "12"), ("½", "1/2"), ("“", '"'), ("。", "."),
    ],
)  # fmt: skip
def test_texts_that_differ_in_one_symbol_are_never_the_same_text(one: str, other: str) -> None:
    for frame in ("{}", "左{}右", "left {} right"):
        assert digest(frame.format(one)) != digest(frame.format(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("第一行\n第二行", "第一行第二行"),
        ("你好，\nHello", "你好，Hello"),
        ("one\ntwo", "one two"),
        ("one\r\n\r\ntwo", "one\ntwo"),
        ("ＡＢＣ１２，：！", "ABC12,:!"),
        ("Ｈｅｌｌｏ，　ｗｏｒｌｄ", "Hello, world"),
        ("in\u00adter\u200bnational\ufeff", "international"),
        ("e\u0301te\u0301", "été"),
        ("表 1 数据", "表1数据"),
        ("  edges  ", "edges"),
    ],
)
def test_layout_width_and_invisible_marks_make_no_other_text(one: str, other: str) -> None:
    assert digest(one) == digest(other)


def test_a_family_of_people_is_not_three_people() -> None:
    assert canonical("👨\u200d👩\u200d👧") != canonical("👨👩👧")


def test_how_a_body_is_split_into_parts_does_not_matter() -> None:
    whole = canonical_digest([("body", "one\ntwo\nthree")])

    assert canonical_digest([("body", "one"), ("body", "two\nthree")]) == whole
    assert canonical_digest([("body", "one"), ("body", ""), ("header", " "), ("body", "two three")]) == whole


@pytest.mark.parametrize("kind", ["header", "footer", "note", "comment", "field", "deleted", "formula", "hidden"])
def test_every_kind_of_part_counts(kind: str) -> None:
    plain = canonical_digest([("body", "text")])
    one, other = ([("body", "text"), (kind, f"page {number}")] for number in (1, 2))

    assert len({plain, canonical_digest(one), canonical_digest(other)}) == 3


def test_where_a_header_stands_and_how_often_does_not_matter() -> None:
    one = [("header", "first"), ("body", "text"), ("header", "even"), ("header", "first")]

    assert canonical_digest(one) == canonical_digest([("header", "even"), ("header", "first"), ("body", "text")])


def test_text_moved_from_one_kind_of_part_into_another_is_another_text() -> None:
    assert canonical_digest([("body", "a b")]) != canonical_digest([("body", "a"), ("note", "b")])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你好world 2024年", ["你", "好", "world", "2024", "年"]),
        ("Ｗｏｒｌｄ ﬁne STRASSE straße", ["world", "fine", "strasse", "strasse"]),
        ("东京タワーは333m", ["东", "京", "タ", "ワ", "ー", "は", "333m"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("ภาษา", ["ภ", "า", "ษ", "า"]),
        ("ที่นี่", ["ที่", "นี่"]),
        ("ສະບາຍ", ["ສ", "ະ", "ບ", "າ", "ຍ"]),
        ("한국어 문서", ["한국어", "문서"]),
        ("المبلغ ١٢٣٤", ["المبلغ", "١٢٣٤"]),
        ("snake_case ____ a-b", ["snake_case", "a", "b"]),
        ("x² ①", ["x2", "1"]),
        ("", []),
        ("…—！", []),
    ],
)
def test_tokens_serve_every_script(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@given(ANY_TEXT)
def test_ids_are_equal_where_the_tokens_are(text: str) -> None:
    words, ids = tokens(text), token_ids(text).tolist()

    assert len(words) == len(ids)
    assert len(set(zip(words, ids, strict=True))) == len(set(words)) == len(set(ids))


@given(ANY_TEXT)
def test_texts_of_one_canonical_form_have_the_same_tokens(text: str) -> None:
    assert tokens(canonical(text)) == tokens(text)


def test_ids_do_not_change_from_version_to_version() -> None:
    assert token_ids("中文 word 2024 x1").tolist() == [0x4E2D, 0x6587, *STORED_WORDS]


def test_a_text_is_tokenised_alike_whole_and_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "一段中文 and some English words 2024, नमस्ते दुनिया。" * 40
    whole = token_ids(text)
    monkeypatch.setattr(module, "_CHUNK", 7)

    assert np.array_equal(token_ids(text), whole)


def test_numbers_are_tokens_with_a_digit_and_chinese_numerals() -> None:
    text = "共 12 件 v2 三 元 abc ١٢"

    assert dict(zip(tokens(text), are_numbers(token_ids(text)).tolist(), strict=True)) == {
        "共": False, "12": True, "件": False, "v2": True, "三": True, "元": False, "abc": False, "١٢": True,
    }  # fmt: skip


def test_traditional_and_simplified_forms_are_equal_when_asked() -> None:
    traditional, simplified = "漢語簡體與繁體", "汉语简体与繁体"

    assert tokens(traditional) != tokens(simplified)
    assert tokens(fold_variants(traditional)) == tokens(simplified)


def test_every_variant_is_folded_in_one_step() -> None:
    folded = {fold_variants(chr(point)) for point in range(0x3400, 0xA000)}

    assert {fold_variants(character) for character in folded} == folded
    assert all(unicodedata.category(character).startswith(("L", "S", "C")) for character in folded)
