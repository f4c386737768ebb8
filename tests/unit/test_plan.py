"""The plan over all marks at once: who stays for whom, what is refused, what people are told before they agree."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from core.actions import Action, Caution, Item, Plan, Refusal
from core.documents import Changes, Digests, Document, DuplicateGroup, Member, Relation
from core.linked import linked_files
from core.losses import unique_passages
from core.plan import Surroundings
from core.rules import Untouchable, clear_folder
from core.surroundings import count_files, look_around
from tests.unit.plan_making import ROOT, going, group, identical, member, plan, refusals

# Who stays


def test_a_copy_goes_for_the_keeper_of_its_group() -> None:
    made = plan([identical("x", "a", "b", "c")], "b", "c")
    assert going(made) == {"b": "a", "c": "a"}
    assert made.freed_bytes == 2
    assert not made.losses


def test_the_keeper_itself_may_go_when_a_copy_stays() -> None:
    assert going(plan([identical("x", "a", "b", "c")], "a", "b")) == {"a": "c", "b": "c"}


def test_of_a_group_marked_as_a_whole_the_proposed_keeper_stays() -> None:
    made = plan([identical("x", "a", "b")], "a", "b")
    assert going(made) == {"b": "a"}
    assert refusals(made) == {"a": Refusal.LAST_COPY}


def test_removing_all_members_needs_the_content_confirmed_by_name() -> None:
    made = plan([identical("x", "a", "b")], "a", "b", confirmed_losses=[f"{ROOT}/b"])
    assert going(made) == {"a": None, "b": None}
    assert all(item.is_loss for item in made.items)
    assert [(os.path.basename(loss.path), loss.is_confirmed, len(loss.copies)) for loss in made.losses] == [
        ("b", True, 1)
    ]


def test_equal_files_marked_in_two_views_are_one_content_in_the_plan() -> None:
    groups = [
        identical("x", "b", "c"),
        group(
            Relation.SIMILAR,
            member("a", "y", is_keeper=True),
            member("b", "x", similarity=0.93, changes=Changes(1, 2, 3)),
        ),
    ]
    made = plan(groups, "c", "b")
    assert going(made) == {"c": "b"}
    assert refusals(made) == {"b": Refusal.LAST_COPY}
    assert [(loss.keeper, loss.similarity, loss.changes) for loss in made.losses] == [
        (f"{ROOT}/a", 0.93, Changes(1, 2, 3))
    ]

    agreed = plan(groups, "c", "b", confirmed_losses=[f"{ROOT}/b"])
    assert going(agreed) == {"b": "a", "c": "a"}
    assert {item.relation for item in agreed.items} == {Relation.SIMILAR}
    assert agreed.losses[0].copies == (f"{ROOT}/c",)


def test_a_similar_file_goes_only_when_its_loss_is_confirmed() -> None:
    groups = [group(Relation.CONTAINED, member("a", "y", is_keeper=True), member("b", "x", similarity=0.5))]
    assert refusals(plan(groups, "b")) == {"b": Refusal.UNCONFIRMED}
    assert going(plan(groups, "b", confirmed_losses=[f"{ROOT}/b"])) == {"b": "a"}


def test_a_row_with_copies_stands_for_one_named_file() -> None:
    groups = [
        identical("x", "a", "b", "c"),
        group(
            Relation.SAME_TEXT,
            member("p", "y", is_keeper=True),
            member("a", "x", copies=(f"{ROOT}/b", f"{ROOT}/c")),
        ),
    ]
    made = plan(groups, "a")
    assert going(made) == {"a": "b"}
    assert [item.relation for item in made.items] == [Relation.IDENTICAL]


def test_the_same_text_stands_in_for_a_content_and_one_of_a_text_stays() -> None:
    groups = [group(Relation.SAME_TEXT, member("a", "y", is_keeper=True), member("b", "x"), member("c", "z"))]
    assert going(plan(groups, "b", "c")) == {"b": "a", "c": "a"}
    whole = plan(groups, "a", "b", "c")
    assert going(whole) == {"b": "a", "c": "a"}
    assert refusals(whole) == {"a": Refusal.LAST_COPY}


def test_all_contents_of_a_text_must_be_confirmed_before_it_goes() -> None:
    groups = [group(Relation.SAME_TEXT, member("a", "y", is_keeper=True), member("b", "x"))]
    half = plan(groups, "a", "b", confirmed_losses=[f"{ROOT}/a"])
    assert going(half) == {"a": "b"}
    assert not half.items[0].is_loss
    both = plan(groups, "a", "b", confirmed_losses=[f"{ROOT}/a", f"{ROOT}/b"])
    assert going(both) == {"a": None, "b": None}


def test_a_text_whose_pictures_differ_is_a_loss_of_its_own() -> None:
    groups = [group(Relation.SAME_TEXT, member("a", "y", is_keeper=True), member("b", "x", content_differs=True))]
    assert refusals(plan(groups, "b")) == {"b": Refusal.UNCONFIRMED}
    made = plan(groups, "b", confirmed_losses=[f"{ROOT}/b"])
    assert made.items[0].is_loss
    assert made.losses[0].relation is Relation.SAME_TEXT


def test_a_refused_file_can_stay_for_others() -> None:
    made = plan([identical("x", "safe/a", "b")], "safe/a", "b")
    assert going(made) == {"b": "safe/a"}
    assert refusals(made) == {"safe/a": Refusal.PROTECTED}


def test_a_file_that_is_only_in_the_cloud_neither_goes_nor_stays_for_another() -> None:
    around = Surroundings(is_cloud_only=lambda path: path.endswith("/a"))
    made = plan([identical("x", "a", "b")], "b", surroundings=around)
    assert going(made) == {}
    assert refusals(made) == {"b": Refusal.UNCONFIRMED}
    assert refusals(plan([identical("x", "a", "b")], "a", surroundings=around)) == {"a": Refusal.CLOUD_ONLY}


def test_a_file_in_no_group_and_a_content_that_was_not_read_are_refused() -> None:
    unread = group(Relation.SIMILAR, member("a", "", is_keeper=True), member("b", "", similarity=0.9))
    assert refusals(plan([unread], "b", "z", confirmed_losses=[f"{ROOT}/b"])) == {
        "b": Refusal.UNKNOWN_CONTENT,
        "z": Refusal.NOT_LISTED,
    }


def test_another_name_of_the_kept_file_is_refused() -> None:
    links = group(Relation.IDENTICAL, member("a", "x", is_keeper=True, inode=5), member("b", "x", inode=5))
    assert refusals(plan([links], "b")) == {"b": Refusal.SAME_FILE}


def test_a_real_copy_is_preferred_to_another_name_of_the_file_itself() -> None:
    links = group(
        Relation.IDENTICAL,
        member("a", "x", is_keeper=True, inode=5),
        member("b", "x", inode=5),
        member("c", "x", inode=6),
    )
    assert going(plan([links], "b")) == {"b": "c"}


def test_equal_files_are_one_content_wherever_their_groups_stand_in_a_large_library() -> None:
    others = [identical(f"other {n}", f"o/{n}", f"p/{n}") for n in range(200)]
    groups = [
        *others[:100],
        group(Relation.SAME_TEXT, member("p", "y", is_keeper=True), member("q", "x")),
        *others[100:],
        group(Relation.SIMILAR, member("r", "x", is_keeper=True), member("s", "z", similarity=0.9)),
    ]
    assert going(plan(groups, "p")) == {"p": "q"}
    assert going(plan(groups, "q")) == {"q": "r"}
    assert going(plan(groups, "r", "q")) == {"r": "q"}
    assert going(plan(groups, "r", "q", confirmed_losses=[f"{ROOT}/q"])) == {"q": "p", "r": "p"}


# Links


def test_links_are_for_identical_files_that_nobody_edits_on_this_computer() -> None:
    groups = [identical("x", "a.pdf", "b.pdf"), identical("y", "c.docx", "d.docx")]
    made = plan(groups, "b.pdf", "d.docx", action=Action.HARD_LINK)
    assert going(made) == {"b.pdf": "a.pdf"}
    assert refusals(made) == {"d.docx": Refusal.EDITABLE}
    assert len(plan(groups, "d.docx", action=Action.SYMLINK, allow_editable_links=True).items) == 1

    on_share = Surroundings(is_on_share=lambda _: True)
    assert refusals(plan(groups, "b.pdf", action=Action.SYMLINK, surroundings=on_share)) == {"b.pdf": Refusal.ON_SHARE}
    near = [group(Relation.SAME_TEXT, member("a.pdf", "y", is_keeper=True), member("b.pdf", "x"))]
    assert refusals(plan(near, "b.pdf", action=Action.SYMLINK)) == {"b.pdf": Refusal.NOT_IDENTICAL}


def test_a_hard_link_does_not_lead_to_another_volume() -> None:
    far = Member(Document("/usb/b.pdf", "/usb", 1, 1, 1, 8), False, digests=Digests(None, "x"))
    groups = [group(Relation.IDENTICAL, member("a.pdf", "x", is_keeper=True), far)]
    assert plan(groups, "/usb/b.pdf", action=Action.HARD_LINK).refused[0].refusal is Refusal.OTHER_VOLUME
    assert len(plan(groups, "/usb/b.pdf", action=Action.SYMLINK).items) == 1


def test_a_move_needs_a_folder_to_move_to() -> None:
    groups = [identical("x", "a", "b")]
    assert refusals(plan(groups, "b", action=Action.MOVE)) == {"b": Refusal.NO_DESTINATION}


# What people are told


def cautions(of: Plan) -> list[Caution]:
    return [warning.caution for warning in of.warnings]


def test_a_large_clean_up_asks_with_a_summary_per_folder() -> None:
    groups = [identical(f"{n}", f"a/{n}", f"b/{n}") for n in range(201)]
    made = plan(groups, *(f"b/{n}" for n in range(201)))
    assert made.needs_second_consent
    assert dict(made.warnings[0].values)["files"] == 201
    assert [(row.folder, row.files) for row in made.folders] == [(f"{ROOT}/b", 201)]
    assert not plan(groups, *(f"b/{n}" for n in range(200))).needs_second_consent


def test_half_of_a_folder_asks_with_a_summary() -> None:
    groups = [identical(f"{n}", f"a/{n}", f"b/{n}") for n in range(20)]
    around = Surroundings(folder_files={f"{ROOT}/b": 40})
    made = plan(groups, *(f"b/{n}" for n in range(20)), surroundings=around)
    assert cautions(made) == [Caution.HALF_OF_FOLDER]
    assert made.folders[0].of == 40
    assert not plan(groups, *(f"b/{n}" for n in range(19)), surroundings=around).needs_second_consent


def test_all_but_one_in_the_home_folder_or_a_synchronised_one_is_asked_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    for root in (tmp_path / "me", tmp_path / "OneDrive"):
        root.mkdir(exist_ok=True)
        files = [Document(str(root / name), str(root), 1, 1, 1) for name in "abc"]
        groups = [
            DuplicateGroup(
                Relation.IDENTICAL,
                tuple(Member(one, one is files[0], digests=Digests(None, "x")) for one in files),
                1.0,
                "k",
            )
        ]
        made = plan(groups, *(one.path for one in files[1:]), surroundings=look_around("2026-12-01"))
        assert made.needs_second_consent
        assert Caution.DELICATE_FOLDER in cautions(made)
        assert [row.folder for row in made.folders] == [str(root)]


def test_the_dialog_names_what_happens_in_the_cloud(tmp_path: Path) -> None:
    path = tmp_path / "OneDrive" / "work" / "b.docx"
    path.parent.mkdir(parents=True)
    document = Document(str(path), str(tmp_path / "OneDrive"), 1, 1, 1)
    groups = [
        group(Relation.IDENTICAL, member("a", "x", is_keeper=True), Member(document, False, digests=Digests(None, "x")))
    ]
    made = plan(groups, str(path), surroundings=look_around("2026-12-01"))
    warned = [warning for warning in made.warnings if warning.caution is Caution.CLOUD]
    assert [dict(warning.values) for warning in warned] == [{"service": "OneDrive"}]
    assert warned[0].message.format(**dict(warned[0].values)).endswith("what goes here also goes in the cloud.")


def test_files_with_other_names_free_nothing_and_the_plan_says_so() -> None:
    linked = Member(Document(f"{ROOT}/b", ROOT, 10, 1, 1, 7, 9, 2), False, digests=Digests(None, "x"))
    made = plan([group(Relation.IDENTICAL, member("a", "x", is_keeper=True), linked)], "b")
    assert made.freed_bytes == 0
    assert cautions(made) == [Caution.FREES_NOTHING]


def test_a_backup_folder_handled_as_a_whole_keeps_what_is_only_there() -> None:
    groups = [identical(f"{n}", f"now/{n}", f"backup/{n}") for n in range(98)]
    files = [f"{ROOT}/backup/{n}" for n in range(100)]
    effect = clear_folder(f"{ROOT}/backup", files, groups)
    assert {one.path for one in effect.spared} == set(files[98:])
    made = plan(groups, *(marking.path for marking in effect.marks))
    assert len(made.items) == 98
    assert not made.losses


def test_a_video_beside_the_presentation_that_shows_it_is_never_marked_by_a_rule(tmp_path: Path) -> None:
    deck, video = tmp_path / "deck.pptx", tmp_path / "film 1.mp4"
    with zipfile.ZipFile(deck, "w") as package:
        package.writestr(
            "ppt/slides/_rels/slide1.xml.rels",
            '<Relationships><Relationship Id="r1" Type="t" Target="film%201.mp4" TargetMode="External"/>'
            '<Relationship Id="r2" Type="t" Target="https://example.org/film.mp4" TargetMode="External"/>'
            '<Relationship Id="r3" Type="t" Target="../media/in.png"/></Relationships>',
        )
    video.write_text("film")
    (tmp_path / "damaged.pptx").write_text("no package")
    linked = linked_files([str(deck), str(tmp_path / "damaged.pptx"), str(tmp_path / "gone.pptx")])
    assert linked == {str(video): str(deck)}

    copies = [identical("film", "/other/film.mp4", str(video))]
    effect = clear_folder(str(tmp_path), [str(video)], copies, untouchable=Untouchable(linked_from=linked.get))
    assert not effect.marks
    made = plan(copies, str(video), surroundings=Surroundings(linked_from=linked.get))
    assert cautions(made) == [Caution.LINKED]


def test_files_are_counted_per_folder(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).touch()
    (tmp_path / "below").mkdir()
    assert count_files([str(tmp_path), str(tmp_path / "missing")]) == {str(tmp_path): 3}


def test_words_that_would_exist_nowhere_else_are_whole_sentences() -> None:
    text = "甲方应付 100 元。乙方不得转让。\nAgreed in Rome.\n乙方不得转让。"
    kept = ["甲方应付100元。乙方可以转让。", "Agreed  in Rome."]
    assert unique_passages(text, kept) == ["乙方不得转让。"]
    assert unique_passages("x² ≥ 1", ["x2 ≥ 1"]) == ["x² ≥ 1"]


def test_an_item_without_a_kept_copy_that_is_no_confirmed_loss_cannot_be_made() -> None:
    document = Document("/a", "/", 1, 1, 1)
    with pytest.raises(ValueError, match="no kept copy"):
        Item(document, Action.TRASH, None, None)
    with pytest.raises(ValueError, match="its own"):
        Item(document, Action.TRASH, Relation.IDENTICAL, "/a")
