"""The team index: a library publishes fingerprints of chosen folders on a server, so that colleagues can ask for them.

What leaves the desk are MD5, BLAKE3, SimHash, half of the sketch, sizes, dates and the labels that the user wrote:
never a text, a name or a path. There is no list of what is still to be sent: at each publishing the library's own rows
are compared with check sums on the server, bucket by bucket, and only what differs is written. So a server that was
killed, restored or emptied, and a program that was killed in between, catch up by the next publishing.

How it lies on the server: `core.team_layout`. Asking it: `core.team_check`.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.errors import msgid
from core.team_layout import BUCKET_BITS, FORMAT, bloom_bits, bloom_filter
from core.team_server import Server, TeamError
from core.team_shares import wanted_of
from core.team_writing import WRITING, write_contents, write_texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.library import Library
    from core.settings import Settings
    from core.team_settings import TeamSettings
    from core.team_shares import Wanted

    Pause = Callable[[int, int], None]

MOST_DESKS = (1 << 16) - 1
"""Desks of a team: their number takes 16 bits."""

OLD_FILTER_SECONDS = 3600
"""How long a filter of an earlier size stays, for those who are asking by it."""

CROWDED = msgid("The team index at {place} has as many libraries as it can hold. Use another team.")


@dataclass(frozen=True, slots=True)
class Published:
    """How a publishing ended.

    Attributes:
        contents, texts: what the team can find of this library now.
        written: buckets and pages that were not as they should be.
        undigested: files of the shared folders of which no digest is known, so that they are not shared.
    """

    contents: int
    texts: int
    written: int
    undigested: int


def publish(
    library: Library, team: TeamSettings, settings: Settings, pause: Pause = lambda _done, _of: None
) -> Published:
    """Bring the team index to what the library has in the shared folders; with sharing off, take everything back.

    Args:
        pause: called with buckets done and all, between batches; what it raises ends the publishing, and the next one
            goes on where it ended.

    Raises:
        TeamError: when the server is away, slow, full or refuses.
    """
    wanted = wanted_of(library.index, team if team.is_sharing else None, settings)
    with Server(team.place, team.team) as server:
        server.require_format(is_writer=team.is_sharing)
        with server.asking():
            return publish_wanted(server, team, wanted, pause)


def publish_wanted(server: Server, team: TeamSettings, wanted: Wanted, pause: Pause) -> Published:
    """Bring a server to `wanted`; inside `Server.asking`."""
    entry = _entry(server, team, wanted)
    if entry is None:
        return Published(0, 0, 0, wanted.undigested)
    desk, known_bits = int(entry["number"]), int(entry.get("bits", 0))
    written = _write(server, desk, wanted, pause)
    if _is_off(server, desk, wanted):
        server.client.delete(*(server.keys.of_desk(desk, name) for name in ("md5", "blake3", "sums:t")))
        server.client.set(server.keys.of_desk(desk, "sums:c"), WRITING * (1 << BUCKET_BITS))
        written += _write(server, desk, wanted, pause)
    if not team.is_sharing:
        _leave(server, team, desk, known_bits)
    else:
        _enter(server, team, wanted, desk, known_bits)
    return Published(len(wanted.contents), len(wanted.numbers), written, wanted.undigested)


def _write(server: Server, desk: int, wanted: Wanted, pause: Pause) -> int:
    """Write what differs, and return how many buckets and pages that were. The filter goes first: it may know more
    than the sets, never less."""
    bits = bloom_bits(len(wanted.contents))
    bitmap = server.keys.of_desk(desk, f"bloom:{bits}")

    def before() -> None:
        server.client.set(bitmap, bloom_filter(wanted.md5s, bits))

    if wanted.contents and not server.client.exists(bitmap):
        before()
    return write_contents(server, desk, wanted, before, pause) + write_texts(server, desk, wanted, pause)


def _is_off(server: Server, desk: int, wanted: Wanted) -> bool:
    """Return whether the server lost or kept what its check sums do not tell: it threw away, or was tampered with."""
    client: Any = server.client
    counts = client.scard(server.keys.of_desk(desk, "md5")), client.scard(server.keys.of_desk(desk, "blake3"))
    return counts != (len(wanted.md5s), len(wanted.contents))


def _entry(server: Server, team: TeamSettings, wanted: Wanted) -> dict[str, Any] | None:
    """Return this library's entry among the desks, with a new number where it has none; None when there is nothing
    to take back."""
    client: Any = server.client
    key = server.keys.named("desks")
    stored = client.hget(key, team.desk)
    if stored is None and not team.is_sharing:
        return None
    if stored is None:
        number = client.incr(server.keys.named("numbers"))
        if number > MOST_DESKS:
            raise TeamError(CROWDED, place=server.place)
        client.hsetnx(key, team.desk, json.dumps({"number": number, "maker": wanted.maker}))
        stored = client.hget(key, team.desk)
    entry: dict[str, Any] = json.loads(stored)
    return entry


def _enter(server: Server, team: TeamSettings, wanted: Wanted, desk: int, known_bits: int) -> None:
    """Tell the team of this library, now that everything of it is there."""
    bits = bloom_bits(len(wanted.contents))
    entry = {
        "number": desk,
        "name": team.desk_name,
        "labels": [share.label for share in team.shares],
        "maker": wanted.maker,
        "bits": bits,
        "contents": len(wanted.contents),
        "texts": len(wanted.numbers),
        "published": int(time.time()),
        "format": FORMAT,
    }
    server.client.hset(server.keys.named("desks"), team.desk, json.dumps(entry))
    if known_bits not in (0, bits):
        server.client.expire(server.keys.of_desk(desk, f"bloom:{known_bits}"), OLD_FILTER_SECONDS)


def _leave(server: Server, team: TeamSettings, desk: int, known_bits: int) -> None:
    names = ("md5", "blake3", "sums:c", "sums:t", f"bloom:{known_bits}", f"bloom:{bloom_bits(0)}")
    server.client.delete(*(server.keys.of_desk(desk, name) for name in names))
    server.client.hdel(server.keys.named("desks"), team.desk)
