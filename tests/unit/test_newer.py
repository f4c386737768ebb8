"""Whether there is a newer version: one question to one address, and any answer survived."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING

import pytest

from core import newer
from core.errors import KnownError
from core.newer import is_newer, newest_version
from tests.unit.servers import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

ENTRY = '<entry><link rel="alternate" href="https://example.org/a/b/releases/tag/{tag}"/></entry>'


@contextmanager
def feed(*tags: str, status: int = 200, place: str = "") -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Serve a feed with these releases; give its address and what was asked."""
    asked: list[dict[str, str]] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append({"path": self.path, **self.headers})
            self.send_response(status)
            if place:
                self.send_header("Location", place)
            self.end_headers()
            self.wfile.write("".join(ENTRY.format(tag=tag) for tag in tags).encode())

        def log_message(self, *_words: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/releases.atom", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_the_newest_release_is_named_whatever_the_order_and_trials_do_not_count() -> None:
    with feed("v0.9.0", "v0.10.1", "v0.2", "v9.0.0-rc1") as (address, _):
        assert newest_version(address) == "0.10.1"


def test_one_question_is_asked_and_says_nothing_of_this_computer() -> None:
    with feed("v1.0") as (address, asked):
        newest_version(address)

    [question] = asked
    assert question["path"] == "/releases.atom"
    assert question["User-Agent"] == "Neartwin"
    assert set(question) == {"path", "Accept-Encoding", "Host", "User-Agent", "Accept", "Connection"}


@pytest.mark.parametrize("status", [404, 500])
def test_an_error_is_told_as_one(status: int) -> None:
    with feed("v1.0", status=status) as (address, _), pytest.raises(KnownError):
        newest_version(address)


def test_nobody_else_is_asked_when_the_answer_points_elsewhere() -> None:
    with feed("v1.0") as (other, asked), feed(status=302, place=other) as (address, _):
        with pytest.raises(KnownError):
            newest_version(address)
        assert asked == []


def test_an_answer_without_a_version_and_a_server_that_is_not_there_are_told() -> None:
    with feed() as (address, _), pytest.raises(KnownError):
        newest_version(address)
    with pytest.raises(KnownError):
        newest_version(f"http://127.0.0.1:{free_port()}/")


def test_a_server_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newer, "SECONDS", 0.2)
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as silent, pytest.raises(KnownError):
        newest_version(f"http://127.0.0.1:{silent.server_port}/")


@pytest.mark.parametrize(
    ("version", "than", "expected"),
    [
        ("0.2", "0.1.0", True),
        ("0.10", "0.9", True),
        ("1.0.0", "1.0", False),
        ("0.1", "0.2", False),
        ("rubbish", "0.1", False),
        ("1.0", "", False),
    ],
)
def test_versions_are_compared_by_their_numbers(version: str, than: str, *, expected: bool) -> None:
    assert is_newer(version, than) is expected
