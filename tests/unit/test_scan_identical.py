"""Identical files through the whole scan: against a naive oracle, over changes, trouble and unplugged volumes."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from typing import TYPE_CHECKING, Any

import pytest

from core import comparison, digest, scan, stock
from core.errors import ProblemKind
from core.opening import open_with_status
from core.progress import NullReporter
from core.settings import Settings
from core.volumes import Mount, Mounts
from core.workers import InProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from core.documents import DuplicateGroup, ScanResult
    from core.library import Library

    Scan = Callable[..., ScanResult]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")


def write(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def names(groups: Iterable[DuplicateGroup]) -> list[list[str]]:
    return sorted(sorted(os.path.basename(member.path) for member in group.members) for group in groups)


def run(library: Library, *roots: str, **options: Any) -> ScanResult:
    return scan.scan(roots, Settings(exact_only=True, **options), library, InProcess(), NullReporter())


def test_files_that_vanish_between_walk_and_reading_are_equal_to_nothing(
    tmp_path: Path, scan_folder: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [write(tmp_path / f"{number}", b"same") for number in range(6)]
    real = digest.identical

    def vanish_first(*arguments: Any, **more: Any) -> Any:
        for file in files[:3]:
            file.unlink()
        return real(*arguments, **more)

    monkeypatch.setattr(digest, "identical", vanish_first)

    result = scan_folder(tmp_path, exact_only=True)

    assert names(result.groups) == [["3", "4", "5"]]
    assert {problem.kind for problem in result.problems} == {ProblemKind.CHANGED}


# One file, several ways to it


def test_hard_links_and_overlapping_roots_are_never_two_copies(tmp_path: Path, scan_folder: Scan) -> None:
    file = write(tmp_path / "in" / "a", b"same")
    os.link(file, tmp_path / "in" / "a(1)")

    result = scan_folder(tmp_path, tmp_path / "in", exact_only=True)

    assert result.groups == ()
    assert result.counts.files == 2
    assert result.counts.opened == 0


def test_a_linked_file_and_its_copy_are_two_files_and_free_one(tmp_path: Path, scan_folder: Scan) -> None:
    file = write(tmp_path / "a", b"same")
    os.link(file, tmp_path / "a(1)")
    write(tmp_path / "copy", b"same")

    (group,) = scan_folder(tmp_path, exact_only=True).groups

    assert len(group.members) == 2
    assert group.reclaimable_bytes == 4


def test_a_copy_with_a_second_name_frees_nothing(tmp_path: Path, scan_folder: Scan) -> None:
    write(tmp_path / "a", b"same")
    os.link(write(tmp_path / "a (1)", b"same"), tmp_path / "elsewhere")

    for _ in range(2):
        (group,) = scan_folder(tmp_path, exact_only=True).groups

        assert [os.path.basename(member.path) for member in group.members] == ["a", "a (1)"]
        assert group.reclaimable_bytes == 0


def test_a_share_that_is_mounted_twice_is_one_file(tmp_path: Path, library: Library) -> None:
    write(tmp_path / "one" / "a", b"same")
    os.makedirs(tmp_path / "two")
    os.link(tmp_path / "one" / "a", tmp_path / "two" / "a")
    mounts = Mounts([Mount(str(tmp_path / name), "/", "nfs4", "server:/share") for name in ("one", "two")])
    seen = stock.Stock()

    stock.take_stock(
        seen,
        [str(tmp_path / "one"), str(tmp_path / "two")],
        Settings(exact_only=True),
        library.index,
        NullReporter(),
        mounts=mounts,
    )

    assert {document.device < 0 for document in seen.documents.values()} == {True}
    assert seen.opened == 0


# What the library knows


def test_only_new_files_and_one_file_of_each_known_content_are_opened(tmp_path: Path, scan_folder: Scan) -> None:
    for number in range(10):
        write(tmp_path / f"a{number}", b"same")
        write(tmp_path / f"b{number}", b"else")
        write(tmp_path / f"c{number}", b"other size")
    assert scan_folder(tmp_path, exact_only=True).counts.opened == 30
    write(tmp_path / "new", b"else")

    result = scan_folder(tmp_path, exact_only=True)

    assert result.counts.opened == 3
    assert sorted(len(group.members) for group in result.groups) == [10, 10, 11]


def test_folders_scanned_one_after_the_other_are_compared_when_they_are_scanned_together(
    tmp_path: Path, scan_folder: Scan
) -> None:
    for folder in ("one", "two"):
        for number in range(2):
            write(tmp_path / folder / f"{folder} {number}", b"same")
        assert len(scan_folder(tmp_path / folder, exact_only=True).groups) == 1

    result = scan_folder(tmp_path / "one", tmp_path / "two", exact_only=True)

    assert names(result.groups) == [["one 0", "one 1", "two 0", "two 1"]]


def test_a_class_that_could_not_be_told_apart_is_found_again_later(
    tmp_path: Path, scan_folder: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(2):
        write(tmp_path / "one" / f"one {number}", b"same")
        write(tmp_path / "two" / f"two {number}", b"same")
    scan_folder(tmp_path / "one", exact_only=True)
    (tmp_path / "one").rename(tmp_path / "away")
    scan_folder(tmp_path / "two", exact_only=True)
    (tmp_path / "away").rename(tmp_path / "one")

    result = scan_folder(tmp_path / "one", tmp_path / "two", exact_only=True)

    assert names(result.groups) == [["one 0", "one 1", "two 0", "two 1"]]


def test_a_file_edited_and_put_back_in_time_is_seen_by_its_other_date(tmp_path: Path, scan_folder: Scan) -> None:
    file = write(tmp_path / "a", b"same")
    write(tmp_path / "b", b"same")
    scan_folder(tmp_path, exact_only=True)
    before = file.stat()
    file.write_bytes(b"edit")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert scan_folder(tmp_path, exact_only=True).groups == ()


def answered(result: ScanResult) -> tuple[Any, ...]:
    return result.groups, result.folders, result.counts.files, result.counts.size, result.counts.documents


def test_a_scan_that_finds_all_as_it_was_answers_from_the_index(
    tmp_path: Path, scan_folder: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        write(tmp_path / "a" / f"{number}.txt", b"%d" % (number % 15))
        write(tmp_path / "b" / f"{number}.txt", b"%d" % number)
    first = scan_folder(tmp_path, exact_only=True)
    monkeypatch.setattr(digest, "identical", lambda *_, **__: pytest.fail("files were compared"))

    again = scan_folder(tmp_path, exact_only=True)

    assert answered(again) == answered(first)
    assert again.counts.opened == 0


def test_an_index_that_was_changed_since_is_not_taken_at_its_word(
    tmp_path: Path, scan_folder: Scan, library: Library
) -> None:
    for name in "abc":
        write(tmp_path / name, b"same")
    first = scan_folder(tmp_path, exact_only=True)
    library.index.drop_files([str(tmp_path / "b")])

    assert answered(scan_folder(tmp_path, exact_only=True)) == answered(first)
    assert library.index.file_count() == 3

    library.index.forget_root(library.index.roots()[0].id)

    assert answered(scan_folder(tmp_path, exact_only=True)) == answered(first)
    assert library.index.file_count() == 3


def test_a_file_whose_place_a_link_took_is_forgotten(tmp_path: Path, scan_folder: Scan, library: Library) -> None:
    for name in "abc":
        write(tmp_path / name, b"same")
    scan_folder(tmp_path, exact_only=True)
    (tmp_path / "a").unlink()
    (tmp_path / "a").symlink_to(tmp_path / "b")

    scan_folder(tmp_path, exact_only=True)

    assert library.index.file(str(tmp_path / "a")) is None
    assert library.index.file_count() == 2


def test_a_file_that_could_not_be_read_is_tried_again(
    tmp_path: Path, scan_folder: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        write(tmp_path / name, b"same")
    real = open_with_status

    def refuse(path: str) -> tuple[int, os.stat_result]:
        if path.endswith("b"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path)

    with monkeypatch.context() as patch:
        patch.setattr(comparison, "open_with_status", refuse)
        for _ in range(2):
            result = scan_folder(tmp_path, exact_only=True)
            assert [problem.kind for problem in result.problems] == [ProblemKind.DENIED]

    assert names(scan_folder(tmp_path, exact_only=True).groups) == [["a", "b", "c"]]


# Roots that go away


def test_a_volume_that_comes_back_elsewhere_opens_no_file(tmp_path: Path, library: Library) -> None:
    for number in range(4):
        write(tmp_path / "D" / "papers" / f"{number}", b"same")
    here, there = tmp_path / "D", tmp_path / "E"

    def opened(place: Path) -> int:
        seen = stock.Stock()
        mounts = Mounts([Mount(str(place), "/", "ext4", "stick")], lambda _: "uuid:stick")
        chosen = Settings(exact_only=True)
        stock.take_stock(seen, [str(place / "papers")], chosen, library.index, NullReporter(), mounts=mounts)
        assert len(set(seen.contents.values())) == 1
        return seen.opened

    assert opened(here) == 4
    here.rename(there)
    assert opened(there) == 0
    assert library.index.file_count() == 4


def test_an_empty_folder_of_which_the_library_knows_files_is_offline_and_loses_none(
    tmp_path: Path, library: Library
) -> None:
    write(tmp_path / "mount point" / "a", b"same")
    result = run(library, str(tmp_path / "mount point"))
    assert result.is_complete
    os.unlink(tmp_path / "mount point" / "a")
    volume = Mounts([Mount(str(tmp_path), "/", "ext4", "disk")])
    seen = stock.Stock()

    stock.take_stock(seen, [str(tmp_path / "mount point")], Settings(), library.index, NullReporter(), mounts=volume)

    assert [problem.kind for problem in seen.problems] == [ProblemKind.OFFLINE]
    assert library.index.file_count() == 1


def test_a_root_pulled_out_while_its_files_are_read_is_offline_and_the_other_finishes(
    tmp_path: Path, scan_folder: Scan, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("stick", "disk"):
        for number in range(2):
            write(tmp_path / folder / f"{folder} {number}", folder.encode())
    scan_folder(tmp_path / "stick", exact_only=True)
    write(tmp_path / "stick" / "new", b"stick")
    real = digest.identical

    def pull_out(*arguments: Any, **more: Any) -> Any:
        (tmp_path / "stick").rename(tmp_path / "pulled out")
        return real(*arguments, **more)

    monkeypatch.setattr(digest, "identical", pull_out)

    result = scan_folder(tmp_path / "stick", tmp_path / "disk", exact_only=True)

    assert not result.is_complete
    assert names(result.groups) == [["disk 0", "disk 1"]]
    assert [(problem.path, problem.kind) for problem in result.problems] == [
        (str(tmp_path / "stick"), ProblemKind.OFFLINE)
    ]
    assert len(list(library.index.files_under(str(tmp_path / "stick")))) == 2


# Kinds of their own


def test_many_empty_files_are_no_group_and_are_not_opened(tmp_path: Path, scan_folder: Scan) -> None:
    for number in range(20_000):
        (tmp_path / str(number)).touch()

    result = scan_folder(tmp_path, exact_only=True)

    assert (result.groups, result.folders, result.counts.opened, result.counts.files) == ((), (), 0, 20_000)


def test_a_cloud_placeholder_counts_no_bytes_and_is_not_opened(tmp_path: Path, scan_folder: Scan) -> None:
    for name in "ab":
        with open(tmp_path / name, "wb") as file:
            file.truncate(100_000)

    result = scan_folder(tmp_path, exact_only=True)

    assert (result.groups, result.counts.size, result.counts.opened) == ((), 0, 0)
    assert dict(result.counts.skipped) == {"cloud_only": 2}


def test_files_of_a_chat_program_are_compared_and_protected(tmp_path: Path, scan_folder: Scan) -> None:
    write(tmp_path / "WeChat Files" / "wxid" / "FileStorage" / "a.bin", b"same")
    write(tmp_path / "Documents" / "a.bin", b"same")

    (group,) = scan_folder(tmp_path, exact_only=True).groups

    assert group.keeper.is_protected
    assert "WeChat Files" in group.keeper.path


def test_nested_backups_are_the_first_rows_of_the_folder_view(tmp_path: Path, scan_folder: Scan) -> None:
    for number in range(30):
        write(tmp_path / "docs" / f"part {number % 3}" / f"{number}", b"%06d" % number)
    write(tmp_path / "loose 1", b"loose")
    write(tmp_path / "loose 2", b"loose")
    for level in ("old", "old/old", "old/old/old"):
        shutil.copytree(tmp_path / "docs", tmp_path / level / "docs")

    folders = scan_folder(tmp_path, exact_only=True).folders

    assert len(folders) == 3
    assert {os.path.relpath(folder, tmp_path) for pair in folders for folder in (pair.a, pair.b)} == {
        "docs",
        "old/docs",
        "old/old/docs",
        "old/old/old/docs",
    }


@pytest.mark.parametrize(("across", "groups"), [("any", 2), ("across", 1), ("inside", 1)])
def test_groups_can_be_asked_for_across_or_inside_roots_only(
    tmp_path: Path, scan_folder: Scan, across: str, groups: int
) -> None:
    write(tmp_path / "one" / "a", b"both")
    write(tmp_path / "two" / "b", b"both")
    write(tmp_path / "two" / "c", b"inside")
    write(tmp_path / "two" / "d", b"inside")

    result = scan_folder(tmp_path / "one", tmp_path / "two", exact_only=True, across=across)

    assert len(result.groups) == groups


def test_a_file_of_a_reference_folder_stays(tmp_path: Path, scan_folder: Scan) -> None:
    write(tmp_path / "archive" / "deep" / "z", b"same")
    write(tmp_path / "a", b"same")

    (group,) = scan_folder(tmp_path, exact_only=True, reference_folders=(str(tmp_path / "archive"),)).groups

    assert group.keeper.path == str(tmp_path / "archive" / "deep" / "z")
    assert group.keeper.is_protected
