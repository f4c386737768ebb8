"""What people decided is kept: marks, "not duplicates", review status, folders, rules, the journal."""

from __future__ import annotations

import io
import json
import os
import threading
from contextlib import closing
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from core.actions import Action, Failing
from core.decisions import Decisions, FolderRole, Mark, ReviewStatus, StatusRow
from core.documents import Relation
from core.journal_export import exported, write_csv, write_json
from core.journal_table import JournalRow, State

PATHS = (
    st.binary(min_size=1, max_size=40).filter(lambda name: b"\0" not in name).map(lambda name: os.fsdecode(b"/" + name))
)


def row(path: str, **values: object) -> JournalRow:
    fields: dict[str, object] = {
        "act": 1,
        "action": Action.TRASH,
        "state": State.PLANNED,
        "path": path,
        "aside": path + ".aside",
        "destination": None,
        "keeper": "/kept/原件.txt",
        "relation": Relation.IDENTICAL,
        "is_loss": False,
        "size": 7,
        "mtime_ns": 1_600_000_000_123_456_789,
        "mode": 0o640,
        "blake3": "ab12",
        "keeper_blake3": None,
        "failing": None,
        "restored": None,
        "detail": "",
        "planned_ns": 1_700_000_000_000_000_000,
        "closed_ns": None,
    }
    return JournalRow(**{**fields, **values})


@given(st.lists(PATHS, unique=True, max_size=8))
def test_names_of_any_bytes_are_kept(paths: list[str]) -> None:
    with closing(Decisions()) as decisions:
        decisions.mark(Mark(path, keeper=path + "x") for path in paths)
        decisions.set_folders(FolderRole.RANKED, paths)
        decisions.journal.open([row(path) for path in paths])
        assert set(decisions.marks()) == set(paths)
        assert decisions.folders(FolderRole.RANKED) == paths
        assert {found.path for found in decisions.journal.open_rows()} == set(paths)


def test_everything_survives_a_restart(tmp_path: Path) -> None:
    path = str(tmp_path / "decisions.db")
    with closing(Decisions(path)) as decisions:
        decisions.mark([Mark("/a", "/b", "surplus", "rule 1")])
        decisions.settle_set(["t2", "t1"], note="a template")
        decisions.set_status([StatusRow("t1", "/a", ReviewStatus.ACCEPTED, "unique", "/b")])
        decisions.set_folders(FolderRole.PROTECTED, ["/safe"])
        decisions.save_rule("my rule", "{}")
        decisions.journal.open([row("/a")])
    with closing(Decisions(path)) as decisions:
        assert decisions.marks()["/a"].source == "rule 1"
        assert [(one.a, one.b, one.note) for one in decisions.settled()] == [("t1", "t2", "a template")]
        assert decisions.statuses()["/a"].status is ReviewStatus.ACCEPTED
        assert decisions.folders(FolderRole.PROTECTED) == ["/safe"]
        assert decisions.rules() == {"my rule": "{}"}
        assert len(decisions.journal.open_rows()) == 1
    assert os.stat(path).st_mode & 0o777 == 0o600


def test_a_mark_by_hand_is_not_undone_with_a_rule_that_would_have_marked_the_file_too() -> None:
    decisions = Decisions()
    decisions.mark([Mark("/a")])
    decisions.mark([Mark("/a", source="rule"), Mark("/b", source="rule")])
    assert decisions.unmark_source("rule") == ["/b"]
    assert list(decisions.marks()) == ["/a"]
    decisions.unmark(["/a"])
    assert decisions.marks() == {}


# "Not duplicates"


def test_a_settled_pair_is_known_by_its_texts_whatever_the_names_and_in_either_order() -> None:
    decisions = Decisions()
    decisions.settle_pairs([("t2", "t1")])
    settled = decisions.settlement()
    for a, b in (("t1", "t2"), ("t2", "t1")):
        assert settled(Relation.SIMILAR, a, b)
        assert settled(Relation.CONTAINED, a, b)
        assert not settled(Relation.IDENTICAL, a, b)
    assert not settled(Relation.SIMILAR, "t1", "t3"), "an edited member has another text and comes back"


def test_a_settled_set_does_not_cover_a_member_that_joins() -> None:
    decisions = Decisions()
    decisions.settle_set(f"t{n}" for n in range(20))
    settled = decisions.settlement()
    assert settled(Relation.SIMILAR, "t3", "t19")
    assert not settled(Relation.SIMILAR, "t3", "new")
    assert len(decisions.settled(Relation.SIMILAR)) == 190


def test_a_settled_group_of_identical_files_comes_back_when_a_copy_joins() -> None:
    decisions = Decisions()
    decisions.settle_whole(Relation.IDENTICAL, "i:x", 3)
    settled = decisions.settlement()
    assert settled(Relation.IDENTICAL, "i:x", "i:x", 3)
    assert settled(Relation.IDENTICAL, "i:x", "i:x", 2)
    assert not settled(Relation.IDENTICAL, "i:x", "i:x", 4)


def test_settling_is_listed_and_taken_back() -> None:
    decisions = Decisions()
    decisions.settle_pairs([("t1", "t2"), ("t1", "t3"), ("t1", "t1")])
    decisions.unsettle([("t2", "t1")])
    assert [(one.a, one.b) for one in decisions.settled()] == [("t1", "t3")]


# The journal


def test_the_journal_is_searched_by_name_digest_act_state_action_and_date() -> None:
    decisions = Decisions()
    journal = decisions.journal
    journal.open(
        [
            row("/docs/报告 100%.txt", planned_ns=10),
            row("/docs/Brief_1.txt", act=2, action=Action.HOLD, planned_ns=20, blake3="ff"),
            row(os.fsdecode(b"/docs/\xff.txt"), act=3, state=State.DONE, planned_ns=30, keeper=None),
        ]
    )
    names = lambda found: [os.path.basename(one.path) for one in found]  # noqa: E731 -- said once, used in each line
    assert names(journal.search("报告")) == ["报告 100%.txt"]
    assert names(journal.search("BRIEF_")) == ["Brief_1.txt"]
    assert names(journal.search("%.")) == ["报告 100%.txt"]
    assert names(journal.search("ff")) == ["Brief_1.txt"]
    assert names(journal.search("原件")) == ["Brief_1.txt", "报告 100%.txt"]
    assert names(journal.search(act=1)) == ["报告 100%.txt"]
    assert names(journal.search(actions=[Action.HOLD])) == ["Brief_1.txt"]
    assert names(journal.search(states=[State.DONE])) == [os.fsdecode(b"\xff.txt")]
    assert names(journal.search(since_ns=20, until_ns=30)) == ["Brief_1.txt"]
    assert names(journal.search(limit=1, offset=1)) == ["Brief_1.txt"]
    assert [summary.act for summary in journal.acts()] == [3, 2, 1]
    assert journal.next_act() == 4


def test_the_journal_is_exported_with_any_name() -> None:
    strange = os.fsdecode(b'/docs/\xff,"\n.txt')
    rows = [row(strange, state=State.FAILED, failing=Failing.CHANGED, destination="/to", closed_ns=1)]
    table = io.StringIO(newline="")
    write_csv(rows, table)
    assert table.getvalue().splitlines()[0].startswith("act,when,action,state,path,size,modified,blake3")
    text = io.StringIO()
    write_json(rows, text)
    value = json.loads(text.getvalue().encode("ascii"))[0]
    assert value == exported(rows[0])
    assert value["path"] == strange
    assert (value["reason"], value["kept"], value["when"]) == ("changed", "/kept/原件.txt", "2023-11-14T22:13:20+00:00")


def test_threads_may_mark_and_journal_at_once(tmp_path: Path) -> None:
    with closing(Decisions(str(tmp_path / "decisions.db"))) as decisions:

        def mark(start: int) -> None:
            for number in range(start, start + 40):
                decisions.mark([Mark(f"/{number}")])
                decisions.journal.open([row(f"/{number}")])

        threads = [threading.Thread(target=mark, args=(start,)) for start in (0, 100, 200)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(decisions.marks()) == 120
        assert len(decisions.journal.open_rows()) == 120
