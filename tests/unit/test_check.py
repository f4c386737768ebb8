"""Has the library this already? Every verdict, and never "unique" where that is not certain."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from core.check import EMPTY, GONE, NO_LIBRARY, NOT_REACHED, OFFLINE, TOO_SHORT, Verdict, check
from core.progress import NullReporter
from core.settings import Settings
from core.workers import InProcess
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.documents import ScanResult
    from core.library import Library

    Ask = Callable[..., Verdict]

BASE = made_texts.text(60)


@pytest.fixture
def known(tmp_path: Path, scan_folder: Callable[..., ScanResult]) -> Path:
    """A scanned folder with two documents and a picture."""
    folder = tmp_path / "known"
    folder.mkdir()
    (folder / "base.txt").write_text(BASE)
    (folder / "long.txt").write_text(made_texts.text(60, seed=4) + made_texts.text(60, seed=5))
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(200)))
    scan_folder(folder)
    return folder


@pytest.fixture
def ask(library: Library, known: Path, tmp_path: Path) -> Ask:
    """Check one text or file against the library."""

    def run(content: str | bytes | None, name: str = "new.txt") -> Verdict:
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        [verdict] = check([os.fspath(path)], Settings(), library, InProcess(), NullReporter())
        return verdict

    return run


def test_a_copy_is_identical(ask: Ask, known: Path) -> None:
    verdict = ask(BASE)

    assert (verdict.kind, verdict.in_library) == ("identical", False)
    assert [(match.path, match.is_verified) for match in verdict.matches] == [(str(known / "base.txt"), True)]


def test_a_picture_s_copy_is_found_without_any_stored_digest(ask: Ask, known: Path) -> None:
    verdict = ask((known / "picture.png").read_bytes(), "other.png")

    assert verdict.kind == "identical"


def test_the_same_text_in_another_encoding_is_the_same_text(ask: Ask) -> None:
    assert ask(BASE.encode("gb18030")).kind == "same_text"


def test_an_edited_copy_is_similar_with_its_true_figure(ask: Ask) -> None:
    verdict = ask(made_texts.edited(BASE, 0.05))

    assert verdict.kind == "similar"
    assert 0.9 <= verdict.matches[0].similarity < 1.0


def test_a_piece_of_a_document_is_contained(ask: Ask) -> None:
    verdict = ask(made_texts.text(60, seed=4))

    assert verdict.kind == "contained"
    assert verdict.matches[0].share > 0.95


def test_borrowed_passages_are_told_with_their_share(ask: Ask) -> None:
    borrowed = "\n".join(BASE.splitlines()[:12])

    verdict = ask(made_texts.text(100, seed=77) + borrowed)

    assert verdict.kind == "passages"
    assert verdict.matches[0].path.endswith("base.txt")
    assert 0.05 < verdict.matches[0].share < 0.2


def test_a_new_document_is_unique_with_the_number_compared(ask: Ask) -> None:
    verdict = ask(made_texts.text(60, seed=99))

    assert (verdict.kind, verdict.reason, verdict.matches) == ("unique", "", ())
    assert (verdict.compared, verdict.of) == (2, 2)


def test_a_file_of_the_library_is_told_from_a_copy(ask: Ask, library: Library, known: Path) -> None:
    [own] = check([str(known / "base.txt")], Settings(), library, InProcess(), NullReporter())

    assert own.in_library
    assert not own.matches


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"", "empty.txt"),
        (b" \n ", "blank.txt"),
        ("十二个字的一份文件啊".encode(), "short.txt"),
        (b"PK\x03\x04", "broken.docx"),
    ],
)
def test_what_cannot_be_compared_is_undecided_and_never_unique(ask: Ask, content: bytes, name: str) -> None:
    verdict = ask(content, name)

    assert verdict.kind == "undecided"
    assert verdict.reason


def test_too_short_a_text_is_told_so(ask: Ask) -> None:
    assert ask("只有几个字。").reason == TOO_SHORT


def test_an_empty_file_is_told_so(ask: Ask) -> None:
    assert ask("").reason == EMPTY


def test_an_empty_library_has_no_answer(library: Library, tmp_path: Path) -> None:
    (tmp_path / "new.txt").write_text(BASE)

    [verdict] = check([str(tmp_path / "new.txt")], Settings(), library, InProcess(), NullReporter())

    assert (verdict.kind, verdict.reason) == ("undecided", NO_LIBRARY)


def test_a_root_without_files_that_is_gone_makes_nothing_uncertain(ask: Ask, library: Library) -> None:
    library.index.root("/nowhere/at/all", "", "/")

    assert ask(made_texts.text(60, seed=99)).kind == "unique"


def test_a_missing_file_is_told_so(ask: Ask) -> None:
    assert ask(None, "nowhere.txt").reason == GONE


def test_with_a_disk_away_matches_are_unverified_and_the_rest_is_undecided(ask: Ask, known: Path) -> None:
    shutil.move(known, known.with_name("away"))

    found, not_found = ask(BASE), ask(made_texts.text(60, seed=99))

    assert found.kind == "identical"
    assert not found.matches[0].is_verified
    assert (not_found.kind, not_found.reason) == ("undecided", OFFLINE)
    assert not_found.compared < not_found.of


def test_a_folder_that_a_later_scan_finds_gone_is_left_out_and_named(
    ask: Ask, known: Path, tmp_path: Path, scan_folder: Callable[..., ScanResult]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "new.txt").write_text(made_texts.text(60, seed=12))
    shutil.rmtree(known)

    scan_folder(other)
    verdict = ask(made_texts.text(60, seed=99))

    assert (verdict.kind, verdict.reason) == ("unique", NOT_REACHED)
    assert (verdict.compared, verdict.of) == (1, 3)
    assert not ask(BASE).matches[0].is_verified


def test_a_folder_is_checked_file_by_file_and_nothing_is_stored(library: Library, known: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dropped"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.txt").write_text(BASE)
    (folder / "sub" / "b.txt").write_text(made_texts.text(60, seed=99))
    before = library.index.file_count()

    verdicts = check([str(folder)], Settings(), library, InProcess(), NullReporter())

    assert [verdict.kind for verdict in verdicts] == ["identical", "unique"]
    assert library.index.file_count() == before
