"""Documents of one form as a table: the values that differ, each under the words before it (M2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.template_table import MOST_FIELDS, template_table
from tests.unit import made_texts

BODY = made_texts.text(12, 4)


def contract(name: str, rent: int, extra: str = "") -> str:
    return f"房屋租赁合同\n甲方（出租人）：{name}\n{BODY}第二条　每月租金为人民币{rent}元。\n{extra}"


def test_the_values_of_two_hundred_contracts_stand_under_their_words() -> None:
    people = [(f"李{chr(0x4E00 + n * 7)}{chr(0x5000 + n)}", 3000 + n * 10) for n in range(200)]

    table = template_table([contract(name, rent) for name, rent in people])

    assert len(table.titles) == 2
    assert "甲方（出租人）" in table.titles[0]
    assert "租金为人民币" in table.titles[1]
    assert [row[1] for row in table.rows] == [str(rent) for _, rent in people]
    assert [row[0] for row in table.rows] == [name for name, _ in people], "whole names, though all begin alike"


def test_what_one_document_has_more_is_a_column_that_is_empty_in_the_others() -> None:
    table = template_table([contract("王", 1), contract("王", 1, "第十条　饲养宠物须经同意。"), contract("王", 1)])

    assert [row[-1] for row in table.rows] == ["", "第十条　饲养宠物须经同意。".replace("　", " "), ""]


def test_equal_texts_have_no_columns() -> None:
    assert template_table([BODY, BODY]).titles == ()
    with pytest.raises(ValueError, match="document"):
        template_table([])


def test_documents_that_are_no_form_are_cut() -> None:
    lines = made_texts.sentences(300, 1)
    others = [line if n % 2 else made_texts.sentences(1, 900 + n)[0] for n, line in enumerate(lines)]

    table = template_table(["\n".join(lines), "\n".join(others)])

    assert len(table.titles) == MOST_FIELDS
    assert table.places > MOST_FIELDS


WORD = st.text(st.sampled_from("甲乙丙丁12"), min_size=1, max_size=4)


@given(st.lists(st.tuples(WORD, WORD), min_size=2, max_size=6))
def test_a_row_put_into_the_form_gives_the_document_back(values: list[tuple[str, str]]) -> None:
    texts = [f"开头的文字{one}中间的一段文字{other}结尾的文字" for one, other in values]

    table = template_table(texts)

    parts = texts[0]
    for row, text in zip(table.rows, texts, strict=True):
        built, rest = "", parts
        for own, reference in zip(row, table.rows[0], strict=True):
            if reference:
                head, _, rest = rest.partition(reference)
                built += head + own
        assert sorted(built + rest) == sorted(text) or "" in table.rows[0]


def test_a_column_is_named_without_the_values_of_the_columns_before_it() -> None:
    forms = [
        "姓名：林晓\n出生日期：2006年4月12日，性别：女\n",
        "姓名：韩冰\n出生日期：2007年9月30日，性别：男\n",
    ]

    table = template_table(forms)

    assert table.titles == ("姓名：", "出生日期：", "出生日期：…年", "出生日期：…年…月", "出生日期：…年…月…日，性别：")
    assert table.rows == (("林晓", "2006", "4", "12", "女"), ("韩冰", "2007", "9", "30", "男"))
