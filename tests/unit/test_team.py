"""The team index on a real redis-server: what is published is found, nothing else, whatever happens in between."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from blake3 import blake3

from core import team_writing
from core.check import check
from core.library import open_library
from core.progress import NullReporter
from core.scan import scan
from core.settings import Settings
from core.team import publish, publish_wanted
from core.team_answers import team_sentence
from core.team_check import Print, TeamIndex
from core.team_server import Server, TeamError
from core.team_shares import text_record, wanted
from core.verdicts import checks_json
from core.wording import Wording
from core.workers import InProcess
from tests.unit.servers import RedisServer, needs_redis
from tests.unit.team_making import asked, far, made, member, publish_made, stored, words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.library import Library

pytestmark = needs_redis


# what is found


def test_what_two_libraries_published_is_found_and_nothing_else(server: RedisServer) -> None:
    for seed, name in ((1, "one"), (2, "other")):
        publish_made(server.place, member(server.place, name, "/f"), made(seed, 150)[0])
    ours, theirs, strange = made(1, 150)[1], made(2, 150)[1], made(3, 150)[1]
    with Server(server.place, "office") as opened:
        index = TeamIndex(opened, "m")
        found = index.ask([*ours, *theirs, *strange], 3, 0.9)

    assert [[(match.relation, match.desk) for match in one] for one in found] == [
        *([[("identical", "One")]] * 150),
        *([[("identical", "Other")]] * 150),
        *([[]] * 150),
    ]


@pytest.mark.parametrize("radius", [0, 3, 5, 8])
def test_every_text_within_the_radius_is_found_and_none_beyond_it(server: RedisServer, radius: int) -> None:
    what, prints = made(1, 40)
    publish_made(server.place, member(server.place, "one", "/f"), what)
    within = [far(one, radius, seed) for seed, one in enumerate(prints)]
    beyond = [far(one, radius + 1, seed) for seed, one in enumerate(prints)]
    with Server(server.place, "office") as opened:
        index = TeamIndex(opened, "m")
        found, lost = index.ask(within, radius, 0.9), index.ask(beyond, radius, 0.9)

    assert [[(match.relation, match.hamming, match.size) for match in one] for one in found] == [
        [("close", radius, number + 1)] for number in range(40)
    ]
    assert lost == [[]] * 40


def test_a_text_that_shares_most_of_its_sketch_is_close_without_a_simhash(server: RedisServer) -> None:
    what, prints = made(1, 20)
    publish_made(server.place, member(server.place, "one", "/f"), what)
    slots = np.frombuffer(prints[7].slots, np.uint16).copy()
    slots[::5] += 1
    asked = Print(b"x" * 32, b"y" * 16, None, slots.tobytes())
    with Server(server.place, "office") as opened:
        [[match]] = TeamIndex(opened, "m").ask([asked], 3, 0.9)

    assert (match.relation, match.size, match.hamming) == ("close", 8, None)
    assert 0.9 < match.estimate < 0.99


def test_an_md5_alone_makes_nothing_identical(server: RedisServer) -> None:
    what, prints = made(1, 20)
    publish_made(server.place, member(server.place, "one", "/f"), what)
    forged = Print(blake3(b"forged").digest(), prints[3].md5)
    with Server(server.place, "office") as opened:
        assert TeamIndex(opened, "m").ask([forged], 3, 0.9) == [[]]


def test_simhashes_of_other_words_are_not_compared(server: RedisServer) -> None:
    what, prints = made(1, 5)
    publish_made(server.place, member(server.place, "one", "/f"), what)
    with Server(server.place, "office") as opened:
        assert TeamIndex(opened, "another maker").ask([far(prints[0], 1)], 3, 0.9) == [[]]


def test_teams_on_one_server_do_not_see_each_other(server: RedisServer) -> None:
    what, prints = made(1, 5)
    publish_made(server.place, member(server.place, "one", "/f"), what)
    with Server(server.place, "board") as opened:
        assert TeamIndex(opened, "m").desks == {}
        assert TeamIndex(opened, "m").ask(prints, 3, 0.9) == [[]] * 5


# publishing, taking back, catching up


def test_publishing_again_writes_nothing_and_a_change_only_what_changed(server: RedisServer) -> None:
    settings = member(server.place, "one", "/f")
    publish_made(server.place, settings, made(1, 200)[0])
    assert publish_made(server.place, settings, made(1, 200)[0]) == 0
    assert 0 < publish_made(server.place, settings, made(1, 199)[0]) <= 2


def test_what_is_taken_back_leaves_nothing_and_others_keep_theirs(server: RedisServer) -> None:
    both = made(1, 100)[0]
    publish_made(server.place, member(server.place, "one", "/f"), both)
    alone = stored(server.place)
    publish_made(server.place, member(server.place, "other", "/f"), both)
    nothing = wanted({}, {}, "m")
    publish_made(server.place, member(server.place, "other", is_sharing=False), nothing)
    assert stored(server.place) == alone
    publish_made(server.place, member(server.place, "one", is_sharing=False), nothing)
    assert stored(server.place) == {}


def test_a_text_with_the_same_simhash_stays_when_its_twin_goes(server: RedisServer) -> None:
    what, prints = made(1, 2)
    texts = {
        number: text_record(5, prints[number - 1].slots, tokens=9, size=number, modified=1, label=1)
        for number in (1, 2)
    }
    settings = member(server.place, "one", "/f")
    publish_made(server.place, settings, wanted(what.contents, texts, "m"))
    publish_made(server.place, settings, wanted(what.contents, {2: texts[2]}, "m"))
    with Server(server.place, "office") as opened:
        [matches] = TeamIndex(opened, "m").ask([Print(b"x" * 32, b"y" * 16, 5, prints[1].slots)], 3, 0.9)

    assert [match.size for match in matches] == [2]


@pytest.mark.parametrize("at", [1, 4, 8])
def test_a_server_killed_in_mid_publish_is_as_it_should_be_after_the_next(
    server: RedisServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    monkeypatch.setattr(team_writing, "BUCKETS_AT_ONCE", 100)
    monkeypatch.setattr(team_writing, "PAGES_AT_ONCE", 2)
    settings, first, second = member(server.place, "one", "/f"), made(1, 300)[0], made(4, 300)[0]
    publish_made(server.place, settings, first)
    calls = 0

    def kill(_done: int, _of: int) -> None:
        nonlocal calls
        calls += 1
        if calls == at:
            server.kill()

    with Server(server.place, "office") as opened, pytest.raises(TeamError), opened.asking():
        publish_wanted(opened, settings, second, kill)
    server.start()
    publish_made(server.place, settings, second)
    after = stored(server.place)
    other = RedisServer(tmp_path / "fresh", "--save", "")
    try:
        publish_made(other.place, replace(settings, place=other.place), second)
        fresh = stored(other.place)
    finally:
        other.kill()

    assert after == fresh


def test_a_server_that_lost_its_data_is_filled_again(server: RedisServer) -> None:
    settings = member(server.place, "one", "/f")
    publish_made(server.place, settings, made(1, 100)[0])
    before = stored(server.place)
    with Server(server.place, "office") as opened:
        opened.client.flushall()
    publish_made(server.place, settings, made(1, 100)[0])

    assert stored(server.place).keys() == before.keys()


def test_digests_that_a_server_threw_away_are_noticed(server: RedisServer) -> None:
    settings = member(server.place, "one", "/f")
    publish_made(server.place, settings, made(1, 100)[0])
    before = stored(server.place)
    with Server(server.place, "office") as opened:
        opened.client.delete(opened.keys.of_desk(1, "md5"))
    publish_made(server.place, settings, made(1, 100)[0])

    assert stored(server.place) == before


# from documents to an answer


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Library]:
    """Return the library of a colleague who has a contract."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "contract.txt").write_text(" ".join(words(1)))
    (tmp_path / "docs" / "minutes.txt").write_text(" ".join(words(2)))
    with open_library(str(tmp_path / "colleague")) as library:
        scan([str(tmp_path / "docs")], Settings(), library, InProcess(), NullReporter())
        yield library


def test_a_colleagues_file_is_found_by_its_bytes_and_a_near_one_only_by_fingerprint(
    server: RedisServer, desk: Library, tmp_path: Path
) -> None:
    publish(desk, member(server.place, "anna", str(tmp_path / "docs")), Settings())
    near = words(1)
    near[100] = "other"
    english = Wording("en")
    same, close, strange = (asked(tmp_path, server.place, " ".join(text)) for text in (words(1), near, words(9)))
    assert same.team is not None
    assert close.team is not None
    assert strange.team is not None

    assert team_sentence(same.team, english) == (
        "Anna (Legal) has this file: every byte is the same, by MD5 and BLAKE3."
    )
    assert "close by fingerprint, about 99%, not verified" in team_sentence(close.team, english)
    assert strange.team.matches == ()
    [answer] = checks_json([close], english)
    assert answer["answered_by"] == "team"
    assert answer["team"]["matches"][0]["relation"] == "close"
    assert "similar" not in str(answer["team"])


def test_a_file_that_goes_is_taken_back_by_the_next_publishing(
    server: RedisServer, desk: Library, tmp_path: Path
) -> None:
    settings = member(server.place, "anna", str(tmp_path / "docs"))
    publish(desk, settings, Settings())
    (tmp_path / "docs" / "contract.txt").unlink()
    scan([str(tmp_path / "docs")], Settings(), desk, InProcess(), NullReporter())
    done = publish(desk, settings, Settings())

    assert (done.contents, done.texts) == (1, 1)
    verdict = asked(tmp_path, server.place, " ".join(words(1)))
    assert verdict.team is not None
    assert verdict.team.matches == ()


def test_no_text_and_no_name_reaches_the_server(server: RedisServer, desk: Library, tmp_path: Path) -> None:
    publish(desk, replace(member(server.place, "anna", str(tmp_path / "docs")), desk_name=""), Settings())
    data = (tmp_path / "redis" / "appendonlydir").rglob("*.aof")
    sent = b"".join(file.read_bytes() for file in data)

    assert b"SADD" in sent
    assert not any(word in sent for word in (b"word", b"contract", b"minutes", b"docs", b"txt"))


def test_what_the_library_has_itself_is_not_asked_of_the_team(
    server: RedisServer, desk: Library, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_text(" ".join(words(1)))
    server.kill()
    [verdict] = check([str(copy)], Settings(), desk, InProcess(), NullReporter(), team=member(server.place, "anna"))

    assert (verdict.kind, verdict.team) == ("identical", None)
