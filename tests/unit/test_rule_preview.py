"""What is said of a rule before it is done, and the folders with their counts."""

from __future__ import annotations

from dataclasses import replace

from core.documents import Document, DuplicateGroup, Member, Relation
from core.folder_ranking import Preset, arranged
from core.rule_preview import LeftOut, folder_tree, preview, same_text_facts
from core.rules import Rule, RuleKind, SpareReason, apply_rule


def group(kind: Relation, *paths: str, **values: object) -> DuplicateGroup:
    members = [
        Member(Document(path, "/d", 10, 0, 0), place == 0, **(values if place else {}))
        for place, path in enumerate(paths)
    ]
    return DuplicateGroup(kind, tuple(members), 1.0, paths[0])


def test_a_preview_counts_files_groups_bytes_and_the_reasons_for_what_is_left_out() -> None:
    groups = [
        group(Relation.IDENTICAL, "/d/a/1", "/d/b/1", "/d/b/1 (1)"),
        group(Relation.IDENTICAL, "/d/a/2", "/d/b/2", is_protected=True),
        group(Relation.SAME_TEXT, "/d/a/3.docx", "/d/b/3.pdf"),
    ]

    found = preview(apply_rule(Rule(RuleKind.SURPLUS), groups), groups)

    assert (found.files, found.groups, found.size, found.untouched) == (2, 1, 20, 1)
    assert found.left_out == (LeftOut(SpareReason.PROTECTED, 1, 1),)


def test_a_group_in_which_something_is_marked_is_not_left_out() -> None:
    mixed = group(Relation.IDENTICAL, "/d/a", "/d/b", "/d/c")
    mixed = replace(mixed, members=(*mixed.members[:2], replace(mixed.members[2], is_protected=True)))

    found = preview(apply_rule(Rule(RuleKind.SURPLUS), [mixed]), [mixed])

    assert (found.groups, found.untouched) == (1, 0)
    assert found.left_out == (LeftOut(SpareReason.PROTECTED, 1, 0),)


def test_the_same_text_in_other_formats_or_with_other_pictures_is_counted() -> None:
    groups = [
        group(Relation.SAME_TEXT, "/d/1.docx", "/d/1.pdf"),
        group(Relation.SAME_TEXT, "/d/2.docx", "/d/2 (1).DOCX", content_differs=True),
        group(Relation.IDENTICAL, "/d/3.docx", "/d/4.pdf"),
    ]

    found = same_text_facts(groups)

    assert (found.groups, found.formats, found.objects) == (2, 1, 1)


def test_folders_carry_the_counts_of_what_lies_below_them() -> None:
    groups = [
        group(Relation.IDENTICAL, "/d/a/1", "/d/b/c/1", "/d/b/c/2"),
        group(Relation.SIMILAR, "/d/a/9", "/d/b/9"),
    ]

    [root] = folder_tree(groups, ["/d/", "/elsewhere"])

    assert (root.path, root.files, root.surplus, root.size) == ("/d", 3, 2, 20)
    assert [(child.path, child.files, child.surplus) for child in root.children] == [("/d/a", 1, 0), ("/d/b", 2, 2)]
    assert [child.path for child in root.children[1].children] == ["/d/b/c"]


def test_presets_put_passing_places_and_backups_last_and_keep_the_rest_in_order() -> None:
    folders = ["/u/下载", "/u/Work", "/u/备份 2019", "/u/Archive", "/u/合同"]

    assert arranged(folders, Preset.PASSING_LAST)[-1] == "/u/下载"
    assert arranged(folders, Preset.BACKUPS_LAST)[:3] == ["/u/下载", "/u/Work", "/u/合同"]
    assert arranged(folders, Preset.FULLEST_FIRST, {"/u/Archive": 5, "/u/合同": 9})[:2] == ["/u/合同", "/u/Archive"]
    assert arranged(["/a/b/c", "/a"], Preset.HIGHEST_FIRST) == ["/a", "/a/b/c"]
