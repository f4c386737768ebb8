"""Folders of which much is the same: pairs named once at their highest folders, and their twins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from core.folders import overlaps, twins

if TYPE_CHECKING:
    from core.documents import FolderPair

Contents = dict[str, int | None]


def tree(folder: str, contents: range, per_folder: int = 10) -> Contents:
    """Return files with the given contents in subfolders of `folder`."""
    return {f"{folder}/part {content // per_folder}/file {content}.txt": content for content in contents}


def pairs(found: list[FolderPair]) -> set[frozenset[str]]:
    return {frozenset((pair.a, pair.b)) for pair in found}


def test_a_backup_is_one_pair_named_at_its_top() -> None:
    found = overlaps(tree("/docs", range(100)) | tree("/backup", range(100)))

    assert [(pair.a, pair.b, pair.share_a, pair.share_b, pair.files) for pair in found] == [
        ("/backup", "/docs", 1.0, 1.0, 100)
    ]


def test_three_nested_backups_are_three_pairs_and_nothing_else() -> None:
    places = ["/docs", "/old/docs", "/old/old/docs", "/old/old/old/docs"]
    contents: Contents = {}
    for place in places:
        contents |= tree(place, range(50))

    found = overlaps(contents | tree("/pictures", range(1000, 1100)))

    assert len(found) == 3
    assert {folder for pair in found for folder in (pair.a, pair.b)} == set(places)
    assert all((pair.share_a, pair.share_b, pair.files) == (1.0, 1.0, 50) for pair in found)


def test_a_stray_copy_above_two_twins_does_not_name_the_pair_at_the_folder_around_both() -> None:
    twins_below: Contents = {
        f"/work/{place}/file {content}.txt": content for place in ("a", "b/c") for content in range(20)
    }

    found = overlaps(twins_below | {"/work/file 7.txt": 7, "/work/other.txt": 99})

    assert pairs(found) == {frozenset(("/work/a", "/work/b/c"))}


def test_a_backup_inside_its_original_is_compared_with_what_lies_outside_it() -> None:
    contents: Contents = {}
    for place in ("/docs", "/docs/backup", "/docs/backup/backup"):
        contents |= {f"{place}/file {content}.txt": content for content in range(20)}

    found = overlaps(contents)

    assert len(found) == 2
    assert {folder for pair in found for folder in (pair.a, pair.b)} == {
        "/docs",
        "/docs/backup",
        "/docs/backup/backup",
    }
    assert all(pair.share_a == pair.share_b == 1.0 for pair in found)


def test_a_backup_with_unique_files_says_how_much_stands_in_the_other() -> None:
    backup = tree("/backup", range(98)) | {"/backup/part 0/own 1": None, "/backup/part 0/own 2": 999}

    (pair,) = overlaps(tree("/docs", range(200)) | backup)

    assert (pair.a, pair.b, pair.share_a, pair.share_b, pair.files) == ("/backup", "/docs", 0.98, 0.49, 98)


def test_a_part_that_was_copied_elsewhere_is_named_as_the_part() -> None:
    contents = tree("/work", range(200), per_folder=50) | tree("/mail/saved", range(50, 100), per_folder=50)
    contents |= {f"/mail/own {number}": None for number in range(100)}

    (pair,) = overlaps(contents)

    assert {pair.a, pair.b} == {"/work/part 1", "/mail/saved/part 1"}


def test_a_licence_in_every_folder_makes_no_pair() -> None:
    contents: Contents = {f"/package {number}/LICENSE": 1 for number in range(60)}
    contents |= {f"/package {number}/code": None for number in range(60)}

    assert overlaps(contents) == []


def test_folders_that_share_one_file_are_no_pair() -> None:
    assert overlaps({"/a/x": 1, "/b/x": 1, "/b/y": None}) == []


def test_much_scattered_duplication_makes_no_pair_of_unlike_folders() -> None:
    contents: Contents = {f"/f{number % 40}/{number}": number % 997 for number in range(2000)}
    assert all(max(pair.share_a, pair.share_b) >= 0.5 for pair in overlaps(contents))


def test_all_of_b_is_also_in_a_when_nothing_is_only_in_b() -> None:
    contents = tree("/a", range(30)) | tree("/b", range(10, 20))

    found = twins("/a", "/b", contents)

    assert found.only_b == ()
    assert len(found.only_a) == 20
    assert found.pairs == tuple((f"/a/part 1/file {n}.txt", f"/b/part 1/file {n}.txt") for n in range(10, 20))


def test_a_backup_of_100_files_gives_at_most_98_twins_and_lists_the_two_unique_ones() -> None:
    own: Contents = {"/backup/part 0/own 1": None, "/backup/part 0/own 2": 999}

    found = twins("/docs", "/backup", tree("/docs", range(98)) | tree("/backup", range(98)) | own)

    assert len(found.pairs) == 98
    assert found.only_b == tuple(own)
    assert found.more_a == found.more_b == found.only_a == ()


def test_a_second_copy_in_one_folder_has_no_twin_of_its_own() -> None:
    found = twins("/a", "/b", {"/a/x": 1, "/b/x": 1, "/b/x (1)": 1, "/b/y": 2})

    assert found.pairs == (("/a/x", "/b/x"),)
    assert found.more_b == ("/b/x (1)",)
    assert found.only_b == ("/b/y",)


def test_files_at_the_same_place_are_twins_before_others() -> None:
    found = twins("/a", "/b", {"/a/1/x": 1, "/a/2/y": 1, "/b/2/y": 1, "/b/3/x": 1})

    assert found.pairs == (("/a/1/x", "/b/3/x"), ("/a/2/y", "/b/2/y"))


def test_a_folder_inside_the_other_is_not_its_own_twin() -> None:
    found = twins("/a", "/a/in", {"/a/x": 1, "/a/in/x": 1, "/a/in/z": 2})

    assert found.pairs == (("/a/x", "/a/in/x"),)
    assert found.only_b == ("/a/in/z",)


def test_names_that_begin_alike_are_not_inside_one_another() -> None:
    contents: Contents = {f"/docs/{n}": n for n in range(5)} | {f"/docs 2/{n}": n for n in range(5)}
    (pair,) = overlaps(contents)
    assert {pair.a, pair.b} == {"/docs", "/docs 2"}


FILES = st.dictionaries(
    st.lists(st.sampled_from("abc"), min_size=2, max_size=4).map(lambda names: "/" + "/".join(names) + ".txt"),
    st.one_of(st.none(), st.integers(0, 5)),
    max_size=30,
)


@given(contents=FILES)
def test_shares_are_those_of_a_naive_count(contents: Contents) -> None:
    def below(folder: str, other: str) -> list[str]:
        inside = [path for path in contents if path.startswith(folder.rstrip("/") + "/")]
        if other.startswith(folder.rstrip("/") + "/"):
            inside = [path for path in inside if not path.startswith(other + "/")]
        return inside

    for pair in overlaps(contents):
        in_a, in_b = below(pair.a, pair.b), below(pair.b, pair.a)
        shared = {contents[path] for path in in_a} & {contents[path] for path in in_b} - {None}
        assert pair.files == len(shared) >= 2
        assert pair.share_a == sum(contents[path] in shared for path in in_a) / len(in_a)
        assert pair.share_b == sum(contents[path] in shared for path in in_b) / len(in_b)
        assert max(pair.share_a, pair.share_b) >= 0.5


@given(contents=FILES)
def test_twins_share_out_every_file_once(contents: Contents) -> None:
    found = twins("/a", "/b", contents)

    in_a = [path for path in contents if path.startswith("/a/")]
    in_b = [path for path in contents if path.startswith("/b/")]
    assert sorted([a for a, _ in found.pairs] + [*found.more_a, *found.only_a]) == sorted(in_a)
    assert sorted([b for _, b in found.pairs] + [*found.more_b, *found.only_b]) == sorted(in_b)
    assert all(contents[a] == contents[b] for a, b in found.pairs)
