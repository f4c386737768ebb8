"""What the program says in each language, and how the catalogues are kept true to the code."""

from __future__ import annotations

import io
from datetime import datetime

import pytest
from babel.messages.catalog import Message
from babel.numbers import format_decimal, format_percent
from rich.cells import cell_len

from core.documents import (
    Changes,
    Counts,
    Document,
    DuplicateGroup,
    Member,
    Reason,
    Relation,
    ScanResult,
    Shortfall,
    ShortfallKind,
)
from core.errors import KnownError, ProblemKind
from core.summary import print_summary
from core.wording import LANGUAGES, Wording, system_language
from installer.translations import calls, extracted, fault

GROUP = DuplicateGroup(
    Relation.SAME_TEXT,
    (
        Member(Document("/docs/a.docx", "/docs", 2048, 1, 1), is_keeper=True, reason=Reason.OLDER),
        Member(
            Document("/docs/b.docx", "/docs", 2048, 1, 1),
            is_keeper=False,
            copies=("/docs/c.docx",),
            content_differs=True,
            changes=Changes(changed=1, only_numbers=True),
        ),
    ),
    1.0,
    "group",
    2048,
)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("zh_CN.UTF-8", "zh_CN"),
        ("zh_SG", "zh_CN"),
        ("zh-Hant-HK", "zh_TW"),
        ("zh_TW.UTF-8", "zh_TW"),
        ("zh_HK", "zh_TW"),
        ("de_DE.UTF-8", "en"),
        ("C", "en"),
        ("zhxx_!!", "en"),
    ],
)
def test_the_language_follows_the_locale(name: str, language: str) -> None:
    assert system_language(name) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_and_reason_has_words_in_every_language(language: str) -> None:
    wording = Wording(language)
    said = [wording.relation(kind) for kind in Relation]
    said += [wording.reason(reason) for reason in Reason] + [wording.problem(kind) for kind in ProblemKind]
    said += [wording.shortfall(Shortfall(kind, 7)) for kind in ShortfallKind]
    assert all(said)
    assert language == "en" or not any(text.isascii() for text in said)


def test_an_error_is_said_in_the_language_of_the_reader() -> None:
    error = KnownError("{path} cannot be written: {reason}", path="a.csv", reason="full")
    assert [Wording(language).error(error) for language in LANGUAGES] == [
        "a.csv cannot be written: full",
        "无法写入 a.csv：full",
        "無法寫入 a.csv：full",
    ]


@pytest.mark.parametrize(
    ("language", "title", "notes"),
    [
        (
            "en",
            "Same text: 1 group, 2 KB could be freed",
            "  (+1 copy, pictures, links or changes differ, only numbers differ)",
        ),
        ("zh_CN", "文字相同：1 组，可释放 2 KB", "（另有 1 个副本，图片、链接或修订不同，只有数值不同）"),
        ("zh_TW", "文字相同：1 組，可釋放 2 KB", "（另有 1 個副本，圖片、連結或修訂不同，只有數值不同）"),
    ],
)
def test_the_summary_is_joined_and_aligned_as_the_language_does(language: str, title: str, notes: str) -> None:
    stream = io.StringIO()
    print_summary(
        ScanResult(is_complete=True, roots=("/docs",), counts=Counts(), groups=(GROUP,)), stream, Wording(language)
    )
    lines = stream.getvalue().splitlines()
    assert title in lines
    rows = [line for line in lines if "/docs/" in line]
    assert rows[1].endswith(notes)
    assert {cell_len(row[: row.index("/docs/")]) for row in rows} == {10}


@pytest.mark.parametrize(("language", "day"), [("en", "3 Nov 2026"), ("zh_CN", "2026/11/3"), ("zh_TW", "2026/11/3")])
def test_a_day_is_written_as_the_language_does(language: str, day: str) -> None:
    time_ns = int(datetime(2026, 11, 3, 19, 5).astimezone().timestamp()) * 10**9
    wording = Wording(language)
    assert (wording.date(time_ns), wording.time(time_ns)) == (day, f"{day} 19:05")


def test_a_day_beyond_the_calendar_is_its_last_or_first_one() -> None:
    assert Wording("en").time(10**21) == "31 Dec 9999 00:00"
    assert Wording("zh_CN").date(-(10**21)) == "1/1/1"


def test_sentences_are_found_inside_f_strings_and_under_another_name() -> None:
    code = b"say = words.say\nf\"{say('One')} {words.count('{n} file', '{n} files', n)}\"\nsay(found)\n"
    assert {(name, texts) for _, name, texts, _ in calls(io.BytesIO(code), {"say", "count"}, (), {})} == {
        ("say", (None,)),
        ("count", ("{n} file", "{n} files", None)),
        ("say", ("One",)),
    }


def test_the_template_holds_plain_sentences_plurals_and_words_with_a_context() -> None:
    template = extracted()
    assert "No duplicates found." in template
    assert template.get("{n} group") is not None
    assert template.get("Space", "key") is not None


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (Message("{n} left", string="剩 {n}"), ""),
        (Message("{n} left", string=""), "not translated"),
        (Message("{n} left", string="剩 {m}"), "other fields"),
        (Message("{n} left", string="剩 {n}", flags={"fuzzy"}), "fuzzy"),
        (Message(("{n} day", "{n} days"), string=("{n} 天",)), ""),
    ],
)
def test_an_unfinished_translation_is_named(message: Message, expected: str) -> None:
    assert fault(message) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_small_figures_are_written_without_the_rules_as_by_them(language: str) -> None:
    wording = Wording(language)
    whole = range(0, 1000, 37)

    assert [wording.number(n) for n in whole] == [format_decimal(n, locale=language) for n in whole]
    assert [wording.percent(n / 100) for n in whole] == [format_percent(n / 100, locale=language) for n in whole]
    assert wording.number(1000) == format_decimal(1000, locale=language)
