"""What must not change when a folder is written otherwise, scanned otherwise, or joined by others; and what is never
alike. Whole scans, of real files."""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.documents import Relation
from core.library import memory_library
from core.progress import NullReporter
from core.scan import scan
from core.settings import Settings
from core.similarity import likeness
from core.text import token_ids
from core.workers import InProcess
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from core.documents import DuplicateGroup, Match, ScanResult

    Scan = Callable[..., ScanResult]
    Grouped = Counter[tuple[Relation, tuple[str, ...]]]
    Matched = dict[frozenset[str], tuple[Relation, float]]


def scanned(*roots: Path, **options: object) -> ScanResult:
    """Scan folders into a library of their own."""
    settings = Settings(**{"floor": 0.5, **options})  # type: ignore[arg-type]  # options are mixed
    with memory_library() as library:
        return scan([os.fspath(root) for root in roots], settings, library, InProcess(), NullReporter())


def text_of(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


def grouped(groups: Iterable[DuplicateGroup]) -> Grouped:
    """Return the groups by their texts, whatever the files are called."""
    return Counter((group.kind, tuple(sorted(text_of(member.path) for member in group.members))) for group in groups)


def placed(groups: Iterable[DuplicateGroup]) -> list[tuple[object, ...]]:
    """Return the groups with their members' places and roles, in their order."""
    return [
        (one.kind, one.key, one.similarity, [(member.path, member.is_keeper, member.reason) for member in one.members])
        for one in groups
    ]


def matched(matches: Iterable[Match]) -> Matched:
    return {frozenset((text_of(one.a), text_of(one.b))): (one.kind, one.similarity) for one in matches}


def write(folder: Path, texts: Iterable[str], prefix: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"{prefix}{number}.txt").write_text(text, encoding="utf-8", newline="")


@pytest.fixture
def families() -> list[str]:
    """Texts with versions that drift apart, one inside a longer text, a moved paragraph, and unrelated ones."""
    found = []
    for seed in range(3):
        base = made_texts.text(50, seed)
        lines = base.splitlines()
        found += [base, *(made_texts.edited(base, share, seed + 40) for share in (0.04, 0.08, 0.2, 0.35))]
        found.append("\n".join(lines[25:] + lines[:25]) + "\n")
        found.append(made_texts.text(60, seed + 70) + base)
    return found + [made_texts.text(50, 200 + seed) for seed in range(3)]


def test_pairs_at_a_threshold_are_those_of_a_lower_one_that_reach_it(tmp_path: Path, families: list[str]) -> None:
    write(tmp_path, families)
    low, high = (scanned(tmp_path, similarity=threshold) for threshold in (0.7, 0.9))

    expected = {ends for ends, (_, similarity) in matched(low.matches).items() if similarity >= 0.9}
    assert expected
    assert {ends for ends, (kind, _) in matched(high.matches).items() if kind is Relation.SIMILAR} == expected


def test_renaming_reordering_and_copying_files_changes_no_verdict(tmp_path: Path, families: list[str]) -> None:
    write(tmp_path / "one", families)
    others = list(families)
    random.Random(5).shuffle(others)
    write(tmp_path / "two" / "深", others, prefix="另 名 ")
    plain, renamed = scanned(tmp_path / "one"), scanned(tmp_path / "two")
    shutil.copytree(tmp_path / "two" / "深", tmp_path / "two" / "copies")
    copied = scanned(tmp_path / "two")

    assert matched(plain.matches) == matched(renamed.matches) == matched(copied.matches)
    assert grouped(plain.groups) == grouped(renamed.groups)
    near = [group for group in copied.groups if group.kind is not Relation.IDENTICAL]
    assert grouped(near) == grouped(plain.groups)
    assert len(copied.groups) - len(near) == len(families)


def test_figures_are_those_of_a_direct_computation_in_either_order(tmp_path: Path, families: list[str]) -> None:
    write(tmp_path, families)
    similar = [match for match in scanned(tmp_path, similarity=0.5).matches if match.kind is Relation.SIMILAR]

    assert len(similar) > 20
    for match in similar:
        one, other = (token_ids(text_of(path)) for path in (match.a, match.b))
        ours, turned = likeness(one, other), likeness(other, one)
        assert ours is not None
        assert turned is not None
        assert ours.similarity == turned.similarity
        assert abs(match.similarity - ours.similarity) <= 0.01
        assert match.similarity < 1


@pytest.mark.parametrize("threshold", [0.5, 0.7, 0.9])
def test_each_text_stands_in_at_most_one_similar_group(tmp_path: Path, families: list[str], threshold: float) -> None:
    write(tmp_path, [*families, *families[:5]])
    similar = [group for group in scanned(tmp_path, similarity=threshold).groups if group.kind is Relation.SIMILAR]

    members = Counter(text_of(member.path) for group in similar for member in group.members)
    assert members
    assert set(members.values()) == {1}


def test_four_hundred_letters_of_one_form_take_no_match_from_the_others(tmp_path: Path, families: list[str]) -> None:
    write(tmp_path / "others", families)
    before = matched(scanned(tmp_path / "others", floor=0.9).matches)
    form = made_texts.text(5, 900)
    write(tmp_path / "letters", (made_texts.edited(form, 0.2, seed) for seed in range(400)))
    after = matched(scanned(tmp_path / "others", tmp_path / "letters", floor=0.9).matches)

    assert before
    assert before.items() <= after.items()


def test_scanning_in_two_steps_gives_what_one_gives(tmp_path: Path, families: list[str], scan_folder: Scan) -> None:
    write(tmp_path / "a", families[::2])
    write(tmp_path / "b", families[1::2])
    scan_folder(tmp_path / "a")
    in_steps = scan_folder(tmp_path / "a", tmp_path / "b")
    at_once = scanned(tmp_path / "a", tmp_path / "b")

    assert in_steps.groups == at_once.groups
    assert matched(in_steps.matches) == matched(at_once.matches)


def test_deleting_files_and_adding_them_again_is_the_identity(
    tmp_path: Path, families: list[str], scan_folder: Scan
) -> None:
    write(tmp_path / "docs", families)
    before = scan_folder(tmp_path / "docs", similarity=0.7)
    away = tmp_path / "away"
    away.mkdir()
    for name in ("0.txt", "3.txt", "8.txt", "13.txt"):
        shutil.move(tmp_path / "docs" / name, away / name)
    between = scan_folder(tmp_path / "docs", similarity=0.7)
    for file in away.iterdir():
        shutil.move(file, tmp_path / "docs" / file.name)
    after = scan_folder(tmp_path / "docs", similarity=0.7)

    assert between.groups != before.groups
    assert placed(after.groups) == placed(before.groups)
    assert matched(after.matches) == matched(before.matches)


def table(seed: int) -> str:
    """Return a table of 0 and 1."""
    draw = random.Random(seed)
    return "\n".join("\t".join(str(draw.randrange(2)) for _ in range(20)) for _ in range(40))


def invoice(digits: str, seed: int) -> str:
    """Return amounts in one script's digits, and nothing else."""
    draw = random.Random(seed)
    return "\n".join("".join(digits[draw.randrange(10)] for _ in range(9)) for _ in range(60))


@pytest.mark.parametrize(
    "texts",
    [
        [table(seed) for seed in range(4)],
        ["会议纪要\n" * times for times in (40, 400, 4000)],
        [invoice("٠١٢٣٤٥٦٧٨٩", seed) for seed in range(3)],
        [invoice("०१२३४५६७८९", seed) for seed in range(3)],
        ["a+b>c", "a-b<c"],
    ],
    ids=["tables of 0 and 1", "repeated lines", "Arabic-Indic amounts", "Devanagari amounts", "formulas"],
)
def test_what_is_alike_by_chance_only_is_never_similar_nor_the_same_text(tmp_path: Path, texts: list[str]) -> None:
    write(tmp_path, texts)
    result = scanned(tmp_path, similarity=0.5)

    assert [group.kind for group in result.groups] == []
    assert result.matches == ()


def test_formulas_that_differ_in_signs_only_are_similar_at_most(tmp_path: Path) -> None:
    body = made_texts.text(20, 5)
    write(tmp_path, [f"{body}a+b>c", f"{body}a-b<c"])
    result = scanned(tmp_path)

    assert {group.kind for group in result.groups} == {Relation.SIMILAR}
    assert all(match.similarity < 1 for match in result.matches)
