"""Settings of the words, in whole scans: the user's words and stop words, TF-IDF, Traditional and Simplified forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.documents import Relation
from core.segmentation import Engine, Segmenter
from tests.unit import made_texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.documents import ScanResult
    from core.library import Library

    Scan = Callable[..., ScanResult]

TEXT = "近似重复的文档查重系统能找到重复的合同，合同双方签字后生效。" + made_texts.text(10)

CHOICES = [
    {"user_words": ("文档查重系统", "近似重复")},
    {"stop_words": ("合同",)},
    {"weighting": "tfidf"},
]


def simhash_of(library: Library) -> int:
    [row] = library.index.texts.table_rows()
    [value] = library.index.texts.simhashes([row[0]]).values()
    return value


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: next(iter(choice)))
def test_another_choice_makes_the_fingerprints_anew_and_its_end_brings_them_back(
    tmp_path: Path, scan_folder: Scan, library: Library, choice: dict[str, object]
) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    scan_folder(tmp_path)
    plain = simhash_of(library)

    scan_folder(tmp_path, **choice)
    chosen = simhash_of(library)
    scan_folder(tmp_path)

    assert chosen != plain
    assert simhash_of(library) == plain


@pytest.mark.parametrize("choice", CHOICES[:2], ids=["user words", "stop words"])
def test_both_engines_make_the_same_fingerprint_of_any_choice(
    tmp_path_factory: pytest.TempPathFactory, choice: dict[str, tuple[str, ...]]
) -> None:
    cache = str(tmp_path_factory.mktemp("jieba"))
    words = (choice.get("user_words", ()), choice.get("stop_words", ()))
    values = {Segmenter(cache, *words, engine=engine).folded_simhash(TEXT) for engine in Engine}

    assert len(values) == 1
    assert values != {Segmenter(cache).folded_simhash(TEXT)}


@pytest.mark.parametrize("method", ["verified", "simhash"])
def test_traditional_and_simplified_forms_are_equal_by_setting(tmp_path: Path, scan_folder: Scan, method: str) -> None:
    simplified = "汉语简体与繁体转换是计算机处理中文信息时经常遇到的问题，应当认真对待，不能随意忽略。" * 3
    traditional = "漢語簡體與繁體轉換是計算機處理中文信息時經常遇到的問題，應當認真對待，不能隨意忽略。" * 3
    (tmp_path / "简.txt").write_text(simplified, encoding="utf-8")
    (tmp_path / "繁.txt").write_text(traditional, encoding="utf-8")

    apart = scan_folder(tmp_path, method=method)
    together = scan_folder(tmp_path, method=method, fold_variants=True)

    assert apart.groups == ()
    [group] = together.groups
    assert group.kind is Relation.SIMILAR
    assert [match.hamming for match in together.matches] == [0]
    assert 0.9 <= group.similarity < 1
