"""What is said when a team's server does not do what is wanted; its settings and its layout."""

from __future__ import annotations

import hashlib
import socket
import stat
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from core import team_server
from core.team_answers import team_json
from core.team_check import TeamIndex
from core.team_layout import TEXT, Keys, bloom_bits, bloom_filter, bloom_places, in_bloom, simhash_of
from core.team_server import Server, TeamError, examine
from core.team_settings import PASSWORD_VARIABLE, Share, load, place_of, save, team_settings
from core.wording import Wording
from tests.unit.servers import RedisServer, certificate, needs_openssl, needs_redis
from tests.unit.team_making import asked, made, member, publish_made

if TYPE_CHECKING:
    from pathlib import Path

    from core.team_settings import Place

pytestmark = needs_redis


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
