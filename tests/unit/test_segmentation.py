"""Words: rjieba cuts as jieba does, the user's choices change both alike, and no shared folder is written to."""

from __future__ import annotations

import tempfile
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from core import segmentation
from core.fingerprint import simhash
from core.segmentation import Engine, Segmenter, listed_stop_words, weights
from core.text import folded
from tests.unit.near_texts import corpus

if TYPE_CHECKING:
    from pathlib import Path

SENTENCE = "该合同自双方签字之日起生效, plug-in 1.2.3 版本 C++ 以及其他 naïve Привет。"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("jieba"))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_rjieba_cuts_real_texts_as_jieba_does(language: str, cache: str) -> None:
    ours = Segmenter(cache)

    assert ours.engine is Engine.RJIEBA
    assert [text for text in corpus(language, 40).texts if not ours.agrees(text)] == []


@pytest.mark.parametrize("engine", Engine)
def test_words_counted_line_by_line_are_those_of_the_whole_text(engine: Engine, cache: str) -> None:
    ours = Segmenter(cache, engine=engine)
    lines = [line for text in corpus("zh", 3).texts for line in text.splitlines()][:80]
    whole = "\r\n".join([SENTENCE, *lines, "单独 的", SENTENCE, " " * 1200 + "很长的一行" * 300, *lines])

    for _ in range(2):
        assert ours.weights(whole) == Counter(ours.words(whole))
        assert ours.folded_simhash(folded(whole)) == simhash(ours.weights(whole))
        assert ours.folded_simhash(folded(whole), "tfidf") == simhash(ours.weights(whole, "tfidf"))
    assert ours.folded_simhash("，。 的") is None


def test_forgetting_earlier_words_changes_no_count(cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.word_counts.MOST_LINES", 3)
    ours = Segmenter(cache)
    for text in ("合同 生效", "合同\n终止\n生效\n版本", "版本 合同", "签字 版本"):
        assert ours.weights(text) == Counter(ours.words(text))
        assert ours.folded_simhash(text) == simhash(Counter(ours.words(text)))


def test_user_words_change_both_engines_alike(cache: str) -> None:
    words = ("文档查重系统", "近似重复", "机器学习abc")
    text = "近似重复的文档查重系统用机器学习ABC实现"
    rjieba, jieba = (Segmenter(cache, words, engine=engine) for engine in Engine)

    assert rjieba.words(text) == jieba.words(text)
    assert "文档查重系统" in rjieba.words(text)
    assert "文档查重系统" not in Segmenter(cache).words(text)


def test_stop_words_of_the_list_and_of_the_user_are_left_out(cache: str) -> None:
    plain, own = Segmenter(cache), Segmenter(cache, stop_words=["合同"])

    assert "以及" in listed_stop_words()
    assert "以及" not in plain.words(SENTENCE)
    assert "合同" in plain.words(SENTENCE)
    assert "合同" not in own.words(SENTENCE)


def test_negations_and_obligations_are_never_stop_words() -> None:
    assert listed_stop_words().isdisjoint(
        {"不得", "必须", "应当", "可以", "没有", "不是", "not", "no", "must", "shall"}
    )


def test_words_have_two_characters_and_letters_of_any_script(cache: str) -> None:
    words = Segmenter(cache).words(SENTENCE)

    assert min(map(len, words)) == 2
    assert {"naïve", "привет", "plug", "c++"} <= set(words)


def test_the_maker_names_the_engine_and_the_choice_of_words(cache: str) -> None:
    makers = {Segmenter(cache, *choice).maker for choice in ((), (["新词"],), ((), ["新词"]), (["新词"], ["新词"]))} | {
        Segmenter(cache, engine=Engine.JIEBA).maker
    }

    assert len(makers) == 5


def test_jieba_is_the_fallback(monkeypatch: pytest.MonkeyPatch, cache: str) -> None:
    monkeypatch.setattr(segmentation, "_has_rjieba", lambda: False)
    fallback = Segmenter(cache)

    assert fallback.engine is Engine.JIEBA
    assert fallback.words(SENTENCE) == Segmenter(cache, engine=Engine.RJIEBA).words(SENTENCE)


def test_jieba_keeps_its_dictionary_where_it_is_told_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    with_cache = Segmenter(str(tmp_path / "own"), engine=Engine.JIEBA)
    without = Segmenter(None, engine=Engine.JIEBA)

    assert with_cache.cut(SENTENCE) == without.cut(SENTENCE)
    assert list(shared.iterdir()) == []
    assert [file.name for file in (tmp_path / "own").iterdir()] == [segmentation.CACHE_FILE]


def test_rare_words_weigh_more_with_tfidf() -> None:
    text = "公司公司清华大学"
    plain, weighted = weights(text), weights(text, weighting="tfidf")

    assert plain == {"公司": 2, "清华大学": 1}
    assert weighted["清华大学"] > weighted["公司"] / 2


def test_the_known_cuts_of_the_probe_are_jieba_s(cache: str) -> None:
    assert segmentation.probe_digest(Segmenter(cache, engine=Engine.JIEBA).cut) == segmentation.PROBE_DIGEST


def test_rjieba_is_trusted_without_loading_jieba_where_the_probe_is_cut_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segmentation, "_jieba", None)
    ours = Segmenter()

    assert ours.folded_simhash(folded(SENTENCE)) == simhash(ours.weights(SENTENCE))
    assert ours.engine is Engine.RJIEBA


def test_jieba_goes_on_alone_where_rjieba_cuts_otherwise(cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segmentation, "_rjieba", lambda _words: list)
    ours, jieba = Segmenter(cache), Segmenter(cache, engine=Engine.JIEBA)

    assert ours.folded_simhash(SENTENCE) == jieba.folded_simhash(SENTENCE)
    assert (ours.engine, ours.maker) == (Engine.JIEBA, jieba.maker)


def test_with_words_of_the_user_jieba_cuts_the_first_texts_too(cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    agrees = Segmenter.agrees

    def ask(self: Segmenter, text: str) -> bool:
        asked.append(text)
        return agrees(self, text)

    monkeypatch.setattr(Segmenter, "agrees", ask)
    ours = Segmenter(cache, ["自双方"])
    for number in range(5):
        ours.folded_simhash(f"{number} {SENTENCE}" + "很长" * 2000)

    assert [text[0] for text in asked] == ["0", "1", "2"]
    assert max(map(len, asked)) == segmentation.SAMPLED_LENGTH
    assert ours.engine is Engine.RJIEBA
