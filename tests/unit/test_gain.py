"""What a group frees: what its rule may mark, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from core.documents import Document, Member, gain_of

FILE = Document(path="/d/a", root="/d", size=100, mtime_ns=1, ctime_ns=1)


def member(name: str, *, is_keeper: bool = False, is_protected: bool = False, content_differs: bool = False) -> Member:
    document = replace(FILE, path=f"/d/{name}")
    return Member(document, is_keeper, is_protected=is_protected, content_differs=content_differs)


def test_the_keeper_stays_and_the_others_are_the_gain() -> None:
    assert gain_of([member("a", is_keeper=True), member("b"), member("c")]) == 200


def test_a_protected_file_is_no_gain_and_neither_is_one_with_other_pictures() -> None:
    members = [member("a", is_keeper=True), member("b", is_protected=True), member("c", content_differs=True)]

    assert gain_of(members) == 0


def test_a_further_name_of_a_file_frees_nothing() -> None:
    linked = replace(member("b"), document=replace(FILE, path="/d/b", links=2))

    assert gain_of([member("a", is_keeper=True), linked]) == 0
