"""A plan as a table: the dry run, and the list that a colleague ticks and sends back."""

from __future__ import annotations

import io
import json
import os

import pytest

from core.actions import Action, Plan
from core.documents import Relation
from core.errors import KnownError
from core.plan_file import changed_since, plan_rows, read_csv, write_csv, write_json
from tests.unit.plan_making import ROOT, group, identical, member, plan


def example() -> Plan:
    return plan(
        [
            identical("x", "a", "报告.docx", '=c,"d".txt'),
            group(Relation.SIMILAR, member("p", "y", is_keeper=True), member("q", "z", similarity=0.9)),
        ],
        "报告.docx",
        '=c,"d".txt',
        "q",
        "nowhere",
        confirmed_losses=[f"{ROOT}/q"],
    )


def test_a_dry_run_is_exported_and_a_ticked_list_comes_back() -> None:
    made = example()
    file = io.StringIO(newline="")
    write_csv(made, file)
    lines = file.getvalue().splitlines()
    assert len(lines) == 5
    kept_back = file.getvalue().replace(f"x,{ROOT}/q", f",{ROOT}/q")

    ticked = read_csv(io.StringIO(kept_back, newline=""))
    assert set(ticked.marked) == {f"{ROOT}/报告.docx", f'{ROOT}/=c,"d".txt'}
    assert ticked.confirmed == ()
    assert read_csv(io.StringIO(file.getvalue(), newline="")).confirmed == (f"{ROOT}/q",)
    assert changed_since(ticked, made) == []


def test_a_list_of_another_content_is_noticed() -> None:
    made = example()
    file = io.StringIO(newline="")
    write_csv(made, file)
    same = read_csv(io.StringIO(file.getvalue(), newline=""))
    altered = read_csv(io.StringIO(file.getvalue().replace(",x,\r", ",old,\r"), newline=""))
    assert changed_since(same, made) == []
    assert len(changed_since(altered, made)) == 2


def test_another_file_is_no_list() -> None:
    with pytest.raises(KnownError):
        read_csv(io.StringIO("a,b\n1,2\n"))


def test_a_plan_in_json_has_its_losses_and_warnings_and_any_name() -> None:
    strange = os.fsdecode(b"\xff.txt")
    made = plan([identical("x", "a", strange)], strange, action=Action.DELETE)
    file = io.StringIO()
    write_json(made, file)
    value = json.loads(file.getvalue().encode("ascii"))
    assert value["files"][0]["path"] == f"{ROOT}/{strange}"
    assert value["warnings"][0]["warning"] == "for_good"
    assert [row["path"] for row in plan_rows(made)] == [f"{ROOT}/{strange}"]
