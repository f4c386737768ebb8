"""Two texts become rows in which nothing is lost, everything that differs is marked, and equal lines fold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.differences import differences
from core.documents import Relation
from core.extract.reading import Item
from gui.comparing import compare_identical, compare_texts, differing_objects, placed
from gui.comparison import Comparison, Fold, Mark, Objects, Placed, Row, Side, lay_out, once
from gui.difference_list import _pieces, whole_sentence
from gui.words import Words

LEFT = Side("/docs/left.docx", "docs", 100, 0)
RIGHT = Side("/docs/right.docx", "docs", 110, 0)

PARAGRAPH = st.text("天地玄黄宇宙洪荒日月盈昃ABC abc0123456789，。≥≤%\t😀𠮷", max_size=40)
TEXT = st.lists(PARAGRAPH, max_size=14).map("\n".join)


def all_rows(shown: Comparison) -> list[Row]:
    """Return the rows with every fold open."""
    return [row for part in shown.rows for row in (part.rows if isinstance(part, Fold) else (part,))]


def side_text(rows: list[Row], side: str) -> str:
    """Return what the rows show on one side, blanks left out."""
    return "".join("".join(span.text for span in getattr(row, side)) for row in rows).translate(BLANKS)


BLANKS = dict.fromkeys(map(ord, " \t\n"))


def compared(left: str, right: str) -> Comparison:
    """Return the comparison of two texts."""
    return compare_texts(LEFT, RIGHT, (left, right))


@given(TEXT, TEXT)
@settings(deadline=None, max_examples=80)
def test_the_rows_hold_both_texts_whole_and_mark_every_difference(left: str, right: str) -> None:
    shown = compared(left, right)
    rows = all_rows(shown)

    assert side_text(rows, "left") == left.translate(BLANKS)
    assert side_text(rows, "right") == right.translate(BLANKS)
    assert {number for row in rows for number in row.differences} == set(range(len(shown.differences)))


@given(st.lists(st.text("甲乙丙丁", min_size=12, max_size=30), min_size=3, max_size=10, unique=True), st.data())
@settings(deadline=None, max_examples=40)
def test_what_stands_unmarked_is_the_same_on_both_sides(paragraphs: list[str], data: st.DataObject) -> None:
    moved = list(paragraphs)
    moved.insert(data.draw(st.integers(0, len(moved) - 1)), moved.pop(data.draw(st.integers(0, len(moved) - 1))))
    rows = all_rows(compared("\n".join(paragraphs), "\n".join(moved)))

    plain = [
        ["".join(span.text for span in side if span.difference is None) for side in (row.left, row.right)]
        for row in rows
    ]
    assert "".join(left for left, _ in plain) == "".join(right for _, right in plain)


def test_a_changed_number_is_marked_on_both_sides_and_named_with_its_surroundings() -> None:
    shown = compared("每月租金为人民币3,200元。", "每月租金为人民币3,500元。")

    (one,) = shown.differences
    assert (one.left, one.right, one.mark) == ("3,200", "3,500", Mark.CRITICAL)
    assert one.before.endswith("人民币")
    assert one.after.startswith("元")
    (row,) = all_rows(shown)
    assert [span.text for span in row.left if span.mark is Mark.CRITICAL] == ["3,200"]
    assert [span.text for span in row.right if span.mark is Mark.CRITICAL] == ["3,500"]
    assert shown.only_numbers


def test_critical_differences_stand_first_in_the_list() -> None:
    shown = compared("前言略。\n合同一方为李晓明先生。\n租金3200元。", "序言略。\n合同一方为王建国先生。\n租金3500元。")

    assert [one.mark for one in shown.differences] == [Mark.CRITICAL, Mark.CRITICAL, Mark.CHANGED]
    assert [one.right for one in shown.differences] == ["3500", "王建国", "序"]


def test_an_added_paragraph_has_a_row_of_its_own() -> None:
    shown = compared("第九条 不得转租。\n第十条 一式两份。", "第九条 不得转租。\n不得饲养宠物。\n第十条 一式两份。")

    added = [row for row in all_rows(shown) if row.differences]
    assert len(added) == 1
    assert added[0].left == ()
    assert "".join(span.text for span in added[0].right) == "不得饲养宠物。"


def test_moved_text_is_marked_once_on_each_side_as_moved() -> None:
    here, there = "这一整段文字从文首搬到了文末，内容一字未改。", "另外一段留在原来的地方，也没有任何改动。"
    shown = compared(f"{here}\n{there}", f"{there}\n{here}")

    assert shown.order_differs
    marks = [
        (name, "".join(span.text for span in side))
        for row in all_rows(shown)
        for name, side in (("left", row.left), ("right", row.right))
        if any(span.mark is Mark.MOVED for span in side)
    ]
    assert len(marks) == 2
    assert {name for name, _ in marks} == {"left", "right"}
    assert len({text for _, text in marks}) == 1


def test_a_moved_line_with_a_new_number_says_both_numbers(words: Words) -> None:
    first, second = "光合作用的光反应阶段发生在叶绿体的什么部位？", "请写出三种细胞器的名称并画图说明。"
    shown = compared(f"1. {first}\n2. {second}", f"1. {second}\n2. {first}")

    moved = next(one for one in shown.differences if one.mark is Mark.MOVED)
    body = moved.left[3:]
    old, new = moved.left[:2], moved.right[:2]
    assert {old, new} == {"1.", "2."}
    assert whole_sentence(words, moved) == f"Moved ({old} → {new}): {old} {body}"
    assert "".join(text for text, _ in _pieces(words, moved)).startswith(f"moved: {old} → {new} {body[:8]}")


def test_what_was_removed_where_moved_text_arrives_stands_before_it() -> None:
    left = [
        "Minutes of the board of the archive, held in the reading room.",
        "The board talked of the new roof of the house, of its price and of who is to build it.",
        "The keeper told of the maps that came in from the town and where they were laid down.",
        "All went home after the last point, and the door was shut by the keeper.",
    ]
    right = [left[0].replace("reading", "old"), left[3], left[2]]

    rows = all_rows(compared("\n".join(left), "\n".join(right)))

    assert side_text(rows, "left") == "".join(left).translate(BLANKS)
    assert side_text(rows, "right") == "".join(right).translate(BLANKS)


def test_equal_lines_fold_but_for_one_beside_each_difference() -> None:
    middle = [f"第{number}行完全相同" for number in range(44)]
    shown = compared("\n".join(["租金3200元", *middle, "押金1元"]), "\n".join(["租金3500元", *middle, "押金2元"]))

    assert [len(part.rows) for part in shown.rows if isinstance(part, Fold)] == [42]
    assert len(shown.rows) == 5


def test_two_equal_lines_are_not_worth_a_fold() -> None:
    shown = compared("甲1\n同一行\n又一行\n乙1", "甲2\n同一行\n又一行\n乙2")

    assert not any(isinstance(part, Fold) for part in shown.rows)


def test_blank_lines_alone_make_no_difference() -> None:
    shown = compared("第一段\n\n\n第二段\n第三段", "第一段\n第二段\n\n第三段")

    assert shown.differences == ()
    assert [(row.left[0].text, row.right[0].text) for row in all_rows(shown)] == [
        ("第一段", "第一段"),
        ("第二段", "第二段"),
        ("第三段", "第三段"),
    ]


def test_marks_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="before the one before it ends"):
        lay_out("abc", "abc", [Placed(1, 2, 1, 2, Mark.CHANGED, 0), Placed(0, 1, 2, 3, Mark.CHANGED, 1)])


def test_an_identical_content_is_shown_once_with_its_rest_folded() -> None:
    shown = compare_identical(LEFT, RIGHT, "\n".join(f"行 {number}" for number in range(90)), is_proved=True)

    assert shown.relation is Relation.IDENTICAL
    assert shown.is_proved
    rest = shown.rows[-1]
    assert isinstance(rest, Fold)
    assert rest.is_rest
    assert len(shown.rows) - 1 + len(rest.rows) == 90
    assert once("一行") == (Row(all_rows(compare_identical(LEFT, RIGHT, "一行", is_proved=False))[0].left, ()),)


def test_pictures_that_differ_are_counted_by_kind() -> None:
    same, ours, theirs = Item("picture", "a"), Item("picture", "b"), Item("formula", "c")

    assert differing_objects([same, ours, ours], [same, theirs]) == (
        Objects("formula", 0, 1),
        Objects("picture", 2, 0),
    )
    assert differing_objects([same], [same]) == ()


def test_differences_are_placed_in_reading_order() -> None:
    left, right = "甲1 乙2 丙3 丁4", "甲5 乙2 丙6 丁4 戊7"
    found = placed(left, right, differences(left, right))

    assert [one.left_start for one in found] == sorted(one.left_start for one in found)
    assert [one.right_start for one in found] == sorted(one.right_start for one in found)


@pytest.mark.parametrize(
    ("left", "right", "added"),
    [
        ("第九条。\n第十条 一式两份。", "第九条。\n第十条 养猫须同意。\n第十条 一式两份。", "第十条 养猫须同意。"),
        ("不得转租。", "不得转租。\n可以养猫。", "可以养猫。"),
        ("一行。\n二行。", "零行。\n一行。\n二行。", "零行。"),
    ],
)
def test_an_added_line_is_marked_as_that_line(left: str, right: str, added: str) -> None:
    rows = all_rows(compared(left, right))

    marked = [row for row in rows if row.differences]
    assert [("".join(span.text for span in row.right), row.left) for row in marked] == [(added, ())]


@given(TEXT, TEXT)
@settings(deadline=None, max_examples=60)
def test_however_differences_are_slid_the_rest_of_both_texts_is_the_same(left: str, right: str) -> None:
    found = differences(left, right)

    def ranges(side: str) -> list[tuple[int, int]]:
        return [(getattr(one, f"{side}_start"), getattr(one, f"{side}_end")) for one in found]

    assert without(left, ranges("a")) == without(right, ranges("b"))
    for side in "ab":
        taken = sorted(one for one in ranges(side) if one[0] < one[1])
        assert all(first[1] <= second[0] for first, second in pairwise(taken))


def without(text: str, cuts: Sequence[tuple[int, int]]) -> str:
    """Return what is left of a text when ranges are cut out, blanks left out."""
    for start, end in sorted(cuts, reverse=True):
        text = text[:start] + text[end:]
    return text.translate(BLANKS)


def test_an_article_put_in_and_the_next_one_numbered_anew_are_two_differences() -> None:
    left = "第九条 不得转租。\n第十条 一式两份。"
    right = "第九条 不得转租。\n第十条 饲养宠物须经同意。\n第十一条 一式两份。"
    rows = all_rows(compared(left, right))

    marked = [(row.left, [span.text for span in row.right if span.difference is not None]) for row in rows]
    assert marked[1] == ((), ["第十条 饲养宠物须经同意。"])
    assert marked[2][1] == ["一"]
    assert "".join(span.text for span in marked[2][0]) == "第十条 一式两份。"


def test_a_weighty_line_that_was_added_is_listed_first_but_marked_as_added() -> None:
    shown = compared("甲方：王明\n不得转租。", "甲方：李华\n不得转租。\n可以养猫。")

    assert shown.differences[0].mark is Mark.CRITICAL
    assert shown.differences[0].right.strip() == "可以养猫。"
    assert all_rows(shown)[-1].right[-1].mark is Mark.CHANGED


def test_an_addition_is_not_slid_into_text_that_moved() -> None:
    first, second = "甲丁丁丁丁乙丁丁甲乙丁甲丁丙丁丁", "丁乙丁丙丁乙丁丁丁丁乙甲丙丁丙丁"
    third, last = "丙乙丁丁丁丙甲乙丙丙甲丁甲", "丁丁丁丁丁丁甲丁丁丁丁丙丁丁"
    left, right = "\n".join([first, second, third, last]), "\n".join([second, third, first, last])

    assert side_text(all_rows(compared(left, right)), "right") == right.translate(BLANKS)
