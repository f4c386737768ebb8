"""Several checked files against each other: submissions that repeat one another rather than the library."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.check_table import CheckTable
from core.verdicts import CheckMatch, strongest_first

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.settings import Settings
    from core.text_index import TextRow


@dataclass(frozen=True, slots=True)
class Submission:
    """A checked file.

    Attributes:
        blake3, md5: digests of its bytes; "" where it is empty or could not be read.
        text: None where it has none.
        references: tokens before its list of references; None where it has none.
    """

    path: str
    blake3: str = ""
    text: TextRow | None = None
    references: int | None = None
    md5: str = ""


def among(
    submissions: Sequence[Submission], settings: Settings, least_passages: float
) -> dict[str, tuple[CheckMatch, ...]]:
    """Return for each path that has any the other submissions that are like it, the strongest first."""
    if len(submissions) < 2:
        return {}
    found: dict[str, dict[str, CheckMatch]] = defaultdict(dict)
    for one, match in (*_by_bytes(submissions), *_by_text(submissions, settings, least_passages)):
        if match.path != one:
            found[one].setdefault(match.path, match)
    return {path: tuple(sorted(matches.values(), key=strongest_first)) for path, matches in found.items()}


def _by_bytes(submissions: Sequence[Submission]) -> Iterator[tuple[str, CheckMatch]]:
    equal: dict[str, list[str]] = defaultdict(list)
    for one in submissions:
        if one.blake3:
            equal[one.blake3].append(one.path)
    for paths in equal.values():
        for path in paths:
            yield from ((path, CheckMatch(other, "identical", 1.0, 1.0, 0, True)) for other in paths)


def _by_text(
    submissions: Sequence[Submission], settings: Settings, least_passages: float
) -> Iterator[tuple[str, CheckMatch]]:
    """Yield what the texts say, each distinct text looked up once."""
    by_digest: dict[bytes, list[Submission]] = defaultdict(list)
    for one in submissions:
        if one.text is not None:
            by_digest[one.text.digest].append(one)
    texts = list(by_digest.values())
    rows = [same[0].text for same in texts if same[0].text is not None]
    if not rows:
        return
    table = CheckTable.of_rows(rows)
    for number, (same, row) in enumerate(zip(texts, rows, strict=True)):
        for one in same:
            yield from ((one.path, CheckMatch(other.path, "same_text", 1.0, 1.0, 0, True)) for other in same)
        if row.token_count < settings.minimum_tokens:
            continue
        for like in table.alike(row, settings, None, least_passages, same[0].references).found:
            if like.text == number:
                continue
            for one in same:
                for other in texts[like.text]:
                    yield (
                        one.path,
                        CheckMatch(
                            other.path, like.relation, like.similarity, like.share, like.hamming, True, like.shares
                        ),
                    )
