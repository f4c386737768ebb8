"""The user's choice of files: kinds, patterns, sizes, hidden files, folders that are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from core.filters import KINDS, Filter, SkipReason, suffix
from core.progress import NullReporter
from core.settings import Settings
from core.volumes import Mounts
from core.walk import walk

if TYPE_CHECKING:
    from pathlib import Path


def of_file(name: str, folder: str = "/root", **choices: Any) -> SkipReason | None:
    return Filter(Settings(**choices)).of_file(name, f"{folder}/{name}", "/root")


def test_no_suffix_belongs_to_two_kinds() -> None:
    suffixes = [suffix for kind in KINDS.values() for suffix in kind]
    assert len(suffixes) == len(set(suffixes))


def test_everything_is_looked_at_by_default() -> None:
    assert [of_file(name) for name in ("a.docx", "b.bin", "no suffix", "c.JPG")] == [None] * 4


def test_a_kind_lets_its_suffixes_through_in_any_letter_case() -> None:
    assert of_file("Report.DOCX", kinds=("documents",)) is None
    assert of_file("photo.jpg", kinds=("documents",)) is SkipReason.KIND
    assert of_file("photo.jpg", kinds=("documents", "pictures")) is None


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="spreadsheets"):
        Filter(Settings(kinds=("spreadsheets",)))


def test_patterns_match_names_and_paths_below_the_root() -> None:
    assert of_file("report.pdf", include=("*.PDF",)) is None
    assert of_file("report.doc", include=("*.pdf",)) is SkipReason.PATTERN
    assert of_file("report.pdf", exclude=("report*",)) is SkipReason.PATTERN
    assert of_file("a.txt", folder="/root/drafts/old", exclude=("drafts/*",)) is SkipReason.PATTERN
    assert of_file("a.txt", folder="/root/final", exclude=("drafts/*",)) is None


def test_an_excluded_pattern_beats_an_included_one() -> None:
    assert of_file("report.pdf", include=("*.pdf",), exclude=("rep*",)) is SkipReason.PATTERN


def test_a_folder_can_be_excluded_by_pattern_and_by_path() -> None:
    chosen = Filter(Settings(exclude=("node_modules",), excluded_folders=("/root/private",)))
    assert chosen.of_folder("node_modules", "/root/x/node_modules", "/root") is SkipReason.PATTERN
    assert chosen.of_folder("private", "/root/private", "/root") is SkipReason.EXCLUDED_FOLDER
    assert chosen.of_folder("public", "/root/public", "/root") is None


def test_sizes_are_bounds_that_belong_to_what_is_looked_at() -> None:
    chosen = Filter(Settings(minimum_size=10, maximum_size=20))
    assert [chosen.of_size(size) for size in (9, 10, 20, 21)] == [
        SkipReason.TOO_SMALL,
        None,
        None,
        SkipReason.TOO_LARGE,
    ]
    assert Filter(Settings()).of_size(10**15) is None


def test_hidden_files_are_looked_at_on_request() -> None:
    assert of_file(".profile") is SkipReason.HIDDEN
    assert of_file(".profile", hidden=True) is None


def test_a_suffix_is_what_follows_the_last_dot_of_a_name() -> None:
    assert [suffix(name) for name in ("a.DOCX", "a.tar.gz", ".profile", "none", "end.")] == ["docx", "gz", "", "", ""]


def test_every_file_of_a_tree_is_a_document_or_has_a_reason(tmp_path: Path) -> None:
    names = ("a.docx", "b.jpg", "~$a.docx", ".hidden", "big.docx", "draft.docx")
    for name in names:
        (tmp_path / name).write_bytes(b"x" * (100 if name == "big.docx" else 10))
    chosen = Settings(kinds=("documents",), exclude=("draft*",), maximum_size=50)

    seen = walk([str(tmp_path)], chosen, NullReporter(), Mounts(()))

    told = {skipped.path: skipped.reason for skipped in seen.skipped}
    assert [document.path for document in seen.documents] == [str(tmp_path / "a.docx")]
    assert told == {
        str(tmp_path / "b.jpg"): SkipReason.KIND,
        str(tmp_path / "~$a.docx"): SkipReason.OFFICE_LOCK,
        str(tmp_path / ".hidden"): SkipReason.HIDDEN,
        str(tmp_path / "big.docx"): SkipReason.TOO_LARGE,
        str(tmp_path / "draft.docx"): SkipReason.PATTERN,
    }
