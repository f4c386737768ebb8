"""A library of 100,000 documents, stored as a scan stores them, to measure what is asked of a large one."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from core.analysis import WordChoice
from core.fingerprint import bag, samples, segments, sketch
from core.index import FileRow
from core.packing import packed
from core.text_index import ReadingRow, TextRow
from tests.benchmarks import made_library

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.library import Library

BATCH = 2000


def text_rows(count: int) -> Iterator[TextRow]:
    """Yield texts of 800 tokens in the mean with all their fingerprints."""
    maker = WordChoice().maker()
    for number, ids in enumerate(made_library.library(count, crowd=count // 100, change=0.1)):
        digest = hashlib.blake2b(ids.tobytes() + number.to_bytes(4, "big"), digest_size=16).digest()
        simhash = int.from_bytes(digest[:8], "big")
        yield TextRow(
            digest=digest,
            whole=None,
            tokens=packed(ids.tobytes()),
            token_count=len(ids),
            maker=maker,
            simhash=simhash,
            segments=segments(simhash),
            slots=sketch(ids).tobytes(),
            bag=bag(ids).tobytes(),
            samples=samples(ids).tobytes(),
        )


def fill(library: Library, folder: str, count: int) -> None:
    """Store `count` documents that lie (in name only) in `folder`."""
    index = library.index
    root = index.root(folder, "", folder)
    batch: list[tuple[int, TextRow]] = []
    for number, row in enumerate(text_rows(count), 1):
        batch.append((number, row))
        if len(batch) == BATCH or number == count:
            _store(library, root, folder, batch)
            batch = []
    index.texts.set_compared(range(1, count + 1))


def _store(library: Library, root: int, folder: str, batch: list[tuple[int, TextRow]]) -> None:
    index = library.index
    with index.transaction():
        index.add_contents((number, 10_000 + number) for number, _ in batch)
        for number, row in batch:
            digest = hashlib.blake2b(row.digest, digest_size=32).hexdigest()
            index.set_digests(number, digest, digest[:32])
            text = index.texts.store_text(row)
            index.texts.store_reading(ReadingRow(number, "made", "ok", "", "txt", None, None, "", text))
        index.store_files(
            root,
            (
                FileRow(os.path.join(folder, f"{number // 1000}", f"{number}.txt"), 10_000 + number, 1, 1, number)
                for number, _ in batch
            ),
        )
