"""What was declared "not duplicates", one entry an act of declaring, with the files that it is about now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from core.documents import Relation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.decisions import Settled
    from core.library import Library

MOST_NAMED = 3
"""So many documents of an entry are named; the others are counted."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """One act of declaring.

    Attributes:
        pairs: of text digests, or the key of a whole group twice.
        documents: how many texts (of a whole group: files) it is about.
        paths: where the first of them are now; empty where none is known any more.
        note: the name that was known when it was declared.
    """

    kind: Relation
    pairs: tuple[tuple[str, str], ...]
    documents: int
    decided_ns: int
    note: str = ""
    paths: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether it is about a group of identical files or of the same text."""
        return self.pairs[0][0] == self.pairs[0][1]

    @property
    def digests(self) -> tuple[str, ...]:
        """The digests that it names, each once, those of the first pairs first."""
        return tuple(dict.fromkeys(digest for pair in self.pairs for digest in pair))


def declarations(settled: Iterable[Settled]) -> list[Declaration]:
    """Return the acts behind these rows, in their order: rows of one kind written at one moment are one act."""
    found = []
    for (_, kind, is_whole), rows in groupby(settled, key=lambda row: (row.decided_ns, row.kind, row.a == row.b)):
        for act in ([row] for row in rows) if is_whole else (list(rows),):
            pairs = tuple((row.a, row.b) for row in act)
            made = Declaration(kind, pairs, act[0].members, act[0].decided_ns, act[0].note)
            found.append(made if is_whole else replace(made, documents=len(made.digests)))
    return found


def listed(library: Library) -> list[Declaration]:
    """Return everything that is declared, the newest first, each with paths of its documents."""
    return [replace(one, paths=tuple(_paths(library, one))) for one in declarations(library.decisions.settled())]


def take_back(library: Library, entries: Iterable[Declaration]) -> None:
    """Let the documents of these entries be duplicates again where they are."""
    for one in entries:
        library.decisions.unsettle(one.pairs, one.kind)


def _paths(library: Library, one: Declaration) -> list[str]:
    if not one.is_whole:
        return _paths_of_texts(library, one.digests[:MOST_NAMED])
    digest = one.pairs[0][0].partition(":")[2]
    if not _is_digest(digest):
        return []
    if one.kind is Relation.IDENTICAL:
        return library.index.paths_by_blake3(digest)[:MOST_NAMED]
    return _paths_of_texts(library, [digest])


def _paths_of_texts(library: Library, digests: Iterable[str]) -> list[str]:
    """Return a path of each content of these texts, some of them."""
    texts, index = library.index.texts, library.index
    numbers = texts.text_ids(bytes.fromhex(digest) for digest in digests if _is_digest(digest))
    contents = [content for number in numbers.values() for content in texts.contents_of_text(number)]
    return [path for content in contents[:MOST_NAMED] for path in index.paths_of_content(content)[:1]]


def _is_digest(text: str) -> bool:
    return len(text) % 2 == 0 and text != "" and set(text) <= set("0123456789abcdef")
