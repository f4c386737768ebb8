"""The GROUP stage for near duplicates: stored pairs of texts to matches, similar groups and contained groups."""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from core import grouping
from core.documents import Changes, DuplicateGroup, Match, MeasuredBy, Member, Reason, Relation
from core.fingerprint import hamming
from core.results import member_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.results import Scope, TextFold
    from core.text_index import PairRow

LONGER = 1.25
"""A container is at least this many times as long as what it contains: otherwise the pair is only dissimilar."""


def near_groups(scope: Scope, texts: Mapping[int, TextFold]) -> tuple[list[DuplicateGroup], list[Match]]:
    """Return the similar and the contained groups, and all pairs behind them."""
    similar, contained = pairs_in_scope(scope, texts)
    groups = similar_groups(scope, texts, similar) + contained_groups(scope, texts, contained)
    rows = matches(scope, texts, similar, Relation.SIMILAR) + matches(scope, texts, contained, Relation.CONTAINED)
    return groups, rows


def pairs_in_scope(scope: Scope, texts: Mapping[int, TextFold]) -> tuple[list[PairRow], list[PairRow]]:
    """Return the similar and the contained pairs of the scope at its threshold, less the settled ones.

    By the classic method every pair given is similar, and none contained: the fingerprints have decided.
    """
    similar, contained = [], []
    threshold = 0.0 if scope.settings.method == "simhash" else scope.settings.similarity
    for pair in _wished_pairs(scope, texts):
        if is_similar(pair, threshold):
            similar.append(pair)
        elif is_contained(scope, pair):
            contained.append(pair)
    return similar, contained


def similarities(scope: Scope, texts: Mapping[int, TextFold]) -> array[float]:
    """Return the similarity of every stored pair of the scope, whatever the threshold, less the settled ones."""
    return array("d", (pair.similarity for pair in _wished_pairs(scope, texts)))


def _wished_pairs(scope: Scope, texts: Mapping[int, TextFold]) -> Iterator[PairRow]:
    for pair in scope.pairs:
        if pair.a in texts and pair.b in texts and not _is_settled(scope, pair) and _is_inside_wish(scope, texts, pair):
            yield pair


def is_similar(pair: PairRow, threshold: float) -> bool:
    """Return whether the figure of the pair reaches the threshold."""
    return pair.similarity >= threshold


def is_contained(scope: Scope, pair: PairRow) -> bool:
    """Return whether the shorter text of the pair stands inside the longer one."""
    shorter, longer = sorted((scope.token_counts[pair.a], scope.token_counts[pair.b]))
    return (
        pair.kind == Relation.CONTAINED.value
        and longer >= LONGER * shorter
        and max(pair.share_a, pair.share_b) >= scope.settings.contained
    )


def _is_settled(scope: Scope, pair: PairRow) -> bool:
    return scope.settled(Relation.SIMILAR, scope.text_digests[pair.a].hex(), scope.text_digests[pair.b].hex())


def _is_inside_wish(scope: Scope, texts: Mapping[int, TextFold], pair: PairRow) -> bool:
    if scope.settings.across == "any":
        return True
    is_one_root = texts[pair.a].first.root == texts[pair.b].first.root
    return is_one_root == (scope.settings.across == "inside")


def matches(scope: Scope, texts: Mapping[int, TextFold], pairs: Iterable[PairRow], kind: Relation) -> list[Match]:
    """Return the pairs as values that name one path a text, in the order of their paths."""
    found = []
    for pair in pairs:
        ends = sorted([(texts[pair.a].first.path, pair.share_a), (texts[pair.b].first.path, pair.share_b)])
        (a, share_a), (b, share_b) = ends
        distance = _distance(scope, pair.a, pair.b)
        found.append(Match(a, b, kind, pair.similarity, MeasuredBy(pair.by), share_a, share_b, distance))
    return sorted(found, key=lambda match: (match.a, match.b))


def _distance(scope: Scope, a: int, b: int) -> int | None:
    one, other = scope.simhashes.get(a), scope.simhashes.get(b)
    return None if one is None or other is None else hamming(one, other)


def similar_groups(scope: Scope, texts: Mapping[int, TextFold], pairs: Sequence[PairRow]) -> list[DuplicateGroup]:
    """Return the stars over the pairs: every member reaches the threshold with its reference."""
    by_ends = {(pair.a, pair.b): pair for pair in pairs}
    stars = grouping.stars(
        [(pair.a, pair.b, pair.similarity) for pair in pairs],
        order=sorted({end for ends in by_ends for end in ends}, key=lambda text: scope.text_digests[text]),
    )
    groups = []
    for reference, others in stars.items():
        rows = [(other, by_ends[min(reference, other), max(reference, other)]) for other in others]
        rows.sort(key=lambda row: (-row[1].similarity, scope.text_digests[row[0]]))
        groups.append(_group(scope, texts, Relation.SIMILAR, reference, rows))
    return sorted(groups, key=lambda g: (g.keeper.path, g.key))


def contained_groups(scope: Scope, texts: Mapping[int, TextFold], pairs: Iterable[PairRow]) -> list[DuplicateGroup]:
    """Return each contained text once, under its best container."""
    best: dict[int, tuple[float, int, PairRow]] = {}
    for pair in pairs:
        inner, outer = sorted((pair.a, pair.b), key=lambda text: (scope.token_counts[text], text))
        share = pair.share_a if inner == pair.a else pair.share_b
        candidate = (share, -scope.token_counts[outer], pair)
        if inner not in best or candidate[:2] > best[inner][:2]:
            best[inner] = candidate
    by_container: defaultdict[int, list[tuple[int, PairRow]]] = defaultdict(list)
    for inner, (_, _, pair) in best.items():
        by_container[pair.b if inner == pair.a else pair.a].append((inner, pair))
    groups = [
        _group(scope, texts, Relation.CONTAINED, outer, sorted(rows, key=lambda row: scope.text_digests[row[0]]))
        for outer, rows in by_container.items()
    ]
    return sorted(groups, key=lambda g: (g.keeper.path, g.key))


def _group(
    scope: Scope,
    texts: Mapping[int, TextFold],
    kind: Relation,
    reference: int,
    rows: Sequence[tuple[int, PairRow]],
) -> DuplicateGroup:
    first = texts[reference]
    members = [member_of(scope, first.first, Reason.REFERENCE, is_keeper=True, copies=first.copies)]
    members += [_near_member(scope, texts[text], reference, pair) for text, pair in rows]
    return DuplicateGroup(
        kind=kind,
        members=tuple(members),
        similarity=min(member.similarity for member in members),
        key=f"{kind.value[0]}:{scope.text_digests[reference].hex()}",
    )


def _near_member(scope: Scope, fold: TextFold, reference: int, pair: PairRow) -> Member:
    is_first = pair.a == fold.text
    plain = member_of(scope, fold.first, None, is_keeper=False, copies=fold.copies)
    return replace(
        plain,
        hamming=_distance(scope, fold.text, reference),
        similarity=pair.similarity,
        share=pair.share_a if is_first else pair.share_b,
        changes=_changes(pair, is_reversed=is_first),
    )


def _changes(pair: PairRow, *, is_reversed: bool) -> Changes | None:
    """Return the words that differ, seen from the reference; the stored counts run from `a` to `b`."""
    if pair.changed is None or pair.added is None or pair.removed is None:
        return None
    added, removed = (pair.removed, pair.added) if is_reversed else (pair.added, pair.removed)
    return Changes(pair.changed, added, removed, only_numbers=pair.only_numbers)
