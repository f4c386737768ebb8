"""What people decide after a scan must be safe: rules over old folders, forms, exam papers, stores of chat programs."""

from __future__ import annotations

import os
import shutil
import time
from typing import TYPE_CHECKING

import pytest

from core.critical import Critical
from core.decisions import Decisions
from core.differences import differences, only_numbers
from core.documents import Relation
from core.protection import Protection
from core.rules import Rule, RuleKind, Untouchable, apply_rule
from core.settings import Settings
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.documents import DuplicateGroup, ScanResult

    Scan = Callable[..., ScanResult]

EVERY_RULE = [Rule(kind, ("/",), same_text=True) for kind in RuleKind]


def of_kind(result: ScanResult, kind: Relation) -> list[DuplicateGroup]:
    return [group for group in result.groups if group.kind is kind]


def marked(result: ScanResult, rule: Rule) -> set[str]:
    return {marking.path for marking in apply_rule(rule, result.groups, now_ns=time.time_ns()).marks}


def write(path: Path, text: str, mtime: float | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    if mtime is not None:
        os.utime(path, (mtime, mtime))
    return path


def test_newest_and_an_old_folder_dropped_leave_one_of_each_group_whatever_the_dates(
    tmp_path: Path, scan_folder: Scan
) -> None:
    """D7: groups wholly under the dropped folder, equal dates, a date in the future."""
    old, now = tmp_path / "old", time.time()
    dates = {"equal": (now, now, now), "future": (now + 9e7, now - 10, now - 20), "plain": (1.0, 2.0, 3.0)}
    for number, (name, times) in enumerate(dates.items()):
        for nth, mtime in enumerate(times):
            write(old / str(nth) / f"{name}.txt", made_texts.text(20, number), mtime)
    result = scan_folder(tmp_path)
    groups = of_kind(result, Relation.IDENTICAL)
    assert len(groups) == 3

    marks: set[str] = set()
    for rule in (Rule(RuleKind.NEWEST), Rule(RuleKind.DROP_FOLDER, (str(old),))):
        effect = apply_rule(rule, result.groups, marked=marks, now_ns=time.time_ns())
        marks |= {marking.path for marking in effect.marks}

    assert all(sum(member.path not in marks for member in group.members) == 1 for group in groups)
    kept = {
        os.path.basename(member.path): member.path for g in groups for member in g.members if member.path not in marks
    }
    assert kept["future.txt"] == str(old / "1" / "future.txt"), "the newest of the possible dates"
    assert marked(result, Rule(RuleKind.NEWEST)) == marked(result, Rule(RuleKind.NEWEST)), "ties go by a stated order"


def test_letters_and_invoices_of_one_form_are_near_never_marked_and_their_numbers_stand_first(
    tmp_path: Path, scan_folder: Scan
) -> None:
    """D12: forms that differ in a few words are no copies."""
    body = made_texts.text(25, 3)
    one = f"发票号码 20240017，金额 12,300 元，应当于 2024-05-01 前支付，不含税。\n{body}☑ 已核对，数量 ≥ 5。\n"
    other = (
        one.replace("20240017", "20240018").replace("12,300", "13,200").replace("不含税", "含税")
        .replace("☑", "☐").replace("≥", "≤").replace(made_texts.sentences(25, 3)[4], made_texts.sentences(1, 77)[0])
    )  # fmt: skip
    write(tmp_path / "invoice a.txt", one)
    write(tmp_path / "invoice b.txt", other)
    result = scan_folder(tmp_path)

    [group] = result.groups
    assert group.kind is Relation.SIMILAR
    assert all(marked(result, rule) == set() for rule in EVERY_RULE)
    found = differences(one, other)
    weighty = [difference.critical for difference in found if difference.critical is not None]
    assert {Critical.NUMBER, Critical.NEGATION, Critical.TICK, Critical.SIGN} <= set(weighty)
    assert [difference.critical is not None for difference in found] == [True] * len(weighty) + [False] * (
        len(found) - len(weighty)
    )


def test_invoices_that_differ_in_two_numbers_say_that_only_numbers_differ(tmp_path: Path, scan_folder: Scan) -> None:
    """D12, M2."""
    body = made_texts.text(25, 5)
    texts = [f"发票 {number}\n{body}合计 {amount} 元\n" for number, amount in ((10017, 300), (10018, 450))]
    for nth, text in enumerate(texts):
        write(tmp_path / f"{nth}.txt", text)

    [group] = scan_folder(tmp_path).groups

    changes = group.members[1].changes
    assert changes is not None
    assert changes.only_numbers
    assert only_numbers(differences(*texts))


def test_a_template_set_is_settled_by_one_act_and_stays_away(tmp_path: Path, scan_folder: Scan) -> None:
    """M2: forty contracts of one form are one group; declared once, none of their pairs comes back."""
    body = made_texts.text(30, 8)
    for nth in range(40):
        write(
            tmp_path / f"合同 {nth:02}.txt",
            f"甲方：{made_texts.sentences(1, 500 + nth)[0]}\n{body}租金 {nth * 10} 元\n",
        )
    result = scan_folder(tmp_path)
    [group] = of_kind(result, Relation.SIMILAR)
    assert len(group.members) == 40

    decisions = Decisions()
    decisions.settle_set((f"{nth:02x}" for nth in range(40)), group.kind)

    settled = decisions.settlement()
    assert len(decisions.settled()) == 780
    assert all(settled(Relation.SIMILAR, "00", f"{nth:02x}") for nth in range(1, 40))
    assert all(marked(result, rule) == set() for rule in EVERY_RULE)


@pytest.mark.parametrize("factor", [1.2, 2.5])
def test_a_paper_and_its_version_with_answers_say_which_holds_which_and_by_how_much(
    tmp_path: Path, scan_folder: Scan, factor: float
) -> None:
    """M8: similar or contained, with the added words; nothing is marked by a rule."""
    questions = made_texts.sentences(40, 11)
    extra = made_texts.sentences(int(40 * (factor - 1)), 12)
    answers = [line for place, line in enumerate(questions) for line in (line, *extra[place : place + 1])]
    answers += extra[len(questions) :]
    write(tmp_path / "期末试卷.txt", "\n".join(questions))
    write(tmp_path / "期末试卷（解析版）.txt", "\n".join(answers))
    result = scan_folder(tmp_path)

    [group] = result.groups
    assert group.kind in (Relation.SIMILAR, Relation.CONTAINED)
    [match] = result.matches
    shares = {os.path.basename(match.a): match.share_a, os.path.basename(match.b): match.share_b}
    assert shares["期末试卷.txt"] > shares["期末试卷（解析版）.txt"]
    assert all(marked(result, rule) == set() for rule in EVERY_RULE)
    if group.kind is Relation.SIMILAR:
        changes = next(member.changes for member in group.members if not member.is_keeper)
        assert changes is not None
        assert changes.added + changes.removed > 0


def test_the_b_paper_with_questions_in_another_order_says_that_the_order_differs() -> None:
    """M8."""
    questions = made_texts.sentences(20, 13)
    shuffled = [*questions[10:], *questions[:10]]

    found = differences("\n".join(questions), "\n".join(shuffled))

    assert {difference.kind.value for difference in found} == {"moved"}


def test_the_store_of_a_chat_program_is_compared_and_out_of_reach_and_its_links_free_nothing(
    tmp_path: Path, scan_folder: Scan
) -> None:
    """D18: protected by default; "(1)" files that are hard links count no bytes and are no copies."""
    store = tmp_path / "WeChat Files" / "wxid_1" / "FileStorage" / "File"
    paper = write(store / "论文.txt", made_texts.text(30, 21))
    os.link(paper, store / "论文(1).txt")
    outside = tmp_path / "桌面" / "论文.txt"
    outside.parent.mkdir()
    shutil.copy(paper, outside)
    result = scan_folder(tmp_path)

    [group] = result.groups
    assert len(group.members) == 2, "one member a file, whatever its names"
    covers = Protection.of(Decisions(), Settings()).covers
    inside = [member for member in group.members if str(store) in member.path]
    assert all(member.is_protected and covers(member.path) for member in inside)
    for rule in EVERY_RULE:
        effect = apply_rule(rule, result.groups, untouchable=Untouchable(is_protected=covers))
        assert {marking.path for marking in effect.marks} <= {str(outside)}
    assert group.keeper in inside
