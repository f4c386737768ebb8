"""Generated texts for the benchmarks of the matching: token ids drawn by Zipf's law, families, templates, footers."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.compare import TextTable
from core.fingerprint import bag, samples, sketch
from core.packing import packed, unpacked
from core.text import canonical_digest, token_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]

ROOT = Path(__file__).resolve().parents[2]
VOCABULARY = 60_000


class Writer:
    """Draws tokens: the r-th most frequent one with a probability of about 1 / r."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self._tokens = self.rng.permutation(VOCABULARY).astype(np.uint32) + np.uint32(0x4E00)
        weights = 1 / np.arange(1, VOCABULARY + 1) ** 1.05
        self._shares = np.cumsum(weights / weights.sum())

    def text(self, size: int) -> Tokens:
        """Return `size` tokens."""
        places = np.searchsorted(self._shares, self.rng.random(size))
        return self._tokens[np.minimum(places, VOCABULARY - 1)]

    def edited(self, ids: Tokens, share: float, run: int = 6) -> Tokens:
        """Return the text with `share` of its tokens drawn anew, in runs."""
        changed = ids.copy()
        places = self.rng.permutation(len(ids) // run)[: max(1, round(share * len(ids) / run))] * run
        for place in places.tolist():
            changed[place : place + run] = self.text(run)
        return changed

    def moved(self, ids: Tokens, pieces: int = 8) -> Tokens:
        """Return the text with its paragraphs in another order."""
        parts = np.array_split(ids, pieces)
        return np.concatenate([parts[place] for place in self.rng.permutation(pieces).tolist()])


def library(count: int, crowd: int, change: float, seed: int = 1) -> list[Tokens]:
    """Return `count` texts of 800 tokens in the mean.

    `crowd` of them are of one template of 800 tokens with `change` of it filled in anew. Of the others one in ten ends
    in the same 100 tokens, and one in ten has one to four later versions with 2 to 30 % changed.
    """
    writer = Writer(seed)
    template, footer = writer.text(800), writer.text(100)
    texts = [writer.edited(template, change) for _ in range(crowd)]
    while len(texts) < count:
        base = writer.text(int(np.clip(writer.rng.lognormal(6.5, 0.6), 60, 5000)))
        if writer.rng.random() < 0.1:
            base = np.concatenate((base, footer))
        texts.append(base)
        if writer.rng.random() < 0.1:
            shares = writer.rng.choice([0.02, 0.05, 0.1, 0.2, 0.3], writer.rng.integers(1, 5))
            texts += [writer.edited(base, share) for share in shares.tolist()]
    return texts[:count]


def table_of(texts: Sequence[Tokens], digests: Sequence[bytes] | None = None, seed: int = 0) -> TextTable:
    """Return the texts as the index gives them: fingerprints in arrays, tokens packed until they are asked for."""
    kept = [packed(text.tobytes()) for text in texts]
    named = digests or [
        hashlib.blake2b(text.tobytes() + place.to_bytes(4, "big"), digest_size=16).digest()
        for place, text in enumerate(texts)
    ]
    return TextTable(
        ids=np.arange(len(texts)),
        digests=list(named),
        counts=np.array([len(text) for text in texts], np.int32),
        sketches=np.array([sketch(text, seed) for text in texts]),
        bags=np.array([bag(text) for text in texts]),
        samples=[samples(text) for text in texts],
        load_tokens=lambda places: [np.frombuffer(unpacked(kept[one]), np.uint32) for one in places.tolist()],
        load_packed=lambda places: [kept[one] for one in places.tolist()],
    )


class Corpus:
    """The real texts of one language with their true similarities.

    Attributes:
        truth: similarity by (index, larger index); pairs that are not listed are below 0.5.
    """

    def __init__(self, language: str) -> None:
        beside = Path(os.environ.get("NEARTWIN_CORPUS", ROOT.parent / "shared" / "corpus"))
        folder = beside / "neardup" / language
        rows = _rows(folder / "docs.jsonl")
        place = {row["id"]: index for index, row in enumerate(rows)}
        self.texts = [(folder / row["file"]).read_text(encoding="utf-8") for row in rows]
        self.ids = [token_ids(text) for text in self.texts]
        self.digests = [canonical_digest([("body", text)]) for text in self.texts]
        self.truth: dict[tuple[int, int], float] = {}
        for pair in _rows(folder / "pairs.jsonl"):
            a, b = sorted((place[pair["a"]], place[pair["b"]]))
            self.truth[a, b] = pair["similarity"]


def _rows(path: Path) -> list[dict[str, str | float]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def planted_pieces(count: int, book_size: int, seed: int) -> tuple[list[Tokens], list[tuple[int, int, int, int]]]:
    """Return books and pieces of them with 2 % changed, and (book, piece, start, end) of each piece."""
    writer = Writer(seed)
    books = [writer.text(book_size) for _ in range(max(1, count // 20))]
    texts, places = list(books), []
    for number in range(count):
        book, size = number % len(books), int(writer.rng.integers(200, 2001))
        start = int(writer.rng.integers(0, book_size - size))
        places.append((book, len(texts), start, start + size))
        texts.append(writer.edited(books[book][start : start + size], 0.02))
    return texts, places


def mean(values: Iterable[float]) -> float:
    """Return the mean, 0 of nothing."""
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
