"""Two letters are no copies because of one letterhead; copies stay copies with and without it."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

from core.documents import Relation
from core.regroup import regroup
from core.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.documents import ScanResult
    from core.library import Library


def prose(seed: int, length: int) -> str:
    drawn = random.Random(seed)
    return "".join(chr(drawn.randint(0x4E00, 0x7FFF)) for _ in range(length))


def sets(result: ScanResult, kind: Relation) -> list[set[str]]:
    return [{os.path.basename(one.path) for one in group.members} for group in result.groups if group.kind is kind]


def test_what_stands_in_a_template_makes_no_two_letters_alike(
    tmp_path: Path, scan_folder: Callable[..., ScanResult], library: Library
) -> None:
    docs, terms, body = tmp_path / "docs", prose(1, 600), prose(2, 200)
    templates = docs / "templates"
    templates.mkdir(parents=True)
    (templates / "terms.txt").write_text(terms, encoding="utf-8")
    texts = {
        "first.txt": terms + prose(3, 60),
        "second.txt": terms + prose(4, 60),
        "copy.txt": terms + body,
        "copy again.txt": terms + body[:150] + prose(5, 3) + body[150:],
    }
    for name, text in texts.items():
        (docs / name).write_text(text, encoding="utf-8")

    with_terms = scan_folder(docs, similarity=0.8)
    assert {"first.txt", "second.txt"} <= set().union(*sets(with_terms, Relation.SIMILAR))

    settings = Settings(similarity=0.8, template_folders=(str(templates),))
    without = regroup(with_terms, settings, library)
    assert sets(without, Relation.SIMILAR) == [{"copy.txt", "copy again.txt"}]
    [figure] = [match.similarity for match in without.matches if match.kind is Relation.SIMILAR]
    assert 0.97 < figure < 1.0

    assert sets(regroup(without, Settings(similarity=0.8), library), Relation.SIMILAR) == sets(
        with_terms, Relation.SIMILAR
    )


def test_an_extract_is_held_by_its_own_words_not_by_the_template(
    tmp_path: Path, scan_folder: Callable[..., ScanResult], library: Library
) -> None:
    docs, terms, body = tmp_path / "docs", prose(1, 500), prose(2, 900)
    templates = docs / "templates"
    templates.mkdir(parents=True)
    (templates / "terms.txt").write_text(terms, encoding="utf-8")
    (docs / "report.txt").write_text(terms + body, encoding="utf-8")
    (docs / "extract.txt").write_text(terms + body[:200], encoding="utf-8")
    (docs / "letter.txt").write_text(terms + prose(6, 60), encoding="utf-8")

    scanned = scan_folder(docs)
    without = regroup(scanned, Settings(template_folders=(str(templates),)), library)

    held = set().union(*sets(without, Relation.CONTAINED))
    assert {"report.txt", "extract.txt"} <= held
    assert "letter.txt" in set().union(*sets(scanned, Relation.CONTAINED), *sets(scanned, Relation.SIMILAR))
    assert not any({"letter.txt", "report.txt"} <= one for one in sets(without, Relation.CONTAINED))
