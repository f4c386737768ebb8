"""A team whose server was away is asked later, about the files that nobody decided on since, and no other."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import pytest

from core.audit import arrivals, audit
from core.audit_team import Unasked, take_answers, trouble_of, unasked
from core.decisions import FolderRole, ReviewStatus, StatusRow
from core.library import open_library
from core.progress import NullReporter
from core.scan import scan
from core.settings import Settings
from core.team import publish
from core.team_answers import with_team
from core.team_settings import Place, Share, team_settings
from core.workers import InProcess
from tests.unit import made_texts
from tests.unit.servers import RedisServer, free_port, needs_redis

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.library import Library
    from core.submissions import Submission

HERS, NOBODYS = made_texts.text(60, seed=1), made_texts.text(60, seed=2)
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8
ACCEPTED, WAITING = ReviewStatus.ACCEPTED, ReviewStatus.UNREVIEWED


class Desk:
    """A library with an inbox, in a team."""

    def __init__(self, folder: Path, library: Library) -> None:
        self.inbox, self.library = folder / "收件箱", library
        self.inbox.mkdir()
        library.decisions.set_folders(FolderRole.INBOX, [str(self.inbox)])

    def look(self) -> None:
        """Audit what is new, with a server that nobody runs."""
        self.scan()
        waiting = arrivals(self.library)
        heard: dict[str, Submission] = {}
        audited = audit(
            waiting,
            waiting,
            self.library,
            InProcess(),
            NullReporter(),
            settings=Settings(),
            heard=heard,
            is_in_team=True,
        )
        nowhere = team_settings(Place("127.0.0.1", free_port()), "office")
        told = with_team(audited.unknown, heard, nowhere, Settings())
        assert trouble_of(told) is not None
        assert take_answers(told, audited.rows, self.library) == []

    def scan(self) -> None:
        kinds = Settings(kinds=("everything",))
        scan([str(self.inbox)], kinds, self.library, InProcess(), NullReporter())

    def ask(self, place: Place, found: Unasked) -> list[StatusRow]:
        told = with_team(found.verdicts, found.submissions, team_settings(place, "office"), Settings())
        assert trouble_of(told) is None
        return take_answers(told, found.rows, self.library)

    def row(self, name: str) -> StatusRow:
        return self.library.decisions.statuses()[str(self.inbox / name)]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_library(str(tmp_path / "library")) as opened:
        yield Desk(tmp_path, opened)


@pytest.fixture
def colleague(tmp_path: Path, server: RedisServer) -> Place:
    """A server with HERS."""
    folder = tmp_path / "anna" / "docs"
    folder.mkdir(parents=True)
    (folder / "hers.txt").write_text(HERS)
    shares = (Share(str(folder), "Legal"),)
    with open_library(str(tmp_path / "anna" / "library")) as library:
        scan([str(folder)], Settings(kinds=("everything",)), library, InProcess(), NullReporter())
        publish(library, team_settings(server.place, "office", desk_name="Anna", shares=shares), Settings())
    return server.place


@needs_redis
def test_what_was_not_asked_is_asked_from_the_index_alone_after_a_restart(
    desk: Desk, colleague: Place, tmp_path: Path
) -> None:
    (desk.inbox / "hers.txt").write_text(HERS)
    (desk.inbox / "nobodys.txt").write_text(NOBODYS)
    (desk.inbox / "picture.png").write_bytes(PICTURE)
    desk.look()
    assert {desk.row(name).is_unasked for name in ("hers.txt", "nobodys.txt", "picture.png")} == {True}
    assert desk.row("hers.txt").status is ACCEPTED
    desk.library.close()

    with open_library(str(tmp_path / "library")) as opened:
        desk.library = opened
        found = unasked(opened)
        assert found.is_all
        desk.ask(colleague, found)

        assert (desk.row("hers.txt").status, desk.row("hers.txt").verdict) == (WAITING, "team_identical")
        assert found.submissions[str(desk.inbox / "picture.png")].md5 == hashlib.md5(PICTURE).hexdigest()
        assert (desk.row("nobodys.txt").status, desk.row("nobodys.txt").verdict) == (ACCEPTED, "unique")
        assert unasked(opened).rows == ()


@needs_redis
def test_a_close_one_is_found_by_the_stored_fingerprints(desk: Desk, colleague: Place) -> None:
    (desk.inbox / "close.txt").write_text(made_texts.edited(HERS, 0.02))
    desk.look()

    [row] = desk.ask(colleague, unasked(desk.library))

    assert (row.verdict, row.status, row.is_unasked) == ("team_close", WAITING, False)


@needs_redis
def test_what_the_user_decided_before_or_while_asking_stands(desk: Desk, colleague: Place) -> None:
    for name in ("before.txt", "while.txt"):
        (desk.inbox / name).write_text(HERS if name == "before.txt" else NOBODYS)
    desk.look()
    before = desk.row("before.txt")
    desk.library.decisions.set_status(
        [StatusRow(before.digest, before.path, ACCEPTED, "unique", mtime_ns=before.mtime_ns)]
    )
    found = unasked(desk.library)
    assert [row.path for row in found.rows] == [str(desk.inbox / "while.txt")]
    meanwhile = desk.row("while.txt")
    decided = StatusRow(meanwhile.digest, meanwhile.path, ACCEPTED, "unique", mtime_ns=meanwhile.mtime_ns)
    desk.library.decisions.set_status([decided])

    assert desk.ask(colleague, found) == []
    assert desk.row("before.txt").status is desk.row("while.txt").status is ACCEPTED


def test_a_renamed_file_stays_unasked_and_a_changed_one_is_left_to_the_next_audit(desk: Desk) -> None:
    for name, text in (("a.txt", HERS), ("b.txt", NOBODYS)):
        (desk.inbox / name).write_text(text)
    desk.look()
    (desk.inbox / "a.txt").rename(desk.inbox / "renamed.txt")
    (desk.inbox / "b.txt").write_text(NOBODYS + HERS)
    os.utime(desk.inbox / "b.txt", (1_700_000_000,) * 2)
    desk.scan()
    arrivals(desk.library)

    assert [row.path for row in unasked(desk.library).rows] == [str(desk.inbox / "renamed.txt")]


def test_no_more_than_a_portion_is_asked_at_once_and_the_oldest_first(desk: Desk) -> None:
    for number in range(5):
        (desk.inbox / f"{number}.txt").write_text(made_texts.text(20, seed=50 + number))
        desk.look()

    found = unasked(desk.library, most=2)

    assert [os.path.basename(row.path) for row in found.rows] == ["0.txt", "1.txt"]
    assert not found.is_all
    assert unasked(desk.library, most=5).is_all


def test_a_library_in_no_team_leaves_no_file_to_be_asked_about(desk: Desk) -> None:
    (desk.inbox / "a.txt").write_text(HERS)
    desk.scan()
    waiting = arrivals(desk.library)
    audit(waiting, waiting, desk.library, InProcess(), NullReporter(), settings=Settings())

    assert unasked(desk.library).rows == ()
