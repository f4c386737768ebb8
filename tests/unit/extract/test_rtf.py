"""RTF: every kind of text once and in its place, any code page, nothing that no reader shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.reading import Limits, PartKind, Status
from tests.unit.extract.making import reading, text_of

HEAD = (
    r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman\fcharset0 Times;}{\f1\fnil\fcharset134 SimSun;}"
    r"{\f2\fnil\fcharset2 Wingdings;}{\f3\fswiss\fcharset204 Arial;}}{\colortbl;\red255\green0\blue0;}"
    r"{\stylesheet{\s0 Normal;}}{\info{\author Somebody}{\title Not in the text}}"
)


def rtf(inner: str, head: str = HEAD) -> bytes:
    return (head + inner + "}").encode("latin-1")


def body(inner: str, head: str = HEAD) -> str:
    return reading(rtf(inner, head), "a.rtf").body


def escaped(text: str) -> str:
    """Unicode as Word writes it: UTF-16 units, each with a substitute to skip."""
    raw = text.encode("utf-16-le")
    units = (int.from_bytes(raw[at : at + 2], "little", signed=True) for at in range(0, len(raw), 2))
    return "".join(rf"\u{unit}?" for unit in units)


def hexed(raw: bytes) -> str:
    return "".join(rf"\'{byte:02x}" for byte in raw)


def test_properties_styles_and_tables_of_fonts_are_no_text() -> None:
    assert body(r"\pard\f0\fs24 Only this.\par") == "Only this."


def test_chinese_by_font_by_code_page_and_by_unicode_is_the_same_text() -> None:
    by_font = body(r"\f1 " + hexed("版权所有".encode("gbk")) + r"\f0  end")
    by_page = body(hexed("版权所有".encode("gbk")) + " end", r"{\rtf1\ansi\ansicpg936 ")
    by_unicode = body(escaped("版权所有") + " end")
    assert by_font == by_page == by_unicode == "版权所有 end"


def test_a_trail_byte_that_is_a_letter_or_a_backslash_belongs_to_its_sign() -> None:
    assert body(r"\f1 \'81@\'8b\\", HEAD) == b"\x81@\x8b\\".decode("gb18030")


def test_fallback_bytes_after_a_unicode_escape_are_skipped_as_many_as_said() -> None:
    assert body(r"\uc2\u29256\'b0\'e6 x\uc1\u8364\'80\uc0\u8364 y") == "版 x€€y"


def test_a_sign_beyond_the_basic_plane_is_one_sign() -> None:
    assert body(r"\u-10179?\u-8704?") == "😀"


def test_cyrillic_follows_its_font() -> None:
    assert body(r"\f3 " + hexed("рішення".encode("cp1251"))) == "рішення"


def test_accents_survive_in_a_western_font_of_a_chinese_document() -> None:
    assert body(r"caf\'e9 ol\'e9", r"{\rtf1\ansi\ansicpg936 ") == "café olé"


def test_ticks_of_symbol_fonts_are_told_apart() -> None:
    assert body(r"{\f2 \'fe}{\f2 \u-3842?} {\field{\*\fldinst SYMBOL 168 \\f Wingdings}{\fldrslt}}") == "☑☑ □"


def test_tables_keep_their_cells_and_nested_ones_come_once() -> None:
    inner = r"{\itap2 inner\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables copy\par}}"
    nested = r"\trowd outer\cell " + inner + r"\cell\row"
    assert body(nested).split() == ["outer", "inner"]


def test_each_kind_of_text_is_a_part_of_its_own() -> None:
    found = reading(
        rtf(
            r"{\header head 7\par}{\footerf foot\par}Body{\footnote note}{\*\annotation{\*\atnref 1}remark}"
            r"{\deleted gone}{\v hidden}{\revised new}\par"
        ),
        "a.rtf",
    )
    assert found.body == "Bodynew"
    assert [text_of(found, kind) for kind in (PartKind.HEADER, PartKind.FOOTER, PartKind.NOTE, PartKind.COMMENT)] == [
        "head 7",
        "foot",
        "note",
        "remark",
    ]
    assert text_of(found, PartKind.DELETED) == "gone"
    assert text_of(found, PartKind.HIDDEN) == "hidden"


def test_a_text_box_counts_once_and_its_copy_for_old_readers_not() -> None:
    inner = (
        r"{\shp{\*\shpinst{\sp{\sn shapeType}{\sv 202}}{\shptxt \pard boxed words\par}}"
        r"{\shprslt{\*\do\dptxbx{\dptxbxtext \pard boxed words\par}}}}"
    )
    assert body("before " + inner + "after").count("boxed words") == 1


def test_decorated_words_are_words() -> None:
    inner = r"{\shp{\*\shpinst{\sp{\sn gtextUNICODE}{\sv Grand Opening}}{\sp{\sn wzName}{\sv Shape 1}}}}"
    assert body("x" + inner) == "xGrand Opening"


def test_field_codes_are_left_out_and_their_results_kept() -> None:
    assert body(r'see {\field{\*\fldinst HYPERLINK "https://example.com/x"}{\fldrslt this page}}') == "see this page"


def test_form_fields_tell_what_is_chosen() -> None:
    check = r"{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres%d\ffdefres0}}}{\fldrslt}}"
    choice = r"{\field{\*\fldinst FORMDROPDOWN {\*\formfield{\fftype2\ffres1{\*\ffl yes}{\*\ffl no}}}}{\fldrslt}}"
    found = reading(rtf("Form " + check % 1 + check % 0 + check % 25 + choice), "a.rtf")
    assert text_of(found, PartKind.FIELD).split() == ["☑", "☐", "☐", "no"]


def test_of_unicode_and_plain_twins_only_one_is_read() -> None:
    assert body(r"{\upr{Ueber}{\*\ud " + escaped("Über") + "}}") == "Über"


def test_pictures_and_objects_are_inventory_however_they_are_written() -> None:
    digits = rtf(r"x{\*\shppict{\pict\pngblip 8950" + "\n" + r"4e47}}{\nonshppict{\pict\wmetafile8 0102}}")
    binary = (HEAD + r"x{\pict\pngblip\bin4 ").encode("latin-1") + b"\x89\x50\x4e\x47}}"
    first, second = reading(digits, "a.rtf").inventory, reading(binary, "b.rtf").inventory
    assert [item.kind for item in first] == ["picture"]
    assert first == second
    assert reading(binary, "b.rtf").body == "x"


def test_what_follows_the_document_is_no_part_of_it() -> None:
    assert reading(rtf("inside") + b"outside", "a.rtf").body == "inside"


def test_groups_without_end_do_not_take_the_memory() -> None:
    assert reading(rtf("{" * 50_000), "a.rtf").status is Status.TOO_LARGE


def test_too_much_text_is_too_large() -> None:
    assert reading(rtf("words " * 500), "a.rtf", Limits(maximum_text=1000)).status is Status.TOO_LARGE


@pytest.mark.parametrize("name", ["a.doc", "b.rtf"])
def test_rtf_under_the_name_of_word_is_read_as_what_it_is(name: str) -> None:
    found = reading(rtf("Body"), name)
    assert (found.status, found.format, found.body) == (Status.OK, "rtf", "Body")


@given(st.text(st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="\\{}\xad"), max_size=80))
def test_any_text_written_as_unicode_comes_back(text: str) -> None:
    found = reading(rtf(escaped(text)), "a.rtf")
    assert found.text == text.strip("\r\n\t ")
