"""What the list shows is written to files that others open, and a list that a colleague ticked comes back."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from core.documents import Digests, DuplicateGroup, Relation
from core.errors import KnownError
from core.plan_file import Ticked, open_list
from gui.application import Application
from gui.exporting import Checked, Exporting, check
from gui.plan_dialog import PlanDialog
from gui.side_bar import View
from tests.gui.made_groups import group_of
from tests.gui.running import WAIT_MS, scanned


def exported(application: Application, path: Path, qtbot: QtBot) -> Path:
    application.window.findChild(Exporting).export(str(path))
    qtbot.waitUntil(path.exists, timeout=WAIT_MS)
    return path


@pytest.fixture
def shown(start: Callable[..., Application], docs: Path, qtbot: QtBot) -> Application:
    application = start(docs)
    scanned(application, qtbot)
    return application


def test_a_table_for_a_spreadsheet_has_a_mark_of_its_encoding_what_is_shown_and_what_is_marked(
    shown: Application, docs: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    shown.session.marking.by_hand([str(docs / "合同 - 副本.txt")], is_marked=True)
    shown.window.show_view(View.IDENTICAL)

    data = exported(shown, tmp_path / "out.csv", qtbot).read_bytes()

    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(data.decode("utf-8-sig").splitlines()))
    assert [row["Kind"] for row in rows] == ["Identical", "Identical"], "the similar pair is not shown"
    assert [Path(row["Path"]).name for row in rows if row["Marked"] == "yes"] == ["合同 - 副本.txt"]


def test_json_keeps_to_the_layout_of_the_command_line(shown: Application, tmp_path: Path, qtbot: QtBot) -> None:
    shown.window.show_view(View.SIMILAR)

    found = json.loads(exported(shown, tmp_path / "out.json", qtbot).read_bytes())

    assert found["version"] == 1
    assert [group["kind"] for group in found["groups"]] == ["similar"]
    assert len(found["matches"]) == 1


def test_the_page_shows_old_and_new_words(shown: Application, tmp_path: Path, qtbot: QtBot) -> None:
    shown.window.show_view(View.SIMILAR)

    page = exported(shown, tmp_path / "out.html", qtbot).read_text("utf-8")

    assert "<del>" in page
    assert "<ins>" in page
    assert "另行商定" in page
    assert "合同 2025.txt" in page


def test_a_place_that_cannot_be_written_is_told_in_a_sentence(shown: Application, tmp_path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(shown.session.refused, timeout=WAIT_MS) as told:
        shown.window.findChild(Exporting).export(str(tmp_path / "nowhere" / "out.csv"))

    assert "cannot be written" in shown.words.error(told.args[0])
    shown.window.findChild(QMessageBox).close()


def ticked_list(folder: Path, *rows: tuple[str, Path], encoding: str = "utf-8-sig", separator: str = ",") -> Path:
    lines = [separator.join(("tick", "path"))] + [separator.join((tick, str(path))) for tick, path in rows]
    (folder / "list.csv").write_bytes("\r\n".join(lines).encode(encoding))
    return folder / "list.csv"


def test_a_ticked_list_ends_in_the_plan_and_nothing_goes_before_it_is_agreed_to(
    shown: Application, docs: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    path = ticked_list(tmp_path, ("x", docs / "合同 - 副本.txt"), ("", docs / "合同.txt"))

    shown.window.findChild(Exporting).open_list(str(path))

    qtbot.waitUntil(lambda: shown.window.findChild(PlanDialog) is not None, timeout=WAIT_MS)
    assert list(shown.session.marking.marks) == [str(docs / "合同 - 副本.txt")]
    assert (docs / "合同 - 副本.txt").exists()
    shown.window.findChild(PlanDialog).reject()


def test_ticks_that_may_not_be_are_named_before_the_plan(
    shown: Application, docs: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    path = ticked_list(tmp_path, ("x", docs / "合同 - 副本.txt"), ("x", docs / "合同.txt"), ("x", docs / "gone.txt"))

    shown.window.findChild(Exporting).open_list(str(path))

    qtbot.waitUntil(lambda: shown.window.findChild(QMessageBox) is not None, timeout=WAIT_MS)
    box = shown.window.findChild(QMessageBox)
    assert box.text() == "2 ticked files were not marked"
    assert "gone.txt\nin no group now" in box.informativeText()
    assert "合同.txt\nprotected, or the last of its group" in box.informativeText()
    assert len(shown.session.marking.marks) == 1
    box.close()


@pytest.mark.parametrize(
    ("encoding", "separator"), [("utf-8", ";"), ("utf-8-sig", ","), ("gb18030", ","), ("utf-16", "\t")]
)
def test_a_list_comes_back_in_whatever_way_a_spreadsheet_saved_it(
    tmp_path: Path, encoding: str, separator: str
) -> None:
    path = ticked_list(
        tmp_path, ("√", Path("/文档/合同.txt")), ("", Path("/b")), encoding=encoding, separator=separator
    )

    assert open_list(str(path)).marked == ("/文档/合同.txt",)


def test_what_is_no_list_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes(b"\x00\xff\x01")
    for name in ("x.csv", "missing.csv"):
        with pytest.raises(KnownError):
            open_list(str(tmp_path / name))


def test_another_content_than_the_ticked_one_is_not_marked() -> None:
    group: DuplicateGroup = group_of(Relation.IDENTICAL, "a", "b", "c")
    group = replace(group, members=tuple(replace(member, digests=Digests(None, "new")) for member in group.members))

    found = check(Ticked(("/docs/a", "/docs/b", "/docs/x"), contents={"/docs/a": "old", "/docs/b": "new"}), [group])

    assert found == Checked(("/docs/b",), changed=("/docs/a",), gone=("/docs/x",))
