"""The comparison lists every difference, the critical ones first, and tells moved text from changed."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.critical import Critical
from core.differences import Difference, Kind, differences, only_numbers, order_differs
from core.text import canonical
from tests.unit.made_texts import without

TEXT = st.text(st.sampled_from("ab不可以12.,% ≥≤\n，e\u0301\u00ad１"), max_size=40)


def sides(a: str, b: str) -> list[tuple[str, str, str, Critical | None]]:
    return [
        (one.kind.value, a[one.a_start : one.a_end], b[one.b_start : one.b_end], one.critical)
        for one in differences(a, b)
    ]


@given(TEXT, TEXT)
def test_the_differences_turn_one_text_into_the_other(a: str, b: str) -> None:
    found = sorted((one for one in differences(a, b) if one.kind is not Kind.MOVED), key=lambda one: one.a_start)
    built, at = "", 0
    for one in found:
        built += a[at : one.a_start] + " " + b[one.b_start : one.b_end] + " "
        at = one.a_end
    built += a[at:]

    assert "".join(canonical(built).split()) == "".join(canonical(b).split())


@given(TEXT)
def test_a_text_does_not_differ_from_itself_however_it_is_laid_out(text: str) -> None:
    assert differences(text, text) == ()
    assert differences(text, text.replace(" ", "\u3000").replace("\n", "\r\n")) == ()


@given(TEXT, TEXT)
def test_what_canonical_text_tells_apart_is_shown(a: str, b: str) -> None:
    if "".join(canonical(a).split()) != "".join(canonical(b).split()):
        assert differences(a, b) != ()


@pytest.mark.parametrize(
    ("a", "b", "old", "new", "critical"),
    [
        ("总价 1,234.56 整", "总价 1,284.56 整", "1,234.56", "1,284.56", Critical.NUMBER),
        ("总价 12 元", "总价 15 元", "12", "15", Critical.MONEY),
        ("人民币壹万贰仟元整", "人民币壹万叁仟元整", "贰", "叁", Critical.MONEY),
        ("于2024年3月5日签订", "于2024年3月6日签订", "5", "6", Critical.DATE),
        ("due 2024-03-05 at noon", "due 2024-04-05 at noon", "03", "04", Critical.DATE),
        ("price $5 each", "price €5 each", "$", "€", Critical.MONEY),
        ("利率为5%", "利率为5‰", "%", "‰", Critical.PERCENT),
        ("甲方不得转让", "甲方可以转让", "不得", "可以", Critical.NEGATION),
        ("未经许可使用", "经许可使用", "未", "", Critical.NEGATION),
        ("you must not go", "you must go", "not", "", Critical.NEGATION),
        ("应当办理", "可以办理", "应当", "可以", Critical.OBLIGATION),
        ("应当办理", "应该办理", "当", "该", Critical.OBLIGATION),
        ("the tenant shall pay", "the tenant may pay", "shall", "may", Critical.OBLIGATION),
        ("☑ 同意", "☐ 同意", "☑", "☐", Critical.TICK),
        ("第一题 √", "第一题 ×", "√", "×", Critical.TICK),
        ("当 x≥y 时", "当 x≤y 时", "≥", "≤", Critical.SIGN),
        ("温度 -5 度", "温度 5 度", "-", "", Critical.SIGN),
        ("A∪B", "A∩B", "∪", "∩", Critical.SIGN),
        ("净重 5kg", "净重 5g", "5kg", "5g", Critical.UNIT),
        ("共三份", "共三套", "份", "套", Critical.UNIT),
        ("面积 x²", "面积 x2", "x²", "x2", Critical.NUMBER),
        ("附件①", "附件1", "①", "1", Critical.NUMBER),
        ("共１５人参加", "共１６人参加", "１５", "１６", Critical.NUMBER),
        ("总价１．５元", "总价２．５元", "１．５", "２．５", Critical.MONEY),
        ("温度－５度", "温度５度", "－", "", Critical.SIGN),
        ("一般规定", "普通规定", "一般", "普通", None),
        ("非常好", "特别好", "非常", "特别", None),
        ("the red fox", "the blue fox", "red", "blue", None),
    ],
)
def test_critical_differences_are_named(a: str, b: str, old: str, new: str, critical: Critical | None) -> None:
    kind = "changed" if new else "removed"

    assert sides(a, b) == [(kind, old, new, critical)]


def test_critical_differences_stand_first_and_all_are_listed() -> None:
    a = "红色的花开在春天的花园里，票价十元，不得入内；蓝色的鸟飞过夏天的湖面。"
    b = "白色的花开在春天的花园里，票价九元，可以入内；黑色的鸟飞过夏天的湖面。"

    assert [(old, new) for _, old, new, _ in sides(a, b)] == [
        ("十", "九"), ("不得", "可以"), ("红", "白"), ("蓝", "黑"),
    ]  # fmt: skip


def test_only_numbers_differ() -> None:
    one = "发票编号 2024-001，金额 壹佰 元，税率 6%。"

    assert only_numbers(differences(one, "发票编号 2024-002，金额 贰佰 元，税率 6%。"))
    assert not only_numbers(differences(one, "发票编号 2024-002，金额 壹佰 元，费率 6%。"))
    assert not only_numbers(differences(one, one))


def test_moved_paragraphs_are_told_from_changed_ones() -> None:
    first, second, third = (
        "第一段讲述了项目的背景和意义，说明为什么要做这件事情。",
        "这里给出了详细的计划安排，包括时间人员与经费预算！",
        "最后是总结部分，再次强调了重点内容？",
    )
    a, b = "\n".join((first, second, third)), "\n".join((second, first, third))
    found = differences(a, b)

    assert order_differs(found)
    assert {one.kind for one in found} == {Kind.MOVED}
    assert all(a[one.a_start : one.a_end] == b[one.b_start : one.b_end] for one in found)
    assert not order_differs(differences(a, a.replace("详细", "简单")))


def test_a_moved_paragraph_with_a_change_inside_shows_the_change() -> None:
    first = "合同总金额为人民币五十万元，由甲方在签约后十日内一次付清给乙方"
    second = "双方应当对在履行过程中知悉的商业秘密予以保密，不得向第三方披露任何内容"
    third = "因本合同引起的争议应当协商解决，协商不成的提交仲裁委员会仲裁裁决"
    a = f"{first}。{second}。{third}。"
    b = f"{second}。{third}。{first.replace('五十', '八十')}。"
    found = differences(a, b)

    assert order_differs(found)
    assert any(one.critical and (a[one.a_start : one.a_end], b[one.b_start : one.b_end]) != ("", "") for one in found)


def test_case_is_a_difference_and_width_is_none() -> None:
    assert sides("Value", "value") == [("changed", "Value", "value", None)]
    assert sides("ＡＢＣ，１", "ABC,1") == []
    assert sides("cafe\u0301 ok", "café ok") == []


def test_an_addition_stands_between_its_neighbours() -> None:
    assert differences("one three", "one two three") == (Difference(Kind.ADDED, 3, 3, 4, 7, None),)
    assert sides("", "全新内容") == [("added", "", "全新内容", None)]


def test_a_million_characters_take_less_than_three_seconds() -> None:
    draw = random.Random(1)
    line = [chr(draw.randrange(0x4E00, 0x5E00)) for _ in range(1_000_000)]
    other = line[:]
    for place in draw.sample(range(len(line)), 5_000):
        other[place] = chr(draw.randrange(0x4E00, 0x5E00))
    start = time.process_time()
    found = differences("".join(line), "".join(other))

    assert time.process_time() - start < 3
    assert 4_000 < len(found) <= 5_000


ALIKE = ["甲乙丙丁戊己庚第1号。", "子丑寅卯辰巳午第2号。", "东南西北中发白第3号。", "春夏秋冬梅兰竹第4号。"]


@given(st.lists(st.sampled_from(ALIKE), max_size=7), st.data())
def test_paragraphs_that_end_alike_may_stand_in_any_order(lines: list[str], data: st.DataObject) -> None:
    a, b = "\n".join(lines), "\n".join(data.draw(st.permutations(lines)))

    found = differences(a, b)

    assert without(a, [(one.a_start, one.a_end) for one in found]) == without(
        b, [(one.b_start, one.b_end) for one in found]
    )
    for one in found:
        if one.kind is Kind.MOVED:
            moved = a[one.a_start : one.a_end], b[one.b_start : one.b_end]
            assert len({"".join(canonical(text).split()) for text in moved}) == 1


def test_a_moved_paragraph_that_ends_like_its_neighbours_is_moved_whole() -> None:
    a, b = "\n".join(ALIKE), "\n".join([*ALIKE[2:], *ALIKE[:2]])

    assert {kind for kind, *_ in sides(a, b)} == {"moved"}
