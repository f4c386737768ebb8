"""Versions of one document: found by their names, ordered by their own dates, each with what it adds."""

from __future__ import annotations

import pytest

from core.versions import MOST_PIECES, Version, base_name, in_order, same_document

LINES = [f"第{n}条　双方约定的第{n}项内容，编号为{n * 37}。" for n in range(1, 8)]
DAY_NS = 86_400 * 10**9


@pytest.mark.parametrize(
    ("name", "base"),
    [
        ("合同.docx", "合同"),
        ("合同_v2.docx", "合同"),
        ("合同（最终版）.docx", "合同"),
        ("合同 最终版2.pdf", "合同"),
        ("合同-修改稿 (1).docx", "合同"),
        ("合同 2024-05-01.docx", "合同"),
        ("合同 - 副本.docx", "合同"),
        ("Report v1.2 final.docx", "report"),
        ("Report draft 3.docx", "report"),
        ("final.docx", "final"),
        ("2024.docx", "2024"),
        ("第三稿.docx", "第三稿"),
        ("报告第三稿.docx", "报告"),
        ("iphone 12 说明.docx", "iphone 12 说明"),
    ],
)
def test_the_base_name_is_less_copies_versions_and_dates(name: str, base: str) -> None:
    assert base_name(f"/d/{name}") == base


def test_files_of_one_document_are_found_among_others() -> None:
    paths = ["/a/合同 v1.docx", "/b/合同 v2.docx", "/b/合同书.docx", "/b/合同 v2.docx"]

    assert same_document(paths, "/c/合同（定稿）.pdf") == ["/a/合同 v1.docx", "/b/合同 v2.docx"]


def test_the_document_s_own_date_comes_before_that_of_its_file() -> None:
    text = "\n".join(LINES)
    copied = Version("/d/old.docx", text, "2021-03-01T10:00:00Z", 99 * DAY_NS * 365)
    newer = Version("/d/new.docx", text, "2023-03-01T10:00:00Z", DAY_NS)
    plain = Version("/d/plain.txt", text, None, 52 * DAY_NS * 365)

    steps = in_order([newer, plain, copied])

    assert [step.path for step in steps] == ["/d/old.docx", "/d/plain.txt", "/d/new.docx"]
    assert [step.is_inner for step in steps] == [True, False, True]
    assert in_order([Version("/d/a", text, "no date", 5)])[0].date_ns == 5


def test_each_version_says_what_it_adds_to_the_one_before_and_what_went() -> None:
    first = "\n".join(LINES)
    second = "\n".join([*LINES[:-1], LINES[-1].replace("259", "300"), "第八条　饲养宠物须经甲方书面同意。"])

    steps = in_order([Version("/d/2", second, None, 2), Version("/d/1", first, None, 1)])

    assert steps[0].before is None
    assert steps[1].before == "/d/1"
    assert any("饲养宠物" in piece for piece in steps[1].added)
    assert "259" in steps[1].removed


def test_many_additions_are_counted() -> None:
    first = "\n".join(f"line number {n} of the text" for n in range(40))
    second = "\n".join(f"line number {n} of the text" + (f" with more {n}" if n % 2 else "") for n in range(40))

    [_, step] = in_order([Version("/d/1", first, None, 1), Version("/d/2", second, None, 2)])

    assert len(step.added) == MOST_PIECES
    assert step.added_more == 20 - MOST_PIECES
