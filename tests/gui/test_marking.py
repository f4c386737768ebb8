"""Marks: by hand, by rule, step by step, never the last of a group."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from core.decisions import Mark
from core.documents import DuplicateGroup, Relation
from core.rules import Rule, RuleKind, apply_rule
from gui.marking import Marking, marks_of
from tests.gui.made_groups import group_of


def marking_of(*groups: DuplicateGroup) -> tuple[Marking, dict[str, Mark]]:
    """Return a marking and what its library holds."""
    stored: dict[str, Mark] = {}

    def store(added: Sequence[Mark], removed: Sequence[str]) -> None:
        for path in removed:
            del stored[path]
        stored.update({mark.path: mark for mark in added})

    made = Marking(store)
    made.take_groups(groups)
    return made, stored


TRIPLE = group_of(Relation.IDENTICAL, "a", "b", "c", sizes=(5, 5, 5))


def test_a_mark_names_its_kept_copy_and_counts_its_bytes() -> None:
    marking, stored = marking_of(TRIPLE)

    marking.by_hand(["/docs/b"], is_marked=True)

    assert stored["/docs/b"].keeper == "/docs/a"
    assert marking.size == 5


def test_the_last_of_identical_files_cannot_be_marked() -> None:
    marking, stored = marking_of(TRIPLE)
    refused: list[str] = []
    marking.refused.connect(refused.extend)

    marking.by_hand(["/docs/a", "/docs/b", "/docs/c"], is_marked=True)

    assert list(stored) == ["/docs/a", "/docs/b"]
    assert refused == ["/docs/c"]


def test_a_protected_file_cannot_be_marked() -> None:
    marking, stored = marking_of(group_of(Relation.IDENTICAL, "a", "b", "c", protected=["b"]))

    marking.by_hand(["/docs/b", "/docs/c"], is_marked=True)

    assert list(stored) == ["/docs/c"]


def test_a_file_that_is_the_last_in_one_of_its_groups_stays_in_all() -> None:
    pair, similar = group_of(Relation.IDENTICAL, "a", "b"), group_of(Relation.SIMILAR, "x", "b")
    marking, stored = marking_of(pair, similar)

    marking.by_hand(["/docs/a", "/docs/b"], is_marked=True)

    assert list(stored) == ["/docs/a"]


def test_a_rule_is_one_step_and_is_taken_back_as_a_whole() -> None:
    marking, stored = marking_of(TRIPLE)
    marking.by_hand(["/docs/c"], is_marked=True)

    marking.take(marks_of(apply_rule(Rule(RuleKind.SURPLUS), [TRIPLE], marked=marking.marks)))
    assert set(stored) == {"/docs/b", "/docs/c"}
    marking.undo()

    assert set(stored) == {"/docs/c"}
    assert stored["/docs/c"].reason == "by_hand"


def test_a_file_that_went_takes_its_mark_along_and_does_not_come_back_by_undo() -> None:
    marking, stored = marking_of(TRIPLE)
    marking.by_hand(["/docs/b"], is_marked=True)
    marking.clear()

    marking.drop({"/docs/b"})
    marking.undo()

    assert marking.marks == {}
    assert stored == {}


@given(st.lists(st.tuples(st.lists(st.sampled_from("abcd"), min_size=1, max_size=4), st.booleans()), max_size=12))
def test_whatever_is_marked_by_hand_one_file_of_a_group_stays_and_the_library_agrees(
    acts: list[tuple[list[str], bool]],
) -> None:
    group = group_of(Relation.IDENTICAL, *"abcd")
    marking, stored = marking_of(group)

    for names, is_marked in acts:
        marking.by_hand([f"/docs/{name}" for name in names], is_marked=is_marked)

    assert len(marking.marks) < 4
    assert stored == marking.marks


@given(st.integers(1, 8))
def test_undo_leads_back_to_where_the_steps_began(steps: int) -> None:
    marking, stored = marking_of(group_of(Relation.SIMILAR, *(str(n) for n in range(10))))
    for step in range(steps):
        marking.by_hand([f"/docs/{step}"], is_marked=True)

    for _ in range(steps):
        marking.undo()

    assert stored == {}
    assert not marking.can_undo


def test_what_changed_while_a_rule_was_thought_of_is_looked_at_again() -> None:
    pair = group_of(Relation.IDENTICAL, "a", "b")
    marking, stored = marking_of(pair, TRIPLE)
    groups = (pair, TRIPLE)
    marking.take_groups(groups)
    thought = marks_of(apply_rule(Rule(RuleKind.SURPLUS), groups), groups, frozenset())

    marking.by_hand(["/docs/a"], is_marked=True)
    marking.take(thought)

    assert set(stored) == {"/docs/a"}, "each group keeps an unmarked file"


def test_a_protected_folder_is_asked_about_when_a_mark_is_set() -> None:
    marking, stored = marking_of(TRIPLE)
    marking.protect(lambda path: path.endswith("b"))

    marking.by_hand(["/docs/b", "/docs/c"], is_marked=True)

    assert list(stored) == ["/docs/c"]


def test_when_the_kept_copy_goes_the_file_now_proposed_to_stay_loses_its_mark_and_that_is_told() -> None:
    marking, stored = marking_of(group_of(Relation.IDENTICAL, "a", "b", "c", "d"))
    marking.by_hand(["/docs/b", "/docs/c", "/docs/d"], is_marked=True)
    told: list[str] = []
    marking.kept.connect(told.extend)

    marking.take_groups([group_of(Relation.IDENTICAL, "c", "b", "d")])

    assert set(stored) == {"/docs/b", "/docs/d"}
    assert told == ["/docs/c"]
    marking.undo()
    assert not {"/docs/b", "/docs/c", "/docs/d"} <= stored.keys()


def test_taking_a_step_back_marks_no_file_that_is_protected_by_now_and_empties_no_group() -> None:
    marking, stored = marking_of(group_of(Relation.IDENTICAL, "a", "b", "c", "d"))
    marking.by_hand(["/docs/b", "/docs/c", "/docs/d"], is_marked=True)
    marking.clear()
    refused: list[str] = []
    marking.refused.connect(refused.extend)

    marking.protect(lambda path: path == "/docs/b")
    marking.take_groups([group_of(Relation.IDENTICAL, "d", "b", "c")])
    marking.undo()

    assert set(stored) == {"/docs/c", "/docs/d"}
    assert refused == ["/docs/b"]

    marking.clear()
    marking.take_groups([group_of(Relation.IDENTICAL, "d", "c")])
    marking.undo()

    assert set(stored) == {"/docs/c"}
