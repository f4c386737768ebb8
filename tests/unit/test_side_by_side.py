"""Passages of two texts, as ranges of characters that say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.side_by_side import SideTask, read_side_by_side, stretches
from tests.unit import made_texts

if TYPE_CHECKING:
    from pathlib import Path

LENT = made_texts.text(10, seed=5)


def plain(text: str) -> str:
    return "".join(char for char in text if char.isalnum())


def test_a_passage_is_found_at_its_place_in_both_texts() -> None:
    text = made_texts.text(20, seed=1) + "甲" + LENT + made_texts.text(20, seed=2)
    there = made_texts.text(40, seed=3) + "乙" + LENT.replace("。", "；").replace("\n", "\n\n  ")

    [one] = stretches(text, there)

    assert plain(text[one.start : one.end]) == plain(LENT)
    assert plain(there[one.there_start : one.there_end]) == plain(LENT)


def test_two_passages_are_told_in_the_order_of_the_first_text() -> None:
    first, second = made_texts.text(6, seed=6), made_texts.text(6, seed=7)
    gap = made_texts.text(20, seed=8)

    found = stretches(first + gap + second, second + made_texts.text(20, seed=9) + first)

    assert len(found) == 2
    assert found[0].start < found[1].start
    assert found[0].there_start > found[1].there_start


def test_texts_without_anything_in_common_have_none() -> None:
    assert stretches(made_texts.text(20, seed=1), made_texts.text(20, seed=2)) == ()
    assert stretches("", "") == stretches("一", LENT) == ()


def test_a_file_whose_disk_is_away_is_shown_from_the_library(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LENT)

    found = read_side_by_side(SideTask(str(tmp_path / "a.txt"), str(tmp_path / "away.txt"), (None, LENT)))

    assert found.there == LENT
    assert len(found.stretches) == 1
