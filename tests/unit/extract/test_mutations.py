"""Damaged files of every format: always an answer, in time, with nothing left in the temporary folder.

A small run of `tests/benchmarks/fuzz_extractors.py`, on documents made here and in this process.
"""

from __future__ import annotations

import io
import os
import time
from typing import TYPE_CHECKING

import pytest

from core.extract import read
from core.extract.reading import Limits, Status
from tests.benchmarks.mutations import mutated
from tests.unit.extract.made_binary import DELETED, doc, ppt, slide, xls
from tests.unit.extract.made_pdf import Sheet, pdf
from tests.unit.extract.making import docx, paragraph, pptx, shape
from tests.unit.extract.test_books import epub, ofd, words
from tests.unit.extract.test_mail import HEAD, mail, message, parts
from tests.unit.extract.test_odf import odf, p
from tests.unit.extract.test_rtf import escaped, rtf
from tests.unit.extract.test_spreadsheet import cell, row, xlsb, xlsx

if TYPE_CHECKING:
    from pathlib import Path

MUTATIONS = 40
SECONDS = 10.0
LIMITS = Limits(maximum_text=2_000_000, maximum_expansion=64 * 1024 * 1024)
LINES = ["合同双方应当按照约定全面履行自己的义务。", "Neither party is liable for indirect damage."]
MADE = {
    "a.docx": docx("".join(map(paragraph, LINES))),
    "a.pptx": pptx([shape(line) for line in LINES]),
    "a.doc": doc("\r".join(LINES) + "\r", notes="note\r", headers=["h\r"] * 6, marks=[(3, 5, DELETED)]),
    "a.ppt": ppt([slide(*LINES)], [slide("note", kind=1008, notes_of=256)]),
    "a.xls": xls([LINES, [1.5]]),
    "a.xlsx": xlsx(row(cell(0, "s"), cell(2)), f"<si><t>{LINES[0]}</t></si>"),
    "a.xlsb": xlsb(),
    "a.odt": odf("odt", "".join(map(p, LINES))),
    "a.ods": odf(
        "ods",
        f"<table:table><table:table-row><table:table-cell>{p('x')}</table:table-cell></table:table-row></table:table>",
    ),
    "a.rtf": rtf("".join(rf"\pard {escaped(line)}\par" for line in LINES)),
    "a.pdf": pdf([Sheet(LINES), Sheet(LINES, has_picture=True)]),
    "a.eml": mail(parts("alternative", "Content-Type: text/plain\n\nx", "Content-Type: text/html\n\n<p>x")),
    "a.mht": mail(parts("related", "Content-Type: text/html\n\n<p>x</p>"), HEAD),
    "a.msg": message(**{"__substg1.0_1000001E": b"agreed"}),
    "a.epub": epub(),
    "a.ofd": ofd([words(LINES[0], 10, 10)]),
    "a.html": "<p>".join(LINES).encode(),
    "a.txt": "\n".join(LINES).encode("gb18030"),
}


@pytest.mark.parametrize("name", MADE)
def test_every_damaged_file_is_answered_in_time_and_leaves_nothing_behind(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    for number in range(MUTATIONS):
        damaged = mutated(MADE[name], number)
        start = time.perf_counter()
        found = read(io.BytesIO(damaged), name, LIMITS)
        assert time.perf_counter() - start < SECONDS, f"mutation {number}"
        assert isinstance(found.status, Status)
        assert found.text.encode("utf-8", "surrogatepass") is not None
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", MADE)
def test_a_mutation_is_the_same_every_time(name: str) -> None:
    assert [mutated(MADE[name], number) for number in range(8)] == [mutated(MADE[name], number) for number in range(8)]
