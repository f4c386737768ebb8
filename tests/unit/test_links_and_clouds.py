"""What is known of files before they are marked or go: documents that lead to them, content in the cloud only."""

from __future__ import annotations

import os
import sys
import zipfile
from pathlib import Path

import pytest

from core.actions import Action, Refusal
from core.linked import LinkFinder
from core.losses import excerpt
from core.surroundings import cloud_only
from core.volumes import Mounts
from core.walk import PLACEHOLDER_SIZE
from tests.unit.plan_making import ROOT, going, identical, plan, refusals


def deck(path: Path, *targets: str) -> tuple[str, int, int]:
    """Write a presentation that leads to files; return it as the finder takes it."""
    relations = "".join(f'<Relationship Target="{target}" TargetMode="External"/>' for target in targets)
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("ppt/slides/_rels/slide1.xml.rels", f"<Relationships>{relations}</Relationships>")
    status = path.stat()
    return str(path), status.st_size, status.st_mtime_ns


def test_a_document_is_read_again_only_when_it_changed(tmp_path: Path) -> None:
    one, two = tmp_path / "one.mp4", tmp_path / "two.mp4"
    for video in (one, two):
        video.write_bytes(b"moving")
    finder = LinkFinder()
    first = deck(tmp_path / "a.pptx", "one.mp4")
    finder.look_at([first])
    assert finder.document_for(str(one)) == first[0]
    assert finder.unknown([first, (str(one), 6, 1)]) == []

    os.unlink(first[0])
    changed = deck(tmp_path / "a.pptx", "two.mp4", "two.mp4#t=5")
    assert finder.unknown([changed]) == [changed]
    finder.look_at([changed])
    assert (finder.document_for(str(one)), finder.document_for(str(two))) == (None, changed[0])


def test_a_document_that_goes_itself_or_is_gone_keeps_nothing(tmp_path: Path) -> None:
    video = tmp_path / "one.mp4"
    video.write_bytes(b"moving")
    decks = [deck(tmp_path / name, "one.mp4") for name in ("a.pptx", "b.pptx")]
    finder = LinkFinder()
    finder.look_at(decks)

    assert finder.document_for(str(video), {decks[0][0]}) == decks[1][0]
    os.unlink(decks[1][0])
    assert finder.document_for(str(video), {decks[0][0]}) is None


@pytest.mark.skipif(sys.platform == "win32", reason="a sparse file stands for a placeholder")
def test_a_file_that_was_taken_off_the_disk_since_the_scan_is_noticed_without_opening_it(tmp_path: Path) -> None:
    here, away = tmp_path / "here.bin", tmp_path / "away.bin"
    here.write_bytes(bytes(range(256)) * 400)
    away.touch()
    os.truncate(away, PLACEHOLDER_SIZE)
    is_cloud_only = cloud_only(Mounts(()))

    assert is_cloud_only(str(away)) is (away.stat().st_blocks == 0)
    assert not is_cloud_only(str(here))
    assert not is_cloud_only(str(tmp_path / "gone"))


def test_a_file_is_not_moved_to_where_it_is() -> None:
    groups = [identical("x", "a", "b")]

    there = plan(groups, "b", action=Action.MOVE, destination=os.path.dirname(ROOT))
    elsewhere = plan(groups, "b", action=Action.MOVE, destination="/elsewhere")

    assert refusals(there) == {"b": Refusal.ALREADY_THERE}
    assert going(elsewhere) == {"b": "a"}


def test_of_a_long_sentence_the_part_is_shown_in_which_it_leaves_the_kept_texts() -> None:
    kept = "第一条" * 100 + "付款五万元" + "其余照旧" * 100
    changed = kept.replace("五万", "八万")

    shown = excerpt(changed, [kept], 40)

    assert "付款八万元" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) <= 42
    assert excerpt("short", [], 40) == "short"
    assert excerpt("x" * 50, [], 40) == "x" * 40 + "…"
