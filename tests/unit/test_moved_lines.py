"""Questions and clauses that stand in another order are moved, however much they look like each other."""

from __future__ import annotations

import random
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.differences import Difference, Kind, differences
from gui.comparing import placed
from gui.comparison import lay_out
from tests.unit.made_texts import without

PAIRS = [
    ("甲", "葡萄糖", "果糖"),
    ("乙", "丁烷", "异丁烷"),
    ("丙", "丙醇", "甲乙醚"),
    ("丁", "乙酸", "甲酸甲酯"),
    ("戊", "戊烷", "新戊烷"),
]

QUESTIONS = [
    f"下列各组物质中，属于同分异构体的是第{n}组。{one}和{other}，{other}和水，以上都不是" for n, one, other in PAIRS
]

OPTIONS = ["A. 全部正确", "B. 全部错误"]

NUMBER = re.compile(r"^(\d+[.、]?|（\d+）|第\d+条)")


def texts(a: str, b: str, found: tuple[Difference, ...]) -> list[tuple[str, str, str]]:
    return [(one.kind.value, a[one.a_start : one.a_end], b[one.b_start : one.b_end]) for one in found]


def bodies(text: str) -> list[str]:
    """Return the lines of a text without their numbers and blanks."""
    return ["".join(NUMBER.sub("", line).split()) for line in text.split("\n")]


@pytest.mark.parametrize("seed", range(6))
def test_questions_of_one_stem_in_another_order_have_only_moved(seed: int) -> None:
    order = QUESTIONS[:]
    random.Random(seed).shuffle(order)

    found = differences("\n".join(QUESTIONS), "\n".join(order))

    assert {one.kind for one in found} <= {Kind.MOVED}
    assert (not found) is (order == QUESTIONS)


def test_the_options_of_a_question_move_with_it() -> None:
    whole = ["\n".join((question, *OPTIONS)) for question in QUESTIONS]
    a, b = "\n".join(whole), "\n".join([whole[3], *whole[:3], whole[4]])

    assert texts(a, b, differences(a, b)) == [("moved", whole[3], whole[3])]


def test_a_moved_question_with_a_new_number_is_moved_and_the_others_are_renumbered() -> None:
    a = "\n".join(f"{n}. {question}" for n, question in enumerate(QUESTIONS, 1))
    b = "\n".join(f"{n}. {question}" for n, question in enumerate([*QUESTIONS[1:], QUESTIONS[0]], 1))

    found = differences(a, b)

    assert [one.kind for one in found if one.critical is None] == [Kind.MOVED]
    assert texts(a, b, found) == [
        *[("changed", f"{n}.", f"{n - 1}.") for n in range(2, 6)],
        ("moved", f"1. {QUESTIONS[0]}", f"5. {QUESTIONS[0]}"),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("05.06.2024 ", "05.06.2026 "),
        ("27.09.2024 ", ""),
        ("05.03. ", "07.03. "),
        ("5. 3. 2024 ", "7. 3. 2024 "),
        ("10:30 ", "12:30 "),
        ("3:1 ", "4:1 "),
        ("12 ", "15 "),
        ("1.000 ", "2.000 "),
        ("5.5 % of ", "9.5 % of "),
        ("3条以上", "5条以上"),
        ("十题以上", "五题以上"),
        ("三 年内", "五 年内"),
        ("１．５ ", "２．５ "),
    ],
)
def test_a_figure_that_a_moved_line_begins_with_is_no_number_of_it(old: str, new: str) -> None:
    first, second = (
        "双方应当对在履行过程中知悉的商业秘密予以保密",
        "因本合同引起的争议由双方协商解决，协商不成的提交仲裁",
    )
    a, b = f"{old}{first}\n{second}", f"{second}\n{new}{first}"

    assert [one for one in differences(a, b) if one.critical is not None], texts(a, b, differences(a, b))


def test_a_renumbered_question_moves_with_its_options() -> None:
    a = "\n".join(f"{n}. {question}\n{OPTIONS[0]}" for n, question in enumerate(QUESTIONS[:3], 1))
    b = "\n".join(f"{n}. {question}\n{OPTIONS[0]}" for n, question in enumerate([*QUESTIONS[1:3], QUESTIONS[0]], 1))

    moved = [found for found in texts(a, b, differences(a, b)) if found[0] == "moved"]

    assert moved == [("moved", f"1. {QUESTIONS[0]}\n{OPTIONS[0]}", f"3. {QUESTIONS[0]}\n{OPTIONS[0]}")]


def test_a_change_in_a_question_that_stays_is_told_beside_what_moved() -> None:
    a = "\n".join(QUESTIONS)
    b = "\n".join([QUESTIONS[0].replace("葡萄糖", "麦芽糖"), QUESTIONS[3], QUESTIONS[1], QUESTIONS[2], QUESTIONS[4]])

    assert sorted(texts(a, b, differences(a, b))) == [
        ("changed", "葡萄", "麦芽"),
        ("moved", QUESTIONS[3], QUESTIONS[3]),
    ]


def test_a_new_number_in_the_old_order_stays_a_critical_change() -> None:
    a = "\n".join(f"第{n}条 {question}" for n, question in zip("一二三四五", QUESTIONS, strict=True))

    (found,) = differences(a, a.replace("第四条", "第九条"))

    assert found.critical is not None


@pytest.mark.parametrize(
    ("before", "added", "behind"),
    [
        ("甲方应当付款。", "乙方应当交货。", "双方各执一份。"),
        ("甲方应当付款，", "乙方应当交货，", "双方各执一份。"),
        ("第一条 甲方付款。\n", "第二条 乙方交货。\n", "第三条 双方各执一份。"),
        ("The tenant pays. ", "The landlord repairs. ", "Both sign."),
        ("（甲）付款", "（乙）交货", "（丙）签字"),
    ],
)
def test_an_added_sentence_begins_where_it_begins(before: str, added: str, behind: str) -> None:
    a, b = before + behind, before + added + behind

    ((kind, old, new),) = texts(a, b, differences(a, b))

    assert (kind, old, new.strip()) == ("added", "", added.strip())
    ((kind, old, new),) = texts(b, a, differences(b, a))
    assert (kind, new) == ("removed", "")


LINES = st.lists(st.sampled_from([*QUESTIONS, *OPTIONS, "短句", "第二部分"]), max_size=8)


@given(LINES, st.data(), st.sampled_from(["", "{n}. ", "（{n}）", "第{n}条 "]), st.sampled_from(["", "{n}、"]))
def test_beside_the_differences_both_texts_are_the_same(
    lines: list[str], data: st.DataObject, number: str, other_number: str
) -> None:
    order = [line for line in data.draw(st.permutations(lines)) if data.draw(st.integers(0, 9)) > 0]
    a = "\n".join(number.format(n=n) + line for n, line in enumerate(lines, 1))
    b = "\n".join((other_number or number).format(n=n) + line for n, line in enumerate(order, 1))

    found = differences(a, b)

    assert without(a, [(one.a_start, one.a_end) for one in found]) == without(
        b, [(one.b_start, one.b_end) for one in found]
    )
    lay_out(a, b, placed(a, b, found))
    for kind, old, new in texts(a, b, found):
        if kind == "moved":
            assert bodies(old) == bodies(new)


def test_a_million_characters_in_another_order_take_less_than_three_seconds() -> None:
    draw = random.Random(1)
    lines = ["".join(chr(draw.randrange(0x4E00, 0x5E00)) for _ in range(50)) for _ in range(20_000)]
    order = lines[:]
    for _ in range(1_000):
        order.insert(draw.randrange(len(order)), order.pop(draw.randrange(len(order))))
    start = time.process_time()
    found = differences("\n".join(lines), "\n".join(order))

    assert time.process_time() - start < 3
    assert {one.kind for one in found} == {Kind.MOVED}
    assert 800 < len(found) <= 1_000
