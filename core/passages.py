"""Passages: which stretches of a text stand in which documents, what is boilerplate, and what a template holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import numpy as np

from core.containment import FREQUENT, HITS
from core.fingerprint import LONG_SHINGLE, SAMPLED, shingles
from core.similarity import figure
from core.text import token_ids

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    Tokens = NDArray[np.uint32]
    Indices = NDArray[np.intp]

SOURCES: Final = 32
"""Documents that are looked at closely: those with the most sampled shingles in common."""

BRIDGED: Final = 8
"""Differing tokens that a passage may hold in one place: a changed name does not end it."""

SHORTEST: Final = 15
"""Tokens of the shortest passage: a shorter run is a common phrase."""

_HEADING = re.compile(
    r"^\s*(?:[\d.、]+\s*)?(?:参\s*考\s*文\s*献|參\s*考\s*文\s*獻|引用文献|references|bibliography|works cited)"
    r"\s*[:：]?\s*$",
    re.IGNORECASE | re.MULTILINE,
)


class Passage(NamedTuple):
    """A stretch of the checked text that stands in a document too: ranges of tokens in either."""

    start: int
    end: int
    there_start: int
    there_end: int


@dataclass(frozen=True, slots=True)
class Source:
    """A document with passages of the checked text.

    Attributes:
        index: of the document.
        share: of the checked text's tokens that stand in its passages, in [0, 1], rounded down.
        share_of_body: the same without the list of references, relative to the text before it.
    """

    index: int
    share: float
    share_of_body: float
    passages: tuple[Passage, ...]


class Shares(NamedTuple):
    """How much of a text stands in passages, in [0, 1], rounded down: of all of it, and of what is its author's own.

    Attributes:
        without_references: of the text before its list of references.
        without_templates: of what is neither one of the user's templates nor stands in very many documents.
        without_both: of what is neither.
    """

    whole: float
    without_references: float
    without_templates: float
    without_both: float


class Boilerplate(NamedTuple):
    """A stretch of a text that stands in very many documents: a range of tokens and their number."""

    start: int
    end: int
    documents: int


class Holding(Protocol):
    """Knows in which texts sampled shingles stand."""

    def times(self, wanted: NDArray[np.uint64]) -> NDArray[np.intp]:
        """Return in how many texts each of these shingles stands."""
        ...

    def hits(self, wanted: NDArray[np.uint64]) -> NDArray[np.intp]:
        """Return for each text how many of the shingles stand in it, those in very many texts not counted."""
        ...


class Postings:
    """In which texts each sampled shingle stands: 12 bytes a shingle.

    Attributes:
        shingles: rising; texts: which has each; count: of texts.
    """

    def __init__(self, shingles: NDArray[np.uint64], texts: NDArray[np.int32], count: int) -> None:
        self.shingles = shingles
        self.texts = texts
        self.count = count

    @classmethod
    def of(cls, samples: Sequence[NDArray[np.uint64]]) -> Postings:
        """Return the postings of the samples of each text, as `fingerprint.samples` makes them."""
        sizes = [len(one) for one in samples]
        whole = np.concatenate(samples) if len(samples) else np.zeros(0, np.uint64)
        order = np.argsort(whole, kind="stable")
        return cls(whole[order], np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)[order], len(sizes))

    def _ranges(self, wanted: NDArray[np.uint64]) -> tuple[Indices, Indices]:
        """Return where the entries of each shingle start and end."""
        return np.searchsorted(self.shingles, wanted, "left"), np.searchsorted(self.shingles, wanted, "right")

    def entries(self, wanted: NDArray[np.uint64]) -> tuple[Indices, Indices]:
        """Return (number in `wanted`, text) of all texts that have one of these shingles."""
        starts, ends = self._ranges(wanted)
        sizes = ends - starts
        behind = np.cumsum(sizes)
        places = np.arange(int(behind[-1]) if len(behind) else 0) + np.repeat(starts - behind + sizes, sizes)
        return np.repeat(np.arange(len(wanted)), sizes), self.texts[places].astype(np.intp)

    def times(self, wanted: NDArray[np.uint64]) -> NDArray[np.intp]:
        """Return in how many texts each of these shingles stands."""
        starts, ends = self._ranges(wanted)
        return ends - starts

    def hits(self, wanted: NDArray[np.uint64]) -> NDArray[np.intp]:
        """Return for each text how many of the shingles stand in it, those in very many texts not counted."""
        times = self.times(wanted)
        _, texts = self.entries(wanted[times <= FREQUENT])
        return np.bincount(texts, minlength=self.count)


def sources(
    ids: Tokens, postings: Holding, load_tokens: Callable[[Indices], Sequence[Tokens]], body: int | None = None
) -> list[Source]:
    """Return the documents that hold passages of a text, the largest share first.

    Args:
        ids: tokens of the text.
        load_tokens: returns the token ids of the texts at these indices.
        body: tokens before the list of references (`references_start`); None where it has none.
    """
    body = len(ids) if body is None else body
    ours = shingles(ids, LONG_SHINGLE)
    hits = postings.hits(np.unique(ours[_is_sampled(ours)]))
    texts = np.argsort(-hits, kind="stable")[:SOURCES]
    texts = texts[hits[texts] >= HITS]
    found = []
    for text, tokens in zip(texts.tolist(), load_tokens(texts), strict=True):
        passages = tuple(passages_between(ours, shingles(tokens, LONG_SHINGLE)))
        held = sum(one.end - one.start for one in passages)
        in_body = sum(max(0, min(one.end, body) - one.start) for one in passages)
        if passages:
            found.append(Source(text, figure(held, len(ids)), figure(in_body, body), passages))
    return sorted(found, key=lambda source: (-source.share, source.index))


def boilerplate(ids: Tokens, postings: Holding) -> list[Boilerplate]:
    """Return the stretches of a text whose sampled shingles all stand in more documents than propose a candidate."""
    ours = shingles(ids, LONG_SHINGLE)
    places = np.flatnonzero(_is_sampled(ours))
    times = postings.times(ours[places])
    return [
        Boilerplate(int(places[first]), int(places[last - 1]) + LONG_SHINGLE, int(np.median(times[first:last])))
        for first, last in _runs(times > FREQUENT)
        if places[last - 1] + LONG_SHINGLE - places[first] >= SHORTEST
    ]


def template_shingles(templates: Iterable[Tokens]) -> NDArray[np.uint64]:
    """Return the 5-token shingles of the user's templates, each once, rising."""
    known = [shingles(template, LONG_SHINGLE) for template in templates if len(template) >= LONG_SHINGLE]
    return np.unique(np.concatenate(known)) if known else np.zeros(0, np.uint64)


def template_places(ids: Tokens, known: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return for each token whether it lies in one of the known shingles of templates."""
    covered = np.zeros(len(ids), np.bool_)
    if len(known) and len(ids) >= LONG_SHINGLE:
        hits = np.flatnonzero(np.isin(shingles(ids, LONG_SHINGLE), known))
        covered[np.unique(hits[:, None] + np.arange(LONG_SHINGLE))] = True
    return covered


def shares(passages: Iterable[Passage], body: int, is_template: NDArray[np.bool_]) -> Shares:
    """Return how much of a text its passages cover.

    Args:
        body: tokens before the list of references; all of them where it has none.
        is_template: for each token of the text whether it is a template's or boilerplate.
    """
    covered = np.zeros(len(is_template), np.bool_)
    for one in passages:
        covered[one.start : one.end] = True
    own = ~is_template

    def share(end: int, counted: NDArray[np.bool_]) -> float:
        of = int(np.count_nonzero(counted[:end]))
        return figure(int(np.count_nonzero((covered & counted)[:end])), of) if of else 0.0

    everything = np.ones_like(own)
    size = len(own)
    return Shares(share(size, everything), share(body, everything), share(size, own), share(body, own))


def references_start(text: str) -> int | None:
    """Return how many tokens stand before the last heading of a list of references, None where there is none."""
    headings = list(_HEADING.finditer(text))
    return len(token_ids(text[: headings[-1].start()])) if headings else None


def _is_sampled(hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
    return np.less(hashes, np.uint64(2**64 // SAMPLED))


def passages_between(ours: NDArray[np.uint64], theirs: NDArray[np.uint64]) -> Iterator[Passage]:
    """Yield runs of shingles that stand in both, bridged over small differences."""
    order = np.argsort(theirs, kind="stable")
    ranked = theirs[order]
    places = np.searchsorted(ranked, ours)
    places[places == len(ranked)] = 0
    hits = np.flatnonzero(ranked[places] == ours) if len(ranked) else np.zeros(0, np.intp)
    if not len(hits):
        return
    there = order[places[hits]]
    cuts = np.flatnonzero(np.diff(hits) > BRIDGED + LONG_SHINGLE) + 1
    for run, place in zip(np.split(hits, cuts), np.split(there, cuts), strict=True):
        length = int(run[-1]) + LONG_SHINGLE - int(run[0])
        if length >= SHORTEST:
            start = int(np.median(place - run)) + int(run[0])
            yield Passage(int(run[0]), int(run[0]) + length, max(0, start), max(0, start) + length)


def _runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the (first, behind last) of each run of true values."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
