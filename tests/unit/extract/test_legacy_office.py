"""Word, PowerPoint, Excel of 1997 to 2003: every kind of text once and in its place, locks told, macros never run."""

from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.legacy_word import Fields
from core.extract.numbers import shown
from core.extract.reading import Limits, PartKind, Status
from tests.unit.extract.made_binary import (
    DELETED,
    HIDDEN,
    biff,
    box,
    container,
    doc,
    ppt,
    record,
    slide,
    wide,
    xls,
)
from tests.unit.extract.made_compound import compound
from tests.unit.extract.making import PNG, reading, text_of

WORDS = st.text(st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="\xad"), max_size=60)


def test_each_part_of_a_word_document_stands_in_its_place() -> None:
    made = doc(
        "正文 stays gone secret\r",
        notes="\x02 a note\r",
        headers=["even head\r", "odd head\r", "", "odd foot\r", "first head\r", "first foot\r"],
        comments="\x05a remark\r",
        boxes="boxed\r",
        marks=[(9, 14, DELETED), (14, 20, HIDDEN)],
    )
    found = reading(made, "a.doc")
    assert found.body == "正文 stays\nboxed"
    assert text_of(found, PartKind.HEADER) == "even head\nodd head\nfirst head"
    assert text_of(found, PartKind.FOOTER) == "odd foot\nfirst foot"
    assert text_of(found, PartKind.NOTE).strip() == "a note"
    assert text_of(found, PartKind.COMMENT) == "a remark"
    assert text_of(found, PartKind.DELETED).strip() == "gone"
    assert text_of(found, PartKind.HIDDEN) == "secret"


def test_cells_fields_and_special_signs_of_word() -> None:
    main = (
        'a\x07b\x07\x07see \x13 HYPERLINK "x" \x14this\x15, 3\x1e4 co\x1fop \x13 SYMBOL 254 \\f Wingdings \x15\x0bend\r'
    )
    assert reading(doc(main), "a.doc").body == "a\tb\t\nsee this, 3-4 co\xadop ☑\nend"


def test_words_of_a_phonetic_guide_are_kept_with_their_reading() -> None:
    code = '\x13 EQ \\* jc2 \\* "Font:SimSun" \\* hps11 \\o\\ad(\\s\\up 10(hàn zì),汉字)\x15'
    assert reading(doc(f"{code}。\r"), "a.doc").body == "汉字(hàn zì)。"


@given(st.lists(st.sampled_from("ab\x13\x14\x15"), max_size=40), st.integers(0, 40))
def test_where_a_text_is_cut_into_runs_changes_nothing_of_its_fields(signs: list[str], at: int) -> None:
    text = "".join(signs)
    halves = Fields()
    assert halves.shown(text[:at]) + halves.shown(text[at:]) == Fields().shown(text)


@pytest.mark.parametrize("flag", [0x0100, 0x8100])
def test_a_locked_word_document_is_told(flag: int) -> None:
    assert reading(doc("secret\r", flags=flag), "a.doc").status is Status.ENCRYPTED


def test_kingsofts_documents_are_read_like_those_they_copy() -> None:
    for made, name, form in (
        (doc("词\r"), "a.wps", "wps"),
        (xls([["词"]]), "a.et", "et"),
        (ppt([slide("词")]), "a.dps", "dps"),
    ):
        found = reading(made, name)
        assert (found.status, found.format, found.body) == (Status.OK, form, "词")


def test_macros_and_objects_of_a_document_are_inventory() -> None:
    others = {
        "Macros/VBA/dir": b"code",
        "ObjectPool/_1/Equation Native": b"x^2",
        "ObjectPool/_2/CONTENTS": b"chart",
        "ObjectPool/_2/\x03ObjInfo": b"changes when it is only opened",
    }
    found = reading(doc("x\r", others=others), "a.doc")
    assert sorted(item.kind for item in found.inventory) == ["formula", "macro", "object"]
    others["ObjectPool/_2/\x03ObjInfo"] = b"opened again"
    assert reading(doc("x\r", others=others), "a.doc").inventory == found.inventory


def test_text_is_found_where_the_head_of_a_document_is_damaged_and_told_lost_where_it_lies_outside() -> None:
    made = doc("text\r")
    head = made.index(b"\xec\xa5\xc1\x00")
    assert reading(made[: head + 0x4C] + bytes(32) + made[head + 0x6C :], "a.doc").body == "text"
    table = made.index(b"\x02\x10\x00\x00\x00")
    outside = made[: table + 15] + b"\xff\xff\xff\x0f" + made[table + 19 :]
    assert reading(outside, "a.doc").status is Status.DAMAGED
    assert reading(compound({"WordDocument": b"\xec\xa5\xc1\x00" + bytes(30)}), "a.doc").status is Status.DAMAGED


@given(WORDS)
def test_any_text_of_a_word_document_comes_back(text: str) -> None:
    found = reading(doc(text + "\r"), "a.doc")
    assert found.text == text.strip("\r\n\t ")


def test_slides_notes_and_hidden_slides_stand_in_their_places() -> None:
    slides = [slide("Title", "in a box"), slide("not shown", is_hidden=True), slide("*", "last")]
    found = reading(ppt(slides, [slide("say this", kind=1008, notes_of=256)]), "a.ppt")
    assert found.body == "Title\nin a box\nlast"
    assert text_of(found, PartKind.NOTE) == "say this"
    assert text_of(found, PartKind.HIDDEN) == "not shown"


def test_a_group_within_a_group_and_decorated_words_are_read() -> None:
    words = "Grand Opening\0".encode("utf-16-le")
    art = container(0xF004, record(0xF00B, struct.pack("<HI", 0x80C0, len(words)) + words, instance=1))
    shapes = container(0xF003, container(0xF003, container(0xF003, box("deep"))), art)
    made = container(1006, record(1007, bytes(24)), container(1036, container(0xF002, shapes)))
    assert reading(ppt([made]), "a.ppt").body == "deep\nGrand Opening"


def test_a_slide_that_was_deleted_is_not_read() -> None:
    kept, gone = ppt([slide("kept")]), slide("deleted words")
    assert "deleted" not in reading(kept + gone, "a.ppt").text


def test_a_locked_presentation_is_told() -> None:
    assert reading(ppt([slide("x")], token=0xF3D1C4DF), "a.ppt").status is Status.ENCRYPTED


def test_slides_are_found_where_the_history_is_broken() -> None:
    made = compound({"PowerPoint Document": slide("rescued"), "Current User": b""})
    assert reading(made, "a.ppt").body == "rescued"


def test_pictures_have_the_digest_of_their_own_bytes() -> None:
    blip = record(0xF01E, bytes(16) + b"\xff" + PNG, instance=0x6E0)
    emf = record(0xF01A, bytes(16) + bytes(32) + b"\0\xfe" + zlib.compress(b"metafile"), instance=0x3D4)
    streams = {"PowerPoint Document": slide("x"), "Current User": b"", "Pictures": blip + emf}
    from core.extract.collecting import digest

    found = [item.digest for item in reading(compound(streams), "a.ppt").inventory]
    assert found == [digest(PNG), digest(b"metafile")]


def test_a_workbook_shows_cells_names_comments_boxes_and_running_lines() -> None:
    note = biff(0x005D, struct.pack("<HHH", 0x15, 0x12, 0x19)) + biff(
        0x01B6, bytes(10) + struct.pack("<HH", 6, 0) + bytes(4)
    )
    note += biff(0x003C, b"\0remark")
    shape = biff(0x005D, struct.pack("<HHH", 0x15, 0x12, 0x06)) + biff(
        0x01B6, bytes(10) + struct.pack("<HH", 3, 0) + bytes(4)
    )
    shape += biff(0x003C, b"\1" + "文本框".encode("utf-16-le"))
    lines = biff(0x0014, wide('&L&"宋体,Bold"&14机密&R&D')) + biff(0x0015, wide("Page &P of &N"))
    found = reading(xls([["姓名", 1.5], ["x", 2.0]], extra=lines + note + shape), "a.xls")
    assert found.body == "姓名\t1.5\nx\t2\n文本框"
    assert text_of(found, PartKind.HEADER) == "表一\n机密"
    assert text_of(found, PartKind.FOOTER) == "Page  of"
    assert text_of(found, PartKind.COMMENT) == "remark"


def test_strings_that_run_over_records_are_whole() -> None:
    long = "年龄" * 3000
    assert reading(xls([["x", long], ["tail"]]), "a.xls").body == f"x\t{long}\ntail"


def test_a_locked_workbook_is_told() -> None:
    assert reading(xls([["x"]], globals_extra=biff(0x002F, bytes(6))), "a.xls").status is Status.ENCRYPTED


def test_an_empty_workbook_has_no_text_though_its_sheet_has_a_name() -> None:
    assert reading(xls([]), "a.xls").status is Status.NO_TEXT


def test_excel_4_without_a_container_is_read() -> None:
    label = struct.pack("<HHHH", 0, 0, 0, 5) + b"Total"
    made = biff(0x0409, struct.pack("<HHH", 0, 0x10, 0)) + biff(0x0204, label) + biff(0x000A)
    assert reading(made, "a.xls").body == "Total"


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.125, "0.0%", "12.5%"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (-5, "0;(0)", "(5)"),
        (44197, 'yyyy"年"m"月"d"日"', "2021年1月1日"),
        (0.5, "h:mm AM/PM", "12:00 PM"),
        (1.25, "[h]:mm", "30:00"),
        (1234.5, "¥#,##0.00", "¥1,234.50"),
        (0, '#,##0;-#,##0;"-"??', "-"),
        (0.1 + 0.2, "General", "0.3"),
        (3, '"A"000', "A003"),
        (45.6, "0.0##", "45.6"),
    ],
)
def test_numbers_are_shown_as_their_cells_show_them(value: float, code: str, text: str) -> None:
    assert shown(value, code) == text


@given(st.floats(allow_nan=True, allow_infinity=True), st.text(max_size=12))
def test_no_number_format_raises(value: float, code: str) -> None:
    assert isinstance(shown(value, code), str)


def test_more_text_than_allowed_is_too_large() -> None:
    limits = Limits(maximum_text=1000)
    for made, name in ((doc("w" * 2000), "a.doc"), (xls([["w" * 2000]]), "a.xls"), (ppt([slide("w" * 2000)]), "a.ppt")):
        assert reading(made, name, limits).status is Status.TOO_LARGE
