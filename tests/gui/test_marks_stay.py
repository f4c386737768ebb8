"""Marks are of files: sorting, filtering, opening, another language, theme or order of groups change none (M6, D15)."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from core.documents import DuplicateGroup, Relation
from core.rules import Rule, RuleKind, apply_rule
from gui.group_table import Family, GroupTable
from gui.marking import Marking, marks_of
from gui.review_page import ReviewPage
from gui.rules_menu import RulesMenu
from gui.theme import Theme
from gui.words import Words
from tests.gui.made_groups import group_of
from tests.gui.test_marking import marking_of

FILES = [f"{folder}/{name}" for folder in ("a", "old", "下载") for name in ("1.docx", "1 (1).docx", "2.pdf", "3.pptx")]

KINDS = st.sampled_from(list(Relation))


@st.composite
def made_libraries(draw: st.DrawFn) -> list[DuplicateGroup]:
    """Groups of all kinds over one set of files, some of them protected."""
    groups = []
    protected = draw(st.lists(st.sampled_from(FILES), max_size=2))
    for number in range(draw(st.integers(1, 7))):
        names = draw(st.lists(st.sampled_from(FILES), min_size=2, max_size=5, unique=True))
        groups.append(group_of(draw(KINDS), *names, protected=protected, key=str(number)))
    return groups


RULES = st.builds(
    Rule,
    st.sampled_from(RuleKind),
    st.lists(st.sampled_from(["/docs/a", "/docs/old", "/docs/下载"]), min_size=1, unique=True).map(tuple),
    st.booleans(),
    st.booleans(),
)

VIEWINGS = st.one_of(
    st.tuples(st.just("sort"), st.integers(-1, 3), st.booleans()),
    st.tuples(st.just("needle"), st.sampled_from(["", "1", "old", "下载", "nowhere"])),
    st.tuples(st.just("kind"), KINDS),
    st.tuples(st.just("families"), st.sampled_from([frozenset(), frozenset({Family.PDF}), frozenset({Family.WORD})])),
    st.tuples(st.just("folder"), st.sampled_from(["", "/docs/old", "/docs/a"])),
    st.tuples(st.just("open"), st.booleans()),
    st.tuples(st.just("language"), st.sampled_from(["en", "zh_CN", "zh_TW"])),
    st.tuples(st.just("theme"), st.sampled_from(["light", "dark"])),
    st.tuples(st.just("order"), st.integers(0, 9)),
)


def view(page: ReviewPage, act: tuple[object, ...], words: Words, theme: Theme, groups: list[DuplicateGroup]) -> None:
    """Look at the list in another way."""
    name, *values = act
    if name == "sort":
        order = Qt.SortOrder.DescendingOrder if values[1] else Qt.SortOrder.AscendingOrder
        page.model.sort(values[0], order)
    elif name == "kind":
        page.show_kind(values[0])
    elif name == "open":
        page.model.set_all_open(are_open=values[0])
    elif name == "language":
        words.set_language(values[0])
    elif name == "theme":
        theme.set_mode(values[0])
    elif name == "order":
        page.show_table(GroupTable(random.Random(values[0]).sample(groups, len(groups))))
    else:
        page.narrow(**{name: values[0]})


def ticked(page: ReviewPage) -> set[str]:
    """The paths of the rows whose box is ticked."""
    model = page.model
    rows = (model.row_at(row) for row in range(model.rowCount()) if _is_ticked(page, row))
    return {row.member.path for row in rows if row.member is not None}


def _is_ticked(page: ReviewPage, row: int) -> bool:
    return page.model.index(row, 0).data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked


def shown(page: ReviewPage) -> set[str]:
    members = (page.model.row_at(row).member for row in range(page.model.rowCount()))
    return {member.path for member in members if member is not None}


def by_rules(marking: Marking, groups: list[DuplicateGroup], rules: list[Rule]) -> None:
    for rule in rules:
        marking.take(marks_of(apply_rule(rule, groups, marked=marking.marks)))


@settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(made_libraries(), st.lists(RULES, min_size=1, max_size=3), st.lists(VIEWINGS, min_size=1, max_size=8))
def test_however_the_list_is_looked_at_the_same_files_are_marked(
    words: Words, theme: Theme, groups: list[DuplicateGroup], rules: list[Rule], acts: list[tuple[object, ...]]
) -> None:
    marking, stored = marking_of(*groups)
    page = ReviewPage(words, theme, RulesMenu(words), QWidget())
    page.show_table(GroupTable(groups))
    by_rules(marking, groups, rules)
    page.model.set_marks(marking.marks)
    before = set(marking.marks)

    for act in acts:
        view(page, act, words, theme, groups)
        assert ticked(page) == before & shown(page)

    assert set(page.model.marks) == set(marking.marks) == set(stored) == before
    page.deleteLater()


@given(made_libraries(), st.lists(RULES, max_size=4), st.lists(st.sampled_from(FILES), max_size=8))
def test_by_rules_and_by_hand_one_file_of_each_content_stays_and_nothing_near_is_marked_by_rule(
    groups: list[DuplicateGroup], rules: list[Rule], hand: list[str]
) -> None:
    marking, _ = marking_of(*groups)
    half = len(hand) // 2
    marking.by_hand([f"/docs/{name}" for name in hand[:half]], is_marked=True)
    by_rules(marking, groups, rules)
    marking.by_hand([f"/docs/{name}" for name in hand[half:]], is_marked=True)

    same = [group for group in groups if group.kind in (Relation.IDENTICAL, Relation.SAME_TEXT)]
    in_same = {member.path for group in same for member in group.members}
    for group in same:
        assert any(member.path not in marking.marks for member in group.members)
    assert all(mark.path in in_same for mark in marking.marks.values() if mark.source)
    protected = {member.path for group in groups for member in group.members if member.is_protected}
    assert protected.isdisjoint(marking.marks)


def test_a_row_that_stands_for_copies_marks_one_named_file() -> None:
    near = group_of(Relation.SIMILAR, "ref.docx", "b.docx")
    copies = group_of(Relation.IDENTICAL, "b.docx", "b (1).docx", "b (2).docx")
    marking, stored = marking_of(near, copies)

    marking.by_hand(["/docs/b.docx"], is_marked=True)

    assert set(stored) == {"/docs/b.docx"}
