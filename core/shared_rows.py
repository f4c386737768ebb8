"""index.db, what a team index is made of: digests, sizes, dates and fingerprints of the files in a folder; no text."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.schema import Connection


class SharedContent(NamedTuple):
    """A content of a folder: digests as bytes, the newest date of its files, and its text if it has one."""

    blake3: bytes
    md5: bytes
    size: int
    modified_ns: int
    text: int | None


class SharedText(NamedTuple):
    """A text of a folder; `simhash` is signed, None where the text has none; `slots` are those of its whole sketch."""

    text: int
    maker: str
    token_count: int
    simhash: int | None
    slots: bytes


_BELOW = "file.path >= ? AND file.path < ?"


class SharedRows:
    """Reads what may be shared; uses the connection of `core.index.Index`."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def contents(self, folder: str) -> Iterator[SharedContent]:
        """Yield the contents of the files below a folder that have digests; empty files are left out."""
        for row in self._db.execute(
            "SELECT content.blake3, content.md5, content.size, max(file.mtime_ns), reading.text"
            " FROM file JOIN content ON content.id = file.content LEFT JOIN reading ON reading.content = content.id"
            f" WHERE {_BELOW} AND content.blake3 IS NOT NULL AND content.md5 IS NOT NULL AND content.size > 0"
            " GROUP BY content.id",
            _bounds(folder),
        ):
            yield SharedContent(*row)

    def texts(self, folder: str, least_tokens: int) -> Iterator[SharedText]:
        """Yield the texts of the files below a folder that have at least so many tokens."""
        for row in self._db.execute(
            "SELECT text.id, text.maker, text.token_count, fingerprint.simhash, sketch.slots"
            " FROM text JOIN sketch ON sketch.text = text.id LEFT JOIN fingerprint ON fingerprint.text = text.id"
            " WHERE text.token_count >= ? AND text.id IN (SELECT reading.text FROM file JOIN reading"
            f" ON reading.content = file.content WHERE {_BELOW})",
            (least_tokens, *_bounds(folder)),
        ):
            yield SharedText(*row)

    def undigested(self, folder: str) -> int:
        """Return how many files below a folder have no digests, because nothing had to be known of them so far."""
        row = self._db.execute(
            "SELECT count(*) FROM file LEFT JOIN content ON content.id = file.content"
            f" WHERE {_BELOW} AND file.size > 0 AND content.blake3 IS NULL",
            _bounds(folder),
        ).fetchone()
        return int(row[0])


def _bounds(folder: str) -> tuple[bytes, bytes]:
    start = os.fsencode(folder.rstrip(os.sep) + os.sep)
    return start, start[:-1] + bytes([start[-1] + 1])
