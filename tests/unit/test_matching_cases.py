"""Cases of matching, as people meet them, through whole scans and checks: M1 to M4, M8 and M9.

Further cases by their subject: M1 in test_scan (drifting versions) and test_compare (a chain), M2 in test_review_cases
and test_template_table, M8 in test_review_cases and test_compare, M9 in test_submissions and test_containment.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from core.check import check
from core.documents import MeasuredBy, Relation
from core.progress import NullReporter
from core.settings import Settings
from core.similarity import likeness
from core.text import token_ids
from core.workers import InProcess
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from core.documents import ScanResult
    from core.library import Library

    Scan = Callable[..., ScanResult]


def write(folder: Path, **texts: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")


def test_contracts_of_one_form_are_near_and_only_numbers_differ(tmp_path: Path, scan_folder: Scan) -> None:
    """M2: one group, found whole, each row saying that only numbers differ (200 at once: test_compare)."""
    form = made_texts.text(8)
    write(
        tmp_path,
        **{f"合同{number:03}": f"{form}合同编号 {9000 + number}，金额 {number * 37} 元。\n" for number in range(60)},
    )
    result = scan_folder(tmp_path, floor=0.9)

    [group] = result.groups
    assert (group.kind, len(group.members)) == (Relation.SIMILAR, 60)
    assert all(member.changes is not None and member.changes.only_numbers for member in group.members[1:])


ENGLISH = "the meeting on monday is moved to room four please bring your printed report and the list of open questions"


def short_notes() -> list[str]:
    """Return thirty unrelated notes under twenty words."""
    return [" ".join(made_texts.text(1, seed)[:12]) for seed in range(15)] + [
        " ".join(random.Random(seed).sample(ENGLISH.split(), 14)) for seed in range(15)
    ]


def english(seed: int) -> str:
    """Return an English text of common words in any order: unrelated to others but by its words."""
    draw = random.Random(seed)
    return " ".join(draw.choice(ENGLISH.split()) for _ in range(300))


@pytest.mark.parametrize(
    "texts",
    [
        short_notes(),
        ["好 " * times for times in (20, 50, 300, 2000)],
        ["\n".join(f"{random.Random(seed * 50 + row).randrange(100)}\t0\t1" for row in range(60)) for seed in range(5)],
        [english(seed) for seed in range(6)],
    ],
    ids=["notes under 20 words", "one repeated word", "tables of numbers", "English of common words"],
)
def test_what_is_too_short_or_alike_by_chance_makes_no_pair(
    tmp_path: Path, scan_folder: Scan, texts: Sequence[str]
) -> None:
    """M3."""
    write(tmp_path, **{f"n{number}": text for number, text in enumerate(texts)})

    assert scan_folder(tmp_path, similarity=0.5).matches == ()


def test_below_the_floor_equal_texts_are_still_told(tmp_path: Path, scan_folder: Scan) -> None:
    """M3: below a stated length only identical and same text."""
    write(tmp_path, a="明天下午三点开会。", b="明天下午三点开会。", c="明天下午三点开会！", d="明天 下午三点开会。\n")
    result = scan_folder(tmp_path)

    assert {group.kind for group in result.groups} == {Relation.IDENTICAL, Relation.SAME_TEXT}
    assert all("c.txt" not in member.path for group in result.groups for member in group.members)


def replaced(text: str, share: float | None, draw: random.Random) -> str:
    """Replace a share of the phrases of eight characters; None: swap the halves."""
    if share is None:
        return text[len(text) // 2 :] + text[: len(text) // 2]
    places = range(0, len(text) - 8, 8)
    for place in draw.sample(places, max(1, round(share * len(places)))):
        text = text[:place] + made_texts.text(1, draw.randrange(10**6))[:8] + text[place + 8 :]
    return text


@pytest.mark.parametrize("size", [300, 1000, 4000])
def test_replaced_phrases_and_swapped_paragraphs_are_found_with_the_true_figure(
    tmp_path: Path, scan_folder: Scan, size: int
) -> None:
    """M4: the table in the README is of real texts; here each kind of change has one pair."""
    draw = random.Random(size)
    expected = {}
    for number, share in enumerate((0.01, 0.02, 0.05, 0.1, 0.2, None)):
        text = made_texts.text(size // 15, 300 + number)[:size]
        other = replaced(text, share, draw)
        write(tmp_path, **{f"{number}a": text, f"{number}b": other})
        like = likeness(token_ids(text), token_ids(other))
        assert like is not None
        expected[number] = like.similarity
    result = scan_folder(tmp_path, similarity=0.5)

    found = {int(os.path.basename(match.a)[0]): match.similarity for match in result.matches}
    assert found == expected
    assert all(figure < 1 for figure in found.values())


def test_an_exam_its_key_and_the_b_paper_tell_how_they_stand_to_each_other(tmp_path: Path, scan_folder: Scan) -> None:
    """M8: contained with its direction and the added length; the other order by passages; nothing is a duplicate."""
    questions = made_texts.sentences(40, 1)
    answers = made_texts.sentences(60, 2)
    key = [line for place, question in enumerate(questions) for line in (question, answers[place])] + answers[40:]
    other = list(questions)
    random.Random(3).shuffle(other)
    write(tmp_path, a="\n".join(questions), key="\n".join(key), b="\n".join(other))
    result = scan_folder(tmp_path, similarity=0.7)

    pairs = {frozenset(os.path.basename(path)[:-4] for path in (one.a, one.b)): one for one in result.matches}
    contained, reordered = pairs[frozenset(("a", "key"))], pairs[frozenset(("a", "b"))]
    assert contained.kind is Relation.CONTAINED
    ours, theirs = (contained.share_a, contained.share_b)
    inner = ours if os.path.basename(contained.a) == "a.txt" else theirs
    assert inner >= 0.8
    assert max(ours, theirs) == inner
    assert (reordered.kind, reordered.by) == (Relation.SIMILAR, MeasuredBy.PASSAGES)
    assert all(group.kind in (Relation.SIMILAR, Relation.CONTAINED) for group in result.groups)


def test_a_manuscript_with_a_tenth_of_three_works_names_the_three(
    tmp_path: Path, scan_folder: Scan, library: Library
) -> None:
    """M9: 10 ± 2 % of each without the shared references, more with them; what has the references only is no source."""
    references = "\n参考文献\n" + made_texts.text(8, 70)
    works = {f"work{number}": made_texts.text(150, 80 + number) for number in range(3)}
    write(tmp_path / "works", **{name: text + references for name, text in works.items()})
    write(tmp_path / "works", other=made_texts.text(150, 99) + references)
    scan_folder(tmp_path / "works")
    borrowed = ["\n".join(text.splitlines()[40:55]) + "\n" for text in works.values()]
    own = [made_texts.text(26, 60 + number) for number in range(4)]
    body = own[0] + borrowed[0] + own[1] + borrowed[1] + own[2] + borrowed[2] + own[3]
    write(tmp_path, manuscript=body + references)

    path = os.fspath(tmp_path / "manuscript.txt")
    [verdict] = check([path], Settings(), library, InProcess(), NullReporter())

    shares = {os.path.basename(match.path)[:-4]: match.shares for match in verdict.matches}
    assert set(works) <= set(shares)
    for name in works:
        share = shares[name]
        assert share is not None
        assert share.without_references == pytest.approx(0.10, abs=0.02)
        assert share.whole > share.without_references
    assert all(one is not None and one.without_references <= 0.02 for name, one in shares.items() if name not in works)
    assert verdict.repeated is not None
    assert verdict.repeated.without_references == pytest.approx(0.30, abs=0.03)
