"""Submissions against each other and against the library, with and without references and templates."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from core.check import Verdict, check, checks_json
from core.progress import NullReporter
from core.settings import Settings
from core.verdicts import CheckMatch, strongest_first
from core.wording import Wording
from core.workers import InProcess
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.documents import ScanResult
    from core.library import Library

    Ask = Callable[..., dict[str, Verdict]]

REFERENCES = "参考文献\n" + made_texts.text(20, seed=90)
TEMPLATE = made_texts.text(30, seed=80)
WORK = made_texts.text(100, seed=70)


@pytest.fixture
def known(tmp_path: Path, scan_folder: Callable[..., ScanResult]) -> Path:
    """A scanned folder with a work and its references, and a folder of templates in it."""
    folder = tmp_path / "known"
    (folder / "templates").mkdir(parents=True)
    (folder / "work.txt").write_text(WORK + REFERENCES)
    (folder / "templates" / "form.txt").write_text(TEMPLATE)
    scan_folder(folder)
    return folder


@pytest.fixture
def ask(library: Library, known: Path, tmp_path: Path) -> Ask:
    """Check texts at once; verdicts by name."""

    def run(texts: dict[str, str], **options: object) -> dict[str, Verdict]:
        for name, text in texts.items():
            (tmp_path / name).write_text(text)
        paths = [os.fspath(tmp_path / name) for name in texts]
        settings = Settings(**options)  # type: ignore[arg-type]  # names of settings
        found = check(paths, settings, library, InProcess(), NullReporter())
        return {os.path.basename(verdict.path): verdict for verdict in found}

    return run


def among(verdict: Verdict) -> list[tuple[str, str]]:
    return [(os.path.basename(match.path), match.relation) for match in verdict.among]


def test_submissions_that_repeat_each_other_are_named_though_the_library_has_neither(ask: Ask) -> None:
    own = made_texts.text(60, seed=1)

    found = ask(
        {"a.txt": own, "b.txt": made_texts.edited(own, 0.05), "c.txt": own, "d.txt": own + "\n\n", "e.txt": "别的" * 40}
    )

    assert {verdict.kind for verdict in found.values()} == {"unique"}
    assert among(found["a.txt"]) == [("c.txt", "identical"), ("d.txt", "same_text"), ("b.txt", "similar")]
    assert 0.9 <= found["a.txt"].among[2].similarity < 1.0
    assert among(found["b.txt"]) == [("a.txt", "similar"), ("c.txt", "similar"), ("d.txt", "similar")]
    assert among(found["e.txt"]) == []


def test_passages_of_one_submission_in_another_have_their_share(ask: Ask) -> None:
    lent = made_texts.text(30, seed=2)

    found = ask({"a.txt": made_texts.text(70, seed=3) + lent, "b.txt": made_texts.text(70, seed=4) + lent})

    assert among(found["a.txt"]) == [("b.txt", "passages")]
    assert 0.25 <= found["a.txt"].among[0].share <= 0.35


def test_files_without_text_are_compared_by_their_bytes_only(ask: Ask) -> None:
    found = ask({"a.png": "\x89PNG same", "b.png": "\x89PNG same", "c.png": "\x89PNG else", "d.txt": "", "e.txt": ""})

    assert among(found["a.png"]) == [("b.png", "identical")]
    assert among(found["c.png"]) == among(found["d.txt"]) == among(found["e.txt"]) == []


def test_a_share_is_told_with_and_without_references_and_templates(ask: Ask, known: Path) -> None:
    """Of 200 sentences 30 are the user's form, 20 the work's, 20 references that both have, 130 new."""
    borrowed = "\n".join(WORK.splitlines()[:20]) + "\n"
    text = made_texts.text(130, seed=5) + borrowed + TEMPLATE + REFERENCES

    [verdict] = ask({"a.txt": text}, template_folders=(str(known / "templates"),)).values()

    by_name = {os.path.basename(match.path): match for match in verdict.matches}
    work, form = by_name["work.txt"].shares, by_name["form.txt"].shares
    assert work is not None
    assert form is not None
    assert work.whole == pytest.approx(40 / 200, abs=0.02)
    assert work.without_references == pytest.approx(20 / 180, abs=0.02)
    assert work.without_templates == pytest.approx(40 / 170, abs=0.02)
    assert work.without_both == pytest.approx(20 / 150, abs=0.02)
    assert form.whole == pytest.approx(30 / 200, abs=0.02)
    assert form.without_templates == form.without_both == 0.0
    assert verdict.repeated is not None
    assert verdict.repeated.whole == pytest.approx(70 / 200, abs=0.02)
    assert verdict.repeated.without_both == work.without_both


def test_templates_are_known_anew_when_another_folder_is_theirs(ask: Ask, known: Path) -> None:
    text = made_texts.text(60, seed=6) + TEMPLATE

    [without] = ask({"a.txt": text}).values()
    [beside] = ask({"a.txt": text}, template_folders=(str(known / "templates"),)).values()

    assert without.repeated is not None
    assert beside.repeated is not None
    assert without.repeated.without_templates == without.repeated.whole > 0.3
    assert beside.repeated.without_templates == 0.0


def test_a_text_without_passages_repeats_nothing(ask: Ask) -> None:
    [verdict] = ask({"a.txt": made_texts.text(60, seed=7)}).values()

    assert (verdict.kind, verdict.repeated) == ("unique", (0.0, 0.0, 0.0, 0.0))


def test_json_tells_of_the_other_files_of_the_check(ask: Ask) -> None:
    own = made_texts.text(60, seed=1)
    found = ask({"a.txt": own, "b.txt": own})

    [first, _] = checks_json(list(found.values()), Wording("en"))

    assert first["verdict"] == "unique"
    assert [(os.path.basename(one["path"]), one["relation"]) for one in first["among"]] == [("b.txt", "identical")]
    assert first["repeated"] == {
        "whole": 0.0,
        "without_references": 0.0,
        "without_templates": 0.0,
        "without_both": 0.0,
    }


def test_places_are_sorted_by_relation_then_by_the_figure_that_is_shown() -> None:
    matches = [
        CheckMatch("/e", "passages", 0.3, 0.4, None, True),
        CheckMatch("/d", "contained", 0.2, 0.85, None, True),
        CheckMatch("/c", "contained", 0.6, 0.95, None, True),
        CheckMatch("/b", "similar", 0.91, 0.5, None, True),
        CheckMatch("/a", "similar", 0.97, 0.4, None, True),
        CheckMatch("/f", "identical", 1.0, 1.0, 0, True),
    ]

    assert [match.path for match in sorted(matches, key=strongest_first)] == ["/f", "/a", "/b", "/c", "/d", "/e"]
