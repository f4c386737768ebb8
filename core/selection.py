"""Which member of a group is proposed to stay, and why. Pure: names, dates and sizes are given."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from core.documents import Document, Reason, Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

_EDITABLE = (
    "doc docx docm dot dotx dotm odt ott fodt rtf wps wpt pages ppt pptx pptm pps ppsx ppsm pot potx potm odp otp fodp"
    " dps dpt key xls xlsx xlsm xlsb xlt xltx xltm ods ots fods et ett numbers csv tsv txt md markdown tex rst adoc org"
    " html htm xml json yaml yml"
)
EDITABLE = frozenset(_EDITABLE.split())
"""Suffixes of documents that people go on writing in."""

RENDERED = frozenset(("pdf", "xps", "oxps", "ofd", "ps", "djvu", "caj"))
"""Suffixes of what such documents are printed or exported to."""

PLAIN = frozenset(("txt", "text"))
"""Suffixes of what has lost the form of the document that it was taken from, though people may write in it."""

_COPY_MARK = re.compile(
    r"""(?:
        (?:\s* [-–—_] \s*|\s+) (?:copy|kopie|copie|copia) (?:\s*\d{1,3}|\s*[(（]\d{1,3}[)）])?
      | \s* [-–—_]? \s* (?:コピー|复制|複製|复件|拷贝|拷貝) (?:\s*\d{1,3}|\s*[(（]\d{1,3}[)）])?
      | \s* [-–—_]? \s* 的?副本 (?:\s*\d{1,3}|\s*[(（]\d{1,3}[)）])?
      | \s* [(（]\d{1,3}[)）]
    )$""",
    re.IGNORECASE | re.VERBOSE,
)
"""What file managers, mail and chat programs append to the name of a copy."""

_COPY_HEAD = re.compile(r"^(?:copy (?:\(\d{1,3}\) )?of |复件\s*(?:[(（]\d{1,3}[)）]\s*)?|複件\s*)", re.IGNORECASE)


_COPY_HINT = re.compile(r"cop|kop|[)）コ复複拷副]", re.IGNORECASE)
"""What every mark of a copy holds: most names are told apart by this alone, in a tenth of the time."""


def split_path(path: str) -> tuple[str, str]:
    """Return folder and name of an absolute path of either system, whatever system this runs on."""
    if not path.startswith("/"):
        path = path.replace("/", "\\")
        folder, _, name = path.rpartition("\\")
        return folder, name
    folder, _, name = path.rpartition("/")
    return folder or "/", name


def split_name(name: str) -> tuple[str, str]:
    """Return the stem and the lower-case suffix without its dot."""
    stem, dot, suffix = name.rpartition(".")
    return (stem, suffix.lower()) if dot and stem else (name, "")


def is_within(folder: str, path: str) -> bool:
    """Return whether `path` is `folder` or lies below it, by their names (Windows paths in any letter case)."""
    if path.startswith("/"):
        below = folder.rstrip("/") + "/"
        return path == folder or path.startswith(below)
    folder, path = (one.replace("/", "\\").lower().rstrip("\\") for one in (folder, path))
    return path == folder or path.startswith(folder + "\\")


def without_copy_marks(stem: str) -> str:
    """Return a stem less what marks it as a copy: "报告 - 副本 (2)" is "报告"; a name that is only a mark stays."""
    left = stem
    while _COPY_HINT.search(left):
        shorter = _COPY_MARK.sub("", _COPY_HEAD.sub("", left)).strip()
        if not shorter or shorter == left:
            return left
        left = shorter
    return left


def has_copy_mark(path: str) -> bool:
    """Return whether the name of `path` looks like one that a program gave to a copy."""
    stem, _ = split_name(split_path(path)[1])
    return without_copy_marks(stem) != stem


def plain_name(path: str) -> str:
    """Return the name for "only where the names match too": no copy marks, no suffix, NFC, any case."""
    stem, _ = split_name(split_path(path)[1])
    return unicodedata.normalize("NFC", without_copy_marks(stem)).casefold()


def choose_keeper(
    members: Sequence[Document],
    *,
    kind: Relation,
    is_protected: Callable[[str], bool] = lambda _: False,
    ranking: Sequence[str] = (),
    richness: Mapping[str, int] | None = None,
) -> tuple[Document, Reason]:
    """Return the member proposed to stay and the weightiest reason that tells it from every other member.

    Each reason narrows the members down. Where no single one of those that did is true of the keeper against all
    others (it has no copy mark, but neither has another, and a marked one is older), the reason returned is the first.

    Args:
        members: at least one.
        kind: SIMILAR and CONTAINED have no keeper: their first member is the reference.
        ranking: folders, the most trusted first.
        richness: how much each path holds beside its text (inventory items); more stays.

    Raises:
        ValueError: when there is no member.
    """
    if not members:
        raise ValueError("a group without members has no keeper")
    if kind in (Relation.SIMILAR, Relation.CONTAINED):
        return members[0], Reason.REFERENCE
    left: list[Document] = list(members)
    narrowing: list[tuple[Reason, Callable[[Document], int | str]]] = []
    for reason, badness in _steps(kind, is_protected, ranking, richness or {}):
        if len(left) == 1:
            break
        marks = [badness(document) for document in left]
        best = min(marks)
        narrowed = [document for document, mark in zip(left, marks, strict=True) if mark == best]
        if len(narrowed) < len(left):
            narrowing.append((reason, badness))
        left = narrowed
    return left[0], _said(left[0], members, narrowing)


def _said(
    keeper: Document, members: Sequence[Document], narrowing: Sequence[tuple[Reason, Callable[[Document], int | str]]]
) -> Reason:
    """Return the first reason that is true of the keeper against every other member, else the first."""
    for reason, badness in narrowing if len(narrowing) > 1 else ():
        best = badness(keeper)
        if sum(badness(member) == best for member in members) == 1 and best == min(map(badness, members)):
            return reason
    return narrowing[0][0] if narrowing else Reason.FIRST_NAME


def _steps(
    kind: Relation, is_protected: Callable[[str], bool], ranking: Sequence[str], richness: Mapping[str, int]
) -> Iterable[tuple[Reason, Callable[[Document], int | str]]]:
    """Yield each reason with what it wants small, in the order of their weight."""
    yield Reason.PROTECTED, lambda document: not is_protected(document.path)
    if ranking:
        yield Reason.FOLDER_RANK, lambda document: rank(document.path, ranking)
    if kind is Relation.SAME_TEXT:
        yield Reason.MORE_CONTENT, lambda document: -richness.get(document.path, 0)
        yield Reason.EDITABLE, lambda document: _distance_from_the_pen(document.path)
    else:
        yield Reason.NO_COPY_SUFFIX, lambda document: has_copy_mark(document.path)
    yield Reason.OLDER, lambda document: document.mtime_ns
    yield Reason.SHORTER_PATH, lambda document: len(document.path)
    yield Reason.FIRST_NAME, lambda document: document.path


def rank(path: str, ranking: Sequence[str]) -> int:
    """Return the place of the folder in `ranking` that holds `path` most closely; after the last where none does."""
    holding = [(-len(folder), place) for place, folder in enumerate(ranking) if is_within(folder, path)]
    return min(holding)[1] if holding else len(ranking)


def _distance_from_the_pen(path: str) -> int:
    suffix = split_name(split_path(path)[1])[1]
    if suffix in PLAIN:
        return 1
    return 0 if suffix in EDITABLE else 3 if suffix in RENDERED else 2
