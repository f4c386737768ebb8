"""New files of an inbox are checked and accepted, rejected, or wait; what was decided follows a renamed file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.audit import Audited, accept_what_is_there, arrivals, audit, decided, listed, move_files
from core.decisions import FolderRole, ReviewStatus, StatusRow
from core.disk import Disk
from core.errors import ProblemKind
from core.progress import NullReporter
from core.settings import CHOICES, Settings
from core.workers import InProcess
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.documents import ScanResult
    from core.library import Library

ACCEPTED, REJECTED, WAITING = ReviewStatus.ACCEPTED, ReviewStatus.REJECTED, ReviewStatus.UNREVIEWED
BASE = made_texts.text(60)


class Desk:
    """A library of one folder, and an inbox beside it."""

    def __init__(self, library: Library, folder: Path, scan_folder: Callable[..., ScanResult]) -> None:
        self.library = library
        self.known, self.inbox = folder / "known", folder / "收件箱"
        self._scan = scan_folder
        for place in (self.known, self.inbox):
            place.mkdir()
        (self.known / "base.txt").write_text(BASE)
        library.decisions.set_folders(FolderRole.INBOX, [str(self.inbox)])

    def arrive(self, name: str, content: str | bytes, second: int = 0) -> Path:
        path = self.inbox / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        os.utime(path, (1_700_000_000 + second,) * 2)
        return path

    def look(self, **options: object) -> Audited:
        self._scan(self.known, self.inbox)
        waiting = arrivals(self.library)
        settings = Settings(**options)  # type: ignore[arg-type]  # names of settings
        return audit(waiting, waiting, self.library, InProcess(), NullReporter(), settings=settings)

    def status(self, path: Path) -> StatusRow:
        return self.library.decisions.statuses()[str(path)]


@pytest.fixture
def desk(library: Library, tmp_path: Path, scan_folder: Callable[..., ScanResult]) -> Desk:
    return Desk(library, tmp_path, scan_folder)


def test_a_copy_is_rejected_with_what_it_repeats_and_a_new_text_is_accepted(desk: Desk) -> None:
    copy, new = desk.arrive("副本.txt", BASE), desk.arrive("新.txt", made_texts.text(60, seed=1))

    told = desk.look()

    row = desk.status(copy)
    assert (row.status, row.verdict, row.repeats) == (REJECTED, "identical", str(desk.known / "base.txt"))
    assert (desk.status(new).status, desk.status(new).verdict) == (ACCEPTED, "unique")
    assert told.counts == {REJECTED: 1, ACCEPTED: 1}


def test_an_edited_copy_waits_with_its_figure(desk: Desk) -> None:
    edited = desk.arrive("edited.txt", made_texts.edited(BASE, 0.05))
    desk.look()

    row = desk.status(edited)
    assert (row.status, row.verdict) == (WAITING, "similar")
    assert row.figure is not None
    assert 0.9 <= row.figure < 1.0


def test_what_cannot_be_told_waits(desk: Desk) -> None:
    short = desk.arrive("short.txt", "一行字")
    picture = desk.arrive("picture.png", b"\x89PNG\r\n\x1a\n")
    empty = desk.arrive("empty.txt", "")
    desk.look()

    assert {desk.status(path).status for path in (short, picture, empty)} == {WAITING}
    assert desk.status(short).verdict == "undecided"


@pytest.mark.parametrize("choice", CHOICES["inbox_rejects"])
def test_the_rule_rejects_what_the_user_chose_and_nothing_weaker(choice: str) -> None:
    settings = Settings(inbox_rejects=choice, inbox_accepts_new=False)
    rejected = [kind for kind in ("identical", "same_text", "similar") if decided(kind, settings) is REJECTED]

    assert rejected == ["identical", "same_text", "similar"][: CHOICES["inbox_rejects"].index(choice)]
    assert {decided(kind, settings) for kind in ("contained", "passages", "unique", "undecided")} == {WAITING}


def test_of_two_new_files_that_repeat_each_other_the_first_is_the_original(desk: Desk) -> None:
    text = made_texts.text(60, seed=2)
    second, first = desk.arrive("a.txt", text, second=20), desk.arrive("b.txt", text, second=10)
    desk.look()

    assert desk.status(first).status is ACCEPTED
    assert (desk.status(second).status, desk.status(second).repeats) == (REJECTED, str(first))


def test_the_first_is_the_original_also_when_files_are_audited_one_by_one(desk: Desk) -> None:
    text = made_texts.text(60, seed=2)
    first, second = desk.arrive("b.txt", text, second=10), desk.arrive("a.txt", text, second=20)
    desk._scan(desk.known, desk.inbox)
    waiting = arrivals(desk.library)
    for number, path in enumerate(waiting):
        audit([path], waiting[number:], desk.library, InProcess(), NullReporter(), settings=Settings())

    assert waiting == [str(first), str(second)]
    assert desk.status(first).status is ACCEPTED
    assert desk.status(second).status is REJECTED


def test_a_file_is_audited_once(desk: Desk) -> None:
    desk.arrive("新.txt", made_texts.text(60, seed=1))

    assert len(desk.look().rows) == 1
    assert desk.look().rows == ()


@pytest.mark.parametrize("content", [made_texts.text(60, seed=1), b"\x89PNG\r\n\x1a\n" + bytes(99)])
def test_the_status_survives_a_rename_and_a_move_out_of_the_inbox(desk: Desk, content: str | bytes) -> None:
    desk.arrive("other.txt", "一行字")  # an inbox with nothing in it may be a mount point whose disk is away
    path = desk.arrive("新.txt" if isinstance(content, str) else "图.png", content)
    desk.look()
    desk.library.decisions.set_status([StatusRow(desk.status(path).digest, str(path), REJECTED, "unique")])
    renamed = path.rename(path.with_name(f"renamed{path.suffix}"))

    assert desk.look().rows == ()
    assert desk.status(renamed).status is REJECTED
    assert str(path) not in desk.library.decisions.statuses()

    moved = renamed.rename(desk.known / renamed.name)
    desk.look()
    if isinstance(content, str):  # a digest of other files is known only where it was needed
        assert desk.status(moved).status is REJECTED


def test_a_file_whose_content_changes_is_audited_again(desk: Desk) -> None:
    path = desk.arrive("新.txt", made_texts.text(60, seed=1))
    desk.look()
    desk.arrive("新.txt", BASE, second=50)

    assert [row.status for row in desk.look().rows] == [REJECTED]
    assert desk.status(path).repeats == str(desk.known / "base.txt")


def test_a_file_that_was_only_touched_keeps_what_was_decided(desk: Desk) -> None:
    path = desk.arrive("新.txt", made_texts.text(60, seed=1))
    desk.look()
    desk.library.decisions.set_status([StatusRow(desk.status(path).digest, str(path), REJECTED, "unique")])
    os.utime(path, (1_800_000_000,) * 2)

    assert desk.look().rows == ()
    assert desk.status(path).status is REJECTED


def test_a_copy_repeats_the_accepted_one_rather_than_a_rejected_one(desk: Desk) -> None:
    desk.arrive("a.txt", BASE)
    desk.look()
    again = desk.arrive("b.txt", BASE, second=5)
    desk.look()

    assert desk.status(again).repeats == str(desk.known / "base.txt")


def test_what_is_there_can_be_accepted_unseen(desk: Desk) -> None:
    old = desk.arrive("old.txt", BASE)
    desk._scan(desk.known, desk.inbox)

    assert accept_what_is_there(desk.library, str(desk.inbox)) == 1
    assert desk.look().rows == ()
    assert (desk.status(old).status, desk.status(old).verdict) == (ACCEPTED, "")


def test_files_that_are_gone_are_not_listed_and_come_back_as_they_were(desk: Desk) -> None:
    other = desk.arrive("other.txt", "一行字")
    path = desk.arrive("新.txt", made_texts.text(60, seed=1))
    desk.look()
    content = path.read_bytes()
    path.unlink()
    desk.look()
    assert [row.path for row in listed(desk.library)] == [str(other)]

    desk.arrive("新.txt", content)
    assert desk.look().rows == ()
    assert {row.path for row in listed(desk.library)} == {str(other), str(path)}


def moved(desk: Desk, *paths: Path, protected: str = "") -> tuple[list[tuple[str, str]], list[ProblemKind]]:
    done, problems = move_files(
        [str(path) for path in paths],
        str(desk.known),
        desk.library.decisions,
        lambda: None,
        is_protected=lambda path: os.path.basename(path) == protected,
    )
    return done, [problem.kind for problem in problems]


def test_moving_overwrites_nothing_and_the_status_goes_along(desk: Desk) -> None:
    path = desk.arrive("base.txt", made_texts.text(60, seed=1))
    desk.look()
    before = desk.status(path)

    done, problems = moved(desk, path)

    assert done == [(str(path), str(desk.known / "base (1).txt"))]
    assert problems == []
    assert (desk.known / "base.txt").read_text() == BASE
    assert desk.status(desk.known / "base (1).txt").digest == before.digest


def test_what_cannot_be_moved_stays_and_is_told(desk: Desk) -> None:
    kept, gone = desk.arrive("kept.txt", "x"), desk.inbox / "gone.txt"

    assert moved(desk, kept, gone, protected="kept.txt") == ([], [ProblemKind.DENIED, ProblemKind.UNREADABLE])
    assert kept.exists()


def test_a_move_to_another_volume_is_a_proved_copy(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    path = desk.arrive("新.txt", "内容")
    rename = Disk.rename

    def only_within(self: Disk, source: str, target: str) -> None:
        if os.path.dirname(source) != os.path.dirname(target):
            raise OSError(18, "other volume")
        rename(self, source, target)

    monkeypatch.setattr(Disk, "rename", only_within)
    [(_, target)] = moved(desk, path)[0]

    assert not path.exists()
    assert Path(target).read_text(encoding="utf-8") == "内容"
    assert sorted(os.listdir(desk.known)) == ["base.txt", "新.txt"]
