"""Identical files: what is equal, what is read for it, and what a failed read means."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import comparison, digest
from core.comparison import BLOCK, EDGE, MANY
from core.digest import ContentClass, KnownContent
from core.documents import Document
from tests.unit.files import document, names, told, write

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="links or modes of POSIX")


def test_files_of_equal_bytes_are_one_class_and_others_of_their_size_stand_alone(tmp_path: Path) -> None:
    files = write(tmp_path, {"a": b"same", "b": b"same", "c": b"else", "d": b"longer"})

    found = told(files)

    assert names(found) == [["a", "b"], ["c"]]
    assert found.opened == 3
    assert found.problems == []
    assert all(one.is_told_apart and not one.contents for one in found.classes)


SIZES = [1, EDGE - 1, EDGE, 2 * EDGE, 2 * EDGE + 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 2 * BLOCK + 3]


@pytest.mark.parametrize("size", SIZES)
def test_one_byte_anywhere_tells_files_apart(tmp_path: Path, size: int) -> None:
    content = os.urandom(size)
    places = sorted({0, size // 2, size - 1, min(size - 1, EDGE), max(0, size - EDGE - 1), min(size - 1, BLOCK)})
    contents = {"a": content, "b": content}
    for place in places:
        changed = bytearray(content)
        changed[place] ^= 1
        contents[f"other {place}"] = bytes(changed)

    found = told(write(tmp_path, contents))

    assert names(found) == sorted([["a", "b"], *([f"other {place}"] for place in places)])


def test_a_file_alone_with_its_size_is_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = write(tmp_path, {"a": b"1", "b": b"22", "c": b"333"})
    monkeypatch.setattr(comparison, "open_with_status", lambda path: pytest.fail(f"opened {path}"))

    assert told(files).classes == []


def test_empty_files_are_no_group(tmp_path: Path) -> None:
    files = write(tmp_path, {str(number): b"" for number in range(50)})

    found = told(files)

    assert (found.classes, found.opened) == ([], 0)


@posix_only
def test_names_of_one_file_are_folded_before_anything_is_read(tmp_path: Path) -> None:
    (original,) = write(tmp_path, {"a": b"text"})
    os.link(tmp_path / "a", tmp_path / "a(1)")

    found = told([original, document(tmp_path / "a(1)")])

    assert names(found) == [["a", "a(1)"]]
    assert found.opened == 0


@posix_only
def test_a_copy_of_a_file_with_two_names_is_read_once_for_both(tmp_path: Path) -> None:
    files = write(tmp_path, {"a": b"text", "copy": b"text"})
    os.link(tmp_path / "a", tmp_path / "a(1)")

    found = told([*files, document(tmp_path / "a(1)")])

    assert names(found) == [["a", "a(1)", "copy"]]
    assert found.opened == 2


def test_an_inode_of_zero_folds_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"a": b"one", "b": b"two"})

    found = told([document(tmp_path / name, inode=0) for name in "ab"])

    assert names(found) == [["a"], ["b"]]


def test_files_with_one_inode_number_but_other_dates_are_compared(tmp_path: Path) -> None:
    write(tmp_path, {"a": b"one", "b": b"two"})
    os.utime(tmp_path / "b", ns=(1, 1))

    found = told([document(tmp_path / name, inode=7) for name in "ab"])

    assert names(found) == [["a"], ["b"]]


# What the library knows


def test_nothing_is_opened_when_all_is_known(tmp_path: Path) -> None:
    files = write(tmp_path, {"a": b"same", "b": b"same", "c": b"else"})

    found = told(files, known={files[0].path: 1, files[1].path: 1, files[2].path: 2})

    assert (found.classes, found.opened) == ([], 0)


def test_a_new_file_is_compared_with_one_file_of_each_known_content_of_its_size(tmp_path: Path) -> None:
    files = write(tmp_path, {"a": b"same", "b": b"same", "c": b"else", "new": b"else", "far": b"other size"})
    known = {files[0].path: 1, files[1].path: 1, files[2].path: 2, files[4].path: 3}

    found = told(files, known=known)

    assert found.opened == 3
    assert [(names_of(one), one.contents) for one in sorted(found.classes, key=lambda one: one.paths)] == [
        (["a", "b"], (1,)),
        (["c", "new"], (2,)),
    ]


def names_of(one: ContentClass) -> list[str]:
    return [os.path.basename(path) for path in one.paths]


def elsewhere(*known: KnownContent) -> Callable[[Collection[int]], Iterable[KnownContent]]:
    return lambda sizes: [one for one in known if one.size in sizes]


def test_a_new_class_is_told_apart_from_contents_that_only_other_folders_hold(tmp_path: Path) -> None:
    files = write(tmp_path, {"a": b"same", "b": b"same", "c": b"else"})
    (tmp_path / "out").mkdir()
    (outside,) = write(tmp_path / "out", {"old": b"same"})

    found = told(files, of_sizes=elsewhere(KnownContent(9, 4, outside)))

    assert [(names_of(one), one.contents) for one in found.classes] == [(["a", "b"], (9,)), (["c"], ())]
    assert all(one.is_told_apart for one in found.classes)


def test_a_class_that_could_not_be_told_apart_from_a_known_content_says_so(tmp_path: Path) -> None:
    files = write(tmp_path, {"a": b"same", "b": b"same"})
    gone = Document(str(tmp_path / "gone"), "", 4, 1, 1)

    found = told(files, of_sizes=elsewhere(KnownContent(9, 4, gone)))

    assert [(names_of(one), one.is_told_apart) for one in found.classes] == [(["a", "b"], False)]
    assert found.problems == []


def test_a_known_file_that_was_edited_since_does_not_stand_for_its_content(tmp_path: Path) -> None:
    files = write(tmp_path, {"a": b"same", "b": b"same"})
    (tmp_path / "out").mkdir()
    (outside,) = write(tmp_path / "out", {"old": b"same"})
    os.utime(outside.path, ns=(1, 1))

    found = told(files, of_sizes=elsewhere(KnownContent(9, 4, outside)))

    assert [(one.contents, one.is_told_apart) for one in found.classes] == [((), False)]


# Many files of one size


@pytest.mark.parametrize("size", [3, EDGE, 3 * EDGE, BLOCK + EDGE])
def test_a_crowd_of_one_size_is_sorted_with_few_files_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(digest, "_maximum_open", lambda: 4)
    contents = [os.urandom(size) for _ in range(3)]
    middle = bytearray(contents[0])
    middle[size // 2] ^= 1
    contents.append(bytes(middle))
    write(tmp_path, {f"{kind} {number}": contents[kind] for kind in range(4) for number in range(6 - kind)})
    open_now = most = 0
    real_open, real_close = comparison.open_with_status, os.close

    def count_open(path: str) -> tuple[int, os.stat_result]:
        nonlocal open_now, most
        opened = real_open(path)
        open_now += 1
        most = max(most, open_now)
        return opened

    def count_close(descriptor: int) -> None:
        nonlocal open_now
        open_now -= 1
        real_close(descriptor)

    monkeypatch.setattr(comparison, "open_with_status", count_open)
    monkeypatch.setattr(comparison.os, "close", count_close)

    found = told(document(path) for path in tmp_path.iterdir())

    assert names(found) == sorted([f"{kind} {n}" for n in range(6 - kind)] for kind in range(4))
    assert most <= 4
    assert open_now == 0


def test_a_crowd_of_small_files_needs_little_memory(tmp_path: Path) -> None:
    files = write(tmp_path, {str(number): b"%06d" % (number % 7) for number in range(3 * MANY)})

    found = told(files)

    assert sorted(len(one.paths) for one in found.classes) == [85, 85, 86, 86, 86, 86, 86]
    assert found.opened == 3 * MANY


# Against an oracle

SMALL = st.binary(min_size=0, max_size=3)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    contents=st.lists(st.one_of(SMALL, st.sampled_from([b"x" * 9000, b"x" * 8999 + b"y"])), max_size=12),
    limit=st.sampled_from([2, 3, MANY]),
)
def test_classes_are_those_of_a_naive_comparison(
    tmp_path_factory: pytest.TempPathFactory, contents: list[bytes], limit: int
) -> None:
    folder = tmp_path_factory.mktemp("files")
    write(folder, {str(number): content for number, content in enumerate(contents)})
    expected: defaultdict[bytes, list[str]] = defaultdict(list)
    for number, content in enumerate(contents):
        expected[content].append(str(number))
    sizes = [len(content) for content in contents]
    several = sorted(sorted(group) for content, group in expected.items() if content and sizes.count(len(content)) > 1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(digest, "_maximum_open", lambda: limit)
        found = told(document(folder / str(number)) for number in range(len(contents)))

    assert sorted(sorted(group) for group in names(found)) == several
