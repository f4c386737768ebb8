"""Made libraries for tests of the team index: what they publish, and what a server then has."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING

import numpy as np
from blake3 import blake3

from core.check import check
from core.library import open_library
from core.progress import NullReporter
from core.settings import Settings
from core.team import publish_wanted
from core.team_check import Print
from core.team_server import Server
from core.team_settings import Share, TeamSettings
from core.team_shares import Wanted, content_record, text_record, wanted
from core.workers import InProcess

if TYPE_CHECKING:
    from pathlib import Path

    from core.team_settings import Place
    from core.verdicts import Verdict


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


def words(seed: int) -> list[str]:
    """Return a text of 400 words."""
    choice = random.Random(seed)
    return [f"word{choice.randrange(500)}" for _ in range(400)]


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
