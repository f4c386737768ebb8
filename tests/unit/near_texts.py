"""Token texts with known edits, tables of them, and the corpus of near duplicates where it is at hand."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from core.compare import Comparison, TextTable, compare
from core.fingerprint import bag, samples, sketch
from core.progress import NullReporter
from core.settings import Settings
from core.text import canonical_digest, token_ids
from core.workers import InProcess

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]

_HAN = 0x4E00


def drawn(size: int, seed: int, variety: int = 20_000) -> Tokens:
    """Return `size` tokens drawn evenly from `variety` different ones."""
    return (np.random.default_rng(seed).integers(0, variety, size) + _HAN).astype(np.uint32)


def edited(ids: Tokens, share: float, seed: int, run: int = 6) -> Tokens:
    """Return the text with `share` of its tokens changed, in runs."""
    rng = np.random.default_rng((seed, 1))
    changed = ids.copy()
    places = rng.permutation(len(ids) // run)[: round(share * len(ids) / run)] * run
    for place in places.tolist():
        changed[place : place + run] = rng.integers(0, 20_000, run) + _HAN
    return changed


def digest_of(ids: Tokens) -> bytes:
    """Return a digest of the tokens, in place of that of a canonical text."""
    return hashlib.blake2b(ids.tobytes(), digest_size=16).digest()


def table_of(texts: Sequence[Tokens], digests: Sequence[bytes] | None = None, seed: int = 0) -> TextTable:
    """Return a table of the texts, as the index would give it."""
    return TextTable(
        ids=np.arange(len(texts)),
        digests=list(digests or map(digest_of, texts)),
        counts=np.array([len(text) for text in texts], np.int32),
        sketches=np.array([sketch(text, seed) for text in texts], np.uint16).reshape(-1, 128),
        bags=np.array([bag(text) for text in texts], np.uint16).reshape(-1, 256),
        samples=[samples(text) for text in texts],
        load_tokens=lambda places: [texts[place] for place in places.tolist()],
    )


def compared(texts: Sequence[Tokens] | TextTable, fresh: Sequence[bool] | None = None, **options: float) -> Comparison:
    """Return what the stage finds, in this process."""
    table = texts if isinstance(texts, TextTable) else table_of(texts)
    mask = np.ones(len(table.ids), np.bool_) if fresh is None else np.array(fresh)
    return compare(table, mask, Settings(**options), InProcess(), NullReporter())  # type: ignore[arg-type] # options by name


@dataclass(frozen=True)
class Corpus:
    """Real texts of one language with their true similarities, by index."""

    texts: list[str]
    ids: list[Tokens]
    digests: list[bytes]
    truth: dict[tuple[int, int], float]


@cache
def corpus(language: str, most: int | None = None) -> Corpus:
    """Return the corpus of near duplicates; the test is skipped where it is not beside the checkout."""
    beside = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
    folder = Path(os.environ.get("NEARTWIN_CORPUS", beside)) / "neardup" / language
    if not folder.is_dir():
        pytest.skip("the corpus of near duplicates is not here")
    rows = [json.loads(line) for line in (folder / "docs.jsonl").read_text(encoding="utf-8").splitlines()][:most]
    texts = [(folder / row["file"]).read_text(encoding="utf-8") for row in rows]
    place = {row["id"]: index for index, row in enumerate(rows)}
    pairs = map(json.loads, (folder / "pairs.jsonl").read_text(encoding="utf-8").splitlines())
    truth = {
        (min(place[pair["a"]], place[pair["b"]]), max(place[pair["a"]], place[pair["b"]])): pair["similarity"]
        for pair in pairs
        if pair["a"] in place and pair["b"] in place
    }
    digests = [canonical_digest([("body", text)]) for text in texts]
    return Corpus(texts, [token_ids(text) for text in texts], digests, truth)
