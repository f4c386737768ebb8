"""Every option once: its type, default and bounds in one frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

MEBIBYTE = 1024 * 1024


def option(default: Any, low: float | None = None, high: float | None = None) -> Any:
    """Return a field with a default and bounds that `Settings` enforces."""
    return field(default=default, metadata={"low": low, "high": high})


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user can choose.

    Attributes:
        similarity: from which similarity on two texts are listed as similar; one figure for every kind of document:
            contracts, forms, slides and spreadsheets were measured, and none is told apart better by one of its own
            (tests/benchmarks/kinds.py).
        floor: pairs are stored down to this similarity, so that the threshold can move without a scan.
        contained: share of a shorter document inside a longer one from which it is listed as contained.
        minimum_tokens: below this length there is no near verdict (30: unrelated windows of 30 tokens reach
            0.27 at the 99.9th percentile).
        method: "verified" (the texts decide) or "simhash" (the classic plain verdict).
        hamming: the classic radius: SimHash bits that may differ.
        exact_only: find identical files only; no text is read.
        weighting: SimHash weights: "frequency" or "tfidf".
        fold_variants: treat Traditional and Simplified Chinese forms as equal.
        keep_texts: keep the texts of documents in the library (compressed); without them a comparison
            reads the files again.
        worker_count: worker processes; 0 means one for each processor, at most 4.
        worker_seconds: wall time a file may take in a worker.
        worker_memory: bytes of memory a worker may use.
        maximum_file: larger files are compared by bytes only.
        maximum_text: characters of text kept of one file; more is "too large".
        kinds: which kinds of file a scan looks at: "everything", or names of core.walk.KINDS.
        include, exclude: patterns (fnmatch) on names and paths relative to the root.
        minimum_size, maximum_size: bytes; 0 for no bound.
        hidden: look at hidden files and folders too.
        excluded_folders: absolute paths left out.
        reference_folders: absolute paths that are compared against but never proposed for deletion.
        across: "any", "across" (only groups across roots) or "inside" (only inside one root).
        folder_ranking: absolute paths, the most trusted first, for the choice of the keeper.
        user_words, stop_words: additional words and stop words for the SimHash.
        template_folders: absolute paths: what stands in their documents makes no two documents alike, and is told apart
            from other passages of a check.
        inbox_rejects: which new files an inbox rejects by itself: "nothing", "identical", "same_text" (these and
            identical ones) or "similar" (these three).
        inbox_accepts_new: an inbox accepts by itself what the library has nothing like.
        settle_seconds: how long a changed file must be quiet before it is read.
    """

    similarity: float = option(0.90, 0.50, 1.0)
    floor: float = option(0.50, 0.50, 1.0)
    contained: float = option(0.80, 0.50, 1.0)
    minimum_tokens: int = option(30, 5, 1000)
    method: str = "verified"
    hamming: int = option(3, 0, 12)
    exact_only: bool = False
    weighting: str = "frequency"
    fold_variants: bool = False
    keep_texts: bool = True
    worker_count: int = option(0, 0, 64)
    worker_seconds: float = option(60.0, 1.0, 3600.0)
    worker_memory: int = option(1024 * MEBIBYTE, 256 * MEBIBYTE, 64 * 1024 * MEBIBYTE)
    maximum_file: int = option(1024 * MEBIBYTE, MEBIBYTE, 1024 * 1024 * MEBIBYTE)
    maximum_text: int = option(20_000_000, 10_000, 500_000_000)
    kinds: tuple[str, ...] = ("everything",)
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    minimum_size: int = option(0, 0)
    maximum_size: int = option(0, 0)
    hidden: bool = False
    excluded_folders: tuple[str, ...] = ()
    reference_folders: tuple[str, ...] = ()
    across: str = "any"
    folder_ranking: tuple[str, ...] = ()
    user_words: tuple[str, ...] = ()
    stop_words: tuple[str, ...] = ()
    template_folders: tuple[str, ...] = ()
    inbox_rejects: str = "same_text"
    inbox_accepts_new: bool = True
    settle_seconds: float = option(1.0, 0.0, 600.0)

    def __post_init__(self) -> None:
        for spec in fields(self):
            low, high = spec.metadata.get("low"), spec.metadata.get("high")
            value = getattr(self, spec.name)
            if not ((low is None or value >= low) and (high is None or value <= high)):  # so that NaN is refused too
                raise ValueError(f"{spec.name} = {value} is outside {low} to {high}")
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} = {getattr(self, name)!r} is none of {', '.join(allowed)}")


CHOICES = {
    "method": ("verified", "simhash"),
    "weighting": ("frequency", "tfidf"),
    "across": ("any", "across", "inside"),
    "inbox_rejects": ("nothing", "identical", "same_text", "similar"),
}
"""The options that take one of a few words."""
