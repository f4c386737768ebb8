"""Who is proposed to stay, and the reason said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents import Document, Reason, Relation
from core.pair_hints import PairKind, hint
from core.selection import choose_keeper, has_copy_mark, is_within, plain_name, split_path

PATHS = st.lists(
    st.sampled_from(("/a/x.docx", "/a/x (1).docx", "/b/x.pdf", "/safe/x.docx", "/b/c/x.txt", "/x.docx", "/b/x.docx")),
    min_size=1,
    unique=True,
)


def documents(*specs: str | tuple[str, int]) -> list[Document]:
    pairs = [(spec, 0) if isinstance(spec, str) else spec for spec in specs]
    return [Document(path, "/", 1, mtime_ns, 0) for path, mtime_ns in pairs]


def keeper(*specs: str | tuple[str, int], kind: Relation = Relation.IDENTICAL, **values: object) -> tuple[str, Reason]:
    document, reason = choose_keeper(documents(*specs), kind=kind, **values)
    return document.path, reason


def is_safe(path: str) -> bool:
    return path.startswith("/safe/")


def test_the_reasons_weigh_in_the_order_of_the_design() -> None:
    assert keeper("/a", "/safe/b") == ("/a", Reason.SHORTER_PATH)
    assert keeper("/a", "/safe/b", is_protected=is_safe) == ("/safe/b", Reason.PROTECTED)
    assert keeper("/a/1", "/b/longer", ranking=("/b", "/a")) == ("/b/longer", Reason.FOLDER_RANK)
    text = Relation.SAME_TEXT
    assert keeper("/a.pdf", "/long.docx", kind=text) == ("/long.docx", Reason.EDITABLE)
    assert keeper("/a.txt", "/long.docx", kind=text) == ("/long.docx", Reason.EDITABLE)
    assert keeper("/a.pdf", "/long.txt", kind=text) == ("/long.txt", Reason.EDITABLE)
    assert keeper("/a.docx", "/b.pdf", kind=text, richness={"/b.pdf": 2}) == ("/b.pdf", Reason.MORE_CONTENT)
    assert keeper(("/a (1).txt", 1), ("/abcdefghij.txt", 2)) == ("/abcdefghij.txt", Reason.NO_COPY_SUFFIX)
    assert keeper(("/long name", 1), ("/b", 2)) == ("/long name", Reason.OLDER)
    assert keeper("/b", "/a") == ("/a", Reason.FIRST_NAME)


def test_the_reason_is_true_of_the_keeper_against_every_other_member() -> None:
    assert keeper("/a/x.txt", "/longer/x.txt", "/longest/x (1).txt") == ("/a/x.txt", Reason.SHORTER_PATH)
    assert keeper(("/a.txt", 1), ("/b.txt", 2), ("/c (1).txt", 3)) == ("/a.txt", Reason.OLDER)
    assert keeper(("/a.txt", 2), ("/b.txt", 3), ("/c (1).txt", 1)) == ("/a.txt", Reason.NO_COPY_SUFFIX)


def test_a_ranking_within_a_ranking_goes_by_the_inner_folder() -> None:
    assert keeper("/a/in/1", "/b/1", ranking=("/a", "/b", "/a/in"))[0] == "/b/1"


def test_copy_suffixes_break_ties_among_identical_files_only() -> None:
    assert keeper(("/合同.pdf", 2), ("/合同副本.pdf", 1))[0] == "/合同.pdf"
    assert keeper(("/合同.pdf", 2), ("/合同副本.pdf", 1), kind=Relation.SAME_TEXT)[0] == "/合同副本.pdf"


def test_similar_and_contained_files_have_a_reference_and_no_keeper() -> None:
    for kind in (Relation.SIMILAR, Relation.CONTAINED):
        assert keeper("/z (1)", "/a", kind=kind) == ("/z (1)", Reason.REFERENCE)


def test_a_group_without_members_is_refused() -> None:
    with pytest.raises(ValueError, match="without members"):
        choose_keeper([], kind=Relation.IDENTICAL)


@given(PATHS, st.randoms(use_true_random=False))
def test_the_choice_does_not_depend_on_the_order_and_its_reason_is_true(paths: list[str], chance: object) -> None:
    found, reason = choose_keeper(
        documents(*paths), kind=Relation.IDENTICAL, is_protected=is_safe, ranking=("/b", "/a")
    )
    assert (found, reason) == choose_keeper(
        documents(*reversed(paths)), kind=Relation.IDENTICAL, is_protected=is_safe, ranking=("/b", "/a")
    )
    if reason is Reason.PROTECTED:
        assert is_safe(found.path)
        assert not all(map(is_safe, paths))
    if any(map(is_safe, paths)):
        assert is_safe(found.path)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("报告 - 副本 (2).docx", "报告"),
        ("报告的副本.docx", "报告"),
        ("report - Copy.docx", "report"),
        ("report copy 2.pdf", "report"),
        ("Copy of report.doc", "report"),
        ("复件 报告.doc", "报告"),
        ("名字拷贝.doc", "名字"),
        ("a（1）.txt", "a"),
    ],
)
def test_what_programs_append_to_copies_is_known(name: str, plain: str) -> None:
    assert has_copy_mark("/x/" + name)
    assert plain_name("/x/" + name) == plain


@pytest.mark.parametrize("name", ["最终版2.docx", "photocopy.txt", "(1).txt", "副本.txt", "2019.txt", "合同正本.pdf"])
def test_versions_and_bare_marks_are_no_copies(name: str) -> None:
    assert not has_copy_mark("/x/" + name)


def test_paths_of_either_system_are_understood_on_any() -> None:
    assert split_path("C:\\a\\b.txt") == ("C:\\a", "b.txt")
    assert split_path("\\\\server\\share\\b.txt") == ("\\\\server\\share", "b.txt")
    assert split_path("/a/back\\slash.txt") == ("/a", "back\\slash.txt")
    assert is_within("C:\\Work", "c:/work/x.txt")
    assert is_within("/", "/x")
    assert not is_within("/a", "/ab")


# Pairs that people keep both of


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("数学A卷.docx", "数学B卷.docx", PairKind.PAPERS),
        ("期末甲卷.docx", "期末乙卷.docx", PairKind.PAPERS),
        ("期末（原卷版）.docx", "期末（解析版）.docx", PairKind.ANSWERS),
        ("期末.docx", "期末（解析版）.docx", PairKind.ANSWERS),
        ("教案学生版.docx", "教案教师版.docx", PairKind.AUDIENCES),
        ("合同-正本.pdf", "合同-副本.pdf", PairKind.COUNTERPARTS),
        ("合同草稿.docx", "合同签署版.pdf", PairKind.SIGNED),
        ("contract draft.docx", "contract signed.pdf", PairKind.SIGNED),
        ("语文上册.pdf", "语文下册.pdf", PairKind.VOLUMES),
        ("讲义(上).pdf", "讲义(下).pdf", PairKind.VOLUMES),
        ("手册 中文版.pdf", "手册 英文版.pdf", PairKind.LANGUAGES),
        ("report.docx", "report-DESKTOP-AB12.docx", PairKind.CONFLICT),
    ],
)
def test_pairs_that_people_keep_both_of_get_a_hint(a: str, b: str, kind: PairKind) -> None:
    for one, other in ((a, b), (b, a)):
        found = hint("/x/" + one, "/y/" + other)
        assert found is not None
        assert found.kind is kind
        assert found.message.format(a=found.a, b=found.b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("报告.docx", "报告 - 副本.docx"),
        ("report v1.docx", "report v2.docx"),
        ("数学A卷.docx", "数学A卷 (1).docx"),
        ("finally.docx", "final countdown.docx"),
        ("解析几何.docx", "代数.docx"),
    ],
)
def test_copies_and_other_names_get_none(a: str, b: str) -> None:
    assert hint("/x/" + a, "/y/" + b) is None


def test_where_names_say_nothing_the_heads_of_the_texts_do() -> None:
    found = hint("/x/1.docx", "/x/2.docx", "高一数学期中考试 A 卷\n一、选择题", "高一数学期中考试 B 卷\n一、选择题")
    assert found is not None
    assert found.kind is PairKind.PAPERS
    assert hint("/x/1.docx", "/x/2.docx", "正文" * 400 + "A卷", "正文" * 400 + "B卷") is None
