"""Near duplicates grouped anew at other settings, from what the index knows: nothing on the disk is looked at."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from core.documents import Document, Relation, ScanResult
from core.near_results import near_groups, similarities
from core.packed_groups import of_kinds
from core.protection import Protection
from core.results import Scope, fold_contents, fold_texts
from core.text_scope import with_texts

if TYPE_CHECKING:
    from core.library import Library
    from core.settings import Settings


def regroup(result: ScanResult, settings: Settings, library: Library) -> ScanResult:
    """Return `result` with its similar and contained groups made anew from the stored pairs.

    The pairs are stored down to `settings.floor`, so the threshold may go either way. Identical and same-text groups
    do not depend on it and stay as they are.
    """
    protection = Protection.of(library.decisions, settings)
    documents: dict[str, Document] = {}
    contents: dict[str, int] = {}
    for root in result.roots:
        for row in library.index.files_under(root):
            if row.content is not None:
                documents[row.path] = Document(row.path, os.fspath(root), row.size, row.mtime_ns, row.ctime_ns)
                contents[row.path] = row.content
    scope = Scope(
        documents=documents,
        contents=contents,
        settings=settings,
        is_protected=protection.covers,
        settled=protection.settled,
    )
    scope = with_texts(scope, library.index)
    texts = fold_texts(scope, fold_contents(scope))
    groups, matches = near_groups(scope, texts)
    kept = tuple(of_kinds(result.groups, Relation.IDENTICAL, Relation.SAME_TEXT))
    figures = similarities(scope, texts)
    return replace(result, groups=(*kept, *groups), matches=tuple(matches), similarities=figures)
