"""Versions of one document: which files are, in which order they were written, and what each adds to the one before.

Pure: texts, inner dates and file dates are given. A document's own modification date comes before that of its file,
which a copy, a download or a backup sets anew.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from core.differences import Kind, differences
from core.selection import split_name, split_path, without_copy_marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.differences import Difference

MOST_PIECES = 5
"""So many additions and removals of a step are quoted; the others are counted."""

LONGEST_PIECE = 80
"""Characters of a quoted piece."""

_VERSION_WORDS = (
    r"(?:v|ver|version|rev|revision|draft|final|edited|clean|signed)\s*[._-]?\s*\d*(?:\.\d+)*"
    r"|第?[一二三四五六七八九十\d]+[稿版次]|版本?\s*\d+(?:\.\d+)*|(?:最终|最新|修改|修订|修訂|最終|初|终|終|定|草|送审|征求意见)[版稿]?\d*"
    r"|改\d*|(?:19|20)\d\d[-._年]?(?:\d{1,2}[-._月]?(?:\d{1,2}日?)?)?|\d{1,3}"
)
_VERSION_MARK = re.compile(
    rf"(?:[\s._\-–—()（）\[\]【】]+(?:{_VERSION_WORDS})|(?<=[^a-z\s\d第])(?:{_VERSION_WORDS}))[\s)）\]】]*$"
)
_CLOSED = re.compile(r"[\s._\-–—(（\[【]+$")


@dataclass(frozen=True, slots=True)
class Version:
    """One file of a document.

    Attributes:
        modified: the document's own modification date (ISO 8601); None where it keeps none.
        mtime_ns: date of the file, ns since the epoch.
    """

    path: str
    text: str
    modified: str | None
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Step:
    """A version beside the one before it.

    Attributes:
        date_ns: when it was written, ns since the epoch.
        is_inner: the date is the document's own, not the file's.
        before: path of the version before; None for the first.
        added, removed: quoted pieces that only this one, or only the one before has; changed text counts as both.
        added_more, removed_more: how many further pieces there are.
    """

    path: str
    date_ns: int
    is_inner: bool
    before: str | None = None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    added_more: int = 0
    removed_more: int = 0


def base_name(path: str) -> str:
    """Return the name that versions of a document share: that of "合同_v2（最终版）" and "合同 2024" is "合同"."""
    stem = unicodedata.normalize("NFKC", split_name(split_path(path)[1])[0]).casefold()
    left = without_copy_marks(stem)
    while True:
        shorter = _CLOSED.sub("", _VERSION_MARK.sub("", left)).strip()
        shorter = without_copy_marks(shorter) if shorter else shorter
        if not shorter or shorter == left:
            return left
        left = shorter


def same_document(paths: Iterable[str], path: str) -> list[str]:
    """Return those of `paths` whose base name is that of `path`, each once."""
    wanted = base_name(path)
    return [one for one in dict.fromkeys(paths) if base_name(one) == wanted]


def in_order(versions: Sequence[Version]) -> list[Step]:
    """Return the versions from the oldest to the newest, each with what it adds to the one before."""
    dated = sorted(versions, key=lambda one: (_date(one)[0], one.path))
    steps = [Step(one.path, *_date(one)) for one in dated[:1]]
    for before, one in pairwise(dated):
        found = sorted(differences(before.text, one.text), key=lambda each: (each.b_start, each.a_start))
        added = _pieces(one.text, [(each.b_start, each.b_end) for each in _not_moved(found)])
        removed = _pieces(before.text, [(each.a_start, each.a_end) for each in _not_moved(found)])
        steps.append(
            Step(
                one.path,
                *_date(one),
                before.path,
                tuple(added[:MOST_PIECES]),
                tuple(removed[:MOST_PIECES]),
                max(0, len(added) - MOST_PIECES),
                max(0, len(removed) - MOST_PIECES),
            )
        )
    return steps


def _not_moved(found: Iterable[Difference]) -> list[Difference]:
    return [one for one in found if one.kind is not Kind.MOVED]


def _pieces(text: str, ranges: Iterable[tuple[int, int]]) -> list[str]:
    flat = (" ".join(text[start:end].split()) for start, end in ranges)
    return [piece if len(piece) <= LONGEST_PIECE else piece[:LONGEST_PIECE] + "…" for piece in flat if piece]


def _date(one: Version) -> tuple[int, bool]:
    """Return the date of a version in ns, and whether it is the document's own."""
    if one.modified:
        try:
            inner = datetime.fromisoformat(one.modified.replace("Z", "+00:00"))
        except ValueError:
            return one.mtime_ns, False
        if inner.tzinfo is None:
            inner = inner.replace(tzinfo=UTC)
        return int(inner.timestamp() * 1e9), True
    return one.mtime_ns, False
