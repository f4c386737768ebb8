"""Care for a library: what it holds, backups, carrying it elsewhere, shared ones, the choice among several, erasing."""

from __future__ import annotations

import os
import sqlite3
import stat
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core import care, exchange, libraries
from core.decisions import FolderRole, Mark, ReviewStatus, StatusRow
from core.documents import Relation
from core.errors import KnownError
from core.library import DECISIONS_NAME, INDEX_NAME, default_folder, open_library
from core.library_choice import PORTABLE_NAME, portable_folder
from core.progress import NullReporter
from core.scan import scan
from core.settings import Settings
from core.snapshot import open_shared
from core.workers import InProcess
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.library import Library

QUIET = NullReporter()


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a home of its own."""
    home = tmp_path / "home"
    for name in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    monkeypatch.delenv("NEARTWIN_LIBRARY", raising=False)
    return home


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the test's library lies."""
    return tmp_path / "library"


@pytest.fixture
def filled(tmp_path: Path, place: Path) -> Iterator[Library]:
    """A library of a few documents and decisions of every kind."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.txt").write_text(made_texts.text(20, seed=number))
    with open_library(str(place)) as library:
        scan([str(folder)], Settings(), library, InProcess(), QUIET)
        decisions = library.decisions
        decisions.mark([Mark("/a/1.txt")])
        decisions.settle_pairs([("aa", "bb")])
        decisions.settle_whole(Relation.IDENTICAL, "i:cc", 3)
        decisions.set_status([StatusRow("dd", "/a/2.txt", ReviewStatus.ACCEPTED)])
        decisions.set_folders(FolderRole.PROTECTED, ["/a"])
        decisions.save_rule("mine", "{}")
        yield library


def test_what_is_stored_is_told_in_files_texts_and_bytes(filled: Library, place: Path) -> None:
    held = care.holdings(filled)

    assert (held.files, held.documents, held.texts, held.kept_texts) == (4, 4, 4, 4)
    assert held.size == sum(path.stat().st_size for path in place.iterdir() if path.name.startswith(("index", "deci")))


def test_a_whole_library_passes_and_a_damaged_page_is_found(filled: Library, place: Path) -> None:
    assert care.examine(filled, QUIET).is_whole
    filled.index.compact()
    filled.close()
    data = bytearray((place / INDEX_NAME).read_bytes())
    data[len(data) // 2 : len(data) // 2 + 4096] = b"\xff" * 4096
    (place / INDEX_NAME).write_bytes(data)

    from core.index import Index  # opened as it is: the library would set it aside

    damaged = Index(str(place / INDEX_NAME))
    assert damaged.faults()
    damaged.close()


def test_decisions_are_copied_whole_while_the_library_is_open(filled: Library, tmp_path: Path) -> None:
    care.back_up_decisions(filled, str(tmp_path / "copy.db"))

    copy = sqlite3.connect(tmp_path / "copy.db")
    assert copy.execute("SELECT count(*) FROM mark").fetchone() == (1,)
    copy.close()
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    with pytest.raises(KnownError, match="Choose another place"):
        care.back_up_decisions(filled, str(tmp_path / "nowhere" / "copy.db"))
    assert not list(tmp_path.glob(".neartwin*"))


@pytest.mark.parametrize("name", [INDEX_NAME, DECISIONS_NAME])
def test_no_copy_is_written_over_the_library_itself(filled: Library, place: Path, name: str) -> None:
    before = (place / name).stat().st_ino

    with pytest.raises(KnownError, match="this very library"):
        care.back_up_decisions(filled, str(place / name))
    with pytest.raises(KnownError, match="this very library"):
        exchange.export_library(filled, str(place / name), NullReporter())
    assert (place / name).stat().st_ino == before


def test_a_copy_a_day_is_kept_and_only_the_newest_stay(filled: Library, place: Path) -> None:
    for day in range(1, 13):
        (place / care.BACKUPS_NAME).mkdir(exist_ok=True)
        (place / care.BACKUPS_NAME / f"decisions-2001-01-{day:02d}.db").write_bytes(b"old")

    first, second = care.back_up_daily(filled), care.back_up_daily(filled)

    assert first is not None
    assert second is None
    kept = care.backups(filled)
    assert (kept[0], len(kept)) == (first, care.KEPT_BACKUPS)


def test_compaction_gives_back_what_no_file_has_any_more(filled: Library, tmp_path: Path) -> None:
    big = tmp_path / "documents" / "big.txt"
    big.write_text(made_texts.text(8000, seed=50))
    scan([str(tmp_path / "documents")], Settings(), filled, InProcess(), QUIET)
    big.unlink()
    scan([str(tmp_path / "documents")], Settings(), filled, InProcess(), QUIET)

    assert care.compact(filled, QUIET) > 100_000
    assert care.holdings(filled).texts == 4


def test_stored_texts_can_be_erased_and_fingerprints_stay(filled: Library, tmp_path: Path, place: Path) -> None:
    (tmp_path / "documents" / "phrase.txt").write_text("a phrase that shall not stay " * 20)
    scan([str(tmp_path / "documents")], Settings(), filled, InProcess(), QUIET)

    care.forget_texts(filled, QUIET)

    assert (care.holdings(filled).texts, care.holdings(filled).kept_texts) == (5, 0)
    assert filled.whole_text(str(tmp_path / "documents" / "phrase.txt")) is None


def test_an_exported_library_is_the_same_where_it_is_imported(filled: Library, tmp_path: Path) -> None:
    carried = tmp_path / f"carried{exchange.EXPORT_SUFFIX}"
    exchange.export_library(filled, str(carried), QUIET)

    exchange.import_library(str(carried), str(tmp_path / "other"), QUIET)

    with open_library(str(tmp_path / "other")) as other:
        assert list(other.index.files_under(str(tmp_path))) == list(filled.index.files_under(str(tmp_path)))
        assert other.decisions.marks().keys() == {"/a/1.txt"}
        assert care.holdings(other).kept_texts == 4
    assert stat.S_IMODE((tmp_path / "other" / INDEX_NAME).stat().st_mode) == 0o600


def test_an_export_without_texts_holds_none(filled: Library, tmp_path: Path) -> None:
    exchange.export_library(filled, str(tmp_path / "x"), QUIET, with_texts=False)
    exchange.import_library(str(tmp_path / "x"), str(tmp_path / "other"), QUIET)

    with open_library(str(tmp_path / "other")) as other:
        assert (care.holdings(other).texts, care.holdings(other).kept_texts) == (4, 0)


def test_an_import_that_cannot_be_leaves_nothing_behind(filled: Library, tmp_path: Path, place: Path) -> None:
    (tmp_path / "no archive").write_bytes(b"x" * 100)
    with zipfile.ZipFile(tmp_path / "half", "w") as half:
        half.writestr("neartwin.json", '{"format": 1}')
        half.writestr(INDEX_NAME, b"no database")
    for name in ("no archive", "half", "nowhere"):
        with pytest.raises(KnownError):
            exchange.import_library(str(tmp_path / name), str(tmp_path / "other"), QUIET)
        assert not (tmp_path / "other").exists()
    exchange.export_library(filled, str(tmp_path / "good"), QUIET)
    with pytest.raises(KnownError, match="not empty"):
        exchange.import_library(str(tmp_path / "good"), str(place), QUIET)


def test_decisions_of_a_backup_are_added_and_those_made_here_stay(filled: Library, tmp_path: Path) -> None:
    care.back_up_decisions(filled, str(tmp_path / "copy.db"))
    with open_library(str(tmp_path / "other")) as other:
        other.decisions.set_status([StatusRow("dd", "/a/2.txt", ReviewStatus.REJECTED)])

        first = exchange.import_decisions(other, str(tmp_path / "copy.db"))
        again = exchange.import_decisions(other, str(tmp_path / "copy.db"))

        assert first == exchange.TakenOver(settled=2, marks=1, statuses=0, folders=1, rules=1)
        assert again == exchange.TakenOver(0, 0, 0, 0, 0)
        assert other.decisions.statuses()["/a/2.txt"].status is ReviewStatus.REJECTED
        assert {row.members for row in other.decisions.settled()} == {0, 3}


def test_a_shared_library_is_read_from_a_snapshot_and_nothing_is_written_beside_it(
    filled: Library, place: Path, tmp_path: Path
) -> None:
    before = sorted((path.name, path.stat().st_mtime_ns) for path in place.iterdir())
    with open_shared(str(place), QUIET, str(tmp_path / "cache")) as shared:
        assert shared.is_read_only
        assert shared.index.file_count() == 4
        with pytest.raises(KnownError, match="read only"):
            scan([str(tmp_path / "documents")], Settings(), shared, InProcess(), QUIET)
        with pytest.raises(KnownError, match="read only"):
            exchange.import_decisions(shared, str(place / DECISIONS_NAME))
        with pytest.raises(sqlite3.OperationalError):
            shared.decisions.mark([Mark("/b")])
    assert sorted((path.name, path.stat().st_mtime_ns) for path in place.iterdir()) == before

    (tmp_path / "documents" / "new.txt").write_text(made_texts.text(20, seed=9))
    scan([str(tmp_path / "documents")], Settings(), filled, InProcess(), QUIET)
    with open_shared(str(place), QUIET, str(tmp_path / "cache")) as shared:
        assert shared.index.file_count() == 5


def test_a_library_on_another_machine_is_opened_read_only(
    filled: Library, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.volumes.Mount.is_network", property(lambda _: True))

    with open_library(str(place)) as shared:
        assert shared.is_read_only
        assert shared.index.file_count() == filled.index.file_count()


def test_the_chosen_library_is_used_until_another_is_chosen(tmp_path: Path, own_home: Path) -> None:
    usual = default_folder()
    libraries.choose_library(str(tmp_path / "work"))
    libraries.choose_library(str(tmp_path / "home library"))

    assert usual == str(own_home / "data" / "neartwin" / "library")
    assert default_folder() == str(tmp_path / "home library")
    known = libraries.libraries()
    assert [place.folder for place in known] == [usual, str(tmp_path / "home library"), str(tmp_path / "work")]
    assert [place.is_current for place in known] == [False, True, False]
    libraries.forget_library(str(tmp_path / "home library"))
    assert default_folder() == str(tmp_path / "work")
    assert (tmp_path / "home library" / INDEX_NAME).exists()


def test_a_choice_that_the_next_start_would_not_keep_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEARTWIN_LIBRARY", str(tmp_path / "named"))

    with pytest.raises(KnownError, match="always starts with the library in"):
        libraries.choose_library(str(tmp_path / "other"))

    assert not (tmp_path / "other").exists()


def test_a_chosen_library_whose_disk_is_away_is_not_begun_anew(tmp_path: Path) -> None:
    libraries.choose_library(str(tmp_path / "stick" / "library"))
    os.rename(tmp_path / "stick", tmp_path / "drawer")

    with pytest.raises(KnownError, match="Connect its disk"):
        open_library()

    assert not (tmp_path / "stick").exists()


def test_a_folder_with_other_files_is_no_place_for_a_library(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.docx").write_bytes(b"x")

    with pytest.raises(KnownError, match="holds other files"):
        libraries.choose_library(str(tmp_path / "full"))


def test_a_portable_program_uses_the_library_beside_it(
    filled: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    assert portable_folder(str(stick)) is None

    made = libraries.make_portable(filled, QUIET, str(stick))
    monkeypatch.setenv("APPIMAGE", str(stick / "Neartwin.AppImage"))

    assert portable_folder() == str(stick / PORTABLE_NAME)
    assert default_folder() == made == str(stick / PORTABLE_NAME / "library")
    with open_library() as carried:
        assert carried.index.file_count() == 4
        assert carried.decisions.marks().keys() == {"/a/1.txt"}
    with pytest.raises(KnownError, match="not empty"):
        libraries.make_portable(filled, QUIET, str(stick))


def test_erasing_everything_takes_what_neartwin_made_and_nothing_else(
    filled: Library, place: Path, tmp_path: Path, own_home: Path
) -> None:
    filled.close()
    libraries.choose_library(str(place))
    with open_library(str(own_home / "data" / "neartwin" / "library")) as own:
        own.decisions.mark([Mark("/x")])
        care.back_up_daily(own)
    (place / "letter of mine.txt").write_text("mine")
    (place / "backups").mkdir(exist_ok=True)
    (place / "backups" / "photo of mine.jpg").write_bytes(b"mine")
    (place / "backups" / "decisions-2020-01-01.db").write_bytes(b"ours")
    (tmp_path / "settings.ini").write_text("x")
    documents = sorted((tmp_path / "documents").iterdir())

    done = libraries.erase_everything([str(tmp_path / "settings.ini")])

    assert done.left == ()
    assert sorted(path.name for path in place.iterdir()) == ["backups", "letter of mine.txt"]
    assert [path.name for path in (place / "backups").iterdir()] == ["photo of mine.jpg"]
    assert not (own_home / "data" / "neartwin").exists()
    assert not (own_home / "config" / "neartwin").exists()
    assert not (tmp_path / "settings.ini").exists()
    assert sorted((tmp_path / "documents").iterdir()) == documents
    assert str(place / DECISIONS_NAME) in done.erased
