"""One file or folder reached by two paths (links, bind mounts, letter case) is never two copies."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from core.library import memory_library
from core.progress import NullReporter
from core.report import scan_json
from core.scan import scan
from core.settings import Settings
from core.volumes import Mount, Mounts, as_listed
from core.wording import Wording
from core.workers import InProcess
from tests.unit.walking import paths, posix_only, reasons, walked, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.documents import ScanResult

needs_root = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="mounting needs the rights of root, on Linux"
)


def scanned(*folders: Path) -> ScanResult:
    with memory_library() as library:
        settings = Settings(exact_only=True)
        return scan([str(folder) for folder in folders], settings, library, InProcess(), NullReporter())


@contextmanager
def bound(source: Path, target: Path) -> Iterator[None]:
    """Mount a file or folder at a second place."""
    done = subprocess.run(["mount", "--bind", source, target], check=False, capture_output=True)
    if done.returncode != 0:
        pytest.skip("this machine mounts nothing")
    try:
        yield
    finally:
        subprocess.run(["umount", target], check=True)


@needs_root
def test_a_folder_mounted_at_a_second_place_is_scanned_once(tmp_path: Path) -> None:
    write(tmp_path / "docs" / "a.bin")
    (tmp_path / "bound").mkdir()
    with bound(tmp_path / "docs", tmp_path / "bound"):
        within, beside = scanned(tmp_path), scanned(tmp_path / "docs", tmp_path / "bound")

    for result in (within, beside):
        assert result.groups == ()
        assert (result.counts.files, result.counts.size) == (1, 7)
        assert result.counts.skipped == {"same_folder": 1}


@needs_root
def test_a_file_mounted_at_a_second_place_is_one_file_of_two_names(tmp_path: Path) -> None:
    one, other = write(tmp_path / "a.bin"), write(tmp_path / "b.bin", b"")
    with bound(one, other):
        result = scanned(tmp_path)

    assert result.groups == ()
    assert result.counts.size == 7
    assert result.names == ((str(one), str(other)),)


@posix_only
def test_names_of_one_file_are_listed_and_its_bytes_counted_once(tmp_path: Path) -> None:
    one = write(tmp_path / "a.bin", b"of two names")
    os.link(one, tmp_path / "b.bin")
    write(tmp_path / "copy.bin", b"of two names")
    write(tmp_path / "alone.bin", b"alone")
    os.link(tmp_path / "alone.bin", tmp_path / "alone too.bin")

    told = scan_json(scanned(tmp_path), Wording("en"))

    assert (told["counts"]["files"], told["counts"]["bytes"]) == (5, 12 + 12 + 5)
    assert told["same_file"] == [
        [str(tmp_path / "a.bin"), str(tmp_path / "b.bin")],
        [str(tmp_path / "alone too.bin"), str(tmp_path / "alone.bin")],
    ]
    [group] = told["groups"]
    assert {member["path"] for member in group["members"]} == {str(one), str(tmp_path / "copy.bin")}


@posix_only
def test_a_scan_that_finds_all_as_it_was_lists_the_names_of_one_file_again(tmp_path: Path) -> None:
    os.link(write(tmp_path / "a.bin"), tmp_path / "b.bin")
    write(tmp_path / "c.bin")
    with memory_library() as library:
        first, again = (
            scan([str(tmp_path)], Settings(exact_only=True), library, InProcess(), NullReporter()) for _ in range(2)
        )

    assert again.counts.opened == 0
    assert (again.names, again.groups, again.counts.size) == (first.names, first.groups, first.counts.size)
    assert len(again.names) == 1


@posix_only
def test_two_spellings_of_a_root_are_one_folder_where_no_number_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "Docs" / "inner" / "a.bin")
    # A volume of any letter case answers to both spellings and lists one of them.
    (tmp_path / "DOCS").symlink_to(tmp_path / "Docs")
    listdir = os.listdir
    monkeypatch.setattr(os, "listdir", lambda folder: [name for name in listdir(folder) if name != "DOCS"])
    stick = Mounts([Mount(str(tmp_path), os.sep, "vfat", "/dev/sdb1")])

    whole = walked(tmp_path / "Docs", tmp_path / "DOCS", mounts=stick)
    nested = walked(tmp_path / "Docs", tmp_path / "DOCS" / "inner", mounts=stick)

    assert len(paths(whole)) == len(paths(nested)) == 1
    assert "same_folder" in reasons(whole, tmp_path).values()
    assert "same_folder" in reasons(nested, tmp_path).values()


def test_a_path_is_spelt_as_its_folders_list_it(tmp_path: Path) -> None:
    name = unicodedata.normalize("NFD", "Résumés")
    (tmp_path / name / "Inner").mkdir(parents=True)

    wanted = str(tmp_path / unicodedata.normalize("NFC", "résumés") / "INNER" / "not there")

    assert as_listed(wanted) == str(tmp_path / name / "Inner" / "not there")
    assert as_listed(os.sep) == os.sep
