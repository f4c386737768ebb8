"""The COMPARE stage: right pairs, the same however the library grew, and nothing taken from others."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from core.compare import compare
from core.documents import MeasuredBy, Relation, ShortfallKind
from core.grouping import stars
from core.progress import Cancelled, NullReporter, Phase
from core.settings import Settings
from core.similarity import likeness
from core.text import canonical_digest, fold_variants, token_ids
from core.workers import InProcess, WorkerFailure, Workers
from tests.unit.near_texts import compared, corpus, drawn, edited, table_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from core.verification import Pair


def library(seed: int, families: int = 4) -> list[np.ndarray]:
    """Return families of versions, pieces of them inside longer texts, and unrelated texts."""
    rng = np.random.default_rng(seed)
    texts = []
    for family in range(families):
        base = drawn(int(rng.integers(60, 400)), seed * 100 + family)
        texts.append(base)
        texts += [edited(base, share, int(rng.integers(1 << 30))) for share in (0.03, 0.15, 0.35)]
        texts.append(np.concatenate((drawn(300, seed + family), base, drawn(200, seed - family + 9999))))
    return texts + [drawn(200, seed + 5000 + number) for number in range(5)]


def named(pairs: Iterable[Pair], texts: Sequence[np.ndarray]) -> dict[frozenset[bytes], tuple[object, ...]]:
    """Return the pairs by the texts themselves, so that tables in any order can be compared."""
    found = {}
    for pair in pairs:
        ends = (texts[pair.a].tobytes(), texts[pair.b].tobytes())
        shares = (pair.share_a, pair.share_b) if ends[0] < ends[1] else (pair.share_b, pair.share_a)
        found[frozenset(ends)] = (pair.kind, pair.similarity, pair.by, shares, pair.changed, pair.only_numbers)
    return found


@given(st.integers(0, 10_000), st.randoms())
@hypothesis_settings(max_examples=15, deadline=None)
def test_the_order_of_the_texts_changes_nothing(seed: int, chance: object) -> None:
    texts = library(seed)
    order = np.random.default_rng(seed).permutation(len(texts)).tolist()
    shuffled = [texts[place] for place in order]

    assert named(compared(texts).pairs, texts) == named(compared(shuffled).pairs, shuffled)


@given(st.integers(0, 10_000), st.integers(1, 24))
@hypothesis_settings(max_examples=15, deadline=None)
def test_a_library_that_grew_has_the_pairs_of_one_compared_at_once(seed: int, first: int) -> None:
    texts = library(seed)
    at_once = compared(texts)
    begun = compared(texts[:first])
    grown = compared(texts, fresh=[place >= first for place in range(len(texts))])

    assert sorted({*begun.pairs, *grown.pairs}) == sorted(at_once.pairs)
    assert set(begun.pairs).isdisjoint(grown.pairs)


@given(st.integers(0, 10_000))
@hypothesis_settings(max_examples=10, deadline=None)
def test_a_higher_threshold_gives_the_pairs_that_reach_it(seed: int) -> None:
    texts = library(seed)
    low = compared(texts, similarity=0.7, floor=0.7)
    high = compared(texts, similarity=0.9, floor=0.9)

    assert {p for p in low.pairs if p.similarity >= 0.9} == {p for p in high.pairs if p.similarity >= 0.9}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_pairs_of_the_corpus_are_found_with_their_figures(language: str) -> None:
    known = corpus(language, 400)
    found = compared(table_of(known.ids, known.digests), similarity=0.7, floor=0.7, minimum_tokens=5)
    figures = {(pair.a, pair.b): pair.similarity for pair in found.pairs if pair.similarity >= 0.7}
    true = {p for p, figure in known.truth.items() if figure >= 0.72 and known.digests[p[0]] != known.digests[p[1]]}

    assert found.capped == ()
    assert true <= set(figures)
    assert {pair for pair, figure in figures.items() if abs(figure - known.truth.get(pair, 0)) > 0.01} == set()


def test_no_pair_of_different_texts_is_at_a_hundred_percent() -> None:
    frame = "甲方应在收到货物后{}日内检验，" * 12
    ids = [token_ids(frame.replace("，", mark)) for mark in ("，", "；", "。")]
    found = compared(table_of(ids, [bytes([number]) * 16 for number in range(3)]))

    assert len(found.pairs) == 3
    assert {pair.similarity for pair in found.pairs} == {0.9999}
    assert not any(pair.changed or pair.only_numbers for pair in found.pairs)


def test_a_chain_of_ten_versions_has_no_group_below_the_threshold() -> None:
    chain = [drawn(1000, 1)]
    for link in range(10):
        version = chain[-1].copy()
        version[link * 80 : link * 80 + 80] = drawn(80, 100 + link)
        chain.append(version)
    pairs = compared(chain, similarity=0.9).pairs
    groups = stars([(p.a, p.b, p.similarity) for p in pairs if p.similarity >= 0.9], order=range(11))

    assert not any({0, 10} <= {reference, *members} for reference, members in groups.items())
    for reference, members in groups.items():
        for member in members:
            like = likeness(chain[reference], chain[member])
            assert like is not None
            assert like.similarity >= 0.9


def test_invoices_that_differ_in_two_numbers_say_so() -> None:
    body = "兹收到贵公司支付的服务费用共计 {} 元整，款项用途为年度软件维护与技术支持，发票编号 {}，特此证明。"
    invoices = [token_ids(body.format(1000 + number * 7, 880_000 + number) * 2) for number in range(50)]
    pairs = compared(invoices, similarity=0.9).pairs

    assert len(pairs) == 50 * 49 // 2
    assert all(pair.only_numbers and pair.changed == 4 and not pair.added + pair.removed for pair in pairs)


def test_two_hundred_contracts_of_one_template_are_one_group() -> None:
    template = drawn(150, 1)
    found = compared([edited(template, 0.03, seed) for seed in range(200)], similarity=0.85, floor=0.85)
    pairs = [(pair.a, pair.b, pair.similarity) for pair in found.pairs if pair.similarity >= 0.85]
    groups = stars(pairs, order=range(200))

    assert found.capped == ()
    assert sorted(len(members) for members in groups.values()) == [199]


def test_a_crowd_stays_in_groups_and_says_that_it_was_cut_short() -> None:
    template = drawn(200, 1)
    crowd = [edited(template, 0.03, seed) for seed in range(700)]
    others = library(1)
    found = compared([*others, *crowd], similarity=0.8, floor=0.8)
    without = compared(others, similarity=0.8, floor=0.8)
    similar = [pair for pair in found.pairs if pair.similarity >= 0.8]
    grouped = {end for pair in similar for end in (pair.a, pair.b)}

    assert found.capped
    assert set(range(len(others), len(others) + 700)) <= grouped
    assert set(without.pairs) <= set(found.pairs)
    assert len(found.pairs) < 4 * 700


def test_a_crowd_that_grows_by_one_compares_no_old_pair_again() -> None:
    """What was stored of two old texts is taken as it is: a letter more costs its own pairs, not those of all."""
    template = drawn(200, 1)
    texts = [edited(template, 0.03, seed) for seed in range(700)]
    table = table_of(texts)
    for newest in range(0, 700, 100):
        fresh = np.arange(700) == newest
        again = {(pair.a, pair.b): pair for pair in compared(table, fresh.tolist(), similarity=0.8, floor=0.8).pairs}
        stored = [(a, b, pair.similarity) for (a, b), pair in again.items() if newest not in (a, b)]
        assert stored
        known = dataclasses.replace(
            table, stored=lambda asked, stored=stored: [one for one in stored if one[0] in set(asked.tolist())]
        )

        found = compared(known, fresh.tolist(), similarity=0.8, floor=0.8).pairs

        assert set(found) == {pair for ends, pair in again.items() if newest in ends}
        assert found


def test_short_notes_repeated_words_and_tables_give_no_near_verdict() -> None:
    notes = [token_ids(f"开会 {number} 点 请 准时 到场 谢谢") for number in range(30)]
    repeated = [np.full(size, 0x4E00, np.uint32) for size in (40, 400, 4000)]
    tables = [drawn(500, seed, variety=2) for seed in range(6)]

    assert compared([*notes, *repeated, *tables], similarity=0.5).pairs == ()


def test_traditional_and_simplified_forms_are_near_when_folded() -> None:
    simplified = "汉语简体与繁体转换是计算机处理中文信息时经常遇到的问题，应当认真对待，不能随意忽略。" * 3
    traditional = "漢語簡體與繁體轉換是計算機處理中文信息時經常遇到的問題，應當認真對待，不能隨意忽略。" * 3
    digests = [canonical_digest([("body", text)]) for text in (simplified, traditional)]
    plain = compared(table_of([token_ids(simplified), token_ids(traditional)], digests), similarity=0.9)
    folded_ids = [token_ids(fold_variants(text)) for text in (simplified, traditional)]
    folded = compared(table_of(folded_ids, digests), similarity=0.9)

    assert not [pair for pair in plain.pairs if pair.similarity >= 0.9]
    assert [pair.similarity for pair in folded.pairs] == [0.9999]


@pytest.mark.parametrize("factor", [1.3, 2.5])
def test_an_exam_stands_inside_its_version_with_answers(factor: float) -> None:
    questions = [drawn(30, seed) for seed in range(20)]
    answers = [drawn(round(30 * (factor - 1)), 1000 + seed) for seed in range(20)]
    exam = np.concatenate(questions)
    key = np.concatenate([part for both in zip(questions, answers, strict=True) for part in both])
    other_order = np.concatenate([questions[place] for place in np.random.default_rng(1).permutation(20)])
    found = {(pair.a, pair.b): pair for pair in compared([exam, key, other_order], similarity=0.9).pairs}

    contained = found[0, 1]
    assert contained.kind is Relation.CONTAINED
    assert contained.share_a >= 0.8
    assert contained.share_a > contained.share_b
    assert contained.added == len(key) - len(exam)
    assert found[0, 2].by is MeasuredBy.PASSAGES
    assert found[0, 2].similarity >= 0.8


class Counting(NullReporter):
    """Remembers what it was told, and stops after so many questions."""

    def __init__(self, until: int | None = None) -> None:
        self.told: list[tuple[Phase, int, int | None]] = []
        self._until = until

    def advance(self, phase: Phase, done: int, total: int | None = None) -> None:
        self.told.append((phase, done, total))
        if len(self.told) == self._until:
            raise Cancelled


def test_progress_rises_to_the_total_and_a_stop_is_heard() -> None:
    texts = library(3)
    table, fresh = table_of(texts), np.ones(len(texts), np.bool_)
    reporter = Counting()
    compare(table, fresh, Settings(), InProcess(), reporter)

    counted = [(done, total) for _, done, total in reporter.told if total is not None]
    assert {phase for phase, _, _ in reporter.told} == {Phase.COMPARE}
    assert counted == sorted(counted)
    assert counted[-1][0] == counted[-1][1]
    for until in (1, 40, len(reporter.told) - 1):
        with pytest.raises(Cancelled):
            compare(table, fresh, Settings(), InProcess(), Counting(until))


def test_worker_processes_find_the_same_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = library(5)
    monkeypatch.setattr("core.compare.IN_PROCESS_SECONDS", 0.0)
    workers = Workers(count=2)
    try:
        found = compare(table_of(texts), np.ones(len(texts), np.bool_), Settings(), workers, NullReporter())
    finally:
        workers.close()

    assert found == compared(texts)


class Failing(InProcess):
    """Loses the first batches, as a worker does that dies; with `always`, every batch."""

    def __init__(self, losses: int) -> None:
        self.losses = losses

    def map(
        self,
        function: Callable[..., object],
        items: Iterable[object],
        *,
        seconds: float | None = None,
        poll: Callable[[], None] | None = None,
    ) -> Iterator[tuple[object, object]]:  # type: ignore[override]  # a fake of the one call that is made
        for item in items:
            self.losses -= 1
            yield item, WorkerFailure("died", "killed") if self.losses >= 0 else function(item)


def test_a_dead_worker_costs_no_pair_that_can_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = library(6)
    monkeypatch.setattr("core.compare.IN_PROCESS_SECONDS", 0.0)
    table, fresh = table_of(texts), np.ones(len(texts), np.bool_)
    once = compare(table, fresh, Settings(), Failing(1), NullReporter())
    always = compare(table, fresh, Settings(), Failing(10_000), NullReporter())

    assert once == compared(texts)
    assert always.pairs == ()
    assert [one.kind for one in always.capped] == [ShortfallKind.DIED]


def test_bags_and_their_absence_give_the_same_pairs() -> None:
    texts = library(7)
    table = table_of(texts)

    assert compared(dataclasses.replace(table, bags=None)).pairs == compared(table).pairs


def test_an_empty_library_has_no_pairs() -> None:
    assert compared([]).pairs == ()
    assert compared([drawn(100, 1)]).pairs == ()
