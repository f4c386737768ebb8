"""What a library wants its team to find: the rows of the shared folders, as they are to lie on the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.analysis import word_choice
from core.team_layout import CONTENT, SLOTS, TEXT, WITH_SIMHASH, WITHOUT_SIMHASH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from core.index import Index
    from core.settings import Settings
    from core.team_settings import TeamSettings

_LATEST = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """All that a desk is to have on the server.

    Attributes:
        contents: by BLAKE3 the record of each content (`team_layout.CONTENT`).
        md5s: the distinct MD5s of the contents.
        numbers: [n] numbers of the texts, rising; records: [n] their records (`team_layout.TEXT`).
        maker: what made the SimHashes; those of different makers are not compared.
        undigested: files of the folders of which no digest is known.
    """

    contents: Mapping[bytes, bytes]
    md5s: frozenset[bytes]
    numbers: NDArray[np.int64]
    records: NDArray[np.void]
    maker: str
    undigested: int = 0


def wanted(
    contents: Mapping[bytes, bytes], texts: Mapping[int, NDArray[np.void]], maker: str, undigested: int = 0
) -> Wanted:
    """Return records by digest, and by text, as one value."""
    numbers = np.array(sorted(texts), np.int64)
    records = np.zeros(len(numbers), TEXT)
    for place, number in enumerate(numbers.tolist()):
        records[place] = texts[number]
    md5s = frozenset(record[:16] for record in contents.values())
    return Wanted(contents, md5s, numbers, records, maker, undigested)


def wanted_of(index: Index, team: TeamSettings | None, settings: Settings) -> Wanted:
    """Return what the library has in the shared folders; nothing for no team.

    A file in two shared folders counts to the first. Texts below the setting's length have no near verdict and are
    found by their bytes only; so are texts whose fingerprints were made by other settings than the present.
    """
    contents: dict[bytes, bytes] = {}
    texts: dict[int, NDArray[np.void]] = {}
    maker, undigested = word_choice(settings).maker(), 0
    for label, share in enumerate(() if team is None else team.shares, 1):
        facts: dict[int, tuple[int, int]] = {}
        for row in index.shared.contents(share.folder):
            modified = _seconds(row.modified_ns)
            contents.setdefault(row.blake3, content_record(row.md5, row.size, modified, label))
            if row.text is not None:
                facts[row.text] = max(facts.get(row.text, (0, 0)), (modified, row.size))
        for text in index.shared.texts(share.folder, settings.minimum_tokens):
            if text.text not in texts and text.text in facts and text.maker == maker:
                modified, size = facts[text.text]
                texts[text.text] = text_record(
                    text.simhash, text.slots, tokens=text.token_count, size=size, modified=modified, label=label
                )
        undigested += index.shared.undigested(share.folder)
    return wanted(contents, texts, maker, undigested)


def content_record(md5: bytes, size: int, modified: int, label: int) -> bytes:
    """Return the record of a content; label 0 for none."""
    return CONTENT.pack(md5, size, modified, label)


def text_record(
    simhash: int | None, slots: bytes, *, tokens: int, size: int, modified: int, label: int
) -> NDArray[np.void]:
    """Return the record of a text; `slots` of its whole sketch, `simhash` with or without a sign."""
    record = np.zeros((), TEXT)
    record["state"] = WITHOUT_SIMHASH if simhash is None else WITH_SIMHASH
    record["simhash"] = (simhash or 0) & ((1 << 64) - 1)
    record["label"], record["tokens"], record["size"], record["modified"] = label, tokens, size, modified
    record["slots"] = np.frombuffer(slots, np.uint16)[:SLOTS]
    return record


def _seconds(time_ns: int) -> int:
    return min(max(time_ns // 1_000_000_000, 0), _LATEST)
