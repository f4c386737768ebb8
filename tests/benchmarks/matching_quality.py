"""Sections of `fingerprints.py` about what is found: they yield (line, whether the bound is met)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from made_library import Corpus, Writer, library, mean, planted_pieces, table_of

from core.compare import compare
from core.containment import containment
from core.documents import Relation
from core.fingerprint import hamming, shingles, simhash
from core.progress import NullReporter
from core.segmentation import weights
from core.settings import Settings
from core.similarity import likeness
from core.text import token_ids
from core.workers import InProcess

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from core.compare import TextTable
    from core.verification import Pair

    Tokens = NDArray[np.uint32]

Line = tuple[str, bool]
FLOOR = 0.995
BORDER = 0.02
"""Pairs so near to the threshold may fall either way, as in the corpus' own measure."""

THRESHOLDS = (0.95, 0.9, 0.8, 0.7, 0.6, 0.5)
LANGUAGES = ("zh", "en")


def found_by(table: TextTable, similarity: float) -> tuple[Pair, ...]:
    """Return the pairs that a scan at this threshold finds."""
    settings = Settings(similarity=similarity, floor=similarity, minimum_tokens=5)
    return compare(table, np.ones(len(table.ids), np.bool_), settings, InProcess(), NullReporter()).pairs


def corpora() -> list[tuple[str, Corpus]]:
    """Return the corpora at hand."""
    try:
        return [(language, Corpus(language)) for language in LANGUAGES]
    except FileNotFoundError:
        return []


def quality(is_quick: bool) -> Iterator[Line]:
    """Recall and precision on the corpus: the worst of five seeds of the sketch."""
    for language, corpus in corpora():
        for threshold in (0.9, 0.5) if is_quick else THRESHOLDS:
            rows = [_quality(corpus, threshold, seed) for seed in range(2 if is_quick else 5)]
            recall, precision, error = (
                min(r for r, _, _ in rows),
                min(p for _, p, _ in rows),
                max(e for _, _, e in rows),
            )
            line = f"{language} >= {threshold:.2f}  recall {recall:.4f}  precision {precision:.4f}  (both >= {FLOOR})"
            yield (
                f"{line}  largest error of a figure {error:.4f} (<= 0.01)",
                min(recall, precision) >= FLOOR and error <= 0.01,
            )
    if not corpora():
        yield "left out: the corpus is not at hand", True


def _quality(corpus: Corpus, threshold: float, seed: int) -> tuple[float, float, float]:
    pairs = found_by(table_of(corpus.ids, corpus.digests, seed), threshold)
    figures = {(p.a, p.b): p.similarity for p in pairs if p.similarity >= threshold}
    border = {pair for pair, truth in corpus.truth.items() if abs(truth - threshold) <= BORDER}
    same = {pair for pair in corpus.truth if corpus.digests[pair[0]] == corpus.digests[pair[1]]}
    true = {pair for pair, truth in corpus.truth.items() if truth >= threshold} - border - same
    found = set(figures) - border - same
    error = max(
        (abs(figure - corpus.truth[pair]) for pair, figure in figures.items() if pair in corpus.truth), default=0.0
    )
    return len(true & found) / len(true), len(true & found) / max(1, len(found)), error


def planted(is_quick: bool) -> Iterator[Line]:
    """Recall of the corpus' pairs among very many other texts."""
    count = 5_000 if is_quick else 100_000
    others = library(count, 0, 0.0)
    for language, corpus in corpora():
        table = table_of([*corpus.ids, *others])
        for threshold in (0.9,) if is_quick else (0.9, 0.8, 0.7):
            figures = {(p.a, p.b) for p in found_by(table, threshold) if p.similarity >= threshold}
            true = {pair for pair, truth in corpus.truth.items() if truth >= threshold + BORDER}
            recall = len(true & figures) / len(true)
            yield f"{language} among {count:,} >= {threshold:.2f}  recall {recall:.4f} (>= {FLOOR})", recall >= FLOOR
    if not corpora():
        yield "left out: the corpus is not at hand", True


def sweep(is_quick: bool) -> Iterator[Line]:
    """Recall after edits, by the length of the text, the kind of edit and the true similarity."""
    count = 100 if is_quick else 400
    for size in (100, 300, 1500):
        for kind in ("scattered", "runs of six", "moved"):
            for similarity in (0.95, 0.9, 0.8, 0.7, 0.6, 0.5):
                recall, pairs = _edit_recall(size, kind, similarity, count)
                bound = FLOOR if similarity >= 0.8 else 0.9 if similarity >= 0.7 else 0.0
                told = f"(>= {bound})" if bound else "(published)"
                yield (
                    f"{size:5} tokens  {kind:12} {similarity:.2f}  recall {recall:.4f} {told} of {pairs}",
                    recall >= bound,
                )


def _edit_recall(size: int, kind: str, similarity: float, count: int) -> tuple[float, int]:
    writer = Writer(size + round(similarity * 100))
    texts = []
    run = 1 if kind == "scattered" else 6
    for _ in range(count):
        text = writer.text(size)
        changed = writer.edited(text, (1 - similarity) * (0.55 if kind == "moved" else 0.98), run)
        texts += [text, writer.moved(changed, 4) if kind == "moved" else changed]
    likes = [likeness(texts[place], texts[place + 1]) for place in range(0, len(texts), 2)]
    true = {2 * place for place, like in enumerate(likes) if like and like.similarity >= similarity}
    pairs = {p.a for p in found_by(table_of(texts), similarity) if p.a + 1 == p.b and p.similarity >= similarity}
    return (len(true & pairs) / len(true) if true else 1.0), len(true)


def contained(is_quick: bool) -> Iterator[Line]:
    """Containment: every pair of the corpus worked out anew, and planted pieces with their places."""
    for language, corpus in corpora():
        ids = corpus.ids[:200] if is_quick else corpus.ids
        true, allowed = _true_containments(ids)
        found = {_inner_first(p, ids) for p in found_by(table_of(ids), 0.9) if _is_contained(p)}
        recall, precision = len(found & true) / max(1, len(true)), len(found & allowed) / max(1, len(found))
        line = (
            f"{language}  recall {recall:.4f} of {len(true)}  precision {precision:.4f} of {len(found)} (both >= 0.97)"
        )
        yield line, min(recall, precision) >= 0.97
    texts, places = planted_pieces(40 if is_quick else 400, 50_000, 7)
    found = {_inner_first(p, texts) for p in found_by(table_of(texts), 0.9) if _is_contained(p)}
    expected = {(piece, book) for book, piece, _, _ in places}
    among = {pair for pair in found if pair[1] < places[0][1]}
    recall, precision = len(found & expected) / len(expected), len(among & expected) / max(1, len(among))
    yield (
        f"pieces  recall {recall:.4f} of {len(expected)}  precision {precision:.4f} (both >= 0.97)",
        min(recall, precision) >= 0.97,
    )
    overlaps = []
    for book, piece, start, end in places:
        told = containment(texts[piece], texts[book])
        overlaps.append(float(min(told.end, end) - max(told.start, start) > 0.9 * (end - start)))
    yield f"pieces  told where they stand {mean(overlaps):.4f} (>= 0.97)", mean(overlaps) >= 0.97


def _true_containments(ids: Sequence[Tokens]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Return the (inner, outer) whose share is at least 0.82, and those at least 0.78, that are not similar at 0.90."""
    sets = [np.unique(shingles(text, 5)) for text in ids]
    true, allowed = set(), set()
    for inner, ours in enumerate(sets):
        for outer, theirs in enumerate(sets):
            if len(ids[outer]) < 1.25 * len(ids[inner]) or len(ours) < 1:
                continue
            share = np.isin(ours, theirs, assume_unique=True, kind="sort").mean() if len(theirs) else 0.0
            if share >= 0.78 and (like := likeness(ids[inner], ids[outer])) and like.similarity >= 0.9:
                continue
            allowed |= {(inner, outer)} if share >= 0.78 else set()
            true |= {(inner, outer)} if share >= 0.82 else set()
    return true, allowed


def _is_contained(pair: Pair) -> bool:
    return pair.kind is Relation.CONTAINED and pair.similarity < 0.9 and max(pair.share_a, pair.share_b) >= 0.8


def _inner_first(pair: Pair, ids: Sequence[Tokens]) -> tuple[int, int]:
    return (pair.a, pair.b) if len(ids[pair.a]) < len(ids[pair.b]) else (pair.b, pair.a)


class ProseRow(NamedTuple):
    """What becomes of texts of one length when phrases of them are replaced.

    Attributes:
        share: of the phrases that were replaced; None for swapped paragraphs.
        similarity: the true one, in the mean.
        found: share of the pairs with a true similarity from 0.5 to below 1 that a scan at 0.5 finds.
        pairs: how many these are.
        is_right: every figure shown is the true one.
        by_simhash: share of the pairs whose SimHashes differ in at most 3 bits.
        unchanged: pairs that are equal all the same.
    """

    size: int
    share: float | None
    similarity: float
    found: float
    pairs: int
    is_right: bool
    by_simhash: float
    unchanged: int

    @property
    def bound(self) -> float:
        """What has to be found, as in the sweep of edits: nearly all from 0.80 on, nine in ten below."""
        return FLOOR if self.similarity >= 0.8 else 0.9

    @property
    def is_met(self) -> bool:
        """Whether enough is found, and every figure is right."""
        return self.found >= self.bound and self.is_right

    @property
    def change(self) -> str:
        """What was done."""
        return "swapped paragraphs" if self.share is None else f"{self.share:.0%} replaced"


def prose(is_quick: bool) -> Iterator[Line]:
    """Chinese texts with phrases replaced or paragraphs swapped: what SimHash within 3 bits and the sketch find."""
    known = corpora()
    if not known:
        yield "left out: the corpus is not at hand", True
        return
    for row in prose_rows(known[0][1].texts, 20 if is_quick else 60):
        line = f"{row.size:5} characters  {row.change:18}  similarity {row.similarity:.3f}"
        told = f"found {row.found:.4f} (>= {row.bound}) of {row.pairs}  SimHash within 3 bits {row.by_simhash:.2f}"
        yield f"{line}  {told}  unchanged {row.unchanged}", row.is_met


def prose_rows(texts: Sequence[str], count: int) -> Iterator[ProseRow]:
    """Yield the rows of that measure, of so many texts each."""
    draw = random.Random(1)
    whole = [text for text in texts if len(text) > 4500]
    for size in (300, 1000, 4000):
        for share in (0.01, 0.02, 0.05, 0.1, 0.2, None):
            pieces = [draw.choice(whole)[200 : 200 + size] for _ in range(count)]
            changed = [_replaced(piece, share, draw, whole) for piece in pieces]
            yield _prose_row(size, share, pieces, changed)


def _prose_row(size: int, share: float | None, pieces: Sequence[str], changed: Sequence[str]) -> ProseRow:
    ids = [token_ids(text) for both in zip(pieces, changed, strict=True) for text in both]
    found = {p.a: p.similarity for p in found_by(table_of(ids), 0.5) if p.b == p.a + 1}
    direct = {2 * n: likeness(ids[2 * n], ids[2 * n + 1]) for n in range(len(pieces))}
    true = {place: like.similarity for place, like in direct.items() if like and 0.5 <= like.similarity < 1}
    distances = [hamming(simhash(weights(a)), simhash(weights(b))) for a, b in zip(pieces, changed, strict=True)]
    return ProseRow(
        size=size,
        share=share,
        similarity=mean(true.values()),
        found=len(true.keys() & found.keys()) / len(true) if true else 1.0,
        pairs=len(true),
        is_right=all(abs(found[place] - true[place]) < 1e-9 for place in true.keys() & found.keys()),
        by_simhash=mean(float(distance <= 3) for distance in distances),
        unchanged=sum(1 for like in direct.values() if like and like.similarity == 1),
    )


def _replaced(text: str, share: float | None, draw: random.Random, others: Sequence[str]) -> str:
    """Replace a share of the phrases by phrases of other texts; None: swap the paragraphs."""
    if share is None:
        lines = text.split("\n")
        half = len(lines) // 2
        return "\n".join(lines[half:] + lines[:half])
    phrase = 8
    places = range(0, len(text) - phrase, phrase)
    for place in draw.sample(places, max(1, round(share * len(places)))):
        other = draw.choice(others)
        start = draw.randrange(len(other) - phrase)
        text = text[:place] + other[start : start + phrase] + text[place + phrase :]
    return text
