"""The index: paths of any bytes, the classic look-up by four segments, roots that move."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import numpy as np

from core import fingerprint
from core.index import FileRow, Index
from core.text_index import PairRow, TextRow, signed, unsigned

if TYPE_CHECKING:
    from collections.abc import Iterable


def store_fingerprints(index: Index, values: Iterable[int]) -> dict[int, int]:
    """Store a text for each SimHash and return the SimHash by id."""
    stored = {}
    with index.transaction():
        for number, value in enumerate(values):
            row = TextRow(
                digest=number.to_bytes(16, "big"),
                whole=None,
                tokens=b"",
                token_count=0,
                maker="test",
                simhash=value,
                segments=fingerprint.segments(value),
                slots=np.zeros(128, np.uint16).tobytes(),
                bag=b"",
                samples=b"",
            )
            stored[index.texts.store_text(row)] = value
    return stored


def test_the_look_up_at_three_bits_misses_none_of_ten_thousand() -> None:
    draw = random.Random(11)
    values = [draw.getrandbits(64) for _ in range(9_000)]
    for value in values[:1_000]:
        flipped = value
        for bit in draw.sample(range(64), draw.randint(0, 4)):
            flipped ^= 1 << bit
        values.append(flipped)
    index = Index()
    stored = store_fingerprints(index, values)

    for wanted in draw.sample(values, 400) + values[:200]:
        found = index.texts.within_three(wanted, fingerprint.segments(wanted))
        brute = {text: (value ^ wanted).bit_count() for text, value in stored.items()}
        assert dict(found) == {text: distance for text, distance in brute.items() if distance <= 3}
    index.close()


def test_each_segment_has_an_index_and_the_look_up_uses_it() -> None:
    index = Index()
    store_fingerprints(index, range(100))
    for number in range(1, 5):
        plan = index.texts.explain_segment(number)
        assert f"USING COVERING INDEX fingerprint_by_segment{number}" in plan or (
            f"USING INDEX fingerprint_by_segment{number}" in plan
        )
    index.close()


def test_all_sixty_four_bits_survive_sqlite() -> None:
    for value in (0, 1, 2**63 - 1, 2**63, 2**64 - 1):
        assert unsigned(signed(value)) == value
        assert -(2**63) <= signed(value) < 2**63


def test_paths_of_any_bytes_come_back_as_they_were() -> None:
    index = Index()
    root = index.root("/r", "", "/r")
    paths = [os.fsdecode(name) for name in (b"/r/\xff\xfe", b"/r/a\nb", "/r/表情😀".encode())]
    index.store_files(root, [FileRow(path, 1, 2, 3, None) for path in paths])

    assert {row.path for row in index.files(root)} == set(paths)
    assert {row.path for row in index.files_under("/r")} == set(paths)
    index.close()


def test_files_under_a_folder_are_not_those_of_its_namesake() -> None:
    index = Index()
    root = index.root("/r", "", "/r")
    index.store_files(root, [FileRow(path, 1, 2, 3, None) for path in ("/r/a/x", "/r/ab/x", "/r/a", "/r/a-b")])

    assert [row.path for row in index.files_under("/r/a")] == ["/r/a/x"]
    index.close()


def test_a_root_takes_its_files_along_when_it_moves() -> None:
    index = Index()
    root = index.root("/mnt/one", "uuid:1", "/")
    index.store_files(root, [FileRow("/mnt/one/a/b.txt", 1, 2, 3, None)])

    index.move_root(root, "/mnt/other place")

    assert index.file("/mnt/other place/a/b.txt") is not None
    assert index.file("/mnt/one/a/b.txt") is None
    assert [row.path for row in index.roots()] == ["/mnt/other place"]
    index.close()


def test_a_failed_step_leaves_nothing_behind() -> None:
    index = Index()
    root = index.root("/r", "", "/r")
    try:
        with index.transaction():
            index.store_files(root, [FileRow("/r/a", 1, 2, 3, None)])
            raise RuntimeError("the disk is full")
    except RuntimeError:
        assert index.file("/r/a") is None
    index.close()


def test_pairs_go_with_their_texts() -> None:
    index = Index()
    first, second = store_fingerprints(index, [1, 2])
    index.texts.store_pairs([PairRow(first, second, "similar", 0.9, "order", 0.9, 0.9, 1, 2, 3)])
    assert [pair.similarity for pair in index.texts.pairs()] == [0.9]

    index.prune()

    assert not list(index.texts.pairs())
    index.close()
