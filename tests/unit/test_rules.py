"""Marking rules: what they mark, what they spare, and that no group is ever emptied."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.decisions import Decisions, Mark
from core.documents import Digests, Document, DuplicateGroup, Member, Reason, Relation
from core.rules import Effect, Rule, RuleKind, SpareReason, Untouchable, apply_rule, clear_folder

YEAR_NS = 365 * 24 * 3600 * 10**9
FOLDERS = ("/d/old", "/d/new", "/d/new/deep", "/safe")


def member(path: str, *, mtime_ns: int = 0, size: int = 10, links: int = 1, **values: object) -> Member:
    return Member(Document(path, "/", size, mtime_ns, 0, links=links), False, digests=Digests(), **values)


def group(kind: Relation, *members: Member) -> DuplicateGroup:
    first = replace(members[0], is_keeper=True)
    return DuplicateGroup(kind, (first, *members[1:]), 1.0, first.path)


def identical(*members: Member | str) -> DuplicateGroup:
    return group(Relation.IDENTICAL, *(member(one) if isinstance(one, str) else one for one in members))


def marked(effect: Effect) -> dict[str, str]:
    return {marking.path: marking.keeper for marking in effect.marks}


def spared(effect: Effect) -> dict[str, SpareReason]:
    return {one.path: one.reason for one in effect.spared}


@pytest.mark.parametrize(
    ("kind", "victim", "tie"),
    [
        (RuleKind.LARGEST, member("/a/x (1).txt"), Reason.NO_COPY_SUFFIX),
        (RuleKind.LARGEST, member("/a/x (1).txt", size=9), None),
        (RuleKind.NEWEST, member("/a/longer.txt"), Reason.SHORTER_PATH),
        (RuleKind.NEWEST, member("/a/longer.txt", mtime_ns=-1), None),
        (RuleKind.OLDEST, member("/a/y.txt"), Reason.FIRST_NAME),
        (RuleKind.SHORTEST_PATH, member("/a/y.txt", mtime_ns=1), Reason.OLDER),
        (RuleKind.SHORTEST_PATH, member("/a/longer.txt"), None),
        (RuleKind.RANKED, member("/a/y.txt"), Reason.FIRST_NAME),
        (RuleKind.RANKED, member("/b/y.txt"), None),
        (RuleKind.SURPLUS, member("/a/y.txt"), None),
    ],
)
def test_what_decided_between_equals_is_told(kind: RuleKind, victim: Member, tie: Reason | None) -> None:
    effect = apply_rule(Rule(kind, ("/a", "/b")), [identical(member("/a/x.txt"), victim)])

    [marking] = effect.marks
    assert (marking.path, marking.keeper, marking.tie) == (victim.path, "/a/x.txt", tie)


# The gate


@st.composite
def libraries(draw: st.DrawFn) -> tuple[list[DuplicateGroup], list[str]]:
    """Overlapping groups of all kinds over one set of files, some of them marked by hand."""
    number = draw(st.integers(2, 12))
    files = [
        member(
            f"{draw(st.sampled_from(FOLDERS))}/{index}{draw(st.sampled_from(('', ' (1)', ' - 副本')))}.txt",
            mtime_ns=draw(st.integers(0, 3)),
            size=draw(st.integers(0, 3)),
            links=draw(st.sampled_from((1, 1, 1, 2))),
            content_differs=draw(st.sampled_from((False, False, True))),
            is_protected=draw(st.sampled_from((False, False, False, True))),
        )
        for index in range(number)
    ]
    groups = []
    for _ in range(draw(st.integers(1, 6))):
        members = draw(st.lists(st.sampled_from(files), min_size=2, unique_by=lambda one: one.path))
        groups.append(group(draw(st.sampled_from(Relation)), *members))
    by_hand = draw(st.lists(st.sampled_from([one.path for one in files]), unique=True))
    return groups, by_hand


RULES = st.builds(
    Rule,
    st.sampled_from(RuleKind),
    st.lists(st.sampled_from(FOLDERS[:3]), min_size=1, max_size=3).map(tuple),
    st.booleans(),
    st.booleans(),
)


@given(libraries(), st.lists(RULES, min_size=1, max_size=4), st.one_of(st.none(), st.integers(0, 3)))
def test_no_run_of_rules_empties_a_group_or_touches_what_it_must_not(
    library: tuple[list[DuplicateGroup], list[str]], rules: list[Rule], now_ns: int | None
) -> None:
    groups, by_hand = library
    marks = set(by_hand)
    untouchable = Untouchable(
        is_protected=lambda path: path.startswith("/safe/"), is_cloud_only=lambda path: path.endswith("/1.txt")
    )
    for rule in rules:
        before = [{member.path for member in one.members} - marks for one in groups]
        effect = apply_rule(rule, groups, marked=marks, untouchable=untouchable, now_ns=now_ns)
        new = set(marked(effect))
        assert not new & marks
        for unmarked in before:
            assert unmarked - new or not unmarked, "a rule emptied a group"
        by_path = {member.path: member for one in groups for member in one.members}
        near = {
            member.path
            for one in groups
            if one.kind in (Relation.SIMILAR, Relation.CONTAINED)
            for member in one.members
        }
        proper = {
            member.path
            for one in groups
            if one.kind is Relation.IDENTICAL or (one.kind is Relation.SAME_TEXT and rule.same_text)
            for member in one.members
        }
        assert new <= proper, "similar and contained files are never marked by a rule"
        assert new.isdisjoint(near - proper)
        for path, keeper in marked(effect).items():
            found = by_path[path]
            assert not found.is_protected
            assert not path.startswith("/safe/")
            assert not path.endswith("/1.txt")
            assert found.document.links == 1
            assert keeper not in marks | new
            assert not keeper.endswith("/1.txt")
        assert not set(spared(effect)) & new
        marks |= new


@given(libraries(), RULES)
def test_a_rule_is_undone_as_a_whole(library: tuple[list[DuplicateGroup], list[str]], rule: Rule) -> None:
    groups, by_hand = library
    decisions = Decisions()
    decisions.mark(Mark(path) for path in by_hand)
    effect = apply_rule(rule, groups, marked=decisions.marks())
    decisions.mark(Mark(one.path, one.keeper, one.reason, "rule 7") for one in effect.marks)
    assert set(decisions.marks()) == set(by_hand) | set(marked(effect))
    assert decisions.unmark_source("rule 7") == sorted(marked(effect))
    assert set(decisions.marks()) == set(by_hand)


@given(RULES)
def test_a_saved_rule_comes_back_as_it_was(rule: Rule) -> None:
    assert Rule.from_json(rule.to_json()) == rule


# What each rule goes by


def test_the_surplus_of_identical_files_is_marked_and_of_the_same_text_behind_a_second_switch() -> None:
    groups = [
        identical("/a/1", "/b/1", "/c/1"),
        group(Relation.SAME_TEXT, member("/a/2"), member("/b/2"), member("/c/2", content_differs=True)),
    ]
    assert marked(apply_rule(Rule(RuleKind.SURPLUS), groups)) == {"/b/1": "/a/1", "/c/1": "/a/1"}
    both = apply_rule(Rule(RuleKind.SURPLUS, same_text=True), groups)
    assert marked(both) == {"/b/1": "/a/1", "/c/1": "/a/1", "/b/2": "/a/2"}
    assert spared(both) == {"/c/2": SpareReason.PICTURES_DIFFER}


def test_near_duplicates_are_never_marked() -> None:
    groups = [group(kind, member("/a/1"), member("/b/1")) for kind in (Relation.SIMILAR, Relation.CONTAINED)]
    for kind in RuleKind:
        effect = apply_rule(Rule(kind, ("/a",), same_text=True), groups)
        assert not effect.marks
        assert not effect.spared


def test_keep_newest_on_a_group_of_equal_dates_leaves_one_by_the_stated_order() -> None:
    files = [member("/d/old/long name (1).txt"), member("/d/old/x.txt"), member("/d/old/xx.txt")]
    effect = apply_rule(Rule(RuleKind.NEWEST), [identical(*files)])
    assert marked(effect) == {"/d/old/long name (1).txt": "/d/old/x.txt", "/d/old/xx.txt": "/d/old/x.txt"}


def test_a_date_in_the_future_is_not_the_newest() -> None:
    files = [member("/a", mtime_ns=5 * YEAR_NS), member("/b", mtime_ns=YEAR_NS), member("/c", mtime_ns=2 * YEAR_NS)]
    groups = [identical(*files)]
    assert set(marked(apply_rule(Rule(RuleKind.NEWEST), groups, now_ns=3 * YEAR_NS))) == {"/a", "/b"}
    assert set(marked(apply_rule(Rule(RuleKind.OLDEST), groups, now_ns=3 * YEAR_NS))) == {"/a", "/c"}
    future = [identical(member("/a", mtime_ns=5 * YEAR_NS), member("/b", mtime_ns=6 * YEAR_NS))]
    assert len(apply_rule(Rule(RuleKind.NEWEST), future, now_ns=YEAR_NS).marks) == 1


def test_dropping_a_folder_spares_what_is_only_there() -> None:
    groups = [identical("/d/old/1", "/d/old/2"), identical("/d/new/3", "/d/old/3", "/d/old/deep/3")]
    effect = apply_rule(Rule(RuleKind.DROP_FOLDER, ("/d/old",)), groups)
    assert marked(effect) == {"/d/old/3": "/d/new/3", "/d/old/deep/3": "/d/new/3"}
    assert spared(effect) == {"/d/old/1": SpareReason.ONLY_THERE, "/d/old/2": SpareReason.ONLY_THERE}


def test_windows_folders_are_meant_in_any_letter_case() -> None:
    groups = [identical("C:\\Work\\a.doc", "D:\\Old\\a.doc")]
    assert marked(apply_rule(Rule(RuleKind.DROP_FOLDER, ("d:\\old\\",)), groups)) == {
        "D:\\Old\\a.doc": "C:\\Work\\a.doc"
    }


def test_a_folder_is_not_the_beginning_of_a_longer_name() -> None:
    groups = [identical("/d/older/1", "/d/new/1")]
    assert not apply_rule(Rule(RuleKind.DROP_FOLDER, ("/d/old",)), groups).marks


def test_keeping_a_folder_marks_the_copies_elsewhere_and_nothing_inside() -> None:
    groups = [identical("/a/1", "/keep/1", "/keep/2"), identical("/a/9", "/b/9")]
    effect = apply_rule(Rule(RuleKind.KEEP_FOLDER, ("/keep",)), groups)
    assert marked(effect) == {"/a/1": "/keep/1"}


def test_the_ranking_of_folders_decides_who_stays() -> None:
    groups = [identical("/a/1", "/b/1", "/b/trusted/1")]
    effect = apply_rule(Rule(RuleKind.RANKED, ("/b/trusted", "/a")), groups)
    assert marked(effect) == {"/a/1": "/b/trusted/1", "/b/1": "/b/trusted/1"}


@pytest.mark.parametrize(
    ("kind", "stays"), [(RuleKind.LARGEST, "/b/long"), (RuleKind.SHORTEST_PATH, "/a"), (RuleKind.OLDEST, "/c/x")]
)
def test_largest_shortest_and_oldest(kind: RuleKind, stays: str) -> None:
    files = [
        member("/a", size=1, mtime_ns=2),
        member("/b/long", size=3, mtime_ns=3),
        member("/c/x", size=2, mtime_ns=1),
    ]
    effect = apply_rule(Rule(kind, same_text=True), [group(Relation.SAME_TEXT, *files)])
    assert set(marked(effect).values()) == {stays}


def test_only_where_names_match_folds_what_programs_append_and_nothing_else() -> None:
    names = ("报告.docx", "报告 (1).docx", "报告 - 副本.docx", "总结.docx")
    effect = apply_rule(Rule(RuleKind.SURPLUS, names_match=True), [identical(*(f"/a/{name}" for name in names))])
    assert set(marked(effect)) == {"/a/报告 (1).docx", "/a/报告 - 副本.docx"}
    assert spared(effect) == {"/a/总结.docx": SpareReason.NAMES_DIFFER}


def test_protected_linked_and_cloud_only_files_are_spared_with_the_reason() -> None:
    files = [
        member("/a/1"),
        member("/safe/1", is_protected=True),
        member("/WeChat Files/a(1).docx", links=2),
        member("/cloud/1"),
        member("/deck/film.mp4"),
    ]
    untouchable = Untouchable(
        is_cloud_only=lambda path: path.startswith("/cloud/"),
        linked_from=lambda path: "/deck/deck.pptx" if path.startswith("/deck/") else None,
    )
    effect = apply_rule(Rule(RuleKind.SURPLUS), [identical(*files)], untouchable=untouchable)
    assert not effect.marks
    assert spared(effect) == {
        "/safe/1": SpareReason.PROTECTED,
        "/WeChat Files/a(1).docx": SpareReason.LINKED,
        "/cloud/1": SpareReason.CLOUD_ONLY,
        "/deck/film.mp4": SpareReason.IN_DOCUMENT,
    }


def test_a_file_only_in_the_cloud_does_not_stay_for_another() -> None:
    untouchable = Untouchable(is_cloud_only=lambda path: path == "/a")
    assert not apply_rule(Rule(RuleKind.SURPLUS), [identical("/a", "/b")], untouchable=untouchable).marks


def test_marks_by_hand_count() -> None:
    effect = apply_rule(Rule(RuleKind.SURPLUS), [identical("/a", "/b", "/c")], marked={"/a"})
    assert marked(effect) == {"/c": "/b"}
    assert not apply_rule(Rule(RuleKind.SURPLUS), [identical("/a", "/b", "/c")], marked={"/a", "/b"}).marks


def test_a_mark_in_one_view_counts_in_the_other() -> None:
    groups = [identical("/a", "/b"), group(Relation.SAME_TEXT, member("/p"), member("/a"))]
    effect = apply_rule(Rule(RuleKind.SURPLUS, same_text=True), groups)
    assert marked(effect) == {"/b": "/a"}
    assert spared(effect) == {"/a": SpareReason.LAST_IN_GROUP}


def test_a_file_that_stays_for_another_is_not_marked_by_the_same_rule() -> None:
    groups = [
        identical(member("/a"), member("/b"), member("/c", is_protected=True)),
        group(Relation.SAME_TEXT, member("/p"), member("/a")),
    ]
    effect = apply_rule(Rule(RuleKind.SURPLUS, same_text=True), groups)
    assert marked(effect) == {"/b": "/a"}
    assert spared(effect) == {"/c": SpareReason.PROTECTED, "/a": SpareReason.STAYS}


def test_a_folder_as_a_whole_lists_what_has_no_copy_elsewhere() -> None:
    groups = [identical("/now/1", "/backup/1")]
    effect = clear_folder("/backup", ["/backup/1", "/backup/2", "/backup/3"], groups, marked={"/backup/3"})
    assert set(marked(effect)) == {"/backup/1"}
    assert spared(effect) == {"/backup/2": SpareReason.ONLY_THERE}


def test_a_rule_about_folders_needs_one_and_nonsense_is_no_rule() -> None:
    with pytest.raises(ValueError, match="needs a folder"):
        Rule(RuleKind.RANKED)
    for text in ("[]", "{}", '{"kind": "surplus"}', '{"kind": "x", "folders": [], "same_text": 1, "names_match": 1}'):
        with pytest.raises(ValueError, match=r"."):
            Rule.from_json(text)


def test_marks_do_not_depend_on_the_order_of_unrelated_groups() -> None:
    groups = [identical(f"/a/{n}", f"/b/{n}", f"/c/{n}") for n in range(50)]
    shuffled = random.Random(1).sample(groups, len(groups))
    rule = Rule(RuleKind.KEEP_FOLDER, ("/b",))
    assert marked(apply_rule(rule, groups)) == marked(apply_rule(rule, shuffled))
