"""The list of groups as rows."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from core.decisions import Mark
from core.documents import DuplicateGroup, Relation
from gui.group_model import CLOSED_ABOVE, GROUP_ROLE, MEMBER_ROLE, GroupModel
from gui.group_table import Column, GroupTable, Wanted
from gui.words import Words
from tests.gui.made_groups import group_of


@pytest.fixture
def model(qapp: QApplication, words: Words) -> GroupModel:
    made = GroupModel(words)
    made.tester = QAbstractItemModelTester(made)  # type: ignore[attr-defined]  # kept alive with the model
    made.set_table(
        GroupTable(
            [
                group_of(Relation.IDENTICAL, "b1", "b2", "b3"),
                group_of(Relation.SIMILAR, "a1", "a2"),
                group_of(Relation.IDENTICAL, "c1", "c2"),
            ]
        )
    )
    return made


def texts(model: GroupModel) -> list[str]:
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_an_open_group_shows_its_header_and_its_members(model: GroupModel) -> None:
    assert texts(model) == ["b1", "b1", "b2", "b3", "a1", "a1", "a2", "c1", "c1", "c2"]


def test_closing_and_opening_a_group_changes_only_its_rows(model: GroupModel) -> None:
    model.set_open(0, is_open=False)
    assert texts(model) == ["b1", "a1", "a1", "a2", "c1", "c1", "c2"]

    model.set_open(0, is_open=True)
    assert texts(model) == ["b1", "b1", "b2", "b3", "a1", "a1", "a2", "c1", "c1", "c2"]


def test_an_index_that_is_kept_follows_its_file_through_sorting(model: GroupModel) -> None:
    kept = QPersistentModelIndex(model.index(6, Column.SIZE))
    assert kept.sibling(kept.row(), 0).data() == "a2"

    model.sort(Column.NAME, Qt.SortOrder.AscendingOrder)

    assert texts(model)[0] == "a1"
    assert kept.sibling(kept.row(), 0).data() == "a2"


def test_what_was_open_stays_open_with_another_result_and_another_filter(model: GroupModel) -> None:
    model.set_open(0, is_open=False)

    model.set_wanted(Wanted(kinds=frozenset({Relation.IDENTICAL})))
    assert texts(model) == ["b1", "c1", "c1", "c2"]
    model.set_table(GroupTable(list(reversed(model.table.groups))))
    assert texts(model) == ["c1", "c1", "c2", "b1"]


def test_many_groups_start_closed(model: GroupModel) -> None:
    groups = [group_of(Relation.IDENTICAL, f"{n}", f"{n} copy") for n in range(CLOSED_ABOVE + 1)]

    model.set_table(GroupTable(groups))

    assert model.rowCount() == len(groups)


def test_a_row_hands_out_its_group_and_member(model: GroupModel) -> None:
    header, member = model.index(0, 0), model.index(2, 0)

    assert header.data(GROUP_ROLE).kind is Relation.IDENTICAL
    assert header.data(MEMBER_ROLE) is None
    assert member.data(MEMBER_ROLE).path == "/docs/b2"


def test_a_tick_asks_and_does_not_mark_by_itself(model: GroupModel) -> None:
    asked: list[tuple[int, bool]] = []
    model.mark_asked.connect(lambda row, on: asked.append((row, on)))

    model.setData(model.index(2, 0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)

    assert asked == [(2, True)]
    assert Qt.CheckState(model.index(2, 0).data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.Unchecked
    model.set_marks({"/docs/b2": Mark("/docs/b2")})
    assert Qt.CheckState(model.index(2, 0).data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.Checked


def test_marks_stay_through_sorting_filtering_and_language(model: GroupModel, words: Words) -> None:
    marks = {"/docs/b2": Mark("/docs/b2")}
    model.set_marks(marks)

    model.sort(Column.SIZE, Qt.SortOrder.DescendingOrder)
    model.set_wanted(Wanted(needle="c"))
    words.set_language("zh_CN")
    model.set_wanted(Wanted())

    assert model.marks == marks


def test_a_screen_reader_hears_the_kind_the_name_and_the_state_of_a_group(model: GroupModel) -> None:
    heard = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)

    assert "Identical" in heard
    assert "b1" in heard
    assert "open" in heard


def test_a_name_with_a_line_break_or_odd_bytes_is_one_line(qapp: QApplication, words: Words) -> None:
    model = GroupModel(words)
    model.set_table(GroupTable([group_of(Relation.IDENTICAL, "a\nb", "c\udcff")]))

    assert texts(model)[1:] == ["a\N{REPLACEMENT CHARACTER}b", "c\N{REPLACEMENT CHARACTER}"]


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("open"), st.integers(0, 5), st.booleans()),
        st.tuples(st.just("sort"), st.sampled_from([-1, *Column]), st.booleans()),
        st.tuples(st.just("want"), st.frozensets(st.sampled_from(Relation)), st.booleans()),
        st.tuples(st.just("all"), st.integers(0, 0), st.booleans()),
    ),
    max_size=12,
)


@given(st.lists(st.tuples(st.sampled_from(Relation), st.integers(2, 4)), min_size=1, max_size=6), ACTS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
def test_after_any_acts_every_row_is_a_header_or_a_member_of_the_header_above_it(
    qapp: QApplication, kinds: list[tuple[Relation, int]], acts: list[tuple[str, object, bool]]
) -> None:
    model = GroupModel(Words("en"))
    tester = QAbstractItemModelTester(model)
    groups = [group_of(kind, *(f"{n}-{m}" for m in range(size))) for n, (kind, size) in enumerate(kinds)]
    model.set_table(GroupTable(groups))

    for act, value, flag in acts:
        _do(model, act, value, flag)

    rows = [model.row_at(row) for row in range(model.rowCount())]
    assert sum(row.member is None for row in rows) == model.shown_groups
    for above, row in itertools.pairwise(rows):
        if row.member is not None:
            assert row.group is above.group
    for number, row in enumerate(rows):
        name = (row.group.kind, row.group.key)
        assert model.row_of(name, row.member.path if row.member else None) == number
    del tester


def _do(model: GroupModel, act: str, value: object, flag: bool) -> None:
    if act == "open" and isinstance(value, int) and value < len(model.table):
        model.set_open(value, is_open=flag)
    elif act == "sort" and isinstance(value, int):
        model.sort(value, Qt.SortOrder.DescendingOrder if flag else Qt.SortOrder.AscendingOrder)
    elif act == "want" and isinstance(value, frozenset):
        model.set_wanted(Wanted(kinds=value))
    elif act == "all":
        model.set_all_open(are_open=flag)


def test_sorting_and_filtering_twenty_thousand_closed_groups_is_quick(qapp: QApplication, words: Words) -> None:
    model = GroupModel(words)
    groups: list[DuplicateGroup] = [group_of(Relation.SIMILAR, f"{n}.docx", f"{n} b.docx") for n in range(20_000)]
    model.set_table(GroupTable(groups))

    started = time.perf_counter()
    model.sort(Column.NAME, Qt.SortOrder.DescendingOrder)
    model.set_wanted(Wanted(needle="99"))

    assert time.perf_counter() - started < 0.5


def test_what_is_open_survives_a_restart_and_a_wish_for_all_does_too(words: Words) -> None:
    groups = [group_of(Relation.IDENTICAL, f"{n}", f"{n} copy") for n in range(3)]
    first = GroupModel(words)
    first.set_table(GroupTable(groups))
    first.set_open(1, is_open=False)
    again = GroupModel(words)
    again.restore_open_state(first.open_state)
    again.set_table(GroupTable(groups))
    assert [again.is_open(place) for place in range(3)] == [True, False, True]

    again.set_all_open(are_open=False)
    again.set_open(2, is_open=True)
    again.set_table(GroupTable(groups[:]))
    third = GroupModel(words)
    third.restore_open_state(again.open_state)
    third.set_table(GroupTable(groups))
    assert [third.is_open(place) for place in range(3)] == [False, False, True]


def test_when_there_are_too_many_to_be_open_all_start_closed(words: Words) -> None:
    model = GroupModel(words)
    few = [group_of(Relation.IDENTICAL, f"{n}", f"{n} copy") for n in range(3)]
    many = [group_of(Relation.IDENTICAL, f"{n}", f"{n} copy") for n in range(CLOSED_ABOVE + 1)]
    model.set_table(GroupTable(few))
    model.set_open(1, is_open=False)

    model.set_table(GroupTable(many))

    assert not any(model.is_open(place) for place in range(5))
