"""Groups as bytes are the groups they were made from, found by paths, digests and kinds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.documents import (
    NO_DIGESTS,
    Changes,
    Digests,
    Document,
    DuplicateGroup,
    Member,
    Reason,
    Relation,
)
from core.packed_groups import PackedGroups, Picked, groups_of, of_kinds, paths_of
from core.plan_contents import concerned

NAMES = st.text(st.characters(exclude_characters="\0/"), min_size=1, max_size=8)
ROOTS = st.sampled_from(["/home/文档", "/home/文档/", "/", "", "/elsewhere"])
NUMBERS = st.integers(0, 2**63 - 1)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    path = draw(st.sampled_from(["/home/文档/", "/home/文档/a/", "/b", "/home/文档x/\udcff"])) + draw(NAMES)
    times = draw(st.tuples(st.integers(-(2**62), 2**62), st.integers(-(2**62), 2**62)))
    return Document(path, draw(ROOTS), draw(NUMBERS), *times, *draw(st.tuples(NUMBERS, NUMBERS, st.integers(1, 9))))


@st.composite
def groups(draw: st.DrawFn) -> DuplicateGroup:
    files = draw(st.lists(documents(), min_size=2, max_size=4, unique_by=lambda one: one.path))
    members = tuple(
        Member(
            one,
            nth == 0,
            draw(st.sampled_from(Reason)) if nth == 0 else None,
            draw(st.sampled_from([NO_DIGESTS, Digests("a" * 32, "b" * 64), Digests("c" * 32, None)])),
            draw(st.none() | st.integers(0, 2**64 - 1)),
            draw(st.none() | st.integers(0, 64)),
            draw(st.floats(0, 1)),
            draw(st.none() | st.floats(0, 1)),
            tuple(draw(st.lists(NAMES, max_size=2))),
            draw(st.none() | st.builds(Changes, NUMBERS, NUMBERS, NUMBERS, st.booleans())),
            draw(st.booleans()),
            draw(st.booleans()),
        )
        for nth, one in enumerate(files)
    )
    return DuplicateGroup(
        draw(st.sampled_from(Relation)), members, draw(st.floats(0, 1)), draw(NAMES), draw(st.none() | NUMBERS)
    )


@given(
    st.lists(groups(), max_size=5),
    st.sampled_from(["/home/文档/a/", "/home/文档/", "/home/", "/", "/b", "/elsewhere/"]),
)
def test_the_groups_with_a_path_that_starts_so_are_found(made, start):
    assert PackedGroups(made).have_start(start).tolist() == [
        any(member.path.startswith(start) for member in group.members) for group in made
    ]


@given(st.lists(groups(), max_size=5))
def test_what_is_unpacked_is_what_was_packed(made):
    packed = PackedGroups(made)

    assert list(packed) == made
    assert [packed[place] for place in range(len(made))] == made
    assert list(packed[1:3]) == made[1:3]
    assert list(Picked(packed, range(len(made))[::-1])) == made[::-1]
    assert list(paths_of(packed)) == list(paths_of(made)) == list(paths_of(packed[:]))
    for kind in Relation:
        assert list(of_kinds(packed, kind)) == list(of_kinds(made, kind))
        assert list(paths_of(packed, kind)) == list(paths_of(made, kind))


@given(st.lists(groups(), min_size=1, max_size=5), st.data())
def test_groups_are_found_by_paths_as_by_looking_through_all(made, data):
    packed = PackedGroups(made)
    known = [path for paths in paths_of(made) for path in paths]
    wanted = data.draw(st.lists(st.sampled_from([*known, "/nowhere"]), unique=True))

    assert groups_of(packed, wanted) == groups_of(made, wanted)
    found = packed.sizes(wanted)
    assert found.keys() == set(known) & set(wanted)
    assert all(
        size in {m.document.size for g in made for m in g.members if m.path == path} for path, size in found.items()
    )


@given(st.lists(groups(), min_size=1, max_size=6), st.data())
def test_a_plan_is_about_the_same_groups_packed_or_not(made, data):
    known = [path for paths in paths_of(made) for path in paths]
    wanted = data.draw(st.lists(st.sampled_from(known), unique=True, max_size=2))

    assert concerned(PackedGroups(made), wanted) == concerned(made, wanted)


def test_more_groups_than_are_kept_as_values_are_still_found():
    made = [
        DuplicateGroup(
            Relation.IDENTICAL,
            (Member(Document(f"/a/{n}", "/a", n, 0, 0), True), Member(Document(f"/b/{n}", "/b", n, 0, 0), False)),
            1.0,
            f"k{n}",
            n,
        )
        for n in range(2500)
    ]
    packed = PackedGroups(made)

    assert [packed[place] for place in range(2500)] == made
    assert packed[-1] == made[-1]
    assert packed.sizes(["/b/2400", "/c"]) == {"/b/2400": 2400}
