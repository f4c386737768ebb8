"""The classic verdict: the fingerprints decide, the figures are the texts'."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from core.documents import Relation
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.documents import ScanResult
    from core.library import Library


@pytest.mark.parametrize("radius", [0, 3, 6])
def test_exactly_the_pairs_within_the_radius_are_matches(
    tmp_path: Path, scan_folder: Callable[..., ScanResult], library: Library, radius: int
) -> None:
    base = made_texts.text(80)
    for number in range(8):
        (tmp_path / f"{number}.txt").write_text(made_texts.edited(base, 0.02 * number, seed=number))
    (tmp_path / "other.txt").write_text(made_texts.text(80, seed=99))

    result = scan_folder(tmp_path, method="simhash", hamming=radius)

    values = library.index.texts.simhashes([row[0] for row in library.index.texts.table_rows()])
    expected = sum((a ^ b).bit_count() <= radius for a, b in combinations(values.values(), 2))
    assert len(result.matches) == expected
    assert all(match.hamming is not None and match.hamming <= radius for match in result.matches)
    assert all(match.similarity < 1.0 for match in result.matches)
    assert {group.kind for group in result.groups} <= {Relation.SIMILAR}


def test_the_two_verdicts_do_not_mix_in_one_library(tmp_path: Path, scan_folder: Callable[..., ScanResult]) -> None:
    base = made_texts.text(80)
    (tmp_path / "a.txt").write_text(base)
    (tmp_path / "b.txt").write_text(made_texts.edited(base, 0.05))

    verified = scan_folder(tmp_path)
    classic = scan_folder(tmp_path, method="simhash", hamming=0)
    again = scan_folder(tmp_path)

    assert len(verified.matches) == 1
    assert not classic.matches
    assert again.matches == verified.matches
