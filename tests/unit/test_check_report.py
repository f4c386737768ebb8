"""A report on a check names what its figures rest on, and every place, in any name and language."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser

import pytest

from core.check_report import CheckFacts, share_notes, write_check_csv, write_check_html
from core.passages import Shares
from core.team_answers import TeamAnswer
from core.team_check import TeamMatch
from core.verdicts import CheckMatch, Verdict
from core.wording import LANGUAGES, Wording

SHARES = Shares(0.31, 0.24, 0.21, 0.1)
SOURCE = CheckMatch("/库/著作 <1>.docx", "passages", 0.2, 0.31, None, True, SHARES)
AWAY = CheckMatch("/mnt/usb/=论文.pdf", "similar", 0.9349, 0.95, 3, False)
OTHER = CheckMatch("/交来/乙.docx", "similar", 0.97, 0.97, 1, True)
VERDICTS = [
    Verdict("/交来/甲.docx", "similar", "", False, 812, 900, (AWAY, SOURCE), (OTHER,), SHARES),
    Verdict("/交来/\udcff空白.docx", "undecided", "The file is empty.", False, 0, 900),
]
FACTS = CheckFacts(1_700_000_000_000_000_000, "/home/甲/文档库", 900, 0.9)


class Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "col", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.text += data


def page(language: str = "en") -> str:
    file = io.StringIO()
    write_check_html(VERDICTS, FACTS, file, Wording(language))
    reader = Text()
    reader.feed(file.getvalue())
    assert reader.open == []
    return reader.text


def test_the_page_names_day_library_size_threshold_and_what_it_is_not() -> None:
    text = page()

    assert "Checked on 2023-11-1" in text or "Checked on Nov 1" in text or "2023" in text
    assert "Library: /home/甲/文档库, with 900 documents." in text
    assert "Two texts count as similar from 90% on." in text
    assert "no plagiarism service" in text


def test_the_page_has_each_place_with_its_figures() -> None:
    text = page()

    assert "著作 <1>.docx" in text
    assert (
        "In all, 31% of its text is repeated, 24% without references, 21% without templates, 10% without both" in text
    )
    assert "93%" in text
    assert "not verified: its disk is not connected" in text
    assert "another checked file" in text
    assert "The file is empty." in text
    assert "Compared with 812 of 900 documents; the others have no readable text" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_in_every_language(language: str) -> None:
    assert "甲.docx" in page(language)


def test_the_table_has_a_row_a_place_and_no_formula() -> None:
    file = io.StringIO(newline="")
    write_check_csv(VERDICTS, FACTS, file, Wording("en"))
    text = file.getvalue()
    assert text[0] == "\ufeff"
    head, *rows = csv.reader(io.StringIO(text[1:]))

    assert [row[2] for row in rows] == ["/mnt/usb/=论文.pdf", "/库/著作 <1>.docx", "/交来/乙.docx", ""]
    assert {len(row) for row in (head, *rows)} == {16}
    assert rows[1][6:10] == ["0.3100", "0.2400", "0.2100", "0.1000"]
    assert rows[0][head.index("Verified")] == "no"
    assert rows[3][4] == "The file is empty."


def test_shares_that_are_no_others_are_not_repeated() -> None:
    wording = Wording("en")

    assert share_notes(wording, Shares(0.3, 0.3, 0.3, 0.3)) == []
    assert share_notes(wording, Shares(0.3, 0.2, 0.3, 0.2)) == ["20% without references"]


def test_what_the_team_has_stands_in_both_reports_as_what_it_is() -> None:
    match = TeamMatch("close", 0.9449, 2, "=Anna", 1, "Legal", 2048, 1_700_000_000)
    verdicts = [Verdict("/交来/丙.docx", "unique", "", False, 9, 9, team=TeamAnswer((match,)))]
    page_file, table_file = io.StringIO(), io.StringIO(newline="")
    write_check_html(verdicts, FACTS, page_file, Wording("en"))
    write_check_csv(verdicts, FACTS, table_file, Wording("en"))
    head, *rows = csv.reader(io.StringIO(table_file.getvalue()[1:]))

    assert "close by fingerprint, about 94%, not verified" in page_file.getvalue()
    assert "Only your own library is asked" not in page_file.getvalue()
    assert [len(row) for row in rows] == [len(head)] * 2
    assert rows[1][2:6] == ["'=Anna (Legal)", "team", "close by fingerprint, about 94%, not verified", "0.9449"]
    assert rows[1][head.index("Verified")] == "no"
