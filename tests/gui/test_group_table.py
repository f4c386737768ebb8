"""Filtering and sorting of groups as array operations."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.documents import DuplicateGroup, Match, MeasuredBy, Relation
from gui.date_spans import Span, bounds
from gui.group_table import Column, Family, GroupTable, Order, Wanted, family_of
from tests.gui.made_groups import group_of

NAMES = st.lists(
    st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=8), min_size=2, max_size=4, unique=True
)
GROUPS = st.lists(
    st.builds(
        lambda kind, names, similarity: group_of(kind, *names, similarity=similarity, key=repr((kind, names))),
        st.sampled_from(Relation),
        NAMES,
        st.floats(0.5, 0.99),
    ),
    max_size=8,
    unique_by=lambda group: (group.kind, group.key),
)


def shown(table: GroupTable, wanted: Wanted = Wanted(), order: Order = Order()) -> list[DuplicateGroup]:  # noqa: B008  # frozen values
    return [table.groups[place] for place in table.arrange(wanted, order).tolist()]


@given(GROUPS, st.sampled_from(Column), st.booleans())
def test_sorting_loses_and_doubles_nothing(groups: list[DuplicateGroup], column: Column, is_descending: bool) -> None:
    found = shown(GroupTable(groups), order=Order(column, is_descending))

    assert sorted(found, key=repr) == sorted(groups, key=repr)


@given(GROUPS, st.frozensets(st.sampled_from(Relation)), st.text(max_size=2))
@settings(deadline=None)
def test_a_filter_shows_exactly_the_groups_that_have_what_is_wanted(
    groups: list[DuplicateGroup], kinds: frozenset[Relation], needle: str
) -> None:
    found = shown(GroupTable(groups), Wanted(kinds=kinds, needle=needle))

    def has(group: DuplicateGroup) -> bool:
        paths = "\n".join(member.path for member in group.members)
        cased = any(part.upper() != part for part in needle.casefold().split())
        return all(part in (paths.casefold() if cased else paths) for part in needle.casefold().split())

    assert found == [group for group in groups if group.kind in kinds and has(group)]


def test_groups_sort_by_the_bytes_they_would_free() -> None:
    small = group_of(Relation.IDENTICAL, "small", "small2", sizes=(10, 10))
    large = group_of(Relation.IDENTICAL, "large", "large2", sizes=(90, 90))
    table = GroupTable([small, large])

    assert shown(table, order=Order(Column.SIZE, is_descending=True)) == [large, small]


def test_the_keeper_stays_first_however_members_are_sorted() -> None:
    group = group_of(Relation.SIMILAR, "m", "z", "a")
    table = GroupTable([group])

    by_name = [member.path for member in table.members(0, Order(Column.NAME))]

    assert by_name == ["/docs/m", "/docs/a", "/docs/z"]


def test_a_word_of_the_folder_above_the_root_finds_nothing() -> None:
    group = group_of(Relation.SIMILAR, "a.txt", "b.txt", root="/home/anna/docs")

    assert shown(GroupTable([group]), Wanted(needle="anna")) == []
    assert shown(GroupTable([group]), Wanted(needle="docs")) == [group]


def test_groups_with_a_hit_in_their_text_are_shown_beside_those_with_a_hit_in_their_name() -> None:
    by_name, by_text = group_of(Relation.SIMILAR, "rent", "x"), group_of(Relation.SIMILAR, "y", "z")
    table = GroupTable([by_name, by_text])

    assert shown(table, Wanted(needle="rent", paths=frozenset({"/docs/z"}))) == [by_name, by_text]


def test_a_kind_of_file_is_told_by_the_suffix() -> None:
    assert family_of("/a/教案.PPTX") is Family.SLIDES
    assert family_of("/a/b.docx/c") is Family.OTHER
    group = group_of(Relation.IDENTICAL, "a.docx", "a.pdf")
    assert shown(GroupTable([group]), Wanted(families=frozenset({Family.PDF}))) == [group]
    assert shown(GroupTable([group]), Wanted(families=frozenset({Family.SLIDES}))) == []


def test_a_range_of_similarity_shows_the_groups_with_a_pair_in_it_and_no_others() -> None:
    near, far = (
        group_of(Relation.SIMILAR, *names, similarity=figure) for names, figure in (("ab", 0.97), ("cde", 0.91))
    )
    others = [group_of(Relation.IDENTICAL, "f", "g"), group_of(Relation.CONTAINED, "h", "i", similarity=0.97)]
    wide = replace(far, members=(*far.members[:2], replace(far.members[2], similarity=0.99)))
    table = GroupTable([near, wide, *others])

    assert shown(table, Wanted(least=0.96, most=0.98)) == [near]
    assert shown(table, Wanted(least=0.90, most=0.92)) == [wide]
    assert shown(table, Wanted(least=0.94, most=0.96)) == []
    assert shown(table, Wanted(least=0.97, most=1.0)) == [near, wide]
    assert shown(table, Wanted(least=0.95, most=0.97)) == []


def test_a_range_finds_the_pair_of_two_members_that_are_both_no_reference() -> None:
    group = group_of(Relation.SIMILAR, "a", "b", "c", similarity=0.99)
    pair = Match("/docs/b", "/docs/c", Relation.SIMILAR, 0.95, MeasuredBy.ORDER, 0.9, 0.9, 2)

    assert shown(GroupTable([group], [pair]), Wanted(least=0.94, most=0.96)) == [group]
    assert shown(GroupTable([group]), Wanted(least=0.94, most=0.96)) == []


def test_without_the_files_that_went_a_group_of_two_is_no_group() -> None:
    pair = group_of(Relation.IDENTICAL, "a", "b", sizes=(5, 5))
    triple = group_of(Relation.IDENTICAL, "c", "d", "e", sizes=(5, 5, 5))

    left = GroupTable([pair, triple]).left_without(frozenset({"/docs/b", "/docs/d"}))

    assert [len(group.members) for group in left] == [2]
    assert left[0].reclaimable_bytes == 5


def test_counts_are_by_kind() -> None:
    counts = GroupTable([group_of(Relation.SIMILAR, "a", "b")]).count_by_kind()

    assert counts[Relation.SIMILAR] == 1
    assert counts[Relation.IDENTICAL] == 0


def test_groups_are_narrowed_to_a_span_of_time_by_any_of_their_files() -> None:
    base = 1_700_000_000_000_000_000
    table = GroupTable([group_of(Relation.IDENTICAL, "a", "b"), group_of(Relation.IDENTICAL, "c", "d", "e")])

    assert list(table.arrange(Wanted(since_ns=base + 2), Order())) == [1], "only the second has a third, later file"
    assert list(table.arrange(Wanted(before_ns=base), Order())) == []
    assert list(table.arrange(Wanted(before_ns=base + 1), Order())) == [0, 1]


@pytest.mark.parametrize(
    ("span", "since", "before"),
    [
        (None, None, None),
        (Span.WEEK, datetime(2026, 5, 13, 12, tzinfo=UTC), None),
        (Span.YEAR, datetime(2026, 1, 1, tzinfo=UTC), None),
        (Span.BEFORE_YEAR, None, datetime(2026, 1, 1, tzinfo=UTC)),
        (Span.OLD, None, datetime(2023, 5, 21, 12, tzinfo=UTC)),
    ],
)
def test_a_span_is_counted_from_now(span: Span | None, since: datetime | None, before: datetime | None) -> None:
    found = bounds(span, datetime(2026, 5, 20, 12, tzinfo=UTC))

    assert found == tuple(0 if moment is None else int(moment.timestamp()) * 10**9 for moment in (since, before))
