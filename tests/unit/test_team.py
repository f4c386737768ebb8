"""The team index on a real redis-server: what is published is found, nothing else, whatever happens in between."""

from __future__ import annotations

import hashlib
import random
import socket
import stat
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from blake3 import blake3

from core import team_server, team_writing
from core.check import check
from core.library import open_library
from core.progress import NullReporter
from core.scan import scan
from core.settings import Settings
from core.team import publish, publish_wanted
from core.team_answers import team_json, team_sentence
from core.team_check import Print, TeamIndex
from core.team_layout import TEXT, Keys, bloom_bits, bloom_filter, bloom_places, in_bloom, simhash_of
from core.team_server import Server, TeamError, examine
from core.team_settings import PASSWORD_VARIABLE, Share, TeamSettings, load, place_of, save, team_settings
from core.team_shares import Wanted, content_record, text_record, wanted
from core.verdicts import checks_json
from core.wording import Wording
from core.workers import InProcess
from tests.unit.servers import RedisServer, certificate, needs_openssl, needs_redis

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.library import Library
    from core.team_settings import Place
    from core.verdicts import Verdict

pytestmark = needs_redis


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """Return a server that writes every change to its disk."""
    running = RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "no", "--save", "")
    yield running
    running.kill()


def member(place: Place, name: str = "one", *folders: str, **more: object) -> TeamSettings:
    """Return the settings of a library in the team."""
    shares = tuple(Share(folder, "Legal") for folder in folders)
    return TeamSettings(place, "office", desk=name, desk_name=name.title(), shares=shares, **more)


def made(seed: int, count: int, first: int = 0) -> tuple[Wanted, list[Print]]:
    """Return what a library of made documents publishes, and the prints of these documents."""
    choice = np.random.default_rng(seed)
    sketches = choice.integers(0, 1 << 16, (count, 128), dtype=np.uint16)
    simhashes = np.random.default_rng(seed + 1000).integers(0, 1 << 64, count, dtype=np.uint64).tolist()
    contents, texts, prints = {}, {}, []
    for number in range(count):
        data = f"{seed}:{number + first}".encode()
        digest, md5, slots = blake3(data).digest(), hashlib.md5(data).digest(), sketches[number].tobytes()
        contents[digest] = content_record(md5, number + 1, 1_700_000_000, 1)
        texts[number + 1] = text_record(
            simhashes[number], slots, tokens=300, size=number + 1, modified=1_700_000_000, label=1
        )
        prints.append(Print(digest, md5, simhashes[number], slots))
    return wanted(contents, texts, "m"), prints


def publish_made(place: Place, settings: TeamSettings, what: Wanted) -> int:
    """Publish, and return how many buckets and pages had to be written."""
    with Server(place, "office") as opened:
        opened.require_format(is_writer=True)
        with opened.asking():
            return publish_wanted(opened, settings, what, lambda _done, _of: None).written


def stored(place: Place) -> dict[bytes, object]:
    """Return everything that the server has of the team, less the desks with their dates."""
    with Server(place, "office") as opened:
        keys = [
            key for key in opened.client.scan_iter(count=1000) if not key.endswith((b"desks", b"numbers", b"format"))
        ]
        kinds = opened.answers([("TYPE", key) for key in keys])
        commands = {b"set": "SMEMBERS", b"hash": "HGETALL", b"string": "GET"}
        values = opened.answers([(commands[kind], key) for key, kind in zip(keys, kinds, strict=True)])
    return {
        key: value.rstrip(b"\0") if kind == b"string" else sorted(value)
        for key, kind, value in zip(keys, kinds, values, strict=True)
    }


def far(one: Print, bits: int, seed: int = 1) -> Print:
    """Return a print whose SimHash is `bits` away and whose sketch is another's."""
    simhash = one.simhash or 0
    for bit in random.Random(seed).sample(range(64), bits):
        simhash ^= 1 << bit
    slots = np.random.default_rng(seed + 5000).integers(0, 1 << 16, 128, dtype=np.uint16).tobytes()
    return Print(blake3(b"other").digest(), hashlib.md5(b"other").digest(), simhash, slots)


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


def words(seed: int) -> list[str]:
    """Return a text of 400 words."""
    choice = random.Random(seed)
    return [f"word{choice.randrange(500)}" for _ in range(400)]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Library]:
    """Return the library of a colleague who has a contract."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "contract.txt").write_text(" ".join(words(1)))
    (tmp_path / "docs" / "minutes.txt").write_text(" ".join(words(2)))
    with open_library(str(tmp_path / "colleague")) as library:
        scan([str(tmp_path / "docs")], Settings(), library, InProcess(), NullReporter())
        yield library


def asked(tmp_path: Path, place: Place, text: str) -> Verdict:
    """Check a text against an empty library and the team."""
    (tmp_path / "new.txt").write_text(text)
    with open_library(str(tmp_path / "mine")) as library:
        [verdict] = check(
            [str(tmp_path / "new.txt")],
            Settings(),
            library,
            InProcess(),
            NullReporter(),
            team=member(place, "mine"),
        )
    return verdict


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


# trouble


def sentence(place: Place) -> str:
    """Return what is said when a server is to be published to."""
    with pytest.raises(TeamError) as caught:
        publish_made(place, member(place, "one", "/f"), made(1, 50)[0])
    return caught.value.message


def test_a_server_that_is_away_changes_no_local_verdict(server: RedisServer, tmp_path: Path) -> None:
    server.kill()
    verdict = asked(tmp_path, server.place, "text")

    assert verdict.kind == "undecided"
    assert verdict.team is not None
    assert verdict.team.trouble is not None
    assert verdict.team.trouble.message == team_server.AWAY
    assert team_json(verdict.team, Wording("en"))["reason"].startswith("The team index at 127.0.0.1")


def test_a_server_that_does_not_answer_is_called_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(team_server, "ANSWER_SECONDS", 0.3)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        assert sentence(place_of(f"127.0.0.1:{deaf.getsockname()[1]}")) == team_server.SLOW


def test_a_wrong_password_and_a_missing_one_are_told(tmp_path: Path) -> None:
    locked = RedisServer(tmp_path / "locked", "--requirepass", "right", "--save", "")
    try:
        assert sentence(locked.place) == team_server.NEEDS_PASSWORD
        assert sentence(replace(locked.place, password="wrong")) == team_server.WRONG_PASSWORD
        assert sentence(replace(locked.place, user="nobody", password="right")) == team_server.WRONG_PASSWORD
        assert examine(replace(locked.place, password="right"), "office").can_publish
    finally:
        locked.kill()


def test_a_user_without_the_right_is_told(server: RedisServer) -> None:
    with Server(server.place, "office") as opened:
        opened.client.execute_command("ACL", "SETUSER", "guest", "on", ">guest", "~neartwin:*", "+@read", "+ping")

    assert sentence(replace(server.place, user="guest", password="guest")) == team_server.NO_RIGHT


@needs_openssl
def test_encryption_where_the_other_side_has_none_is_told_either_way(server: RedisServer, tmp_path: Path) -> None:
    made_certificate, key = certificate(tmp_path / "tls")
    options = ("--tls-cert-file", str(made_certificate), "--tls-key-file", str(key), "--tls-auth-clients", "no")
    secret = RedisServer(tmp_path / "secret", *options, "--save", "", is_tls=True)
    try:
        trusted = replace(secret.place, ca_file=str(made_certificate))
        assert examine(trusted, "office").can_publish
        assert sentence(secret.place) == team_server.UNTRUSTED
        assert sentence(replace(secret.place, is_tls=False)) == team_server.WANTS_TLS
        assert sentence(replace(server.place, is_tls=True)) == team_server.NO_TLS
        assert sentence(replace(secret.place, ca_file=str(tmp_path / "none"))) == team_server.NO_CERTIFICATE
    finally:
        secret.kill()


def test_a_read_only_copy_can_be_asked_but_not_published_to(server: RedisServer, tmp_path: Path) -> None:
    what, prints = made(1, 20)
    publish_made(server.place, member(server.place, "one", "/f"), what)
    copy = RedisServer(tmp_path / "copy", "--replicaof", f"127.0.0.1 {server.port}", "--save", "")
    try:
        with Server(copy.place, "office") as opened:
            for _ in range(200):
                if len(TeamIndex(opened, "m").desks) == 1:
                    break
                time.sleep(0.05)
            assert [len(one) for one in TeamIndex(opened, "m").ask(prints, 3, 0.9)] == [1] * 20
        assert sentence(copy.place) == team_server.READ_ONLY
        assert not examine(copy.place, "office").can_publish
    finally:
        copy.kill()


def test_a_full_server_is_told_and_goes_on_answering(tmp_path: Path) -> None:
    small = RedisServer(tmp_path / "small", "--maxmemory", "4mb", "--save", "")
    settings = member(small.place, "one", "/f")
    try:
        publish_made(small.place, settings, made(1, 200)[0])
        with pytest.raises(TeamError) as caught:
            publish_made(small.place, settings, made(1, 8000)[0])
        assert caught.value.message == team_server.FULL
        with Server(small.place, "office") as opened:
            assert len(TeamIndex(opened, "m").ask(made(1, 200)[1], 3, 0.9)) == 200
    finally:
        small.kill()


def test_a_server_that_throws_data_away_is_warned_of(tmp_path: Path) -> None:
    careless = RedisServer(
        tmp_path / "careless", "--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru", "--save", ""
    )
    try:
        assert examine(careless.place, "office").may_evict
    finally:
        careless.kill()


# settings and layout


def test_the_settings_are_read_as_they_were_stored_and_only_by_their_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = team_settings(place_of("rediss://anna:geheim@office:6380"), "法务", shares=(Share("/a", "合同"),))
    save(str(tmp_path), settings)

    assert load(str(tmp_path)) == settings
    assert stat.S_IMODE((tmp_path / "team.json").stat().st_mode) == 0o600
    assert "geheim" not in repr(settings)
    monkeypatch.setenv(PASSWORD_VARIABLE, "other")
    loaded = load(str(tmp_path))
    assert loaded is not None
    assert loaded.place.password == "other"


def test_a_bloom_filter_knows_all_it_was_given_and_errs_once_in_a_thousand() -> None:
    digests = [hashlib.md5(str(number).encode()).digest() for number in range(20_000)]
    bits = bloom_bits(10_000)
    bitmap = bloom_filter(digests[:10_000], bits)
    known = in_bloom(bitmap, bloom_places(digests, bits))

    assert known[:10_000].all()
    assert known[10_000:].mean() < 0.001


def test_a_simhash_is_put_together_from_any_of_its_segments() -> None:
    value = 0x0123_4567_89AB_CDEF
    assert simhash_of(0x4567_89AB_CDEF, 1, 0x0123) == value
    assert simhash_of(0x0123_89AB_CDEF, 2, 0x4567) == value
    assert simhash_of(0x0123_4567_89AB, 4, 0xCDEF) == value


def test_a_record_of_a_text_has_the_promised_size() -> None:
    assert TEXT.itemsize == 160


@pytest.mark.parametrize("name", ["", "a{b}", "x" * 65, "a*b", "a\nb"])
def test_a_name_that_would_break_keys_is_no_team(name: str) -> None:
    with pytest.raises(ValueError, match="name of a team"):
        Keys(name)
